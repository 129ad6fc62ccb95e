"""How a round is entered: the ways of a game, the steps of a way, and what each step asks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar
from typing import Literal as OneOf

from scorekeeper.games.pad import Changes, Choice, Marks, Seat, Setup
from scorekeeper.language.text import Plural, Text, join_sentences


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to enter something in a box. `seat` is the player who is asked, or None for the whole table.

    Each kind is a subclass; `show` names its template. `partners` are the players who share the box, if several do.
    """

    show: ClassVar[str]
    seat: Seat | None
    box: str
    # Keyword-only, so that a subclass can add fields without a default after these.
    hint: Text | None = field(default=None, kw_only=True)
    partners: tuple[Seat, ...] = field(default=(), kw_only=True)

    def of(self, seat: Seat) -> bool:
        """Return whether a seat's own phone asks this: if the box belongs to the seat, its team or the whole table."""
        return self.seat in (None, seat) or seat in self.partners


@dataclass(frozen=True, slots=True)
class Counts(Ask):
    """Round chips for the numbers 1 to `most`. If the game defines their labels and effects, `choices` replace them.

    `also` are buttons with words below the chips. `blank` holds the changes that make a blank count mean none. `onward`
    is set for the last count of a step: a tap on it also leads to the next open step.
    """

    show = "counts"
    most: int = 11
    choices: tuple[Choice, ...] = ()
    also: tuple[Choice, ...] = ()
    blank: Changes = field(default_factory=dict)
    onward: bool = False


@dataclass(frozen=True, slots=True)
class Chips(Ask):
    """Chips for the items of a box, such as the values of cards. A tap on one of them also writes `besides`.

    If `level` > 0, a round chip follows that writes this number to the box `count`. It says that the pile is as big as
    one that flips, so it flips too. `tick` names a box that is offered as one more chip. `onward` is set for the last
    chip of a step: a tap on it also leads to the next open step.
    """

    show = "chips"
    level: int = 0
    tick: str = ""
    count: str = "count"
    besides: Changes = field(default_factory=dict)
    onward: bool = False


@dataclass(frozen=True, slots=True)
class Backs(Ask):
    """A flipped pile of `level` cards. A tap on it deletes the mark in the box `count`."""

    show = "backs"
    level: int
    count: str = "count"


@dataclass(frozen=True, slots=True)
class Sides(Ask):
    """Buttons side by side, one of which can be chosen."""

    show = "sides"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Track(Ask):
    """A row that is crossed off from left to right, by a tap on each of `crosses`; without changes it is passed by.

    `choices` are keys that enter how many are crossed off, without saying which.
    """

    show = "track"
    crosses: tuple[Choice, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Pegs(Ask):
    """A number that grows by what is pegged: each of `choices` adds to it. `holes` is the length of the peg track."""

    show = "pegs"
    choices: tuple[Choice, ...]
    holes: int = 0


@dataclass(frozen=True, slots=True)
class Keys(Ask):
    """A number typed on the app's own keypad.

    `together` is set if the number belongs to a whole team. `named` is what a tap on the name beside the number writes.
    Each number up to `upto` has a key of its own, which also moves on to the next box. Higher numbers are typed digit
    by digit. `decides` is set if the number decides for which of the later numbers of its step is asked.
    """

    show = "keys"
    together: bool = False
    named: Choice | None = None
    upto: int = 0
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Digits(Ask):
    """A number up to `most` that is entered digit by digit, by keys that stand in place."""

    show = "digits"
    most: int = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Lives(Ask):
    """The remaining points of a player, shown large between a minus and a plus button.

    `fewer` is what the minus button writes, `more` what the plus button writes. Each is empty at a limit of the pad.
    `out` is set if the player is out of the game.
    """

    show = "lives"
    fewer: Changes = field(default_factory=dict)
    more: Changes = field(default_factory=dict)
    out: bool = False


@dataclass(frozen=True, slots=True)
class Wait(Ask):
    """Nothing to enter yet; `hint` says why. `told` is a count already entered, which can still be changed."""

    show = "wait"
    told: Counts | None = None


@dataclass(frozen=True, slots=True)
class Secret(Ask):
    """A choice of one of `choices`, behind a cover that only this seat may lift."""

    show = "secret"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a way: what is asked about one row (`asks`), and what moving on to the next step writes (`then`).

    `choices` are buttons above the asks. Buttons that come and go are in `below`, so that the asks stay in place.
    `told` holds the seats that have entered everything in this step, or is None if one player enters it for all. If a
    way shows its steps one by one, steps with the same `page` share a screen, whose title is `together`. `apart` is set
    if only the score sheet leads to this step.
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


Layout = OneOf["rows", "deck", "keypad", "lives", "own", "card"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way of entering a round. All ways of a game write the same spots.

    If `running`, each player's total so far is shown in place of the points of the round. Beside a typed number, it is
    shown in place of the points of the row. `own` is the hint on a phone that enters only its own seat. Such phones use
    the first way that has an `own`. `taps` says how many taps the way takes, if there is a choice of ways.
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
