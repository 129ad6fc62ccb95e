"""What stands on a pad in one round, as formulas ask for it: marks of players, teams and the table, and the rules."""

from dataclasses import dataclass, field

from scorekeeper.games.pad import Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.pads.evaluate import Evaluator, Gap, Value
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Pair, Plain
from scorekeeper.games.pads.pad import Pad, PadBox, PadRow
from scorekeeper.games.standings import Standings

END, ALL = "end", "all"
"""The row and the box of the pad where a table says that nothing is missing."""

HAD = Call("before", (Name("score"),))


def score_tree(pad: Pad) -> Node:
    """The formula of a whole round: its rows, added up. Ours: a round is worth what its rows are worth."""
    return Call("sum", tuple(row.points for row in pad.rows if row.points) or (Plain(0),))


@dataclass(slots=True)
class Written:
    """The pads of a table as formulas ask for them.

    Ours: a blank is not yet, unless the table says that this is all.
    """

    pad: Pad
    setup: Setup
    marks: Marks
    places: dict[str, tuple[PadRow, PadBox]] = field(default_factory=dict)
    wholes: dict[int, bool] = field(default_factory=dict)
    lying: dict[tuple[str, Seat, int], list[int]] = field(default_factory=dict)
    score: Node = HAD
    started: Node = HAD

    def __post_init__(self) -> None:
        self.places = {box.key: (row, box) for row, box in self.pad.boxes}
        self.score = score_tree(self.pad)
        self.started = Pair("+", self.pad.start, HAD) if self.pad.start else HAD

    def seats(self, round: int) -> tuple[Seat, ...]:
        """Who plays a round, clockwise."""
        return self.setup.seats(round)

    def team(self, seat: Seat, round: int) -> tuple[Seat, ...]:
        """A player and the partners, in as many teams as the pad has."""
        return self.setup.team(seat, round, self.pad.teams)

    def meaning(self, name: str, seat: Seat, round: int) -> Value | Node:
        """What a name in a formula stands for: a number, or a formula that is worked out for the same player."""
        if name in self.places:
            return self._box(*self.places[name], seat, round)
        if name in self.pad.values:
            return self.pad.values[name]
        match name:
            case "players":
                return len(self.seats(round))
            case "round":
                return round
            case "score":
                return self.score
            case "had":
                return self.started
        return agreed(self.setup, name)

    def told(self, name: str, seat: Seat, round: int) -> bool:
        """Whether something is written there; what is not on the pad is known anyhow."""
        if name not in self.places:
            return True
        row, box = self.places[name]
        if box.kind == "chips":
            return any(self.copies(row, box, seat, round))
        return self.mark(row, box, seat, round) is not None

    def value(self, name: str, seat: Seat, round: int) -> Value:
        """What the choice that is made there is worth, or the number that is written."""
        if name not in self.places:
            return 0
        row, box = self.places[name]
        mark = self._box(row, box, seat, round)
        return box.values[box.items.index(mark)] if isinstance(mark, str) and mark in box.items else mark

    def count(self, name: str, seat: Seat, round: int) -> Value | Name:
        """How many chips lie there, or the value that is counted."""
        if name not in self.places:
            return Name(name)
        row, box = self.places[name]
        if box.kind != "chips":
            return Name(name)
        chips = self.copies(row, box, seat, round)
        return sum(chips) if any(chips) else self._blank(0, round)

    def copies(self, row: PadRow, box: PadBox, seat: Seat, round: int) -> list[int]:
        """How many of each chip lie in a box. Ours: they are counted once, however many formulas ask."""
        key = (box.key, seat, round)
        if key not in self.lying:
            self.lying[key] = [int(self.mark(row, box, seat, round, item) or 0) for item in box.items]
        return self.lying[key]

    def spot(self, row: PadRow, box: PadBox, seat: Seat, round: int) -> Spot:
        """The place of a box, that of the whole team where partners have it together.

        Ours: partners write in one place.
        """
        owner = self.team(seat, round)[0] if row.team else seat
        return Spot(round, row.key, box.key, None if box.shared else owner)

    def whole(self, round: int) -> bool:
        """Whether the table has said that nothing is missing, and anything is written at all.

        Ours: a blank is not yet, unless the table says so; a round in which nothing is written is none.
        """
        if round not in self.wholes:
            said = bool(self.marks.get(Spot(round, END, ALL)))
            self.wholes[round] = said and self.begun(round)
        return self.wholes[round]

    def begun(self, round: int) -> bool:
        """Whether anything is written in a round. Ours: a round in which nothing is written is none."""
        return any(spot.round == round and spot.row != END for spot in self.marks)

    def mark(self, row: PadRow, box: PadBox, seat: Seat, round: int, item: str = "") -> Mark | None:
        """What stands in a box for a player. Ours: what partners have together is each one's."""
        if not row.team:  # nearly all marks of nearly all pads
            return self.marks.get(Spot(round, row.key, box.key, None if box.shared else seat, item))
        places = [Spot(round, row.key, box.key, one, item) for one in self.team(seat, round)]
        return next((mark for place in places if (mark := self.marks.get(place)) is not None), None)

    def _blank(self, value: Number, round: int) -> Value:
        return value if self.whole(round) else Gap((Spot(round, END, ALL),))

    def _box(self, row: PadRow, box: PadBox, seat: Seat, round: int) -> Value:
        match box.kind:
            case "chips":
                return self._chips(row, box, seat, round)
            case "tick":
                return self._tick(row, box, seat, round)
            case "words":
                return ""
        mark = self.mark(row, box, seat, round)
        if mark is not None:
            return str(mark) if box.kind == "choice" else int(mark)
        return Gap((self.spot(row, box, seat, round),)) if box.blank is None else self._blank(box.blank, round)

    def _chips(self, row: PadRow, box: PadBox, seat: Seat, round: int) -> Value:
        copies = self.copies(row, box, seat, round)
        worth = sum(number * value for number, value in zip(copies, box.values, strict=True))
        return worth if any(copies) else self._blank(0, round)

    def _tick(self, row: PadRow, box: PadBox, seat: Seat, round: int) -> Value:
        if self.mark(row, box, seat, round):
            return True
        seats = self.seats(round)
        if box.owner and not box.shared and any(self.mark(row, box, one, round) for one in seats):
            return False
        if box.owner == "one":
            return Gap(tuple(self.spot(row, box, one, round) for one in seats))
        return bool(self._blank(0, round)) if self.whole(round) else Gap((Spot(round, END, ALL),))


