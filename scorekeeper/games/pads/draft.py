"""A pad that is being made by taps: the content of its pad file, what taps change in it, and the text of that file.

A pad file can have features that no draft has. Only a file that a draft could have produced is read back as one; all
others are edited as text.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from string import ascii_letters
from typing import Any, NamedTuple

from scorekeeper.games.pads.padfile import LABEL_LENGTH, MOST_ENTRIES, SUIT
from scorekeeper.language.text import Text

PadPart = dict[str, Any]
"""A part of a pad file, as `tomllib` returns it."""

WORTH_LABELS = {
    "sum": Text("Add it up"),
    "times": Text("Multiply"),
    "table": Text("From a table"),
    "formula": Text("From a formula"),
    "nothing": Text("Does not score"),
    "wins": Text("Wins immediately"),
}
"""What a row can score: its number, a multiple of that, an entry of a table, a formula, nothing, or the win."""

WORTHS_OF_TICK = tuple(WORTH_LABELS)
"""What a tick can score."""

WORTHS = WORTHS_OF_TICK[:-1]
"""What other rows can score. Only a tick can win the game at once."""

# Equal to CounterBox.widest in boxes.py. A file with a larger number would be refused.
MOST_COUNTER = 30
"""The largest number that a counter of a draft can have."""

MOST_ROWS, MOST_TIES, MOST_SUITS = [MOST_ENTRIES[part] for part in ("row", "tie", "suits")]

MOST_TAPPED = 60
"""The maximum number of parts in a formula made by taps."""

ROW_KEY = re.compile("r[1-9][0-9]?")

FACTOR = re.compile("-?[1-9][0-9]{0,2}")
"""The pattern of a factor: a whole number from −999 to 999, but not 0."""

TAPPED_OPERATORS = ("+", "-", "*", "/", "(", ")", ",", "=", ">", ">=")

TAPPED_FUNCTIONS = {
    "max(": Text("the larger"),
    "min(": Text("the smaller"),
    "floor(": Text("rounded down"),
    "if(": Text("if, then, else"),
    "most(": Text("1 for the most"),
    "second(": Text("1 for second most"),
    "least(": Text("1 for the fewest"),
    "lead(": Text("lead over the next best"),
    "sets(": Text("full sets"),
}
"""The functions of a formula, and what they mean."""

SUIT_SIGNS = (
    ("red", "drop"), ("blue", "moon"), ("green", "leaf"), ("yellow", "sun"), ("purple", "heart"), ("orange", "peak"),
    ("grey", "diamond"), ("red", "club"), ("blue", "spade"), ("green", "peak"), ("yellow", "heart"), ("purple", "sun"),
)  # fmt: skip
"""The hue and the shape of each suit, in their order."""


@dataclass(frozen=True, slots=True)
class RowKind:
    """A kind of row that can be made by taps."""

    label: Text
    """Its name."""

    usual: Text
    """The label of a new row."""

    part: Mapping[str, Any]
    """What declares it in the pad file."""

    worths: tuple[str, ...] = WORTHS
    """What a row can score."""

    needs_points: bool = False
    """Whether the pad file always has to say what the row is worth."""

    entered: bool = True
    """Whether it is neither calculated nor a remark."""

    number: bool = True
    """Whether a bonus can compare it: neither a choice nor a remark."""

    suited: bool = False
    """Whether there is a row for each suit."""


ROW_KINDS: Mapping[str, RowKind] = {
    "number": RowKind(Text("Number"), Text("Points"), {"kind": "number"}),
    # Four digits on either side of 0: without `most`, a number goes up to 9,999.
    "below": RowKind(Text("Number, can be negative"), Text("Points"), {"kind": "number", "least": -9999}),
    "counter": RowKind(Text("Small number, by tapping"), Text("How many"), {"kind": "counter"}),
    "tick": RowKind(Text("Tick"), Text("Bonus"), {"kind": "tick"}, worths=WORTHS_OF_TICK, needs_points=True),
    "one": RowKind(
        Text("Tick for one player only"),
        Text("First"),
        {"kind": "tick", "owner": "one"},
        worths=WORTHS_OF_TICK,
        needs_points=True,
    ),
    "choice": RowKind(Text("Choice"), Text("Choice"), {"choices": {}}, needs_points=True, number=False),
    "worked": RowKind(Text("Calculated"), Text("Extra"), {}, worths=("formula",), entered=False),
    "words": RowKind(Text("Note"), Text("Note"), {"kind": "words"}, worths=(), entered=False, number=False),
    "pile": RowKind(Text("Cards of each suit"), Text("Cards"), {"kind": "pile"}, suited=True),
    "each": RowKind(Text("Small number for each suit"), Text("How many"), {"kind": "counter"}, suited=True),
    "worked_each": RowKind(
        Text("Calculated for each suit"), Text("Extra"), {}, worths=("formula",), entered=False, suited=True
    ),
}
"""The kinds of rows by their names in forms."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A row of a draft."""

    name: str
    """Its key in the pad file."""
    part: PadPart
    """What the file says of it, with its "worth" and the "amount" of that in place of "points" and "counts"."""

    @property
    def key(self) -> str:
        """The key in forms, such as "r1", also if there is a row for each suit."""
        return self.name.removeprefix(f"{SUIT}_")

    @property
    def suited(self) -> bool:
        """Whether there is a row for each suit."""
        return SUIT in self.name

    @property
    def kind(self) -> str:
        """The key of its kind in ROW_KINDS. Raise StopIteration if taps make no such row."""
        if "choices" in self.part:
            return "choice"
        part = {field: self.part[field] for field in ("kind", "least", "owner") if field in self.part}
        return next(key for key, kind in ROW_KINDS.items() if kind.part == part and kind.suited == self.suited)

    @property
    def label(self) -> str:
        """Its label, in which … stands for the suit."""
        return str(self.part["label"]).replace("{label}", "…")

    def rename(self, label: str) -> None:
        """Give it another label. Without …, that of a row for each suit begins with the suit."""
        if self.suited and "…" not in label:
            label = f"…: {label}" if label else "…"
        self.part["label"] = label.replace("…", "{label}") if self.suited else label

    @property
    def worths(self) -> tuple[str, ...]:
        """What it can score."""
        return ROW_KINDS[self.kind].worths

    @property
    def reference(self) -> str:
        """The expression by which formulas refer to its number. For a pile that is the number of cards."""
        inner = {"choice": "value", "pile": "count"}.get(self.kind)
        return f"{inner}({self.name})" if inner else self.name

    @property
    def usual(self) -> str:
        """The formula that scores its number as it is. For a pile that is the sum of the values."""
        return self.name if self.kind == "pile" else self.reference

    @property
    def worth(self) -> str:
        """What it scores, one of WORTHS_OF_TICK."""
        return str(self.part["worth"])

    @property
    def amount(self) -> str:
        """The factor, the entries of the table, or the formula. It can be unfinished."""
        return str(self.part["amount"])

    def score(self, worth: str, amount: str = "") -> None:
        """Set what it is worth."""
        self.part.update(worth=worth, amount=amount)

    @property
    def _around(self) -> dict[str, tuple[str, str]]:
        """What stands before and after the amount in the formula of the points, for worths with an amount."""
        return {"table": (f"table({self.reference}, ", ")"), "times": ("", f" * {self.reference}"), "formula": ("", "")}

    @property
    def points(self) -> str:
        """The formula of its points, completed if somebody is still tapping it.

        Open brackets are closed. Unfinished entries at the end of a table are dropped, and an empty table becomes "0".
        """
        if self.worth not in self._around:
            return self.usual
        before, after = self._around[self.worth]
        if self.worth == "table":
            return f"{before}{self.amount.rstrip(' ,-') or '0'}{after}"
        parts = self.amount.split()
        opened = sum(part in (*TAPPED_FUNCTIONS, "(") for part in parts) - parts.count(")")
        return f"{before}{self.amount}{' )' * opened}{after}"

    def read_points(self) -> None:
        """Set what it is worth as the file says it."""
        counts, default, points = [self.part.pop(field, None) for field in ("counts", "default", "points")]
        if counts is False:
            self.score("nothing" if default is None else "wins")
        elif points in (None, self.usual):
            self.score("sum")
        else:
            for worth, (before, after) in self._around.items():
                amount = points.removeprefix(before).removesuffix(after)
                if points == before + amount + after and (worth != "times" or FACTOR.fullmatch(amount)):
                    self.score(worth, amount)
                    break


