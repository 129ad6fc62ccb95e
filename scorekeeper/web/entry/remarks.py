"""Remarks: boxes for words, which every way of entering a round offers."""

from collections import defaultdict
from collections.abc import Mapping

from scorekeeper.games.boxes import WordsBox
from scorekeeper.games.pad import Row, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.entry.entered import EnteredRound
from scorekeeper.web.entry.screen import Remark


def group_by_step(entered: EnteredRound, refused: tuple[str, str]) -> Mapping[str, list[Remark]]:
    """Return the remarks of a round, by key of the step that offers them.

    A remark is offered by the last step about its row, or by the last step of all if none is about it. `refused` is the
    value of a save button and the text beside it that was refused, which nobody has to type again.
    """
    last = {step.row: step.key for step in entered.steps}
    noted: defaultdict[str, list[Remark]] = defaultdict(list)
    for row in entered.rows.values():
        noted[last.get(row.key, entered.steps[-1].key)] += _list_remarks(entered, row, refused)
    return noted


def _list_remarks(entered: EnteredRound, row: Row, refused: tuple[str, str]) -> list[Remark]:
    """Return the remarks of a row: one for a box of the whole table, and one per player for each other box."""
    remarks = []
    for box in row.boxes:
        if not isinstance(box, WordsBox):
            continue
        for seat in (None,) if box.shared else entered.seats:
            spot, label = Spot(entered.round, row.key, box.key, seat), box.label
            if seat is not None:
                label = Text("%(who)s, %(what)s", who=entered.setup.name(seat), what=label)
            # The tap ends in “=”, and the words that the form sends are appended to it (`parse_act`).
            tap = encode_changes({spot: None})
            # Not as saved: the mark for a saved remark must not stand beside words that were refused.
            is_refused = tap == refused[0]
            words = refused[1] if is_refused else str(entered.marks.get(spot, ""))
            remarks.append(Remark(label, words, box.most, tap, kept=spot in entered.marks and not is_refused))
    return remarks
