"""A formula worked out for one player in one round: to a number, or to a gap that names what is still blank."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple, Protocol

from scorekeeper.games.pad import Seat, Spot
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Pair, Plain, Sign, Word
from scorekeeper.games.pads.kinds import FUNCTIONS
from scorekeeper.language.text import Text

MOST_STEPS, OF_A_TABLE = 15_000, 300_000
"""Parts of formulas that are worked out for one sheet at most, and for all sheets of a table together.

A tap in the first round may change all sheets, and nobody waits longer than half a second for them.
"""

LARGEST = 10**12
"""No number of a formula grows beyond this."""

DEEPEST = 60
"""How deep values may rest upon values."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What cannot be worked out: the places that are still blank, or, where nothing is blank, why not."""

    spots: tuple[Spot, ...] = ()
    why: Text | None = None


NUMBER = (int, Fraction)

NODES = (Plain, Word, Name, Sign, Pair, Call)

Value = Number | str | tuple[Number, ...] | Gap


class Earlier(NamedTuple):
    """What a formula came to for a player in earlier rounds: all of them added up, and the last one."""

    before: Value = 0
    last: Value = 0


NEVER, ANY = Earlier(), (0, -1)
"""What is known of a round that somebody missed; the key under which stands what holds for every call and player."""

LookedBack = Mapping[tuple[int, Seat], Earlier]
"""What the formulas that are asked of earlier rounds came to, by the `id` of the call and the player."""

TOO_MANY = Gap(why=Text("The formulas of this pad take too many steps."))

TOO_LARGE = Gap(why=Text("A number on this pad gets too large."))

BY_NOTHING = Gap(why=Text("A formula on this pad divides by 0."))


class Pad(Protocol):
    """What formulas ask about: who plays, and what a name stands for. Ours: a pad has marks and values."""

    def seats(self, round: int) -> tuple[Seat, ...]:
        """Who plays a round, clockwise."""
        ...

    def team(self, seat: Seat, round: int) -> tuple[Seat, ...]:
        """A player and the partners."""
        ...

    def meaning(self, name: str, seat: Seat, round: int) -> "Value | Node":
        """What stands there, or the formula that says it."""
        ...

    def told(self, name: str, seat: Seat, round: int) -> bool:
        """Whether something is written there."""
        ...

    def value(self, name: str, seat: Seat, round: int) -> Value:
        """What the choice that is made there is worth."""
        ...

    def count(self, name: str, seat: Seat, round: int) -> Value | Name:
        """How many chips lie there, or the value that is counted."""
        ...


