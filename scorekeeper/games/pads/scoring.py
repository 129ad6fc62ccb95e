"""The marks of a round as formulas see them: the boxes of players, teams and the table, and the options."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scorekeeper.games.options import order_at
from scorekeeper.games.pad import ALL, END, MOST_ROUNDS, Mark, Marks, Seat, Setup, Spot, group_by_round
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, NumberBox, TickBox
from scorekeeper.games.pads.evaluate import MOST_STEPS, OF_A_TABLE, Evaluator, Gap, LookedBack, Value
from scorekeeper.games.pads.formula import Name, Node, Number, Pair, Plain
from scorekeeper.games.pads.kinds import list_names
from scorekeeper.games.pads.pad import HAD, SURE, WHEN, Box, Pad, Row
from scorekeeper.games.pads.piles import NOBODY_BOX, PileBox, SuitRow, read_suits
from scorekeeper.language.text import Text

NO_CARD_MISSING = TickBox(SURE, Text("No card is missing"), shared=True, default=0)

HAS_NOBODY = TickBox(NOBODY_BOX, Text("Nobody has this colour"), shared=True, default=0)

AT_THE_END = Row(END, Text("At the end"), (NO_CARD_MISSING,))
"""The row in which the table says, in a pad with piles, that no card is missing."""


class First(NamedTuple):
    """How a game has ended at once."""

    seats: tuple[Seat, ...]
    """The seats that have won, none if all play together and have lost."""
    counted: frozenset[tuple[str, Seat]]
    """What counted until then, by row and seat."""
    won_by: tuple[Text, ...] = ()
    """The labels of the entries that have won it whatever the points."""


@dataclass(frozen=True, slots=True)
class Before:
    """What a round needs to know of earlier rounds."""

    looked_back: LookedBack = field(default_factory=dict)
    """The values of calls that refer to earlier rounds."""
    tied: Mapping[tuple[int, Seat], Number] = field(default_factory=dict)
    """Maps each tie-break (by its index) and seat to the sum of its values so far."""
    gone: Mapping[Seat, int] = field(default_factory=dict)
    """Maps each seat that is out to the round in which it went out."""
    why_unknown: Text | None = None
    """The reason why it is not known who is out, or None."""


@dataclass(slots=True)
class Written:
    """The marks of a round as formulas see them.

    Rule: */told
    Decision: pad-complete
    """

    pad: Pad
    setup: Setup
    marks: Marks
    before: Before = field(default_factory=Before)
    """What earlier rounds hand on."""
    number: int = 1
    """The number of the round."""
    suits: Mapping[str, SuitRow] = field(default_factory=dict)
    """Its piles by row."""
    unticked: bool = False
    """Whether ticks that can stay blank count as a no."""
    places: dict[str, tuple[Row, Box]] = field(default_factory=dict)
    """Maps the name of each box to its row and the box, with those that every pad with piles has."""
    gone: Mapping[Seat, int] | None = None
    """Maps each seat that is out after this round to the round in which it went out, and is None until evaluated."""
    seats: tuple[Seat, ...] = ()
    """The seats that play the round, clockwise, without those that were out before."""
    teams: int = 0
    """The number of teams, or 0 if everybody plays alone."""
    begun: bool = False
    """Whether the round has a mark other than the one that says that everything is entered."""
    complete: bool = False
    """Whether it has that one too."""
    first: First | None = None
    """The answer of `find_first` once `first_is_known`."""
    first_is_known: bool = False
    why_unknown: Text | None = None
    """The reason why it is not known who is out, or None."""
    evaluator: Evaluator = field(init=False)

    def __post_init__(self) -> None:
        there = self.setup.seats(self.number)
        self.seats = tuple([seat for seat in there if seat not in self.before.gone])
        self.teams = count_teams(self.pad.teams, len(there))
        self.begun = any(spot.round == self.number and spot.row != END for spot in self.marks)
        self.complete = self.begun and bool(self.marks.get(Spot(self.number, END, ALL)))
        self.places = {**self.pad.places}
        if self.pad.has_piles:
            self.places[SURE] = AT_THE_END, NO_CARD_MISSING
            rows = [row for row in self.pad.rows if row.has_pile]
            self.places |= {f"{row.key}_{NOBODY_BOX}": (row, HAS_NOBODY) for row in rows}
            self.suits = self.suits or read_suits(rows, self.seats, self.marks, self.number, self.complete)
        self.why_unknown = self.before.why_unknown
        rounds = evaluate_for_table(self.setup, self.pad.rounds)
        # Every round gets the same share, so the sheet of a round does not depend on how many were played.
        share = OF_A_TABLE // (min(rounds, MOST_ROUNDS) if rounds > 0 else MOST_ROUNDS)
        self.evaluator = Evaluator(
            self, min(share, MOST_STEPS), earlier=self.before.looked_back, shared=self.pad.shared
        )

    def out(self) -> Mapping[Seat, int]:
        """Return the seats that are out after the round, each with the round in which it went out.

        Rule: pads/out
        """
        if self.pad.out is None:
            return {}
        if self.gone is None:
            # The steps of this evaluation are counted apart, so that a long sheet never changes who is out.
            evaluator = self.evaluator
            evaluator.steps, steps = 0, evaluator.steps
            asked = {seat: evaluator.evaluate(self.pad.out, seat) for seat in self.seats}
            evaluator.steps = steps
            gone = {seat: self.number for seat, value in asked.items() if value and not isinstance(value, Gap)}
            self.gone = {**self.before.gone, **gone}
            reasons = (value.why for value in asked.values() if isinstance(value, Gap) and value.why)
            self.why_unknown = next(reasons, self.why_unknown)
        return self.gone

    def find_first(self) -> First | None:
        """Return how the game has ended at once. Return None if it has not, or that is open.

        Somebody can have won by an entry, whatever the points, or as the first player to end the game. For that, rows
        count from top to bottom. In each, players count from the starter on, or from the left of the dealer on.
        Partners count together. An entry that is missing before anybody has won leaves it open who does.

        Rule: pads/first-wins, pads/at-once, pads/lost
        """
        if self.seats and not self.first_is_known:
            self.first_is_known = True
            won = self._find_seats(self.pad.wins_at_once) if self.pad.wins_at_once else []
            if self.pad.lost and self._find_seats(self.pad.lost):
                self.first = First((), frozenset())
            elif won:
                # What is still blank then counts nothing.
                sides = tuple(dict.fromkeys(partner for seat in won for partner in self.team(seat)))
                self.first = First(sides, frozenset(), tuple(self._list_winning_entries(won)))
            elif self.pad.first_wins:
                self.first = self._count_until_won()
                if self.first:
                    self._count_what_is_entered()
        return self.first

    def _count_what_is_entered(self) -> None:
        """Let the score of each player be the sum of what is entered, because the rest is not asked any more."""
        for seat in self.seats:
            points = [self.evaluator.evaluate(row.points, seat) for row in self.pad.rows if row.points]
            self.evaluator.known["score", seat] = sum(int(one) for one in points if isinstance(one, Number))

    def _list_winning_entries(self, won: Sequence[Seat]) -> Iterator[Text]:
        """Yield the labels of the boxes by which these seats have won at once; none if their totals count, too."""
        names = {name.name for name in list_names(self.pad.wins_at_once)} if self.pad.wins_at_once else set()
        for _, box in self.pad.boxes if "total" not in names else ():
            if box.key in names and any(self.evaluator.look_up(box.key, seat) for seat in won):
                yield box.label

    def _find_seats(self, condition: Node) -> list[Seat]:
        """Return the seats for which a condition is known to be true."""
        values = {seat: self.evaluator.evaluate(condition, seat) for seat in self.seats}
        return [seat for seat, value in values.items() if isinstance(value, Number) and value]

    def _count_until_won(self) -> First | None:
        totals: dict[Seat, int] = {}
        for seat in self.seats:
            before = self.evaluator.evaluate(self._start(seat), seat)
            if not isinstance(before, Number):
                return None
            totals[seat] = int(before)
        counted: set[tuple[str, Seat]] = set()
        for row in self.pad.rows:
            for side in self.list_in_turn() if row.points else ():
                for seat in side:
                    points = self.evaluator.evaluate(row.points, seat) if row.points else 0
                    if not isinstance(points, Number):
                        return None
                    totals[seat] += int(points)
                    counted.add((row.key, seat))
                if set(side) & set(find_ending_seats(self.pad, self.setup, totals, self.number)):
                    return First(side, frozenset(counted))
        return None

    def is_needless(self, row: Row, seat: Seat) -> bool:
        """Return whether a player’s row is not asked any more, because somebody has won before it counts."""
        first = self.find_first()
        if first is None or row.points is None or (row.key, seat) in first.counted:
            return False
        return isinstance(self.evaluator.evaluate(row.points, seat), Gap)

    def list_in_turn(self) -> Iterator[tuple[Seat, ...]]:
        """Yield each side in the order in which it plays and counts."""
        seats = self.setup.seats(self.number)
        first = seats.index(self.find_lead()) + (self.pad.lead == "dealer")
        in_turn = [seats[(first + step) % len(seats)] for step in range(len(seats))]
        for side in dict.fromkeys([self.team(seat) for seat in in_turn]):
            if there := tuple([seat for seat in side if seat in self.seats]):
                yield there

    def hand_on(self) -> Before:
        """Return what the next round needs to know of this round and those before it."""
        # Later rounds do not wait for what is not asked any more.
        if self.find_first():
            self._count_what_is_entered()
        tied = self._add_ties() if self.pad.adds_ties else {}
        return Before(self.evaluator.look_back(self.pad.looks_back), tied, self.out(), self.why_unknown)

    def _add_ties(self) -> Mapping[tuple[int, Seat], Number]:
        """Return the sum of each tie-break after the round, by its index and the seat. A blank adds nothing."""
        tied = dict(self.before.tied)
        for place, tie in enumerate(self.pad.ties):
            for seat in self.seats:
                value = self.evaluator.evaluate(tie.of, seat)
                if isinstance(value, Number):
                    tied[place, seat] = tied.get((place, seat), 0) + value
        return tied

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats of a player’s team, including the player."""
        return self.setup.team(seat, self.number, self.teams)

    def applies(self, row: Row, seat: Seat) -> Value:
        """Return whether a row applies to a player, or a gap if that is not known yet."""
        if row.when is None:
            return True
        # A shared row applies to the whole table, so the condition is evaluated for one fixed player.
        whose = self.setup.seats(self.number)[0] if any(box.shared for box in row.boxes) else seat
        return self.evaluator.look_up(f"{row.key}{WHEN}", whose)

    def needs_end_mark(self) -> bool:
        """Return whether the table has to say that everything is entered, because some boxes may stay blank.

        On a card each box gets an entry in the end, so only those without one count.
        """
        return any(
            box.may_stay_blank
            # A tie-break is asked only of tied players. A blank number there never counts as 0.
            and not (row.decides and isinstance(box, NumberBox))
            and any(
                self.is_there(row, seat) and not (self.pad.on_card and box.is_filled(self, row, seat))
                for seat in self.seats
            )
            for row, box in self.pad.boxes
        )

    def is_there(self, row: Row, seat: Seat) -> bool:
        """Return whether a row is known to apply to a player. Until that is known, the player is not asked for it."""
        there = self.applies(row, seat)
        return not isinstance(there, Gap) and bool(there)

    def meaning(self, name: str, seat: Seat) -> Value | Node:
        """Return the value of a name in a formula, or the formula that defines it."""
        if name in self.places:
            row, box = self.places[name]
            there = self.applies(row, seat)
            if isinstance(there, Gap):
                return there
            return box.evaluate(self, row, seat) if there else box.absent
        if name in self.pad.values:
            return self.pad.values[name]
        if name in self.pad.conditions:
            return self.pad.conditions[name]
        match name:
            case "players":
                return len(self.seats)
            case "round":
                return self.number
            case "score":
                return self.pad.score
            case "had":
                return self._start(seat)
            case "total":
                return Pair("+", self._start(seat), Name("score"))
            case "lead":
                return seat == self.find_lead()
            case "complete":
                return self.complete
        return get_option(self.setup, name)

    def _start(self, seat: Seat) -> Node:
        """Return the formula for a player's total before the round.

        Rule: */late
        """
        total = dict(self.setup.late).get(seat)
        start = self.pad.start if total is None else Plain(total)
        return Pair("+", start, HAD) if start else HAD

    def find_lead(self) -> Seat:
        """Return the seat that starts or deals the round."""
        return self.setup.lead(self.number, self.before.gone, self.pad.lead_stays)

    def ask_box(self, function: str, name: str, seat: Seat) -> Value | Name:
        """Return what a function says about a player’s entry in a box.

        `told` is whether there is one, `value` the points of a choice. `count` is the number of chips or cards, or the
        name to evaluate instead if it is no such box. The others are about piles, and 0 for any other box.
        """
        row, box = self.places.get(name, (None, None))
        if row is None or box is None:
            return Name(name) if function == "count" else function == "told"
        if function == "told":
            return self.has_entry(row, box, seat)
        if function == "value":
            mark = self.evaluator.look_up(name, seat)
            if isinstance(box, ChoiceBox) and isinstance(mark, str) and mark in box.items:
                return box.values[box.items.index(mark)]
            return mark
        if isinstance(box, PileBox):
            if function == "count":
                return self.suits[row.key].find_size(seat)
            pile = self.suits[row.key].get(seat)
            return {"counted": pile.count is not None, "tapped": len(pile.cards), "final": pile.final}[function]
        if function != "count":
            return 0
        if not isinstance(box, ChipsBox):
            return Name(name)
        there = self.applies(row, seat)
        if isinstance(there, Gap) or not there:
            return there if isinstance(there, Gap) else 0
        chips = self.copies(row, box, seat)
        return sum(chips) if any(chips) else self.count_blank(0)

    def has_entry(self, row: Row, box: Box, seat: Seat) -> bool:
        """Return whether a box has an entry for a player."""
        return self.is_there(row, seat) and box.is_entered(self, row, seat)

    def copies(self, row: Row, box: Box, seat: Seat) -> list[int]:
        """Return the number of copies that a player has of each chip in a box, in the order of its items."""
        return [int(self.mark(row, box, seat, item) or 0) for item in box.parts]

    def spot(self, row: Row, box: Box, seat: Seat | None) -> Spot:
        """Return the spot in which a player’s entry in a box is written. `seat` can be None if the box is shared.

        Partners who share the row use the spot of their first seat.
        """
        owner = self.team(seat)[0] if row.team and seat is not None else seat
        return Spot(self.number, row.key, box.key, None if box.shared else owner)

    def mark(self, row: Row, box: Box, seat: Seat, item: str = "") -> Mark | None:
        """Return a player’s mark in a box, or None if it is blank. In a row for teams, partners share their mark.

        In a box of chips, `item` is the chip.
        """
        # A shortcut: few pads have teams, and every formula reads its marks here.
        if not row.team:
            return self.marks.get(Spot(self.number, row.key, box.key, None if box.shared else seat, item))
        spots = [Spot(self.number, row.key, box.key, partner, item) for partner in self.team(seat)]
        return next((self.marks[spot] for spot in spots if spot in self.marks), None)

    def count_blank(self, value: Number, spot: Spot | None = None) -> Value:
        """Return what a blank counts, or a gap until the table says that everything is entered.

        `spot` is the blank one. On a card it is waited for, too.
        """
        if self.complete or (value is False and self.unticked):
            return value
        end = Spot(self.number, END, ALL)
        return Gap((spot, end) if spot and self.pad.on_card else (end,))

    def is_hidden(self, box: Box) -> bool:
        """Return whether entries in a box stay secret at this table until everybody has one."""
        return is_hidden(box, self.setup)


