"""Planted bugs: faults put into the app, each with the test that must find it.

A planted bug replaces text that must occur exactly once, so one that no longer matches fails as well.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.support.server import clean_environment

ROOT = Path(__file__).parents[2]

PYTEST = ("-q", "-x", "-p", "no:cacheprovider", "--tb=line", "--assert=plain")
"""Options of pytest. A failing test reports no values, which saves the time to render them."""

LONGEST = 120
"""Seconds after which a test that hangs is killed."""

BARE = ("--noconftest",)
"""Option that starts pytest faster, for tests of a folder without fixtures of its own."""


class Plant(NamedTuple):
    """A planted bug: what it is, its places (file, text, replacement), and the test that finds it.

    Files are in the package, or begin with "static/".
    """

    fault: str
    places: tuple[tuple[str, str, str], ...]
    found_by: str


def plants(path: Path) -> tuple[Plant, ...]:
    """Return the planted bugs of a folder.

    Each has `fault`, `file`, `text`, `instead` and `found_by`, a test of that folder.
    """
    folder = path.parent.relative_to(ROOT).as_posix()
    entries = tomllib.loads(path.read_text("utf-8"))["plant"]
    return tuple(
        [
            Plant(entry["fault"], ((entry["file"], entry["text"], entry["instead"]),), f"{folder}/{entry['found_by']}")
            for entry in entries
        ]
    )


def plant_bug(folder: Path, places: tuple[tuple[str, str, str], ...]) -> None:
    """Make a copy of the app with a bug in it. Unchanged files are links, so their bytecode is reused."""
    for name in ("templates", "tests", "tools", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    for name in ("scorekeeper", "static"):
        shutil.copytree(ROOT / name, folder / name, copy_function=os.symlink)
    for name, text, instead in places:
        path = find_file(folder, name)
        source = path.read_text("utf-8")
        path.unlink()
        path.write_text(source.replace(text, instead), "utf-8")


def find_file(root: Path, name: str) -> Path:
    """Return the path of a file of a planted bug."""
    return root / name if name.startswith("static/") else root / "scorekeeper" / name


def run_pytest(folder: Path, words: Sequence[str], longest: int = LONGEST) -> tuple[int, str]:
    """Run pytest on the app in a folder. Return its exit code and its output. A planted bug can make a test hang."""
    environment = clean_environment() | {"PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-P", "-m", "pytest", *words]
    try:
        ended = subprocess.run(command, cwd=folder, env=environment, timeout=longest, capture_output=True, text=True)
    except subprocess.TimeoutExpired as stopped:
        return -1, str(stopped)
    return ended.returncode, ended.stdout + ended.stderr


def assert_found(plant: Plant, folder: Path, *words: str) -> None:
    """Plant a bug in a copy of the app, in that empty folder, and check that its test fails.

    `words` are passed to pytest.
    """
    for name, text, _ in plant.places:
        found = find_file(ROOT, name).read_text("utf-8").count(text)
        assert found == 1, f"{name} has it {found} times: {text}"
    plant_bug(folder, plant.places)
    command = [*PYTEST, *words, plant.found_by]
    code, said = run_pytest(folder, command)
    # A browser that crashes when it is started says nothing about the bug.
    if "BrowserType.launch" in said:
        code, said = run_pytest(folder, command)
    assert code in (1, 2), f"not found: {plant.fault}\n{said}"
    assert f"FAILED {plant.found_by}" in said, said
