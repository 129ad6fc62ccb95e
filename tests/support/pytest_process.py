"""A Python that has imported the dependencies of the tests, and runs each test in a fork of itself.

That saves half a second of processor time for each of more than a hundred planted bugs (November 2026). Each request is
a line of JSON: the folder of the app, the arguments of pytest, and a file for its output. The answer is the exit code.
"""

import gc
import importlib
import json
import os
import signal
import sys

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


def run(folder: str, words: list[str], into: str) -> None:
    """Run a test in the fork, with the app of that folder, and exit with its exit code."""
    out = os.open(into, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(out, stream)
    # A planted bug can make a test wait for ever.
    signal.alarm(LONGEST)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = folder
    sys.path[:0] = [folder]
    code = pytest.main(words)
    # `os._exit` writes no buffers. An ordinary exit would run the exit handlers of the waiting Python.
    sys.stdout.flush()
    os._exit(code)


def main() -> None:
    """Import everything, then run tests as requested until standard input ends."""
    for name in (*(f"_pytest.{name}" for name in default_plugins), *PARTS):
        importlib.import_module(name)
    assert not [name for name in sys.modules if name.startswith(("scorekeeper", "tests"))]
    # A collection in a fork would write to every object, and so copy the memory that forks share.
    gc.collect()
    gc.freeze()
    # One test at a time: the answers are not numbered.
    for line in sys.stdin:
        child = os.fork()
        if not child:
            run(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
