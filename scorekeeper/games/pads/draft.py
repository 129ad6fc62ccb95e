"""A pad as it is made by taps: a name, rows of a few kinds, what each is worth; written out as a pad file.

A draft says less than a file can. What was written out is read back; what a hand has written stays a file.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.games.pads.padfile import LABEL, MOST_ENTRIES

KINDS: Mapping[str, tuple[str, ...]] = {
    "number": ('kind = "number"',),
    "below": ('kind = "number"', "least = -9999"),
    "counter": ('kind = "counter"',),
    "tick": ('kind = "tick"',),
    "one": ('kind = "tick"', 'owner = "one"'),
    "choice": (),
    "worked": (),
    "words": ('kind = "words"',),
}
"""What can stand in a row: a number, one that may be below 0, a small number tapped, a tick, a tick that exactly one
has, one of several words, what is worked out from other rows, a remark; and the lines of the file that say so."""

WORTHS = ("sum", "times", "table", "formula", "nothing")
"""What a row can be worth: what is in it, so many times that, looked up, a formula, nothing itself."""

MOST_COUNTER = 30
"""The largest number that can be tapped."""

MOST_ROWS = MOST_ENTRIES["row"]

MOST_TIES = MOST_ENTRIES["tie"]

MOST_PARTS = 60
"""Parts of a formula that can be tapped together."""

KEY = re.compile("r[1-9][0-9]?")

TIMES = re.compile("-?[1-9][0-9]{0,2}")
"""So many times a number: up to 999, also below 0."""

PART = re.compile(r"[0-9]+|[a-z][a-z0-9_]*\(?|>=|<=|[-+*/(),<>=]")
"""A part of a formula: a number, the key of a row, a function with its bracket, a sign."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A row; `amount` holds the times, the numbers of a table or the formula, `choices` words with their worth.

    `most` is the largest number of a counter, 0: the usual one.
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
        """What it can be worth. Ours: a remark counts nothing, and what is worked out has a formula."""
        return {"words": (), "worked": ("formula",)}.get(self.kind, WORTHS)


class Teams(NamedTuple):
    """So many players in so many teams of one size."""

    players: int
    teams: int


TEAMS = (Teams(4, 2), Teams(6, 2), Teams(6, 3), Teams(8, 2), Teams(8, 4))
"""The teams that can be tapped."""

WHICH = ("most", "fewest")


class DraftTie(NamedTuple):
    """What decides between players who are level: who has most of a row is ahead, or fewest."""

    key: str
    which: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A pad that is being made; `rounds` 0: no number, `until` 0: nobody ends it by points.

    `start` > 0: rows are taken off that until somebody is at `until`. `teams` 0: everybody alone; else partners have
    all rows together. `ties` decide one after the other. `starter`: who starts is named before a round, not who deals.
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
        """The row of that key, if there is one. Ours: a row keeps its key for as long as it is there."""
        return next((row for row in self.rows if row.key == key), None)

    def with_row(self, kind: str, label: str) -> "Draft":
        """One row more, as long as there is room. Ours: a row stands where it was tapped, at the end."""
        if kind not in KINDS or len(self.rows) >= MOST_ROWS:
            return self
        key = f"r{max((int(row.key[1:]) for row in self.rows), default=0) + 1}"
        worth = "formula" if kind == "worked" else "sum"
        return replace(self, rows=(*self.rows, DraftRow(key, kind, label, worth)))

    def with_bonus(self, label: str, which: str = "most") -> "Draft":
        """One row more: a bonus for whoever has most of the last row, or `second` most.

        Ours: whoever shares it has all of it, and nobody gets it for 0 unless that is tapped.
        """
        counted, draft = self.counted, self.with_row("worked", label)
        if not counted or draft is self:
            return draft
        return draft.changed(replace(draft.rows[-1], amount=Bonus(which, counted.key, "5").amount))

    @property
    def counted(self) -> "DraftRow | None":
        """The row that a bonus would count. Ours: the last one that holds a number and is no bonus itself."""
        return next(
            (row for row in reversed(self.rows) if row.kind not in ("words", "choice") and not bonus_of(row)), None
        )

    def without_row(self, key: str) -> "Draft":
        """The same without a row. Ours: a formula that asks for it says so."""
        ties = tuple(tie for tie in self.ties if tie.key != key)
        return replace(self, rows=tuple(row for row in self.rows if row.key != key), ties=ties)

    def with_tie(self, key: str, which: str) -> "Draft":
        """One more thing that decides, or one less where it did already. Ours: they decide as they were tapped."""
        row = self.row(key)
        if row is None or row.kind == "words" or which not in WHICH:
            return self
        others = tuple(tie for tie in self.ties if tie.key != key)
        if DraftTie(key, which) in self.ties:
            return replace(self, ties=others)
        return replace(self, ties=(*others, DraftTie(key, which))) if len(others) < MOST_TIES else self

    def row_up(self, key: str) -> "Draft":
        """The row one place further up. Ours: rows are asked for from the top."""
        rows = list(self.rows)
        place = next((place for place, row in enumerate(rows) if row.key == key), 0)
        if place:
            rows[place - 1], rows[place] = rows[place], rows[place - 1]
        return replace(self, rows=tuple(rows))

    def changed(self, row: DraftRow) -> "Draft":
        """The same with another row in place of the one with its key. Ours: what was tapped last holds."""
        return replace(self, rows=tuple(row if one.key == row.key else one for one in self.rows))


