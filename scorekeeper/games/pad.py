"""What stands on a pad: its players, the marks, the signs of suits, and the score sheet of a round."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from scorekeeper.games.signs import Sign, complete_signs
from scorekeeper.language.text import Literal, Text

LARGEST_IN_JSON = 2**53 - 1
"""The largest integer that every browser's JSON parser reads exactly."""

MOST_ROUNDS = 99
"""Maximum number of rounds of a table in any game."""

# A number and not a name, because names can be corrected and two players can have the same one.
Seat = int

Mark = int | bool | str

Options = Mapping[str, Mark]


class Spot(NamedTuple):
    """A place on the pad for one mark: one box of one player in one round."""

    round: int
    row: str
    box: str
    seat: Seat | None = None
    """The player, or None for a box of the whole table."""
    item: str = ""
    """One chip of a box of chips ("7"); "" in other boxes."""


Marks = Mapping[Spot, Mark]

SEALED = "sealed"
"""A placeholder for the mark in a hidden box until every seat has one: it is entered, but not shown yet."""

BEYOND = 10**7
"""Upper bound, exclusive, for any number that can be entered."""

Changes = Mapping[Spot, Mark | None]
"""What one journal line writes: a mark for each spot, None to delete it."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The players of a table and the rules they play by.

    A seat is a player's number and never changes: `players[seat]` is the name.
    """

    players: tuple[str, ...]
    options: Options
    seating: tuple[tuple[int, tuple[Seat, ...]], ...]
    """Rounds with the seats at the table from then on, clockwise. There is a new entry whenever that changes."""
    starter: Seat = 0
    """The seat that opens round 1."""
    earlier: tuple[tuple[int, int, Options], ...] = ()
    """Former options, each with the first and the last round to which they still apply."""
    signs: tuple[int, ...] = ()
    """The numbers of the players' signs, by seat. Seats beyond it have the first free ones."""
    late: tuple[tuple[Seat, int | None], ...] = ()
    """Seats that joined during the game, each with the total that it begins with, or None if it has no place."""

    def at(self, round: int) -> "Setup":
        """Return this setup with the options that apply to a round.

        Decision: rules-from-round
        """
        for first, last, options in self.earlier:
            if first <= round <= last:
                return replace(self, options=options)
        return self

    def seats(self, round: int) -> tuple[Seat, ...]:
        """Return the seats that play this round, clockwise.

        Decision: join-from-round
        """
        seats = self.seating[0][1]
        # Sorted by first round, so the last one that has begun is in force.
        for first, order in self.seating[1:]:
            if first > round:
                break
            seats = order
        return seats

    def first_total(self, seat: Seat, start: int) -> int:
        """Return the total that a seat begins with. `start` is that of the players from the first round on.

        Rule: */late
        """
        total = dict(self.late).get(seat)
        return start if total is None else total

    def has_no_place(self, seat: Seat) -> bool:
        """Return whether the table agreed that a seat plays along without a place.

        Rule: */late
        """
        return (seat, None) in self.late

    def has_left(self, seat: Seat) -> bool:
        """Return whether a player has left and not come back."""
        return seat not in self.seating[-1][1]

    def find_first_round(self, seat: Seat) -> int:
        """Return the round in which a seat first plays, or the one after the last new seating if it never does."""
        last = self.seating[-1][0]
        return next((round for round in range(1, last + 1) if seat in self.seats(round)), last + 1)

    def team(self, seat: Seat, round: int, teams: int) -> tuple[Seat, ...]:
        """Return the seats of a player's team, including that player. `teams` is the number of teams (0: none).

        Without teams, or if the player does not play this round, return only the player's own seat.

        Decision: partners-opposite
        """
        seats = self.seats(round)
        # Partners sit opposite, so with two teams every second player is on the same one.
        return seats[seats.index(seat) % teams :: teams] if teams and seat in seats else (seat,)

    def sides(self, round: int, teams: int) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams of a round, or every seat on its own without teams. `teams` is their number (0: none)."""
        return tuple(dict.fromkeys([self.team(seat, round, teams) for seat in self.seats(round)]))

    def lead(self, round: int, out: Mapping[Seat, int] | None = None, stays: bool = False) -> Seat:
        """Return the seat that starts or deals a round. Each round, the lead moves to the next player who is in.

        `out` maps each seat that was out before the round to the round in which it went out. With `stays`, whoever led
        the first round leads every round, and the lead moves only when that player is out.

        Decision: lead-left, lead-stays
        """
        seats = self.seats(round)
        # The player who started round 1 can have left since.
        place = seats.index(self.starter) if self.starter in seats else 0
        for earlier in range(1, round):
            place += not stays
            gone = {seat for seat in seats if (out or {}).get(seat, round) <= earlier}
            while len(gone) < len(seats) and seats[place % len(seats)] in gone:
                place += 1
        return seats[place % len(seats)]

    def name(self, seat: Seat) -> str:
        """Return the name of the player in a seat."""
        return self.players[seat]

    def names(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """Return the names of the players in several seats, in the order of `seats`."""
        return tuple(self.players[seat] for seat in seats)

    def sign(self, seat: Seat) -> Sign:
        """Return the sign of the player in a seat."""
        # Without choices the sign has the number of the seat, and most pages ask for every player.
        return Sign(complete_signs(self.signs, len(self.players))[seat] if self.signs else seat)


NO_NEWS = Text("")


SHAPES = ("heart", "drop", "moon", "leaf", "peak", "sun", "spade", "club", "diamond")
"""The shapes of suits that every page and print can draw."""

HUES = ("red", "blue", "purple", "green", "grey", "orange", "yellow")
"""The colours of suits. Each has its own ink by day, by night and in print."""

# Commands and numbers only: a path that cannot be drawn fails here, when its game is loaded.
PATH_DATA = re.compile(r"[Mm][MLHVCSQTAZmlhvcsqtaz0-9 ,.\-]+")


@dataclass(frozen=True, slots=True)
class Suit:
    """How a suit is drawn: its shape, its hue and its two letters. Raise ValueError if it cannot be drawn."""

    shape: str
    """One of SHAPES, or a new name if there is a `path`."""
    hue: str
    """One of HUES."""
    letters: Text
    path: str = ""
    """SVG path data, 24 units square, drawn filled."""

    def __post_init__(self) -> None:
        if self.hue not in HUES:
            raise ValueError(f"hue: {self.hue} is none of {', '.join(HUES)}")
        # A known shape with a path would be drawn in two ways, and a new shape without one not at all.
        if (self.shape in SHAPES) == bool(self.path):
            raise ValueError(f"shape: {self.shape} is one of {', '.join(SHAPES)}, or has a path of its own")
        if self.path and not PATH_DATA.fullmatch(self.path):
            raise ValueError(f"path: {self.path} is not the data of an SVG path")


@dataclass(frozen=True, slots=True)
class Choice:
    """A button with words: its label, what a tap writes, its icon, and whether it is chosen now."""

    label: Text
    changes: Changes
    icon: str = ""
    chosen: bool = False
    note: Text | None = None
    """A text in small letters below the label, or None."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An entry that is missing, impossible or unlikely."""

    spots: tuple[Spot, ...]
    """The places on the pad concerned."""
    text: Text
    """The reason."""
    certain: bool = True
    """False if it is only unlikely."""
    cures: tuple[Choice, ...] = ()
    """Buttons that fix the problem."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's result in a row: the points (None if unknown), and whether the player's pile is flipped."""

    points: int | None
    because: Text | None = None
    """The calculation of the points."""
    flipped: bool = False


