"""The package as a library: its examples are true, and its public names exist and have types."""

import doctest
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from scorekeeper.games import GAMES, score_round
from scorekeeper.games.errors import Malformed
from tests.support.loops import at_least_one
from tests.support.server import clean_environment

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "programs.md"


def test_the_examples_of_the_page_are_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (failed, tried > 15) == (0, True)


def public_names() -> list[str]:
    """Return the names in the table of the page, without their parameters."""
    rows = re.findall(r"^\| (`scorekeeper.*?) \|", PAGE.read_text("utf-8"), re.M)
    names = []
    for row in rows:
        first, *more = [name.partition("(")[0] for name in re.findall(r"`([^`]+)`", row)]
        names += [first, *(f"{first.rpartition('.')[0]}.{name.lstrip('.')}" for name in more)]
    return names


@pytest.mark.parametrize("name", public_names())
def test_every_public_name_exists_and_has_types(name: str) -> None:
    module, _, last = name.rpartition(".")
    value = getattr(importlib.import_module(module), last)
    if inspect.isfunction(value):
        parameters = set(inspect.signature(value).parameters)
        assert parameters | {"return"} <= set(value.__annotations__)
        assert name == "scorekeeper.create_app" or get_type_hints(value)
    assert inspect.getdoc(value) or not callable(value)


def test_the_page_lists_what_the_modules_export() -> None:
    import scorekeeper.games as games

    assert {f"{games.__name__}.{name}" for name in at_least_one(games.__all__)} <= set(public_names())


@pytest.mark.parametrize(
    ("piles", "options", "key"),
    [
        ({"Ida": {"pink": [1]}, "Leo": {}}, {}, "pink"),
        ({"Ida": {"red": [11]}, "Leo": {}}, {}, "11"),
        ({"Ida": {"red": [1]}, "Leo": {}}, {"edition": "nl2030"}, "edition"),
        ({"Ida": {"red": [1]}, "Leo": {}}, {"colour": "red"}, "colour"),
        ({}, {}, "players"),
        ({"Ida": {"red": [1]}}, {}, "players"),
        ({key: {} for key in "ABCDEFG"}, {}, "players"),
        ({"Ida": {"red": [7, 1, 7]}, "Leo": {}}, {}, "red"),
    ],
)
def test_what_a_game_does_not_have_is_refused_by_its_key(
    piles: dict[str, dict[str, list[int]]], options: dict[str, str], key: str
) -> None:
    with pytest.raises(Malformed) as refused:
        score_round(GAMES["parade"], piles, options=options)
    assert refused.value.key == key


@pytest.mark.parametrize(
    ("slug", "players", "sentence"),
    [
        ("gin_rummy", {"A": {}, "B": {}, "C": {}}, "players: For 2 players. There are entries for 3."),
        ("parade", {}, "players: For 2 to 6 players. There are entries for 0."),
        (
            "parade",
            {"A": {"red": [7, 7]}, "B": {}},
            "red: Red 7 is entered 2 times, but there is only 1.",
        ),
        (
            "diabolo",
            {"A": {"green": [1] * 7}, "B": {}, "C": {}},
            "green: Green 1 is entered 7 times, but there are only 6.",
        ),
    ],
)
def test_a_refusal_says_how_many_players_or_cards_there_are(
    slug: str, players: dict[str, dict[str, list[int]]], sentence: str
) -> None:
    with pytest.raises(Malformed) as refused:
        score_round(GAMES[slug], players)
    assert str(refused.value) == sentence


def test_entries_of_the_whole_table_and_of_named_boxes_count() -> None:
    bids = {name: {"tricks.bid": bid, "tricks.took": bid} for name, bid in (("A", 1), ("B", 0), ("C", 0))}
    assert score_round(GAMES["oh_hell"], bids).winners == (0,)
    shared = {"red.trident": 3, "red.harp": 5}
    assert score_round(GAMES["diabolo"], {"A": {"red": [4]}, "B": {"red": [3]}, "C": {}}, shared).totals


def test_a_deal_is_scored_without_the_web_or_a_database() -> None:
    lines = (
        "from scorekeeper.games import GAMES, score_round\nscore_round(GAMES['parade'], {'A': {'red': [1]}, 'B': {}})\n"
    )
    lines += "import sys\nprint(sorted({'flask', 'sqlite3', 'weasyprint', 'uvicorn'} & set(sys.modules)))"
    said = subprocess.run(
        [sys.executable, "-c", lines], check=True, capture_output=True, text=True, cwd=ROOT, env=clean_environment()
    )
    assert said.stdout.strip() == "[]"
