"""How a round is entered: the ways of a game, the steps of a way, and what each step asks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar
from typing import Literal as OneOf

from scorekeeper.games.pad import Changes, Choice, Marks, Seat, Setup
from scorekeeper.language.text import Plural, Text, join_sentences


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to enter something in a box. Each kind is a subclass."""

    show: ClassVar[str]
    """The name of its template."""
    seat: Seat | None
    """The player who is asked, or None for the whole table."""
    box: str
    # Keyword-only, so that a subclass can add fields without a default after these.
    hint: Text | None = field(default=None, kw_only=True)
    partners: tuple[Seat, ...] = field(default=(), kw_only=True)
    """The players who share the box, if several do."""

    def of(self, seat: Seat) -> bool:
        """Return whether a seat's own phone asks this: if the box belongs to the seat, its team or the whole table."""
        return self.seat in (None, seat) or seat in self.partners


@dataclass(frozen=True, slots=True)
class Counts(Ask):
    """Round chips for the numbers 1 to `most`."""

    show = "counts"
    most: int = 11
    choices: tuple[Choice, ...] = ()
    """What replaces them, if the game defines their labels and effects."""
    also: tuple[Choice, ...] = ()
    """Buttons with words below the chips."""
    blank: Changes = field(default_factory=dict)
    """The changes that make a blank count mean none."""
    onward: bool = False
    """Set for the last count of a step: a tap on it also leads to the next open step."""


@dataclass(frozen=True, slots=True)
class Chips(Ask):
    """Chips for the items of a box, such as the values of cards."""

    show = "chips"
    level: int = 0
    """If not 0, the number that a round chip writes: the pile is as big as one that flips, so it flips too."""
    tick: str = ""
    """A box that is offered as one more chip."""
    count: str = "count"
    """The box to which that chip writes."""
    besides: Changes = field(default_factory=dict)
    """What a tap on a chip also writes."""
    onward: bool = False
    """Set for the last chip of a step: a tap on it also leads to the next open step."""


@dataclass(frozen=True, slots=True)
class Backs(Ask):
    """A flipped pile."""

    show = "backs"
    level: int
    """The number of its cards."""
    count: str = "count"
    """The box whose mark a tap deletes."""


@dataclass(frozen=True, slots=True)
class Sides(Ask):
    """Buttons side by side, one of which can be chosen."""

    show = "sides"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Track(Ask):
    """A row that is crossed off from left to right, by a tap on each of `crosses`; without changes it is passed by."""

    show = "track"
    crosses: tuple[Choice, ...]
    choices: tuple[Choice, ...]
    """Keys that enter how many are crossed off, without saying which."""


@dataclass(frozen=True, slots=True)
class Pegs(Ask):
    """A number that grows by what is pegged: each of `choices` adds to it."""

    show = "pegs"
    choices: tuple[Choice, ...]
    holes: int = 0
    """The length of the peg track."""


@dataclass(frozen=True, slots=True)
class Keys(Ask):
    """A number typed on the app's own keypad."""

    show = "keys"
    together: bool = False
    """Whether the number belongs to a whole team."""
    named: Choice | None = None
    """What a tap on the name beside the number writes."""
    upto: int = 0
    """The largest number with a key of its own, which also moves on to the next box.

    Higher ones are typed digit by digit.
    """
    decides: bool = False
    """Whether the number decides for which of the later numbers of its step is asked."""


@dataclass(frozen=True, slots=True)
class Digits(Ask):
    """A number up to `most` that is entered digit by digit, by keys that stand in place."""

    show = "digits"
    most: int = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Lives(Ask):
    """The remaining points of a player, shown large between a minus and a plus button."""

    show = "lives"
    fewer: Changes = field(default_factory=dict)
    """What the minus button writes."""
    more: Changes = field(default_factory=dict)
    """What the plus button writes. Each is empty at a limit of the pad."""
    out: bool = False
    """Whether the player is out of the game."""


@dataclass(frozen=True, slots=True)
class Wait(Ask):
    """Nothing to enter yet; `hint` says why."""

    show = "wait"
    told: Counts | None = None
    """A count already entered, which can still be changed."""
    decided: bool = False
    """Whether this seat has made a secret choice."""


@dataclass(frozen=True, slots=True)
class Secret(Ask):
    """A choice of one of `choices`, behind a cover that only this seat may lift."""

    show = "secret"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a way: what is asked about one row, and what moving on to the next step writes."""

    key: str
    row: str
    hint: Text
    asks: tuple[Ask, ...]
    """What is asked."""
    choices: tuple[Choice, ...] = ()
    """Buttons above the asks."""
    then: Changes = field(default_factory=dict)
    """What moving on to the next step writes."""
    done: bool = False
    title: Text | None = None
    below: tuple[Choice, ...] = ()
    """Buttons that come and go, below the asks, so that these stay in place."""
    told: tuple[Seat, ...] | None = None
    """The seats that have entered everything in this step, or None if one player enters it for all."""
    page: str = ""
    """If a way shows its steps one by one, those with the same value share a screen."""
    together: Text | None = None
    """The title of that screen."""
    apart: bool = False
    """Whether only the score sheet leads to this step."""
    own: Text | None = None
    """The hint on a phone that enters only its own seat, if it differs."""


Layout = OneOf["rows", "deck", "keypad", "lives", "own", "card"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way of entering a round. All ways of a game write the same spots."""

    key: str
    label: Text
    hint: Text
    layout: Layout
    steps: Callable[[Setup, Marks, int], tuple[Step, ...]]
    running: bool = False
    """Whether each player's total so far is shown in place of the points of the round, or of the row beside a number.
    """
    own: Text | None = None
    """The hint on a phone that enters only its own seat. Such phones use the first way that has one."""
    taps: Text | None = None
    """How many taps the way takes, if there is a choice of ways."""

    @property
    def about(self) -> Text:
        """The hint, followed by the number of taps if it is known."""
        return join_sentences((self.hint, self.taps)) if self.taps else self.hint


def about_taps(setup: Setup, least: int, counted: Sequence[int]) -> Text:
    """Return a sentence that says how many taps a round takes with the number of players at the table.

    `counted` lists the mean number of taps with `least` players, with one more player, and so on. If the number of
    players is not among them, the nearest one is used.
    """
    # With more or fewer players than were counted, the nearest number says more than none.
    players = min(max(len(setup.seating[-1][1]), least), least + len(counted) - 1)
    taps = counted[players - least]
    return Plural("About %(count)s tap for %(players)s players.", "About %(count)s taps for %(players)s players.", taps,
                  players=players)  # fmt: skip