class Bonus(NamedTuple):
    """Points for whoever has most of a row, or second most; `zero`: also for 0."""

    which: str
    key: str
    points: str
    zero: bool = False

    @property
    def amount(self) -> str:
        """The formula that says so. Ours: to have nothing is not to have most."""
        said = f"{self.which}( {self.key} )"
        return f"{said} * {self.points}" if self.zero else f"( {said} and {self.key} > 0 ) * {self.points}"


BONUSES = ("most", "second")


def bonus_of(row: DraftRow) -> Bonus | None:
    """The bonus that a row is, None where it is none. Ours: a bonus is most of one row, times."""
    said = rf"({'|'.join(BONUSES)})\( ({KEY.pattern}) "
    plain = re.fullmatch(rf"{said}(?:\) )?\* ([0-9]*)", row.amount)
    above = re.fullmatch(rf"\( {said}\) and \2 > 0 \) \* ([0-9]*)", row.amount)
    match = plain or above
    return Bonus(match[1], match[2], match[3], plain is not None) if match and row.kind == "worked" else None


def with_minus(amount: str) -> str:
    """A table whose last number is below 0, or above it again. Ours: a minus may be tapped before or after a number."""
    *others, last = amount.split(",")
    last = last.strip()
    return ", ".join(
        [*(f"{one.strip()} " for one in others), last[1:].strip() if last[:1] == "-" else f"- {last}"]
    ).strip()


def parts_of(amount: str) -> list[str]:
    """The parts of a formula as they were tapped. Ours: what was tapped is taken back part by part."""
    return PART.findall(amount)[:MOST_PARTS]


def times_of(amount: str) -> str:
    """How many times, "2" for what is no such number. Ours: a minus before a number belongs to it."""
    said = re.sub(r"\s", "", amount).replace("\N{MINUS SIGN}", "-")
    return said if TIMES.fullmatch(said) else "2"


def with_part(amount: str, part: str) -> str:
    """A formula with one part more; digits that follow each other are one number. Ours: a tap adds one part."""
    parts = parts_of(amount)
    if not PART.fullmatch(part) or (len(parts) >= MOST_PARTS and not part.isdigit()):
        return amount
    if part.isdigit() and parts and parts[-1].isdigit():
        last = parts.pop() + part
        return " ".join([*parts, last[:5]])
    return " ".join([*parts, part])


def table_of(amount: str) -> list[str]:
    """What a table is worth at 0, at 1 and so on, "" where that is still to be tapped. Ours: at least at 0."""
    return [number.replace(" ", "").replace("-", "\N{MINUS SIGN}") for number in amount.split(",")]


def finished(row: DraftRow) -> str:
    """The formula or table of a row with what is left open at its end closed.

    Ours: a bracket that is still open and a number that is still to come are no mistakes while one taps.
    """
    parts = parts_of(row.amount)
    if row.worth == "table":
        while parts and parts[-1] in (",", "-"):
            parts.pop()
        return " ".join(parts) or "0"
    opened = sum(part.endswith("(") for part in parts) - parts.count(")")
    return " ".join([*parts, *[")"] * opened]) if row.worth == "formula" else row.amount


def without_part(amount: str) -> str:
    """A formula without its last part, or the last digit of it. Ours: a tap takes back a tap."""
    *parts, last = parts_of(amount) or [""]
    return " ".join([*parts, last[:-1]] if len(last) > 1 and last.isdigit() else parts)


# out