class Teams(NamedTuple):
    """A number of players, and a number of equal teams in which they can play."""

    players: int
    teams: int


TEAMS = {"4/2": Teams(4, 2), "6/2": Teams(6, 2), "6/3": Teams(6, 3), "8/2": Teams(8, 2), "8/4": Teams(8, 4)}
"""The teams that can be chosen by a tap, by their values in forms."""

WHICH = ("most", "fewest")


@dataclass(slots=True)
class Draft:
    """A pad that is being made by taps."""

    content: PadPart
    """The content of its pad file, which taps change.

    Unlike a file, it can lack a name and rows, and says what a row is worth as it was tapped. What follows from the
    rest is only written into the file: who shares a row, which ticks win, the labels of tie-breaks, and the minus of a
    countdown.
    """

    def __post_init__(self) -> None:
        for row in self.rows:
            if "worth" not in row.part:
                row.read_points()

    @property
    def name(self) -> str:
        """The name of the pad, "" without one."""
        return str(self.content["name"])

    @property
    def rows(self) -> list[DraftRow]:
        """The rows, in their order."""
        return [DraftRow(name, part) for name, part in self.content.get("row", {}).items()]

    def row(self, key: str) -> DraftRow | None:
        """Return the row with this key in forms or this reference, or None if there is none."""
        return next((row for row in self.rows if key in (row.key, row.reference)), None)

    @property
    def needs(self) -> set[str]:
        """The parts that it needs: a "name", a "row", for rows of each suit "suits", and for piles a "deck"."""
        suits = {"suits" for row in self.rows if row.suited}
        return {"name", "row", *suits, *("deck" for row in self.rows if row.kind == "pile")}

    def number(self, key: str) -> int:
        """Return the number of "rounds", or of points at the "start" or the end ("over"), or 0 if there is none."""
        return int(str(self.content.get(key, 0)).rpartition(" ")[2])

    @property
    def teams(self) -> str:
        """The key of the teams in TEAMS, or "" if everybody plays alone."""
        chosen = f"{self.content['players'][1]}/{self.content.get('teams')}"
        return chosen if chosen in TEAMS else ""

    @property
    def ties(self) -> list[tuple[str, str]]:
        """The tie-breaks in the order in which they apply: the key of a row, and "most" or "fewest"."""
        return [(key, which) for key, part in self.content.get("tie", {}).items() for which in WHICH if which in part]

    def add_row(self, kind: str, label: str) -> DraftRow | None:
        """Add a row at the end. Return it, or None if the draft is full."""
        if len(self.rows) >= MOST_ROWS:
            return None
        # Never the key of an existing row: formulas and tie-breaks refer to rows by key, also after they move.
        key = f"r{max((int(row.key[1:]) for row in self.rows), default=0) + 1}"
        row = DraftRow(f"{SUIT}_{key}" if ROW_KINDS[kind].suited else key, {**ROW_KINDS[kind].part})
        row.rename(label)
        row.score(next(iter(row.worths), "sum"))
        self.content.setdefault("row", {})[row.name] = row.part
        return row

    def add_bonus(self, label: str, which: str = "most") -> None:
        """Add a row with a bonus for the players with the most in the row `self.counted`.

        If `which` is "second", the bonus is for the second most. Tied players all get the full bonus. Nobody gets the
        bonus for 0 unless that is changed later. If `self.counted` is None, the new row has no bonus yet.
        """
        counted = self.counted
        row = self.add_row("worked_each" if counted and counted.suited else "worked", label)
        if row and counted:
            row.score("formula", Bonus(which, counted.reference, "5").formula)

    @property
    def counted(self) -> DraftRow | None:
        """The row that a new bonus compares: the last one that is not a remark, a choice or a bonus.

        None if there is no such row.
        """
        return next((row for row in reversed(self.rows) if ROW_KINDS[row.kind].number and not parse_bonus(row)), None)

    def remove_row(self, key: str) -> None:
        """Remove a row and its tie-break.

        Formulas that refer to the row stay, and are refused when the pad file is read.
        """
        self.content["row"] = {row.name: row.part for row in self.rows if row.key != key}
        self.content.get("tie", {}).pop(key, None)

    def move_up(self, key: str) -> None:
        """Move a row up by one place, unless it is the first row."""
        rows = self.rows
        place = next((place for place, row in enumerate(rows) if row.key == key), 0)
        if place:
            rows[place - 1], rows[place] = rows[place], rows[place - 1]
        self.content["row"] = {row.name: row.part for row in rows}

    def toggle_tie(self, key: str, which: str) -> None:
        """Add a tie-break at the end, or remove it if the draft already has it.

        It replaces one that uses the same row with the other value of `which`. Nothing changes if the row cannot break
        ties or there are too many tie-breaks.
        """
        row, ties = self.row(key), self.content.setdefault("tie", {})
        if row is None or not row.worths or which not in WHICH:
            return
        had = ties.pop(key, {})
        if which not in had and len(ties) < MOST_TIES:
            ties[key] = {which: f"sum(suits({row.reference}))" if row.suited else row.reference}

    def list_references(self, suited: bool) -> Iterator[tuple[str, DraftRow]]:
        """Yield the expressions by which formulas refer to rows. `suited` says whether there is one for each suit."""
        for row in self.rows:
            for inner in dict.fromkeys((row.usual, row.reference)) if row.worths else ():
                yield f"sum(suits({inner}))" if row.suited and not suited else inner, row


