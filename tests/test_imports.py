"""Imports run one way: web → tables → store, games → text. Read from the files, not from what happens to be loaded."""

import ast
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "scorekeeper"
MODULES = sorted(PACKAGE.rglob("*.py"))
PURE = {"text", "games"}
WEB = {"flask", "flask_wtf", "werkzeug", "wtforms", "jinja2", "markupsafe"}


@cache
def imported(path: Path) -> set[str]:
    """The full names of all modules a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def part(path: Path) -> str:
    """The part of the package a file belongs to: its folder, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def own(names: set[str]) -> set[str]:
    """The parts of the package among imported modules."""
    return {name.split(".")[1] for name in names if name.startswith("scorekeeper.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_it_may(path: Path) -> None:
    names = imported(path)
    outside = {name.split(".")[0] for name in names} - {"scorekeeper"}
    match part(path):
        case "text":
            assert not own(names)
        case "games":
            assert own(names) <= PURE
            assert not outside & (
                WEB | {"sqlite3", "sqlite_utils", "time", "datetime", "random", "secrets", "os", "weasyprint"}
            )
        case "store":
            assert own(names) <= {"chain", "games", "keeping", "members", "migrations", "owning", "sound", "text"}
            assert not outside & WEB
        case "sound" | "keeping":
            assert own(names) <= {"chain", "games", "migrations", "owning", "sound", "text"}
            assert not outside & WEB
        case "members" | "chain":
            assert not own(names)
            assert not outside & WEB
        case "tables" | "folded" | "admitting":
            assert own(names) <= {"admitting", "folded", "games", "store", "text"}
            assert not outside & WEB
        case "web":
            assert "sqlite3" not in outside
        case "rulings" | "strictjson" | "cli":
            assert not outside & (WEB | {"sqlite3", "weasyprint"})
    if path.name != "worker.py":
        assert "weasyprint" not in outside
    if part(path) not in ("store", "members", "sound", "keeping", "server"):
        assert "sqlite3" not in outside


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_knows_another(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    others = {folder.name for folder in (PACKAGE / "games").iterdir() if folder.is_dir()} - set(parts)
    reached = {
        name.split(".")[2] for name in imported(path) if name.startswith("scorekeeper.games.") and name.count(".") > 1
    }
    assert not reached & others


def test_no_shared_template_or_web_code_names_a_game() -> None:
    root = PACKAGE.parent
    games = {folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()} - {"tally"}
    shared = [*(PACKAGE / "web").rglob("*.py"), *PACKAGE.glob("*.py"), *(root / "static").glob("*.js")]
    shared += [path for path in (root / "templates").rglob("*.html") if "games" not in path.parts]
    for path in shared:
        text = path.read_text().lower()
        assert [game for game in games if game in text] == [], path
