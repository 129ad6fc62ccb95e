"""What a part of a formula comes to, known before anybody plays: a whole number, a number, a word or a list of numbers.

So a formula that is read without a mistake cannot be led into adding a word, and points never come out broken.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.pads.formula import Call, Name, Node, Pair, Plain, Sign, Word, Wrong, parts_of, walk
from scorekeeper.language.text import Literal, Text

Kind = OneOf["whole", "number", "word", "list"]

LARGEST_TREE = 300
"""Parts of a formula."""

MOST_PARTS = 40
"""What a function is given at most."""


@dataclass(frozen=True, slots=True)
class Function:
    """How many things a function is given, and what it gives: a kind, or "" for that of what it is given.

    `lists`: a list may stand for many numbers. `players`: what it is given is asked of other players as well, `rounds`
    of other rounds. `box`: it is given the name of a box.
    """

    least: int = 1
    most: int = 1
    gives: Kind | OneOf[""] = "whole"
    lists: bool = False
    players: bool = False
    rounds: bool = False
    box: bool = False


FUNCTIONS = {
    "if": Function(3, 3, ""),
    "floor": Function(),
    "ceil": Function(),
    "round": Function(),
    "abs": Function(gives=""),
    "min": Function(1, MOST_PARTS, "", lists=True),
    "max": Function(1, MOST_PARTS, "", lists=True),
    "sum": Function(1, MOST_PARTS, "", lists=True),
    "any": Function(1, MOST_PARTS, lists=True),
    "every": Function(1, MOST_PARTS, lists=True),
    "table": Function(2, MOST_PARTS, ""),
    "top": Function(2, MOST_PARTS, ""),
    "sets": Function(1, MOST_PARTS),
    "all": Function(gives="list", players=True),
    "others": Function(gives="list", players=True),
    "most": Function(players=True),
    "least": Function(players=True),
    "second": Function(players=True),
    "rank": Function(players=True),
    "alone": Function(players=True),
    "lead": Function(gives="", players=True),
    "left": Function(gives="", players=True),
    "right": Function(gives="", players=True),
    "team": Function(gives="", players=True),
    "before": Function(gives="", rounds=True),
    "last": Function(gives="", rounds=True),
    "told": Function(box=True),
    "value": Function(box=True),
    "count": Function(1, MOST_PARTS, lists=True),
}
"""Every function of a formula."""

Known = Callable[[Name], Kind]
"""What a name stands for. Raises Wrong for one that nobody knows."""


def check(node: Node, known: Known) -> Kind:
    """What a formula comes to. Raises Wrong for what can never be worked out.

    Ours: a mistake is named when a pad is read, not at the table.
    """
    if sum(1 for _ in walk(node)) > LARGEST_TREE:
        raise Wrong(0, Text("A formula can have at most %(most)s parts.", most=LARGEST_TREE))
    return _kind(node, known)


def _kind(node: Node, known: Known) -> Kind:
    match node:
        case Plain():
            return "whole" if isinstance(node.value, int) else "number"
        case Word():
            return "word"
        case Name():
            return known(node)
        case Sign():
            kind = _number(node.of, known)
            return "whole" if node.op == "not" else kind
        case Pair():
            return _pair(node, known)
    return _call(node, known)


def _pair(node: Pair, known: Known) -> Kind:
    if node.op in ("=", "!="):
        left, right = _kind(node.left, known), _kind(node.right, known)
        if (left == "word") != (right == "word") or "list" in (left, right):
            raise Wrong(node.at, Text("Compare a word with a word, or a number with a number."))
        return "whole"
    both = {_number(node.left, known), _number(node.right, known)}
    if node.op in ("+", "-", "*", "^"):
        return "number" if "number" in both else "whole"
    return "number" if node.op == "/" else "whole"


def _number(node: Node, known: Known) -> Kind:
    kind = _kind(node, known)
    if kind == "word":
        raise Wrong(node.at, Text("This is a word, but a number is needed."))
    if kind == "list":
        raise Wrong(
            node.at, Text("This gives one number per player, but a single number is needed. Use sum(…) or max(…)?")
        )
    return kind


def _call(node: Call, known: Known) -> Kind:
    function = FUNCTIONS.get(node.name)
    if function is None:
        raise Wrong(node.at, Text("There is no function called %(name)s.", name=Literal(node.name)))
    if not function.least <= len(node.parts) <= function.most:
        raise Wrong(node.at, _how_many(node.name, function, len(node.parts)))
    if function.box:
        if not isinstance(node.parts[0], Name):
            raise Wrong(node.at, Text("%(name)s needs the key of a box.", name=Literal(node.name)))
        known(node.parts[0])
        return "whole"
    if node.name == "if":
        return _if(node, known)
    kinds = [_given(part, function, known) for part in node.parts]
    if function.gives:
        return function.gives
    return "number" if "number" in kinds[node.name == "table" :] else "whole"


def _if(node: Call, known: Known) -> Kind:
    _number(node.parts[0], known)
    kinds = {_kind(part, known) for part in node.parts[1:]}
    if len(kinds & {"word", "list"}) and len(kinds) > 1:
        raise Wrong(node.at, Text("Both results of this “if” must be numbers, or both words."))
    return "number" if "number" in kinds else kinds.pop()


def _given(part: Node, function: Function, known: Known) -> Kind:
    if function.lists and _kind(part, known) == "list":
        return "number" if _broken(part, known) else "whole"
    if isinstance(part, Name) and function is FUNCTIONS["count"]:
        return known(part)
    return _number(part, known)


def _broken(part: Node, known: Known) -> bool:
    """Whether a list may hold halves."""
    inside = [one for one in walk(part) if isinstance(one, Call) and one.name in ("all", "others")]
    return any(_number(one.parts[0], known) == "number" for one in inside)


def _how_many(name: str, function: Function, given: int) -> Text:
    least, most = function.least, function.most
    if least == most == 1:
        return Text("%(name)s takes one value, but has %(given)s.", name=Literal(name), given=given)
    many = "%(name)s takes %(least)s to %(most)s values separated by commas, but has %(given)s."
    if least == most:
        many = "%(name)s takes %(least)s values separated by commas, but has %(given)s."
    return Text(many, name=Literal(name), least=least, most=most, given=given)


def names_in(node: Node, now: bool = False) -> Iterator[Name]:
    """The names in a formula; with `now` only those that are asked about in the same round.

    Ours: a value may look back at itself, never around to itself.
    """
    if isinstance(node, Name):
        yield node
    elif not (now and isinstance(node, Call) and node.name in FUNCTIONS and FUNCTIONS[node.name].rounds):
        for part in parts_of(node):
            yield from names_in(part, now)


def of_the_table(node: Node, shared: Callable[[str], bool]) -> bool:
    """Whether a formula comes to the same for every player. Ours: a sum over all is everybody's."""
    match node:
        case Name():
            return shared(node.name)
        case Call(name="all"):
            return True
        case Call() if FUNCTIONS[node.name].players:
            return False
    return all(of_the_table(part, shared) for part in parts_of(node))
