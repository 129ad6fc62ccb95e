"""What a row or a box is worth, as it is printed small beside its name: × 2, 10, 0: −1 · 1–3: 1 · 4+: 2."""

from collections.abc import Iterator
from itertools import groupby

from scorekeeper.games.pad import signed
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Pair, Plain, Sign, walk
from scorekeeper.games.pads.pad import Pad, PadBox, PadRow
from scorekeeper.games.pads.working import written
from scorekeeper.language.text import Literal, Text

MOST_TERMS = 3
"""So many boxes are told where a row adds up several."""

MOST_STEPS = 9
"""So many steps of a table are told; of a longer one the first, and that it goes on."""


def row_worth(pad: Pad, row: PadRow) -> Text | None:
    """What a row is worth, nothing where it is the number itself or where only sentences can say it.

    Ours: whoever has only paper must know what to write.
    """
    if row.points is None:
        return None
    if len(row.boxes) == 1 and (said := _of_box(row.points, row.boxes[0])):
        return said
    in_words = _for_most(pad, row) or _from(row.points)
    return in_words or (_added(pad, row.points) if not row.boxes else None)


def box_worth(pad: Pad, row: PadRow, box: PadBox) -> Text | None:
    """What one box of several is worth by itself: by its own term of the row, or by a table that it is looked up in.

    Ours: a box on a line of its own says what it is worth.
    """
    if row.points is None:
        return None
    if terms := _terms(row.points):
        sizes = [number for number, name in terms if name == box.key]
        return _times(box, sizes[0]) if len(sizes) == 1 else None
    tables = (node for node in (*walk(row.points), *pad.values.values()) if _looks_up(node, box))
    return next((_of_box(node, box) for node in tables), None)


def plain(row: PadRow) -> bool:
    """Whether a row is worth just the number that stands in its only box. Ours: then its points need no other box."""
    return len(row.boxes) == 1 and isinstance(row.points, Name) and row.points.name == row.boxes[0].key


def _of_box(node: Node, box: PadBox) -> Text | None:
    match node:
        case Call("table", (Name(name), *steps)) if name == box.key:
            values = [value for value in map(_number, steps) if value is not None]
            entries = _steps(values, box.most) if len(values) == len(steps) else ""
            return Literal(entries) if entries else None
        case Call("value", (Name(name),)) if name == box.key:
            items = tuple(
                Text("%(what)s %(points)s", what=label, points=signed(value))
                for label, value in zip(box.labels, box.values, strict=True)
            )
            return Text("%(what)s", what=items)
        case Call("floor", (Pair("/", Name(name), Plain(number)),)) if name == box.key:
            return Literal(f"÷ {written(number)}")
    number, each = _bonus(node)
    if number != 1 and isinstance(each, Call) and each.name == "floor" and (said := _of_box(each, box)):
        return Literal(f"{said} × {written(number)}")
    terms = _terms(node)
    return _times(box, terms[0][0]) if len(terms) == 1 and terms[0][1] == box.key else None


def _times(box: PadBox, number: Number) -> Text | None:
    if box.kind == "tick":
        return Literal(written(number))
    return None if number == 1 else Literal(f"× {written(number)}")


def _steps(values: list[Number], most: int) -> str:
    """A table in few signs: 0: −1 · 1–3: 1 · 4+: 2; where it is 0 at 0, that is not said."""
    steps, at = [], 0
    for value, same in groupby(values):
        count = len(list(same))
        last = at + count == len(values) <= most
        span = f"{at}+" if last else f"{at}" if count == 1 else f"{at}–{at + count - 1}"
        if at or value:
            steps.append(f"{span}: {written(value)}")
        at += count
    return " · ".join(steps if len(steps) <= MOST_STEPS else [*steps[: MOST_STEPS - 2], "…", steps[-1]])


def _looks_up(node: Node, box: PadBox) -> bool:
    match node:
        case Call("table", (Name(name), *_)):
            return name == box.key
    return False


def _number(node: Node) -> Number | None:
    match node:
        case Plain(value):
            return value
        case Sign("-", Plain(value)):
            return -value
    return None


