"""A game night lasts until six in the morning: every page and export says the same date of the same game."""

import csv
import io
import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.language.text import NotDone
from scorekeeper.nights import check_time_zone, find_night_begin, find_night_date, name_time_zone
from tests.support.groups import Friends, open_group, play_once
from tests.support.http import TickingClock, text

SetZone = Callable[[str | None], None]

NOW = "2026-08-20T20:00"


@pytest.fixture
def set_zone() -> Iterator[SetZone]:
    """A function that sets the time zone of this process until the end of the test."""
    before = os.environ.get("TZ")

    def set_it(name: str | None) -> None:
        os.environ.pop("TZ", None)
        if name is not None:
            os.environ["TZ"] = name
        time.tzset()

    yield set_it
    set_it(before)


@pytest.fixture
def friday(client: FlaskClient, app: Flask) -> Friends:
    return open_group(client, app, "Friday", "Anna", "Bo")


def to_unix(moment: str, zone: str) -> float:
    return datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone)).timestamp()


def read_dates(friday: Friends, table: str) -> dict[str, str]:
    """Return what each page and export says of the date of a table."""
    client, here = friday.client, f"/t/{table}"

    def find(pattern: str, said: str) -> str:
        found = re.search(pattern, said)
        assert found, said
        return found[1]

    def name(path: str) -> str:
        answer = client.get(here + path)
        return find(r"(\d{4}-\d\d-\d\d)", answer.headers["Content-Disposition"])

    def day(form: str) -> str:
        head, first, *_ = csv.reader(io.StringIO(client.get(f"{here}/take/{form}").text))
        return first[head.index("day")]

    sheet = PdfReader(io.BytesIO(client.get(f"{here}/1/sheet.pdf").data))
    long = r"(\d+ August) 2026"
    return {
        "list": find(r"Any game · Fri (\d+ Aug) ", text(client.get(f"{friday.url}tables").text).replace("Sat", "Fri")),
        "final result": find(long, client.get(f"{here}/evening").text),
        "on the sheet": find(long, " ".join(page.extract_text() for page in sheet.pages)),
        "chat": find(long, client.get(f"{here}/take/text.txt").text),
        "picture": name("/evening.png"),
        "sheet": name("/1/sheet.pdf"),
        "tables": day("tables.csv"),
        "rounds": day("rounds.csv"),
    }


@pytest.mark.parametrize(
    ("zone", "begun", "day"),
    [
        ("UTC", "2026-08-14T23:40", 14),
        ("Europe/Berlin", "2026-08-15T00:20", 14),
        ("America/Los_Angeles", "2026-08-15T05:50", 14),
        ("Europe/Berlin", "2026-08-15T06:00", 15),
    ],
)
def test_all_pages_and_exports_agree_on_the_night_of_a_game(
    friday: Friends, clock: TickingClock, set_zone: SetZone, zone: str, begun: str, day: int
) -> None:
    set_zone(zone)
    clock.now = to_unix(begun, zone)
    table = play_once(friday, 5, 3)
    clock.now = to_unix(NOW, zone)
    dates = read_dates(friday, table)
    words = {"list": f"{day} Aug"} | dict.fromkeys(("final result", "on the sheet", "chat"), f"{day} August")
    assert dates == words | dict.fromkeys(("picture", "sheet", "tables", "rounds"), f"2026-08-{day}")
    calendar = friday.client.get(f"{friday.url}figures").text
    assert re.findall(r'<a class="key" href="[^"]*/evening"[^>]*><b>(\d+)</b>', calendar) == [str(day)]
    page = text(friday.page())
    assert f"Last game night {'Fri' if day == 14 else 'Sat'} {day} Aug" in page
    assert "1 game night · 1 table" in page
    assert f"night-2026-08-{day}.png" in friday.client.get(f"{friday.url}night.png").headers["Content-Disposition"]


def test_the_group_says_when_a_night_ends_and_in_which_time_zone(
    friday: Friends, clock: TickingClock, set_zone: SetZone
) -> None:
    set_zone("Europe/Berlin")
    clock.now = to_unix(NOW, "Europe/Berlin")
    play_once(friday, 5, 3)
    for page in ("figures", "settings"):
        said = text(friday.client.get(friday.url + page).text)
        assert "A game night lasts until six in the morning (Europe/Berlin)." in said


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"])
@pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 1), date(2026, 4, 5)])
def test_each_night_begins_where_the_one_before_ends_also_when_clocks_change(
    set_zone: SetZone, zone: str, day: date
) -> None:
    set_zone(zone)
    begin = find_night_begin(day)
    assert [find_night_date(begin + seconds) for seconds in (-1, 0, 18 * 3600)] == [
        date.fromordinal(day.toordinal() - 1),
        day,
        day,
    ]


def test_a_time_zone_that_does_not_exist_is_refused(set_zone: SetZone) -> None:
    for good in (None, "", "UTC", "Europe/Berlin", ":Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3"):
        set_zone(good)
        check_time_zone()
        assert name_time_zone()
    for bad in ("Europe/Berln", "Berlin", "Europe", "5"):
        set_zone(bad)
        with pytest.raises(NotDone, match="Europe/Berlin"):
            check_time_zone()
