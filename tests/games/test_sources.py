"""Citations in docstrings: each of them exists, and what implements a rule of a game has one."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.rule import EVERY_GAME
from tests.support.games import PADS

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "scorekeeper"
FOLDER = PACKAGE / "games"
LISTED = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")

CITATION = re.compile(r"^(Rule|Source|Decision): (.+)$", re.MULTILINE)

RULE_MODULES = tuple(f"{name}.py" for name in ("cards", "problems", "rules", "rulings", "scoring", "sentences", "turn"))
"""Modules of a game in which every public function implements a rule."""

RULE_CLASSES = ("referee.py",)
"""Modules of a game in which every public class implements a rule."""


def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def texts(path: Path) -> list[str]:
    """Return the docstrings of a module, those of its constants included, without indentation."""
    return [
        re.sub(r"^ +", "", node.value.value, flags=re.MULTILINE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


def citations(path: Path) -> list[tuple[str, str]]:
    """Return kind and content of the citations in a module."""
    return [(kind, cited) for text in texts(path) for kind, cited in CITATION.findall(text)]


@cache
def rules() -> set[str]:
    """Return the ids of all published rules. Those of any pad are also known as rules of `pads`."""
    shared = {f"*/{rule.key}" for rule in EVERY_GAME.rules}
    of_pads = {f"pads/{rule.key}" for game in PADS for part in game.chapters for rule in part[1]}
    each = {f"{slug}/{rule.key}" for slug, game in GAMES.items() for part in game.chapters for rule in part[1]}
    return shared | of_pads | each


@cache
def first_column(heading: str) -> set[str]:
    """Return the first cells of the tables under a heading of docs/sources.md."""
    section = LISTED.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| ([^|]+?) \|", section, flags=re.MULTILINE)
    return {cell for cell in cells if cell not in ("id", "rulebook")}


def unknown(kind: str, cited: str) -> list[str]:
    """Return what a citation refers to and nobody lists."""
    match kind:
        case "Rule":
            return [key for key in cited.split(", ") if key not in rules()]
        case "Decision":
            return [key for key in cited.split(", ") if key not in first_column("Rulings of ours")]
    book = next((book for book in first_column("Rulebooks") if cited.startswith(f"{book}, ")), None)
    is_place = bool(book) and len(cited) > len(book or "") + 2
    return [] if is_place or cited.startswith("https://") else [cited]


def find_unsourced(path: Path, module: ast.Module) -> Iterator[str]:
    """Yield the public parts of a game that implement a rule and cite none."""
    for node in module.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
            continue
        kind = isinstance(node, ast.FunctionDef)
        needed = path.name in RULE_MODULES if kind else path.name in RULE_CLASSES
        if (needed or (kind and node.name == "score")) and not CITATION.search(ast.get_docstring(node) or ""):
            yield node.name


@pytest.mark.parametrize("path", files(), ids=name)
def test_every_citation_exists(path: Path) -> None:
    assert [key for kind, cited in citations(path) for key in unknown(kind, cited)] == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.py")), ids=name)
def test_what_implements_a_rule_cites_it(path: Path) -> None:
    assert list(find_unsourced(path, ast.parse(path.read_text(encoding="utf-8")))) == []


def test_every_decision_is_cited() -> None:
    cited = {
        key for path in files() for kind, keys in citations(path) if kind == "Decision" for key in keys.split(", ")
    }
    assert first_column("Rulings of ours") - cited == set()


@pytest.mark.parametrize("path", files(), ids=name)
def test_no_citation_shares_a_line(path: Path) -> None:
    for text in texts(path):
        assert not re.search(r"[^\n](Rule|Source|Decision): ", text), text
