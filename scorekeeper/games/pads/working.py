"""The working of a formula: the formula written with a player's numbers, such as 3² + 2² + 7 × 1."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorekeeper.games.pad import Seat, format_points
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, TickBox
from scorekeeper.games.pads.evaluate import Evaluator, Value
from scorekeeper.games.pads.formula import Call, Name, Node, Number, Pair, Plain, Prefix, Word, walk
from scorekeeper.games.pads.kinds import FUNCTIONS
from scorekeeper.games.pads.pad import OWN_NAMES
from scorekeeper.games.pads.scoring import Written
from scorekeeper.language.text import Literal, OwnWords, Text

HIGH = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

LONGEST_WORKING = 48
"""The maximum length of a working in characters. A longer one is not shown."""

SUM_LEVEL, PRODUCT_LEVEL, SINGLE_LEVEL = range(3)
"""The precedence of a rendered part, from the loosest to the tightest. It decides where brackets are needed."""

COUNTED = ("sets", "count")
"""The functions that count something. If their result is a factor of 1, it is shown."""

TRUTHS = ("=", "!=", "<", "<=", ">", ">=", "and", "or")


def format_number(number: Number) -> str:
    """Return a number as text for display. A half is shown as ½, other fractions with a slash."""
    if isinstance(number, int):
        return format_points(int(number))
    whole, rest = divmod(abs(number), 1)
    sign = "\u2212" if number < 0 else ""
    return f"{sign}{whole or ''}½" if rest == Fraction(1, 2) else f"{sign}{abs(number)}".replace("/", "⁄")


@dataclass(frozen=True, slots=True)
class Working:
    """A renderer of workings for one player.

    Workings are derived from formulas, so that no pad has to describe them.
    """

    written: Written
    evaluator: Evaluator
    """The values that it shows."""
    seat: Seat
    each: bool = True
    """Whether chips, numbers of several players and parts of named values are shown one by one, not as a sum."""
    seen: set[str] = field(default_factory=set)
    """Collects the names whose values the rendered working shows, and the ticks that score."""
    labels: dict[str, Text] = field(default_factory=dict)
    """Collects those of chosen options that it names."""

    def render(self, node: Node) -> Text | None:
        """Return the working of a formula, or None if it is only a number or too long."""
        opened = self._unwrap(node)
        text, _ = self._render(opened)
        said = OwnWords(text).fill_gaps(**self.labels) if self.labels else Literal(text)
        length = len(str(said))
        # Try again with one number for each part, which is shorter.
        if length > LONGEST_WORKING and self.each:
            self.seen.clear()
            self.labels.clear()
            return replace(self, each=False).render(node)
        if length <= LONGEST_WORKING and not text.lstrip("\u2212").isalnum():
            return said
        # The points show a tick that scores, and nothing else.
        self.seen.intersection_update([name for name in self.seen if self._is_tick(name)])
        return None

    def _is_tick(self, name: str) -> bool:
        _, box = self.written.places.get(name, (None, None))
        return isinstance(box, TickBox)

    def _find_tree(self, name: str) -> Node | None:
        """Return the formula of a named value, or None for any other name."""
        return self.written.pad.values.get(name)

    def _evaluate(self, node: Node) -> Value:
        return self.evaluator.evaluate(node, self.seat)

    def _unwrap(self, node: Node, deep: int = 0) -> Node:
        """Return the formula to render: a named value is replaced by its formula, an *if* by the branch that applies.

        This repeats until neither is left, at most 9 times. `deep` counts the replacements so far.
        """
        if isinstance(node, Call) and node.name == "if" and deep < 9:
            return self._unwrap(node.parts[1 if self._evaluate(node.parts[0]) else 2], deep + 1)
        if isinstance(node, Name) and deep < 9 and (tree := self._find_tree(node.name)):
            return self._unwrap(tree, deep + 1)
        return node

    def _render(self, node: Node) -> tuple[str, int]:
        """Return the working of a formula and its precedence."""
        match node:
            case Call(name, parts):
                return self._render_call(node, name, parts)
            case Pair("+" | "-"):
                return self._render_sum(_split_terms(node))
            case Pair("*"):
                return self._render_product(node)
            case Pair("/", left, right):
                return f"{self._bracket(left, SINGLE_LEVEL)} ÷ {self._bracket(right, SINGLE_LEVEL)}", PRODUCT_LEVEL
            case Pair("^", left, Plain(power)):
                said = self._bracket(left, SINGLE_LEVEL)
                return f"{said}{str(power).translate(HIGH)}" if self._evaluate(node) else "0", SINGLE_LEVEL
            case Prefix("-", Pair() | Prefix() | Call() | Word() as of):
                return f"\u2212{self._bracket(of, PRODUCT_LEVEL)}", PRODUCT_LEVEL
            case Prefix("-", Name(name) as of) if self._is_opened(name):
                text = self._bracket(of, PRODUCT_LEVEL)
                return text[2:-1] if text.startswith("(\u2212") else f"\u2212{text}", PRODUCT_LEVEL
            case Name():
                return self._render_name(node)
        return self._render_value(node)

    def _render_call(self, node: Call, name: str, parts: tuple[Node, ...]) -> tuple[str, int]:
        match name, parts:
            case "if", (condition, then, otherwise):
                return self._render(then if self._evaluate(condition) else otherwise)
            case "sum", (Call("all" | "others" as whose, (part,)),) if self.each:
                return self._render_players(node, part, whose == "others")
            case "sum", (_, _, *_) if not any(isinstance(of, Call) and of.name in ("all", "others") for of in parts):
                return self._render_sum([(1, part) for part in parts])
            case "value", (Name(box),) if label := self._find_label(box):
                return self._render_choice(node, box, label)
            case "max" | "min", (_, _, *_):
                value = self._evaluate(node)
                return self._render(next((part for part in parts if self._evaluate(part) == value), Plain(0)))
        return self._render_value(node)

    def _render_name(self, node: Name) -> tuple[str, int]:
        """Return the value of a name, the working of a named value, or the chips in a box one by one."""
        if self._is_opened(node.name) and (tree := self._find_tree(node.name)):
            return self._render(tree)
        row, box = self.written.places.get(node.name, (None, None))
        if row is None or not isinstance(box, ChipsBox):
            self.seen.add(node.name)
            return self._render_value(node)
        copies = self.written.copies(row, box, self.seat)
        chips = [(count, value) for count, value in zip(copies, box.values, strict=True) if count]
        if not chips or not self.each:
            return self._render_value(node)
        self.seen.add(node.name)
        return _render_chips(chips)

    def _is_opened(self, name: str, within: tuple[str, ...] = ()) -> bool:
        """Return whether the working of a named value is shown in its place: if it uses a number that was entered.

        `within` are the named values that use this one. It can use them in turn, as they were a round before.
        """
        tree = self._find_tree(name) if self.each else None
        if tree is None or self._is_truth(tree):
            return False
        used = {part.name for part in walk(tree) if isinstance(part, Name)} - {name, *within}
        return any(
            self._is_opened(part, (*within, name))
            if self._find_tree(part)
            else not self._is_tick(part) and part not in OWN_NAMES
            for part in used
        )

    def _find_label(self, name: str) -> Text | None:
        """Return the label of what the table has chosen in a shared box, or None if it is no such box."""
        row, box = self.written.places.get(name, (None, None))
        if row is None or not isinstance(box, ChoiceBox) or not box.shared:
            return None
        mark = self.written.mark(row, box, self.seat)
        return None if mark is None else box.describe_mark(mark)

    def _render_choice(self, node: Node, name: str, label: Text) -> tuple[str, int]:
        """Return the points of what is chosen, named where they stand first. A 1 needs no name, as it is left out."""
        said, holds = self._render_value(node)
        if name in self.labels or said.lstrip("\u2212") == "1":
            return said, holds
        self.labels[name] = label
        return f"{{{name}}} {said}", SINGLE_LEVEL

    def _render_players(self, node: Call, part: Node, others: bool) -> tuple[str, int]:
        """Return the numbers of all players, or of all others, as a sum. Players without points are left out."""
        seats = [seat for seat in self.written.seats if not others or seat != self.seat]
        values = [self.evaluator.evaluate(part, seat) for seat in seats]
        numbers = [value for value in values if isinstance(value, int | Fraction) and value]
        if len(numbers) < len(values) - values.count(0) or any(number < 0 for number in numbers):
            return self._render_value(node)
        self.seen.update(name.name for name in walk(part) if isinstance(name, Name))
        return " + ".join(map(format_number, numbers)) or "0", SUM_LEVEL if len(numbers) > 1 else SINGLE_LEVEL

    def _render_value(self, node: Node) -> tuple[str, int]:
        value = self._evaluate(node)
        return (format_number(value) if isinstance(value, int | Fraction) else "", SINGLE_LEVEL)

    def _bracket(self, node: Node, tight: int) -> str:
        return _bracket(*self._render(node), tight)

    def _render_sum(self, terms: list[tuple[int, Node]]) -> tuple[str, int]:
        text, tight = "", SINGLE_LEVEL
        for sign, term in terms:
            # Left out if a condition among its factors is false.
            if any(self._is_truth(factor) and not self._evaluate(factor) for factor in _split_factors(term)):
                continue
            said, holds = self._render(term)
            # A term of 0 explains nothing and makes the working longer.
            if said == "0" or self._evaluate(term) == 0:
                continue
            if said.startswith("\u2212") and holds == SINGLE_LEVEL:
                sign, said = -sign, said[1:]
            elif holds == SUM_LEVEL and sign < 0:
                said = f"({said})"
            tight = SUM_LEVEL if text else holds
            text += (
                f" {'+' if sign > 0 else chr(0x2212)} {said}" if text else f"{'' if sign > 0 else chr(0x2212)}{said}"
            )
        return text or "0", tight

    def _render_product(self, node: Pair) -> tuple[str, int]:
        parts = _split_factors(node)
        factors = [factor for factor in parts if not self._is_truth(factor)]
        self.seen.update(part.name for part in parts if isinstance(part, Name) and self._is_tick(part.name))
        if not factors:
            return format_number(int(bool(self._evaluate(node)))), SINGLE_LEVEL
        # Rendered also if the product is 0, because this marks the names as seen.
        rendered = [self._render(factor) for factor in factors]
        # "3 × 0" would only make readers wonder.
        if self._evaluate(node) == 0:
            return "0", SINGLE_LEVEL
        said = [_bracket(text, holds, PRODUCT_LEVEL) for text, holds in rendered]
        # At the start of a product a minus needs no brackets: −3 × 2.
        if said[0].startswith("(\u2212") and "(" not in said[0][1:]:
            said[0] = rendered[0][0]
        # A factor of 1 is dropped, unless it was counted: 1 × 5 shows what was entered.
        left = [place for place, factor in enumerate(factors) if said[place] != "1" or self._is_count(factor)] or [0]
        # A first factor of −1 is only a sign: −(25 + 8) × 2.
        if len(left) > 1 and said[left[0]] == "\u22121":
            left.pop(0)
            return f"\u2212{' × '.join(said[place] for place in left)}", PRODUCT_LEVEL
        if len(left) > 1:
            return " × ".join(said[place] for place in left), PRODUCT_LEVEL
        return rendered[left[0]]

    def _is_count(self, node: Node) -> bool:
        """Return whether a factor is the number in a box or the result of a function that counts."""
        match node:
            case Name(name):
                return self._find_tree(name) is None and name not in OWN_NAMES
            case Call(name):
                return name in COUNTED
        return False

    def _is_truth(self, node: Node) -> bool:
        match node:
            case Pair():
                return node.op in TRUTHS
            case Prefix():
                return node.op == "not"
            case Name():
                tree = self._find_tree(node.name)
                return self._is_tick(node.name) or (
                    tree is not None and not isinstance(tree, Name) and self._is_truth(tree)
                )
            case Call():
                return node.name in YES_OR_NO
        return False


YES_OR_NO = ("among", "any", "every", "most", "least", "second", "alone", "told")

assert set(YES_OR_NO) <= set(FUNCTIONS)


def _bracket(text: str, holds: int, tight: int) -> str:
    """Return a rendered part, in brackets if it is looser than `tight` or begins with a minus."""
    return text if holds >= tight and not text.startswith("\u2212") else f"({text})"


def _render_chips(chips: Sequence[tuple[int, int]]) -> tuple[str, int]:
    """Return the chips of a box as a sum such as "2 × 3 + 5", and the precedence of this sum.

    `chips` holds the number of copies and the points of each chip.
    """
    text = ""
    for count, value in chips:
        said = f"{count} × {abs(value)}" if count > 1 else str(abs(value))
        sign = "\u2212" if value < 0 else "+"
        text += f" {sign} {said}" if text else f"{sign.strip('+')}{said}"
    if len(chips) > 1:
        return text, SUM_LEVEL
    return text, PRODUCT_LEVEL if " " in text else SINGLE_LEVEL


def _split_terms(node: Node, sign: int = 1) -> list[tuple[int, Node]]:
    if isinstance(node, Pair) and node.op in ("+", "-"):
        return [*_split_terms(node.left, sign), *_split_terms(node.right, sign if node.op == "+" else -sign)]
    return [(sign, node)]


def _split_factors(node: Node) -> list[Node]:
    if isinstance(node, Pair) and node.op == "*":
        return [*_split_factors(node.left), *_split_factors(node.right)]
    return [node]
