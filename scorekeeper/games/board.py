"""Parts of the face-up display that any game can use; `play/_open.html` has one macro for each."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from typing import Literal as OneOf

from scorekeeper.games.pad import Suit
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text

CardLook = OneOf["", "safe", "leaves", "stays", "played"]


class OpenCard(NamedTuple):
    """A face-up card: its suit, the `label` printed on it, its name, and how it is highlighted (`look`).

    `below` is the short reason under the card ("green", "≤ 3", "safe"). `why` is the sentence shown after a tap on it.
    """

    suit: Suit
    label: str
    name: Text
    look: CardLook = ""
    below: Text | None = None
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """Cards in a row, from front to tail."""

    part: ClassVar[str] = "queue"
    cards: tuple[OpenCard, ...]
    front: Text
    tail: Text


class BoardPile(NamedTuple):
    """One player's cards of a suit; `cards` is their number.

    `spoken` is the text for a screen reader ("Green: 0, 7"). `names` holds the name of each card.
    """

    suit: Suit
    cards: int
    spoken: Text
    names: tuple[Text, ...] = ()


class PileRow(NamedTuple):
    """A player and that player's piles; `badge` warns that the end is near ("5 of 6")."""

    name: str
    piles: tuple[BoardPile, ...]
    badge: Text | None = None
    current: bool = False
    player_sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Piles:
    """The suits in front of each player, and the number of cards in each."""

    part: ClassVar[str] = "piles"
    rows: tuple[PileRow, ...]


class SideRow(NamedTuple):
    """A row with two sides. `first` and `second` are the cards on each side, highest first; `sums` are their sums.

    A `locked` row takes no more cards. `ahead` is 1 if the first side has the higher sum, −1 if the second has, 0 for a
    tie. `played` names the side that a previewed card would join. `note` is shown at the right.
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
class SidedRows:
    """Rows with a left and a right side. Each side has a name and an icon."""

    part: ClassVar[str] = "sides"
    first: Text
    first_icon: str
    second: Text
    second_icon: str
    rows: tuple[SideRow, ...]


class PileTop(NamedTuple):
    """A pile: its top card (None if it is empty) and how many cards it has (`height`).

    If the top card is a previewed one, `covers` is the card that it would cover.
    """

    card: OpenCard | None
    height: int
    covers: OpenCard | None = None


@dataclass(frozen=True, slots=True)
class Tops:
    """Piles side by side."""

    part: ClassVar[str] = "tops"
    piles: tuple[PileTop, ...]


class Holding(NamedTuple):
    """The numbers of cards and tokens that a player holds. Each is None if the game has no cards or no tokens.

    `of` is the number of tokens that the player had at the start.
    """

    name: str
    cards: int | None
    tokens: int | None = None
    of: int = 0
    current: bool = False
    note: Text | None = None
    player_sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """The hands and tokens of all players."""

    part: ClassVar[str] = "stock"
    rows: tuple[Holding, ...]


class Turn(NamedTuple):
    """A turn of the last round: the name of its player, and whether it is past, current or still to come (`when`)."""

    name: Text
    when: OneOf["done", "now", "later"]
    player_sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of the last round, in order."""

    part: ClassVar[str] = "turns"
    title: Text
    about: Text
    turns: tuple[Turn, ...]


BoardPart = Queue | Piles | SidedRows | Tops | Stock | Turns
