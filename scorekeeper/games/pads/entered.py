"""The entries of a row in words. A score sheet shows them below the points, unless the working already does."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scorekeeper.games.pad import Seat, format_points
from scorekeeper.games.pads.formula import Name
from scorekeeper.games.pads.pad import Pad, PadBox, PadRow
from scorekeeper.games.pads.scoring import Written
from scorekeeper.language.text import Literal, Text

LABELLED = 3
"""The maximum number of boxes in a row for numbers to be shown with labels. In longer rows, they have none."""

YES = Text("yes")


@dataclass(frozen=True, slots=True)
class Entered:
    """The entries of a round in words, for a reader who has only the score sheet."""

    pad: Pad
    written: Written
    round: int

    def describe(self, row: PadRow, seat: Seat, shown: Collection[str] = (), points: int | None = None) -> Text | None:
        """Return a player's entries in a row in words, or None if there are none or the sheet shows them elsewhere.

        `shown` are the keys of the boxes that the working of the points shows. `points` are the points of the row. If
        the only entry just repeats them, return None.
        """
        boxes = [box for box in row.boxes if box.kind != "words" and not box.shared]
        unseen = [box for box in boxes if box.key not in shown or _has_word_chips(box)]
        if not any(self.written.has_entry(box.key, seat, self.round) for box in unseen):
            return None
        # The sheet shows tie-breaks below the totals already.
        if row.points is None and row.key in self._find_deciding():
            return None
        told = [(box, mark) for box in boxes if (mark := self._describe_mark(row, box, seat))]
        if len(row.boxes) == 1 and _equals_points(points, told[0][1]):
            return None
        numbers = tuple(mark for box, mark in told if box.kind in ("number", "counter"))
        if row.points and len(numbers) == len(told) and len(row.boxes) not in range(2, LABELLED + 1):
            return Text("at %(number)s", number=numbers)
        return Text("%(what)s", what=tuple(self._describe_part(row, box, mark) for box, mark in told))

    def describe_shared(self, row: PadRow) -> Text | None:
        """Return the entries in the shared boxes of a row in words, or None if there are none."""
        marks = [(box, self._describe_mark(row, box, 0)) for box in row.boxes if box.shared and box.kind != "words"]
        parts = tuple(self._describe_part(row, box, mark) for box, mark in marks if mark)
        return Text("%(what)s", what=parts) if parts else None

    def _find_deciding(self) -> Collection[str]:
        """Return the keys of the boxes that are tie-breaks. The sheet shows their values below the totals."""
        return {tie.of.name for tie in self.pad.ties if isinstance(tie.of, Name)}

    def _describe_mark(self, row: PadRow, box: PadBox, seat: Seat) -> Text | None:
        """Return the entry in a box in words, or None if it is blank."""
        if box.kind == "chips":
            return self._describe_chips(row, box, seat)
        mark = self.written.mark(row, box, seat, self.round)
        if mark is None:
            return None
        if box.kind == "tick":
            return YES
        return box.labels[box.items.index(str(mark))] if box.kind == "choice" else Literal(format_points(int(mark)))

    def _describe_chips(self, row: PadRow, box: PadBox, seat: Seat) -> Text | None:
        copies = dict(zip(box.items, self.written.copies(row, box, seat, self.round), strict=True))
        labels: Mapping[str, Text] = dict(zip(box.items, box.labels, strict=True)) if box.labels else {}
        parts = tuple(
            _describe_copies(labels.get(item, Literal(item)), count) for item, count in copies.items() if count
        )
        return Text("%(what)s", what=parts) if parts else None

    def _describe_part(self, row: PadRow, box: PadBox, mark: Text) -> Text:
        if len(row.boxes) == 1 or box.kind in ("choice", "chips"):
            return mark
        return box.label if box.kind == "tick" else Text("%(what)s %(points)s", what=box.label, points=mark)


def _has_word_chips(box: PadBox) -> bool:
    """Return whether a box has chips with labels other than their points, which a working would not show."""
    return box.kind == "chips" and box.items != tuple(map(str, box.values))


def _equals_points(points: int | None, mark: Text) -> bool:
    """Return whether an entry in words is the same number as the points, apart from the sign."""
    return points is not None and format_points(abs(points)) == str(mark).lstrip("\u2212")


def _describe_copies(what: Text, count: int) -> Text:
    return what if count == 1 else Text("%(number)s × %(what)s", number=count, what=what)
