"""The race chart: a line in each player's colour, the sign at every round, and the name at the end."""

import re
from itertools import pairwise

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.scoring import POINTS, ROW
from scorekeeper.table.journal import Write
from scorekeeper.table.table import Table
from scorekeeper.web.scoring.chart import PHONE, PRINTED, Race, draw_race
from tests.support.tables import Author

NAMES = ("Alice", "Hatter", "Cheshire", "Dodo", "Eve", "Felix", "Gwen", "Hugo", "Ida")


def play(app: Flask, *rounds: tuple[int, ...], signs: tuple[int, ...] = ()) -> Table:
    """Return a table of Any game after these rounds."""
    author = Author(app.extensions["tables"])
    seats = tuple(range(len(rounds[0])))
    options = {**GAMES["tally"].default_options(), "wins": "lowest"}
    table = author.open_as(GAMES["tally"], Setup(NAMES[: len(seats)], options, ((1, seats),), signs=signs))
    for number, points in enumerate(rounds, 1):
        author.write(table, Write({Spot(number, ROW, POINTS, seat): point for seat, point in enumerate(points)}))
    return author.tables.load(table)


def drawn(table: Table) -> Race:
    race = draw_race(table)
    assert race
    return race


def test_the_race_begins_with_the_first_round(app: Flask) -> None:
    race = drawn(play(app, (35, 27, 31)))
    assert [(line.name, line.sign.outline, line.leader) for line in race.lines] == [
        ("Hatter", "square", True),
        ("Cheshire", "triangle", False),
        ("Alice", "disc", False),
    ]
    assert [label for _, label in race.ticks] == ["0", "1"]


def test_a_sign_stands_at_each_round_and_a_larger_one_before_the_name(app: Flask) -> None:
    race = drawn(play(app, (35, 27, 31), (23, 15, 31), (33, 19, 26)))
    for line in race.lines:
        points = [tuple(map(float, point.split(","))) for point in line.points.split()]
        assert line.marks == points[:-1]
        assert line.end_x == points[-1][0]
        # Where lines end close together, sign and name stand lower.
        assert 0 <= line.label_y - points[-1][1] < race.frame.label_gap
    assert PHONE.end_mark > PHONE.mark


def test_signs_never_stand_on_each_other_along_a_line_however_many_rounds(app: Flask) -> None:
    race = drawn(play(app, *[(number, 2 * number) for number in range(1, 60)]))
    for line in race.lines:
        places = [x for x, _ in line.marks] + [line.end_x]
        assert len(places) > 5
        assert min(after - before for before, after in pairwise(places)) > PHONE.mark


@pytest.mark.parametrize("frame", [PHONE, PRINTED])
def test_names_and_signs_of_players_who_tie_stand_below_each_other(app: Flask, frame: object) -> None:
    race = draw_race(play(app, (5,) * 9), PHONE if frame is PHONE else PRINTED)
    assert race
    ends = [line.label_y for line in race.lines]
    assert min(after - before for before, after in pairwise(ends)) >= race.frame.end_mark
    assert ends[-1] < race.height


def test_lines_have_the_chosen_signs_on_the_screen_and_on_paper(app: Flask) -> None:
    table = play(app, (35, 27, 31), signs=(5, 6, 7))
    client = app.test_client()
    app.extensions["tables"].store.let_in(table.id, "race" * 5 + "AA", "watch", 1)
    client.set_cookie("browser", "race" * 5 + "AA")
    page = client.get(f"/t/{table.id}/").text
    figure = re.search(r'(?s)<figure class="race">.*?</figure>', page)
    assert figure
    assert re.findall(r'<g class="sign-(\w+)', figure[0]) == ["dome", "hourglass", "ring"]
    assert [figure[0].count(f'href="#o-{outline}"') for outline in ("dome", "hourglass", "ring")] == [2, 2, 2]
    paper = client.get(f"/t/{table.id}/tally.html?paper=A4").text
    assert re.findall(r'<g id="o-(\w+)"', paper) == ["dome", "hourglass", "ring"]
    assert set(re.findall(r'stroke="(#\w+)"', re.search(r'(?s)<figure class="race">.*?</figure>', paper)[0])) == {
        "#000"
    }  # type: ignore[index]
