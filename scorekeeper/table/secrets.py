"""Secret decisions: a hidden box stays sealed until every player has marked it. Then all its marks appear at once.

The journal holds the marks from the moment they are written. Only this module decides when they become visible. What
was visible once stays visible.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NewType

from scorekeeper.games.game import Game
from scorekeeper.games.pad import SEALED, Changes, Mark, Marks, Seat, Setup, Spot
from scorekeeper.table.journal import Amend, Change, Line, Strike, Write, list_effective_lines

Boxes = frozenset[tuple[str, str]]
"""Pairs of row key and box key."""

VisibleMarks = NewType("VisibleMarks", Marks)
"""Marks as everybody may see them, the input of pages and sheets. Only this module makes them."""


@dataclass(frozen=True, slots=True)
class TrueMarks:
    """All marks, including secret ones. `written` maps each spot to its mark, or to None if it was erased.

    `writes` holds the number and the changes of each line that writes marks, in order.

    Games, pages and sheets never take this type: `Secrets.visible` turns it into the marks that may be seen.
    """

    written: Mapping[Spot, Mark | None] = field(default_factory=dict)
    writes: Sequence[tuple[int, Changes]] = ()

    def without_erased(self) -> Marks:
        """Return the marks that are not erased."""
        return {spot: mark for spot, mark in self.written.items() if mark is not None}

    def by(self) -> Mapping[Spot, int]:
        """Return the number of the last line that wrote to each spot."""
        by: dict[Spot, int] = {}
        for seq, changes in self.writes:
            by.update(dict.fromkeys(changes, seq))
        return by


@dataclass(frozen=True, slots=True)
class Secrets:
    """Hidden boxes of a table, and the marks in them that were revealed.

    `boxes` holds the row key and box key of each box that is hidden now or was under earlier rules. `seen` identifies
    each revealed mark by the number of its line and its spot.
    """

    boxes: Boxes = frozenset()
    seen: frozenset[tuple[int, Spot]] = frozenset()

    def keeps(self, seq: int, spot: Spot) -> bool:
        """Return whether the mark that a line wrote at a spot is still secret."""
        return (spot.row, spot.box) in self.boxes and (seq, spot) not in self.seen

    def touch(self, line: Line) -> bool:
        """Return whether a line writes to a hidden box."""
        return any((spot.row, spot.box) in self.boxes for spot in _changes(line))

    def visible(self, true: TrueMarks, refereed: Marks) -> VisibleMarks:
        """Return the visible marks. Marks in `true` are written by hand and override those in `refereed`.

        Each secret mark is replaced by SEALED.
        """
        marks = {**refereed, **true.without_erased()}
        # Most games have no hidden boxes, and looking up the authors of all marks takes time.
        if not self.boxes:
            return VisibleMarks(marks)
        kept = {spot for spot, seq in true.by().items() if spot in marks and self.keeps(seq, spot)}
        shown = {spot: mark for spot, mark in marks.items() if spot not in kept}
        # Sealed without the item, which would reveal the choice.
        return VisibleMarks(shown | {spot._replace(item=""): SEALED for spot in kept})

    def line(self, line: Line) -> Line:
        """Return a line as everybody may read it. It shows that a secret decision was made, but not which one."""
        if not any(self.keeps(line.seq, spot) for spot in _changes(line)):
            return line
        shown: dict[Spot, Mark | None] = {}
        for spot, mark in _changes(line).items():
            # Erasing a choice is secret as well if its item tells which one it was.
            if self.keeps(line.seq, spot) and (mark is not None or spot.item):
                shown[spot._replace(item="")] = SEALED
            else:
                shown[spot] = mark
        return line._replace(act=Write(shown))


def leave_out_rounds(marks: VisibleMarks, left_out: set[int]) -> VisibleMarks:
    """Return the marks without those of some rounds."""
    if not left_out:
        return marks
    return VisibleMarks({spot: mark for spot, mark in marks.items() if spot.round not in left_out})


def find_secrets(game: Game, lines: Sequence[Line]) -> Secrets:
    """Find the hidden boxes of a journal, and the marks in them that were revealed at any time."""
    hidden = {line.seq: _find_hidden(game, line.act.setup) for line in lines if isinstance(line.act, Change)}
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
            # Other rules can reveal marks of any round.
            rounds = set(moves)
        else:
            rounds_of[line.seq] = rounds = _find_rounds(line, boxes, rounds_of)
            for round in rounds:
                moves[round].append(line)
        for round in rounds:
            # Replayed after every line, because a mark stays revealed even if a later line undoes its cause.
            upto = sorted([*rules, *moves[round]], key=lambda line: line.seq)
            seen.update(_find_revealed(list_effective_lines(upto), round, boxes, hidden))
    return Secrets(boxes, frozenset(seen))


def _find_hidden(game: Game, setup: Setup) -> Boxes:
    return frozenset([(row.key, box.key) for row in game.rows(setup) for box in row.boxes if box.hidden])


def _changes(line: Line) -> Changes:
    """Return the marks that a line writes, itself or as the correction of an earlier line. Empty for other acts."""
    act = line.act.act if isinstance(line.act, Amend) else line.act
    return act.changes if isinstance(act, Write) else {}


def _aims_at(line: Line, others: Sequence[Line]) -> bool:
    """Return whether a line undoes, restores or corrects one of the lines `others`."""
    return isinstance(line.act, Strike | Amend) and any(other.seq == line.act.seq for other in others)


def _find_rounds(line: Line, boxes: Boxes, rounds_of: Mapping[int, set[int]]) -> set[int]:
    """Return the rounds in which a line can reveal or hide marks.

    `rounds_of` maps the numbers of earlier lines to their rounds.
    """
    rounds = {spot.round for spot in _changes(line) if (spot.row, spot.box) in boxes}
    return rounds | rounds_of.get(line.act.seq, set()) if isinstance(line.act, Strike | Amend) else rounds


def _find_revealed(
    lines: Sequence[Line], round: int, boxes: Boxes, hidden: Mapping[int, Boxes]
) -> Iterator[tuple[int, Spot]]:
    """Yield the line number and spot of each mark of a round that these lines reveal.

    A mark is revealed if all players have marked its box, or if the box is not hidden now. `boxes` holds all boxes that
    were ever hidden. `hidden` maps the number of each line that changed the setup to the boxes hidden from then on.
    """
    hidden_now: Boxes = frozenset()
    everybody: set[Seat] = set()
    written: dict[Spot, int] = {}
    for line in lines:
        if isinstance(line.act, Change):
            hidden_now, everybody = hidden[line.seq], set(line.act.setup.seats(round))
        for spot, mark in _changes(line).items():
            if spot.round == round and (spot.row, spot.box) in boxes:
                # Removed first, so that an erased mark does not count as decided.
                written.pop(spot, None)
                if mark is not None:
                    written[spot] = line.seq
    decided: defaultdict[tuple[str, str], set[Seat | None]] = defaultdict(set)
    for spot in written:
        decided[spot.row, spot.box].add(spot.seat)
    for spot, seq in written.items():
        if (spot.row, spot.box) not in hidden_now or decided[spot.row, spot.box] >= everybody:
            yield seq, spot
