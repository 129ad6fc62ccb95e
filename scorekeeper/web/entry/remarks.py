"""Remarks: boxes for words, which every way of entering a round offers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.games.boxes import WordsBox
from scorekeeper.games.entry import Step
from scorekeeper.games.pad import Box, Marks, Row, Seat, Setup, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_changes


class Remark(NamedTuple):
    """A box for words.

    `words` is its content, `most` the maximum length, `tap` the value of its save button. `kept` is set if the words
    are saved.
    """

    label: Text
    words: str
    most: int
    tap: str
    kept: bool = False


def list_remarks(setup: Setup, marks: Marks, round: int, rows: Iterable[Row]) -> list[Remark]:
    """Return the remarks of these rows: one per box of the whole table, and one per player for each other box."""
    return [
        _build_remark(setup, marks, Spot(round, row.key, box.key, seat), box)
        for row in rows
        for box in row.boxes
        if isinstance(box, WordsBox)
        for seat in _seats_of(setup, round, box)
    ]


def group_by_step(
    setup: Setup, marks: Marks, round: int, rows: Iterable[Row], steps: tuple[Step, ...]
) -> Mapping[str, list[Remark]]:
    """Return the remarks of these rows, by key of the step that offers them.

    A remark is offered by the last step about its row, or by the last step of all if none is about it.
    """
    last = {step.row: step.key for step in steps}
    noted: defaultdict[str, list[Remark]] = defaultdict(list)
    for row in rows:
        noted[last.get(row.key, steps[-1].key)] += list_remarks(setup, marks, round, (row,))
    return noted


def _seats_of(setup: Setup, round: int, box: Box) -> tuple[Seat | None, ...]:
    return (None,) if box.shared else setup.seats(round)


def restore_refused(noted: Mapping[str, list[Remark]], tap: str, typed: str) -> Mapping[str, list[Remark]]:
    """Return the remarks with the text of a refused one put back, so that nobody has to type it again.

    `typed` is that text, and `tap` the value of the save button beside it.
    """
    return {
        # Not as saved: the mark for a saved remark must not stand beside words that were refused.
        step: [remark._replace(words=typed, kept=False) if remark.tap == tap else remark for remark in of_step]
        for step, of_step in noted.items()
    }


def _build_remark(setup: Setup, marks: Marks, spot: Spot, box: Box) -> Remark:
    label = box.label
    if spot.seat is not None:
        label = Text("%(who)s, %(what)s", who=setup.name(spot.seat), what=label)
    # The tap ends in “=”, and the words that the form sends are appended to it (`parse_act`).
    return Remark(
        label=label, words=str(marks.get(spot, "")), most=box.most, tap=encode_changes({spot: None}), kept=spot in marks
    )
