"""Faults that are planted in a copy of the app, each together with the test that must find it.

A plant replaces text that must be there exactly once, so a plant that no longer fits fails as well.
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.support.server import clean_environment
from tests.support.started import IMPORTED_AS_IT_WAS

ROOT = Path(__file__).parents[2]

PYTEST = ("-q", "-x", "-p", "no:cacheprovider", "--tb=line", "--assert=plain")
"""A test that fails says so without its values, which spares what would show them."""

BARE = ("--noconftest",)
"""What makes pytest start quicker, for a test of a folder without fixtures of its own."""


class Plant(NamedTuple):
    """A fault: what it is, the changed places (file of the package, text, text instead), and the test that finds it."""

    fault: str
    places: tuple[tuple[str, str, str], ...]
    found_by: str


def plants(path: Path) -> tuple[Plant, ...]:
    """The plants of a folder: each has `fault`, `file`, `text`, `instead` and the test of that folder, `found_by`."""
    folder = path.parent.relative_to(ROOT).as_posix()
    entries = tomllib.loads(path.read_text("utf-8"))["plant"]
    return tuple(
        [
            Plant(one["fault"], ((one["file"], one["text"], one["instead"]),), f"{folder}/{one['found_by']}")
            for one in entries
        ]
    )


def planted(folder: Path, places: tuple[tuple[str, str, str], ...]) -> None:
    """A copy of the app with a fault in it; what is not changed is linked, compiled as it is already."""
    for name in ("templates", "static", "tests", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    package = folder / "scorekeeper"
    shutil.copytree(ROOT / "scorekeeper", package, copy_function=os.symlink)
    for name, text, instead in places:
        path = package / name
        source = path.read_text("utf-8")
        path.unlink()
        path.write_text(source.replace(text, instead), "utf-8")


@cache
def started(*words: str) -> "subprocess.Popen[str]":
    """A Python that has imported all but the app, with the word `app` the app as well; it ends when this one does."""
    bare = clean_environment() | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | ({"PYTHONPATH": str(ROOT)} if words else {})
    command = (sys.executable, "-P", str(ROOT / "tests" / "support" / "started.py"), *words)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=bare, text=True)
    atexit.register(process.communicate)
    return process


def tried(
    process: "subprocess.Popen[str]",
    folder: Path,
    words: Sequence[str],
    output: Path,
    places: tuple[tuple[str, str, str], ...] = (),
) -> int:
    """What pytest ends with in a fork of that Python, called with these words; what it says goes into a file."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps([str(folder), places, words, str(output)]) + "\n")
    process.stdin.flush()
    return int(process.stdout.readline())


def assert_found(plant: Plant, folder: Path, *words: str) -> None:
    """Plant a fault and see that its test fails; `words` are handed to pytest.

    What is changed within functions is changed in an app that is imported already, anything else in a copy of the app
    in that empty folder, which is imported anew.
    """
    for name, text, _ in plant.places:
        found = (ROOT / "scorekeeper" / name).read_text("utf-8").count(text)
        assert found == 1, f"{name} has it {found} times: {text}"
    output = folder / "output"
    command = [*PYTEST, *words, plant.found_by]
    code = tried(started("app"), ROOT, command, output, plant.places)
    if code == IMPORTED_AS_IT_WAS:
        planted(folder, plant.places)
        code = tried(started(), folder, command, output)
    said = output.read_text("utf-8")
    assert code in (1, 2), f"not found: {plant.fault}\n{said}"
    assert f"FAILED {plant.found_by}" in said, said
