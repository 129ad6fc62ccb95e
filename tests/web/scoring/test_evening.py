"""The final result as a page and as a picture: winner, standings, best round and closest finish."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.printing.pictures import render_evening
from scorekeeper.table.evening import BestRound, count_lead_changes, find_best_round, find_closest
from scorekeeper.table.journal import By, Write
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.evening import build_evening
from tests.support.http import Player, field, open_table, primary


@pytest.fixture
def player(client: FlaskClient) -> Player:
    return open_table(client, ("Anna", "Bo", "Cleo"), "tally")


def play(player: Player, app: Flask, *rounds: tuple[int, ...]) -> None:
    tables = app.extensions["tables"]
    for round, points in enumerate(rounds, 1):
        marks = {Spot(round, POINTS_ROW, POINTS_BOX, seat): number for seat, number in enumerate(points)}
        tables.record(player.table, Write(marks), f"r{round}", By("phone"), tables.load(player.table).seen)


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.partition("</header>")[2]))


def close(player: Player) -> str:
    token = field(player.client.get("/").text, "csrf_token")
    return str(player.client.post(f"{player.url}close", data={"csrf_token": token}).location)


def test_ending_the_evening_shows_what_it_came_to(player: Player, app: Flask) -> None:
    play(player, app, (5, 3, 1), (1, 9, 2), (3, 1, 4))
    assert close(player) == f"{player.url}evening"
    page = text_of(player.page("evening"))
    plate = "Bo wins 13 points, 4 more than Anna 2 Anna 9 3 Cleo 7 highest wins"
    assert f"{plate} Bo wins with 13. This table is finished." in page
    assert "Points Gap 1. Bo 13 2. Anna 9 −4 3. Cleo 7 −6" in page
    assert "Best score: Bo with 9 in Round 2." in page
    assert "Anna was closest, 4 behind." in page
    assert "The lead changed once." in page
    assert primary(player.page("evening")) == "Play again"
    assert re.search(r'alt="[^"]*1\. Bo 13\. 2\. Anna 9\. 3\. Cleo 7\.', player.page("evening"))
    # Whatever else can be done is on the same page.
    for rest in ("Done", "Print result", "Add to a group", "Export", "Archive", "Delete"):
        assert rest in page
    assert player.client.get(f"{player.url}end").location == f"{player.url}evening"


def test_a_game_that_goes_on_is_finished_by_one_key_and_the_rest_is_folded(player: Player, app: Flask) -> None:
    play(player, app, (5, 3, 1))
    before, _, folded = text_of(player.page("end")).partition("More")
    assert "Finish this table" in before
    assert "Delete" not in before
    for rest in ("New table, same players", "Add to a group", "Export", "Archive", "Delete"):
        assert rest in folded
    page = player.page("evening")
    assert primary(page) == ""
    assert "Anna leads with 5." in page


@pytest.mark.parametrize(("name", "fits"), [("عبد", True), ("عبد الرحمن بن محمد آل العزيز اب", False)])
def test_a_race_in_a_picture_has_room_and_its_names_have_joined_letters(
    client: FlaskClient, app: Flask, name: str, fits: bool
) -> None:
    player = open_table(client, tuple([name + end for end in ("", *"!?.:;")]), "tally")
    play(player, app, (5, 3, 1, 4, 2, 6), (1, 9, 2, 5, 3, 2))
    with app.test_request_context():
        view = build_evening(app.extensions["tables"].load(player.table), "en", chart.PICTURED)
        race = re.search(r'<div class="race chart".*?</div>', render_evening(view, "en"), re.S)
    assert (race is not None) is fits
    if race:
        # WeasyPrint writes the text of an SVG letter by letter from left to right.
        assert "عبد" not in "".join(re.findall(r"<text[^>]*>[^<]*", race[0]))
        assert f">{name}</bdi>" in race[0]


@pytest.mark.parametrize(
    ("rounds", "best", "close_to", "changes"),
    [
        (((5, 3, 1),), None, ((1,), 2), 0),
        (((5, 5, 5), (5, 5, 5)), BestRound(1, (0, 1, 2), 5), ((), 0), 0),
        (((5, 3, 1), (0, 2, 0)), BestRound(1, (0,), 5), ((2,), 4), 0),
        (((5, 3, 1), (0, 9, 0), (9, 0, 0)), BestRound(2, (1,), 9), ((1,), 2), 2),
        # Whoever has the same points later is not named.
        (((5, 3, 5), (0, 5, 0)), BestRound(1, (0, 2), 5), ((0, 2), 3), 1),
        # Nobody needs to be told that the best score was 0.
        (((0, -3, -1), (-5, 0, -1)), None, ((1,), 1), 1),
    ],
)
def test_what_is_told_of_an_evening(
    player: Player,
    app: Flask,
    rounds: tuple[tuple[int, int, int], ...],
    best: BestRound | None,
    close_to: tuple[tuple[int, ...], int],
    changes: int,
) -> None:
    play(player, app, *rounds)
    table = app.extensions["tables"].load(player.table)
    assert (find_best_round(table), find_closest(table), count_lead_changes(table)) == (best, close_to, changes)
