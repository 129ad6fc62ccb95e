"""The entry page of a round as values: the one model that templates draw, without HTML."""

from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games.entry import Ask, Layout
from scorekeeper.games.pad import Seat, Suit
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.games.referee import Reply
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text
from scorekeeper.web.notice import Notice
from scorekeeper.web.scoring.chart import PegLane


class TapChip(NamedTuple):
    """A button for a card, a count, a choice or a move."""

    label: str
    tap: str
    """The value it sends."""
    look: str
    """Its CSS classes."""
    owner: Sign | None = None
    """The sign of the player who has the card."""
    initials: str = ""
    """Stand beside the sign if several players have the same outline."""
    spoken: str = ""
    """The name of the player who has the card."""
    copies: int = 0
    """How many copies of the card the player has."""
    words: Text | None = None
    """Replace the label."""
    icon: str = ""
    note: Text | None = None
    """Stands in small letters below the words."""
    suit: Suit | None = None
    """The suit of the card that a move plays."""
    tells: tuple[Reply, ...] = ()
    """The replies to a move that a single tap can play."""
    closed: tuple[Reply, ...] = ()
    """The replies to it that the rules refuse."""


class Next(NamedTuple):
    """The next button of a section."""

    label: Text
    url: str
    writes: str
    """The changes that it writes, or "" for a link."""
    suit: Suit | None = None
    hint: Text | None = None
    chips: tuple[TapChip, ...] = ()
    """The answers to the question with which the next section begins, in place of the button."""


class StripItem(NamedTuple):
    """A link in the strip of sections."""

    url: str
    suit: Suit | None
    name: Text
    sign: str
    """Whether its rows have a problem or are done."""
    current: bool
    more: bool = False
    """Set on the first or the last item shown, if others before or after it have no room."""


class PlayerPoints(NamedTuple):
    """A player of the round, with the points so far."""

    seat: Seat
    name: str
    points: str
    leader: bool
    growing: bool
    """Whether the player lacks a row that others have."""
    sign: str
    """Marks a problem that makes the points wrong or doubtful."""
    player_sign: Sign


class DeckColumn(NamedTuple):
    """The cards of one colour in the full deck, marked for the player who is chosen above it."""

    suit: Suit | None
    name: Text
    chips: tuple[TapChip, ...]
    sign: str


class Controls(NamedTuple):
    """What a block is entered with, besides what its `ask` says."""

    chips: tuple[TapChip, ...] = ()
    also: tuple[TapChip, ...] = ()
    """Buttons with words below the chips."""
    onward: str = ""
    """The fragment of the section that a tap on a chip leads to."""
    typed: str = ""
    """The number so far."""
    delete: str = ""
    """The tap that removes a digit of the number, or the count of a pile that is face down."""
    crosses: tuple[TapChip, ...] = ()
    """A track to cross off. The chips enter only how many are crossed off."""
    lane: PegLane | None = None
    """The lane of the peg track, to which the chips add what is pegged."""


@dataclass(frozen=True, slots=True)
class Block:
    """What is asked of one player in a section, or of the whole table."""

    ask: Ask
    name: str
    """The name of the player, or "" for the whole table."""
    working: Text | None
    points: str
    sign: str
    key: str
    """The end of its id."""
    controls: Controls
    hint: Text | None = None
    called: Text | None = None
    """The heading on a page with several rows."""
    about: Text | None = None
    """Small letters below the heading."""
    player_sign: Sign | None = None


class Remark(NamedTuple):
    """A box for words."""

    label: Text
    words: str
    most: int
    """The maximum length."""
    tap: str
    """The value of its save button."""
    kept: bool
    """Whether the words are saved."""


@dataclass(slots=True)
class ScreenSection:
    """What is asked about a row of the pad, or about several that share a screen, and the next button."""

    anchor: str
    suit: Suit | None
    title: Text
    named: Text | None
    """The title if the pad gives one, or None."""
    hint: Text
    blocks: list[Block]
    choices: tuple[TapChip, ...]
    """Buttons that belong to no block."""
    below: tuple[TapChip, ...]
    """Buttons that come and go, below all others."""
    notices: list[Notice]
    next: Next
    remarks: list[Remark]
    joined: bool
    """Whether it has several rows."""
    row_hints: tuple[tuple[Text, Text], ...] = ()
    """Label and hint of each of several rows that have no room for hints beside their buttons."""

    @property
    def asks_all(self) -> bool:
        """Whether the section begins with a question to the whole table."""
        return bool(self.blocks) and self.blocks[0].ask.seat is None and not self.joined


