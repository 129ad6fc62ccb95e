"""The evaluation of a formula for one player in one round.

The result is a value, or a gap that lists the blank boxes on which it depends.
"""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple, Protocol

from scorekeeper.games.pad import Seat, Spot
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Pair, Plain, Prefix, Word
from scorekeeper.games.pads.kinds import FUNCTIONS
from scorekeeper.language.text import Text

MOST_STEPS, OF_A_TABLE = 15_000, 300_000
"""The maximum number of evaluation steps for one score sheet, and for all score sheets of a table together.

A tap in the first round can change all sheets, and these limits keep the wait below half a second.
"""

LARGEST_RESULT = 10**12
"""The largest number that a formula can give, and the largest denominator."""

MOST_NAME_DEPTH = 60
"""The maximum depth of names whose formulas refer to other names."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A value that is not known."""

    spots: tuple[Spot, ...] = ()
    """The blank spots on which it depends."""
    why: Text | None = None
    """Any other reason."""


@dataclass(frozen=True, slots=True)
class Between(Gap):
    """A number that is not known, but at least `least` and at most `most`."""

    least: Number = 0
    most: Number = 0


NUMBER = (int, Fraction)

NODES = (Plain, Word, Name, Prefix, Pair, Call)

Value = Number | str | tuple[Number, ...] | Gap


class Earlier(NamedTuple):
    """The values of a formula for a player in earlier rounds."""

    before: Value = 0
    """The sum over these rounds."""
    last: Value = 0
    """The value in the round before, or 0 if the player missed it."""


NEVER, ANY = Earlier(), (0, -1)
"""The values of a player without earlier rounds, and the key in LookedBack that stands for every call and player."""

LookedBack = Mapping[tuple[int, Seat], Earlier]
"""The values of formulas in earlier rounds, by the `id` of the call and the seat."""

TOO_MANY = Gap(why=Text("The formulas of this pad take too many steps."))

OUT_OF_BOUNDS = Gap(why=Text("A number on this pad gets too large."))

BY_NOTHING = Gap(why=Text("A formula on this pad divides by 0."))


