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
"""Names that every pad has: the number of players and of the round, the points of the round, those before it and after
it.
"""

RESERVED = ("end", "all")
"""Keys that the app uses itself, for the row on which a table says that everything is entered."""

HAD = Call("before", (Name("score"),))
"""The formula for a player’s points before a round, without the points at the start."""


def is_one(rounds: Node | None) -> bool:
    """Return whether a pad has exactly one round, however many players there are."""
    return isinstance(rounds, Plain) and rounds.value == 1


@dataclass(frozen=True, slots=True)
class PadBox:
    """A box of a pad file.

    `values` are the points of its items, `blank` what a blank counts once the table says that everything is entered.
    `taps` are numbers that are tapped instead of typed. `default` counts while the box is blank.
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
        """Whether it can stay blank until the table says that everything is entered.

        Decision: pad-complete
        """
        # A default is known from the start, so nobody is waited for.
        if self.default is not None:
            return False
        return self.blank is not None or self.kind == "chips" or (self.kind == "tick" and self.owner != "one")


@dataclass(frozen=True, slots=True)
class PadRow:
    """A row of a pad file.

    `points` is None if the row does not score. `team`: partners share the row. `when` is the condition for a player to
    have the row, None if all have it. `decides`: the row only breaks ties.
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
    """A tie-break: the player with the most, or fewest, is ahead."""

    label: Text
    of: Node
    most: bool


@dataclass(frozen=True, slots=True)
class PadCheck:
    """A condition that must be true, and what to say if it is not. `doubt`: the round counts all the same."""

    key: str
    that: Node
    say: Text
    doubt: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """A game as its pad file describes it.

    `looks_back` are the calls that refer to earlier rounds. `out` is the condition for being out after a round; with
    `last_in`, the last player in wins. `plays_on`: the game goes on while players are tied for the win. `teams` gives 0
    if everybody plays alone. `board_game_geek` is its number on BoardGameGeek, 0 if unknown.
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
        """Whether a round depends on earlier ones, if only on who is out."""
        return bool(self.looks_back) or self.out is not None

    @property
    def adds_ties(self) -> bool:
        """Whether tie-breaks can be entered in several rounds. They are added up like points."""
        return bool(self.ties) and not is_one(self.rounds)

    @property
    def has_end_mark(self) -> bool:
        """Whether the table may have to say that everything is entered.

        Decision: pad-complete
        """
        return any(box.may_stay_blank for _, box in self.boxes)

    @property
    def together(self) -> bool:
        """Whether all play together against the game: every box is shared."""
        return all(box.shared for _, box in self.boxes)
