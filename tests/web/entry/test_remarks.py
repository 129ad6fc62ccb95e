"""Remarks: every way of entering a round offers every box for words, and what is written there is saved."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.boxes import WordsBox
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Row, Setup
from scorekeeper.language.text import Text
from scorekeeper.printing.blank_pads import make_setup
from tests.support.games import WALKED, change_game
from tests.support.http import CAST, Player, open_table

OURS = WordsBox("ours", Text("Excuses"), most=40, shared=True)

MINE = WordsBox("mine", Text("Excuse"), most=40)

WORDS = "Hatter; dealt twice = 50% <luck>"

WAYS = [(slug, way.key) for slug, game in WALKED.items() for way in game.ways(make_setup(game, len(CAST)))]

every_way = pytest.mark.parametrize(("slug", "way"), WAYS)


def with_words(game: Game) -> Game:
    """Return the game with a box for words in its first row, and in a row that no way asks about."""

    def rows(setup: Setup) -> tuple[Row, ...]:
        first, *others = game.rows(setup)
        return (replace(first, boxes=(*first.boxes, OURS)), *others, Row("aside", Text("Aside"), (MINE,)))

    return change_game(game, rows=rows)


@pytest.fixture
def table(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, slug: str) -> Player:
    monkeypatch.setitem(GAMES, slug, with_words(GAMES[slug]))
    return open_table(client, CAST, slug)


def pad(table: Player) -> tuple[Row, ...]:
    """Return the rows of the pad of a table."""
    now = table.client.application.extensions["tables"].load(table.table)
    return now.game.rows(now.setup)


def own_words(table: Player) -> list[str]:
    """Return the labels of the boxes for words that belong to the game."""
    boxes = [box for row in pad(table) for box in row.boxes if isinstance(box, WordsBox)]
    return [str(box.label) for box in boxes if box not in (OURS, MINE)]


def steps(table: Player) -> list[str]:
    """Return the addresses of all steps of a keypad, followed through the strip, which shows only the nearest ones."""
    passed: list[str] = []
    ahead = [""]
    while ahead:
        html = table.page(f"1/{ahead.pop()}")
        new = re.findall(r'/write(\?at=[^"]*)"[^>]*aria-label', html.split("<main")[0])
        ahead += [step for step in dict.fromkeys(new) if step not in passed]
        passed += [step for step in dict.fromkeys(new) if step not in passed]
    return passed


@every_way
def test_every_way_of_every_game_offers_every_remark_once(table: Player, way: str) -> None:
    html = table.page(f"1/?way={way}")
    pages = [html] if "?at=" not in html.split("<main")[0] else [table.page(f"1/{step}") for step in steps(table)]
    offered = [label for page in pages for label in re.findall(r'name="words"[^>]*aria-label="([^"]*)"', page)]
    assert sorted(offered) == sorted(["Excuses", *[f"{name}, Excuse" for name in CAST], *own_words(table)])


@every_way
def test_a_remark_has_a_form_of_its_own_and_is_kept(table: Player, way: str) -> None:
    html = table.page(f"1/?way={way}")
    spot = f"1.{pad(table)[0].key}.ours..="
    button = re.search(rf'<input name="words"[^>]*><button name="tap"( form="[\w-]+")? value="{re.escape(spot)}"', html)
    assert button
    if button[1]:
        form = re.search(rf"<form id={button[1].split('=')[1]} .*?</form>", html, re.S)
        assert form
        assert {"csrf_token", "op", "seen", "way"} <= set(re.findall(r'name="(\w+)"', form[0]))
    assert table.send({"tap": spot, "words": WORDS}).status_code == 303
    kept = re.search(r'name="words"[^>]*value="([^"]*)"[^>]*aria-label="Excuses"', table.page(f"1/?way={way}"))
    assert kept
    assert unescape(kept[1]) == WORDS


@every_way
def test_a_remark_that_is_too_long_is_refused_and_a_blank_one_rubs_it_out(table: Player, way: str) -> None:
    spot = f"1.{pad(table)[0].key}.ours..="
    assert table.send({"tap": spot, "words": "w" * 41}).status_code == 422
    assert table.send({"tap": spot, "words": "w" * 40}).status_code == 303
    assert "w" * 40 in table.page(f"1/?way={way}")
    table.send({"tap": spot, "words": " "})
    assert "w" * 40 not in table.page(f"1/?way={way}")
