"""The evenings of a group as a calendar: a year at a time, each month in which it met as a grid of its weeks."""

import calendar
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from flask import request, url_for

from scorekeeper.group.group import Group
from scorekeeper.group.statistics import Played
from scorekeeper.language.text import Plural, Text
from scorekeeper.web.formatting import first_weekday, local_day, said_date, said_month, weekdays


class Day(NamedTuple):
    """A day of a month: how many games were played on it, how that is said, and where they are."""

    number: int
    games: int = 0
    said: Text | None = None
    url: str = ""


class Month(NamedTuple):
    """A month by its weeks; None stands for the days of its neighbours."""

    name: str
    weeks: list[list[Day | None]]


class Calendar(NamedTuple):
    """The months of a year in which a group met, the latest first, the other years, and how many evenings there were.

    `weekdays` are the days of the week in the order of the reader's language, in short and in full.
    """

    about: Text
    years: list[tuple[str, str, bool]]
    weekdays: list[tuple[str, str]]
    months: list[Month]


def evenings(group: Group, games: Sequence[Played], season: int | None) -> Calendar | None:
    """The calendar of the year that the address asks for, else of the latest one; None where nothing was played."""
    played_on = days(games)
    if not played_on:
        return None
    years = sorted({day.year for day in played_on}, reverse=True)
    year = next((one for one in years if str(one) == request.args.get("year")), years[0])
    many = "%(count)s game nights. The number under each date is how many games were played."
    months = sorted({day.month for day in played_on if day.year == year}, reverse=True)
    return Calendar(
        Plural("One game night. The number under the date is how many games were played.", many, len(played_on)),
        [(str(one), _address(group, season, one), one == year) for one in years] if len(years) > 1 else [],
        weekdays(),
        [_month(group, year, month, played_on) for month in months],
    )


def days(games: Sequence[Played]) -> dict[date, Counter[str]]:
    """The days on which something was played: how many games at which table."""
    played_on: dict[date, Counter[str]] = {}
    for game in games:
        played_on.setdefault(local_day(game.at), Counter())[game.table_id] += 1
    return played_on


def _address(group: Group, season: int | None, year: int) -> str:
    return url_for("figures.page", group_id=group.id, season=season, year=year, _anchor="evenings")


def _month(group: Group, year: int, month: int, played_on: dict[date, Counter[str]]) -> Month:
    weeks = calendar.Calendar(first_weekday()).monthdatescalendar(year, month)
    grid = [[_day(group, day, played_on.get(day)) if day.month == month else None for day in week] for week in weeks]
    return Month(said_month(date(year, month, 1)), grid)


def _day(group: Group, day: date, tables: Counter[str] | None) -> Day:
    """A day; what was played at one table alone leads to how that evening ended, else to all tables of the day."""
    if not tables:
        return Day(day.day)
    games, [first, *others] = tables.total(), list(tables)
    url = url_for("evening.page", table_id=first)
    if others:
        url = url_for("group.all_tables", group_id=group.id, day=day.isoformat())
    said = Plural("%(day)s, one game", "%(day)s, %(count)s games", games, day=said_date(day))
    return Day(day.day, games, said, url)