@dataclass(slots=True)
class Evaluator:
    """Works out formulas for one sheet; what a name comes to is worked out once for each player and round.

    `everybody` holds what the parts came to that are asked of all players at once.

    Ours: a blank is not yet, never 0.
    """

    pad: Pad
    most: int = MOST_STEPS
    steps: int = 0
    depth: int = 0
    known: dict[tuple[str, Seat, int], Value] = field(default_factory=dict)
    earlier: LookedBack = field(default_factory=dict)
    everybody: dict[tuple[int, int], Mapping[Seat, Number] | Gap] = field(default_factory=dict)

    def name(self, name: str, seat: Seat, round: int) -> Value:
        """What a name comes to for a player in a round."""
        key = (name, seat, round)
        if key not in self.known:
            meaning = self.pad.meaning(name, seat, round)
            if isinstance(meaning, NODES):
                meaning = self._deeper(meaning, seat, round)
            self.known[key] = meaning
        return self.known[key]

    def _deeper(self, node: Node, seat: Seat, round: int) -> Value:
        self.depth += 1
        value = TOO_MANY if self.depth > DEEPEST else self.of(node, seat, round)
        self.depth -= 1
        return value

    def of(self, node: Node, seat: Seat, round: int) -> Value:
        """What a formula comes to for a player in a round."""
        self.steps += 1
        if self.steps > self.most:
            return TOO_MANY
        if isinstance(node, Name):
            return self.name(node.name, seat, round)
        if isinstance(node, Pair):
            return self._pair(node, seat, round)
        if isinstance(node, Call):
            return self._call(node, seat, round)
        if isinstance(node, Plain):
            return node.value
        return self._sign(node, seat, round) if isinstance(node, Sign) else node.text

    def _sign(self, node: Sign, seat: Seat, round: int) -> Value:
        value = self.of(node.of, seat, round)
        if not isinstance(value, NUMBER):
            return value
        return not value if node.op == "not" else -value

    def _pair(self, node: Pair, seat: Seat, round: int) -> Value:
        left = self.of(node.left, seat, round)
        if node.op in ("and", "or"):
            if not isinstance(left, Gap) and bool(left) == (node.op == "or"):
                return bool(left)
            right = self.of(node.right, seat, round)
            if not isinstance(right, Gap) and bool(right) == (node.op == "or"):
                return bool(right)
            return _gap(left, right) or bool(right)
        right = self.of(node.right, seat, round)
        return _gap(left, right) or _signed(node.op, left, right)

    def _call(self, node: Call, seat: Seat, round: int) -> Value:
        function = FUNCTIONS[node.name]
        if node.name == "if":
            asked = self.of(node.parts[0], seat, round)
            return asked if isinstance(asked, Gap) else self.of(node.parts[1 if asked else 2], seat, round)
        if node.name == "count" and len(node.parts) == 1 and isinstance(node.parts[0], Name):
            counted = self.pad.count(node.parts[0].name, seat, round)
            return _listed("count", [self.of(counted, seat, round)]) if isinstance(counted, Name) else counted
        if function.box:
            name = node.parts[0]
            assert isinstance(name, Name)
            if node.name == "told":
                return self.pad.told(name.name, seat, round)
            return self.pad.value(name.name, seat, round)
        if function.players:
            return self._of_players(node, seat, round)
        if function.rounds:
            earlier = self._earlier((id(node), seat))
            return earlier.last if node.name == "last" else earlier.before
        return _listed(node.name, [self.of(part, seat, round) for part in node.parts])

    def _of_players(self, node: Call, seat: Seat, round: int) -> Value:
        seats = self.pad.seats(round)
        if seat not in seats:
            return 0
        place = seats.index(seat)
        asked = node.parts[0]
        match node.name:
            case "left":
                return self.of(asked, seats[(place + 1) % len(seats)], round)
            case "right":
                return self.of(asked, seats[place - 1], round)
            case "team":
                return _listed("sum", [self.of(asked, one, round) for one in self.pad.team(seat, round)])
        if (id(asked), round) not in self.everybody:
            self.everybody[id(asked), round] = _of_everybody({one: self.of(asked, one, round) for one in seats})
        numbers = self.everybody[id(asked), round]
        if isinstance(numbers, Gap):
            return numbers
        others = [value for one, value in numbers.items() if one != seat]
        return _compared(node.name, numbers[seat], others, tuple(numbers.values()))

    def looked_back(self, calls: Iterable[Call], round: int) -> LookedBack:
        """What these calls come to in the round after this one; what is blank in several rounds waits for the first.

        Where they take too many steps, nothing that asks for an earlier round is known from then on.

        Ours: nobody gets anything for a round they missed.
        """
        if ANY in self.earlier:
            return self.earlier
        seats = self.pad.seats(round)
        after = {key: Earlier(one.before) for key, one in self.earlier.items()}
        for call in calls:
            for seat in seats:
                key, value = (id(call), seat), _first(self.of(call.parts[0], seat, round))
                before = self.earlier.get(key, NEVER).before
                after[key] = Earlier(before if isinstance(before, Gap) else _listed("sum", [before, value]), value)
                if self.steps > self.most:
                    return {ANY: Earlier(TOO_MANY, TOO_MANY)}
        return after

    def _earlier(self, key: tuple[int, Seat]) -> Earlier:
        return self.earlier.get(key) or self.earlier.get(ANY, NEVER)


