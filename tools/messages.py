"""All messages of the app, read from its source: what a catalogue must contain."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.games.pads.suits import expand_suits
from scorekeeper.games.rule import TEXTS
from scorekeeper.games.shelf import PADS_FOLDER as PADS

ROOT = Path(__file__).parent.parent

MODULES = sorted((ROOT / "scorekeeper").rglob("*.py"))

GAMES = ROOT / "scorekeeper" / "games"

RULES = sorted(GAMES.rglob("rules.toml"))

PAD_FILES = sorted({*PADS.glob("*.toml"), *GAMES.glob("*/*.toml")} - {*RULES})

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

SAYS = {"Text", "Plural"}

SHOWN = {
    "name", "label", "word", "hint", "title", "own", "letters", "say", "question", "empty", "announced", "withdrawn",
}  # fmt: skip
"""The keys of a pad file that hold a text."""

PLACEHOLDER = re.compile(r"%\((\w+)\)s")

IN_TEMPLATE = re.compile(r"Text\(\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\")")


class Message(NamedTuple):
    """A message, its plural if it has one, and the file it is in."""

    one: str
    many: str | None
    where: str


class Unread(Exception):
    """A message built in a way that this parser does not follow."""


@cache
def messages() -> dict[tuple[str, str | None], set[str]]:
    """Return every message with the files that contain it."""
    places: dict[tuple[str, str | None], set[str]] = {}
    for path in MODULES:
        for message in in_module(path):
            places.setdefault((message.one, message.many), set()).add(message.where)
    for path in TEMPLATES:
        for single, double in IN_TEMPLATE.findall(path.read_text(encoding="utf-8")):
            places.setdefault(((single or double).replace("\\'", "'"), None), set()).add(_place(path))
    for path in PAD_FILES:
        for text in words_of_pad(path):
            places.setdefault((text, None), set()).add(_place(path))
    for path in RULES:
        for text in _words_of_rules(path):
            places.setdefault((text, None), set()).add(_place(path))
    places.pop(("", None), None)
    for one, many in list(places):
        if many and (one, None) in places:  # a .po file has one entry for a singular, with or without plural
            places[one, many] |= places.pop((one, None))
    return places


@cache
def in_module(path: Path) -> tuple[Message, ...]:
    """Return the messages of one module. Cached, because tests read all modules many times."""
    return tuple(_find_messages(path))


def _find_messages(path: Path) -> Iterator[Message]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    parents = {child: parent for parent in nodes for child in ast.iter_child_nodes(parent)}
    for node in nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS and node.args):
            continue
        if path.name == "text.py" and not isinstance(node.args[0], ast.Constant):
            continue
        where = _place(path)
        ones = _strings(node.args[0], node, parents, where)
        if node.func.id == "Text":
            yield from (Message(message, None, where) for message in ones)
        else:
            manies = _strings(node.args[1], node, parents, where)
            yield from (Message(one, many, where) for one, many in zip(ones, manies, strict=True))


def _strings(node: ast.expr, call: ast.AST, parents: dict[ast.AST, ast.AST], where: str) -> list[str]:
    """Return the possible values of an argument: a string, both branches of an `if`, or what its name was assigned."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return [*_strings(body, call, parents, where), *_strings(other, call, parents, where)]
        case ast.Name(id=name):
            scope: ast.AST = call
            while scope in parents:
                scope = parents[scope]
                if isinstance(scope, ast.FunctionDef | ast.Module):
                    given = [*_find_values(scope, name)]
                    if given:
                        return [text for value in given for text in _strings(value, call, parents, where)]
    raise Unread(f"{where}: {ast.unparse(call)}")


def _find_values(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield the values assigned to a name, also in assignments to several names."""
    for node in ast.walk(scope):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == name:
                yield node.value
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for part, value in zip(target.elts, node.value.elts, strict=False):
                    if isinstance(part, ast.Name) and part.id == name:
                        yield value


@cache
def words_of_pad(path: Path) -> frozenset[str]:
    """Return the messages of a supplied pad: everything in its file that is shown, except its source."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    looks = ["", *{look for suit in content.get("suits", {}).values() for look in suit.get("look", {})}]
    return frozenset(text for look in looks for text in _words_in(expand_suits(content, look)))


def _words_in(part: Mapping[str, Any]) -> Iterator[str]:
    for key, value in part.items():
        if key == "let":  # the values named here can have any name, also that of a text
            continue
        if key == "choices":
            for choice in value.values():
                yield from _words_in(choice if isinstance(choice, dict) else {"label": choice})
        elif isinstance(value, list) and key == "small":
            yield from value
        elif key in SHOWN and isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _words_in(value)


def _words_of_rules(path: Path) -> Iterator[str]:
    """Yield the messages of a file of rules: the names of books, the titles of chapters, and the rules."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    yield from [book["edition"] for book in content.get("books", {}).values()]
    for chapter in content["chapter"]:
        yield chapter.pop("title")
        yield from [rule[key] for rule in chapter.values() for key in TEXTS if key in rule]


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def placeholders(text: str) -> set[str]:
    """Return the names of the gaps in a message."""
    return set(PLACEHOLDER.findall(text))
