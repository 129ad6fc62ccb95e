"""Mutation tests: small changes made by a program, each of which a test should find.

    .venv/bin/python -m tools.mutants --number 200              # a sample of all files below
    .venv/bin/python -m tools.mutants --seconds 600 table/fold.py

Each mutant is a copy of the app with one operator, number, condition or statement changed. The tests of its part run
until one fails. What survives is printed: either a test is missing, or the change makes no difference. Known survivors
of the second kind are in `tests/mutants.toml`, each with its reason. Tests that fail without a change are left out.
"""

import argparse
import ast
import copy
import random
import re
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tests.support.plants import PYTEST, plant_bug, run_pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "scorekeeper"
KNOWN = ROOT / "tests" / "mutants.toml"

ALL_GAMES = ("tests/games/test_standings.py", "tests/games/test_every_game.py")
TABLES = ("tests/table",)
WORKED = ("tests/games/test_worked_rounds.py", "tests/games/test_worked_rulings.py", "tests/games/test_told_rounds.py")

# The files that are changed, with the tests that should find it, the fastest first.
TESTS: dict[str, tuple[str, ...]] = {
    "games/pads/piles.py": (*WORKED, "tests/games/parade"),
    "games/parade/deal.py": (*WORKED, "tests/games/parade"),
    "games/diabolo/deal.py": ("tests/games/diabolo/test_doublers.py", *WORKED, "tests/games/diabolo"),
    "games/hawaiki/paying.py": (*WORKED, "tests/games/hawaiki"),
    "games/tally/counting.py": ("tests/games/test_worked_rounds.py", "tests/games/tally", *ALL_GAMES),
    "games/pads/scoring.py": ("tests/games/pads/test_worth.py", "tests/games/pads"),
    "games/standings.py": (
        "tests/games/test_standings.py",
        WORKED[0],
        "tests/games/tally",
        "tests/games/pads",
        "tests/table",
    ),
    "group/statistics.py": ("tests/group",),
    **{
        f"table/{path.name}": (*TABLES, "tests/exchange/test_transcript.py", "tests/web/scoring")
        for path in sorted((PACKAGE / "table").glob("*.py"))
        if path.name != "__init__.py"
    },
}
TESTS["table/wording.py"] += ("tests/web/people/test_seats.py",)
TESTS["table/seat_entry.py"] += ("tests/games/parade/test_own.py", "tests/games/pads/test_own_phones.py")
for secretive in ("table/admit.py", "table/fold.py"):
    TESTS[secretive] += ("tests/web/play",)

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "True": "False", "False": "True"}


class Mutant(NamedTuple):
    """A change: the file in the package, its line, what it does, and which variant of which node of the file it is."""

    file: str
    line: int
    change: str
    node: int
    variant: int

    @property
    def name(self) -> str:
        """Where and what it is, in one line."""
        return f"{self.file}:{self.line}: {self.change}"

    def make_source(self) -> str:
        """Return the source of the changed module."""
        tree = ast.parse(read_source(self.file))
        change(next(islice(ast.walk(tree), self.node, None)), self.variant)
        return ast.unparse(ast.fix_missing_locations(tree))


@cache
def read_source(file: str) -> str:
    """Return the source of a file in the package."""
    return (PACKAGE / file).read_text("utf-8")


def mutants(file: str) -> Iterator[Mutant]:
    """Yield every change of a file."""
    tree = ast.parse(read_source(file))
    skipped = set(find_skipped(tree))
    for number, node in enumerate(ast.walk(tree)):
        if node in skipped:
            continue
        for variant in range(variants(node)):
            changed = copy.deepcopy(node)
            change(changed, variant)
            before, after = describe(node), describe(changed)
            if before != after:
                yield Mutant(file, getattr(node, "lineno", 0), f"{before} → {after}", number, variant)


