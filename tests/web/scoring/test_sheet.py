"""The sheet of a round: its winner, its notes, its title, and where its rows lead."""

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.table.journal import By, Write
from scorekeeper.table.notation import encode_changes
from tests.support.http import CAST, Player, field, flip_taps, open_table, play_example, primary, text
from tests.support.page_parsers import words
from tests.support.parade import EXAMPLE, TIED, cards


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


def test_a_skunk_stands_on_sheet_and_tally(client: FlaskClient) -> None:
    player = open_table(client, ("Ann", "Bob"), "cribbage")
    for round, play in ((1, (100, 50)), (2, (21, 8))):
        marks = {Spot(round, "play", "play", seat): number for seat, number in enumerate(play)}
        marks |= {Spot(round, "hand", "hand", seat): 0 for seat in (0, 1)}
        answer = player.tap(encode_changes({**marks, Spot(round, "end", "all"): 1}), f"{round}/")
        assert answer.status_code == 303, answer.text
    for page in ("2/sheet", ""):
        assert "Bob: A double skunk, with fewer than 61 points." in player.page(page)


@pytest.mark.parametrize("ann", [31, 33])
def test_whoever_got_there_first_is_not_said_to_win_by_points(client: FlaskClient, ann: int) -> None:
    player = open_table(client, ("Ann", "Bob"), "cribbage", target="31")
    marks = {Spot(1, "play", "play", seat): number for seat, number in enumerate((ann, 31))}
    assert player.tap(encode_changes({**marks}), "1/").status_code == 303
    assert " ".join(read_plate(player).split()) == f"Bob wins 31 points 2 Ann {ann}"
    result = words(player.page("evening"))
    assert "Bob got there first." in result
    assert "closest" not in result


NAMES = ("Ann", "Ben", "Cem")


def read_title(html: str) -> str:
    return words(html.partition("<main")[0])


@pytest.mark.parametrize("slug", ["wingspan", "seven_wonders", "yahtzee"])
def test_a_game_of_one_round_says_who_plays_instead(client: FlaskClient, slug: str) -> None:
    table = open_table(client, NAMES, slug)
    for where in ("1/", "1/sheet", "seat"):
        title = read_title(table.page(where))
        assert "3 players" in title
        assert "Round" not in title
    assert primary(table.page("")) == "Score the game"
    assert "3 players" in words(client.get("/").text)
    assert "Round 1" not in words(client.get("/tables/running").text)


WAYS = {"flip": "#{}", "checked": "#{}", "totals": "?at=1.{}.count."}


def follow(client: FlaskClient, address: str) -> str:
    """Return the address to which the entry page leads on, and check that it is in the app."""
    answer = client.get(address)
    assert (answer.status_code, answer.location[:3]) == (303, "/t/")
    return answer.location


@pytest.mark.parametrize("way", WAYS)
def test_each_row_and_whatever_is_open_leads_to_where_it_is_entered(client: FlaskClient, way: str) -> None:
    table = open_table(client, CAST, "parade")
    entry = client.get(f"{table.url}1/?way={way}").text
    sheet = client.get(f"{table.url}1/sheet").text
    leads = re.findall(r'<th scope="row"><a href="([^"]+)">', sheet)
    assert len(leads) == 6
    for suit, to in zip(("red", "blue", "purple", "green", "grey", "orange"), leads, strict=True):
        place = follow(client, f"{table.url}1/{to[2:]}")
        assert place.removeprefix(f"{table.url}1/").replace("?to=sheet", "").startswith(WAYS[way].format(suit))
        anchor = place.partition("#")[2]
        assert f'id="{anchor}" ' in entry if anchor else client.get(place).status_code == 200
    notices = re.findall(r'class="notice open">(.*?)</div>', sheet, re.S)
    assert notices
    for notice in notices:
        fix = re.match(r'<a class="fix" href="([^"]+)" aria-label="Fix">.*?</a><p>[^<]+[.?]</p>', notice)
        assert fix, notice
        assert fix[1] in leads


def test_a_correction_from_the_sheet_ends_at_the_sheet(client: FlaskClient) -> None:
    table = open_table(client, CAST, "parade")
    for tap in flip_taps():
        table.tap(tap)
    (purple,) = re.findall(r'<th scope="row"><a href="./([^"]+=purple)">', table.page("1/sheet"))
    opened = client.get(follow(client, f"{table.url}1/{purple}")).text
    section = opened.split('id="purple"')[1].split("</form>")[0]
    assert '<a class="primary" href="sheet">Score sheet' in section
    (to,) = set(re.findall('<input type="hidden" name="to" value="([^"]*)"', section))
    answer = table.client.post(
        f"{table.url}1/write",
        data={
            **{name: field(section, name) for name in ("csrf_token", "op", "seen", "way", "at")},
            "to": to,
            "tap": "1.purple.count.0.=2",
        },
    )
    assert answer.status_code == 303
    assert "to=sheet" in answer.location
    assert '<a class="primary" href="sheet">Score sheet' in table.client.get(answer.location).text


def test_the_doubt_about_a_0_at_a_tie_leads_to_its_colour_and_back_to_the_sheet(client: FlaskClient) -> None:
    table = open_table(client, CAST, "parade")
    table.tap(encode_changes(cards(TIED)))
    doubt = table.page("1/sheet").split('class="notice doubtful">')[1].split("</div>")[0]
    assert "Is every 0 entered?" in doubt
    (to,) = re.findall('<a class="fix" href="./([^"]+)" aria-label="Fix">', doubt)
    place = follow(client, f"{table.url}1/{to}")
    assert place.endswith("#red")
    section = client.get(place).text.split('id="red"')[1].split("</form>")[0]
    assert '<a class="primary" href="sheet">Score sheet' in section


@pytest.mark.parametrize(("slug", "row"), [("parade", "nonsense"), ("parade", "red;x"), ("parade", "")])
def test_a_row_that_the_phone_does_not_enter_leads_to_the_plain_page(client: FlaskClient, slug: str, row: str) -> None:
    table = open_table(client, CAST, slug)
    answer = client.get(f"{table.url}1/", query_string={"row": row})
    assert answer.location == f"{table.url}1/" if row else answer.status_code == 200


def test_no_button_asks_to_enter_that_everything_is_entered(client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Bo", "Cid", "Dee"), "schafkopf")
    tables = client.application.extensions["tables"]
    ticks = {Spot(1, key, key, seat): True for key, seat in (("declarer", 0), ("partner", 2), ("won", None))}
    tables.record(table.table, Write(ticks), "ticks", By("x"), tables.load(table.table).seen)
    sheet = client.get(f"{table.url}1/sheet").text
    assert "That’s everything" in sheet
    assert "At the end" not in sheet
    assert re.search(r'class="primary"[^>]*>Fix<', sheet)
