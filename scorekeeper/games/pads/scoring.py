"""What stands on a pad in one round, as formulas ask for it: marks of players, teams and the table, and the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.games.pad import MOST_ROUNDS, Mark, Marks, Seat, Setup, Spot, by_round
from scorekeeper.games.pads.evaluate import MOST_STEPS, OF_A_TABLE, Evaluator, Gap, LookedBack, Value
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Pair, Plain
from scorekeeper.games.pads.pad import HAD, Pad, PadBox, PadRow
from scorekeeper.language.text import Text

WHEN = ".when"
"""What the condition of a row is called behind the key of the row."""

END, ALL = "end", "all"
"""The row and the box of the pad where a table says that nothing is missing."""


def score_tree(pad: Pad) -> Node:
    """The formula of a whole round: its rows, added up. Ours: a round is worth what its rows are worth."""
    return Call("sum", tuple(row.points for row in pad.rows if row.points) or (Plain(0),))


@dataclass(frozen=True, slots=True)
class Before:
    """What the rounds before one hand on to it: what formulas ask of them, and nothing else.

    `looked_back` is what the calls came to that ask earlier rounds, `tied` what players have of each tie-break of the
    pad, by its place there. `gone` is who is out and since which round, `stuck` why that cannot be known.
    """

    looked_back: LookedBack = field(default_factory=dict)
    tied: Mapping[tuple[int, Seat], Number] = field(default_factory=dict)
    gone: Mapping[Seat, int] = field(default_factory=dict)
    stuck: Text | None = None


@dataclass(slots=True)
class Written:
    """The pad of a round as formulas ask for it, with what the rounds `before` hand on.

    `gone` is who is out after it (None: not worked out yet), `sides` how many teams play it, `steps` how much was
    worked out to know who is out, and `stuck` why that cannot be known.

    Ours: a blank is not yet, unless the table says that this is all.
    """

    pad: Pad
    setup: Setup
    marks: Marks
    before: Before = field(default_factory=Before)
    places: dict[str, tuple[PadRow, PadBox]] = field(default_factory=dict)
    wholes: dict[int, bool] = field(default_factory=dict)
    lying: dict[tuple[str, Seat, int], list[int]] = field(default_factory=dict)
    conditions: dict[str, Node] = field(default_factory=dict)
    gone: Mapping[Seat, int] | None = None
    sides: dict[int, int] = field(default_factory=dict)
    steps: int = 0
    stuck: Text | None = None
    score: Node = HAD
    started: Node = HAD
    total: Node = HAD
    evaluator: Evaluator = field(init=False)

    def __post_init__(self) -> None:
        self.places = {box.key: (row, box) for row, box in self.pad.boxes}
        self.conditions = {f"{row.key}{WHEN}": row.when for row in self.pad.rows if row.when}
        self.score = score_tree(self.pad)
        self.started = Pair("+", self.pad.start, HAD) if self.pad.start else HAD
        self.total = Pair("+", self.started, Name("score"))
        self.stuck = self.before.stuck
        rounds = of_table(self.pad, self.setup, self.pad.rounds)
        share = OF_A_TABLE // rounds if 0 < rounds < MOST_ROUNDS else OF_A_TABLE // MOST_ROUNDS
        self.evaluator = Evaluator(self, min(share, MOST_STEPS), earlier=self.before.looked_back)

    def seats(self, round: int) -> tuple[Seat, ...]:
        """Who plays the round, clockwise; who was out before it does not."""
        seats = self.setup.seats(round)
        return tuple([seat for seat in seats if seat not in gone]) if (gone := self.before.gone) else seats

    def out(self, round: int) -> Mapping[Seat, int]:
        """Who is out of the game after the round, and since which one. Ours: the file says who goes out."""
        if self.pad.out is None:
            return {}
        if self.gone is None:
            asked = {seat: self._is_out(self.pad.out, seat, round) for seat in self.seats(round)}
            gone = {seat: round for seat, value in asked.items() if value and not isinstance(value, Gap)}
            self.gone = {**self.before.gone, **gone}
            self.stuck = next((one.why for one in asked.values() if isinstance(one, Gap) and one.why), self.stuck)
        return self.gone

    def _is_out(self, out: Node, seat: Seat, round: int) -> Value:
        """Whether somebody is out after the round; who is out may take as many steps as the sheet itself."""
        evaluator = self.evaluator
        evaluator.steps, self.steps = self.steps, evaluator.steps
        value = evaluator.of(out, seat, round)
        evaluator.steps, self.steps = self.steps, evaluator.steps
        return value

    def handed_on(self, round: int) -> Before:
        """What the round and those before it hand on to the next one. Ours: only what is asked later is handed on."""
        tied = self._tied(round) if self.pad.adds_ties else {}
        return Before(self.evaluator.looked_back(self.pad.looks_back, round), tied, self.out(round), self.stuck)

    def _tied(self, round: int) -> Mapping[tuple[int, Seat], Number]:
        """What players have of each tie-break after the round; what is blank adds nothing."""
        tied = dict(self.before.tied)
        for place, tie in enumerate(self.pad.ties):
            for seat in self.seats(round):
                value = self.evaluator.of(tie.of, seat, round)
                if isinstance(value, Number):
                    tied[place, seat] = tied.get((place, seat), 0) + value
        return tied

    def teams(self, round: int) -> int:
        """How many teams play a round; 0: everybody alone."""
        if round not in self.sides:
            self.sides[round] = teams_for(self.pad.teams, len(self.setup.seats(round)))
        return self.sides[round]

    def team(self, seat: Seat, round: int) -> tuple[Seat, ...]:
        """A player and the partners, in as many teams as the pad has."""
        return self.setup.team(seat, round, self.teams(round))

    def applies(self, row: PadRow, seat: Seat, round: int) -> Value:
        """Whether a row is there for a player; a gap while that is not known."""
        if row.when is None:
            return True
        whose = self.setup.seats(round)[0] if any(box.shared for box in row.boxes) else seat
        return self.evaluator.name(f"{row.key}{WHEN}", whose, round)

    def rests(self, round: int) -> bool:
        """Whether the table has to say that this is all. Ours: a blank is not yet, unless the table says so."""
        return any(
            box.rests and not _asked_later(row, box) and any(self.is_there(row, seat, round) for seat in seats)
            for seats in [self.seats(round)]
            for row, box in self.pad.boxes
        )

    def is_there(self, row: PadRow, seat: Seat, round: int) -> bool:
        """Whether a row is known to be there for a player. Ours: what may not be there is not asked for yet."""
        there = self.applies(row, seat, round)
        return not isinstance(there, Gap) and bool(there)

    def meaning(self, name: str, seat: Seat, round: int) -> Value | Node:
        """What a name in a formula stands for: a number, or a formula that is worked out for the same player."""
        if name in self.places:
            return self._box(*self.places[name], seat, round)
        if name in self.pad.values:
            return self.pad.values[name]
        if name in self.conditions:
            return self.conditions[name]
        match name:
            case "players":
                return len(self.seats(round))
            case "round":
                return round
            case "score":
                return self.score
            case "had":
                return self.started
            case "total":
                return self.total
        return agreed(self.setup, name)

    def told(self, name: str, seat: Seat, round: int) -> bool:
        """Whether something is written there; what is not on the pad is known anyhow."""
        if name not in self.places:
            return True
        row, box = self.places[name]
        if not self.is_there(row, seat, round):
            return False
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
        there = self.applies(row, seat, round)
        if isinstance(there, Gap) or not there:
            return there if isinstance(there, Gap) else 0
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
        found = [mark for place in places if (mark := self.marks.get(place)) is not None]
        if len(found) > 1 and box.kind in ("number", "counter") and not isinstance(self.pad.teams, Plain):
            return sum(map(int, found))  # written when each of them had a column
        return found[0] if found else None

    def _blank(self, value: Number, round: int) -> Value:
        return value if self.whole(round) else Gap((Spot(round, END, ALL),))

    def _box(self, row: PadRow, box: PadBox, seat: Seat, round: int) -> Value:
        there = self.applies(row, seat, round)
        if isinstance(there, Gap):
            return there
        if not there:
            return "" if box.kind in ("choice", "words") else 0
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
        if box.default is not None:
            return box.default
        asked = Gap((self.spot(row, box, seat, round),))
        return asked if box.blank is None or _asked_later(row, box) else self._blank(box.blank, round)

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


def written_in(pad: Pad, setup: Setup, marks: Marks, round: int) -> Written:
    """The pad of a round, from the marks of all rounds. Ours: each round before goes by the rules it was played by."""
    each, before = by_round(marks), Before()
    for earlier in range(1, round) if pad.asks_earlier else ():
        before = Written(pad, setup.at(earlier), each.get(earlier, {}), before).handed_on(earlier)
    return Written(pad, setup, each.get(round, {}), before)


def agreed(setup: Setup, name: str) -> Value:
    """What a table has agreed on: a number, or the key of a choice. Ours: what was agreed before play holds."""
    chosen = setup.options.get(name, 0)
    return chosen if isinstance(chosen, str) else int(chosen)


def _asked_later(row: PadRow, box: PadBox) -> bool:
    """Whether a number is asked only of players who are level, so that a blank never counts 0."""
    return row.decides and box.kind in ("number", "counter")


@dataclass(frozen=True, slots=True)
class After:
    """A table after some rounds, as its end is asked about: the totals of those who played the last of them.

    Ours: rounds that are not decided count nowhere, and nobody who has left ends a game.
    """

    setup: Setup
    totals: Mapping[Seat, int] = field(default_factory=dict)
    last: int = 0

    def seats(self, round: int) -> tuple[Seat, ...]:
        """Who played the last of those rounds; before the first one, who plays it."""
        return tuple(self.totals) or self.setup.seats(round)

    def team(self, seat: Seat, round: int) -> tuple[Seat, ...]:
        """Everybody alone: partners count in rounds, not at the end."""
        return (seat,)

    def meaning(self, name: str, seat: Seat, round: int) -> Value | Node:
        """The players, the rounds so far, the points of a player, or what was agreed."""
        if name == "players":
            return len(self.seats(round))
        if name == "round":
            return self.last or round
        if name == "total":
            return self.totals.get(seat, 0)
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


def teams_for(node: Node, players: int) -> int:
    """How many teams so many players make, 0 where everybody plays alone. Ours: the file says who are partners."""
    if isinstance(node, Plain):
        return int(node.value)
    seats = tuple(range(players))
    value = Evaluator(After(Setup(("",) * players, {}, ((1, seats),)))).of(node, 0, 1)
    return int(value) if isinstance(value, Number) else 0


def who_ends(pad: Pad, setup: Setup, totals: Mapping[Seat, int], last: int) -> tuple[Seat, ...]:
    """Who ends the game by these totals after a round. Ours: the file says when a game is over."""
    if pad.over is None:
        return ()
    evaluator = Evaluator(After(setup, totals, last))
    return tuple([seat for seat in totals if evaluator.of(pad.over, seat, last) is True])