def name_draft(name: str) -> Draft:
    """Return a draft without rows."""
    return Draft({"format": 1, "name": name, "players": [2, 6]})


def map_texts(content: PadPart, change: Callable[[str], str]) -> PadPart:
    """Return the content of a draft with every typed text changed: its name, and the labels of all its parts."""
    texts: PadPart = {key: change(content[key]) for key in ("name", "label") if key in content}
    parts = {key: map_texts(part, change) for key, part in content.items() if isinstance(part, dict)}
    return {**content, **texts, **parts}


class Bonus(NamedTuple):
    """Points for the players with the most, or the second most, of a number."""

    which: str
    """One of BONUSES."""
    what: str
    """The reference of a row."""
    points: str
    """Digits."""
    zero: bool = False
    """Whether players get the points even for 0."""

    @property
    def formula(self) -> str:
        """The formula of the bonus, in parts."""
        said = f"{self.which}( {self.what} )"
        return f"{said} * {self.points}" if self.zero else f"( {said} and {self.what} > 0 ) * {self.points}"


BONUSES = ("most", "second")


def parse_bonus(row: DraftRow) -> Bonus | None:
    """Return the bonus that the formula of a row describes, or None if it describes anything else."""
    if ROW_KINDS[row.kind].entered:
        return None
    match row.amount.split():
        case [which, what, ")", "*", *points] if len(points) <= 1:
            zero = True
        case ["(", which, what, ")", "and", again, ">", "0", ")", "*", *points] if len(points) <= 1 and again == what:
            zero = False
        case _:
            return None
    return Bonus(which[:-1], what, "".join(points), zero) if which[:-1] in BONUSES else None


