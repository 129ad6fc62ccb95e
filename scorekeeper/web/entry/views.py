"""View classes for the template of the entry page: chips, blocks, sections."""

from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games.entry import Layout
from scorekeeper.games.pad import Seat, Suit
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text
from scorekeeper.web.entry.remarks import Remark
from scorekeeper.web.notice import Button, Notice


class Chip(NamedTuple):
    """A button for a card, a count or a choice.

    `tap` is the value it sends, `look` its CSS classes. `owner` is the sign of the player who has the card, `initials`
    stand beside it if several players have the same outline, and `spoken` is the name. `copies` is how many copies of
    the card the player has. `words` replace the label.
    """

    label: str
    tap: str
    look: str
    owner: Sign | None = None
    initials: str = ""
    spoken: str = ""
    copies: int = 0
    words: Text | None = None
    icon: str = ""


class Next(NamedTuple):
    """The next button of a section.

    The button writes `writes` and leads to `url`. If the next section begins with a question, `chips` are its answers,
    which also lead there.
    """

    label: Text
    url: str
    writes: str
    suit: Suit | None = None
    hint: Text | None = None
    chips: tuple[Chip, ...] = ()


class StripItem(NamedTuple):
    """A link in the strip of sections or rows. `sign` says whether the row has a problem or is done.

    `more` is set if it is the first or the last one shown, and others before or after it have no room.
    """

    url: str
    suit: Suit | None
    name: Text
    sign: str
    current: bool
    more: bool = False


class RunningPoints(NamedTuple):
    """A player's points so far. `sign` marks a problem that makes them wrong or doubtful."""

    name: str
    points: str
    leader: bool
    sign: str
    player_sign: Sign


class Painter(NamedTuple):
    """A player above the full deck.

    `chosen` is set if the deck shows this player's cards. `url` is the address of the page on which it does.
    """

    name: str
    about: Text
    url: str
    chosen: bool
    sign: str
    player_sign: Sign
    points: str


class DeckColumn(NamedTuple):
    """The cards of one colour in the full deck, marked for the chosen player."""

    suit: Suit | None
    name: Text
    chips: tuple[Chip, ...]
    sign: str


class ChipRow(NamedTuple):
    """Chips or buttons of a block, and buttons with words (`also`) below them.

    `onward` is the fragment of the section that a tap on a chip leads to.
    """

    chips: tuple[Chip, ...] = ()
    also: tuple[Chip, ...] = ()
    onward: str = ""


class Pile(NamedTuple):
    """A pile of `backs` cards shown face down. A tap that writes `change` removes this count."""

    backs: int
    change: str


class TypedNumber(NamedTuple):
    """The saved number of a block whose number is typed, as it is shown in the preview of a pad."""

    typed: str


class DigitKeys(NamedTuple):
    """Keys for a number of at most `most`, of which `typed` is entered. `delete` is the tap that removes a digit."""

    chips: tuple[Chip, ...]
    typed: str
    delete: str
    most: int


class LifeButtons(NamedTuple):
    """The minus and the plus button of a life counter. `out` is set if the player is out of the game."""

    chips: tuple[Chip, ...]
    out: bool


Controls = ChipRow | Pile | TypedNumber | DigitKeys | LifeButtons
"""What a block is entered with."""


@dataclass(frozen=True, slots=True)
class Block:
    """What is asked of one player in a section, or of the whole table if `seat` is None.

    `key` ends the id of the block. On a page with several rows, `called` is the heading, and `about` stands below it in
    small letters.
    """

    seat: Seat | None
    name: str
    show: str
    working: Text | None
    points: str
    sign: str
    key: str
    controls: Controls
    hint: Text | None = None
    called: Text | None = None
    about: Text | None = None
    player_sign: Sign | None = None


@dataclass(slots=True)
class Section:
    """A screen of the entry page: a row of the pad, what is asked about it, and the next button.

    `joined` is set if the section has several rows.
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
    joined: bool = False

    @property
    def asks_all(self) -> bool:
        """Whether the section begins with a question to the whole table."""
        return bool(self.blocks) and self.blocks[0].seat is None and not self.joined


@dataclass(slots=True)
class Page:
    """Everything on the entry page.

    Only the full deck uses `deck` and `painters`. `asked` says which other player has the card just tapped. `around`
    holds the lines of life counters placed around a shared phone.
    """

    layout: Layout
    strip: list[StripItem]
    sections: list[Section]
    running: list[RunningPoints]
    deck: list[DeckColumn] = field(default_factory=list)
    painters: list[Painter] = field(default_factory=list)
    asked: Notice | None = None
    around: list[list[Block]] = field(default_factory=list)

    @property
    def next_painter(self) -> Painter | None:
        """The player after the one whose cards the full deck shows, or None after the last one."""
        chosen = next((place for place, painter in enumerate(self.painters) if painter.chosen), 0)
        return self.painters[chosen + 1] if chosen + 1 < len(self.painters) else None

    @property
    def finish(self) -> Next:
        """The button below the full deck, once the last player is shown."""
        return self.sections[-1].next

    @property
    def remarks(self) -> list[Remark]:
        """The remarks below the full deck: those of all sections."""
        return [remark for section in self.sections for remark in section.remarks]

    @property
    def notices(self) -> list[Notice]:
        """The notices below the full deck: those of all sections."""
        return [notice for section in self.sections for notice in section.notices]
