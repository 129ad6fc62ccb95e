"""The statistics of a group, on their page and on its own: each with its n, and nothing where nothing was played."""

import re
import time
from datetime import date
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.games.pad import Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage import access
from scorekeeper.table.journal import By, Write
from scorekeeper.web.group.figures import find_summer
from tests.support.groups import Friends, open_group, play_once
from tests.support.http import open_table, text

pytestmark = pytest.mark.usefixtures("clock")


def figures(friday: Friends, path: str = "figures") -> str:
    answer = friday.client.get(f"{friday.url}{path}")
    assert answer.status_code == 200
    return text(answer.text)


def test_nothing_played_shows_no_empty_table(friday: Friends) -> None:
    assert "Nothing to show yet" in figures(friday)
    assert "<table" not in friday.page()
    friday.open("tally")
    assert "<table" not in friday.client.get(f"{friday.url}figures").text


def test_every_figure_with_its_n(friday: Friends) -> None:
    for points in ((5, 3, 1), (5, 5, 1), (4, 2, 0)):
        play_once(friday, *points)
    page = figures(friday)
    assert "Wins 3 games. Under each share: what it would be by pure chance. wins games share" in page
    assert "Anna 3 3 100% 33% by chance Bo 1 3 33% 33% by chance Cleo 0 3 0%" in page
    assert "Any game average best games Anna 4.7 5 3 Bo 3.3 5 3 Cleo 0.7 1 3" in page
    assert "Winning streaks most now games Anna 3 3 3" in page
    assert "Anna – Bo 3 games 2 1 0" in page
    assert "Records points player Any game best of 9 5 Anna" in page
    assert "Most played games tables Any game 3 3" in page


def test_a_record_leads_to_its_sheet_and_a_person_to_theirs(friday: Friends) -> None:
    table = play_once(friday, 5, 3)
    play_once(friday, 9, 3)
    html = friday.client.get(f"{friday.url}figures").text
    best = friday.load().tables.keys() - {table}
    assert f'<a href="/t/{best.pop()}/"><bdi>9</bdi></a>' in html
    anna = friday.load().persons[0].id
    page = friday.client.get(f"{friday.url}persons/{anna}").text
    assert "Anna, Any game: 2 games, from 5 to 9 points, most recently 9." in page
    assert page.partition('class="race"')[2].partition("</svg>")[0].count("<circle") == 2


@pytest.mark.parametrize(("page", "times"), [("", 2), ("1/sheet", 2), ("evening", 1)])
def test_a_table_says_a_new_record_to_whoever_is_in_the_group(
    friday: Friends, app: Flask, page: str, times: int
) -> None:
    first = play_once(friday, 5, 3)
    assert "new record" not in text(friday.client.get(f"/t/{first}/{page}").text)
    second = play_once(friday, 9, 3)
    told = "A new record in Friday: Anna with 9, Any game."
    stranger = app.test_client()
    stranger.get(f"/j/{access.find_link(friday.tables.store, second, 'score')}")
    for _ in range(2):
        assert text(friday.client.get(f"/t/{second}/{page}").text).count(told) == times, "to see, and to hear"
        assert "new record" not in text(stranger.get(f"/t/{second}/{page}").text)
        assert "Friday" not in stranger.get(f"/t/{second}/{page}").text
    assert "new record" not in text(friday.client.get(f"/t/{first}/{page}").text)
    third = play_once(friday, 12, 3)
    assert "Anna with 12" in text(friday.client.get(f"/t/{third}/{page}").text)
    assert "new record" not in text(friday.client.get(f"/t/{second}/{page}").text), "it stands no more"


def test_all_who_share_a_record_are_named(friday: Friends) -> None:
    play_once(friday, 5, 3, 1)
    second = play_once(friday, 9, 2, 9)
    assert "A new record in Friday: Anna and Cleo with 9, Any game." in text(friday.client.get(f"/t/{second}/").text)
    page = figures(friday)
    assert "Any game best of 6 9 Anna Cleo" in page
    record = friday.client.get(f"{friday.url}season.pdf").data
    words = " ".join(PdfReader(BytesIO(record)).pages[0].extract_text().split())
    assert "Anna Cleo" in words.partition("Records")[2]


def test_all_who_share_the_longest_streak_are_named(friday: Friends) -> None:
    for _ in range(2):
        play_once(friday, 9, 2, 9)
    assert re.search("Longest streak (Anna 2 Cleo 2|Cleo 2 Anna 2) ", text(friday.page()))


def test_a_rating_is_turned_on_off_and_taken_back(friday: Friends) -> None:
    for points in ((5, 3, 1), (5, 5, 1), (4, 2, 0), (6, 1)):
        play_once(friday, *points)
    assert "Rating" not in figures(friday)
    settings = f"{friday.url}settings"
    assert friday.post(f"{friday.url}write", friday.client.get(settings).text, rating="on") == f"{friday.url}figures"
    assert "Rating" not in figures(friday), "nobody has played five games"
    play_once(friday, 6, 1)
    page = figures(friday)
    assert "Everybody starts at 1000." in page
    told = re.search(r"rating games Anna (\d+) ± (\d+) 5 Bo (\d+) ± \d+ 5 ", page)
    assert told
    assert int(told[1]) > 1000 > int(told[3])
    assert "Cleo" not in page.partition("rating games")[2].partition("Any game")[0]
    play_once(friday, 1, 6)
    assert f"Anna {told[1]} ±" not in figures(friday)
    friday.post(f"{friday.url}write", friday.client.get(settings).text, rating="off")
    assert "Rating" not in figures(friday)


