"""The release is complete: with the wheel alone, in an empty environment, a game can be scored."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.http import score_a_game
from tests.support.loops import at_least_one
from tests.support.server import clean_environment, serving
from tests.support.soak import SOAK
from tools import sbom

pytestmark = pytest.mark.upkeep

ROOT = Path(__file__).parent.parent


def build(kind: str, source: Path, into: Path) -> Path:
    """Build a wheel or an sdist of the sources as an installer does, and return its path."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(into)]
    subprocess.run(words, cwd=source, check=True, capture_output=True)
    (built,) = into.iterdir()
    return built


def files_in(folder: str) -> set[str]:
    """Return the paths of the files in a folder of this checkout."""
    paths = (ROOT / folder).rglob("*")
    return {str(path.relative_to(ROOT)) for path in paths if path.is_file() and "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as unpacked from the sdist."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build("sdist", ROOT, folder)) as sdist:
        if hasattr(tarfile, "data_filter"):  # not in the Python 3.11.2 of Debian 12
            sdist.extraction_filter = tarfile.data_filter
        sdist.extractall(folder / "out")
    (top,) = (folder / "out").iterdir()
    return top


def test_the_wheel_holds_the_package_its_templates_and_its_static_files(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    assert files_in("templates")
    assert files_in("static")
    assert {f"scorekeeper/{name}" for name in files_in("templates") | files_in("static")} <= held
    assert files_in("scorekeeper") <= held


def test_the_sdist_holds_what_it_takes_to_run_and_to_test(unpacked: Path) -> None:
    needed = files_in("scorekeeper") | files_in("templates") | files_in("static") | files_in("tests")
    needed |= {
        "dev.py",
        "constraints.txt",
        "hashes.txt",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        ".dockerignore",
    }
    assert not {name for name in needed if not (unpacked / name).is_file()}


def test_the_image_is_built_from_what_the_wheel_needs_and_nothing_else(wheel: Path, tmp_path: Path) -> None:
    """Scores, the secret key and passwords of a checkout are not copied into the image."""
    _, everything, *kept, bytecode = (ROOT / ".dockerignore").read_text().splitlines()
    assert (everything, bytecode) == ("*", "**/__pycache__")
    for line in kept:
        name = re.sub("^!", "", line)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / "src" / name)
        else:
            (tmp_path / "src").mkdir(exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / "src")
    assert build("wheel", tmp_path / "src", tmp_path / "dist").read_bytes() == wheel.read_bytes()
    named = set(re.findall(r"/src/([\w.]+)", (ROOT / "hosting" / "Containerfile").read_text()))
    assert {f"!{name}" for name in named} <= set(kept)
    assert not [name for name in ("instance", ".git", ".venv", "hosting") if f"!{name}" in kept]


def test_the_sdist_makes_the_same_wheel(unpacked: Path, wheel: Path, tmp_path: Path) -> None:
    again = build("wheel", unpacked, tmp_path)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_says_what_it_is_made_of(wheel: Path) -> None:
    held = zipfile.ZipFile(wheel)
    (name,) = (name for name in held.namelist() if "/sboms/" in name)
    text = held.read(name).decode()
    assert text == sbom.build(), "Run: python -m tools.sbom"
    parts = {part["name"] for part in json.loads(text)["components"] if part["type"] == "library"}
    assert find_dependencies(wheel) <= parts
    assert "zeroconf" in parts
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", json.loads(text)["serialNumber"])
    files = (ROOT / "static" / "fonts").glob("*.ttf")
    assert {TTFont(file)["name"].getBestFamilyName() for file in files} == set(sbom.FONTS)


def test_every_part_of_the_app_has_its_hashes() -> None:
    components = [part for part in json.loads(sbom.build())["components"] if part["type"] == "library"]
    # pip comes with Python, in any version.
    assert [part["name"] for part in components if "version" not in part] == ["pip"]
    for part in at_least_one(part for part in components if "version" in part):
        assert part["hashes"], f"{part['name']}: see CONTRIBUTING, Dependencies"
        assert all(re.fullmatch("[0-9a-f]{64}", found["content"]) for found in part["hashes"])


def test_every_part_is_pinned_and_explained() -> None:
    pinned = re.findall(r"^([a-z0-9.-]+)==[\w.]+$", (ROOT / "constraints.txt").read_text(), re.M)
    named = re.findall(r'^    "([\w-]+)>=.*",(.*)', (ROOT / "pyproject.toml").read_text(), re.M)
    assert len(named) > 10
    for name, reason in named:
        assert name.lower() in pinned
        assert reason.startswith("  # "), name


def find_dependencies(wheel: Path) -> set[str]:
    """Return the names of all direct and indirect dependencies of the wheel."""
    held = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in held.namelist() if name.endswith(".dist-info/METADATA"))
    ahead = [(line, "") for line in message_from_bytes(held.read(metadata)).get_all("Requires-Dist") or ()]
    asked: set[tuple[str, str]] = set()
    while ahead:
        line, extra = ahead.pop()
        part = Requirement(line)
        if part.marker and not part.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(part.name)
        for each in {"", *part.extras} - {extra for known, extra in asked if known == name}:
            asked.add((name, each))
            ahead += [(line, each) for line in distribution(part.name).requires or ()]
    return {name for name, _ in asked}


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel and its dependencies into a new environment. Return the folder of its programs.

    In the long form pip downloads the dependencies. Otherwise they are linked from this environment.
    """
    venv.create(folder)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    # The pip of the tests installs it, because an environment with a pip of its own takes longer to make.
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "-q", "--no-compile"]
    how = ["-c", str(ROOT / "constraints.txt")] if SOAK else ["--no-deps", "--no-index"]
    subprocess.run([*pip, *how, str(wheel)], check=True, env=clean_environment(), cwd=folder)
    (package,) = folder.rglob("scorekeeper/__init__.py")
    for name in () if SOAK else find_dependencies(wheel):
        for file in distribution(name).files or ():
            here = package.parents[1] / file
            if ".." not in file.parts:
                here.parent.mkdir(parents=True, exist_ok=True)
                here.symlink_to(file.locate())
    return programs


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which nothing but the wheel was installed."""
    return install(wheel, tmp_path_factory.mktemp("installed") / "empty")


def test_from_the_wheel_alone_a_game_can_be_scored(programs: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "instance", command=[str(programs / "scorekeeper")]) as app:
        assert score_a_game(app.address) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
    where = [str(programs / "python"), "-c", "import scorekeeper; print(scorekeeper.__file__)"]
    said = subprocess.run(where, check=True, capture_output=True, text=True, env=clean_environment(), cwd=tmp_path)
    assert str(programs.parent) in said.stdout


def test_an_installed_program_finds_its_scores_from_any_folder(programs: Path, tmp_path: Path) -> None:
    said = subprocess.run(
        [str(programs / "scorekeeper"), "check"],
        capture_output=True,
        text=True,
        env=clean_environment() | {"HOME": "/home/alice"},
        cwd=tmp_path,
    )
    assert said.stderr == "There is no database at /home/alice/.local/share/scorekeeper/scorekeeper.db.\n"
