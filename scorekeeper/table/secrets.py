"""What is decided in secret: a hidden box stays sealed until everybody has marked it, then all marks appear at once.

The marks stand in the journal from the moment they are written. Nothing but this module decides when they are seen, and
what has been seen once stays seen.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NewType

from scorekeeper.games.game import Game
from scorekeeper.games.pad import SEALED, Changes, Mark, Marks, Seat, Setup, Spot
from scorekeeper.table.journal import Amend, Change, Line, Strike, Write, effective_lines

Boxes = frozenset[tuple[str, str]]
"""Rows and boxes, by their keys."""

VisibleMarks = NewType("VisibleMarks", Marks)
"""The marks as everybody may see them: what pages and sheets are made from. Made in this module alone."""


@dataclass(frozen=True, slots=True)
class TrueMarks:
    """What was written at each spot, in secret as well (None: rubbed out), and what each line wrote, in their order.

    No game, page or sheet takes it: `Secrets.visible` makes of it what may be seen.
    """

    written: Mapping[Spot, Mark | None] = field(default_factory=dict)
    writes: Sequence[tuple[int, Changes]] = ()

    def filled(self) -> Marks:
        """The marks that stand."""
        return {spot: mark for spot, mark in self.written.items() if mark is not None}

    def by(self) -> Mapping[Spot, int]:
        """The line that wrote last at each spot."""
        by: dict[Spot, int] = {}
        for seq, changes in self.writes:
            by.update(dict.fromkeys(changes, seq))
        return by


@dataclass(frozen=True, slots=True)
class Secrets:
    """The boxes of a table that are hidden, or were by earlier rules, and what of them everybody has seen."""

    boxes: Boxes = frozenset()
    seen: frozenset[tuple[int, Spot]] = frozenset()

    def keeps(self, seq: int, spot: Spot) -> bool:
        """Whether what that line writes there is not shown."""
        return (spot.row, spot.box) in self.boxes and (seq, spot) not in self.seen

    def touch(self, line: Line) -> bool:
        """Whether a line writes in a hidden box."""
        return any((spot.row, spot.box) in self.boxes for spot in _changes(line))

    def visible(self, true: TrueMarks, refereed: Marks) -> VisibleMarks:
        """The marks as everybody may see them: those written, and those of a referee, which are where nobody wrote."""
        marks = {**refereed, **true.filled()}
        if not self.boxes:
            return VisibleMarks(marks)
        kept = {spot for spot, seq in true.by().items() if spot in marks and self.keeps(seq, spot)}
        shown = {spot: mark for spot, mark in marks.items() if spot not in kept}
        return VisibleMarks(shown | {spot._replace(item=""): SEALED for spot in kept})

    def line(self, line: Line) -> Line:
        """A line as everybody may read it: that something is decided, not what."""
        if not any(self.keeps(line.seq, spot) for spot in _changes(line)):
            return line
        shown: dict[Spot, Mark | None] = {}
        for spot, mark in _changes(line).items():
            if self.keeps(line.seq, spot) and (mark is not None or spot.item):
                shown[spot._replace(item="")] = SEALED
            else:
                shown[spot] = mark
        return line._replace(act=Write(shown))


def of_other_rounds(marks: VisibleMarks, left_out: set[int]) -> VisibleMarks:
    """The same without the marks of some rounds."""
    if not left_out:
        return marks
    return VisibleMarks({spot: mark for spot, mark in marks.items() if spot.round not in left_out})


def secrets(game: Game, lines: Sequence[Line]) -> Secrets:
    """Read off the journal what is hidden, and what of it has been seen at whatever time."""
    hidden = {line.seq: _hidden(game, line.act.setup) for line in lines if isinstance(line.act, Change)}
    boxes: Boxes = frozenset().union(*hidden.values())
    if not boxes:
        return Secrets()
    seen: set[tuple[int, Spot]] = set()
    moves: defaultdict[int, list[Line]] = defaultdict(list)
    rounds_of: dict[int, set[int]] = {}
    rules: list[Line] = []
    for line in lines:
        if isinstance(line.act, Change) or _aims_at(line, rules):
            rules.append(line)
            rounds = set(moves)
        else:
            rounds_of[line.seq] = rounds = _rounds(line, boxes, rounds_of)
            for round in rounds:
                moves[round].append(line)
        for round in rounds:
            upto = sorted([*rules, *moves[round]], key=lambda line: line.seq)
            seen.update(_open(effective_lines(upto), round, boxes, hidden))
    return Secrets(boxes, frozenset(seen))


def _hidden(game: Game, setup: Setup) -> Boxes:
    return frozenset([(row.key, box.key) for row in game.rows(setup) for box in row.boxes if box.hidden])


def _changes(line: Line) -> Changes:
    """What a line writes, or makes an earlier one write."""
    act = line.act.act if isinstance(line.act, Amend) else line.act
    return act.changes if isinstance(act, Write) else {}


def _aims_at(line: Line, others: Sequence[Line]) -> bool:
    """Whether a line takes back, puts back or corrects one of these."""
    return isinstance(line.act, Strike | Amend) and any(other.seq == line.act.seq for other in others)


def _rounds(line: Line, boxes: Boxes, rounds_of: Mapping[int, set[int]]) -> set[int]:
    """The rounds in which a line can change what lies open."""
    rounds = {spot.round for spot in _changes(line) if (spot.row, spot.box) in boxes}
    return rounds | rounds_of.get(line.act.seq, set()) if isinstance(line.act, Strike | Amend) else rounds


def _open(lines: Sequence[Line], round: int, boxes: Boxes, hidden: Mapping[int, Boxes]) -> Iterator[tuple[int, Spot]]:
    """The marks that lie open where these lines stand: of boxes that everybody has marked, or that hide nothing."""
    now: Boxes = frozenset()
    everybody: set[Seat] = set()
    written: dict[Spot, int] = {}
    for line in lines:
        if isinstance(line.act, Change):
            now, everybody = hidden[line.seq], set(line.act.setup.seats(round))
        for spot, mark in _changes(line).items():
            if spot.round == round and (spot.row, spot.box) in boxes:
                written.pop(spot, None)
                if mark is not None:
                    written[spot] = line.seq
    decided: defaultdict[tuple[str, str], set[Seat | None]] = defaultdict(set)
    for spot in written:
        decided[spot.row, spot.box].add(spot.seat)
    for spot, seq in written.items():
        if (spot.row, spot.box) not in now or decided[spot.row, spot.box] >= everybody:
            yield seq, spot
