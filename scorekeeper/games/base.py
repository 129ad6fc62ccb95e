"""The words every game speaks: what stands on its pad, how it is asked for, and what a round is worth.

A game is a value made of functions (`GAME = Game(...)`), never a subclass. Everything here is pure: no web, no
database, no clock, no chance.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple
from typing import Literal as OneOf

from scorekeeper.text import Text

if TYPE_CHECKING:
    from scorekeeper.games.paper import PaperPad
    from scorekeeper.games.referee import Referee
    from scorekeeper.games.standings import End, Standings

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
    """

    players: tuple[str, ...]
    options: Options
    seating: tuple[tuple[int, tuple[Seat, ...]], ...]
    starter: Seat = 0

    def seats(self, round: int) -> tuple[Seat, ...]:
        """The seats that play this round, clockwise."""
        seats = self.seating[0][1]
        for first, order in self.seating[1:]:
            if first > round:
                break
            seats = order
        return seats

    def name(self, seat: Seat) -> str:
        """The name of the player in that seat."""
        return self.players[seat]

    def names(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """The names of several seats, in that order."""
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
    `told` is how a mark is told in the journal, within a sentence ("%(who)s has %(mark)s"), `untold` how that it was
    rubbed out (NO_NEWS: not told beside other marks); the gaps are who, row, item and mark, a Plural counts the mark.
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
    told: Text | None = None
    untold: Text | None = None

    def said(self, mark: Mark) -> Mark | Text:
        """A mark in words: the item that is chosen as it is called, anything else as it is."""
        return dict(zip(self.items, self.words)).get(str(mark), mark) if self.kind == "choice" else mark


@dataclass(frozen=True, slots=True)
class Suit:
    """How a suit is drawn: its shape (heart, drop, moon, leaf, peak, sun), its hue, its two letters."""

    shape: str
    hue: str
    letters: Text


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the pad; `hint` is the rule in small print."""

    key: str
    label: Text
    boxes: tuple[Box, ...]
    hint: Text | None = None
    suit: Suit | None = None

    def box(self, key: str) -> Box | None:
        """The box of that name, if the row has it."""
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
    level on points, fewest first; it is added up over the rounds as the points are.
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

    @property
    def decided(self) -> bool:
        """Whether the round counts: everything read, nothing impossible."""
        return not self.open and not any(problem.certain for problem in self.problems)


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

    `running`: beside a number that is typed stands the player's total so far, instead of the points of its row.
    `own` is the sentence above a phone that enters only its own seat; such phones follow the way that has one.
    """

    key: str
    label: Text
    hint: Text
    layout: Layout
    steps: Callable[[Setup, Marks, int], tuple[Step, ...]]
    running: bool = False
    own: Text | None = None


OPEN = Text("open")


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table agrees on before it plays: its choices in words, the first one being usual.

    A number option has no choices and runs from `least` (0: open, or what `empty` says) to `most`; a `words` option is
    a name of up to 16 letters; a default one is `empty`
    in the reader's language; an `order` option puts these things in an order, its value names all of them: "b,a,c".
    """

    key: str
    label: Text
    choices: tuple[tuple[str, Text], ...] = ()
    default: Mark = ""
    most: int = 0
    least: int = 0
    words: bool = False
    order: tuple[tuple[str, Text], ...] = ()
    empty: Text = OPEN


class Malformed(Exception):
    """What came in cannot be a question or a line at all; `key` names the part that is wrong."""

    def __init__(self, key: str, reason: Text) -> None:
        super().__init__(key, reason)
        self.key = key
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}" if self.key else str(self.reason)


class Missing(Malformed):
    """A part of the question is not there yet."""


class Illegal(Exception):
    """The rules forbid it now, and this is why."""

    def __init__(self, reason: Text, box: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.box = box

    def __str__(self) -> str:
        return str(self.reason)


Answer = dict[str, object]


BlankKind = OneOf[
    "cards", "card", "piles", "sides", "values", "hands",
    "suit", "suits", "suit_list", "choice", "several", "tick", "word",
    "players", "names", "seat", "people", "people_by_suit", "said",
    "number", "each", "row", "sums", "rounds", "quick",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Blank:
    """One thing the Ask the referee page asks for, by taps where it can be.

    Cards, each as often as the game's deck holds it: card, cards (a row of `least` to `most`, in its order), piles (in
    front of each player; by suit), sides (in each suit on each of `items`). Numbers on cards, `least` to `most`, each
    as often as it is tapped: values, hands (for each player).
    Suits and words: suit, suits (several, in the order tapped), suit_list (`least` to `most` of them, the same one
    again and again), choice (one of `items`), several (any of them), tick, word (typed).
    People: players (how many there are), names (who they are), seat (one of them), people (several), people_by_suit
    (several for each suit), said (for each player one of `items` or nothing).
    Numbers, `least` to `most`: number (`items` may give each a name), each (for each player), row (for each of
    `items`), sums (per player and suit), rounds (for each player, round after round), quick (how many cards and
    which sum, per player and suit).

    What is not `needed` is left out of the question while it is open. A tick, and what may hold nothing, is never open.
    """

    key: str
    label: Text
    kind: BlankKind
    least: int = 0
    most: int = 10
    items: tuple[tuple[str, Text], ...] = ()
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Ruling:
    """One kind of question to the referee: `answer` takes the input as read from JSON and returns the answer.

    Its `because` begins with what decides. `facts` names the keys of the answer that the sentences leave unsaid.
    Raises Malformed, naming the key, if the input cannot be understood; never refuses for the rules' sake.
    """

    kind: str
    title: Text
    blanks: tuple[Blank, ...]
    answer: Callable[[Mapping[str, object]], Answer]
    facts: tuple[tuple[str, Text], ...] = ()


TOTAL = Text("Total")
BEHIND = Text("Points behind the leader")


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the app knows it. `name` is a Text where it is no proper name, `seats` is fewest and most players,
    `lead` is who is named before a round,
    `shelf` its place on the home page. `round_name` is "Deal" as it begins a line, `round_name_inside` within one.
    `lowest_wins` may depend on the rules of the table; `cannot` says which of them cannot be meant together. `start` is
    what everybody's total begins with; `over` says from the rounds that count why no further one is played. `whole`:
    each round is a game of its own and names its winner. `won` tells who has won and by which rule, where points alone
    do not say it; `tie` is what a seat has that is level with the leader on points and still behind, and the rule.
    `total` and `behind` are what is added up, where that is not called points. `next_starter` names who opens the round
    after a decided one, where the game has a say; None: the lead moves on to the left. The marks that a game is handed
    of other rounds are of those that nobody is telling to a referee. `deck` holds the suits and cards that a question
    can be asked about, where they are not the rows of the pad. `referee` follows a round move by move. `score` is
    given only marks that the pad has.
    """

    slug: str
    name: str | Text
    seats: tuple[int, int]
    options: tuple[Option, ...]
    lead: OneOf["starter", "dealer"]
    lowest_wins: Callable[[Setup], bool]
    round_name: Text
    round_name_inside: Text
    rounds: Callable[[Setup], int]
    rows: Callable[[Setup], tuple[Row, ...]]
    ways: Callable[[Setup], tuple[Way, ...]]
    score: Callable[[Setup, Marks, int], Sheet]
    rules_in_words: Callable[[Setup], tuple[Text, ...]]
    rulings: Mapping[str, Ruling]
    shelf: int = 0
    rules_version: int = 1
    start: Callable[[Setup], int] = lambda setup: 0
    cannot: Callable[[Options], Malformed | None] = lambda options: None
    over: "Callable[[Setup, Standings], End | None]" = lambda setup, found: None
    whole: Callable[[Setup], bool] = lambda setup: False
    won: "Callable[[Setup, Standings], Text | None]" = lambda setup, found: found.wins()
    tie: tuple[Text, Text] | None = None
    total: Text = TOTAL
    behind: Text = BEHIND
    next_starter: Callable[[Setup, Marks, int], Seat | None] = lambda setup, marks, round: None
    deck: Callable[[Setup], tuple[Row, ...]] | None = None
    paper: "Callable[[Setup], tuple[PaperPad, ...]] | None" = None
    referee: "Referee[Any] | None" = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "score", _of_the_pad_alone(self.rows, self.score))

    def leader(self, setup: Setup, marks: Marks, round: int) -> Seat:
        """The seat that starts a round, or deals it: as the game says, else the next to the left of who is there."""
        seats = setup.seats(round)
        said = self.next_starter(setup, marks, round - 1) if round > 1 else None
        if said in seats:
            return said
        place = seats.index(setup.starter) if setup.starter in seats else 0
        return seats[(place + round - 1) % len(seats)]

    def default_options(self) -> Options:
        """What a table plays by if it chooses nothing."""
        return {option.key: option.default for option in self.options}


def places(keys: Mapping[Seat, object]) -> dict[Seat, int]:
    """Rank seats by their keys, smallest first; equal keys share a place and the next one is left out (1, 1, 3)."""
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
    """The marks among these that stand in a box of the rows, and that such a box can hold."""
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
