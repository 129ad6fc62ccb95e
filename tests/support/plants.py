"""Faults that are planted in a copy of the app, each together with the test that must find it.

A plant replaces text that must be there exactly once, so a plant that no longer fits fails as well.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.support.server import clean_environment

ROOT = Path(__file__).parents[2]

PYTEST = (sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=line", "--assert=plain")
"""A test that fails says so without its values, which spares what would show them."""

LONGEST = 120
"""Seconds after which a test with a fault in it hangs instead of failing."""

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
    found = tomllib.loads(path.read_text("utf-8"))["plant"]
    return tuple(
        [
            Plant(one["fault"], ((one["file"], one["text"], one["instead"]),), f"{folder}/{one['found_by']}")
            for one in found
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


def assert_found(plant: Plant, folder: Path, *words: str) -> None:
    """Plant a fault in an empty folder and see that its test fails there; `words` are handed to pytest."""
    planted(folder, plant.places)
    bare = clean_environment() | {"PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [*PYTEST, *words, plant.found_by]
    ended = subprocess.run(command, cwd=folder, env=bare, capture_output=True, text=True, timeout=LONGEST)
    assert ended.returncode in (1, 2), f"not found: {plant.fault}\n{ended.stdout}{ended.stderr}"
    assert f"FAILED {plant.found_by}" in ended.stdout, ended.stdout
