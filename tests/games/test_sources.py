"""Every public function of the games names where its rule comes from, or says that it is ours."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent.parent / "scorekeeper" / "games"
SAYS = ("Source: rulebook ", "Source: rules.md ", "Ours: ")


def says_so(function: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether it says where its rule comes from; a class says so for all its methods."""
    return any(words in (ast.get_docstring(function) or "") for words in SAYS)


def unsourced(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    """The public functions, methods included, whose docstring says neither."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not says_so(node):
            yield from unsourced(node.body, f"{within}{node.name}.")
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not says_so(node):
            yield within + node.name


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda path: str(path.relative_to(GAMES)))
def test_every_public_function_names_its_source(path: Path) -> None:
    assert not list(unsourced(ast.parse(path.read_text(encoding="utf-8")).body))


def test_a_function_without_a_source_is_found() -> None:
    module = ast.parse('class A:\n def f(self): "Says nothing."\ndef g(): "Ours: it is."\ndef _h(): "Private."')
    assert list(unsourced(module.body)) == ["A.f"]
