"""A game's pad: its rows and boxes, who plays, what is written where, and what a round comes to on a sheet."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal as OneOf
from typing import NamedTuple

from scorekeeper.language.text import Literal, Text

LARGEST = 2**53 - 1
"""The largest number that every phone's own JSON reads exactly."""

MOST_ROUNDS = 99
"""Rounds that a table plays at most, whatever the game."""

Seat = int

Mark = int | bool | str

Options = Mapping[str, Mark]


class Spot(NamedTuple):
    """One place on the pad to write in: one box of one player in one round.

    `seat` is None for a box that belongs to the whole table; `item` names one chip of a box of chips ("7").
    """

    round: int
    row: str
    box: str
    seat: Seat | None = None
    item: str = ""


Marks = Mapping[Spot, Mark]

SEALED = "sealed"
"""What stands in a hidden box that is marked while others are still waited for: decided, not yet shown."""

BEYOND = 10**7
"""No number is written with so many digits."""

Changes = Mapping[Spot, Mark | None]
"""What one line writes: a mark for each spot, None to rub it out."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays and by which rules.

    A seat is a player's number and never changes: `players[seat]` is the name. `seating` says who sits round the
    table, clockwise, from which round on; so order, joining and leaving are one thing. `starter` opens round 1.
    `earlier` holds the rules that rounds go on with after a change: the first and the last such round, and the options.
    """

    players: tuple[str, ...]
    options: Options
    seating: tuple[tuple[int, tuple[Seat, ...]], ...]
    starter: Seat = 0
    earlier: tuple[tuple[int, int, Options], ...] = ()

    def at(self, round: int) -> "Setup":
        """The same by the rules of a round. Ours: rules that change from a round on leave those before as they were."""
        for first, last, options in self.earlier:
            if first <= round <= last:
                return replace(self, options=options)
        return self

    def seats(self, round: int) -> tuple[Seat, ...]:
        """The seats that play this round, clockwise. Ours: who joins or leaves is seated from a round on."""
        seats = self.seating[0][1]
        for first, order in self.seating[1:]:
            if first > round:
                break
            seats = order
        return seats

    def team(self, seat: Seat, round: int, teams: int) -> tuple[Seat, ...]:
        """Who plays together with somebody where there are so many teams (0: none), that player among them.

        Ours: partners sit opposite.
        """
        seats = self.seats(round)
        return seats[seats.index(seat) % teams :: teams] if teams and seat in seats else (seat,)

    def name(self, seat: Seat) -> str:
        """The name of the player in that seat. Ours: a name is said, never a number."""
        return self.players[seat]

    def names(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """The names of several seats, in that order. Ours: a name is said, never a number."""
        return tuple(self.players[seat] for seat in seats)


NO_NEWS = Text("")

BoxKind = OneOf["number", "tick", "chips", "choice", "words"]


@dataclass(frozen=True, slots=True)
class Box:
    """A place on the pad where one thing is written.

    number: 0 to `most` (or −most to most if `negative`). tick: yes or blank. chips: one spot per item, each 0 to
    `most` copies. choice: one of `items`. words: a remark of up to `most` letters. `exclusive`: an item can belong to
    one seat only. `shared`: the table's own box, not a player's. `hidden`: shown only when every seat has marked it.
    `sums`: the number may be typed as a sum, 20 + 10 − 5. `words`: what the items of a choice are called, one each.
    `announced` is how a mark is said in the journal ("%(who)s has %(mark)s"), `withdrawn` how that it was
    rubbed out (NO_NEWS: not said beside other marks); the gaps are who, row, item and mark, a Plural counts the mark.
    """

    key: str
    kind: BoxKind
    label: Text
    most: int = 1
    items: tuple[str, ...] = ()
    exclusive: bool = False
    shared: bool = False
    hidden: bool = False
    negative: bool = False
    sums: bool = False
    words: tuple[Text, ...] = ()
    announced: Text | None = None
    withdrawn: Text | None = None

    def said(self, mark: Mark) -> Mark | Text:
        """A mark in words: the item that is chosen as it is called, anything else as it is.

        Ours: how a mark is said.
        """
        return dict(zip(self.items, self.words)).get(str(mark), mark) if self.kind == "choice" else mark


SHAPES = ("heart", "drop", "moon", "leaf", "peak", "sun", "spade", "club", "diamond")
"""The shapes that every page and paper can draw."""

HUES = ("red", "blue", "purple", "green", "grey", "orange", "yellow")
"""The colours of suits; by day, by night and in print each has its own ink."""

PATH_DATA = re.compile(r"[Mm][MLHVCSQTAZmlhvcsqtaz0-9 ,.\-]+")


@dataclass(frozen=True, slots=True)
class Suit:
    """How a suit is drawn: its shape, its hue and its two letters.

    `shape` is one of SHAPES, or a name of the game's own with a `path`: the data of an SVG path, 24 units square, that
    is filled. `hue` is one of HUES. Raises ValueError for what cannot be drawn.
    """

    shape: str
    hue: str
    letters: Text
    path: str = ""

    def __post_init__(self) -> None:
        if self.hue not in HUES:
            raise ValueError(f"hue: {self.hue} is none of {', '.join(HUES)}")
        if (self.shape in SHAPES) == bool(self.path):
            raise ValueError(f"shape: {self.shape} is one of {', '.join(SHAPES)}, or has a path of its own")
        if self.path and not PATH_DATA.fullmatch(self.path):
            raise ValueError(f"path: {self.path} is not the data of an SVG path")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the pad; `hint` is the rule in small print."""

    key: str
    label: Text
    boxes: tuple[Box, ...]
    hint: Text | None = None
    suit: Suit | None = None

    def box(self, key: str) -> Box | None:
        """The box of that name, if the row has it. Ours: the key of a box never changes."""
        return next((box for box in self.boxes if box.key == key), None)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button in words: what it says, what one tap on it writes, its icon, and whether it is what stands there."""

    label: Text
    changes: Changes
    icon: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be (`certain`) or hardly can be: where, why, and the taps that would mend it."""

    spots: tuple[Spot, ...]
    text: Text
    certain: bool = True
    cures: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player got in a row: points (None: not known yet), the working, and whether the pile lies flipped."""

    points: int | None
    because: Text | None = None
    flipped: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One round, worked out: the same value is shown on the phone, printed, and counted in the tally.

    `cells` by (row, seat), `notes` by row (who has most, and why), `feet` further lines below the totals. `winners`
    are the best of this round, `verdict` and `reason` tell of this round alone. `open` says what is still missing; a
    round with anything open or a certain problem is not decided and has no winners.
    `plus`: points are gains and losses, so a gain is written with its sign: +12. `ties` decides between those who are
    level on points, fewest first; it is added up over the rounds as the points are. `out` says who is out of the game
    after this round, and since which. `told` by (row, seat) is what was entered where the points do not show it.
    """

    cells: Mapping[tuple[str, Seat], Cell]
    notes: Mapping[str, Text]
    totals: Mapping[Seat, int]
    ranks: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    verdict: Text
    reason: Text
    feet: tuple[tuple[Text, Mapping[Seat, int]], ...] = ()
    problems: tuple[Problem, ...] = ()
    open: tuple[Problem, ...] = ()
    plus: bool = False
    ties: Mapping[Seat, int] = field(default_factory=dict)
    out: Mapping[Seat, int] = field(default_factory=dict)
    told: Mapping[tuple[str, Seat], Text] = field(default_factory=dict)

    def plays(self, seat: Seat, round: int) -> bool:
        """Whether somebody sat there and was not out before this round. Ours: who is out plays no more."""
        return seat in self.totals and self.out.get(seat, round) >= round

    @property
    def decided(self) -> bool:
        """Whether the round counts: everything read, nothing impossible. Ours: half a round counts nowhere."""
        return not self.open and not any(problem.certain for problem in self.problems)


TOTAL = Text("Total")

BEHIND = Text("Points behind the leader")


def places(keys: Mapping[Seat, object]) -> dict[Seat, int]:
    """Rank seats by their keys, smallest first; equal keys share a place and the next one is left out (1, 1, 3).

    Ours: who is level shares the place.
    """
    ordered = sorted(keys.values())  # type: ignore[type-var]
    return {seat: ordered.index(key) + 1 for seat, key in keys.items()}


def _of_the_pad_alone(
    rows: Callable[[Setup], tuple[Row, ...]], score: Callable[[Setup, Marks, int], Sheet]
) -> Callable[[Setup, Marks, int], Sheet]:
    """A game's score, asked about nothing but marks that its pad has, so that nothing else can make it raise."""

    def scored(setup: Setup, marks: Marks, round: int) -> Sheet:
        return score(setup, of_the_pad(rows(setup), marks), round)

    return scored


def of_the_pad(rows: Iterable[Row], marks: Marks) -> Marks:
    """The marks among these that stand in a box of the rows, and that such a box can hold.

    Ours: a scorer is handed no other marks.
    """
    boxes = {(row.key, box.key): box for row in rows for box in row.boxes}
    return {
        spot: mark
        for spot, mark in marks.items()
        if (box := boxes.get((spot.row, spot.box))) and _is_there(box, spot) and _holds(box, mark)
    }


def _is_there(box: Box, spot: Spot) -> bool:
    item = spot.item in box.items if box.kind == "chips" else not spot.item
    return item and (spot.seat is None) == box.shared and spot.round > 0


def _holds(box: Box, mark: Mark) -> bool:
    """Whether a mark is of the kind of the box; how much a number may be can have changed with the rules of a table."""
    if mark == SEALED:
        return box.hidden
    if box.kind in ("choice", "words"):
        return mark in box.items if box.kind == "choice" else isinstance(mark, str)
    most = box.most if box.kind == "chips" else BEYOND
    return isinstance(mark, int) and (-most if box.negative else 0) <= mark <= most


def that_is_all(spot: Spot) -> Choice:
    """The tap that makes every blank mean none. Ours: blank means none only when somebody says so."""
    return Choice(Text("That’s everything"), {spot: 1})


def below_totals(number: int) -> Text:
    """A number below the totals; what somebody just has or has not is no number.

    Ours: how that is written.
    """
    if isinstance(number, bool):
        return Text("yes") if number else Literal("\u2013")
    return Literal(signed(number))


def signed(points: int, plus: bool = False) -> str:
    """A number as it is printed: a true minus sign, and for a gain the plus where a sheet wants it.

    Ours: how points are written.
    """
    return f"{points:+d}".replace("-", "\u2212") if plus and points else str(points).replace("-", "\u2212")
