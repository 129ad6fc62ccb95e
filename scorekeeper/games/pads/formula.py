"""The parser of the formula language: a formula becomes a tree of numbers, words, names, operators and calls.

This is a small precedence parser rather than a library. The grammar has six levels, and every error message gives a
position in the reader’s language. Nothing in it can execute code.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from scorekeeper.language.text import Literal, Text

Number = int | Fraction

LONGEST_FORMULA = 1_000
"""The maximum length of a formula in characters."""

MOST_BRACKET_DEPTH = 24
"""The maximum depth of nested brackets."""

LARGEST_NUMBER = 100_000
"""The largest number that can be written in a formula."""

LARGEST_POWER = 9

FORMULAS_IN_MEMORY = 1_000
"""The maximum number of parsed formulas in memory. Suits and looks of a pad have most of theirs in common."""


class Wrong(Exception):
    """A mistake in a formula: its position as a number of characters from the start, and the reason as a sentence."""

    def __init__(self, at: int, reason: Text) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.at}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Plain:
    """A number in a formula."""

    value: Number
    at: int = 0
    """Its position as a number of characters from the start, as in all nodes."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word in quotes: the key of a choice, with which a box or option is compared."""

    text: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a formula: the key of a box, a value or an option."""

    name: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Prefix:
    """A minus sign or *not*, with the operand that follows."""

    op: str
    of: "Node"
    at: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """An operator with its two operands."""

    op: str
    left: "Node"
    right: "Node"
    at: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments."""

    name: str
    parts: tuple["Node", ...]
    at: int = 0


Node = Plain | Word | Name | Prefix | Pair | Call

TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[a-z][a-z0-9_]*)|'(?P<word>[^'\"]*)'|\"(?P<quoted>[^'\"]*)\""
    r"|(?P<op><=|>=|!=|==|[-+*/^()=<>,×÷−≤≥≠]))"
)

