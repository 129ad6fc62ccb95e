"""A Python that has imported what tests need, and runs a test each time in a fork of itself.

Most of the time of a test that runs in a process of its own goes into what it imports. Whoever starts this says, as a
line of JSON each, the folder that holds the app, the changed places of the app, what is handed to pytest and where its
output goes, and is told the exit code. With the word `app` it has imported the app too, and what is changed is changed
in what it has imported.
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
"""Seconds after which a test hangs instead of failing."""

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
"""What the app and its tests import, beside what pytest does."""

APP = ("scorekeeper.server", "tests.conftest")
"""What imports nearly all of the app."""

IMPORTED_AS_IT_WAS = 99
"""The exit code where a change is not within functions alone, so that what is imported cannot be changed."""

Place = tuple[str, str, str]
"""A file, a text in it, and the text instead."""


def run(folder: str, places: list[Place], words: list[str], into: str) -> None:
    """In the fork: run a test with the app of that folder, and end with its exit code."""
    out = os.open(into, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(out, stream)
    signal.alarm(LONGEST)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = folder
    sys.path[:0] = [folder]
    files = sorted({file for file, _, _ in places})
    done = all(changed(Path(folder), file, [place for place in places if place[0] == file]) for file in files)
    code = pytest.main(words) if done else IMPORTED_AS_IT_WAS
    sys.stdout.flush()
    os._exit(code)


def changed(folder: Path, file: str, places: list[Place]) -> bool:
    """Change the functions of a module that is imported already; false where something else would have to change."""
    path = folder / "scorekeeper" / file
    module = importlib.import_module(".".join(path.relative_to(folder).with_suffix("").parts))
    assert module.__file__ == str(path)
    source = other = path.read_text("utf-8")
    for _, text, instead in places:
        other = other.replace(text, instead)
    pairs = differing(compile(source, path, "exec"), compile(other, path, "exec"))
    remember()
    if not pairs or any((str(path), before) not in FUNCTIONS for before, _ in pairs):
        return False
    for before, after in pairs:
        for function in FUNCTIONS[str(path), before]:
            function.__code__ = after
    return True


FUNCTIONS: dict[tuple[str, CodeType], list[FunctionType]] = {}
"""The functions of the app that are there, by their file and what they do."""


def remember() -> None:
    """Take down the functions that are new, and have nobody look for cycles among all that is there."""
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and "/scorekeeper/" in one.__code__.co_filename:
            FUNCTIONS.setdefault((one.__code__.co_filename, one.__code__), []).append(one)
    gc.collect()
    gc.freeze()


def differing(before: CodeType, after: CodeType) -> list[tuple[CodeType, CodeType]]:
    """The outermost functions of a module, or of a class, that differ; none where it differs itself."""
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
            inner = differing(one, other)
            if not inner:
                return []
            pairs += inner
    return pairs


FUNCTION = 0x2
"""The flag of the code of a function (CO_NEWLOCALS); that of a class has none."""


def main(whole: bool) -> None:
    """Import everything, then run what is asked for until nothing more is."""
    for name in (*(f"_pytest.{name}" for name in default_plugins), *PARTS, *(APP if whole else ())):
        importlib.import_module(name)
    assert whole or not [name for name in sys.modules if name.startswith(("scorekeeper", "tests"))]
    remember()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            run(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main(whole="app" in sys.argv[1:])
