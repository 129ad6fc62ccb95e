"""What a row or a box scores, as short text beside its name, such as "× 2" or "0: −1 · 1–3: 1 · 4+: 2"."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from scorekeeper.games.pad import Mark, Setup, format_points
from scorekeeper.games.pads.boxes import ChoiceBox, NumberBox, TickBox
from scorekeeper.games.pads.evaluate import Evaluator
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Pair, Plain, Prefix, walk
from scorekeeper.games.pads.kinds import FUNCTIONS
from scorekeeper.games.pads.pad import READ_PADS_IN_MEMORY, Box, Pad, Row
from scorekeeper.games.pads.scoring import After
from scorekeeper.games.pads.working import format_number
from scorekeeper.language.text import Literal, Text

MOST_TERMS = 3
"""The maximum number of terms that the short description of a sum can have. A longer sum has none."""

STEPS_SHOWN = 9
"""The maximum number of steps of a table that are shown. A longer table has an ellipsis before its last step."""

MOST_TRIED = 30
"""The largest number up to which a formula is evaluated to find its table."""


@lru_cache(READ_PADS_IN_MEMORY)
def list_worths(pad: Pad) -> Mapping[tuple[str, str], Text]:
    """Return what boxes score in short, by the keys of row and box. Boxes without such a text are left out."""
    said = {(row.key, box.key): describe_worth(pad, row, box) for row, box in pad.boxes}
    return {place: text for place, text in said.items() if text}


def describe_worth(pad: Pad, row: Row, box: Box) -> Text | None:
    """Return what a box scores in short: what its row does if it is the only one. Return None if nothing says it."""
    said = describe_row_worth(pad, row) if len(row.boxes) == 1 else None
    return said or describe_box_worth(pad, row, box)


def describe_row_worth(pad: Pad, row: Row) -> Text | None:
    """Return what a row scores in short, or None if it scores nothing, just its number, or something too complicated.

    Decision: pad-paper
    """
    if row.points is None:
        return None
    # Signs first: they are shorter than words and need no translation.
    if len(row.boxes) == 1 and (said := _describe_box(row.points, row.boxes[0])):
        return said
    in_words = _find_majority(pad, row) or _describe_minimum(row.points)
    return in_words or (_describe_sum(pad, row.points) if not row.boxes else None)


def describe_box_worth(pad: Pad, row: Row, box: Box) -> Text | None:
    """Return what one box of a row scores in short, or None if it has no term or table of its own.

    Decision: pad-paper
    """
    if row.points is None:
        return None
    if terms := _split_terms(row.points):
        sizes = [number for number, name in terms if name == box.key]
        return _describe_factor(box, sizes[0]) if len(sizes) == 1 else None
    for node in (*walk(row.points), *pad.values.values()):
        match node:
            case Call("table", (Name(name), *_)) if name == box.key:
                return _describe_box(node, box)
    return None


def scores_entered_number(row: Row) -> bool:
    """Return whether a row scores exactly the number in its only box."""
    return len(row.boxes) == 1 and isinstance(row.points, Name) and row.points.name == row.boxes[0].key


def _describe_box(node: Node, box: Box) -> Text | None:
    match node:
        case Call("table", (Name(name), *steps)) if name == box.key:
            return _describe_lookup(steps, box.most)
        case Call("value", (Name(name),)) if name == box.key and isinstance(box, ChoiceBox):
            items = zip(box.labels, map(format_points, box.values), strict=True)
            said = tuple(Text("%(what)s %(points)s", what=label, points=points) for label, points in items)
            return Text("%(what)s", what=said)
        case Pair("*", Plain(1), Name(name)) if name == box.key:
            return Text("1 each")
    number, rest = _split_factor(node)
    match rest:
        case Call("floor", (Pair("/", Name(name), Plain(share)),)) if name == box.key:
            return Literal(f"{format_number(share)} = {format_number(number)}")
    terms = _split_terms(node)
    if len(terms) == 1 and terms[0][1] == box.key:
        return _describe_factor(box, terms[0][0])
    return _describe_numbers(node, box) if isinstance(box, NumberBox) else None


def _describe_numbers(node: Node, box: NumberBox) -> Text | None:
    """Return the table of a formula that uses nothing but a small number, or None for any other formula."""
    calls = {part.name for part in walk(node) if isinstance(part, Call)}
    if not calls <= {"floor", "if", "max", "min"} or box.least < 0 or box.most > MOST_TRIED:
        return None
    scored = try_numbers(node, box.key, range(box.most + 1))
    points = [scored.get(number, 0) for number in range(box.most + 1)]
    return Literal(_describe_table(points, box.most)) if any(points) else None


def try_numbers(node: Node, key: str, numbers: Sequence[int]) -> Mapping[Mark, int]:
    """Return the value of a formula for each of these numbers in a box, if it has one.

    Return {} if the formula depends on anything but this number.
    """
    functions = [FUNCTIONS[part.name] for part in walk(node) if isinstance(part, Call)]
    needs_more = any(function.players or function.rounds or function.box for function in functions)
    if needs_more or {part.name for part in walk(node) if isinstance(part, Name)} != {key}:
        return {}
    # As if the number were an option of the table, which every formula can use.
    setups = {number: Setup(("",), {key: number}, ((1, (0,)),)) for number in numbers}
    values = {number: Evaluator(After(setup)).evaluate(node, 0) for number, setup in setups.items()}
    return {number: int(value) for number, value in values.items() if isinstance(value, Number)}


def _describe_lookup(steps: Sequence[Node], most: int) -> Text | None:
    """Return a lookup table in short, or None if its entries are not all numbers or say nothing."""
    values = [value for value in map(_get_number, steps) if value is not None]
    entries = _describe_table(values, most) if len(values) == len(steps) else ""
    return Literal(entries) if entries else None


def _describe_factor(box: Box, number: Number) -> Text | None:
    if isinstance(box, TickBox):
        return Literal(format_number(number))
    return None if number == 1 else Literal(f"× {format_number(number)}")


def _describe_table(values: Sequence[Number], most: int) -> str:
    """Return a lookup table in short, such as "0: −1 · 1–3: 1 · 4+: 2". If 0 scores 0, that is left out.

    `most` is the largest number that can be looked up.
    """
    steps, at = [], 0
    for value, same in groupby(values):
        count = len(list(same))
        # The last entry also holds for larger numbers, if the box can have one.
        last = at + count == len(values) <= most
        span = f"{at}+" if last else f"{at}" if count == 1 else f"{at}–{at + count - 1}"
        if at or value:
            # A line must not break between a number and its points.
            steps.append(f"{span}:\u00a0{format_number(value)}")
        at += count
    return " · ".join(steps if len(steps) <= STEPS_SHOWN else [*steps[: STEPS_SHOWN - 2], "…", steps[-1]])


def _get_number(node: Node) -> Number | None:
    match node:
        case Plain(value):
            return value
        case Prefix("-", Plain(value)):
            return -value
    return None


def _split_terms(node: Node, factor: Number = 1) -> list[tuple[Number, str]]:
    """Return the terms of a sum, each as a factor and a name. Return [] if the formula has any other form."""
    match node:
        case Name(name):
            return [(factor, name)]
        case Prefix("-", inner):
            return _split_terms(inner, -factor)
        case Pair("*", first, second):
            for number, rest in ((_get_number(first), second), (_get_number(second), first)):
                if number is not None:
                    return _split_terms(rest, factor * number)
        case Pair("+" | "-" as op, first, second):
            left, right = _split_terms(first, factor), _split_terms(second, factor if op == "+" else -factor)
            return [*left, *right] if left and right else []
        case Call("sum", parts):
            terms_of_parts = [_split_terms(part, factor) for part in parts]
            return [term for terms in terms_of_parts for term in terms] if all(terms_of_parts) else []
    return []


def _describe_sum(pad: Pad, node: Node) -> Text | None:
    """Return a formula that adds up boxes in short, such as "Cards + 5 × Houses", or None if it is anything else."""
    terms = _split_terms(node)
    labels = {box.key: box.label for _, box in pad.boxes}
    if not 1 <= len(terms) <= MOST_TERMS or any(name not in labels for _, name in terms):
        return None
    said: Text | None = None
    for number, name in terms:
        term = labels[name]
        if number not in (1, -1):
            term = Text("%(number)s × %(what)s", number=format_number(max(number, -number)), what=term)
        if said is None:
            said = term if number > 0 else Text("−%(what)s", what=term)
        elif number > 0:
            said = Text("%(one)s + %(other)s", one=said, other=term)
        else:
            said = Text("%(one)s − %(other)s", one=said, other=term)
    return said


def _split_factor(node: Node) -> tuple[Number, Node]:
    """Return the constant factor of a product and its other factor. Return 1 and the formula if it has none."""
    match node:
        case Pair("*", first, second):
            factors = [(_get_number(first), second), (_get_number(second), first)]
            return next(((size, rest) for size, rest in factors if size is not None), (1, node))
    return 1, node


def _describe_minimum(points: Node) -> Text | None:
    """Return the text of a bonus for reaching a minimum, or None if the formula is anything else."""
    number, _ = _split_factor(points)
    goal = find_goal(points)
    if goal is None:
        return None
    return Text("%(least)s or more: %(points)s", least=format_number(goal.least), points=format_number(number))


class Goal(NamedTuple):
    """A minimum that a bonus asks for: the formula for what is compared with it, and the number."""

    of: Node
    least: Number


def find_goal(points: Node) -> Goal | None:
    """Return the minimum that a bonus asks for, or None if the formula is anything else."""
    _, node = _split_factor(points)
    match node:
        case Pair(">=", of, Plain(least)):
            return Goal(of, least)
    return None


def _find_majority(pad: Pad, row: Row) -> Text | None:
    """Return the text of a bonus for the most or fewest in a box, or None if the row is anything else."""
    if row.points is None:
        return None
    number, node = _split_factor(row.points)
    asked = _parse_conditions(node)
    which = [kind for kind, _ in asked if kind in ("most", "second", "least")]
    further = {kind for kind, _ in asked if kind not in which}
    # Only what one short text can say. The small print explains other bonuses.
    if len(which) != 1 or ("alone" in further and which != ["most"]):
        return None
    names = {name for _, name in asked}
    rows = [other for other, box in pad.boxes if box.key in names]
    if not len(rows) == len(names) == 1:
        return None
    key = "alone" if "alone" in further else which[0]
    what = None if rows[0] is row else rows[0].label
    return describe_majority(key, format_number(number), what, "above 0" in further)


def describe_majority(which: str, points: str, what: Text | None, above_0: bool) -> Text:
    """Return the text of a bonus for the most or fewest, as used on screen and on paper.

    `which` is "most", "alone" (only if nobody else has as many), "second" or "least". `what` is the label of the row
    that is compared, or None if it is the row of the bonus. `above_0` is set if nobody gets the bonus for 0.
    """
    match which:
        case "alone":
            said = Text("most, alone: %(points)s", points=points)
        case "second":
            said = Text("second most: %(points)s", points=points)
        case "least":
            said = Text("fewest: %(points)s", points=points)
        case _:
            said = Text("most: %(points)s", points=points)
    if above_0:
        said = Text("%(which)s; 0 does not count", which=said)
    return said if what is None else Text("%(what)s, %(which)s", what=what, which=said)


def _parse_conditions(node: Node) -> list[tuple[str, str]]:
    """Return the comparisons that a formula joins with *and*, each with the key of its box.

    A comparison is "most", "second", "least", "alone" or "above 0". Return [] if any condition is anything else.
    """
    match node:
        # With partners the other side sits on the right, which is another way to say the same.
        case Call("if", (_, Pair(">", Name(), Call("right", (Name(),))), otherwise)):
            return _parse_conditions(otherwise)
        case Pair(">", Name(name), Call("right", (Name(other),))) if name == other:
            return [("most", name), ("alone", name)]
        case Pair("and", first, second):
            left, right = _parse_conditions(first), _parse_conditions(second)
            return [*left, *right] if left and right else []
        case Call("most" | "second" | "least" | "alone" as which, (Name(name),)):
            return [(which, name)]
        case Pair(">", Name(name), Plain(0)):
            return [("above 0", name)]
    return []
