"""How far the tables of a pad go: beyond their end more is worth no more, so no more need be told."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.games.pads.formula import Call, Name, Node, walk
from scorekeeper.games.pads.pad import Pad


class Ends(NamedTuple):
    """The tables that a box is looked up in: the first that ends ends at `inside`.

    `enough` is where the last one ends if nothing else asks for the box, so that more than that is like it; else None.
    """

    inside: int
    enough: int | None


def table_ends(pad: Pad) -> Mapping[str, Ends]:
    """The boxes that are looked up in tables, with where these end. Ours: beyond the end of a table the last holds."""
    ends: dict[str, list[int]] = {}
    named: Counter[str] = Counter()
    for node in (part for formula in _formulas(pad) for part in walk(formula)):
        match node:
            case Call(name="table", parts=(Name(name=box), *entries)):
                ends.setdefault(box, []).append(len(entries) - 1)
            case Name():
                named[node.name] += 1
    return {box: Ends(min(lasts), max(lasts) if named[box] == len(lasts) else None) for box, lasts in ends.items()}


def _formulas(pad: Pad) -> Iterator[Node]:
    """Every formula that may ask for a box."""
    yield from (row.points for row in pad.rows if row.points)
    yield from (row.when for row in pad.rows if row.when)
    if pad.out:
        yield pad.out
    yield from pad.values.values()
    yield from (tie.of for tie in pad.ties)
    yield from (check.that for check in pad.checks)
