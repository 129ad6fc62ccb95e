"""The form in which a pad is made. It holds the draft that the page showed, signed, and what was typed since."""

import re
from typing import Any, NamedTuple

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer
from wtforms import Field

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pads import draft as drafts
from scorekeeper.games.pads.draft import DraftRow, name_draft
from scorekeeper.games.pads.padfile import LABEL_LENGTH, MOST_IN_FILE
from scorekeeper.games.user_input import clean_text, parse_whole
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.drafts import OPEN_DRAFT, StoredDraft
from scorekeeper.web.forms import ButtonField, DictField, Form, ListField, TextField, new_op, parse_small

MOST_TIMES = 999
"""Maximum factor of a row."""

MOST_TYPED = 400
"""Maximum length of the choices of a row, and of the list of suits or cards."""

MOST_SEATS = 12


class NumberChoice(NamedTuple):
    """A number of a pad that is tapped, or typed in a second field, named after this one."""

    label: Text
    most: int
    """The largest number."""
    offered: tuple[int, ...]
    """The numbers to tap. 0 stands for none."""


NUMBERS = {
    "rounds": NumberChoice(Text("Rounds"), 99, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12)),
    "until": NumberChoice(Text("Ends at this many points"), MOST_IN_FILE, (0, 21, 50, 100, 200, 300, 500, 1000)),
    "start": NumberChoice(Text("Count down from"), MOST_IN_FILE, (0, 10, 20, 50, 100, 301, 501)),
}
"""The numbers by the names of their fields."""


def begin_draft(name: str = "") -> StoredDraft:
    """Return a new draft without rows."""
    # Eight digits tell apart the few drafts of one phone.
    return StoredDraft(name_draft(name), mark=new_op()[:8])


def sign_draft(stored: StoredDraft) -> str:
    """Return a draft as the form sends it. What taps made comes back as it was, so that it need not be checked."""
    return str(_find_signer().dumps((stored.mark, stored.serialise())))


def _find_signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt="draft")


class SignedDraftField(Field):  # type: ignore[misc]
    """The draft that the page showed. Without a valid signature it is a new one."""

    def process(self, formdata: Any, *_: Any, **__: Any) -> None:
        """Read the draft."""
        self.process_errors: list[Text] = []
        try:
            mark, text = _find_signer().loads(formdata.get(self.name, ""))
            self.data = StoredDraft.load(mark, OPEN_DRAFT, text)
        except (BadSignature, ValueError):
            self.data = begin_draft()


class DraftForm(Form):
    """A draft of a pad, and what was typed.

    `label` has the labels of all rows in their order. `choices`, `times` and `upto` are the choices, factors and
    maximums typed for rows, by key. `back` is set if the draft was shown again.
    """

    do = ButtonField()
    draft = SignedDraftField()
    back = TextField()
    label = ListField()
    choices = DictField(separator="-")
    times = DictField(separator="-")
    upto = DictField(separator="-")
    suits = TextField()
    deck = TextField()
    name = TextField()
    wins = TextField()
    lead = TextField()
    layout = TextField()
    teams = TextField()
    least = TextField()
    most = TextField()
    rounds = TextField()
    until = TextField()
    start = TextField()
    rounds_typed = TextField(name="rounds-typed")
    until_typed = TextField(name="until-typed")
    start_typed = TextField(name="start-typed")

    def fill_in(self) -> StoredDraft:
        """Return the draft with what was typed. Invalid fields are refused and get other values."""
        stored: StoredDraft = self.draft.data
        draft = stored.draft
        for row, label in zip(draft.rows, self.label.data, strict=False):
            self._fill_in_row(row, label)
        rounds, until, start = map(self._read_number, NUMBERS)
        teams = drafts.TEAMS.get(self.teams.data)
        least, most = parse_small(self.least.data) or 2, parse_small(self.most.data) or 6
        players = [min(least, MOST_SEATS), min(max(least, most), MOST_SEATS)]
        further = {
            # In a countdown, the points left are counted, so the fewest win.
            "wins": "fewest" if self.wins.data == "fewest" or start else "",
            "rounds": str(rounds or ""),
            "start": str(start or ""),
            "over": f"total <= {until}" if start else until and f"total >= {until}",
            "teams": teams and teams.teams,
            "lead": "starter" if self.lead.data == "starter" else "",
            # A card is for a game of one round.
            "layout": "card" if self.layout.data == "card" and rounds == 1 else "",
            "suits": drafts.parse_suits(self._clean(self.suits.data, MOST_TYPED)),
            "deck": drafts.parse_deck(self._clean(self.deck.data, MOST_TYPED)),
        }
        draft.content = {
            **name_draft(self._clean(self.name.data, LABEL_LENGTH)).content,
            "players": [teams.players, teams.players] if teams else players,
            **{key: value for key, value in further.items() if value},
            **{part: draft.content.get(part, {}) for part in ("row", "tie")},
        }
        return stored

    def _fill_in_row(self, row: DraftRow, label: str) -> None:
        """Fill in what was typed for a row. Invalid numbers are left out."""
        row.rename(self._clean(label, LABEL_LENGTH))
        if row.kind == "choice":
            row.part["choices"] = drafts.parse_choices(self._clean(self.choices.data.get(row.key, ""), MOST_TYPED))
        times, most = self.times.data.get(row.key, ""), self.upto.data.get(row.key, "")
        try:
            if row.worth == "times" and times.strip():
                factor = parse_whole(times, "times", -MOST_TIMES, MOST_TIMES)
                if not factor:
                    raise Malformed("times", Text("Use a number other than 0."))
                row.score("times", str(factor))
            if row.part.get("kind") == "counter" and most.strip():
                row.part["most"] = parse_whole(most, "upto", 1, drafts.MOST_COUNTER)
        except Malformed as wrong:
            self.refuse(Text("%(row)s: %(why)s", row=Literal(row.label), why=wrong.reason))

    def _read_number(self, name: str) -> int:
        """Return a number as typed, otherwise as tapped, or 0 without a valid one."""
        label, most, _ = NUMBERS[name]
        typed, tapped = self.find_typed(name), self[name].data
        try:
            if typed.strip():
                return parse_whole(typed, name, 1, most, label)
        except Malformed as wrong:
            self.refuse(wrong.reason)
        return min(int(tapped), most) if re.fullmatch("[0-9]{1,7}", tapped) else 0

    def find_typed(self, name: str) -> str:
        """Return what is typed in the second field of a number."""
        return str(self[f"{name}_typed"].data)

    def _clean(self, text: str, most: int) -> str:
        """Return a text cleaned. An invalid one is kept, so that it can be corrected, but not at any length."""
        try:
            return clean_text(text, "", most)
        except Malformed as wrong:
            self.refuse(wrong.reason)
            return text[: 2 * most]
