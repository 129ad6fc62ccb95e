"""A pad as read from its file: rows with boxes, what they score, who wins, and what is checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.options import Option
from scorekeeper.games.pad import Suit
from scorekeeper.games.pads.formula import Call, Name, Node, Plain
from scorekeeper.language.text import Text

Kind = OneOf["number", "counter", "tick", "chips", "choice", "words"]

OWN_NAMES = ("players", "round", "score", "had", "total")
"""Names that formulas of every pad can use: the number of players, the number of the round, and a player's points.

`score` is the number of points in the round, `had` the points before the round, and `total` those after it.
"""

RESERVED = ("end", "all")
"""Keys that no row can have. They are the row and the box in which a table says that everything is entered."""

HAD = Call("before", (Name("score"),))
"""The formula for the points that a player scored before a round, without the points at the start of the game."""


def is_one(rounds: Node | None) -> bool:
    """Return whether a formula for the number of rounds is simply 1, so that a round is the whole game."""
    return isinstance(rounds, Plain) and rounds.value == 1


@dataclass(frozen=True, slots=True)
class PadBox:
    """A box of a pad file.

    `items` are the keys of its choices or the labels of its chips, with their `labels` and points (`values`). `blank`
    is what a blank counts once the table says that everything is entered, `default` what it counts from the start.
    `taps` are numbers to tap instead of typing. `owner` says how many players can have a tick, "" for any number.
    `once` is set if each chip exists only once.
    """

    key: str
    kind: Kind
    label: Text
    least: int = 0
    most: int = 99
    step: int = 1
    blank: int | None = None
    owner: OneOf["", "one", "at most one"] = ""
    items: tuple[str, ...] = ()
    labels: tuple[Text, ...] = ()
    values: tuple[int, ...] = ()
    once: bool = False
    shared: bool = False
    taps: tuple[int, ...] = ()
    default: int | str | None = None

    @property
    def may_stay_blank(self) -> bool:
        """Whether the box can stay blank until the table says that everything is entered.

        Decision: pad-complete
        """
        # A default is known from the start, so nobody is waited for.
        if self.default is not None:
            return False
        return self.blank is not None or self.kind == "chips" or (self.kind == "tick" and self.owner != "one")


@dataclass(frozen=True, slots=True)
class PadRow:
    """A row of a pad file.

    `points` is the formula for its points, None if the row does not score. `when` is the condition for a player to have
    the row, None if all have it. `team` is set if partners share the row, `decides` if it only breaks ties.
    """

    key: str
    label: Text
    boxes: tuple[PadBox, ...]
    points: Node | None
    hint: Text | None = None
    suit: Suit | None = None
    team: bool = False
    when: Node | None = None
    decides: bool = False


@dataclass(frozen=True, slots=True)
class PadTie:
    """A tie-break. The player for whom the formula `of` gives the most is ahead, or the fewest if `most` is False."""

    label: Text
    of: Node
    most: bool


@dataclass(frozen=True, slots=True)
class PadCheck:
    """A condition that entries must meet (`that`), and the sentence to show if they do not (`say`).

    `doubt` is set if the round counts all the same.
    """

    key: str
    that: Node
    say: Text
    doubt: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """A game as its pad file describes it.

    `values` are the formulas that have a name. `over` is the condition for a player to end the game, `out` that for
    being out after a round. `last_in` is set if the last player who is not out wins, `plays_on` if the game goes on
    while players are tied for the win. `teams` gives 0 if everybody plays alone. `small` is the small print.
    `looks_back` are all calls that refer to earlier rounds. `board_game_geek` is the number of the game on
    BoardGameGeek, or 0.
    """

    slug: str
    name: Text | str
    players: tuple[int, int]
    fewest: bool
    lead: OneOf["starter", "dealer"]
    options: tuple[Option, ...]
    rows: tuple[PadRow, ...]
    values: Mapping[str, Node]
    rounds: Node | None
    start: Node | None
    over: Node | None
    out: Node | None
    last_in: bool
    plays_on: bool
    teams: Node
    ties: tuple[PadTie, ...]
    checks: tuple[PadCheck, ...]
    small: tuple[Text, ...]
    source: Text | None
    paper_rounds: int
    looks_back: tuple[Call, ...]
    board_game_geek: int = 0

    @property
    def boxes(self) -> tuple[tuple[PadRow, PadBox], ...]:
        """Every box with its row, in the order of the file."""
        return tuple((row, box) for row in self.rows for box in row.boxes)

    @property
    def asks_earlier(self) -> bool:
        """Whether a round depends on earlier ones, for example on who is out."""
        return bool(self.looks_back) or self.out is not None

    @property
    def adds_ties(self) -> bool:
        """Whether tie-breaks can be entered in several rounds. They are added up like points."""
        return bool(self.ties) and not is_one(self.rounds)

    @property
    def has_end_mark(self) -> bool:
        """Whether there are boxes for which the table has to say that everything is entered.

        Decision: pad-complete
        """
        return any(box.may_stay_blank for _, box in self.boxes)

    @property
    def together(self) -> bool:
        """Whether all play together against the game, which is the case if every box is shared."""
        return all(box.shared for _, box in self.boxes)
