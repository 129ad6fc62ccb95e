"""A game of points leads from the last number of a round to the next round, without its sheet."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.web.entry.entered import leads_to_next_round
from tests.support.http import fill_in, open_table, primary

NAMES = ("Ann", "Ben")


def enter(client: FlaskClient, slug: str, typed: list[tuple[str, str]], **options: str) -> tuple[str, str]:
    """Type rounds one after the other. Return the label of the last button, and where it leads."""
    player = open_table(client, NAMES, slug, **options)
    row, box = {"tally": ("points", "points"), "uno": ("left_over", "left_over")}.get(slug, ("thrown", "thrown"))
    for round, numbers in enumerate(typed, 1):
        spots = [f"{round}.{row}.{box}.{seat}." for seat in range(2)]
        assert player.client.get(f"{player.url}{round}/").status_code == 200
        fill_in(player, {spots[0]: numbers[0]}, f"{round}/", on=spots[0])
        label = primary(player.page(f"{round}/?at={spots[1]}"))
        answer = fill_in(player, {spots[1]: numbers[1]}, f"{round}/?at={spots[1]}", on=spots[1])
    return label, answer.location.removeprefix(player.url).partition("&")[0]


CASES: list[tuple[str, list[tuple[str, str]], dict[str, str], tuple[str, str]]] = [
    ("tally", [("5", "6")], {}, ("Round 2", "2/")),
    ("tally", [("5", "6"), ("5", "6")], {}, ("Round 3", "3/")),
    # the last of the agreed rounds
    ("tally", [("5", "6"), ("5", "6")], {"rounds": "2"}, ("Show score sheet", "2/sheet")),
    # the game is over
    ("tally", [("5", "60")], {"target": "50"}, ("Round 2", "1/sheet")),
    # the sheet has a question or a doubt
    ("uno", [("0", "0")], {}, ("Round 2", "1/?at=1.out.out..")),
    ("uno", [("0", "5")], {}, ("Round 2", "2/")),
    ("darts", [("179", "6")], {}, ("Round 2", "1/sheet")),
]


@pytest.mark.parametrize(("slug", "rounds", "options", "expected"), CASES)
def test_the_last_number_leads_to_the_next_round(
    client: FlaskClient, slug: str, rounds: list[tuple[str, str]], options: dict[str, str], expected: tuple[str, str]
) -> None:
    assert enter(client, slug, rounds, **options) == expected


def test_a_corrected_earlier_round_leads_to_its_sheet(client: FlaskClient) -> None:
    player = open_table(client, NAMES, "tally")
    for round in (1, 2):
        for seat in (0, 1):
            player.tap(f"{round}.points.points.{seat}.=7", f"{round}/")
    at = "1.points.points.1."
    assert primary(player.page(f"1/?at={at}")) == "Show score sheet"
    assert fill_in(player, {at: "9"}, f"1/?at={at}", on=at).location == f"{player.url}1/sheet"


@pytest.mark.parametrize("slug", ["parade", "skull_king", "hearts", "tarot"])
def test_a_round_whose_sheet_says_more_leads_to_its_sheet(client: FlaskClient, slug: str) -> None:
    game = GAMES[slug]
    table = client.application.extensions["tables"].load(open_table(client, (*NAMES, "Cid", "Dan"), slug).table)
    assert not any(leads_to_next_round(table, 1, way) for way in game.ways(table.setup))