def test_a_season_has_figures_of_its_own(friday: Friends) -> None:
    play_once(friday, 5, 3)
    friday.post(f"{friday.url}write", friday.client.get(f"{friday.url}settings").text, season="Winter")
    play_once(friday, 3, 5)
    assert "Most played games tables Any game 2 2" in " ".join(figures(friday).split())
    assert "Most played games tables Any game 1 1" in " ".join(figures(friday, "figures?season=0").split())


def test_what_was_counted_is_counted_anew_only_after_a_line(friday: Friends) -> None:
    table = play_once(friday, 5, 3)
    before = friday.groups.played(friday.load())
    assert friday.groups.played(friday.load()) is before
    play_once(friday, 9, 3)
    friday.tables.record(
        table, Write({Spot(1, POINTS_ROW, POINTS_BOX, 1): 8}), "x", By("phone"), friday.tables.load(table).seen
    )
    now = friday.groups.played(friday.load())
    assert [standing.wins for standing in now.standings] == [1, 1]
    assert [standing.wins for standing in before.standings] == [1, 0]


def test_a_page_asks_the_database_no_more_often_for_more_tables(
    friday: Friends, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = app.extensions["tables"].store
    asked: list[str] = []
    read = store.query

    def read_and_count(sql: str, *values: object) -> list[tuple[object, ...]]:
        asked.append(sql)
        return list(read(sql, *values))

    def times() -> int:
        friday.page()
        asked.clear()
        friday.page()
        return len(asked)

    for _ in range(3):
        play_once(friday, 5, 3)
    monkeypatch.setattr(store, "query", read_and_count)
    few = times()
    for _ in range(12):
        play_once(friday, 5, 3)
    assert times() <= few + 2  # the finished ones that are shown


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_a_season_is_one_page_of_paper(friday: Friends, paper: str) -> None:
    for points in ((5, 3, 1), (5, 5, 1), (4, 2, 0)):
        play_once(friday, *points)
    answer = friday.client.get(f"{friday.url}season.pdf?paper={paper}")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    document = PdfReader(BytesIO(answer.data))
    assert len(document.pages) == 1
    words = " ".join(document.pages[0].extract_text().split())
    assert "Friday" in words
    assert "Anna" in words
    assert document.trailer["/Root"]["/MarkInfo"]["/Marked"]


MONTH = 40 * 24 * 3600
"""Seconds after which another month has begun."""


@pytest.mark.parametrize(
    ("today", "first"),
    [
        (date(2026, 11, 25), date(2026, 6, 1)),
        (date(2026, 6, 1), date(2026, 6, 1)),
        (date(2026, 5, 31), date(2025, 6, 1)),
    ],
)
def test_summer_starts_in_june(today: date, first: date) -> None:
    assert find_summer(today) == first


def list_wins(html: str) -> list[tuple[str, str, str]]:
    """Return name, wins and games of each member on the page of a group."""
    part = html.partition('class="sheet panel wins"')[2].partition("</section>")[0]
    return re.findall(r"<bdi>(.*?)</bdi>.*?<b>(\d+)</b> <small>/ (\d+)</small>", part, re.S)


def test_wins_are_counted_in_the_chosen_period(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    friends = open_group(client, app, "Tuesday", "Anna", "Bo")
    for number in range(3):
        table = open_table(client, ("Anna", "Bo"), "tally", rounds="1")
        for seat, points in enumerate((9, 4)):
            table.tap(f"1.points.points.{seat}.={points}")
        scoring = client.get_cookie("browser").value  # type: ignore[union-attr]
        friends.groups.take_in(friends.group, friends.tables.load(table.table), f"in{number}", scoring)
    page = client.get(friends.url).text
    assert list_wins(page) == [("Anna", "3", "3"), ("Bo", "0", "3")]
    assert "Head to head Anna 3 Bo 0 Longest streak Anna 3 " in text(page)
    assert 'class="unseen"' not in page, "each sign has its name beside it"
    assert re.search(r'since=month" aria-current', client.get(f"{friends.url}?since=month").text)
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + MONTH)
    assert list_wins(client.get(f"{friends.url}?since=month").text) == []
    assert list_wins(client.get(friends.url).text) == list_wins(page)
    assert client.get(f"{friends.url}?since=%00").status_code == 200


def play_hanabi(friends: Friends, **marks: int | str) -> None:
    table = friends.open("hanabi")
    told = {Spot(1, key, key): mark for key, mark in marks.items()}
    act = Write({**told, Spot(1, "end", "all"): 1})
    friends.tables.record(table, act, f"p{table}", By("phone"), friends.tables.load(table).seen)


def test_a_lost_game_is_lost_in_figures_lists_and_nights(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Friday", "Anna", "Bo")
    full = dict.fromkeys(("red", "yellow", "green", "blue"), 5)
    play_hanabi(friends, **full)
    play_hanabi(friends, **full, white=5)
    play_hanabi(friends, red=3, errors="three")
    figures = re.sub(r"<[^>]+>|\s+", " ", client.get(f"{friends.url}figures").text)
    assert len(re.findall(r"22\.5 +25 +2 +1 lost", figures)) == 2
    assert "Anna and Bo have lost." in friends.page()
    member = friends.load().persons[0].id
    assert "1 lost" in client.get(f"{friends.url}persons/{member}").text
    play_once(friends, 5, 3)
    assert "Hanabi 20, Hanabi 25, Hanabi lost" in client.get(f"{friends.url}night").text
