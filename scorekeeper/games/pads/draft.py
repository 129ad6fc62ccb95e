"""A draft: a pad that is being made by taps, and its conversion to and from a pad file.

A pad file can have features that no draft has. Only a file that a draft could have produced is read back as one; all
others are edited as text.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.games.pads.padfile import LABEL, MOST_ENTRIES
from scorekeeper.language.text import Text

WORTHS = ("sum", "times", "table", "formula", "nothing")
"""What a row can score: its number, a multiple of that, an entry of a table, a formula, or nothing."""


@dataclass(frozen=True, slots=True)
class RowKind:
    """A kind of row that can be made by taps.

    `label` is its name, and `usual` the label of a new row. `lines` declare it in the pad file. `worths` is what the
    row can score: one of WORTHS each. `needs_points` is set if the pad file always has to say what the row is worth.

    A row is `entered` unless it is calculated or a remark, and has a `number` unless it is a choice or a remark.
    """

    label: Text
    usual: Text
    lines: tuple[str, ...]
    worths: tuple[str, ...] = WORTHS
    needs_points: bool = False
    entered: bool = True
    number: bool = True


# Four digits on either side of 0: without `most`, a number goes up to 9,999.
BELOW = ('kind = "number"', "least = -9999")

KINDS: Mapping[str, RowKind] = {
    "number": RowKind(Text("Number"), Text("Points"), ('kind = "number"',)),
    "below": RowKind(Text("Number, can be negative"), Text("Points"), BELOW),
    "counter": RowKind(Text("Small number, by tapping"), Text("How many"), ('kind = "counter"',)),
    "tick": RowKind(Text("Tick"), Text("Bonus"), ('kind = "tick"',), needs_points=True),
    "one": RowKind(
        Text("Tick for one player only"), Text("First"), ('kind = "tick"', 'owner = "one"'), needs_points=True
    ),
    "choice": RowKind(Text("Choice"), Text("Choice"), (), needs_points=True, number=False),
    "worked": RowKind(Text("Calculated"), Text("Extra"), (), worths=("formula",), entered=False),
    "words": RowKind(Text("Note"), Text("Note"), ('kind = "words"',), worths=(), entered=False, number=False),
}
"""The kinds of rows by the name with which drafts are stored."""

# Equal to PadCounter.widest in boxes.py. A file with a larger number would be refused.
MOST_COUNTER = 30
"""The largest number that a counter of a draft can have."""

MOST_ROWS = MOST_ENTRIES["row"]

MOST_TIES = MOST_ENTRIES["tie"]

MOST_PARTS = 60
"""The maximum number of parts in a formula made by taps."""

KEY = re.compile("r[1-9][0-9]?")

TIMES = re.compile("-?[1-9][0-9]{0,2}")
"""The pattern of a factor: a whole number from −999 to 999, but not 0."""

PART = re.compile(r"[0-9]+|[a-z][a-z0-9_]*\(?|>=|<=|[-+*/(),<>=]")
"""The pattern of a part of a formula: a number, the key of a row, a function and its opening bracket, or a sign."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A row of a draft.

    `kind` is a key of KINDS. `worth` is one of WORTHS and says how the row scores. `amount` is the factor for "times",
    the entries for "table" or the formula for "formula", as typed. `choices` lists words with their points, as typed,
    such as "Bronze 1, Silver 3". `most` is the largest number of a counter, or 0 for the default.
    """

    key: str
    kind: str
    label: str
    worth: str = "sum"
    amount: str = ""
    choices: str = ""
    most: int = 0

    @property
    def worths(self) -> tuple[str, ...]:
        """What `worth` can be in this row: nothing for a remark, only "formula" for a calculated row, or any."""
        return KINDS[self.kind].worths


class Teams(NamedTuple):
    """A number of players, and a number of equal teams in which they can play."""

    players: int
    teams: int


TEAMS = (Teams(4, 2), Teams(6, 2), Teams(6, 3), Teams(8, 2), Teams(8, 4))
"""The teams that can be chosen by a tap."""

WHICH = ("most", "fewest")


class DraftTie(NamedTuple):
    """A tie-break. Ahead is the player with the most or the fewest (`which`) in the row with this key."""

    key: str
    which: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A pad that is being made by taps.

    `fewest` is set if the fewest points win. `rounds` is the number of rounds, or 0 if it is open. `until` is the
    number of points that ends the game, or 0 for no such limit. `players` holds the minimum and the maximum number of
    players. `start` is the number of points at the start, from which all points are subtracted, or 0 if points are
    added. `teams` is the number of teams, whose partners share all rows, or 0 if everybody plays alone. `ties` lists
    the tie-breaks in the order in which they apply. `starter` is set if each round has a starting player, not a dealer.
    """

    name: str = ""
    rows: tuple[DraftRow, ...] = ()
    fewest: bool = False
    rounds: int = 0
    until: int = 0
    players: tuple[int, int] = (2, 6)
    start: int = 0
    teams: int = 0
    ties: tuple[DraftTie, ...] = ()
    starter: bool = False

    def row(self, key: str) -> DraftRow | None:
        """Return the row with this key, or None if there is none."""
        return next((row for row in self.rows if row.key == key), None)

    def with_row(self, kind: str, label: str) -> "Draft":
        """Return the draft with a new row at the end, or unchanged if it is full or the kind is unknown."""
        if kind not in KINDS or len(self.rows) >= MOST_ROWS:
            return self
        # Never the key of an existing row: formulas and tie-breaks refer to rows by key, also after they move.
        key = f"r{max((int(row.key[1:]) for row in self.rows), default=0) + 1}"
        worth = next(iter(KINDS[kind].worths), "sum")
        return replace(self, rows=(*self.rows, DraftRow(key, kind, label, worth)))

    def with_bonus(self, label: str, which: str = "most") -> "Draft":
        """Return the draft with a new last row: a bonus for the players with the most in the row `self.counted`.

        If `which` is "second", the bonus is for the second most. Tied players all get the full bonus. Nobody gets the
        bonus for 0 unless that is changed later. If `self.counted` is None, the new row has no bonus yet.
        """
        counted, draft = self.counted, self.with_row("worked", label)
        if not counted or draft is self:
            return draft
        return draft.replace_row(replace(draft.rows[-1], amount=Bonus(which, counted.key, "5").amount))

    @property
    def counted(self) -> "DraftRow | None":
        """The row that a new bonus compares: the last one that is not a remark, a choice or a bonus.

        None if there is no such row.
        """
        return next((row for row in reversed(self.rows) if KINDS[row.kind].number and not parse_bonus(row)), None)

    def without_row(self, key: str) -> "Draft":
        """Return the draft without a row and its tie-break.

        Formulas that refer to the row stay, and are refused when the pad file is read.
        """
        ties = tuple(tie for tie in self.ties if tie.key != key)
        return replace(self, rows=tuple(row for row in self.rows if row.key != key), ties=ties)

    def with_tie(self, key: str, which: str) -> "Draft":
        """Return the draft with a tie-break added at the end, or removed if the draft already has it.

        A new tie-break replaces one that uses the same row with the other value of `which`. Return the draft unchanged
        if the row cannot break ties or there are too many tie-breaks.
        """
        row = self.row(key)
        if row is None or not row.worths or which not in WHICH:
            return self
        others = tuple(tie for tie in self.ties if tie.key != key)
        if DraftTie(key, which) in self.ties:
            return replace(self, ties=others)
        return replace(self, ties=(*others, DraftTie(key, which))) if len(others) < MOST_TIES else self

    def row_up(self, key: str) -> "Draft":
        """Return the draft with a row moved up by one place, or unchanged if it is the first row."""
        rows = list(self.rows)
        place = next((place for place, row in enumerate(rows) if row.key == key), 0)
        if place:
            rows[place - 1], rows[place] = rows[place], rows[place - 1]
        return replace(self, rows=tuple(rows))

    def map_texts(self, change: Callable[[str], str]) -> "Draft":
        """Return the draft with every typed text changed: its name, the labels of its rows, and choices."""
        rows = [replace(row, label=change(row.label), choices=change(row.choices)) for row in self.rows]
        return replace(self, name=change(self.name), rows=tuple(rows))

    def replace_row(self, row: DraftRow) -> "Draft":
        """Return the draft with this row in place of the one with the same key."""
        return replace(self, rows=tuple(row if existing.key == row.key else existing for existing in self.rows))


