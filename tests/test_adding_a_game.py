"""The guide for adding a game holds: its files alone make a game that is played, displayed, printed and checked."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from urllib.error import HTTPError

import pytest
from pypdf import PdfReader

from tests.support.http import Browser
from tests.support.plants import run_pytest
from tests.support.server import clean_environment, serving

pytestmark = pytest.mark.upkeep

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "adding-a-game.md"
PARTS = ("scorekeeper", "templates", "static", "tests", "tools", "docs")
SLUG = "leftovers"


def files_of_the_guide() -> dict[str, str]:
    """Return the files that the guide shows, by the path in their first line."""
    files = re.findall(r"```\w+\n# (\S+)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    return dict(files)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the files of the guide, and no other change."""
    folder = tmp_path_factory.mktemp("copy")
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part)  # what is compiled too, which is as old as what it was compiled of
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name, text in files_of_the_guide().items():
        file = folder / name
        assert not file.exists(), f"{name} is there already"
        file.parent.mkdir(parents=True, exist_ok=True)
        # With the line that names the file, as a reader copies it.
        file.write_text(f"# {name}\n{text}", encoding="utf-8")
    return folder


@pytest.fixture
def browser(copy: Path) -> Iterator[Browser]:
    """A browser on that copy while it runs."""
    # The package of the copy, which lies in the folder where the server is started.
    with serving(copy / "instance", command=[sys.executable, "-m", "scorekeeper"]) as running:
        yield Browser(running.address)


def test_the_guide_touches_nothing_but_the_games_own_files() -> None:
    assert set(files_of_the_guide()) == {
        f"scorekeeper/games/{SLUG}/__init__.py",
        f"scorekeeper/games/{SLUG}/{SLUG}.toml",
        f"scorekeeper/games/{SLUG}/rules.toml",
        f"scorekeeper/games/{SLUG}/referee.py",
        f"tests/games/transcripts/{SLUG}.txt",
    }


def test_the_game_is_played_from_the_first_page_to_the_printed_pad(browser: Browser) -> None:
    assert "Leftovers" in browser.get("/games/")
    browser.get(f"/games/{SLUG}/new")
    seats = [("seat", name) for name in ("Alice", "Bo", "Cleo")]
    browser.post(f"/games/{SLUG}/new", [*seats, ("starter", "0"), ("option.rounds", "1"), ("do", "open")])
    match = re.search(r"/t/[^/]+/", browser.url)
    assert match, browser.url
    here = match[0]
    for seat, cards in enumerate((3, 0)):
        browser.post(f"{here}1/write", [("tap", f"1.cards.cards.{seat}.={cards}")])
    browser.get(f"{here}1/sheet")
    assert "Cleo still missing" in browser.html
    last = "1.cards.cards.2."
    browser.get(f"{here}1/?typed=7")
    assert 'name="1.cards.cards.2." value="7"' in browser.html
    browser.post(f"{here}1/write", [(f"was.{last}", ""), (last, "7"), ("step", last)])
    assert "Bo wins with 0." in browser.html
    assert browser.url.endswith("/sheet")
    browser.get(here)
    assert re.search(r'class="lead inked">\s*<span class="who">(?:<svg.*?</svg>)?<bdi>Bo', browser.html)
    for address, words in ((f"{here}1/sheet.pdf", "Bo wins with 0."), (f"/paper/{SLUG}/pad.pdf", "Leftovers")):
        assert words in read_print(browser, address)


def test_its_referee_is_told_what_is_laid_and_says_who_wins(browser: Browser) -> None:
    browser.get(f"/games/{SLUG}/new")
    seats = [("seat", name) for name in ("Alice", "Bo")]
    browser.post(f"/games/{SLUG}/new", [*seats, ("starter", "0"), ("option.rounds", "1"), ("do", "open")])
    match = re.search(r"/t/[^/]+/", browser.url)
    assert match, browser.url
    here = f"{match[0]}1/play"
    assert "Which card?" in browser.get(here)
    assert 'd="M4 4h16v16H4z"' in browser.html
    browser.post(f"{here}/write", [("move", "1.lay.0.hearts-3")])
    assert "Bo plays" in browser.html
    with pytest.raises(HTTPError) as refused:
        browser.post(f"{here}/write", [("move", "1.lay.1.boxes-4")])
    assert refused.value.code == 422
    with refused.value:
        assert "Boxes 4 fits neither by suit nor by number." in refused.value.read().decode()
    browser.get(here)
    browser.post(f"{here}/write", [("move", "1.draw.1.")])
    for number, seat in ((4, 0), (5, 1), (6, 0), (7, 1), (8, 0), (1, 1), (2, 0)):
        browser.post(f"{here}/write", [("move", f"1.lay.{seat}.hearts-{number}")])
    assert "The round is over" in browser.html
    browser.get(f"{match[0]}journal")
    assert "plays Hearts 2." in browser.html
    browser.get(f"{match[0]}1/sheet")
    assert "Alice wins with 0." in browser.html


def read_print(browser: Browser, address: str) -> str:
    """Return the text of a printed page."""
    with browser.open(browser.base.rstrip("/") + address, timeout=30) as answer:
        reader = PdfReader(BytesIO(answer.read()))
    assert len(reader.pages) == 1
    return reader.pages[0].extract_text()


def test_it_is_written_as_the_checks_demand(copy: Path) -> None:
    if find_spec("ruff") is None:
        pytest.skip("ruff is installed by dev.py check")
    folder = f"scorekeeper/games/{SLUG}"
    for words in (["ruff", "check", folder], ["ruff", "format", "--check", folder], ["mypy", "--strict", folder]):
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=copy, capture_output=True, text=True, env=clean_environment()
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_check_for_games_picks_it_up(copy: Path, tmp_path: Path) -> None:
    collect = [sys.executable, "tools/catalogues.py"]
    subprocess.run(collect, cwd=copy, check=True, env=clean_environment() | {"PYTHONPATH": str(copy)})
    others = [
        "tests/games/test_random_walks.py",
        "tests/games/test_sources.py",
        "tests/language",
        "tests/test_contracts.py",
        "tests/test_imports.py",
        "tests/web/ask/test_of_table.py",
        "tests/web/entry/test_ways_chosen.py",
        "tests/web/people/test_shelf.py",
    ]
    named = f"{SLUG} or every_public_part or every_arrow or reaches_itself or number_of_players or test_a_catalogue"
    for words in (["--rewrite", "-k", SLUG, "tests/games"], ["-k", named, *others]):
        code, said = run_pytest(copy, ["-q", "-p", "no:cacheprovider", *words], longest=600)
        assert code == 0, said
    told = (copy / f"tests/games/transcripts/{SLUG}.txt").read_text(encoding="utf-8")
    assert "Round 1: Alice, Cards left 3." in told
    assert "Bo wins with 0." in told
