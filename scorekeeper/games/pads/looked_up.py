"""The ends of the lookup tables of a pad.

A number beyond the end scores like the last entry. So no buttons are shown for larger numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.pads.formula import Call, Name, Node, walk
from scorekeeper.games.pads.pad import READ_PADS_IN_MEMORY, Pad


class Ends(NamedTuple):
    """The ends of the lookup tables that use the number in a box.

    The end of a table is the largest number with an entry of its own. Numbers above `enough` all score the same.
    """

    inside: int
    """The end of the shortest table."""
    enough: int | None
    """The end of the longest one, or None if a formula uses the box outside of tables."""


@lru_cache(READ_PADS_IN_MEMORY)
def find_table_ends(pad: Pad) -> Mapping[str, Ends]:
    """Return the ends of the lookup tables of a pad, by the key of the box that is looked up in them.

    Decision: pad-table-end
    """
    ends: dict[str, list[int]] = {}
    named: Counter[str] = Counter()
    for node in (part for formula in _list_formulas(pad) for part in walk(formula)):
        match node:
            case Call(name="table", parts=(Name(name=box), *entries)):
                ends.setdefault(box, []).append(len(entries) - 1)
            case Name():
                named[node.name] += 1
    # A formula that uses the box outside of tables needs its exact value.
    return {box: Ends(min(lasts), max(lasts) if named[box] == len(lasts) else None) for box, lasts in ends.items()}


def _list_formulas(pad: Pad) -> Iterator[Node]:
    yield from (row.points for row in pad.rows if row.points)
    yield from (row.when for row in pad.rows if row.when)
    yield from (end for end in (pad.out, pad.wins_at_once, pad.lost) if end)
    yield from pad.values.values()
    yield from (tie.of for tie in pad.ties)
    yield from (check.that for check in pad.checks)
