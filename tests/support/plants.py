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
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.support.server import clean_environment

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
        assert source.count(text) == 1, f"{name} has it {source.count(text)} times: {text}"
        path.unlink()
        path.write_text(source.replace(text, instead), "utf-8")


@cache
def started() -> "subprocess.Popen[str]":
    """A Python that has imported all but the app; it ends when this one does."""
    bare = clean_environment() | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = (sys.executable, "-P", str(ROOT / "tests" / "support" / "started.py"))
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=bare, text=True)
    atexit.register(process.communicate)
    return process


def assert_found(plant: Plant, folder: Path, *words: str) -> None:
    """Plant a fault in an empty folder and see that its test fails there; `words` are handed to pytest."""
    planted(folder, plant.places)
    output = folder / "output"
    process = started()
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps([str(folder), [*PYTEST, *words, plant.found_by], str(output)]) + "\n")
    process.stdin.flush()
    code = int(process.stdout.readline())
    said = output.read_text("utf-8")
    assert code in (1, 2), f"not found: {plant.fault}\n{said}"
    assert f"FAILED {plant.found_by}" in said, said