def _first(value: Value) -> Value:
    """The same; of a gap the first place alone, so that what is handed on does not grow with the rounds."""
    return Gap(value.spots[:1], value.why) if isinstance(value, Gap) else value


def _of_everybody(values: Mapping[Seat, Value]) -> Mapping[Seat, Number] | Gap:
    """The numbers of all players, or what is still blank among them."""
    return _gap(*values.values()) or {seat: value for seat, value in values.items() if isinstance(value, NUMBER)}


def _gap(*values: Value) -> Gap | None:
    """What is still blank among these values, all of it at once."""
    gaps = [value for value in values if isinstance(value, Gap)]
    if not gaps:
        return None
    if len(gaps) == 1:
        return gaps[0]
    why = next((gap.why for gap in gaps if gap.why), None)
    return Gap(tuple(dict.fromkeys(spot for gap in gaps for spot in gap.spots)), why)


def _signed(op: str, left: Value, right: Value) -> Value:
    if op == "=":
        return left == right
    if op == "!=":
        return left != right
    assert isinstance(left, NUMBER)
    assert isinstance(right, NUMBER)
    if op == "/":
        return BY_NOTHING if not right else _whole(Fraction(left) / right)
    if op == "^":
        return TOO_LARGE if size(left) > 10_000 else _whole(left ** int(right))
    return _whole(SIGNS[op](left, right))


SIGNS: dict[str, Callable[[Number, Number], Number]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def size(value: Number) -> Number:
    """A number without its sign. Ours: formulas read as in a spreadsheet."""
    return value if value >= 0 else -value


def _whole(value: Number) -> Value:
    """A number as it is kept: whole where it is, and nothing beyond all bounds."""
    if size(value) > LARGEST or value.denominator > LARGEST:
        return TOO_LARGE
    return int(value) if type(value) is Fraction and value.denominator == 1 else value


def _compared(name: str, mine: Number, others: list[Number], every: tuple[Number, ...]) -> Value:
    match name:
        case "all":
            return every
        case "others":
            return tuple(others)
        case "most":
            return all(other <= mine for other in others)
        case "least":
            return all(other >= mine for other in others)
        case "alone":
            return mine not in others
        case "lead":
            return mine - max(others, default=0)
    rank = 1 + sum(1 for other in others if other > mine)
    return rank == 2 if name == "second" else rank


def _listed(name: str, values: Iterable[Value]) -> Value:
    """A function of numbers and lists of numbers."""
    numbers: list[Number] = []
    gaps: list[Gap] = []
    for value in values:
        if isinstance(value, Gap):
            gaps.append(value)
        elif isinstance(value, tuple):
            numbers += value
        elif not isinstance(value, str):
            numbers.append(value)
    if name in ("any", "every") and any(bool(number) == (name == "any") for number in numbers):
        return name == "any"
    if gaps:
        return _gap(*gaps) or 0
    if name in ("any", "every"):
        return name == "every"
    if name == "table":
        index, *entries = numbers
        return entries[min(max(floor(index), 0), len(entries) - 1)]
    if name == "top":
        return _whole(sum(sorted(numbers[1:])[-max(floor(numbers[0]), 0) :] if numbers[0] >= 1 else [], 0))
    return _whole(LISTED[name](numbers))


LISTED: dict[str, Callable[[list[Number]], Number]] = {
    "sum": lambda numbers: sum(numbers, 0),
    "min": lambda numbers: min(numbers, default=0),
    "max": lambda numbers: max(numbers, default=0),
    "sets": lambda numbers: max(floor(min(numbers)), 0),
    "count": lambda numbers: sum(1 for number in numbers if number),
    "floor": lambda numbers: floor(numbers[0]),
    "ceil": lambda numbers: ceil(numbers[0]),
    "round": lambda numbers: floor(numbers[0] + Fraction(1, 2)),
    "abs": lambda numbers: size(numbers[0]),
}
