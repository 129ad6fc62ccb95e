"""The calendar of a group: months with game nights, each night linked to what was played."""

import re
import time

from tests.support.groups import Friends, play_once
from tests.support.http import TickingClock


def months(html: str) -> dict[str, list[str]]:
    """Return each month on the page with its weeks as lines of days. Days with games are in brackets."""
    weeks_of = {}
    for table in re.findall(r'<table class="month">.*?</table>', html, re.S):
        name = re.search(r"<caption>(.*?)</caption>", table)
        assert name
        weeks = []
        for row in re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], re.S):
            cells = [re.sub(r"<a.*?<b>(\d+)</b>.*?</a>", r"[\1]", cell) for cell in re.findall(r"<td>(.*?)</td>", row)]
            assert len(cells) == 7
            weeks.append(" ".join(cell or "-" for cell in cells))
        weeks_of[name[1]] = weeks
    return weeks_of


def on(friday: Friends, clock: TickingClock, *days: str) -> list[str]:
    """Play a game on each of these days, and return the ids of their tables."""
    opened = []
    for number, day in enumerate(days):
        clock.now = time.mktime(time.strptime(f"{day} 20:{number}", "%Y-%m-%d %H:%M"))
        opened.append(play_once(friday, 5, 3))
    return opened


def figures(friday: Friends, path: str = "") -> str:
    answer = friday.client.get(f"{friday.url}figures{path}")
    assert answer.status_code == 200
    return answer.text


def test_each_month_is_a_grid_and_months_without_an_evening_are_left_out(friday: Friends, clock: TickingClock) -> None:
    on(friday, clock, "2023-03-03", "2023-03-10", "2023-05-01")
    shown = months(figures(friday))
    assert [*shown] == ["May 2023", "March 2023"]
    assert shown["March 2023"] == [
        "- - 1 2 [3] 4 5",
        "6 7 8 9 [10] 11 12",
        "13 14 15 16 17 18 19",
        "20 21 22 23 24 25 26",
        "27 28 29 30 31 - -",
    ]
    assert "Game nights" in figures(friday)
    assert "3 game nights" in figures(friday)


def test_an_evening_of_one_table_leads_to_it_one_of_more_to_all_of_them(friday: Friends, clock: TickingClock) -> None:
    one, other, later = on(friday, clock, "2023-03-03", "2023-03-03", "2023-03-10")
    html = figures(friday)
    assert "2 game nights" in html
    assert f' href="/t/{later}/evening" aria-label="Friday 10 March, one game">' in html
    both = f"{friday.url}tables?day=2023-03-03"
    assert f' href="{both}" aria-label="Friday 3 March, 2 games">' in html
    listed = friday.client.get(both).text
    assert (f"/t/{one}/" in listed, f"/t/{other}/" in listed, f"/t/{later}/" in listed) == (True, True, False)
    assert "Fri, 3 Mar 2023" in listed.partition("<h1>")[2].partition("</h1>")[0]


def test_one_year_is_shown_at_a_time_the_latest_first(friday: Friends, clock: TickingClock) -> None:
    on(friday, clock, *(f"{year}-06-0{day}" for year in (2021, 2023) for day in (1, 2)))
    html = figures(friday)
    assert [*months(html)] == ["June 2023"]
    assert "2021" in html.partition("Years")[2].partition("</nav>")[0]
    assert [*months(figures(friday, "?year=2021"))] == ["June 2021"]
    for other in ("1999", "x", "9" * 5000, "-1"):
        assert [*months(figures(friday, f"?year={other}"))] == ["June 2023"]


def test_a_season_has_its_own_evenings(friday: Friends, clock: TickingClock) -> None:
    on(friday, clock, "2022-12-02")
    friday.post(f"{friday.url}write", friday.client.get(f"{friday.url}settings").text, season="Winter")
    on(friday, clock, "2022-12-09", "2023-01-06")
    assert months(figures(friday, "?season=0&year=2022"))["December 2022"][1] == "5 6 7 8 [9] 10 11"
    years = figures(friday, "?season=0").partition("Years")[2].partition("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', years)[1].endswith("?season=0&amp;year=2022#evenings")


def test_days_and_months_are_called_as_the_reader_calls_them(friday: Friends, clock: TickingClock) -> None:
    on(friday, clock, "2023-03-03")
    said = {}
    for language in ("en", "it", "fr", "es", "de"):
        friday.client.set_cookie("language", language)
        html = figures(friday)
        said[language] = (next(iter(months(html))), re.findall(r'<th scope="col" abbr="([^"]+)"', html)[0])
    assert said == {
        "en": ("March 2023", "Monday"),
        "it": ("marzo 2023", "lunedì"),
        "fr": ("mars 2023", "lundi"),
        "es": ("marzo de 2023", "lunes"),
        "de": ("März 2023", "Montag"),
    }