def read_marks(pad: Pad, setup: Setup, marks: Marks, round: int) -> Written:
    """Return the marks of one round as formulas see them. `marks` are those of all rounds.

    Decision: rules-from-round
    """
    marks_by_round, before = group_by_round(marks), Before()
    # Each earlier round is read under the options it was played by. Most pads need none of them.
    for earlier in range(1, round) if pad.asks_earlier else ():
        before = Written(pad, setup.at(earlier), marks_by_round.get(earlier, {}), before, earlier).hand_on()
    return Written(pad, setup, marks_by_round.get(round, {}), before, round)


def get_option(setup: Setup, name: str) -> Value:
    """Return the value of an option: a number, or the key of a choice.

    Decision: rules-from-round
    """
    chosen = setup.options.get(name, 0)
    return chosen if isinstance(chosen, str) else int(chosen)


@dataclass(frozen=True, slots=True)
class After:
    """What formulas without boxes can see between two rounds.

    Decision: half-round
    """

    setup: Setup
    totals: Mapping[Seat, int] = field(default_factory=dict)
    """The points of the seats that played round `last`, empty before the first round.

    Players who have left are not in it and cannot end the game.
    """
    last: int = 0
    """The number of the round, or 0 before the first one, when no formula asks for a total."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that played the last round or, before the first one, those that play that."""
        return tuple(self.totals) or self.setup.seats(1)

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """Return only this seat. Partners matter within rounds, but not between them."""
        return (seat,)

    def meaning(self, name: str, seat: Seat) -> Value | Node:
        """Return the number of players, the number of the last round, the total of a player or an option."""
        if name == "players":
            return len(self.seats)
        if name == "round":
            return self.last or 1
        if name == "total":
            return self.totals[seat]
        return get_option(self.setup, name)

    def ask_box(self, function: str, name: str, seat: Seat) -> Value | Name:
        """Return what a function says about a box that is never blank, has no choices, and no chips or cards."""
        return Name(name) if function == "count" else function == "told"


