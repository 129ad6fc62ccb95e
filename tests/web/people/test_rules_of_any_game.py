"""The rules of “Any game” on the page for a new table: each in plain words, with the winner and the end that follow."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from tests.support.http import field, open_table, read_seats


def choose_rules(client: FlaskClient, **options: str) -> str:
    """Return the page of a new table after choosing these rules."""
    page = client.get("/games/tally/new").text
    form = {f"option.{key}": value for key, value in options.items()}
    sent = {"csrf_token": field(page, "csrf_token"), "rules": "open", "do": "rules", **form}
    return unescape(client.post("/games/tally/new", data=sent).text)


def who_wins(html: str) -> list[tuple[str, bool]]:
    """Return the choices for who wins, and whether each is chosen."""
    part = html.split("<legend>Who wins</legend>")[1].split("</fieldset>", maxsplit=1)[0]
    return [(label, bool(chosen)) for chosen, label in re.findall(r"<input[^>]*?( checked)?><span>([^<]*)<", part)]


MOST, FEWEST = "Highest score", "Lowest score"


@pytest.mark.parametrize(
    ("options", "winner", "said"),
    [
        ({}, MOST, "Highest score wins."),
        ({"wins": "lowest"}, FEWEST, "Lowest score wins."),
        ({"count": "down", "start": "501"}, FEWEST, "Lowest score wins."),
        ({"count": "down", "start": "501", "wins": "highest"}, MOST, "Highest score wins."),
        ({"count": "down", "start": "501", "wins": "lowest"}, FEWEST, "Lowest score wins."),
        ({"count": "down"}, MOST, "Highest score wins."),
    ],
)
def test_who_wins_is_most_or_fewest_and_marked_as_it_is(
    client: FlaskClient, options: dict[str, str], winner: str, said: str
) -> None:
    html = choose_rules(client, **options)
    assert who_wins(html) == [(MOST, winner == MOST), (FEWEST, winner == FEWEST)]
    assert said in html


def goal(html: str) -> str:
    """Return the placeholder of the field for the points to play to."""
    match = re.search(r"<span>Play to</span><input [^>]*placeholder=\"([^\"]*)\"", html)
    assert match
    return match[1]


def test_a_countdown_goes_to_0_and_else_there_is_no_goal(client: FlaskClient) -> None:
    assert goal(choose_rules(client)) == "no limit"
    html = choose_rules(client, count="down", start="501")
    assert goal(html) == "0"
    assert "Play to 0: the game ends when somebody gets there." in html


@pytest.mark.parametrize(
    ("key", "label", "most"),
    [("target", "Play to", 9999), ("start", "Everybody starts with", 9999), ("rounds", "Rounds", 99)],
)
def test_a_number_that_cannot_be_is_marked_and_named(client: FlaskClient, key: str, label: str, most: int) -> None:
    html = choose_rules(client, **{"target": "100", "start": "0", "rounds": "7", key: "1oo"})
    assert f"{label}: Enter a number from 0 to {most}, in plain digits." in html
    assert re.findall(r'name="option\.(\w+)"[^>]* aria-invalid="true"', html) == [key]


@pytest.mark.parametrize(("slug", "lowest"), [("parade", True), ("diabolo", False), ("hawaiki", False)])
def test_those_who_add_up_in_their_heads_score_only_points(client: FlaskClient, slug: str, lowest: bool) -> None:
    html = client.get(f"/games/{slug}/new").text
    assert 'value="points"' in html or "value=points" in html
    data = {"csrf_token": field(html, "csrf_token"), "seat": ["Ann", "Ben", "Cem"], "starter": "1"}
    form = client.post(f"/games/{slug}/new", data={**data, "do": "points"}).text
    assert "/games/tally/new" in form
    assert read_seats(form) == ["Ann", "Ben", "Cem"]
    assert f'value="{GAMES[slug].name}"' in form or f"value={GAMES[slug].name}" in form
    assert ("Lowest score wins." in form) == lowest
    # Any game is that already, and a table with players to come back keeps its game.
    assert "Only points" not in client.get("/games/tally/new").text
    assert "Only points" not in open_table(client, ("Ann", "Ben", "Cem"), slug).page("rematch")
