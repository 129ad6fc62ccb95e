"""The journal: how lines are told, and its pages."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.pads.boxes import ChoiceBox
from scorekeeper.table.journal import By, Change, Line, Strike, Write
from scorekeeper.table.table import StoredTable, Table, fold_table
from scorekeeper.table.wording import describe_line
from tests.support.games import WALKED
from tests.support.http import Player, field, let_in, open_table, read_hidden_fields, text
from tests.support.journals import extend_journal
from tests.support.loops import at_least_one
from tests.support.tables import load_played_games

SOMEBODY = By("somebody")


def table_of(game: Game, **options: Mark) -> Setup:
    return Setup(("Alice", "Bo", "Cleo"), {**game.default_options(), **options}, ((1, (0, 1, 2)),))


def describe_changes(game: Game, changes: dict[Spot, Mark | None], **options: Mark) -> str:
    line = Line(2, "op", 0, SOMEBODY, Write(changes))
    after = table(game, table_of(game, **options), line)
    return str(describe_line(after, line, after.setup))


def table(game: Game, setup: Setup, *lines: Line) -> Table:
    """Return a table of a game, which need not be one of the app's."""
    first = Line(1, "first", 0, SOMEBODY, Change(setup))
    return replace(fold_table(StoredTable("t", "tally", "BCDFG", 0, 0), (first, *lines)), game=game)


@pytest.mark.parametrize(
    ("cards", "more", "sentence"),
    [
        (4, None, "Alice has 4 cards left"),
        (10, 1, "Alice has 10 cards left; Alice might have more"),
        (None, None, "Alice’s cards are blank"),
    ],
)
def test_a_mark_that_goes_with_another_one_is_told_only_when_it_is_news(
    cards: int | None, more: int | None, sentence: str
) -> None:
    changes: dict[Spot, Mark | None] = {Spot(1, "left", "cards", 0): cards, Spot(1, "left", "more", 0): more}
    assert describe_changes(GAMES["hawaiki"], changes) == f"Round 1: {sentence}."
    assert (
        describe_changes(GAMES["hawaiki"], {Spot(1, "left", "more", 0): None})
        == "Round 1: Alice, Cards left: not Or more."
    )


@pytest.mark.parametrize("slug", WALKED)
def test_every_choice_of_every_game_has_words(slug: str) -> None:
    for row in at_least_one(GAMES[slug].rows(table_of(GAMES[slug]))):
        for box in at_least_one(row.boxes):
            assert not isinstance(box, ChoiceBox) or len(box.words) == len(box.items)


def test_a_changed_rule_is_told_in_words_and_so_is_who_deals(client: FlaskClient) -> None:
    game = GAMES["diabolo"]
    before = table_of(game, rounds=4)
    after = replace(before, options={**before.options, "rounds": 0, "copies_check": "off"}, starter=2)
    line = Line(2, "op", 0, SOMEBODY, Change(after))
    assert str(describe_line(table(game, before, line), line, after)) == (
        "Cleo deals round 1; Rounds: one per player; More copies than the deck should have: Do not ask."
    )
    assert "Alice deals." in open_table(client, ("Alice", "Bo", "Cleo"), game.slug).page("journal")


def test_a_change_that_is_taken_back_is_told_without_those_before_it(client: FlaskClient) -> None:
    player = open_table(client, ("Alice", "Bo", "Cleo"), "tally")
    tables = client.application.extensions["tables"]
    setup = tables.load(player.table).setup
    for seq, names in enumerate((("Ann", "Bo", "Cleo"), ("Ann", "Bob", "Cleo")), 1):
        tables.record(player.table, Change(replace(setup, players=names)), f"op{seq}", SOMEBODY, seq)
    tables.record(player.table, Strike(3), "op", SOMEBODY, 3)
    assert "Taken back: Bo is now called Bob." in text(player.page(""))


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ((0, 2, 1), "Seating order: Alice, Cleo and Bo."),
        ((0, 2), "Bo leaves."),
        ((0, 3, 1, 2), "Dan joins."),
        ((2, 3, 0), "Dan joins; Bo leaves."),
    ],
)
def test_another_seating_is_told_by_who_comes_and_goes_otherwise_by_its_order(
    order: tuple[int, ...], sentence: str
) -> None:
    game, before = GAMES["tally"], table_of(GAMES["tally"])
    players = (*before.players, "Dan") if 3 in order else before.players
    after = replace(before, players=players, seating=((1, order),))
    line = Line(2, "op", 0, SOMEBODY, Change(after))
    assert str(describe_line(table(game, before, line), line, after)) == sentence


