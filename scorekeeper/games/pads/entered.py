"""The entries of a row in words. A score sheet shows them below the points, unless the working already does."""

from collections.abc import Collection
from dataclasses import dataclass

from scorekeeper.games.pad import Seat, format_points
from scorekeeper.games.pads.boxes import PadNumber
from scorekeeper.games.pads.formula import Name
from scorekeeper.games.pads.pad import Pad, PadBox, PadRow
from scorekeeper.games.pads.scoring import Written
from scorekeeper.language.text import Text

LABELLED = 3
"""The maximum number of boxes in a row for numbers to be shown with labels. In longer rows, they have none."""


@dataclass(frozen=True, slots=True)
class Entered:
    """The entries of a round in words, for a reader who has only the score sheet."""

    pad: Pad
    written: Written

    def describe(
        self, row: PadRow, seat: Seat, shown: Collection[str] = (), points: int | None = None, beside: bool = False
    ) -> Text | None:
        """Return a player's entries in a row in words, or None if there are none or the sheet shows them elsewhere.

        `shown` are the keys of the boxes that the working of the points shows. `points` are the points of the row. If
        the only entry just repeats them, return None. `beside` is set if the working stands before the words, where a
        mere "yes" would say nothing.
        """
        boxes = [box for box in row.boxes if not box.shared]
        unseen = [box for box in boxes if box.key not in shown or box.needs_words]
        if not any(self.written.has_entry(row, box, seat) for box in unseen):
            return None
        # The sheet shows tie-breaks below the totals already.
        if row.points is None and row.key in self._find_deciding():
            return None
        told = self._list_entries(row, boxes, seat)
        if len(row.boxes) == 1 and _equals_points(points, told[0][1]):
            return None
        if row.points and _are_plain_numbers(row, told):
            return Text("with %(number)s", number=tuple(said for _, said in told))
        return _join(told, beside or len(row.boxes) > 1)

    def describe_shared(self, row: PadRow) -> Text | None:
        """Return the entries in the shared boxes of a row in words, or None if there are none."""
        told = self._list_entries(row, [box for box in row.boxes if box.shared], 0)
        return _join(told, len(row.boxes) > 1) if told else None

    def _list_entries(self, row: PadRow, boxes: list[PadBox], seat: Seat) -> list[tuple[PadBox, Text]]:
        """Return those boxes in which a player has an entry, each with the entry in words."""
        return [(box, said) for box in boxes if (said := box.describe(self.written, row, seat))]

    def _find_deciding(self) -> Collection[str]:
        """Return the keys of the boxes that are tie-breaks. The sheet shows their values below the totals."""
        return {tie.of.name for tie in self.pad.ties if isinstance(tie.of, Name)}


def _join(told: list[tuple[PadBox, Text]], labelled: bool) -> Text:
    """Return the entries of a row as one text, each with the label of its box if they are to be `labelled`."""
    return Text("%(what)s", what=tuple(box.label_entry(said) if labelled else said for box, said in told))


def _are_plain_numbers(row: PadRow, told: list[tuple[PadBox, Text]]) -> bool:
    """Return whether all entries are numbers, in a row whose boxes are not labelled."""
    return all(isinstance(box, PadNumber) for box, _ in told) and len(row.boxes) not in range(2, LABELLED + 1)


def _equals_points(points: int | None, mark: Text) -> bool:
    """Return whether an entry in words is the same number as the points, apart from the sign."""
    return points is not None and format_points(abs(points)) == str(mark).lstrip("\u2212")
