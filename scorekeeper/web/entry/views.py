"""The parts of the entry page as its template draws them: chips, blocks, sections."""

from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games.board import OpenCard
from scorekeeper.games.entry import Layout
from scorekeeper.games.pad import Seat, Suit
from scorekeeper.games.referee import Reply
from scorekeeper.language.text import Text
from scorekeeper.web.entry.remarks import Remark
from scorekeeper.web.notice import Button, Notice


class Chip(NamedTuple):
    """A button on a card, a count or a move: what a tap writes, tells or shows, and how it looks.

    A card that is taken names its owner, by the first letters and in full (`spoken`). `words` stand in place of the
    label; `note` says shortly what a move would do, `card` is drawn in place of its words, `tells` is what a tap tells,
    `closed` what the rules refuse.
    """

    label: str
    tap: str
    look: str
    owner: str = ""
    spoken: str = ""
    copies: int = 0
    words: Text | None = None
    icon: str = ""
    note: Text | None = None
    card: OpenCard | None = None
    tells: tuple[Reply, ...] = ()
    closed: tuple[Reply, ...] = ()


class Next(NamedTuple):
    """The way on: a button; or what the next section asks first, so that the answer itself moves on."""

    label: Text
    url: str
    writes: str
    suit: Suit | None = None
    hint: Text | None = None
    chips: tuple[Chip, ...] = ()


class StripItem(NamedTuple):
    """A colour in the strip that leads through the sections or rows, with the sign of what is wrong or done there."""

    url: str
    suit: Suit | None
    name: Text
    sign: str
    current: bool


class RunningPoints(NamedTuple):
    """The points of a player so far, with the sign of a problem that spoils them."""

    name: str
    points: str
    leader: bool
    sign: str


class Painter(NamedTuple):
    """A player whose cards the full deck shows, or whom a tap would make the one."""

    name: str
    about: Text
    url: str
    chosen: bool
    sign: str


class DeckColumn(NamedTuple):
    """The cards of one colour in the full deck, as the painter has them."""

    suit: Suit | None
    name: Text
    chips: tuple[Chip, ...]
    sign: str


@dataclass(slots=True)
class Block:
    """One player in a section: a grid of chips, or the flipped pile, with the working beside the name.

    `onward` is the section that a tap on its chips leads to, `typed` the number that stands in its box. `called` is
    what it asks about where its page asks about more than that, and `about` stands small below it.
    """

    seat: Seat | None
    name: str
    initial: str
    show: str
    working: Text | None
    points: str
    flipped: bool
    sign: str
    chips: tuple[Chip, ...] = ()
    also: tuple[Chip, ...] = ()
    backs: int = 0
    change: str = ""
    hint: Text | None = None
    key: str = ""
    onward: str = ""
    out: bool = False
    typed: str = ""
    called: Text | None = None
    about: Text | None = None


@dataclass(slots=True)
class Section:
    """One screen: a colour, what is asked about it, and the way on.

    `within` is what the taps on its chips begin with where its form says so: they need not say it.
    """

    anchor: str
    suit: Suit | None
    title: Text
    hint: Text
    blocks: list[Block]
    choices: tuple[Button, ...]
    notices: list[Notice]
    next: Next
    remarks: list[Remark]
    within: str = ""


@dataclass(slots=True)
class Page:
    """Everything the entry page shows; `around` are the counters that lie round the phone, line by line."""

    layout: Layout
    strip: list[StripItem]
    sections: list[Section]
    running: list[RunningPoints]
    deck: list[DeckColumn] = field(default_factory=list)
    painters: list[Painter] = field(default_factory=list)
    finish: Next | None = None
    remarks: list[Remark] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    asked: Notice | None = None
    around: list[list[Block]] = field(default_factory=list)