def load_draft(content: Mapping[str, Any]) -> Draft:
    """Return the draft of which `dataclasses.asdict` returned this content. Raise KeyError or TypeError otherwise."""
    rows = tuple(DraftRow(**row) for row in content["rows"])
    ties = tuple(DraftTie(*tie) for tie in content["ties"])
    return Draft(**{**content, "rows": rows, "players": tuple(content["players"]), "ties": ties})


class Bonus(NamedTuple):
    """Points for the players with the most, or the second most, in the row with this key.

    `which` is one of BONUSES. `points` are digits. `zero` is set if players get the points even for 0.
    """

    which: str
    key: str
    points: str
    zero: bool = False

    @property
    def amount(self) -> str:
        """The formula of the bonus."""
        said = f"{self.which}( {self.key} )"
        return f"{said} * {self.points}" if self.zero else f"( {said} and {self.key} > 0 ) * {self.points}"


BONUSES = ("most", "second")


def parse_bonus(row: DraftRow) -> Bonus | None:
    """Return the bonus that the formula of a row describes, or None if it describes anything else."""
    said = rf"({'|'.join(BONUSES)})\( ({KEY.pattern}) "
    plain = re.fullmatch(rf"{said}(?:\) )?\* ([0-9]*)", row.amount)
    above = re.fullmatch(rf"\( {said}\) and \2 > 0 \) \* ([0-9]*)", row.amount)
    match = plain or above
    return Bonus(match[1], match[2], match[3], plain is not None) if match and row.kind == "worked" else None


