"""How a round is entered: the ways of a game, the steps of a way, and what each step asks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar
from typing import Literal as OneOf

from scorekeeper.games.pad import Changes, Choice, Marks, Seat, Setup
from scorekeeper.language.text import Plural, Text, join_sentences


@dataclass(frozen=True, slots=True)
class Ask:
    """What a player is asked to enter in a box, or the whole table if `seat` is None.

    Each kind is a subclass; `show` names its template. `partners` are the players who share the box, if more than one
    does.
    """

    show: ClassVar[str]
    seat: Seat | None
    box: str
    # Keyword-only, so that a subclass can add fields without a default after these.
    hint: Text | None = field(default=None, kw_only=True)
    partners: tuple[Seat, ...] = field(default=(), kw_only=True)

    def of(self, seat: Seat) -> bool:
        """Return whether the phone of a seat is asked: for its own boxes, those of its team, and those of the table."""
        return self.seat in (None, seat) or seat in self.partners


@dataclass(frozen=True, slots=True)
class Counts(Ask):
    """Round chips 1 to `most`, or `choices` if the game says what each of them shows and writes.

    `also` are buttons with words below them. `blank` are the changes that write "none" while nothing is entered.
    `onward`: this count is the last one of the step, so a tap also leads to the next open step.
    """

    show = "counts"
    most: int = 11
    choices: tuple[Choice, ...] = ()
    also: tuple[Choice, ...] = ()
    blank: Changes = field(default_factory=dict)
    onward: bool = False


@dataclass(frozen=True, slots=True)
class Chips(Ask):
    """The items of the box; a tap on one also writes `besides`.

    If `level` > 0, one round chip follows them and writes to the box `count`: "this pile is as big, so it flips too".
    `tick` names a box that is offered as one more chip.
    """

    show = "chips"
    level: int = 0
    tick: str = ""
    count: str = "count"
    besides: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backs(Ask):
    """A flipped pile of `level` cards. A tap on it deletes its `count`."""

    show = "backs"
    level: int
    count: str = "count"


@dataclass(frozen=True, slots=True)
class Sides(Ask):
    """Buttons side by side, of which one is chosen."""

    show = "sides"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Keys(Ask):
    """A number typed on the app's own keypad.

    `together`: the number belongs to a whole team. `named` is what a tap on the name beside it writes. `upto`: each
    number up to this one gets a key of its own that also moves on, because larger ones are rare.
    """

    show = "keys"
    together: bool = False
    named: Choice | None = None
    upto: int = 0


@dataclass(frozen=True, slots=True)
class Lives(Ask):
    """The remaining points of a player, shown large between a minus and a plus button.

    `fewer` and `more` are what these buttons write; empty where the pad goes no further. `out`: the player is out.
    """

    show = "lives"
    fewer: Changes = field(default_factory=dict)
    more: Changes = field(default_factory=dict)
    out: bool = False


@dataclass(frozen=True, slots=True)
class Wait(Ask):
    """Nothing to enter yet; `hint` says who is waited for. `told` is an entered count that can still be changed."""

    show = "wait"
    told: Counts | None = None


@dataclass(frozen=True, slots=True)
class Secret(Ask):
    """One of `choices`, behind a cover that only this seat may lift."""

    show = "secret"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One screen of a way: what is asked about one row, and what moving on writes (`then`).

    `choices` are buttons above what is asked. Buttons that appear only at times are in `below`, so that what is asked
    stays in place. `told` are the seats that have entered everything here, None if one player enters it for all. Where
    a way shows its steps one by one, those with the same `page` share a screen with the title `together`. `apart`: only
    the score sheet leads to this step.
    """

    key: str
    row: str
    hint: Text
    asks: tuple[Ask, ...]
    choices: tuple[Choice, ...] = ()
    then: Changes = field(default_factory=dict)
    done: bool = False
    title: Text | None = None
    below: tuple[Choice, ...] = ()
    told: tuple[Seat, ...] | None = None
    page: str = ""
    together: Text | None = None
    apart: bool = False


Layout = OneOf["rows", "deck", "keypad", "lives", "own"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way of entering a round. All ways of a game write the same spots.

    `running`: shows each player's total so far instead of the points of the round. Beside a typed number, it replaces
    the points of the row. `own` is the sentence on a phone that enters only its own seat; such phones use the way that
    has one. `taps` says how many taps the way takes, if there is a choice of ways.
    """

    key: str
    label: Text
    hint: Text
    layout: Layout
    steps: Callable[[Setup, Marks, int], tuple[Step, ...]]
    running: bool = False
    own: Text | None = None
    taps: Text | None = None

    @property
    def about(self) -> Text:
        """What is tapped, followed by the number of taps if it is known."""
        return join_sentences((self.hint, self.taps)) if self.taps else self.hint


def about_taps(setup: Setup, least: int, counted: Sequence[int]) -> Text:
    """Say how many taps a round takes with these players.

    `counted` holds the mean number of taps, from `least` players upwards.
    """
    # With more or fewer players than were counted, the nearest number says more than none.
    players = min(max(len(setup.seating[-1][1]), least), least + len(counted) - 1)
    taps = counted[players - least]
    return Plural("About %(count)s tap for %(players)s players.", "About %(count)s taps for %(players)s players.", taps,
                  players=players)  # fmt: skip