def _terms(node: Node, factor: Number = 1) -> list[tuple[Number, str]]:
    """A formula as so many times each of some names; empty for one that is anything else."""
    match node:
        case Name(name):
            return [(factor, name)]
        case Sign("-", inner):
            return _terms(inner, -factor)
        case Pair("*", one, other):
            for number, rest in ((_number(one), other), (_number(other), one)):
                if number is not None:
                    return _terms(rest, factor * number)
        case Pair("+" | "-" as op, one, other):
            left, right = _terms(one, factor), _terms(other, factor if op == "+" else -factor)
            return [*left, *right] if left and right else []
        case Call("sum", parts):
            each = [_terms(part, factor) for part in parts]
            return [term for terms in each for term in terms] if all(each) else []
    return []


def _added(pad: Pad, node: Node) -> Text | None:
    """What is worked out of other rows: Cards + 5 × Houses."""
    terms = _terms(node)
    labels = {box.key: box.label for _, box in pad.boxes}
    if not 1 <= len(terms) <= MOST_TERMS or any(name not in labels for _, name in terms):
        return None
    said: Text | None = None
    for number, name in terms:
        term = labels[name]
        if number not in (1, -1):
            term = Text("%(number)s × %(what)s", number=written(max(number, -number)), what=term)
        if said is None:
            said = term if number > 0 else Text("−%(what)s", what=term)
        elif number > 0:
            said = Text("%(one)s + %(other)s", one=said, other=term)
        else:
            said = Text("%(one)s − %(other)s", one=said, other=term)
    return said


def _bonus(node: Node) -> tuple[Number, Node]:
    """So many points, and for what: 1 where a formula names no number."""
    match node:
        case Pair("*", one, other):
            factors = [(_number(one), other), (_number(other), one)]
            return next(((size, rest) for size, rest in factors if size is not None), (1, node))
    return 1, node


def _from(points: Node) -> Text | None:
    """A bonus from a number on."""
    number, node = _bonus(points)
    match node:
        case Pair(">=", _, Plain(least)):
            return Text("%(least)s or more: %(points)s", least=written(least), points=written(number))
    return None


def _for_most(pad: Pad, row: PadRow) -> Text | None:
    """A bonus for whoever has most or fewest of a row, all of it for everybody who shares that."""
    if row.points is None:
        return None
    number, node = _bonus(row.points)
    asked = [_asked(part) for part in _all_of(node)]
    which = [ask for ask in asked if ask and ask[0] in ("most", "second", "least")]
    names = {ask[1] if ask else "" for ask in asked}
    further = {ask[0] for ask in asked if ask and ask not in which}
    if len(which) != 1 or len(names) > 1 or ("alone" in further and which[0][0] != "most"):
        return None
    other = next((one for one, box in pad.boxes if box.key in names), None)
    if other is None:
        return None
    key = "alone" if "alone" in further else which[0][0]
    return for_most(key, written(number), None if other is row else other.label, "above 0" in further)


def for_most(which: str, points: str, what: Text | None, above_0: bool) -> Text:
    """A bonus for most of something in words; `above_0`: nobody gets it for 0.

    Ours: one wording while a pad is made and on paper.
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


def _all_of(node: Node) -> list[Node]:
    """What must be so at once."""
    match node:
        case Pair("and", one, other):
            return [*_all_of(one), *_all_of(other)]
    return [node]


def _asked(node: Node) -> tuple[str, str] | None:
    """What a condition asks of a box: most, second, least, alone, or to be above 0."""
    match node:
        case Call("most" | "second" | "least" | "alone" as which, (Name(name),)):
            return which, name
        case Pair(">", Name(name), Plain(0)):
            return "above 0", name
    return None


def row_worths(pad: Pad) -> Iterator[tuple[Text, Text]]:
    """What each row is worth, by its label, where signs can say it. Ours: rows stand in the order of the pad."""
    for row in pad.rows:
        if worth := row_worth(pad, row):
            yield row.label, worth
