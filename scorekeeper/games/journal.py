"""The journal of a table: lines that are only ever added, and the fold that reads off what stands.

Everything on any phone or sheet is a function of these lines. Taking something back is a line as well.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.games.base import Changes, Malformed, Mark, Marks, Seat, Setup, Spot
from scorekeeper.text import Text


@dataclass(frozen=True, slots=True)
class Write:
    """Write marks on the pad; None rubs one out."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class Strike:
    """Take a line back. Striking a strike puts the line back."""

    seq: int


@dataclass(frozen=True, slots=True)
class Amend:
    """Say what an earlier line should have been, in its place."""

    seq: int
    act: Write


@dataclass(frozen=True, slots=True)
class Change:
    """Change who plays or by which rules; the whole setup as it is from now on."""

    setup: Setup


Act = Write | Strike | Amend | Change


class By(NamedTuple):
    """Who wrote a line: the browser, and the seat it had taken (None: a phone in the middle of the table)."""

    browser: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal. `seq` counts from 1 per table, `at` is seconds since 1970, `op` is unique for ever."""

    seq: int
    op: str
    at: int
    by: By
    act: Act


@dataclass(frozen=True, slots=True)
class Known:
    """What the journal says now: the setup, the marks on the pad, and the number of the newest line."""

    setup: Setup
    marks: Marks
    seq: int

    def rounds(self) -> int:
        """The number of the last round that anything is written in (0: none)."""
        return max((spot.round for spot in self.marks), default=0)


def struck(lines: Iterable[Line]) -> frozenset[int]:
    """The numbers of the lines that have been taken back and not put back; the first line always stands."""
    gone: set[int] = set()
    for line in sorted(lines, key=lambda line: -line.seq):
        if line.seq not in gone and isinstance(line.act, Strike) and line.act.seq > 1:
            gone.add(line.act.seq)
    return frozenset(gone)


def standing(lines: Sequence[Line]) -> list[Line]:
    """The lines that count, in order: struck ones left out, amended ones as they should have been."""
    if not any(isinstance(line.act, Strike | Amend) for line in lines):
        return list(lines)
    gone = struck(lines)
    amended = {line.act.seq: line.act.act for line in lines if line.seq not in gone and isinstance(line.act, Amend)}
    return [
        replace(line, act=amended[line.seq]) if line.seq in amended and isinstance(line.act, Write) else line
        for line in lines
        if line.seq not in gone and not isinstance(line.act, Strike | Amend)
    ]


def fold(lines: Sequence[Line]) -> Known:
    """Follow the standing lines to what is known. The first line of a journal is always a Change."""
    setup: Setup | None = None
    marks: dict[Spot, Mark] = {}
    for line in standing(lines):
        act = line.act
        if type(act) is Write:
            for spot, mark in act.changes.items():
                if mark is None:
                    marks.pop(spot, None)
                else:
                    marks[spot] = mark
        elif type(act) is Change:
            setup = act.setup
    if setup is None:
        raise Malformed("journal", Text("The journal has no players."))
    return Known(setup, marks, lines[-1].seq)


def dump(act: Act) -> str:
    """Write an act as one line of JSON; `load` reads it back."""
    return json.dumps(_plain(act), ensure_ascii=False, separators=(",", ":"))


def _plain(act: Act) -> dict[str, object]:
    match act:
        case Write(changes):
            return {"write": [[*spot, mark] for spot, mark in changes.items()]}
        case Strike(seq):
            return {"strike": seq}
        case Amend(seq, new):
            return {"amend": seq, "to": _plain(new)}
        case Change(setup):
            return {
                "players": setup.players,
                "options": dict(setup.options),
                "seating": setup.seating,
                "starter": setup.starter,
            }


def load(text: str) -> Act:
    """Read an act from its JSON. Raises Malformed when it is none."""
    try:
        return _act(json.loads(text))
    except (KeyError, TypeError, ValueError) as broken:
        raise Malformed("act", Text("This is not a line of a journal.")) from broken


def _act(plain: dict[str, object]) -> Act:
    match plain:
        case {"write": list(marks)}:
            return Write({Spot(*mark[:5]): mark[5] for mark in marks})
        case {"strike": int(seq)}:
            return Strike(seq)
        case {"amend": int(seq), "to": dict(new)}:
            act = _act(new)
            if isinstance(act, Write):
                return Amend(seq, act)
        case {"players": list(players), "options": dict(options), "seating": list(seating), "starter": int(starter)}:
            seats = tuple((first, tuple(order)) for first, order in seating)
            return Change(Setup(tuple(players), options, seats, starter))
    raise ValueError(plain)
