"""Parts of the face-up display that any game can use; `play/_open.html` has one macro for each."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from typing import Literal as OneOf

from scorekeeper.games.pad import Suit
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text

CardLook = OneOf["", "safe", "leaves", "stays", "played"]


class OpenCard(NamedTuple):
    """A face-up card."""

    suit: Suit
    label: str
    """What is printed on it."""
    name: Text
    look: CardLook = ""
    """How it is highlighted."""
    below: Text | None = None
    """The short reason under the card ("green", "≤ 3", "safe")."""
    why: Text | None = None
    """The sentence shown after a tap on it."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Cards in a row, from front to tail."""

    part: ClassVar[str] = "queue"
    cards: tuple[OpenCard, ...]
    front: Text
    tail: Text


class BoardPile(NamedTuple):
    """One player's cards of a suit."""

    suit: Suit
    cards: int
    """The number of cards."""
    spoken: Text
    """The text for a screen reader ("Green: 0, 7")."""
    names: tuple[Text, ...] = ()
    """The name of each card."""


class PileRow(NamedTuple):
    """A player and that player's piles."""

    name: str
    piles: tuple[BoardPile, ...]
    badge: Text | None = None
    """The warning that the end is near ("5 of 6")."""
    current: bool = False
    player_sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Piles:
    """The suits in front of each player, and the number of cards in each."""

    part: ClassVar[str] = "piles"
    rows: tuple[PileRow, ...]


class SideRow(NamedTuple):
    """A row with two sides."""

    suit: Suit
    name: Text
    locked: bool
    """Whether it takes no more cards."""
    first: tuple[str, ...]
    """The cards on the first side, highest first."""
    second: tuple[str, ...]
    """Those on the second side."""
    sums: tuple[int, int]
    """The sums of both sides."""
    ahead: int
    """1 if the first side has the higher sum, −1 if the second has, 0 for a tie."""
    played: OneOf["", "first", "second"] = ""
    """The side that a previewed card would join."""
    note: Text | None = None
    """A note at the right."""


@dataclass(frozen=True, slots=True)
class SidedRows:
    """Rows with a left and a right side. Each side has a name and an icon."""

    part: ClassVar[str] = "sides"
    first: Text
    first_icon: str
    second: Text
    second_icon: str
    rows: tuple[SideRow, ...]


class PileTop(NamedTuple):
    """A pile."""

    card: OpenCard | None
    height: int
    """The number of its cards."""
    covers: OpenCard | None = None
    """The card that the top card would cover if it is a previewed one."""


@dataclass(frozen=True, slots=True)
class Tops:
    """Piles side by side."""

    part: ClassVar[str] = "tops"
    piles: tuple[PileTop, ...]


class Holding(NamedTuple):
    """The numbers of cards and tokens that a player holds. Each is None if the game has no cards or no tokens."""

    name: str
    cards: int | None
    tokens: int | None = None
    of: int = 0
    """The number of tokens that the player had at the start."""
    current: bool = False
    note: Text | None = None
    player_sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """The hands and tokens of all players."""

    part: ClassVar[str] = "stock"
    rows: tuple[Holding, ...]


class Turn(NamedTuple):
    """A turn of the last round."""

    name: Text
    when: OneOf["done", "now", "later"]
    """Whether it is past, current or still to come."""
    player_sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of the last round, in order."""

    part: ClassVar[str] = "turns"
    title: Text
    about: Text
    turns: tuple[Turn, ...]


BoardPart = Queue | Piles | SidedRows | Tops | Stock | Turns
