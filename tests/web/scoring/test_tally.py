"""The running totals: the race, and the paper."""

import re
from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.printing.layout import PAPERS
from scorekeeper.printing.score_sheets import Frame, Race
from scorekeeper.storage import access
from scorekeeper.table.journal import Write
from scorekeeper.table.table import Table
from scorekeeper.table.wording import narrate_move
from scorekeeper.web.scoring.board import FRAMES as BOARDS
from scorekeeper.web.scoring.chart import PHONE_CHART, PICTURED, PRINTED, draw_race
from tests.support.http import Player, cookie, text
from tests.support.printing import fonts
from tests.support.soak import SOAK
from tests.support.tables import Author

NAMES = ("Alice", "Hatter", "Cheshire", "Dodo", "Eve", "Felix", "Gwen", "Hugo", "Ida")


def play(app: Flask, *rounds: tuple[int, ...], signs: tuple[int, ...] = ()) -> Table:
    """Return a table of Any game after these rounds."""
    author = Author(app.extensions["tables"])
    seats = tuple(range(len(rounds[0])))
    options = {**GAMES["tally"].default_options(), "wins": "lowest"}
    table = author.open_as(GAMES["tally"], Setup(NAMES[: len(seats)], options, ((1, seats),), signs=signs))
    for number, points in enumerate(rounds, 1):
        author.write(
            table, Write({Spot(number, POINTS_ROW, POINTS_BOX, seat): point for seat, point in enumerate(points)})
        )
    return author.tables.load(table)


def drawn(table: Table) -> Race:
    race = draw_race(table)
    assert race
    return race


def places(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points.split())]


FRAMES = {
    "phone": PHONE_CHART,
    "paper": PRINTED,
    "picture": PICTURED,
    "board": BOARDS[False],
    "board of five": BOARDS[True],
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
@pytest.mark.parametrize(
    "points", [(0, 4, 5, 6, 20), (0, 0, 19, 20, 20), (5, 5, 5, 5, 5), (0, 20, 20, 20, 20)], ids=str
)
def test_where_lines_end_close_together_only_the_names_step_aside(
    app: Flask, frame: Frame, points: tuple[int, ...]
) -> None:
    race = draw_race(
        play(app, (20, 3, 9, 11, 1), tuple(30 + more - was for more, was in zip(points, (20, 3, 9, 11, 1)))), frame
    )
    assert race
    ends, names = [line.end for line in race.lines], [line.name_at for line in race.lines]
    assert ends == [places(line.points)[-1] for line in race.lines]
    assert min(low[1] - high[1] for high, low in pairwise(names)) > frame.label_gap - 0.2
    lowest = race.height - frame.bottom
    for line in race.lines:
        # Neither a sign nor a name is below the axis, where the numbers of the rounds stand.
        assert frame.top <= line.end[1] <= lowest + 0.1
        assert frame.top <= line.name_at[1] <= lowest + 0.1
        far = abs(line.end[1] - line.name_at[1]) > frame.label_gap / 4
        assert bool(line.link) or not far
        if line.link:
            assert places(line.link)[0] == line.end
            assert places(line.link)[1][1] == line.name_at[1]
            assert line.end[0] + frame.end_mark / 2 < places(line.link)[1][0] < line.name_at[0]


def test_signs_never_stand_on_each_other_along_a_line_however_many_rounds(app: Flask) -> None:
    race = drawn(play(app, *[(number, 2 * number) for number in range(1, 60)]))
    for line in race.lines:
        across = [x for x, _ in [*line.marks, line.end]]
        assert len(across) > 5
        assert min(after - before for before, after in pairwise(across)) > PHONE_CHART.mark


def test_lines_have_the_chosen_signs_on_the_screen_and_on_paper(app: Flask) -> None:
    table = play(app, (35, 27, 31), signs=(5, 6, 7))
    client = app.test_client()
    access.let_in(app.extensions["tables"].store, table.id, "race" * 5 + "AA", "watch", 1)
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


PEOPLE = ("Alice", "Bartholomew", "Maximiliane", "Bo", "Cleo", "Dan")


def on_paper(player: Player, query: str = "") -> PdfReader:
    """Return the printed running totals."""
    answer = player.client.get(f"{player.url}tally.pdf?{query}")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    return PdfReader(BytesIO(answer.data))


def words(reader: PdfReader) -> str:
    """Return the text of a PDF."""
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


@pytest.mark.parametrize("paper", PAPERS if SOAK else ["A5"])
def test_an_evening_of_twenty_rounds_is_one_page_with_whole_names_and_the_race(client: FlaskClient, paper: str) -> None:
    author, chance = Author(client.application.extensions["tables"], PEOPLE), Random(3)
    table = author.open(GAMES["tally"], 6)
    for round in range(1, 21):
        author.write(table, Write({Spot(round, "points", "points", seat): chance.randint(0, 40) for seat in range(6)}))
    client.set_cookie("browser", cookie("scoring"))
    reader = on_paper(Player(client, table), f"paper={paper}")
    assert len(reader.pages) == 1
    text = words(reader)
    assert [name for name in PEOPLE if text.count(name) < 2] == []  # in its column, and at the end of its line
    assert "Round 20" in text
    assert all("Pad" in name for name in fonts(reader))


def test_a_whole_game_that_was_told_is_printed_with_every_move(client: FlaskClient) -> None:
    tables = client.application.extensions["tables"]
    table, _ = Author(tables, PEOPLE).retell("parade-referee-3")
    client.set_cookie("browser", cookie("scoring"))
    player = Player(client, table)
    assert re.search(r'name="journal" value="yes"', player.page(""))
    said = text(player.page("tally.html?journal=yes"))
    loaded = tables.load(table)
    moves = [line for line in loaded.known.effective if isinstance(line.act, Action)]
    assert len(moves) > 20
    for line in (moves[0], moves[10], moves[-1]):
        assert str(narrate_move(loaded, line)) in said
    assert "Alice plays" not in text(player.page("tally.html"))
