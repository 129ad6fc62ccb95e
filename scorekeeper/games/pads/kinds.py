"""The type check of formulas when a pad is read. Types are whole number, number, word and list of numbers.

A formula that passes never adds a word to a number, and points are never fractions.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.pads.formula import Call, Name, Node, Pair, Plain, Prefix, Word, Wrong, parts_of, walk
from scorekeeper.language.text import Literal, Text

Kind = OneOf["whole", "number", "word", "list"]

LARGEST_TREE = 300
"""The maximum number of parts in a formula."""

MOST_ARGUMENTS = 40
"""The maximum number of arguments of a function."""


@dataclass(frozen=True, slots=True)
class Function:
    """The signature of a function of the formula language."""

    least: int = 1
    """The minimum number of arguments."""
    most: int = 1
    """The maximum number of arguments."""
    gives: Kind | OneOf[""] = "whole"
    """The type of the result, or "" if that is the type of the arguments."""
    lists: bool = False
    """Whether arguments can be lists."""
    players: bool = False
    """Whether arguments are evaluated for other players."""
    rounds: bool = False
    """Whether arguments are evaluated for earlier rounds."""
    box: bool = False
    """Whether the argument is the key of a box."""


FUNCTIONS = {
    "if": Function(3, 3, ""),
    "floor": Function(),
    "ceil": Function(),
    "round": Function(),
    "abs": Function(gives=""),
    "min": Function(1, MOST_ARGUMENTS, "", lists=True),
    "max": Function(1, MOST_ARGUMENTS, "", lists=True),
    "sum": Function(1, MOST_ARGUMENTS, "", lists=True),
    "any": Function(1, MOST_ARGUMENTS, lists=True),
    "every": Function(1, MOST_ARGUMENTS, lists=True),
    "table": Function(2, MOST_ARGUMENTS, ""),
    "top": Function(2, MOST_ARGUMENTS, ""),
    "sets": Function(1, MOST_ARGUMENTS),
    "among": Function(2, MOST_ARGUMENTS),
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
    "known": Function(),
    "counted": Function(box=True),
    "tapped": Function(box=True),
    "final": Function(box=True),
    "count": Function(1, MOST_ARGUMENTS, lists=True),
}
"""The functions of the formula language by name."""

KindOf = Callable[[Name], Kind]
"""A function that returns the type of a name in a formula. It raises Wrong if the name cannot be used there."""


def check(node: Node, known: KindOf) -> Kind:
    """Return the type of a formula. Raise Wrong if the types do not fit. `known` returns the type of each name.

    It visits some parts several times, so a formula has at most LARGEST_TREE.

    Decision: pad-strict
    """
    match node:
        case Plain():
            return "whole" if isinstance(node.value, int) else "number"
        case Word():
            return "word"
        case Name():
            return known(node)
        case Prefix():
            kind = _find_kind_of_number(node.of, known)
            return "whole" if node.op == "not" else kind
        case Pair("=" | "!="):
            left, right = check(node.left, known), check(node.right, known)
            if (left == "word") != (right == "word") or "list" in (left, right):
                raise Wrong(node.at, Text("Compare a word with a word, or a number with a number."))
            return "whole"
        case Pair():
            both = {_find_kind_of_number(node.left, known), _find_kind_of_number(node.right, known)}
            can_be_half = node.op == "/" or (node.op in ("+", "-", "*", "^") and "number" in both)
            return "number" if can_be_half else "whole"
    return _find_kind_of_call(node, known)


def _find_kind_of_number(node: Node, known: KindOf) -> Kind:
    kind = check(node, known)
    if kind == "word":
        raise Wrong(node.at, Text("This is a word, but a number is needed."))
    if kind == "list":
        raise Wrong(
            node.at, Text("This gives one number per player, but a single number is needed. Use sum(…) or max(…)?")
        )
    return kind


def _find_kind_of_call(node: Call, known: KindOf) -> Kind:
    function = FUNCTIONS.get(node.name)
    if function is None:
        raise Wrong(node.at, Text("There is no function called %(name)s.", name=Literal(node.name)))
    if not function.least <= len(node.parts) <= function.most:
        raise Wrong(node.at, _describe_arguments(node.name, function, len(node.parts)))
    if function.box:
        if not isinstance(node.parts[0], Name):
            raise Wrong(node.at, Text("%(name)s needs the key of a box.", name=Literal(node.name)))
        known(node.parts[0])
        return "whole"
    if node.name == "if":
        _find_kind_of_number(node.parts[0], known)
        results = {check(part, known) for part in node.parts[1:]}
        if len(results & {"word", "list"}) and len(results) > 1:
            raise Wrong(node.at, Text("Both results of this “if” must be numbers, or both words."))
        return "number" if "number" in results else results.pop()
    kinds = [_find_kind_of_argument(part, function, known) for part in node.parts]
    if function.gives:
        return function.gives
    # The first argument of `table` is an index and does not affect the type of the result.
    return "number" if "number" in kinds[node.name == "table" :] else "whole"


def _find_kind_of_argument(part: Node, function: Function, known: KindOf) -> Kind:
    if function.lists and check(part, known) == "list":
        return "number" if _has_fractions(part, known) else "whole"
    if isinstance(part, Name) and function is FUNCTIONS["count"]:
        return known(part)
    return _find_kind_of_number(part, known)


def _has_fractions(part: Node, known: KindOf) -> bool:
    """Return whether a list in an argument can contain fractions. Only `all` and `others` give such lists."""
    inside = [call for call in walk(part) if isinstance(call, Call) and call.name in ("all", "others")]
    return any(_find_kind_of_number(call.parts[0], known) == "number" for call in inside)


def _describe_arguments(name: str, function: Function, given: int) -> Text:
    least, most = function.least, function.most
    if least == most == 1:
        return Text("%(name)s takes one value, but has %(given)s.", name=Literal(name), given=given)
    many = "%(name)s takes %(least)s to %(most)s values separated by commas, but has %(given)s."
    if least == most:
        many = "%(name)s takes %(least)s values separated by commas, but has %(given)s."
    return Text(many, name=Literal(name), least=least, most=most, given=given)


def list_names(node: Node, same_round: bool = False) -> Iterator[Name]:
    """Yield the names in a formula. With `same_round`, leave out the arguments that are evaluated for earlier rounds.

    This finds circular definitions: a value may refer to its own value in an earlier round, but not in the same one.
    """
    if isinstance(node, Name):
        yield node
    elif not (same_round and isinstance(node, Call) and node.name in FUNCTIONS and FUNCTIONS[node.name].rounds):
        for part in parts_of(node):
            yield from list_names(part, same_round)


def is_same_for_all(node: Node, shared: Callable[[str], bool]) -> bool:
    """Return whether a formula has the same value for every player. `shared` says so for a name."""
    match node:
        case Name():
            return shared(node.name)
        case Call(name="all"):
            return True
        case Call() if FUNCTIONS[node.name].players or FUNCTIONS[node.name].rounds:
            return False
    return all(is_same_for_all(part, shared) for part in parts_of(node))
