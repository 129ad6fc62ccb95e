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

    `least` is the smallest number that can be entered. `most` is the largest number, the most copies of a chip, or the
    most characters of a remark. Numbers must be multiples of `step`. `blank` is what an empty box counts once the table
    says that everything is entered. `owner` says how many players can have a tick, "" for any number. `items` holds the
    keys of choices or the labels of chips. `values` holds their points and `labels` the labels of choices, both in the
    order of `items`. `once` is set if each chip exists only once. `shared` is set if there is one box for the whole
    table. `taps` are numbers to tap instead of typing. `default` is what an empty box counts from the start. `blank`
    and `default` are None if unused.
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

    `points` is the formula for its points, or None if the row does not score. `team` is set if partners share the row.
    `when` is the condition for a player to have the row, or None if all have it. `decides` is set if the row only
    breaks ties.
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
    """A tie-break by a formula (`of`). Ahead is the player with its highest value, or the lowest if `most` is False."""

    label: Text
    of: Node
    most: bool


@dataclass(frozen=True, slots=True)
class PadCheck:
    """A condition that the entries of a round should meet.

    `that` is the condition, and `say` is the sentence to show if it is false. `doubt` is set if the round counts even
    then, so that the sentence is only a warning.
    """

    key: str
    that: Node
    say: Text
    doubt: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """A game as its pad file describes it.

    `players` holds the minimum and the maximum number of players. `fewest` is set if the fewest points win. `values`
    maps names to the formulas that they stand for. `over` is the condition for a player to end the game, `out` the one
    for a player to be out after a round. `last_in` is set if the last player who is not out wins. `plays_on` is set if
    the game goes on while players are tied for the win. `teams` is the formula for the number of teams, 0 if everybody
    plays alone. `small` is the small print. `paper_rounds` is the number of lines for rounds on the printed pad.
    `looks_back` lists all calls that refer to earlier rounds. `board_game_geek` is the number of the game on
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