def flip_sign(amount: str) -> str:
    """Return the entries of a table with the sign of the last one flipped.

    So a minus can be tapped before or after the number.
    """
    others, comma, last = amount.rpartition(",")
    last = last.strip()
    return f"{others}{comma} {last[1:].strip() if last[:1] == '-' else f'- {last}'}".strip()


def add_part(amount: str, part: str) -> str:
    """Return a formula with a part added, or unchanged if the formula is full.

    A digit that follows a number extends it, up to five digits.
    """
    parts = amount.split()
    if part.isdigit() and parts and parts[-1].isdigit():
        last = parts.pop() + part
        # Five digits stay below LARGEST_NUMBER, so a tap never makes a formula that is not valid.
        return " ".join([*parts, last[:5]])
    return " ".join([*parts, part]) if len(parts) < MOST_TAPPED else amount


def remove_part(amount: str) -> str:
    """Return a formula without its last part, or without the last digit of a number."""
    *parts, last = amount.split() or [""]
    return " ".join([*parts, last[:-1]] if len(last) > 1 and last.isdigit() else parts)


# What is typed


def parse_choices(typed: str) -> dict[str, PadPart]:
    """Return the choices of a row by key, typed as in "Bronze 1, Silver 3". A label without a number scores 0."""
    choices: dict[str, PadPart] = {}
    for part in typed.split(","):
        # One too many is enough for the reader to refuse them.
        if len(choices) > MOST_ENTRIES["choices"]:
            break
        # Five digits, as many as MOST_IN_FILE has. People type either minus sign.
        said = re.fullmatch(r"\s*(.*?)(?:\s+([-−]?[0-9]{1,5}))?\s*", part)
        if said and said[1]:
            value = int((said[2] or "0").replace("−", "-"))
            choices[f"c{len(choices) + 1}"] = {"label": said[1], "value": value}
    return choices


