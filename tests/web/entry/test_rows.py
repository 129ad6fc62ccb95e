"""Rows of an entry page: their hints, words of a table's own, remarks, and the marks of a problem."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Problem, Setup, Spot
from scorekeeper.games.pads.boxes import WordsBox
from scorekeeper.games.pads.pad import Row
from scorekeeper.language.text import Literal, Text
from scorekeeper.printing.blank_pads import make_setup
from scorekeeper.web.entry.entered import EnteredRound
from scorekeeper.web.entry.sections import build_screen
from tests.support.games import WALKED, change_game, table_of
from tests.support.http import CAST, Player, field, open_table, read_hidden_fields, text


@pytest.mark.parametrize("slug", ["schafkopf", "skat", "tarot"])
def test_each_row_that_is_asked_has_its_hint(client: FlaskClient, slug: str) -> None:
    game = GAMES[slug]
    names = ("Ann", "Ben", "Cem", "Dora", "Eli")[: game.seats[1]]
    html = open_table(client, names, slug).page("1/")
    rows = game.rows(make_setup(game, len(names)))
    asked = [row for row in rows if row.hint and f'aria-label="{escape(str(row.label))}' in html]
    assert asked
    for row in asked:
        assert str(escape(str(row.hint))) in html, row.key


def test_points_that_are_their_own_working_are_said_once(client: FlaskClient) -> None:
    player = open_table(client, slug="diabolo")
    for tap in ("1.red.side..=trident", "1.red.hand.0.4=1"):
        assert player.tap(tap).status_code == 303
    said = text(player.page("1/?way=hands"))
    assert "−4 =" not in said
    assert "Alice −4" in said


@pytest.mark.parametrize(
    ("slug", "row", "said"),
    [
        ("skyjo", "ended", "Tap the player. Others: no."),
        ("kingdomino", "middle", "Tap the players. Others: no."),
        ("rummy", "at_once", "Tap if it applies. Not tapped: no."),
    ],
)
def test_ticks_say_that_what_is_not_ticked_means_no(client: FlaskClient, slug: str, row: str, said: str) -> None:
    assert said in open_table(client, CAST, slug).page(f"1/?at=1.{row}.{row}..")


def test_a_problem_is_marked_at_its_own_player_even_under_the_same_name() -> None:
    game = GAMES["parade"]
    setup = replace(table_of(game, 3), players=("Ann", "Ann", "Bo"))
    problem = Problem((Spot(1, "red", "count", 1),), Literal("too many"))
    sheet = replace(game.score(setup, {}, 1), problems=(problem,))
    (deck,) = [way for way in game.ways(setup) if way.layout == "deck"]
    rows = {row.key: row for row in game.rows(setup)}
    entered = EnteredRound(setup, {}, 1, rows, sheet, deck)
    assert [player.sign for player in build_screen(entered, {}).players] == ["", "certain", ""]


def words_of(slug: str) -> list[str]:
    return [option.key for option in GAMES[slug].options if option.words]


NAMED = [slug for slug in WALKED if len(words_of(slug)) > 1]


@pytest.mark.parametrize("slug", NAMED)
@pytest.mark.parametrize(
    "pair", [("Koru", "Koru"), ("Koru", " KORU "), ("Straße", "STRASSE"), ("ﬁsh", "Fish"), ("１", "1")]
)
def test_two_words_of_a_table_that_are_alike_are_refused_and_everything_typed_stays(
    client: FlaskClient, slug: str, pair: tuple[str, str]
) -> None:
    player = open_table(client, CAST, slug)
    fields = read_hidden_fields(player, "setup")
    first, second, *_ = words_of(slug)
    seats = {"seat": list(CAST), "was": ["0", "1", "2"], "rules": "open"}
    typed = {f"option.{first}": pair[0], f"option.{second}": pair[1]}
    answer = client.post(f"{player.url}setup", data={**fields, **seats, **typed, "do": "open"})
    assert answer.status_code == 422
    assert f"{pair[1].strip()} appears twice. Give each one a different name." in answer.text
    for key, word in typed.items():
        assert field(answer.text, key) == word
    assert all(f'value="{name}"' in answer.text for name in CAST)


@pytest.mark.parametrize("slug", NAMED)
def test_two_words_of_a_table_can_be_exchanged_but_none_can_be_given_twice(client: FlaskClient, slug: str) -> None:
    first, second, *_ = words_of(slug)
    usual = GAMES[slug].default_options()
    swapped = {first: str(usual[second]), second: str(usual[first])}
    assert open_table(client, CAST, slug, **swapped).page("setup")
    with pytest.raises(AssertionError, match="appears twice"):
        open_table(client, CAST, slug, **{first: str(usual[second])})


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