class NameSource(Protocol):
    """What an evaluator needs to know: the players of a round, and what the names in formulas mean."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play the round, clockwise."""
        ...

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats of a player’s team, including the player."""
        ...

    def meaning(self, name: str, seat: Seat) -> "Value | Node":
        """Return the value of a name for a player, or the formula that defines it."""
        ...

    def ask_box(self, function: str, name: str, seat: Seat) -> Value | Name:
        """Return what a function such as `told` or `count` says about a player’s entry in a box.

        For `count`, return the name to evaluate instead if it is no box of chips or cards.
        """
        ...


@dataclass(slots=True)
class Evaluator:
    """An evaluator of formulas for one score sheet. A blank box gives a gap, never 0.

    Rule: */told
    """

    pad: NameSource
    most: int = MOST_STEPS
    """The maximum of these."""
    steps: int = 0
    """The number of nodes evaluated so far."""
    depth: int = 0
    """The number of named formulas being evaluated inside one another."""
    known: dict[tuple[str, Seat], Value] = field(default_factory=dict)
    """Caches the value of each name by player."""
    earlier: LookedBack = field(default_factory=dict)
    """The values from earlier rounds."""
    shared: Collection[str] = ()
    """The names that mean the same for every player."""
    everybody: dict[int, Mapping[Seat, Value]] = field(default_factory=dict)
    """Caches the values of all players by the `id` of the formula.

    The marks do not change during the life of an evaluator, so no cache is ever invalidated.
    """

    def look_up(self, name: str, seat: Seat) -> Value:
        """Return the value of a name for a player."""
        key = (name, -1 if name in self.shared else seat)
        if key not in self.known:
            meaning = self.pad.meaning(name, seat)
            if isinstance(meaning, NODES):
                self.depth += 1
                meaning = TOO_MANY if self.depth > MOST_NAME_DEPTH else self.evaluate(meaning, seat)
                self.depth -= 1
            self.known[key] = meaning
        return self.known[key]

    def evaluate(self, node: Node, seat: Seat) -> Value:
        """Return the value of a formula for a player."""
        self.steps += 1
        if self.steps > self.most:
            return TOO_MANY
        # Checks of the type are quicker than a match, and every tap evaluates thousands of nodes.
        if isinstance(node, Name):
            return self.look_up(node.name, seat)
        if isinstance(node, Pair):
            left = self.evaluate(node.left, seat)
            # One side can decide alone. A round is then complete although the other side is blank.
            if node.op in CONDITIONS and not isinstance(left, Gap) and bool(left) == (node.op == "or"):
                return bool(left)
            return _combine(node.op, left, self.evaluate(node.right, seat))
        if isinstance(node, Call):
            return self._evaluate_call(node, seat)
        if isinstance(node, Prefix):
            value = self.evaluate(node.of, seat)
            if not isinstance(value, NUMBER):
                return value
            return not value if node.op == "not" else -value
        return node.value if isinstance(node, Plain) else node.text

    def _evaluate_call(self, node: Call, seat: Seat) -> Value:
        # Without any row that scores, the sum of all rows has no parts.
        function, first = FUNCTIONS[node.name], node.parts[0] if node.parts else Plain(0)
        # A single name is special: `count(cards)` is the number of chips in a box. Otherwise, values that are not 0 are
        # counted.
        if isinstance(first, Name) and (function.box or (node.name == "count" and len(node.parts) == 1)):
            key = (f"{node.name} {first.name}", seat)
            if key not in self.known:
                said = self.pad.ask_box(node.name, first.name, seat)
                self.known[key] = _aggregate("count", [self.evaluate(said, seat)]) if isinstance(said, Name) else said
            return self.known[key]
        # Only the chosen branch is evaluated, so a blank box in the other one keeps no round open.
        if node.name == "if":
            asked = self.evaluate(first, seat)
            return asked if isinstance(asked, Gap) else self.evaluate(node.parts[1 if asked else 2], seat)
        if node.name == "known":
            return not isinstance(self.evaluate(first, seat), Gap)
        if function.players:
            return self._evaluate_for_players(node, seat)
        if function.rounds:
            earlier = self.earlier.get((id(node), seat)) or self.earlier.get(ANY, NEVER)
            return earlier.last if node.name == "last" else earlier.before
        values: list[Value] = []
        for part in node.parts:
            # The value of each player, whether known or not.
            if isinstance(part, Call) and part.name == "all" and seat in self.pad.seats:
                values += self._evaluate_everybody(part.parts[0]).values()
            else:
                values.append(self.evaluate(part, seat))
        return _aggregate(node.name, values)

    def _evaluate_everybody(self, node: Node) -> Mapping[Seat, Value]:
        # Without this cache the number of steps would grow with the square of the players.
        # Nodes are known by identity: equal formulas can stand in two places, and the pad keeps its nodes alive.
        if id(node) not in self.everybody:
            self.everybody[id(node)] = {other: self.evaluate(node, other) for other in self.pad.seats}
        return self.everybody[id(node)]

    def _evaluate_for_players(self, node: Call, seat: Seat) -> Value:
        seats = self.pad.seats
        # A player who does not play the round has no rank, lead or neighbours in it.
        if seat not in seats:
            return 0
        place = seats.index(seat)
        asked = node.parts[0]
        match node.name:
            case "left":
                return self.evaluate(asked, seats[(place + 1) % len(seats)])
            case "right":
                return self.evaluate(asked, seats[place - 1])
            case "team":
                return _aggregate("sum", [self.evaluate(asked, other) for other in self.pad.team(seat)])
        if id(node) not in self.everybody:
            values = self._evaluate_everybody(asked)
            gap, bounds = _merge_gaps(*values.values()), {other: get_bounds(value) for other, value in values.items()}
            self.everybody[id(node)] = {other: _compare(node.name, other, bounds, gap) for other in values}
        return self.everybody[id(node)][seat]

    def look_back(self, calls: Iterable[Call]) -> LookedBack:
        """Return the values of `before` and `last` calls as they are in the round after this one.

        A player who misses this round keeps the sum so far, and `last` is 0. If the calls take too many steps, all of
        them give a gap in later rounds that says so.
        """
        # Too many steps in an earlier round: nothing can be known any more.
        if ANY in self.earlier:
            return self.earlier
        seats = self.pad.seats
        # Everybody keeps their sum, but `last` is 0 for players who miss this round.
        after = {key: Earlier(earlier.before) for key, earlier in self.earlier.items()}
        for call in calls:
            for seat in seats:
                key, value = (id(call), seat), self.evaluate(call.parts[0], seat)
                # A single spot is enough to say what is missing, so that gaps do not grow with the number of rounds.
                if isinstance(value, Gap):
                    value = Gap(value.spots[:1], value.why)
                before = self.earlier.get(key, NEVER).before
                after[key] = Earlier(before if isinstance(before, Gap) else _aggregate("sum", [before, value]), value)
                # Keep one entry for all instead of the values so far, so that every sheet from here on fails in the
                # same way.
                if self.steps > self.most:
                    return {ANY: Earlier(TOO_MANY, TOO_MANY)}
        return after


def _merge_gaps(*values: Value) -> Gap | None:
    """Return one gap that combines all gaps among these values, or None if there are none."""
    gaps = [value for value in values if isinstance(value, Gap)]
    if not gaps:
        return None
    if len(gaps) == 1:
        return gaps[0]
    why = next((gap.why for gap in gaps if gap.why), None)
    return Gap(tuple(dict.fromkeys(spot for gap in gaps for spot in gap.spots)), why)


# Numbers that are not known


def get_bounds(value: Value) -> tuple[Number, Number]:
    """Return the least and the most that a value can be. A word or a list has no bounds."""
    if isinstance(value, Between):
        return value.least, value.most
    return (value, value) if isinstance(value, NUMBER) else (-LARGEST_RESULT, LARGEST_RESULT)


def _bound(gap: Gap, least: Number, most: Number) -> Value:
    """Return the number if both bounds are the same, otherwise the gap with these bounds if they say anything."""
    if least == most:
        return least
    return gap if least <= -LARGEST_RESULT or most >= LARGEST_RESULT else Between(gap.spots, gap.why, least, most)


def _combine(op: str, left: Value, right: Value) -> Value:
    """Return the result of an operator. Words can be compared as well: `kinds.check` has seen to it that both are."""
    if not isinstance(left, Gap) and not isinstance(right, Gap):
        if op in CONDITIONS:
            return bool(right)
        # The base of a power needs no limit: with powers up to 9 the result has at most some 150 digits.
        return BY_NOTHING if op == "/" and not right else _limit(OPERATORS[op](left, right))
    if op in CONDITIONS and not isinstance(right, Gap) and bool(right) == (op == "or"):
        return bool(right)
    gap = _merge_gaps(left, right) or Gap()
    if op not in ORDER:
        return gap
    # The result is known if it is the same for all numbers that the two sides can be.
    (least, most), (low, high) = get_bounds(left), get_bounds(right)
    best, worst = ((most, low), (least, high)) if op[0] == ">" else ((least, high), (most, low))
    is_same = OPERATORS[op](*worst) == OPERATORS[op](*best)
    return OPERATORS[op](*worst) if is_same else gap


CONDITIONS = ("and", "or")

OPERATORS: dict[str, Callable[[Any, Any], Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": Fraction,
    "^": operator.pow,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

ORDER = ("<", "<=", ">", ">=")


def _size(value: Number) -> Number:
    return value if value >= 0 else -value


def _limit(value: Number) -> Value:
    """Return a number, as an int if it is whole. Return the gap OUT_OF_BOUNDS if it is out of bounds."""
    # A fraction can grow without getting larger, because its denominator grows with each division.
    if _size(value) > LARGEST_RESULT or value.denominator > LARGEST_RESULT:
        return OUT_OF_BOUNDS
    return int(value) if type(value) is Fraction and value.denominator == 1 else value


def _compare(name: str, seat: Seat, bounds: Mapping[Seat, tuple[Number, Number]], gap: Gap | None) -> Value:
    """Return how a player compares with the others, as far as the bounds of unknown numbers decide it.

    `gap` combines all unknown numbers, or is None if all are known.
    """
    least, most = bounds[seat]
    others = [number for other, number in bounds.items() if other != seat]
    # Not max([0, …]): a lead counts from the best other player, also below 0.
    low, high = max([low for low, _ in others], default=0), max([high for _, high in others], default=0)
    if name == "lead":
        return _bound(gap or Gap(), least - high, most - low)
    if name == "most" and (least >= high) == (most >= low):
        return least >= high if others else True
    if gap:
        return gap
    match name:
        case "all":
            return tuple(number for number, _ in bounds.values())
        case "others":
            return tuple(number for number, _ in others)
        case "least":
            return all(other >= least for other, _ in others)
        case "alone":
            return (least, least) not in others
    # Players who share the first place leave the second one empty.
    rank = 1 + sum(1 for other, _ in others if other > least)
    return rank == 2 if name == "second" else rank


def _aggregate(name: str, values: Iterable[Value]) -> Value:
    """Return the value of a function such as `sum` or `table`. Arguments are numbers, lists of numbers or gaps."""
    numbers: list[Number] = []
    gaps: list[Gap] = []
    for value in values:
        if isinstance(value, Gap):
            gaps.append(value)
        elif isinstance(value, tuple):
            numbers += value
        elif not isinstance(value, str):
            numbers.append(value)
    # Decided by a known value, whatever the blank ones turn out to be.
    if name in ("any", "every") and any(bool(number) == (name == "any") for number in numbers):
        return name == "any"
    if gaps:
        gap = _merge_gaps(*gaps) or Gap()
        if name not in ("sum", "max"):
            return gap
        ranges = [get_bounds(value) for value in (*numbers, *gaps)]
        return _bound(gap, LISTED[name]([least for least, _ in ranges]), LISTED[name]([most for _, most in ranges]))
    if name in ("any", "every"):
        return name == "every"
    if name == "among":
        return numbers[0] in numbers[1:]
    if name == "table":
        index, *entries = numbers
        return entries[min(max(floor(index), 0), len(entries) - 1)]
    if name == "top":
        return _limit(sum(sorted(numbers[1:])[-max(floor(numbers[0]), 0) :] if numbers[0] >= 1 else [], 0))
    return _limit(LISTED[name](numbers))


LISTED: dict[str, Callable[[list[Number]], Number]] = {
    "sum": lambda numbers: sum(numbers, 0),
    "min": lambda numbers: min(numbers, default=0),
    "max": lambda numbers: max(numbers, default=0),
    "sets": lambda numbers: max(floor(min(numbers)), 0),
    "count": lambda numbers: sum(1 for number in numbers if number),
    "floor": lambda numbers: floor(numbers[0]),
    "ceil": lambda numbers: ceil(numbers[0]),
    # Halves round up, as people do; Python’s `round` goes to the even number.
    "round": lambda numbers: floor(numbers[0] + Fraction(1, 2)),
    "abs": lambda numbers: _size(numbers[0]),
}