def find_skipped(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what is not changed: annotations, decorators, imports, sentences, constants of types, and checks of zip."""
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef):
            parts = [
                node.returns,
                *node.decorator_list,
                *(arg.annotation for arg in ast.walk(node.args) if isinstance(arg, ast.arg)),
            ]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            parts = [*node.decorator_list, *node.bases]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Text", "TypeVar"):
            parts = [*node.args]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip":
            # `strict` only makes a second fault visible. Without one it makes no difference.
            parts = [keyword.value for keyword in node.keywords]
        elif isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom):
            parts = [node]
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.BinOp):
            # An alias of a type: Mark = int | bool | str
            parts = [node.value] if isinstance(node.value.op, ast.BitOr) else []
        for part in parts:
            if part is not None:
                yield from ast.walk(part)


def variants(node: ast.AST) -> int:
    """Return how many changes there are of a node."""
    match node:
        case ast.Compare(ops=ops):
            return sum(type(op) in SWAPS for op in ops)
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            return int(type(op) in SWAPS)
        case ast.UnaryOp(op=ast.Not() | ast.USub()) | ast.IfExp() | ast.If() | ast.Continue() | ast.Break():
            return 1
        case ast.Constant(value=value):
            return int(type(value) in (int, bool))
        case ast.Name(id=name):
            return int(name in NAMES)
        case ast.Expr(value=ast.Call()) | ast.Raise():
            return 1
    return 0


def change(node: ast.AST, variant: int) -> None:
    """Change a node in place."""
    match node:
        case ast.Compare():
            node.ops[variant] = SWAPS[type(node.ops[variant])]()
        case ast.BinOp() | ast.BoolOp() | ast.AugAssign():
            node.op = SWAPS[type(node.op)]()
        case ast.UnaryOp(op=ast.Not()):
            node.operand, node.op = ast.UnaryOp(ast.Not(), node.operand), ast.Not()
        case ast.UnaryOp():
            node.op = ast.UAdd()
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case ast.If():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant():
            node.value = node.value + 1  # type: ignore[operator]
        case ast.Name():
            node.id = NAMES[node.id]
        case ast.Expr() | ast.Raise() | ast.Continue() | ast.Break():
            node.__class__ = ast.Pass  # type: ignore[assignment]


def describe(node: ast.AST) -> str:
    """Return the source of a node in one line, shortened."""
    if isinstance(node, ast.If):
        node = node.test
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:89]}…"


@cache
def read_known() -> list[dict[str, str]]:
    """Return the known survivors: file, change, a part of the changed line, and the reason why no test can find it."""
    known: list[dict[str, str]] = tomllib.loads(KNOWN.read_text("utf-8")).get("survivor", [])
    return known


def find_reason(mutant: Mutant) -> str:
    """Return why no test can find a mutant, if that is known. Return "" otherwise."""
    line = read_source(mutant.file).splitlines()[mutant.line - 1]
    for entry in read_known():
        if (entry["file"], entry["change"]) == (mutant.file, mutant.change) and entry["text"] in line:
            return entry["reason"]
    return ""


def run(file: str, source: str, tests: str, *words: str) -> tuple[int, str]:
    """Return the exit code of pytest on the app with another source of one file, and its output."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        plant_bug(folder, ())
        path = folder / "scorekeeper" / file
        path.unlink()
        path.write_text(source, "utf-8")
        return run_pytest(folder, [*words, tests])


def survives(mutant: Mutant) -> bool:
    """Return whether no test finds a mutant."""
    source = mutant.make_source()
    return all(run(mutant.file, source, tests, *PYTEST, *find_failing(tests))[0] == 0 for tests in TESTS[mutant.file])


@cache
def find_failing(tests: str) -> tuple[str, ...]:
    """Return the options that leave out the tests that fail without a change."""
    file = next(iter(TESTS))
    _, said = run(file, read_source(file), tests, *(word for word in PYTEST if word != "-x"))
    failing = re.findall(r"^FAILED (\S+)", said, re.M)
    if failing:
        print(f"left out, because they fail without a change: {' '.join(failing)}", flush=True)
    return tuple([f"--deselect={name}" for name in failing])


def main() -> int:
    """Try mutants until the number or the time is used up. Return 1 if one survives that is not known."""
    parser = argparse.ArgumentParser(description="Try small changes that a test should find.")
    parser.add_argument("files", nargs="*", default=[*TESTS], help="files in the package, such as table/fold.py")
    parser.add_argument("--number", type=int, default=0, help="how many, drawn by chance (default: all)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others (default: 1)")
    asked = parser.parse_args()
    ahead = [mutant for file in asked.files for mutant in mutants(file)]
    print(f"{len(ahead)} mutants of {len(asked.files)} files", flush=True)
    random.Random(asked.seed).shuffle(ahead)
    if asked.number:
        ahead = ahead[: asked.number]
    until = time.monotonic() + asked.seconds
    tried: Counter[str] = Counter()
    lived: list[Mutant] = []
    for mutant in ahead:
        if time.monotonic() > until:
            break
        tried[mutant.file] += 1
        if survives(mutant):
            why = find_reason(mutant)
            print(f"survived  {mutant.name}" + (f"    # {why}" if why else ""), flush=True)
            if not why:
                lived.append(mutant)
    for file, count in sorted(tried.items()):
        print(f"{file}: {count} tried, {sum(mutant.file == file for mutant in lived)} survived without a reason")
    print(f"{tried.total()} tried, {len(lived)} survived without a reason")
    return 1 if lived else 0


if __name__ == "__main__":
    sys.exit(main())
