"""A pad as read from its file: rows with boxes, what they score, who wins, and what is checked."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Protocol, Self
from typing import Literal as OneOf

from scorekeeper.games.entry import Ask, Layout, Sides
from scorekeeper.games.options import Option
from scorekeeper.games.pad import NO_NEWS, SEALED, Choice, Mark, Marks, Seat, Spot, Suit, format_points
from scorekeeper.games.pads.evaluate import Value
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Plain
from scorekeeper.games.pads.kinds import Kind
from scorekeeper.games.pads.padfile import Path
from scorekeeper.language.text import Literal, Text

OWN_NAMES = ("players", "round", "score", "had", "total", "lead", "complete")
"""Names that formulas of every pad can use: the number of players, the number of the round, and a player's points.

`score` is the number of points in the round, `had` the points before the round, and `total` those after it. `lead` says
whether the player starts or deals the round, `complete` whether the table has said that everything is entered.
"""

SURE = "sure"
"""The tick with which the table says that no card is missing, in a pad with piles."""

WHEN = ".when"
"""The suffix that turns the key of a row into the name of its condition."""

HAD = Call("before", (Name("score"),))
"""The formula for the points that a player scored before a round, without the points at the start of the game."""


READ_PADS_IN_MEMORY = 256
"""Maximum number of pads of which something is cached. Pads never change, so no cache is ever invalidated."""


def is_one(rounds: Node | None) -> bool:
    """Return whether a formula for the number of rounds is simply 1, so that a round is the whole game."""
    return isinstance(rounds, Plain) and rounds.value == 1


Content = Mapping[str, Any]

MakeText = Callable[[Any], Text]
"""A function that returns a text of a pad file with its translations."""


class Entries(Protocol):
    """The entries of a round, from which a box reads its value. `scoring.Written` has them."""

    @property
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def suits(self) -> Mapping[str, Any]: ...

    def spot(self, row: "Row", box: "Box", seat: Seat | None) -> Spot: ...

    def mark(self, row: "Row", box: "Box", seat: Seat, item: str = "") -> Mark | None: ...

    def copies(self, row: "Row", box: "Box", seat: Seat) -> list[int]: ...

    def count_blank(self, value: Number, spot: Spot | None = None) -> Value: ...

    def is_hidden(self, box: "Box") -> bool: ...


@dataclass(frozen=True, slots=True)
class Box(ABC):
    """A place on the pad where one thing is written. Each kind of box has a class, see `boxes.py`.

    A pile of a pad file becomes several boxes on the pad of a table.
    """

    key: str
    label: Text
    most: int = field(default=1, kw_only=True)
    """The largest number, the most copies of a chip, or the most characters of a remark."""
    shared: bool = field(default=False, kw_only=True)
    """Whether there is one box for the whole table."""
    default: int | str | None = field(default=None, kw_only=True)
    """What an empty box counts from the start: a number, the key of a choice, or None if unused."""
    only_with: int = field(default=0, kw_only=True)
    """The only number of players with whom a tick counts, or 0 if it always does."""
    question: Text | None = field(default=None, kw_only=True)
    """The sentence that asks for a missing entry, or None."""
    announced: Text | None = field(default=None, kw_only=True)
    """Describes a mark in the history ("%(who)s has %(mark)s")."""
    withdrawn: Text | None = field(default=None, kw_only=True)
    """Describes its deletion (NO_NEWS: not mentioned beside other marks).

    Their placeholders are who, row, item and mark. A Plural counts the mark.
    """
    hidden: Node | None = field(default=None, kw_only=True)
    """The condition for entries to stay secret until everybody has one, or None."""
    secret: bool = field(default=False, kw_only=True)
    """Whether that is so at this table."""
    top: bool = field(default=False, kw_only=True)
    """Set on a tick that says that a player has the highest pile of a suit, so that lower ones can stay blank."""
    chosen: Node | None = field(default=None, kw_only=True)
    """The formula for the choice, or the tick, that looks chosen while the box is blank, or None."""

    fields: ClassVar[tuple[str, ...]]
    """The keys that a box of this kind can have in a pad file."""

    gives: ClassVar[Kind] = "whole"
    """The type of its value in formulas."""

    absent: ClassVar[str | int] = 0
    """Its value in formulas if the row does not apply to a player."""

    is_pile: ClassVar = False
    """Whether it holds the cards of a suit in front of each player."""

    scores_alone: ClassVar = False
    """Whether a row without a formula scores the value of this box if it has no other one."""

    @classmethod
    def parse_part(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        """Return the box that a part of a pad file describes. Raise Mistake for the first mistake in it.

        The reader adds sentences and formulas, which need to know the rest of the pad.
        """
        return cls.make(key, part, make_text)

    @classmethod
    def make(cls, key: str, part: Content, make_text: MakeText, **more: Any) -> Self:
        """Return a box with what the keys of a part say for fields of the same names. `more` are further fields."""
        names = {*cls.fields} & cls.__dataclass_fields__.keys() & part.keys() - {"hidden", "chosen"}
        said = {name: tuple(part[name]) if isinstance(part[name], list) else part[name] for name in names}
        return cls(key, make_text(part["label"]), **{**said, **more})

    @property
    def at_table(self) -> "tuple[Box, ...]":
        """The boxes on the pad of a table that it becomes: itself, or several for a pile."""
        return (self,)

    # Marks on the pad of a table

    @property
    def parts(self) -> tuple[str, ...]:
        """The items that have a spot of their own, or only "" if the box is a single spot."""
        return ("",)

    @abstractmethod
    def holds(self, mark: Mark) -> bool:
        """Return whether the box can hold a mark that a table has.

        A number may exceed the box's limit, because the limit may have changed since the number was entered.
        """

    @abstractmethod
    def parse(self, text: str) -> Mark:
        """Return the mark that a text stands for, as typed, tapped or read from a file.

        Raise Malformed if the box does not accept it.
        """

    def describe_mark(self, mark: Mark) -> Text:
        """Return a mark as people read it."""
        return Literal(format_points(mark) if isinstance(mark, int) else mark)

    def is_withdrawn(self, mark: Mark | None) -> bool:
        """Return whether a mark reads like the deletion of one."""
        return mark is None

    @property
    def is_quiet(self) -> bool:
        """Whether the history does not mention a deletion beside other marks."""
        return self.withdrawn == NO_NEWS

    def tell(self, row: "Row", mark: Mark | None, for_all: bool) -> Text:
        """Return the sentence about a mark in the history if the box has none of its own, with its placeholders.

        `for_all` is set if the mark belongs to the table, not to a player.
        """
        if for_all:
            return Text("%(row)s: %(box)s %(mark)s" if mark is not None else "%(row)s: %(box)s blank")
        if row.label == self.label:
            return Text("%(who)s, %(box)s %(mark)s" if mark is not None else "%(who)s, %(box)s blank")
        return Text("%(who)s, %(row)s: %(box)s %(mark)s" if mark is not None else "%(who)s, %(row)s: %(box)s blank")

    # In formulas

    @abstractmethod
    def evaluate(self, written: Entries, row: "Row", seat: Seat) -> Value:
        """Return the value of a player's entry in formulas, or a gap if it is not known."""

    @property
    def may_stay_blank(self) -> bool:
        """Whether the box can stay blank until the table says that everything is entered.

        Decision: pad-complete
        """
        return False

    @property
    def for_one(self) -> bool:
        """Whether only one player can have the tick, or each of the chips."""
        return False

    @property
    def choice_values(self) -> tuple[int, ...]:
        """The values in formulas of what can be tapped, in the order of `list_choices`."""
        return (1,)

    def find_fault(self, mark: int) -> Text | None:
        """Return why an entered number does not fit the box, or None if it does."""
        return None

    def is_entered(self, written: Entries, row: "Row", seat: Seat) -> bool:
        """Return whether a player has an entry in the box."""
        return written.mark(row, self, seat) is not None

    def is_filled(self, written: Entries, row: "Row", seat: Seat) -> bool:
        """Return whether a player has an entry in the box that can only be corrected, not grow."""
        return self.is_entered(written, row, seat)

    # Entering

    @property
    def typed(self) -> bool:
        """Whether numbers are typed into the box."""
        return False

    @property
    def in_place(self) -> bool:
        """Whether the box can be entered on a page with all others: by few buttons, or digit by digit."""
        return self.shared and not self.typed

    @property
    def hint(self) -> Text:
        """What to do in the box, for a row without a hint of its own."""
        return Text("Choose one.")

    @property
    def own_hint(self) -> Text:
        """What to do in the box on a phone that enters only its own seat."""
        return self.hint

    def ask(self, seat: Seat | None, spot: Spot, mark: Mark | None, enough: int | None, **who: Any) -> Ask:
        """Return the request to tap the entry of a seat, or of the whole table if that is None.

        `mark` is the present entry in `spot`. From the number `enough` on, all numbers score the same; None if unknown.
        `who` holds the hint and the partners of the request.
        """
        return Sides(seat, self.key, choices=tuple(self.list_choices(spot, mark)), **who)

    def list_choices(self, spot: Spot, mark: Mark | None, enough: int | None = None) -> Iterator[Choice]:
        """Yield a button for each entry that can be tapped."""
        yield self.make_choice(spot, self.label, 1, mark)

    def make_choice(self, spot: Spot, label: Text, mark: Mark, here: Mark | None) -> Choice:
        """Return a button that enters a mark, or removes it if it is `here` already.

        While the box is blank, the button for its `default` looks chosen.
        """
        chosen = here == mark
        is_default = here is None and mark == self.default
        return Choice(label, {spot: None if chosen else mark}, chosen=chosen or is_default)

    # On the sheet and on paper

    def describe(self, written: Entries, row: "Row", seat: Seat) -> Text | None:
        """Return a player's entry in words, or None if it is blank."""
        mark = written.mark(row, self, seat)
        return None if mark is None else self.describe_mark(mark)

    @property
    def needs_words(self) -> bool:
        """Whether an entry has to be described even if the working of the points uses it."""
        return False

    def label_entry(self, said: Text) -> Text:
        """Return an entry in words, in a row with several boxes."""
        return said

    on_paper: ClassVar = True
    """Whether the box has something to write down on paper."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a pad."""

    key: str
    label: Text
    boxes: tuple[Box, ...]
    hint: Text | None = None
    """Its rule in small print."""
    suit: Suit | None = None
    points: Node | None = None
    """The formula for its points, or None if the row does not score."""
    team: bool = False
    """Whether partners share the row."""
    when: Node | None = None
    """The condition for a player to have the row, or None if all have it."""
    decides: bool = False
    """Whether the row only breaks ties."""
    flipped: Node | None = None
    """The condition for a player's pile to lie face down, or None."""
    notes: "tuple[PadSaying, ...]" = ()
    """Sentences about the row, of which the sheet shows the first that applies."""
    workings: "tuple[PadSaying, ...]" = ()
    """Those about the points of a player's pile."""

    def box(self, key: str) -> Box | None:
        """Return the box with this key, or None if the row has none."""
        return next((box for box in self.boxes if box.key == key), None)

    @property
    def has_pile(self) -> bool:
        """Whether the row holds the piles of a suit."""
        return any(box.is_pile for box in self.boxes)

    def name_box(self, box: Box) -> str:
        """Return the name of a box in formulas: its key, after that of the row if it stands beside a pile."""
        return f"{self.key}_{box.key}" if self.has_pile and box.key != self.key else box.key