def flip_sign(amount: str) -> str:
    """Return the entries of a table with the sign of the last one flipped.

    So a minus can be tapped before or after the number.
    """
    *others, last = amount.split(",")
    last = last.strip()
    return ", ".join(
        [*(f"{number.strip()} " for number in others), last[1:].strip() if last[:1] == "-" else f"- {last}"]
    ).strip()


def parts_of(amount: str) -> list[str]:
    """Return the numbers, names, functions and signs of a formula in order, at most MOST_PARTS of them."""
    return PART.findall(amount)[:MOST_PARTS]


def parse_factor(amount: str) -> str:
    """Return a typed factor without spaces and with a plain minus sign. Return "2" if it is not valid."""
    said = re.sub(r"\s", "", amount).replace("\N{MINUS SIGN}", "-")
    return said if TIMES.fullmatch(said) else "2"


def add_part(amount: str, part: str) -> str:
    """Return a formula with a part added, or unchanged if the part is not valid or the formula is full.

    A digit that follows a number extends it, up to five digits.
    """
    parts = parts_of(amount)
    if not PART.fullmatch(part) or (len(parts) >= MOST_PARTS and not part.isdigit()):
        return amount
    if part.isdigit() and parts and parts[-1].isdigit():
        last = parts.pop() + part
        # Five digits stay below LARGEST_NUMBER, so a tap never makes a formula that is not valid.
        return " ".join([*parts, last[:5]])
    return " ".join([*parts, part])


def split_table(amount: str) -> list[str]:
    """Return the entries of a table as they are displayed, starting with the one for 0.

    An entry that is still to be tapped is "".
    """
    return [number.replace(" ", "").replace("-", "\N{MINUS SIGN}") for number in amount.split(",")]


def finish(row: DraftRow) -> str:
    """Return the `amount` of a row, completed if somebody is still tapping it.

    Open brackets of a formula are closed. Unfinished entries at the end of a table are dropped, and an empty table
    becomes "0". Other amounts are returned unchanged.
    """
    parts = parts_of(row.amount)
    if row.worth == "table":
        while parts and parts[-1] in (",", "-"):
            parts.pop()
        return " ".join(parts) or "0"
    opened = sum(part.endswith("(") for part in parts) - parts.count(")")
    return " ".join([*parts, *[")"] * opened]) if row.worth == "formula" else row.amount


def remove_part(amount: str) -> str:
    """Return a formula without its last part, or without the last digit of a number."""
    *parts, last = parts_of(amount) or [""]
    return " ".join([*parts, last[:-1]] if len(last) > 1 and last.isdigit() else parts)


# Draft to pad file


def write_draft(draft: Draft) -> str:
    """Return the text of the pad file for a draft.

    It may not be valid, because names and formulas are only checked when the file is read.
    """
    lines = [
        "format = 1",
        f"name = {_quote(draft.name)}",
        f"players = [{draft.players[0]}, {draft.players[1]}]",
        *(['wins = "fewest"'] if draft.fewest else []),
        *([f'rounds = "{draft.rounds}"'] if draft.rounds else []),
        *_format_ending(draft),
        *([f"teams = {draft.teams}"] if draft.teams else []),
        *(['lead = "starter"'] if draft.starter else []),
    ]
    for row in draft.rows:
        team = ["team = true"] if draft.teams and KINDS[row.kind].entered else []
        worth = _format_worth(row, draft.start > 0)
        lines += ["", f"[row.{row.key}]", f"label = {_quote(row.label)}", *_format_box(row), *worth, *team]
    rows = {row.key: row for row in draft.rows}
    for tie in draft.ties:
        decides = rows[tie.key]
        lines += [
            "",
            f"[tie.{tie.key}]",
            f"label = {_quote(decides.label)}",
            f'{tie.which} = "{_format_reference(decides)}"',
        ]
    return "\n".join(lines) + "\n"


def _format_ending(draft: Draft) -> list[str]:
    if draft.start:
        return [f'start = "{draft.start}"', f'over = "total <= {draft.until}"']
    return [f'over = "total >= {draft.until}"'] if draft.until else []


