"""The form in which a pad is made. It holds the whole draft, in fields that are tapped or typed."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from wtforms import Field, ValidationError

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pads import draft as drafts
from scorekeeper.games.pads.draft import Draft, DraftRow, Teams
from scorekeeper.games.pads.padfile import LABEL_LENGTH, MOST_IN_FILE
from scorekeeper.games.user_input import clean_text, parse_whole
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.forms import ButtonField, DictField, Form, ListField, ParsedField, TextField, parse_small

MOST_TIMES = 999
"""Maximum factor of a row."""

MOST_TYPED = 400
"""Maximum length of the choices of a row, and of the list of suits or cards."""

MOST_POINTS_LETTERS = 2_000
"""Number of characters read of a formula. Taps make shorter ones."""

MOST_SEATS = 12

COLUMNS = ("key", "kind", "label", "worth", "points", "choices")
"""Fields that each row has once, in the order of the rows."""


class NumberField(TextField):
    """A number of a pad, tapped or typed. `data` is the number.

    It is typed in a second field, named after this one. What is typed there comes first, unless it is blank or invalid.
    """

    def __init__(self, label: Text, most: int, **options: Any) -> None:
        super().__init__(label=label, **options)
        self.most_number = most
        self.typed = ""

    def process(self, formdata: Any, *rest: Any, **more: Any) -> None:
        """Read both fields."""
        self.typed = formdata.get(f"{self.name}-typed", "")
        super().process(formdata, *rest, **more)

    def process_formdata(self, values: Sequence[str]) -> None:
        """Take the tapped number, or 0 without a valid one."""
        text = values[-1] if values else ""
        self.data = min(int(text), self.most_number) if re.fullmatch("[0-9]{1,7}", text) else 0

    def pre_validate(self, form: Form) -> None:
        """Take the typed number if there is one."""
        if self.typed.strip():
            try:
                self.value = parse_whole(self.typed, self.name, 1, self.most_number, self.label.text)
            except Malformed as wrong:
                raise ValidationError(wrong.reason) from wrong


class RowsField(Field):  # type: ignore[misc]
    """The rows of a draft, read from one field for each of `COLUMNS` and row, and from the numbers typed for rows.

    `data` holds them, and `formulas` the keys of those that score by a formula.
    """

    def process(self, formdata: Any, *_: Any, **__: Any) -> None:
        """Read the rows. Rows of unknown kinds, and more than a pad can have, are left out."""
        self.process_errors: list[Text] = []
        self.formulas: set[str] = set()
        rows: dict[str, DraftRow] = {}
        # Not strict: a forged form can lack fields.
        for key, kind, label, worth, points, choices in zip(*map(formdata.getlist, COLUMNS), strict=False):
            known = drafts.ROW_KEY.fullmatch(key) and kind in drafts.ROW_KINDS and worth in drafts.WORTHS_OF_TICK
            if known and key not in rows and len(rows) < drafts.MOST_ROWS:
                row = rows[key] = drafts.make_row(key, kind, self._clean(label, "label", LABEL_LENGTH))
                if kind == "choice":
                    row.part["choices"] = drafts.parse_choices(self._clean(choices, "choices", MOST_TYPED))
                if worth in ("nothing", "sum", "wins") or worth not in row.worths:
                    row.score(worth if worth in row.worths else next(iter(row.worths), "sum"))
                else:
                    row.part["points"] = points[:MOST_POINTS_LETTERS]
                if worth == "formula":
                    self.formulas.add(key)
                self._add_typed(row, formdata)
        self.data = list(rows.values())

    def _clean(self, text: str, key: str, most: int) -> str:
        """Return a text cleaned. An invalid one is kept, so that it can be corrected, but not at any length."""
        try:
            return clean_text(text, key, most)
        except Malformed as wrong:
            self.process_errors.append(wrong.reason)
            return text[: 2 * most]

    def _add_typed(self, row: DraftRow, formdata: Any) -> None:
        """Take the numbers typed for a row, unless they are invalid."""
        times, most = formdata.get(f"times-{row.key}", ""), formdata.get(f"upto-{row.key}", "")
        try:
            if row.worth == "times" and times.strip():
                factor = parse_whole(times, "times", -MOST_TIMES, MOST_TIMES)
                if not factor:
                    raise Malformed("times", Text("Use a number other than 0."))
                row.score("times", str(factor))
            if row.part.get("kind") == "counter" and most.strip():
                row.part["most"] = parse_whole(most, "upto", 1, drafts.MOST_COUNTER)
        except Malformed as wrong:
            self.process_errors.append(Text("%(row)s: %(why)s", row=Literal(row.label), why=wrong.reason))


class PadNameField(TextField):
    """The name of a pad. An invalid one is kept, so that it can be corrected, but not at any length."""

    def process_formdata(self, values: Sequence[str]) -> None:
        """Read and clean the name."""
        super().process_formdata(values)
        try:
            self.data = clean_text(self.data, "name", LABEL_LENGTH)
        except Malformed as wrong:
            self.data = self.data[: 2 * LABEL_LENGTH]
            raise ValueError(wrong.reason) from wrong


class DraftForm(Form):
    """A draft of a pad. `mark` identifies it, and `from` is the slug of the saved pad that it changes.

    `times` and `upto` are the factors and maximums typed for rows, by key. `back` is set if the draft was shown again.
    """

    do = ButtonField()
    start_slug = TextField(name="from", most=40)
    mark = TextField(most=40)
    group = TextField(most=64)
    back = TextField()
    rows = RowsField()
    times = DictField(separator="-")
    upto = DictField(separator="-")
    suits = ParsedField(partial(clean_text, key="suits", most=MOST_TYPED))
    deck = ParsedField(partial(clean_text, key="deck", most=MOST_TYPED))
    rounds = NumberField(Text("Rounds"), 99)
    until = NumberField(Text("Ends at this many points"), MOST_IN_FILE)
    start = NumberField(Text("Count down from"), MOST_IN_FILE)
    name = PadNameField()
    wins = TextField()
    lead = TextField()
    layout = TextField()
    teams = TextField()
    least = TextField()
    most = TextField()
    tie = ListField()

    @property
    def numbers(self) -> dict[str, NumberField]:
        """The fields for numbers by name."""
        return {field.name: field for field in (self.rounds, self.until, self.start)}

    def build_draft(self) -> Draft:
        """Return the draft, after `validate`. No draft is refused as a whole: invalid fields get other values."""
        # If one number is invalid, the other typed ones stay in their fields as well.
        valid = not any(field.errors for field in self.numbers.values())
        rounds, until, start = [(valid and field.value) or field.data for field in self.numbers.values()]
        teams = next((teams for teams in drafts.TEAMS if self.teams.data == format_teams(teams)), None)
        least, most = parse_small(self.least.data) or 2, parse_small(self.most.data) or 6
        players = [min(least, MOST_SEATS), min(max(least, most), MOST_SEATS)]
        draft = drafts.name_draft(self.name.data)
        draft.content |= {
            "players": [teams.players, teams.players] if teams else players,
            "row": {row.name: row.part for row in self.rows.data},
        }
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
            "suits": drafts.parse_suits(self.suits.value or ""),
            "deck": drafts.parse_deck(self.deck.value or ""),
        }
        draft.content |= {key: value for key, value in further.items() if value}
        for tie in dict.fromkeys(self.tie.data):
            draft.toggle_tie(*tie.partition(":")[::2])
        return draft


def format_teams(teams: Teams) -> str:
    """Return the form's value for teams, such as "4/2": number of players and number of teams."""
    return f"{teams.players}/{teams.teams}"