def keep_pad_marks(rows: Iterable[Row], marks: Marks) -> Marks:
    """Return only those marks whose spot is in a box of these rows and whose value that box can hold."""
    boxes = {(row.key, box.key): box for row in rows for box in row.boxes}
    return {
        spot: mark
        for spot, mark in marks.items()
        if (box := boxes.get((spot.row, spot.box)))
        and spot.item in box.parts
        and (spot.seat is None) == box.shared
        and spot.round > 0
        and (box.secret if mark == SEALED else box.holds(mark))
    }


@dataclass(frozen=True, slots=True)
class PadSaying:
    """A sentence with values."""

    say: Text
    when: Node | None = None
    """The condition for it to be said, or None if it always is."""
    who: Node | None = None
    """The condition for a player to be named in it, or None if it names nobody."""
    numbers: Mapping[str, Node] = field(default_factory=dict)
    """The formulas of its other values."""
    rule: str = ""
    """The key of the rule that it follows, or ""."""
    more: bool = False
    """Whether the next sentence that applies is said after it."""


@dataclass(frozen=True, slots=True)
class PadTie:
    """A tie-break by a formula."""

    label: Text
    of: Node
    """The formula."""
    most: bool
    """Whether its highest value is ahead, not its lowest."""
    when: Node | None = None
    """The condition for a table to break ties by it, or None if it always does."""