class SeatFooter(NamedTuple):
    """The footer of the page of one seat: its points, who is being waited for, and how to finish."""

    name: str
    hint: Text
    numbers: list[tuple[Text, Text | None]]
    """Labels, each with a number, or None while others still have to enter something."""
    rest: str
    """What a tap on “That’s everything” writes, or "" if nothing is left."""
    begun: bool
    """Whether this seat has entered something."""
    waiting: Text | None
    """Who is being waited for."""


class CardBox(NamedTuple):
    """A box of a player's card."""

    id: str
    label: Text
    suit: Suit | None
    value: Text | str
    """What stands in it, "" while it is open."""
    about: Text | None
    """In a calculated box what is missing to its goal, in place of the value."""
    sign: str
    """Marks a problem."""
    block: Block | None
    """What fills it in, or None if it is calculated."""
    hint: Text | None


class PlayerCard(NamedTuple):
    """A player's card."""

    anchor: str
    player: PlayerPoints
    left: int
    """How many boxes are open."""
    columns: list[list[CardBox]]


class TypedField(NamedTuple):
    """The field of a number."""

    at: str
    """The name of the field, and of the number in an address."""
    mark: str
    """What stands there. Only another number is written."""
    value: str
    """What is typed, or the number."""
    entry: str
    """The number as it is shown."""
    current: bool
    spoken: Text
    box: NumberBox
    """It says which numbers it can hold."""


class PadLine(NamedTuple):
    """One player's numbers."""

    name: str
    player_sign: Sign
    sign: str
    working: Text | None
    """Shown below the name."""
    about: Text | None
    """Shown if there is no working: the partners, or “out”."""
    total: str
    counted: bool
    """Whether the total includes the points of this round."""
    cells: list[TypedField | None]
    """None where the player has nothing to type."""
    chip: TapChip | None
    """Drawn in place of the name if the name can be tapped."""


class NumberInTurn(NamedTuple):
    """A number in the order of a page."""

    at: str
    label: Text
    """The label of the button that leads there."""
    entered: bool
    decides: bool
    """Whether the number decides for which of the later numbers is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The numbers of a screen, and the order in which they are entered."""

    section: ScreenSection
    """What the screen asks. Its blocks are drawn if it asks for no number."""
    own: list[TypedField]
    """The numbers of the whole table."""
    heads: list[Text]
    """The heads of the columns of `lines`."""
    lines: list[PadLine]
    sums: bool
    """Whether sums are usual in the current number. Each number accepts them."""
    picks: range
    """The numbers that have a key of their own."""
    at: str
    """The name of the current number."""
    since: str
    """The number at which the player began to move on: the next button never leads beyond it."""
    turns: list[NumberInTurn]
    next_label: Text | None
    """The label of the next button while there is another number to enter on this screen, otherwise None."""
    beyond: Text
    """The label of the next button once the screen is entered."""
    leads_to_sheet: bool
    """Whether it then leads to the sheet."""
    leads_ahead: bool
    """Whether it then leads to a later screen, before any earlier number."""


@dataclass(slots=True)
class Screen:
    """Everything on the entry page."""

    layout: Layout
    strip: list[StripItem]
    sections: list[ScreenSection]
    players: list[PlayerPoints]
    deck: list[DeckColumn] = field(default_factory=list)
    painter: PlayerPoints | None = None
    """The player whose cards the full deck shows."""
    next_painter: PlayerPoints | None = None
    """The player after that one, or None after the last one."""
    about_painter: Text | None = None
    """How many cards that player has, and the points."""
    around: list[list[Block]] = field(default_factory=list)
    """The lines of life counters placed around a shared phone."""
    cards: list[PlayerCard] = field(default_factory=list)
    """The players' cards, if boxes are filled in any order."""
    numbers: Numbers | None = None
    """The numbers to type, on a keypad only."""

    @property
    def remarks(self) -> list[Remark]:
        """The remarks of all sections."""
        return [remark for section in self.sections for remark in section.remarks]

    @property
    def notices(self) -> list[Notice]:
        """The notices of all sections."""
        return [notice for section in self.sections for notice in section.notices]
