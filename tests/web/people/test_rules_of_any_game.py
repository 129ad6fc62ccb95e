"""The rules of any game where a table opens: each in a player's words, who wins and where it ends as they are."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.support.http import field


def shown(client: FlaskClient, **options: str) -> str:
    """The page of a new table once these rules are chosen."""
    page = client.get("/games/tally/new").text
    form = {f"option.{key}": value for key, value in options.items()}
    sent = {"csrf_token": field(page, "csrf_token"), "rules": "open", "do": "rules", **form}
    return unescape(client.post("/games/tally/new", data=sent).text)


def who_wins(html: str) -> list[tuple[str, bool]]:
    """Who may win, and who does."""
    part = html.split("<legend>Who wins</legend>")[1].split("</fieldset>", maxsplit=1)[0]
    return [(label, bool(chosen)) for chosen, label in re.findall(r"<input[^>]*?( checked)?><span>([^<]*)<", part)]


MOST, FEWEST = "Most points", "Fewest points"


@pytest.mark.parametrize(
    ("options", "winner", "said"),
    [
        ({}, MOST, "Most points win."),
        ({"wins": "lowest"}, FEWEST, "Fewest points win."),
        ({"count": "down", "start": "501"}, FEWEST, "Fewest points win."),
        ({"count": "down", "start": "501", "wins": "highest"}, MOST, "Most points win."),
        ({"count": "down", "start": "501", "wins": "lowest"}, FEWEST, "Fewest points win."),
        ({"count": "down"}, MOST, "Most points win."),
    ],
)
def test_who_wins_is_most_or_fewest_and_marked_as_it_is(
    client: FlaskClient, options: dict[str, str], winner: str, said: str
) -> None:
    html = shown(client, **options)
    assert who_wins(html) == [(MOST, winner == MOST), (FEWEST, winner == FEWEST)]
    assert said in html


def goal(html: str) -> str:
    """What stands in the blank field of the goal."""
    match = re.search(r"<span>Play to</span><input [^>]*placeholder=\"([^\"]*)\"", html)
    assert match
    return match[1]


def test_a_countdown_goes_to_0_and_else_there_is_no_goal(client: FlaskClient) -> None:
    assert goal(shown(client)) == "no goal"
    html = shown(client, count="down", start="501")
    assert goal(html) == "0"
    assert "Play to 0: whoever gets there ends the game." in html


def test_what_one_gives_to_all_the_others_is_said_alike_where_it_is_chosen_and_told(client: FlaskClient) -> None:
    html = shown(client, others="yes")
    assert "<legend>Give points to all the others</legend>" in html
    assert "Points can be given to all the others." in html
