"""Every supplied pad: its worked tables give the points calculated by hand, and its texts are in five languages."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game, standings
from scorekeeper.games.shelf import PADS_FOLDER, SuppliedPad, load_pad
from scorekeeper.language.catalogue import catalogue, languages
from scorekeeper.language.text import OwnWords, Text, speak
from tests.support.games import PADS, table_of
from tests.support.languages import catalogue_of
from tests.support.pads_by_hand import TABLES, HandScored, list_tables
from tools.messages import words_of_pad

EACH = 5
"""The number of worked tables per pad."""


@pytest.mark.parametrize("table", list(list_tables()))
def test_a_table_that_was_worked_by_hand_comes_out_so(table: HandScored) -> None:
    game, setup, marks = table.game, table.setup, table.marks()
    sheets = [game.score(setup, marks, round) for round in range(1, len(table.content["points"]) + 1)]
    problems = [str(problem.text) for sheet in sheets for problem in (*sheet.problems, *sheet.open)]
    assert problems == table.content.get("problems", [])
    assert [[sheet.totals[seat] for seat in range(table.players)] for sheet in sheets] == table.content["points"]
    now = standings(game, setup, sheets, range(table.players), True)
    if "total" in table.content:
        assert [now.totals[seat] for seat in range(table.players)] == table.content["total"]
    assert now.lost == table.content.get("lost", False)
    if "winners" in table.content:
        assert now.end
        assert list(now.leaders) == table.content["winners"]


@pytest.mark.parametrize("game", PADS, ids=lambda game: game.slug)
def test_a_pad_has_five_worked_tables_each_with_its_source(game: Game) -> None:
    content = tomllib.loads((TABLES / f"{game.slug}.toml").read_text(encoding="utf-8"))
    assert len(content["table"]) >= EACH
    assert all(table["source"] for table in content["table"])


def test_each_pad_has_two_examples_that_are_published() -> None:
    tables = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["table"] for file in TABLES.glob("*.toml")}
    published = {slug: sum(not table["source"].startswith("ours") for table in each) for slug, each in tables.items()}
    assert {slug: count for slug, count in published.items() if count < 2} == {}


@pytest.mark.parametrize("game", PADS, ids=lambda game: game.slug)
def test_whatever_a_pad_says_can_be_said_in_five_languages(game: Game) -> None:
    path = PADS_FOLDER / f"{game.slug}.toml"
    words = words_of_pad(path)
    assert str(game.name) in words
    for language in languages()[1:]:
        assert [text for text in words if (text, None) not in all_words(language)] == [], "Run: python3 dev.py words"
    # A table of languages would be ignored here.
    # Only the letters of its sign stand in the pad itself.
    text = re.sub(r"(?m)^sign = .*$", "", path.read_text(encoding="utf-8"))
    assert not re.search(r"\b(en|de) = [\"']", text)
    assert tomllib.loads(path.read_text(encoding="utf-8")).get("source"), "Name the rules that the pad follows."


def all_words(language: str) -> set[tuple[str, None]]:
    """Return the messages that wait for a translation or have one, each as (message, None) like those of the source."""
    return {(message.id, None) for message in catalogue_of(language) if isinstance(message.id, str)}


def test_the_same_words_can_be_said_differently_in_two_pads() -> None:
    labels = {}
    for slug in ("agricola", "carcassonne"):
        (labels[slug],) = (row.label for row in GAMES[slug].rows(table_of(GAMES[slug], 2)) if row.key == "fields")
    assert {str(label) for label in labels.values()} == {"Fields"}
    german = {slug: speak(label, catalogue("de")) for slug, label in labels.items()}
    assert german == {"agricola": "Äcker", "carcassonne": "Wiesen"}
    assert speak(labels["carcassonne"].by("check"), catalogue("de")) == "Wiesen"


def test_own_words_are_said_in_the_language_of_the_reader() -> None:
    word = OwnWords("Cards 100 %", de="Karten 100 %")
    assert speak(word) == "Cards 100 %"
    assert speak(word, catalogue("de")) == speak(word.by("check"), catalogue("de")) == "Karten 100 %"
    assert speak(Text("%(what)s", what=word), catalogue("it")) == "Cards 100 %"


def test_no_worked_table_is_of_a_pad_that_is_not_there() -> None:
    assert {file.stem for file in TABLES.glob("*.toml")} <= {game.slug for game in PADS}
    assert {file.stem for file in PADS_FOLDER.glob("*.toml")} == {game.slug for game in PADS} <= set(GAMES)


def test_a_mistake_in_a_supplied_pad_names_its_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "golf.toml"
    file.write_text('format = 1\nname = "Golf"\nplayers = [2, 4]\nwin = "fewest"\n', encoding="utf-8")
    with pytest.raises(Malformed) as wrong:
        load_pad(file)
    assert str(wrong.value.reason).startswith("golf.toml, line 4: ")


LISTED = """
from pathlib import Path
import sys
from scorekeeper import create_app
from scorekeeper.games import GAMES
from scorekeeper.games.shelf import SuppliedPad
client = create_app(Path(sys.argv[1])).test_client()
print([client.get(page).status_code for page in ("/", "/games/")])
print([slug for slug, game in GAMES.items() if isinstance(game, SuppliedPad) and "pad" in vars(game)])
"""


def test_pages_that_list_games_parse_no_pad(tmp_path: Path) -> None:
    # In a process of its own, because other tests have needed the pads.
    said = subprocess.run([sys.executable, "-c", LISTED, tmp_path], check=True, capture_output=True, text=True)
    assert said.stdout.split("\n")[:2] == ["[200, 200]", "[]"]


@pytest.mark.parametrize("path", sorted(PADS_FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_the_first_lines_of_a_pad_have_its_whole_title(path: Path) -> None:
    game, title = SuppliedPad(path), load_pad(path).title
    assert (game.slug, game.name, game.seats, game.kind, game.sign, game.board_game_geek) == title