def evaluate_for_table(setup: Setup, node: Node | None) -> int:
    """Return the value of a formula that is known before the first round, such as the number of rounds.

    Return 0 if `node` is None or has no value.

    Decision: rules-from-round
    """
    if node is None:
        return 0
    value = Evaluator(After(setup)).evaluate(node, 0)
    return int(value) if isinstance(value, Number) else 0


def is_hidden(box: Box, setup: Setup) -> bool:
    """Return whether entries in a box stay secret at a table until everybody has one.

    Decision: rules-from-round
    """
    return box.hidden is not None and bool(evaluate_for_table(setup, box.hidden))


def is_whole(pad: Pad, setup: Setup) -> bool:
    """Return whether each round is a game of its own, with its own winner.

    Decision: rules-from-round
    """
    if pad.whole is None:
        return evaluate_for_table(setup, pad.rounds) == 1
    return bool(evaluate_for_table(setup, pad.whole))


def find_variant(pad: Pad, setup: Setup) -> Pad:
    """Return a pad with its suits as they look at this table, in the table's order.

    Decision: rules-from-round
    """
    if pad.make_variant is None:
        return pad
    look = Evaluator(After(with_defaults(pad, setup))).evaluate(pad.looks, 0) if pad.looks else ""
    order = next((order_at(setup, option) for option in pad.options if option.order), ())
    return pad.make_variant(str(look), order)