LINES = 1234

PAGE = 100

PARADE = next(played for played in load_played_games() if played.game.slug == "parade")


@pytest.fixture
def long(alice: Player, app: Flask) -> Player:
    """A table with a long journal."""
    cookie = alice.client.get_cookie("browser")
    assert cookie
    extend_journal(app.extensions["tables"].store, alice.table, PARADE, LINES, cookie.value)
    return alice


def numbers(html: str) -> list[int]:
    return [int(seq) for seq in re.findall(r"<small>(\d+) ·", html)]


def older(html: str) -> str:
    """Return the address of the older lines, or ""."""
    match = re.search(r'href="/t/\w+/(journal\?before=\d+)">Older entries', html)
    return match[1] if match else ""


def test_every_line_stands_on_one_page_newest_first(long: Player) -> None:
    where, shown, sizes = "journal", [], []
    while where:
        html = long.page(where)
        assert len(numbers(html)) <= PAGE
        shown += numbers(html)
        sizes.append(len(html))
        where = older(html)
    assert shown == list(range(LINES, 0, -1))
    assert max(sizes) < 100_000
    assert "Newest entries" in html
    assert "Newest entries" not in long.page("journal")


def test_a_line_on_an_older_page_is_taken_back_there(long: Player, app: Flask) -> None:
    html = long.page("journal?before=300")
    form = {name: field(html, name) for name in ("csrf_token", "op", "seen", "before")}
    answer = long.client.post(f"{long.url}journal/write", data={**form, "strike": "250"})
    assert answer.location == f"{long.url}journal?before=300"
    again = long.client.get(answer.location).text
    assert re.search(r"250 · .*taken back", again)
    assert numbers(again) == list(range(299, 199, -1))
    assert app.extensions["tables"].load(long.table).lines[-1].act == Strike(250)
    refused = long.client.post(f"{long.url}journal/write", data={**form, "op": "x", "strike": "250"})
    assert refused.status_code == 422
    assert numbers(refused.text) == numbers(again)


def test_a_conflict_and_a_print_tell_only_so_many_lines(long: Player, app: Flask) -> None:
    other = let_in(long, app)
    rubbed = f"{PARADE.taps[0].split(';')[0].rpartition('=')[0]}="
    form = read_hidden_fields(other, "1/?way=flip") | {"seen": "1", "tap": rubbed}
    meanwhile = other.client.post(f"{long.url}1/write", data=form)
    assert meanwhile.status_code == 409
    assert 1 < meanwhile.text.count("<li") <= PAGE
    printed = long.page("1/sheet.html?journal=yes")
    assert printed.partition('class="told"')[2].count("<li") == 600
    assert "These are the newest entries." in printed


def test_a_choice_that_the_pad_does_not_have_any_more_is_told_by_its_key() -> None:
    game = GAMES["bridge"]
    setup = Setup(("N", "E", "S", "W"), game.default_options(), ((1, (0, 1, 2, 3)),))
    spots = {
        Spot(1, row.key, box.key, None if box.shared else 0): "gone"
        for row in game.rows(setup)
        for box in row.boxes
        if isinstance(box, ChoiceBox)
    }
    assert spots
    line = Line(2, "op", 0, SOMEBODY, Write(spots))
    after = table(game, setup, line)
    assert str(describe_line(after, line, after.setup)).count("gone") == len(spots)
