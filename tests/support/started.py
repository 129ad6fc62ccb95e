"""A Python that has imported everything but the app, and runs a test each time in a fork of itself.

Most of the time of a test that runs in a process of its own goes into what it imports. Whoever starts this says the
folder that holds the app, what is handed to pytest and where its output goes, as a line of JSON each, and is told the
exit code.
"""

import importlib
import json
import os
import signal
import sys

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


def run(folder: str, words: list[str], into: str) -> None:
    """In the fork: run a test with the app of that folder, and end with its exit code."""
    out = os.open(into, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(out, stream)
    signal.alarm(LONGEST)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = folder
    sys.path[:0] = [folder]
    code = pytest.main(words)
    sys.stdout.flush()
    os._exit(code)


def main() -> None:
    """Import everything, then run what is asked for until nothing more is."""
    for name in (*(f"_pytest.{name}" for name in default_plugins), *PARTS):
        importlib.import_module(name)
    assert not [name for name in sys.modules if name.startswith(("scorekeeper", "tests"))]
    for line in sys.stdin:
        child = os.fork()
        if not child:
            run(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
