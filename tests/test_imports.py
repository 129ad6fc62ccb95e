"""Imports go downwards only, along the arrows below. They are read from the files themselves."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.support.loops import at_least_one

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "scorekeeper"
MODULES = sorted(PACKAGE.rglob("*.py"))
GAMES = sorted(file.parent.name for file in (PACKAGE / "games").glob("*/__init__.py") if "GAME =" in file.read_text())
FILES = (
    "cards", "turn", "rules", "paying", "deal", "counting", "paper", "state", "board", "referee", "rulings", "__init__",
)  # fmt: skip
"""The files of a game's folder. Each imports only those before it."""
WEB = {"flask", "flask_wtf", "werkzeug", "wtforms", "jinja2", "markupsafe"}
ARROWS = """
games       → language
table       → language games
group       → language games table
exchange    → language games table group strictjson nights version
storage     → language games table group exchange version cache
printing    → language games folders version cache
strictjson  → language games
rulings     → language games strictjson
web         → language games table group exchange storage printing strictjson rulings nights cache
live        → language table web cache
app         → language storage folders web local_name hook version
__init__    → app version
network     → language
nights      → language
local_name  → language
cache       →
hook        → language storage table cache
server      → language table storage printing live network local_name nights hook __init__ version
demo        → folders language games table storage web server
cli         → folders language games storage printing strictjson rulings server demo version
__main__    → cli
"""
"""What each part of the package imports. `__init__` is the package itself (`create_app`)."""
IMPURE = {"sqlite3", "sqlite_utils", "time", "datetime", "random", "secrets", "os", "weasyprint", *WEB}


def name_of(path: Path) -> str:
    """Return the full name of a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


NAMES = {name_of(path) for path in MODULES}


@cache
def find_imports(path: Path) -> frozenset[str]:
    """Return the full names of all modules that a file imports anywhere.

    Cached, because several tests read all files.
    """
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= (whole & NAMES) | ({node.module} if whole - NAMES else set())
    return frozenset(names)


def part(name: str) -> str:
    """Return the part of the package that a module belongs to: its folder, or its own name outside the folders."""
    return name.split(".")[1] if "." in name else "__init__"


def read_arrows() -> set[tuple[str, str]]:
    lines = [re.split(r"\s*→\s*", line) for line in ARROWS.strip().splitlines()]
    return {(start, end) for start, ends in lines for end in ends.split()}


def arrows() -> set[tuple[str, str]]:
    """Return the actual arrows between parts."""
    pairs = {(part(name_of(path)), part(name)) for path in MODULES for name in find_imports(path) & NAMES}
    return {(start, end) for start, end in pairs if start != end}


def test_every_arrow_is_drawn_and_every_drawn_one_is_there() -> None:
    assert arrows() == read_arrows()


def test_no_module_reaches_itself() -> None:
    graph = {name_of(path): (find_imports(path) & NAMES) - {name_of(path)} for path in MODULES}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_knows_only_what_its_part_may(path: Path) -> None:
    outside = {name.split(".")[0] for name in find_imports(path)} - {"scorekeeper"}
    here = part(name_of(path))
    if here in ("games", "language", "table", "group", "rulings", "strictjson"):
        assert not outside & (IMPURE - ({"os"} if here == "language" else set()))
    if here in ("storage", "cli", "printing"):
        assert not outside & (WEB - {"jinja2", "markupsafe"} if here == "printing" else WEB)
    if path.name != "worker.py":
        assert "weasyprint" not in outside
    if here not in ("storage", "server"):
        assert not outside & {"sqlite3", "sqlite_utils"}


def list_names(path: Path) -> set[str]:
    """Return the public classes, types and constants that a module defines. Flask calls each blueprint `bp`."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return {name for name in names if name[0].isupper()}


def test_no_class_and_no_constant_shares_its_name() -> None:
    definitions: dict[str, list[Path]] = {}
    for path in at_least_one(MODULES):
        for name in list_names(path):
            definitions.setdefault(name, []).append(path)
    twice = {name: paths for name, paths in definitions.items() if len(paths) > 1}
    # What each game says of itself, such as its DECK, has the same name in each.
    parallel = {
        name
        for name, paths in twice.items()
        if name.isupper() and len({path.parent for path in paths if path.parent.name in GAMES}) == len(paths)
    }
    assert {name: twice[name] for name in twice.keys() - parallel} == {}


def test_no_test_imports_from_another() -> None:
    for path in at_least_one((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [*(alias.name for alias in node.names), getattr(node, "module", None) or ""]
                reached = {part for name in names for part in name.split(".")}
                assert not [part for part in reached if part == "conftest" or part.startswith("test_")], path


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_same_files_as_every_other_and_knows_none_of_them(game: str) -> None:
    for path in at_least_one((PACKAGE / "games" / game).glob("*.py")):
        reached = {name.removeprefix("scorekeeper.games.") for name in find_imports(path) & NAMES if ".games." in name}
        assert path.stem in FILES
        assert not {name.split(".")[0] for name in reached} & (set(GAMES) - {game})
        inside = [name.partition(".")[2] or "__init__" for name in reached if name.split(".")[0] == game]
        assert all(FILES.index(name) < FILES.index(path.stem) for name in inside), (path, inside)


def test_no_shared_template_or_page_names_a_game() -> None:
    games = set(GAMES) - {"tally"}
    shared = [*(PACKAGE / "web").rglob("*.py"), *PACKAGE.glob("*.py"), *(ROOT / "static").glob("*.js")]
    shared += [path for path in (ROOT / "templates").rglob("*.html") if "games" not in path.parts]
    for path in at_least_one(shared):
        text = path.read_text(encoding="utf-8").lower()
        assert [game for game in games if game in text] == [], path