@dataclass(frozen=True, slots=True)
class PadCure:
    """A button that mends an entry."""

    label: PadSaying
    tick: tuple[str, ...]
    """The boxes that it then ticks for the players that the sentence names."""
    clear: tuple[str, ...]
    """The boxes that it clears first."""


@dataclass(frozen=True, slots=True)
class PadCheck:
    """A condition that the entries of a round should meet."""

    key: str
    that: Node
    """The condition."""
    shared: bool
    """Whether it is the same for all players."""
    saying: PadSaying
    """The sentence to show if it is false."""
    doubt: bool
    """Whether the round counts even then, so that the sentence is only a warning."""
    at_end: bool = False
    """Whether it waits until nothing is missing."""
    missing: bool = False
    """Whether something is only missing until the table has said that everything is entered."""
    at: tuple[str, ...] = ()
    """The boxes that it is about, if these are not all boxes of the condition."""
    cures: tuple[PadCure, ...] = ()
    """Buttons that mend it."""


@dataclass(frozen=True, slots=True)
class PadStep:
    """A step of a way, which asks each player for a part of their pile in a row."""

    key: str
    row: str
    parts: Mapping[str, Node]
    """Maps each part to the condition for it to be asked, in the order in which they are asked."""
    boxes: Mapping[str, Node]
    """Maps other boxes of the row to such conditions; they are asked before the piles."""
    ticks: Mapping[str, Node]
    """Maps ticks to the condition for them to be offered as buttons above."""
    beside: Mapping[str, Node]
    """Maps the ticks offered beside each player's cards to such conditions."""
    title: Text | None
    """Its title, or None if it is that of the row."""
    hints: tuple[PadSaying, ...]
    """Sentences, of which the step shows the first that applies."""