# Signs are accepted as they are printed, and == as programmers write it.
SAME = {"×": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
"""The other spellings of operators, each with the one that the parser uses."""

LEVELS = (("or",), ("and",), ("=", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*", "/"))

PRECEDENCE = {op: number for number, level in enumerate(LEVELS) for op in level}
"""The precedence of each operator, from those that bind loosest."""

NOT_LEVEL = 2

Token = tuple[str, str, int]

DECIMAL_COMMA = re.compile("[0-9],[0-9]")

MOST_SHOWN = 40
"""The maximum length of a name in a refusal."""


@lru_cache(FORMULAS_IN_MEMORY)
def parse(text: str) -> Node:
    """Return the tree of a formula. Raise Wrong if it is not valid."""
    if len(text) > LONGEST_FORMULA:
        raise Wrong(LONGEST_FORMULA, Text("A formula can have at most %(most)s symbols.", most=LONGEST_FORMULA))
    parser = _Parser(list(_tokens(text)), len(text))
    tree = parser.level(0, 0)
    kind, said, at = parser.next
    if kind != "end":
        if DECIMAL_COMMA.match(text, at - 1):
            raise Wrong(at, Text("Write a decimal point, as in 0.5."))
        raise Wrong(at, Text("%(what)s does not belong here.", what=Literal(said)))
    return tree


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            raise Wrong(len(text) - len(rest), _refuse_sign(rest))
        kind = str(match.lastgroup)
        said = match[kind]
        start = match.start(kind) - (kind in ("word", "quoted"))
        if kind == "name" and said in ("and", "or", "not"):
            kind = "op"
        yield ("word" if kind == "quoted" else kind, SAME.get(said, said) if kind == "op" else said, start)
        at = match.end()


def _refuse_sign(rest: str) -> Text:
    """Return why a formula cannot go on with the first sign of `rest`."""
    if capitals := re.match(r"[A-Z][A-Za-z0-9_]*", rest):
        return Text("Write this in small letters: %(name)s.", name=Literal(capitals[0][:MOST_SHOWN].lower()))
    if rest[0] == ";":
        return Text("Put commas between values.")
    return Text("%(what)s is not allowed in a formula.", what=Literal(rest[0]))


class _Parser:
    """A precedence parser: an operator takes what binds tighter than itself as its right operand."""

    def __init__(self, tokens: list[Token], length: int) -> None:
        # Reversed, because taking the last item of a list is cheap and taking the first is not.
        self.tokens = tokens[::-1]
        self.length = length

    @property
    def next(self) -> Token:
        return self.tokens[-1] if self.tokens else ("end", "", self.length)

    def take(self, said: str) -> bool:
        kind, sign, _ = self.next
        if kind == "op" and sign == said:
            self.tokens.pop()
            return True
        return False

    def level(self, number: int, depth: int) -> Node:
        """Parse operators that bind at least as tight as a level. Raise Wrong if they or their operands are not valid.

        `number` is the precedence of the level, `depth` the number of brackets around them.
        """
        if depth > MOST_BRACKET_DEPTH:
            raise Wrong(self.next[2], Text("Brackets are nested too deeply here."))
        # `not` binds looser than comparisons and tighter than `and`, as in Python.
        if number <= NOT_LEVEL and self.next[:2] == ("op", "not"):
            at = self.tokens.pop()[2]
            left: Node = Prefix("not", self.level(NOT_LEVEL, depth + 1), at)
        else:
            left = self.power(depth)
        while self.next[0] == "op" and (found := PRECEDENCE.get(self.next[1], -1)) >= number:
            op, at = self.tokens.pop()[1:]
            right = self.level(found, depth + 1) if self.next[1] == "not" else self.level(found + 1, depth)
            left = Pair(op, left, right, at)
        return left

    def power(self, depth: int) -> Node:
        """Parse an operand, perhaps with a minus before it or a power after it. Raise Wrong if it is not valid."""
        # Before the power, so that -3^2 is -9 as in mathematics.
        if self.next[:2] == ("op", "-"):
            at = self.tokens.pop()[2]
            if depth > MOST_BRACKET_DEPTH:
                raise Wrong(at, Text("Brackets are nested too deeply here."))
            return Prefix("-", self.power(depth + 1), at)
        base = self.single(depth)
        if self.next[:2] == ("op", "^"):
            at = self.tokens.pop()[2]
            kind, said, place = self.next
            # Only a small constant: a computed power could take for ever.
            if kind != "number" or not said.isdigit() or not 1 < int(said) <= LARGEST_POWER:
                reason = Text("A power is a number from %(least)s to %(most)s.", least=2, most=LARGEST_POWER)
                raise Wrong(place, reason)
            self.tokens.pop()
            base = Pair("^", base, Plain(int(said), place), at)
        return base

    def single(self, depth: int) -> Node:
        """Parse a number, a word, a name, a call or an expression in brackets. Raise Wrong if there is none."""
        kind, said, at = self.next
        if kind == "number":
            self.tokens.pop()
            return Plain(_number(said, at), at)
        if kind == "word":
            self.tokens.pop()
            return Word(said, at)
        if kind == "name":
            self.tokens.pop()
            return Call(said, self.parts(depth), at) if self.take("(") else Name(said, at)
        if self.take("("):
            inside = self.level(0, depth + 1)
            self.close()
            return inside
        if kind == "end":
            raise Wrong(at, Text("The formula is incomplete."))
        raise Wrong(at, Text("%(what)s does not belong here.", what=Literal(said)))

    def parts(self, depth: int) -> tuple[Node, ...]:
        if self.take(")"):
            return ()
        parts = [self.level(0, depth + 1)]
        while self.take(","):
            parts.append(self.level(0, depth + 1))
        self.close()
        return tuple(parts)

    def close(self) -> None:
        if not self.take(")"):
            raise Wrong(self.next[2], Text("A closing bracket is missing here."))


def _number(said: str, at: int) -> Number:
    # Its length needs no limit of its own: a formula is shorter than the 4,300 digits that Python converts.
    value = Fraction(said)
    if value > LARGEST_NUMBER:
        raise Wrong(at, Text("Numbers in a formula can be at most %(most)s.", most=LARGEST_NUMBER))
    # Halves are the only fractions in rulebooks, and all other values would need rounding.
    if value.denominator not in (1, 2):
        raise Wrong(at, Text("Numbers in a formula are whole, or halves such as 0.5."))
    return int(value) if value.denominator == 1 else value


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the direct children of a node."""
    match node:
        case Prefix():
            return (node.of,)
        case Pair():
            return (node.left, node.right)
        case Call():
            return node.parts
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(parts_of(node))