def format_choices(choices: PadPart) -> str:
    """Return choices as they are typed."""
    return ", ".join(f"{choice['label']} {choice['value']}" for choice in choices.values())


def parse_suits(typed: str) -> PadPart:
    """Return suits by key, typed as in "Red, Blue". Each gets a sign by its place, and two letters of its own."""
    labels = [label.strip() for label in typed.split(",") if label.strip()][:MOST_SUITS]
    suits: dict[str, PadPart] = {}
    for number, (label, (hue, shape)) in enumerate(zip(labels, SUIT_SIGNS, strict=False), 1):
        taken = {suit["letters"] for suit in suits.values()}
        pairs = (label[0] + second for second in (label[1:] or label).replace(" ", "") + ascii_letters)
        letters = next(pair for pair in pairs if pair not in taken)
        suits[f"s{number}"] = {"label": label, "hue": hue, "shape": shape, "letters": letters}
    return suits


def format_suits(suits: PadPart) -> str:
    """Return suits as they are typed."""
    return ", ".join(suit["label"] for suit in suits.values())


def parse_deck(typed: str) -> PadPart:
    """Return the cards of a suit, typed as in "0–10" or "1, 1, 2, 5–9". Parts that are no numbers are left out."""
    cards: Counter[int] = Counter()
    for part in typed.split(","):
        if said := re.fullmatch(r"\s*([0-9]{1,3})(?:\s*[-–]\s*([0-9]{1,3}))?\s*", part):
            cards.update(range(int(said[1]), int(said[2] or said[1]) + 1))
    copies = {"copies": [cards[value] for value in sorted(cards)]} if len(cards) < cards.total() else {}
    return {"values": sorted(cards), **copies} if cards else {}


def format_deck(deck: PadPart) -> str:
    """Return the cards of a suit as they are typed, each by itself."""
    copies = deck.get("copies", repeat(1))
    return ", ".join(str(value) for value, count in zip(deck.get("values", ()), copies) for _ in range(count))


# The text of the file

HEAD_KEYS = ("format", "name", "players", "wins", "rounds", "start", "over", "wins_at_once", "teams", "lead", "layout")

PART_KEYS = ("label", "kind", "least", "owner", "most", "fewest", "choices", "default", "counts", "points", "team")
"""The keys of rows and tie-breaks that taps can set, in the order of the file."""