@dataclass(frozen=True, slots=True)
class PadWay:
    """A way of entering a round, with steps for the rows that have piles."""

    key: str
    label: Text
    hint: Text
    layout: Layout
    own: Text | None
    """The hint on a phone that enters only its own seat, or None."""
    taps: tuple[int, ...]
    """The mean numbers of taps by the number of players, starting with the fewest."""
    leaves_blanks: bool
    """Whether a row counts as done once a later one is begun."""
    level: Node | None
    """The condition for a chip that says that a pile is as big as a flipped one."""
    steps: tuple[PadStep, ...]


class PadTitle(NamedTuple):
    """What lists of games show of a pad."""

    slug: str
    name: Text | str
    players: tuple[int, int]
    """The minimum and the maximum number of players."""
    kind: str
    """As in `Game`."""
    sign: Text | None
    """As in `Game`."""
    board_game_geek: int
    """The number of the game on BoardGameGeek, or 0."""


@dataclass(frozen=True, eq=False)
class Pad:
    """A game as its pad file describes it."""

    title: PadTitle
    fewest: bool
    """Whether the fewest points win."""
    lead: OneOf["starter", "dealer"]
    options: tuple[Option, ...]
    rows: tuple[Row, ...]
    values: Mapping[str, Node]
    """Maps names to the formulas that they stand for."""
    shared: Collection[str]
    """The names that mean the same for every player."""
    rounds: Node | None
    start: Node | None
    over: Node | None
    """The condition for a player to end the game."""
    out: Node | None
    """The condition for a player to be out after a round."""
    last_in: bool
    """Whether the last player who is not out wins."""
    plays_on: bool
    """Whether the game goes on while players are tied for the win."""
    teams: Node
    """The formula for the number of teams, 0 if everybody plays alone."""
    ties: tuple[PadTie, ...]
    checks: tuple[PadCheck, ...]
    small: tuple[Text, ...]
    """The small print."""
    source: Text | None
    paper_rounds: int
    """The number of lines for rounds on the printed pad."""
    looks_back: tuple[Call, ...]
    """All calls that refer to earlier rounds."""
    lead_stays: bool = False
    """Whether whoever leads the first round leads every round."""
    notes: tuple[PadSaying, ...] = ()
    """Sentences about the players for whom `who` is true once `over` has ended the game."""
    first_wins: bool = False
    """Whether the first player to end the game wins at once."""
    wins_at_once: Node | None = None
    """The condition for a player to win whatever the points."""
    lost: Node | None = None
    """The condition for all who play together to lose."""
    whole: Node | None = None
    """The condition for each round to be a game of its own, or None if that is so when there is one round."""
    ways: tuple[PadWay, ...] = ()
    """The ways of entering a round, empty for the usual one."""
    gains: bool = False
    """Whether points are gains and losses, shown with a sign."""
    looks: Node | None = None
    """The formula for how the suits look."""
    make_variant: "Callable[[str, Sequence[str]], Pad] | None" = None
    """Return the pad with a look and an order of the suits, or None if there is only one."""
    on_card: bool = False
    """Whether each player has a card whose boxes are filled in any order."""

    @cached_property
    def has_piles(self) -> bool:
        """Whether any row holds the piles of a suit."""
        return any(row.has_pile for row in self.rows)

    @cached_property
    def scored(self) -> bool:
        """Whether any row scores points. Otherwise players only win or lose."""
        return any(row.points for row in self.rows)

    @cached_property
    def boxes(self) -> tuple[tuple[Row, Box], ...]:
        """Every box with its row, in the order of the file."""
        return tuple((row, box) for row in self.rows for box in row.boxes)

    @cached_property
    def places(self) -> Mapping[str, tuple[Row, Box]]:
        """Every box with its row, by its name in formulas."""
        return {row.name_box(box): (row, box) for row, box in self.boxes}

    @cached_property
    def conditions(self) -> Mapping[str, Node]:
        """The conditions of rows, by a name such as "hearts.when"."""
        return {f"{row.key}{WHEN}": row.when for row in self.rows if row.when}

    @cached_property
    def score(self) -> Node:
        """The formula for the points of a round: the sum of its rows.

        Rule: pads/points
        """
        return Call("sum", tuple(row.points for row in self.rows if row.points))

    @cached_property
    def on_one_page(self) -> bool:
        """Whether all rows are entered on one page: each is for the whole table, but for one counter or tick."""
        boxes = [box for row, box in self.boxes if box.fields != ("most",)]
        of_players = [box for box in boxes if not box.shared and not box.for_one]
        # A tie-break is asked only of tied players, after the other rows.
        decides = any(row.decides for row in self.rows)
        return (
            not self.has_piles
            and not decides
            and len(boxes) > 1
            and len(of_players) <= 1
            and all(box.in_place for box in boxes)
        )

    @cached_property
    def asks_earlier(self) -> bool:
        """Whether a round depends on earlier ones, for example on who is out."""
        return bool(self.looks_back) or self.out is not None

    @cached_property
    def asks_ties(self) -> bool:
        """Whether a tie-break can need entries that nothing else needs, so that it is asked of tied players."""
        return bool(self.ties) and (any(row.decides for row in self.rows) or not self.scored)

    @cached_property
    def adds_ties(self) -> bool:
        """Whether tie-breaks are asked in several rounds. They are added up like points."""
        return self.asks_ties and not is_one(self.rounds)

    @cached_property
    def has_end_mark(self) -> bool:
        """Whether there are boxes for which the table has to say that everything is entered.

        Decision: pad-complete
        """
        return self.has_piles or any(box.may_stay_blank for _, box in self.boxes)

    @cached_property
    def together(self) -> bool:
        """Whether all play together against the game, which is the case if every box is shared."""
        return all(box.shared for _, box in self.boxes)