def _format_reference(row: DraftRow) -> str:
    """Return the expression by which a formula refers to the number of a row."""
    return f"value({row.key})" if row.kind == "choice" else row.key


def _format_box(row: DraftRow) -> Iterator[str]:
    yield from KINDS[row.kind].lines
    if row.most:
        yield f"most = {row.most}"
    if row.kind == "choice":
        said = [
            f"c{number} = {{ label = {_quote(label)}, value = {value} }}"
            for number, (label, value) in enumerate(parse_choices(row.choices), 1)
        ]
        yield f"choices = {{ {', '.join(said)} }}" if said else "choices = {}"


def _format_worth(row: DraftRow, taken_off: bool) -> Iterator[str]:
    what = _format_reference(row)
    if not row.worths:
        return
    if row.worth == "nothing":
        yield "counts = false"
        return
    amount = finish(row)
    points = {"times": f"{amount} * {what}", "table": f"table({what}, {amount})", "formula": amount}
    said = points.get(row.worth, what)
    if taken_off:
        yield f"points = {_quote(f'-({said})')}"
    elif row.worth != "sum" or KINDS[row.kind].needs_points:
        yield f"points = {_quote(said)}"


def parse_choices(typed: str) -> list[tuple[str, int]]:
    """Return the label and the points of each choice, typed as in "Bronze 1, Silver 3".

    A label without a number scores 0.
    """
    choices = []
    for part in typed.split(","):
        # Five digits, as many as MOST_POINTS has. People type either minus sign.
        said = re.fullmatch(r"\s*(.*?)(?:\s+([-−]?[0-9]{1,5}))?\s*", part)
        if said and said[1]:
            choices.append((said[1], int((said[2] or "0").replace("−", "-"))))
    return choices


def _quote(text: str) -> str:
    # A JSON string is a valid TOML string as well: both escape quotes, backslashes and control characters alike.
    return json.dumps(text, ensure_ascii=False)


# Pad file to draft

PARTED = re.compile(r'^(points = "(?:-\()?)- (?=[1-9][0-9]{0,2} \* )', re.MULTILINE)
"""The pattern of a factor with a space after its minus sign, as earlier versions wrote it."""


def read_draft(text: str) -> Draft | None:
    """Return the draft from which a pad file was made, or None if no draft gives exactly this text."""
    text = PARTED.sub(r"\1-", text)
    try:
        draft = _build_draft(tomllib.loads(text))
        # Only an exact round trip is a draft: a comment or a feature that drafts lack would be lost on saving.
        return draft if write_draft(draft) == text else None
    # The file can have any shape, since users edit it by hand. Whatever does not fit is not a draft.
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return None


def _build_draft(content: Mapping[str, Any]) -> Draft:
    start = int(content.get("start", 0))
    over = content.get("over", "total >= 0").removeprefix("total <= " if start else "total >= ")
    least, most = content["players"]
    rows = tuple(_parse_row(key, part, start > 0) for key, part in content["row"].items() if KEY.fullmatch(key))
    ties = tuple(
        DraftTie(key, which) for key, part in content.get("tie", {}).items() for which in WHICH if which in part
    )
    return Draft(
        content["name"],
        rows,
        content.get("wins") == "fewest",
        int(content.get("rounds", 0)),
        int(over),
        (least, most),
        start,
        content.get("teams", 0),
        ties,
        content.get("lead") == "starter",
    )


def _parse_row(key: str, part: Mapping[str, Any], taken_off: bool) -> DraftRow:
    choices = ", ".join(f"{choice['label']} {choice['value']}" for choice in part.get("choices", {}).values())
    points = part.get("points", "")
    # In a pad that counts down every row is subtracted, so `write_draft` wraps its points in a minus.
    points = points.removeprefix("-(").removesuffix(")") if taken_off else points
    what = f"value({key})" if choices else key
    worth, amount = "formula", points
    if part.get("counts") is False:
        worth, amount = "nothing", ""
    elif points in ("", what):
        worth, amount = "sum", ""
    elif times := re.fullmatch(rf"({TIMES.pattern}) \* {re.escape(what)}", points):
        worth, amount = "times", times[1]
    elif table := re.fullmatch(rf"table\({re.escape(what)}, ([-0-9 ,]*)\)", points):
        worth, amount = "table", table[1]
    return DraftRow(key, _find_kind(part), part["label"], worth, amount, choices, part.get("most", 0))


def _find_kind(part: Mapping[str, Any]) -> str:
    if "choices" in part:
        return "choice"
    kind = part.get("kind", "worked")
    if kind == "tick":
        return "one" if "owner" in part else "tick"
    return "below" if kind == "number" and "least" in part else str(kind)


MOST_LETTERS = LABEL
"""The maximum number of characters of a name or a label."""
