"""How a round is entered: the ways of a game, the steps of a way, and what each step asks of whom."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal as OneOf

from scorekeeper.games.pad import Changes, Choice, Marks, Seat, Setup
from scorekeeper.language.text import Text

Show = OneOf["counts", "chips", "backs", "sides", "keys", "wait", "secret"]


@dataclass(frozen=True, slots=True)
class Ask:
    """What a player is asked for, and how it is shown.

    counts: round chips 1 to `most`, or `choices` where the game says what each of them reads and writes. chips: the
    items of the box. backs: a flipped pile of `level` cards. keys: a number typed on the own keypad. sides: `choices`,
    one of which is chosen. wait: nothing more yet, `hint` says for whom; a count that is told can still be changed.
    secret: `choices` as well, but behind a cover that only this seat lifts.
    With chips, `level` > 0 offers one round chip first: "this pile is as big, it flips too"; `tick` names a box that is
    offered as one more chip at the end. `count` names the box that a count goes to. `also` are buttons in words below
    the chips. `seat` is None where the whole table is asked. `blank` writes that there is none, as long as nobody has
    told; `besides` is what every chip writes as well.
    """

    seat: Seat | None
    box: str
    show: Show
    level: int = 0
    hint: Text | None = None
    count: str = "count"
    most: int = 11
    tick: str = ""
    choices: tuple[Choice, ...] = ()
    also: tuple[Choice, ...] = ()
    blank: Changes = field(default_factory=dict)
    besides: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One screen of a way: what is asked about one row, and what moving on writes (`then`)."""

    key: str
    row: str
    hint: Text
    asks: tuple[Ask, ...]
    choices: tuple[Choice, ...] = ()
    then: Changes = field(default_factory=dict)
    done: bool = False
    title: Text | None = None


Layout = OneOf["rows", "deck", "keypad", "own"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way of entering a round; all ways of a game write the same spots.

    `running`: what everybody has so far runs along, instead of the points of the round or, beside a number, of its row.
    `own` is the sentence above a phone that enters only its own seat; such phones follow the way that has one.
    """

    key: str
    label: Text
    hint: Text
    layout: Layout
    steps: Callable[[Setup, Marks, int], tuple[Step, ...]]
    running: bool = False
    own: Text | None = None