def agreed(setup: Setup, name: str) -> Value:
    """What a table has agreed on: a number, or the key of a choice. Ours: what was agreed before play holds."""
    chosen = setup.options.get(name, 0)
    return chosen if isinstance(chosen, str) else int(chosen)


@dataclass(frozen=True, slots=True)
class After:
    """A table after some rounds, as its end is asked about. Ours: rounds that are not decided count nowhere."""

    setup: Setup
    standings: Standings | None = None

    def seats(self, round: int) -> tuple[Seat, ...]:
        """Who has points in those rounds; before the first one, who plays it."""
        return tuple(self.standings.totals) if self.standings else self.setup.seats(round)

    def team(self, seat: Seat, round: int) -> tuple[Seat, ...]:
        """Everybody alone: partners count in rounds, not at the end."""
        return (seat,)

    def meaning(self, name: str, seat: Seat, round: int) -> Value | Node:
        """The players, the rounds so far, the points of a player, or what was agreed."""
        if name == "players":
            return len(self.seats(round))
        if name == "round":
            return self.standings.last if self.standings else round
        if name == "total":
            return self.standings.totals.get(seat, 0) if self.standings else 0
        return agreed(self.setup, name)

    def told(self, name: str, seat: Seat, round: int) -> bool:
        """Everything is: only decided rounds count."""
        return True

    def value(self, name: str, seat: Seat, round: int) -> Value:
        """Nothing: no choice is made after a round."""
        return 0

    def count(self, name: str, seat: Seat, round: int) -> Value | Name:
        """The value that is counted; no chips lie anywhere after a round."""
        return Name(name)


def of_table(pad: Pad, setup: Setup, node: Node | None) -> int:
    """A number that a table knows before it plays, such as how many rounds; 0 where the pad does not say.

    Ours: what was agreed before play holds.
    """
    if node is None:
        return 0
    value = Evaluator(After(setup)).of(node, 0, 1)
    return int(value) if isinstance(value, Number) else 0