def with_defaults(pad: Pad, setup: Setup) -> Setup:
    """Return a setup with the default of each option that the table has not agreed on.

    Decision: rules-from-round
    """
    missing = {option.key: option.default for option in pad.options if option.key not in setup.options}
    return replace(setup, options={**missing, **setup.options}) if missing else setup


def count_teams(node: Node, players: int) -> int:
    """Return the number of teams that a pad’s formula gives for a number of players, 0 if everybody plays alone.

    Decision: partners-opposite
    """
    if isinstance(node, Plain):
        return int(node.value)
    seats = tuple(range(players))
    # The number of teams depends only on the number of players, so nameless ones will do.
    return evaluate_for_table(Setup(("",) * players, {}, ((1, seats),)), node)


def find_ending_seats(pad: Pad, setup: Setup, totals: Mapping[Seat, int], last: int) -> tuple[Seat, ...]:
    """Return the seats that end the game after the round `last`. `totals` are the points of its players.

    Rule: */agreed-end, */late
    """
    there = find_seats(pad.over, setup, totals, last) if pad.over else ()
    return tuple([seat for seat in there if not setup.has_no_place(seat)])


def find_seats(who: Node, setup: Setup, totals: Mapping[Seat, int], last: int) -> tuple[Seat, ...]:
    """Return the seats for which a formula is true after the round `last`. `totals` are the points of its players.

    Decision: half-round
    """
    evaluator = Evaluator(After(setup, totals, last))
    # `is True`, because a gap is an object and would count as true.
    return tuple([seat for seat in totals if evaluator.evaluate(who, seat) is True])