def write_draft(draft: Draft) -> str:
    """Return the text of the pad file for a draft.

    It may not be valid, because names and formulas are only checked when the file is read.
    """
    content = draft.content
    if at_once := [row.name for row in draft.rows if row.worth == "wins"]:
        content = {**content, "wins_at_once": " or ".join(at_once)}
    lines = [f"{key} = {_format(content[key])}" for key in HEAD_KEYS if key in content]
    for table in ("suits", "deck"):
        if table in content:
            lines += ["", f"[{table}]", *(f"{key} = {_format(value)}" for key, value in content[table].items())]
    parts = {("row", row.name): _finish_row(draft, row) for row in draft.rows}
    for key, tie in content.get("tie", {}).items():
        row = draft.row(key)
        parts["tie", key] = {**tie, "label": _name_tie(draft, row) if row else key}
    for (table, key), part in parts.items():
        written = (f"{field} = {_format(part[field])}" for field in PART_KEYS if field in part)
        lines += ["", f'[{table}."{key}"]' if SUIT in key else f"[{table}.{key}]", *written]
    return "\n".join(lines) + "\n"


def _finish_row(draft: Draft, row: DraftRow) -> PadPart:
    part, kind = dict(row.part), ROW_KINDS[row.kind]
    if row.worth in ("nothing", "wins"):
        # Nobody waits for a tick that hardly ever comes.
        part |= {"counts": False, **({"default": 0} if row.worth == "wins" else {})}
    # A number that scores as it is needs no formula.
    elif row.worths and (row.points != row.usual or kind.needs_points or draft.number("start")):
        part["points"] = f"-({row.points})" if draft.number("start") else row.points
    if draft.teams and kind.entered:
        part["team"] = True
    return part


def _name_tie(draft: Draft, row: DraftRow) -> str:
    """Return the label of a tie-break: that of its row, without the suit. A row with no other name has all suits."""
    label = row.label.replace("…: ", "")
    return label.replace("…", format_suits(draft.content.get("suits", {})))[:LABEL_LENGTH]


def _format(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_format(inner)}' for key, inner in value.items())} }}" if value else "{}"
    # A JSON string is a valid TOML string as well: both escape quotes, backslashes and control characters alike.
    return json.dumps(value, ensure_ascii=False)


def read_draft(text: str) -> Draft | None:
    """Return the draft from which a pad file was made, or None if no draft gives exactly this text."""
    try:
        draft = _leave_out_added(tomllib.loads(text))
        # A comment or a feature that drafts lack would be lost on saving.
        return draft if write_draft(draft) == text and _can_be_tapped(draft) else None
    # The file can have any shape, since users edit it by hand. Whatever does not fit is not a draft.
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration, RecursionError):
        return None


def _leave_out_added(content: PadPart) -> Draft:
    """Return the draft of a file without what `write_draft` adds."""
    content.pop("wins_at_once", None)
    for part in content["row"].values():
        part.pop("team", None)
        if "start" in content and "points" in part:
            part["points"] = part["points"].removeprefix("-(").removesuffix(")")
    for tie in content.get("tie", {}).values():
        del tie["label"]
    return Draft(content)


def _can_be_tapped(draft: Draft) -> bool:
    """Return whether taps can make every part of a draft. Raise ValueError or StopIteration if they cannot."""
    parts = {
        "and",
        *TAPPED_OPERATORS,
        *TAPPED_FUNCTIONS,
        *(part for suited in (False, True) for part, _ in draft.list_references(suited)),
    }
    formulas = [row.amount.split() for row in draft.rows if row.kind and row.worth == "formula"]
    return (
        all(part in parts or part.isdigit() for formula in formulas for part in formula)
        and all(ROW_KEY.fullmatch(row.key) for row in draft.rows)
        and all(draft.row(key) for key, _ in draft.ties)
        and min(map(draft.number, ("rounds", "start", "over"))) >= 0
        and bool(draft.teams) == ("teams" in draft.content)
    )
