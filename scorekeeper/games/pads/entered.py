"""The entries of a row in words. A score sheet shows them below the points, unless the working already does."""

from collections.abc import Collection

from scorekeeper.games.pad import Seat, format_points
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.games.pads.formula import Name
from scorekeeper.games.pads.pad import Box, Row
from scorekeeper.games.pads.scoring import Written
from scorekeeper.language.text import Text

LABELLED = 3
"""The maximum number of boxes in a row for numbers to be shown with labels. In longer rows, they have none."""


def describe_entries(
    written: Written,
    row: Row,
    seat: Seat,
    shown: Collection[str] = (),
    points: int | None = None,
    beside: bool = False,
) -> Text | None:
    """Return a player's entries in a row in words, or None if there are none or the sheet shows them elsewhere.

    `shown` are the keys of the boxes that the working of the points shows. `points` are the points of the row. If the
    only entry just repeats them, return None. `beside` is set if the working stands before the words, where a mere
    "yes" would say nothing.
    """
    boxes = [box for box in row.boxes if not box.shared]
    unseen = [box for box in boxes if box.key not in shown or box.needs_words]
    if not any(written.has_entry(row, box, seat) for box in unseen):
        return None
    # The sheet shows tie-breaks below the totals already.
    if row.points is None and any(tie.of.name == row.key for tie in written.pad.ties if isinstance(tie.of, Name)):
        return None
    told = _list_entries(written, row, boxes, seat)
    # An entry that is the same number as the points says nothing more, whatever its sign.
    if len(row.boxes) == 1 and points is not None and format_points(abs(points)) == str(told[0][1]).lstrip("\u2212"):
        return None
    # Without labels, numbers are only listed.
    unlabelled = len(row.boxes) not in range(2, LABELLED + 1)
    if row.points and unlabelled and all(isinstance(box, NumberBox) for box, _ in told):
        return Text("with %(number)s", number=tuple(said for _, said in told))
    return _join(told, beside or len(row.boxes) > 1)


def describe_shared(written: Written, row: Row) -> Text | None:
    """Return the entries in the shared boxes of a row in words, or None if there are none."""
    told = _list_entries(written, row, [box for box in row.boxes if box.shared], 0)
    return _join(told, len(row.boxes) > 1) if told else None


def _list_entries(written: Written, row: Row, boxes: list[Box], seat: Seat) -> list[tuple[Box, Text]]:
    return [(box, said) for box in boxes if (said := box.describe(written, row, seat))]


def _join(told: list[tuple[Box, Text]], labelled: bool) -> Text:
    return Text("%(what)s", what=tuple(box.label_entry(said) if labelled else said for box, said in told))
