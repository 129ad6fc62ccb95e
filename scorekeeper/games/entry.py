"""How a round is entered: the ways of a game, the steps of a way, and what each step asks of whom."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar
from typing import Literal as OneOf

from scorekeeper.games.pad import Changes, Choice, Marks, Seat, Setup
from scorekeeper.language.text import Plural, Text, joined


@dataclass(frozen=True, slots=True)
class Ask:
    """What a player is asked for in a box, or the whole table where `seat` is None; each kind is a class of its own.

    `show` is what its template calls it. `partners` are all who have it together, where more than one does.
    """

    show: ClassVar[str]
    seat: Seat | None
    box: str
    hint: Text | None = field(default=None, kw_only=True)
    partners: tuple[Seat, ...] = field(default=(), kw_only=True)

    def of(self, seat: Seat) -> bool:
        """Whether the phone of a seat is asked it: what is its own, what it has with partners, what is the table's.

        Ours: whoever has a box is asked for it.
        """
        return self.seat in (None, seat) or seat in self.partners


@dataclass(frozen=True, slots=True)
class Counts(Ask):
    """Round chips 1 to `most`, or `choices` where the game says what each of them reads and writes.

    `also` are buttons in words below them. `blank` writes that there is none, as long as nobody has told. `onward`: the
    count is the last that the step asks, and leads to the next step that is open.
    """

    show = "counts"
    most: int = 11
    choices: tuple[Choice, ...] = ()
    also: tuple[Choice, ...] = ()
    blank: Changes = field(default_factory=dict)
    onward: bool = False


@dataclass(frozen=True, slots=True)
class Chips(Ask):
    """The items of the box, and what each of them writes as well (`besides`).

    `level` > 0 offers one round chip after them, which goes to the box `count`: "this pile is as big, it flips too".
    `tick` names a box that is offered as one more chip.
    """

    show = "chips"
    level: int = 0
    tick: str = ""
    count: str = "count"
    besides: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backs(Ask):
    """A flipped pile of `level` cards; a tap on it rubs its `count` out."""

    show = "backs"
    level: int
    count: str = "count"


@dataclass(frozen=True, slots=True)
class Sides(Ask):
    """Buttons side by side, one of which is chosen."""

    show = "sides"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Keys(Ask):
    """A number typed on the own keypad.

    `together`: it is that of a whole team. `named` is what a tap on the name beside it writes. `upto`: a number that is
    hardly ever above that has a key of its own for each, which goes on as well.
    """

    show = "keys"
    together: bool = False
    named: Choice | None = None
    upto: int = 0


@dataclass(frozen=True, slots=True)
class Lives(Ask):
    """What somebody has left, large, between a tap that makes it one fewer and a tap that makes it one more.

    `fewer` and `more` are what these taps write, nothing where the pad goes no further. `out`: that player is out.
    """

    show = "lives"
    fewer: Changes = field(default_factory=dict)
    more: Changes = field(default_factory=dict)
    out: bool = False


@dataclass(frozen=True, slots=True)
class Wait(Ask):
    """Nothing more yet, `hint` says for whom; `told` is a count that can still be changed."""

    show = "wait"
    told: Counts | None = None


@dataclass(frozen=True, slots=True)
class Secret(Ask):
    """One of `choices`, behind a cover that only this seat lifts."""

    show = "secret"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One screen of a way: what is asked about one row, and what moving on writes (`then`).

    `choices` are buttons above what is asked, `below` such as come and go below it. `told` are the seats that have
    nothing to tell here any more, None where one tells it for all. Steps with the same `page` stand on one screen where
    a way shows one screen after the other, under the title `together`. `apart`: only the sheet leads there.
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
    """One way of entering a round; all ways of a game write the same spots.

    `running`: what everybody has so far runs along, instead of the points of the round or, beside a number, of its row.
    `own` is the sentence above a phone that enters only its own seat; such phones follow the way that has one. `taps`
    says how many taps it takes, where there is a choice.
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
        """What is tapped, and how often. Ours: whoever chooses a way knows what it takes."""
        return joined((self.hint, self.taps)) if self.taps else self.hint


def about_taps(setup: Setup, least: int, counted: Sequence[int]) -> Text:
    """How many taps a round takes these players: the mean of what was `counted`, from the fewest players on.

    Ours: whoever chooses a way knows what it takes.
    """
    players = min(max(len(setup.seating[-1][1]), least), least + len(counted) - 1)
    taps = counted[players - least]
    return Plural("About %(count)s tap for %(players)s players.", "About %(count)s taps for %(players)s players.", taps,
                  players=players)  # fmt: skip
