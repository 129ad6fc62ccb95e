"""Every public class, function and method has a docstring, or overrides one that has.

Methods of a protocol without a body (`...`) can be described by their class.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.upkeep

PACKAGE = Path(__file__).parent.parent / "scorekeeper"

Classes = Mapping[str, ast.ClassDef]


def classes(*modules: ast.Module) -> Classes:
    return {node.name: node for module in modules for node in module.body if isinstance(node, ast.ClassDef)}


def above(node: ast.ClassDef, own: Classes, all: Classes) -> Iterator[ast.ClassDef]:
    """Yield the base classes of a class that are in this project. `own` are the classes of its module."""
    for base in node.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        name = plain.attr if isinstance(plain, ast.Attribute) else plain.id if isinstance(plain, ast.Name) else ""
        parent = own.get(name, all.get(name))
        if parent is not None and parent is not node:
            yield parent
            yield from above(parent, own if name in own else {}, all)


def silent(body: list[ast.stmt], own: Classes, all: Classes, within: ast.ClassDef | None = None) -> Iterator[str]:
    """Yield the names of public classes, functions and methods without a docstring."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        declared = not isinstance(node, ast.ClassDef) and ast.unparse(node.body) == "..."
        if declared or (within and isinstance(node, ast.ClassDef)):
            continue
        overridden = [
            one
            for base in (above(within, own, all) if within else ())
            for one in base.body
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name == node.name
        ]
        if not any(ast.get_docstring(one) for one in (node, *overridden)):
            yield f"{within.name}.{node.name}" if within else node.name
        if isinstance(node, ast.ClassDef):
            yield from silent(node.body, own, all, node)


def test_every_public_part_says_what_it_gives() -> None:
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    all = classes(*modules.values())
    by_path = {str(path.relative_to(PACKAGE)): [*silent(one.body, classes(one), all)] for path, one in modules.items()}
    assert {path: names for path, names in by_path.items() if names} == {}
