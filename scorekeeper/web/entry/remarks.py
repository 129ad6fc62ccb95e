"""Remarks: boxes to write words in, offered by every way of entering a round, whatever else it asks for."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.games.entry import Step
from scorekeeper.games.pad import Box, Marks, Row, Seat, Setup, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.spelled import spelled


class Remark(NamedTuple):
    """A box to write words in: what stands there, the button that keeps what is typed, and whether it is kept."""

    label: Text
    words: str
    most: int
    tap: str
    kept: bool = False


def remarks(setup: Setup, marks: Marks, round: int, rows: Iterable[Row]) -> list[Remark]:
    """The remarks of these rows: those of the table, and where a box is a player's, one for each."""
    return [
        _remark(setup, marks, Spot(round, row.key, box.key, seat), box)
        for row in rows
        for box in row.boxes
        if box.kind == "words"
        for seat in _whose(setup, round, box)
    ]


def by_step(
    setup: Setup, marks: Marks, round: int, rows: Iterable[Row], steps: tuple[Step, ...]
) -> Mapping[str, list[Remark]]:
    """The remarks by the step they are offered in: the last one about their row, or of all if none is."""
    last = {step.row: step.key for step in steps}
    noted: defaultdict[str, list[Remark]] = defaultdict(list)
    for row in rows:
        noted[last.get(row.key, steps[-1].key)] += remarks(setup, marks, round, (row,))
    return noted


def _whose(setup: Setup, round: int, box: Box) -> tuple[Seat | None, ...]:
    return (None,) if box.shared else setup.seats(round)


def refused(noted: Mapping[str, list[Remark]], tap: str, typed: str) -> Mapping[str, list[Remark]]:
    """The remarks with one as it was typed and not taken: nobody types it again."""
    return {
        step: [one._replace(words=typed, kept=False) if one.tap == tap else one for one in of_step]
        for step, of_step in noted.items()
    }


def _remark(setup: Setup, marks: Marks, spot: Spot, box: Box) -> Remark:
    label = box.label
    if spot.seat is not None:
        label = Text("%(who)s, %(what)s", who=setup.name(spot.seat), what=label)
    return Remark(label, str(marks.get(spot, "")), box.most, spelled({spot: None}), spot in marks)