def text_of(draft: Draft) -> str:
    """The file of a draft, which may still be refused when it is read.

    Ours: a pad made by taps is a file like any other.
    """
    lines = [
        "format = 1",
        f"name = {_quoted(draft.name)}",
        f"players = [{draft.players[0]}, {draft.players[1]}]",
        *(['wins = "fewest"'] if draft.fewest else []),
        *([f'rounds = "{draft.rounds}"'] if draft.rounds else []),
        *_ending(draft),
        *([f"teams = {draft.teams}"] if draft.teams else []),
        *(['lead = "starter"'] if draft.starter else []),
    ]
    for row in draft.rows:
        team = ["team = true"] if draft.teams and row.kind not in ("words", "worked") else []
        worth = _worth(row, draft.start > 0)
        lines += ["", f"[row.{row.key}]", f"label = {_quoted(row.label)}", *_box(row), *worth, *team]
    rows = {row.key: row for row in draft.rows}
    for tie in draft.ties:
        decides = rows[tie.key]
        lines += ["", f"[tie.{tie.key}]", f"label = {_quoted(decides.label)}", f'{tie.which} = "{_what(decides)}"']
    return "\n".join(lines) + "\n"


def _ending(draft: Draft) -> list[str]:
    if draft.start:
        return [f'start = "{draft.start}"', f'over = "total <= {draft.until}"']
    return [f'over = "total >= {draft.until}"'] if draft.until else []


def _what(row: DraftRow) -> str:
    """How a formula asks for what stands in a row."""
    return f"value({row.key})" if row.kind == "choice" else row.key


def _box(row: DraftRow) -> Iterator[str]:
    yield from KINDS[row.kind]
    if row.most:
        yield f"most = {row.most}"
    if row.kind == "choice":
        said = [
            f"c{number} = {{ label = {_quoted(label)}, value = {value} }}"
            for number, (label, value) in enumerate(choices_of(row.choices), 1)
        ]
        yield f"choices = {{ {', '.join(said)} }}" if said else "choices = {}"


def _worth(row: DraftRow, taken_off: bool) -> Iterator[str]:
    what = _what(row)
    if row.kind == "words":
        return
    if row.worth == "nothing":
        yield "counts = false"
        return
    amount = finished(row)
    points = {"times": f"{amount} * {what}", "table": f"table({what}, {amount})", "formula": amount}
    said = points.get(row.worth, what)
    if taken_off:
        yield f"points = {_quoted(f'-({said})')}"
    elif row.worth != "sum" or row.kind in ("tick", "one", "choice"):
        yield f"points = {_quoted(said)}"


def choices_of(typed: str) -> list[tuple[str, int]]:
    """The words of a choice as they are typed, "Bronze 1, Silver 3": each with what it is worth.

    Ours: the number behind a word is its worth, 0 where there is none.
    """
    choices = []
    for one in typed.split(","):
        said = re.fullmatch(r"\s*(.*?)(?:\s+([-−]?[0-9]{1,5}))?\s*", one)
        if said and said[1]:
            choices.append((said[1], int((said[2] or "0").replace("−", "-"))))
    return choices


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# in again

PARTED = re.compile(r'^(points = "(?:-\()?)- (?=[1-9][0-9]{0,2} \* )', re.MULTILINE)
"""A minus that stands apart from the number that it belongs to, as it was once written out."""


def draft_of(text: str) -> Draft | None:
    """The draft that a file was written out from; None for a file that says more than a draft can.

    Ours: what taps cannot say is changed in the file.
    """
    text = PARTED.sub(r"\1-", text)
    try:
        draft = _read(tomllib.loads(text))
        return draft if text_of(draft) == text else None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return None


def _read(content: Mapping[str, Any]) -> Draft:
    start = int(content.get("start", 0))
    over = content.get("over", "total >= 0").removeprefix("total <= " if start else "total >= ")
    least, most = content["players"]
    rows = tuple(_row(key, part, start > 0) for key, part in content["row"].items() if KEY.fullmatch(key))
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


def _row(key: str, part: Mapping[str, Any], taken_off: bool) -> DraftRow:
    choices = ", ".join(f"{one['label']} {one['value']}" for one in part.get("choices", {}).values())
    points = part.get("points", "")
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
    return DraftRow(key, _kind(part), part["label"], worth, amount, choices, part.get("most", 0))


def _kind(part: Mapping[str, Any]) -> str:
    if "choices" in part:
        return "choice"
    kind = part.get("kind", "worked")
    if kind == "tick":
        return "one" if "owner" in part else "tick"
    return "below" if kind == "number" and "least" in part else str(kind)


MOST_LETTERS = LABEL
"""Letters of a name or a label."""
