"""A Python that has imported what tests need, and runs each test in a fork of itself.

Most of the time of a test in a process of its own is spent on imports. Each request is a line of JSON: the folder of
the app, the changed places, the arguments of pytest, and a file for its output. The answer is the exit code. With the
argument `app` the app is imported too, and changes are made in the imported modules.
"""

import gc
import importlib
import json
import os
import signal
import sys
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.config import default_plugins

LONGEST = 120
"""Seconds after which a test that hangs is killed."""

PARTS = (
    "flask.testing",
    "flask_wtf",
    "wtforms",
    "sqlite_utils",
    "hypothesis",
    "babel.messages.pofile",
    "segno",
    "a2wsgi",
)
"""Dependencies of the app and its tests, besides those of pytest."""

APP = ("scorekeeper.server", "tests.conftest")
"""Modules that import nearly all of the app."""

IMPORTED_AS_IT_WAS = 99
"""Exit code if a change is not within functions, so that imported modules cannot be changed."""

Place = tuple[str, str, str]
"""A file, a text in it, and its replacement."""


def run(folder: str, places: list[Place], words: list[str], into: str) -> None:
    """Run a test in the fork, with the app of that folder, and exit with its exit code."""
    out = os.open(into, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(out, stream)
    # A planted bug can make a test wait for ever.
    signal.alarm(LONGEST)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = folder
    sys.path[:0] = [folder]
    files = sorted({file for file, _, _ in places})
    done = all(change_functions(Path(folder), file, [place for place in places if place[0] == file]) for file in files)
    code = pytest.main(words) if done else IMPORTED_AS_IT_WAS
    # `os._exit` writes no buffers. An ordinary exit would run the exit handlers of the waiting Python.
    sys.stdout.flush()
    os._exit(code)


def change_functions(folder: Path, file: str, places: list[Place]) -> bool:
    """Change functions of an imported module. Return False if anything else would have to change."""
    path = folder / "scorekeeper" / file
    module = importlib.import_module(".".join(path.relative_to(folder).with_suffix("").parts))
    assert module.__file__ == str(path)
    source = other = path.read_text("utf-8")
    for _, text, instead in places:
        other = other.replace(text, instead)
    pairs = find_differences(compile(source, path, "exec"), compile(other, path, "exec"))
    remember()
    if not pairs or any((str(path), before) not in FUNCTIONS for before, _ in pairs):
        return False
    for before, after in pairs:
        for function in FUNCTIONS[str(path), before]:
            function.__code__ = after
    return True


FUNCTIONS: dict[tuple[str, CodeType], list[FunctionType]] = {}
"""The functions of the app, by their file and code."""


def remember() -> None:
    """Register new functions, and exempt all current objects from garbage collection."""
    # Decorated and nested functions are not attributes of their modules, so they are found as objects.
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and "/scorekeeper/" in thing.__code__.co_filename:
            FUNCTIONS.setdefault((thing.__code__.co_filename, thing.__code__), []).append(thing)
    gc.collect()
    gc.freeze()


def find_differences(before: CodeType, after: CodeType) -> list[tuple[CodeType, CodeType]]:
    """Return pairs of the outermost functions that differ in a module or class; none if the module or class differs
    itself.
    """
    if (before.co_code, before.co_names) != (after.co_code, after.co_names):
        return []
    pairs = []
    for one, other in zip_longest(before.co_consts, after.co_consts):
        if not isinstance(one, CodeType) or not isinstance(other, CodeType):
            if repr(one) != repr(other):
                return []
        elif one.co_flags & FUNCTION:
            pairs += [(one, other)] if one != other else []
        elif one != other:
            inner = find_differences(one, other)
            if not inner:
                return []
            pairs += inner
    return pairs


FUNCTION = 0x2
"""Flag in the code of a function (CO_NEWLOCALS), which a class does not have."""


def main(whole: bool) -> None:
    """Import everything, then run tests as requested until standard input ends."""
    for name in (*(f"_pytest.{name}" for name in default_plugins), *PARTS, *(APP if whole else ())):
        importlib.import_module(name)
    assert whole or not [name for name in sys.modules if name.startswith(("scorekeeper", "tests"))]
    remember()
    # One test at a time: the answers are not numbered.
    for line in sys.stdin:
        child = os.fork()
        if not child:
            run(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main(whole="app" in sys.argv[1:])
