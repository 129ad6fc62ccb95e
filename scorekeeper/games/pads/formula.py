"""A formula as it stands in a pad file, parsed to a tree: numbers, words, names, signs and calls, and nothing else.

One small precedence parser instead of a library: the grammar has six levels and fits on a page, it names every mistake
with its place in a sentence of the reader's language, and there is nothing in it that could be led astray.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.language.text import Literal, Text

Number = int | Fraction

LONGEST = 1_000
"""Signs in a formula."""

DEEPEST = 24
"""How deep brackets may stand within brackets."""

LARGEST_NUMBER = 100_000
"""The largest number that may be written in a formula."""

LARGEST_POWER = 9


class Wrong(Exception):
    """A mistake in a formula: at which sign it stands, counted from 0, and what is wrong in a sentence."""

    def __init__(self, at: int, reason: Text) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.at}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Plain:
    """A number as it is written."""

    value: Number
    at: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """A word in quotes: what a box of a choice is compared with."""

    text: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Name:
    """What a box, a value or an option is called."""

    name: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Sign:
    """A minus or a *not* before something."""

    op: str
    of: "Node"
    at: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things with a sign between them."""

    op: str
    left: "Node"
    right: "Node"
    at: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A function and what it is given."""

    name: str
    parts: tuple["Node", ...]
    at: int = 0


Node = Plain | Word | Name | Sign | Pair | Call

TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[a-z][a-z0-9_]*)|'(?P<word>[^'\"]*)'|\"(?P<quoted>[^'\"]*)\""
    r"|(?P<op><=|>=|!=|[-+*/^()=<>,×÷−≤≥≠]))"
)

SAME = {"×": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!="}
"""Signs that may be written either way."""

LEVELS = (("or",), ("and",), ("=", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*", "/"))
"""What binds least comes first."""

Token = tuple[str, str, int]


def parse(text: str) -> Node:
    """The tree of a formula. Raises Wrong. Ours: formulas read as in a spreadsheet."""
    if len(text) > LONGEST:
        raise Wrong(LONGEST, Text("A formula can have at most %(most)s symbols.", most=LONGEST))
    parser = _Parser(list(_tokens(text)), len(text))
    tree = parser.level(0, 0)
    kind, said, at = parser.next
    if kind != "end":
        raise Wrong(at, Text("%(what)s does not belong here.", what=Literal(said)))
    return tree


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            raise Wrong(len(text) - len(rest), Text("%(what)s is not allowed in a formula.", what=Literal(rest[0])))
        kind = str(match.lastgroup)
        said = match[kind]
        start = match.start(kind) - (kind in ("word", "quoted"))
        if kind == "name" and said in ("and", "or", "not"):
            kind = "op"
        yield ("word" if kind == "quoted" else kind, SAME.get(said, said) if kind == "op" else said, start)
        at = match.end()


class _Parser:
    """Reads the signs of a formula one after the other; a level knows only those that bind tighter."""

    def __init__(self, tokens: list[Token], length: int) -> None:
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
        """Read what stands between the signs of one level, weaker ones first. Raises Wrong."""
        if depth > DEEPEST:
            raise Wrong(self.next[2], Text("Brackets are nested too deeply here."))
        if number == len(LEVELS):
            return self.power(depth)
        if number == 2 and self.next[:2] == ("op", "not"):
            at = self.tokens.pop()[2]
            return Sign("not", self.level(number, depth + 1), at)
        left = self.level(number + 1, depth)
        while self.next[0] == "op" and self.next[1] in LEVELS[number]:
            op, at = self.tokens.pop()[1:]
            right = self.level(number, depth + 1) if self.next[1] == "not" else self.level(number + 1, depth)
            left = Pair(op, left, right, at)
        return left

    def power(self, depth: int) -> Node:
        """Read what a minus or a power stands at. Raises Wrong."""
        if self.next[:2] == ("op", "-"):
            at = self.tokens.pop()[2]
            if depth > DEEPEST:
                raise Wrong(at, Text("Brackets are nested too deeply here."))
            return Sign("-", self.power(depth + 1), at)
        base = self.single(depth)
        if self.next[:2] == ("op", "^"):
            at = self.tokens.pop()[2]
            kind, said, place = self.next
            if kind != "number" or not said.isdigit() or not 1 < int(said) <= LARGEST_POWER:
                reason = Text("A power is a number from %(least)s to %(most)s.", least=2, most=LARGEST_POWER)
                raise Wrong(place, reason)
            self.tokens.pop()
            base = Pair("^", base, Plain(int(said), place), at)
        return base

    def single(self, depth: int) -> Node:
        """Read a number, a name, a function with what it is given, or brackets. Raises Wrong."""
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
    value = Fraction(said) if len(said) < 12 else Fraction(LARGEST_NUMBER + 1)
    if value > LARGEST_NUMBER:
        raise Wrong(at, Text("Numbers in a formula can be at most %(most)s.", most=LARGEST_NUMBER))
    if value.denominator not in (1, 2):
        raise Wrong(at, Text("Numbers in a formula are whole, or halves such as 0.5."))
    return int(value) if value.denominator == 1 else value


def parts_of(node: Node) -> tuple[Node, ...]:
    """What stands directly within a part of a formula. Ours: formulas are trees."""
    match node:
        case Sign():
            return (node.of,)
        case Pair():
            return (node.left, node.right)
        case Call():
            return node.parts
    return ()


def walk(node: Node) -> Iterator[Node]:
    """A part of a formula and everything within it. Ours: formulas are trees."""
    yield node
    for part in parts_of(node):
        yield from walk(part)
