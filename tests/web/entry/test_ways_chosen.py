"""The ways of entering: chosen when a table is started, described in words, and remembered per game."""

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.language.text import speak
from scorekeeper.printing.blank_pads import make_setup
from scorekeeper.web.entry.ways import MOST_REMEMBERED, MOVES, MOVES_HINT
from tests.support.games import WALKED
from tests.support.http import Player, field, open_table
from tests.support.page_parsers import words

CHOICE = [slug for slug, game in WALKED.items() if game.referee or len(game.ways(make_setup(game, 3))) > 1]


def start_table(client: FlaskClient, slug: str, way: str) -> Player:
    """Return a new table that was started with this way chosen."""
    new = f"/games/{slug}/new"
    html = client.get(new).text
    data = {"csrf_token": field(html, "csrf_token"), "op": f"op {slug} {way}", "do": "open", "way": way}
    answer = client.post(new, data={**data, "seat": ["Ann", "Bob", "Cleo"]})
    assert answer.status_code == 303
    return Player(client, answer.location.split("/")[2])


@pytest.mark.parametrize("slug", CHOICE)
def test_a_new_table_offers_every_way_with_a_line_in_words_and_its_taps(client: FlaskClient, slug: str) -> None:
    new, game = f"/games/{slug}/new", GAMES[slug]
    html = client.get(new).text
    names = {"csrf_token": field(html, "csrf_token"), "do": "add", "name": "Ann, Bob, Cleo"}
    first = game.ways(make_setup(game, 3))[0].key
    assert re.findall(r'name="way" value="(\w+)" checked', html) == [first]
    for page, players in ((html, 4), (client.post(new, data=names).text, 3)):
        ways = game.ways(make_setup(game, players))
        said = [text for way in ways for text in (way.label, way.hint, way.taps)]
        said += [MOVES_HINT, game.referee.taps] if game.referee else []
        assert [speak(text) for text in said if not text or speak(text) not in words(page)] == []
        assert (speak(MOVES_HINT) in words(page)) == (game.referee is not None)


@pytest.mark.parametrize("way", ["checked", "deck", "totals"])
def test_the_way_chosen_is_the_way_of_the_first_round_and_of_the_next_table(client: FlaskClient, way: str) -> None:
    table = start_table(client, "parade", way)
    label = next(
        speak(candidate.label)
        for candidate in GAMES["parade"].ways(make_setup(GAMES["parade"], 3))
        if candidate.key == way
    )
    assert label in words(table.page("1/")).partition("Move by move")[0]
    html = client.get("/games/parade/new").text
    assert f'value="{way}" checked' in html


def test_a_phone_forgets_the_way_that_it_used_longest_ago(client: FlaskClient) -> None:
    table = start_table(client, "parade", "totals")
    start_table(client, "diabolo", "totals")
    with client.session_transaction() as session:
        session["ways"] |= {f"pad-{number}": "chips" for number in range(MOST_REMEMBERED - 1)}
    table.page("1/?way=totals")
    with client.session_transaction() as session:
        assert [*session["ways"]][-1] == "parade"
    start_table(client, "hawaiki", MOVES)
    with client.session_transaction() as session:
        assert session["ways"]["parade"] == "totals"
        assert "diabolo" not in session["ways"]


def test_a_new_table_says_that_the_referee_can_follow_the_moves(client: FlaskClient) -> None:
    def closed(slug: str) -> str:
        """Return what the page of a new table says of the ways before they are opened."""
        ways = client.get(f"/games/{slug}/new").text.partition('class="fold ways"')[2]
        return words(ways.partition("<summary>")[2].partition("</summary>")[0])

    assert closed("parade") == "How to enter scores Flip and enter, or move by move with the referee"
    start_table(client, "parade", "checked")
    assert closed("parade") == "How to enter scores Checked, or move by move with the referee"
    start_table(client, "parade", MOVES)
    assert closed("parade") == "How to enter scores Move by move"


def test_a_game_with_one_way_asks_nothing(client: FlaskClient) -> None:
    assert 'name="way"' not in client.get("/games/tally/new").text


def test_move_by_move_is_remembered_for_its_game_alone(client: FlaskClient) -> None:
    table = start_table(client, "parade", MOVES)
    assert table.client.get(f"{table.url}1/").location == f"{table.url}1/play"
    other = open_table(client, slug="diabolo")
    assert other.client.get(f"{other.url}1/").status_code == 200


def test_the_hands_after_a_told_round_leave_move_by_move_to_the_next(client: FlaskClient) -> None:
    table = start_table(client, "diabolo", MOVES)
    for number in range(60):
        page = table.page(f"1/play?suit={('red', 'yellow', 'green')[number % 3]}")
        if "Go to the pad" in page:
            break
        move = re.findall(r'name="move" value="([^"]*)"', page)[0]
        data = {"csrf_token": field(page, "csrf_token"), "op": str(number), "seen": field(page, "seen"), "move": move}
        assert client.post(f"{table.url}1/play/write", data=data).status_code == 303
    (on,) = re.findall(r'class="primary" href="[^"]*/1/(\?way=fast)', table.page("1/play"))
    assert "Fast" in table.page(f"1/{on}")
    row = re.findall(r'value="1\.(\w+)\.top\.0\.=1"', table.page(f"1/{on}"))[0]
    assert table.tap(f"1.{row}.top.0.=1", "1/").status_code == 303
    assert f"1.{row}.sum.0." in table.page("1/")
    assert client.get(f"{table.url}2/").location == f"{table.url}2/play"


def test_what_a_page_asks_for_beforehand_chooses_no_way(client: FlaskClient) -> None:
    table = start_table(client, "parade", "checked")
    chosen = table.page("1/?way=totals")
    assert client.get(f"{table.url}1/ahead?way=checked").headers.getlist("Set-Cookie") == []
    assert words(table.page("1/")) == words(chosen)
