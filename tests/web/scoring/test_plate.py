"""The plate on a sheet with a winner: who has won, by how much, and the others by place."""

import re

import pytest
from flask.testing import FlaskClient

from tests.support.http import Player, open_table, play_example, text
from tests.support.parade import EXAMPLE


def read_plate(player: Player, round: int = 1) -> str:
    """Return the text of the plate of a sheet, "" if it has none."""
    found = re.search(r'<div class="won inked">(.*?)</div>', player.page(f"{round}/sheet"), re.S)
    return text(re.sub("<details.*?</details>", "", found[1], flags=re.S)) if found else ""


def test_the_winner_of_a_deal_stands_on_the_plate_with_margin_and_the_others_by_place(client: FlaskClient) -> None:
    player = open_table(client, tuple(EXAMPLE))
    assert read_plate(player) == ""
    play_example(player)
    plate = " ".join(read_plate(player).split())
    assert plate == "Hatter wins 27 points, 4 fewer than Cheshire 2 Cheshire 31 3 Alice 35 lowest wins"
    html = player.page("1/sheet")
    assert 'class="primary"' in html.split('formaction="' + player.url + '1/agree"')[1]
    assert ">Deal 2<" in html


@pytest.mark.parametrize(
    ("points", "plate"),
    [
        ((9, 4, 1), "Anna wins 9 points, 5 more than Bo 2 Bo 4 3 Cleo 1 highest wins"),
        ((9, 9, 1), "Anna and Bo share the win 9 points, 8 more than Cleo 3 Cleo 1 highest wins"),
        ((1, 4, 4), "Bo and Cleo share the win 4 points, 3 more than Anna 3 Anna 1 highest wins"),
        ((7, 7, 7), "Anna, Bo and Cleo share the win 7 points highest wins"),
        ((1, -4, -4), "Anna wins 1 point, 5 more than Bo and Cleo 2 Bo −4 2 Cleo −4 highest wins"),
    ],
)
def test_shared_wins_and_shared_places(client: FlaskClient, points: tuple[int, ...], plate: str) -> None:
    player = open_table(client, ("Anna", "Bo", "Cleo"), "tally", rounds="1")
    for seat, number in enumerate(points):
        player.tap(f"1.points.points.{seat}.={number}")
    assert " ".join(read_plate(player).split()) == plate


def test_a_round_that_nobody_wins_the_game_with_has_no_plate(client: FlaskClient) -> None:
    player = open_table(client, ("Anna", "Bo", "Cleo"), "tally", target="9")
    for seat in range(3):
        player.tap(f"1.points.points.{seat}.={seat + 2}")
    assert read_plate(player, 1) == ""
    player.tap("2.points.points.2.=9;2.points.all..=1", "2/")
    assert read_plate(player, 1) == ""
    assert read_plate(player, 2).split()[:2] == ["Cleo", "wins"]
