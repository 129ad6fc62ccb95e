"""A pad as it was read from its file: rows with boxes, what they are worth, who wins, what must be so."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.options import Option
from scorekeeper.games.pad import Suit
from scorekeeper.games.pads.formula import Call, Name, Node, Plain
from scorekeeper.language.text import Text

Kind = OneOf["number", "counter", "tick", "chips", "choice", "words"]

OWN_NAMES = ("players", "round", "score", "had", "total")
"""Names that every pad has: how many play, the number of the round, what it is worth, what somebody had before it or
has after it."""

RESERVED = ("end", "all")
"""Keys that the app has given away: the row on which a table says that this is all."""

HAD = Call("before", (Name("score"),))
"""What somebody had before a round, but for what everybody began with."""


def is_one(rounds: Node | None) -> bool:
    """Return whether a pad has one round, whoever plays. Ours: its number of rounds is a formula."""
    return isinstance(rounds, Plain) and rounds.value == 1


@dataclass(frozen=True, slots=True)
class PadBox:
    """A box of a pad file; `values` is what its items are worth, `blank` what a blank counts once that is all.

    `taps` are the numbers that are tapped in place of typing one; `default` holds while nothing is written.
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
    def rests(self) -> bool:
        """Whether it may stay blank until the table says that this is all.

        Ours: a blank is not yet, unless the table says so.
        """
        if self.default is not None:
            return False
        return self.blank is not None or self.kind == "chips" or (self.kind == "tick" and self.owner != "one")


@dataclass(frozen=True, slots=True)
class PadRow:
    """A row of a pad file; `points` is None where it counts nothing itself, `team` where partners have it together.

    `when` says for whom it is there, None: always. `decides`: it decides between players who are level and is worth
    nothing else.
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
    """What decides between players who are level: who has fewest of it is ahead, or most."""

    label: Text
    of: Node
    most: bool


@dataclass(frozen=True, slots=True)
class PadCheck:
    """What must be so, or (`doubt`) can hardly be otherwise, and what is said if it is not."""

    key: str
    that: Node
    say: Text
    doubt: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """A game as its file tells it. `looks_back` are the calls that ask earlier rounds.

    `board_game_geek` is its number on BoardGameGeek, 0 where the file has none.
    `out` says who is out of the game after a round; with `last_in` the last one in wins. `plays_on`: the game goes on
    while the best are level. `teams` comes to 0 where everybody plays alone.
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
        """Every box with its row. Ours: boxes are asked for in the order of the file."""
        return tuple((row, box) for row in self.rows for box in row.boxes)

    @property
    def asks_earlier(self) -> bool:
        """Whether a round asks earlier ones for anything. Ours: who went out is not asked again."""
        return bool(self.looks_back) or self.out is not None

    @property
    def adds_ties(self) -> bool:
        """Whether what decides between players who are level may be told in several rounds.

        Ours: it is added up, as points are.
        """
        return bool(self.ties) and not is_one(self.rounds)

    @property
    def rests(self) -> bool:
        """Whether the table may have to say that this is all. Ours: a blank is not yet, unless the table says so."""
        return any(box.rests for _, box in self.boxes)

    @property
    def together(self) -> bool:
        """Whether all play together against the game. Ours: so it is where every box belongs to the whole table."""
        return all(box.shared for _, box in self.boxes)
