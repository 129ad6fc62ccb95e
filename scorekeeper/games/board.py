"""What lies open on the table, in parts that any game may use; each part is drawn by one macro of `play/_open.html`."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from typing import Literal as OneOf

from scorekeeper.games.pad import Suit
from scorekeeper.language.text import Text

CardLook = OneOf["", "safe", "leaves", "stays", "played"]


class OpenCard(NamedTuple):
    """A card that everybody sees: how it is drawn, what it is called, and why it lies there.

    `below` is the short reason under it ("green", "≤ 3", "safe"), `why` the sentence that a tap on it says.
    """

    suit: Suit
    label: str
    name: Text
    look: CardLook = ""
    below: Text | None = None
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """Cards in a row, from its front to its tail."""

    part: ClassVar[str] = "queue"
    cards: tuple[OpenCard, ...]
    front: Text
    tail: Text


class Pile(NamedTuple):
    """One player's cards of a suit; `spoken` says them aloud ("Green: 0, 7"), `names` each by its name."""

    suit: Suit
    cards: int
    spoken: Text
    names: tuple[Text, ...] = ()


class PileRow(NamedTuple):
    """A player and the own piles; `badge` warns of the end ("5 of 6")."""

    name: str
    piles: tuple[Pile, ...]
    badge: Text | None = None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Piles:
    """Who has which suits in front, and how many cards of each."""

    part: ClassVar[str] = "piles"
    rows: tuple[PileRow, ...]


class SideRow(NamedTuple):
    """A row with two sides: the cards on each, highest first, and which of them is ahead (1, 0, −1: the second one).

    `played` marks the side that a card is about to join, `note` stands at the right.
    """

    suit: Suit
    name: Text
    locked: bool
    first: tuple[str, ...]
    second: tuple[str, ...]
    sums: tuple[int, int]
    ahead: int
    played: OneOf["", "first", "second"] = ""
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """Rows with a side at the left and one at the right, each named by its icon."""

    part: ClassVar[str] = "sides"
    first: Text
    first_icon: str
    second: Text
    second_icon: str
    rows: tuple[SideRow, ...]


class Top(NamedTuple):
    """A pile whose top card is seen (None: empty); `covers` is what a card about to be laid covers."""

    card: OpenCard | None
    height: int
    covers: OpenCard | None = None


@dataclass(frozen=True, slots=True)
class Tops:
    """Piles side by side."""

    part: ClassVar[str] = "tops"
    piles: tuple[Top, ...]


class Holding(NamedTuple):
    """What a player holds: tokens, of how many at the start, and cards; None where the game has none."""

    name: str
    cards: int | None
    tokens: int | None = None
    of: int = 0
    current: bool = False
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """Hands and tokens of everybody."""

    part: ClassVar[str] = "stock"
    rows: tuple[Holding, ...]


class Turn(NamedTuple):
    """A seat in a list of turns: done, now or later."""

    name: Text
    when: OneOf["done", "now", "later"]


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns that are left, in order."""

    part: ClassVar[str] = "turns"
    title: Text
    about: Text
    turns: tuple[Turn, ...]


Part = Queue | Piles | Sides | Tops | Stock | Turns