TieBreaks = tuple[int, ...]
"""The tie-breaks of a player in their order. The lower number is ahead; the next one counts only if they are equal."""


def add_tie_breaks(left: TieBreaks, right: TieBreaks) -> TieBreaks:
    """Return the sums of a player’s tie-breaks in two rounds, one by one. A missing one adds nothing."""
    return tuple([one + other for one, other in zip_longest(left, right, fillvalue=0)])


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a round, the same value on the phone, in print and in the running totals.

    Decision: half-round
    """

    cells: Mapping[tuple[str, Seat], Cell]
    """The points by row and seat."""
    notes: Mapping[str, Text]
    """Who has the most, and why, by row."""
    totals: Mapping[Seat, int]
    ranks: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    """The best of this round."""
    verdict: Text
    """How this round alone ended."""
    reason: Text
    """Why."""
    feet: tuple[tuple[Text, Mapping[Seat, int]], ...] = ()
    """Further lines below the totals, each a label and a number per seat."""
    problems: tuple[Problem, ...] = ()
    open: tuple[Problem, ...] = ()
    """What is still missing."""
    plus: bool = False
    """Whether points are gains and losses, so that a gain has a sign: +12."""
    ties: Mapping[Seat, TieBreaks] = field(default_factory=dict)
    """Breaks ties on points and is added up over the rounds as points are."""
    out: Mapping[Seat, int] = field(default_factory=dict)
    """The players who are out of the game after this round, each with the round in which they went out."""
    first: tuple[Seat, ...] = ()
    """Who has won the game at once with this round, whatever the totals."""
    won_by: tuple[Text, ...] = ()
    """The labels of the entries that have won it, empty if it was the points."""
    lost: bool = False
    """Whether all play together and have lost the game with it."""
    told: Mapping[tuple[str, Seat], Text] = field(default_factory=dict)
    """What was entered by row and seat, if the points do not show it."""

    def plays(self, seat: Seat, round: int) -> bool:
        """Return whether a seat plays this round: it is seated and was not out before."""
        return seat in self.totals and self.out.get(seat, round) >= round

    def knows_points(self, seat: Seat) -> bool:
        """Return whether anything is known of a seat's points in this round. Otherwise its total says nothing.

        Decision: half-round
        """
        known = self.decided or bool(self.totals[seat])
        return known or any(cell.points is not None for (_, of), cell in self.cells.items() if of == seat)

    def format_total(self, seat: Seat) -> str:
        """Return the points of a seat in this round as text, or an ellipsis if nothing is known of them yet."""
        return format_points(self.totals[seat], self.plus) if self.knows_points(seat) else "\u2026"

    @property
    def decided(self) -> bool:
        """Whether the round counts: nothing is missing and nothing is impossible.

        Decision: half-round
        """
        return not self.open and not any(problem.certain for problem in self.problems)


MappingKey = TypeVar("MappingKey")

Computed = TypeVar("Computed")


class LazyMapping(Mapping[MappingKey, Computed]):
    """A mapping that is computed on first access and then kept.

    Parts of a score sheet that the totals of a table do not need are therefore never computed for them.
    """

    def __init__(self, work_out: Callable[[], Mapping[MappingKey, Computed]]) -> None:
        self._work_out = work_out

    @cached_property
    def _all(self) -> Mapping[MappingKey, Computed]:
        return self._work_out()

    def __getitem__(self, key: MappingKey) -> Computed:
        return self._all[key]

    def __iter__(self) -> Iterator[MappingKey]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return repr(self._all)


TOTAL = Text("Total")

BEHIND = Text("Points behind the leader")


def places(keys: Mapping[MappingKey, object]) -> dict[MappingKey, int]:
    """Return the place of each seat or side, ranked by its key, smallest first. Equal keys share a place: 1, 1, 3.

    Decision: shared-place
    """
    # mypy cannot know that all keys of one call are of one type and can be compared.
    ordered = sorted(keys.values())  # type: ignore[type-var]
    return {seat: ordered.index(key) + 1 for seat, key in keys.items()}


def place_sides(keys: Mapping[Seat, object], sides: Iterable[tuple[Seat, ...]]) -> dict[Seat, int]:
    """Return the place of each seat, ranked by the smallest key on its side. A side takes up one place: 1, 1, 2, 2.

    Seats on none of the `sides` are on their own. Seats whose side has no key are left out.
    """
    side_of = {seat: side for side in sides for seat in side}
    best: dict[tuple[Seat, ...], object] = {}
    # The smallest key of a side comes first and stays.
    for seat in sorted(keys, key=lambda seat: keys[seat]):  # type: ignore[arg-type, return-value]
        best.setdefault(side_of.get(seat, (seat,)), keys[seat])
    ranks = places(best)
    return {seat: rank for side, rank in ranks.items() for seat in side}


def group_by_round(marks: Marks) -> Mapping[int, Marks]:
    """Group marks by the round they belong to."""
    rounds: defaultdict[int, dict[Spot, Mark]] = defaultdict(dict)
    for spot, mark in marks.items():
        rounds[spot.round][spot] = mark
    return dict(rounds)


END, ALL = "end", "all"
"""The row and the box in which a table says that everything is entered."""

THAT_IS_ALL = Text("That’s everything")


def offer_end(spot: Spot) -> Choice:
    """Return the button “That’s everything”. It marks `spot`, after which every blank means none.

    Rule: */told
    """
    return Choice(THAT_IS_ALL, {spot: 1})


def format_foot(number: int) -> Text:
    """Format a number shown below the totals. A bool is shown as "yes" or a dash."""
    # A bool is an int too, so it is looked for first.
    if isinstance(number, bool):
        return Text("yes") if number else Literal("\u2013")
    return Literal(format_points(number))


def format_points(points: int, plus: bool = False) -> str:
    """Format points with a true minus sign. If `plus` is set, gains get a plus sign."""
    # 0 is neither a gain nor a loss and has no sign. U+2212 is as wide as a plus; a hyphen is not.
    return f"{points:+d}".replace("-", "\u2212") if plus and points else str(points).replace("-", "\u2212")
