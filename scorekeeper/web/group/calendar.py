"""The game nights of a group as a calendar of one year, with a grid for each month in which it met."""

import calendar
from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from flask import request, url_for

from scorekeeper.group.group import Group
from scorekeeper.group.played import Played
from scorekeeper.group.statistics import PlayedGame
from scorekeeper.language.text import Plural, Text
from scorekeeper.nights import find_night_date, name_time_zone
from scorekeeper.web.formatting import find_first_weekday, format_long_date, format_month, list_weekdays


class Day(NamedTuple):
    """A day of a month."""

    number: int
    games: int = 0
    """The number of games played on it."""
    said: Text | None = None
    """The date and the number of games in words, None without games."""
    url: str = ""
    """Leads to the tables of the day."""


class Month(NamedTuple):
    """A month as a list of weeks. None stands for a day of a neighbouring month."""

    name: str
    weeks: list[list[Day | None]]


class Calendar(NamedTuple):
    """The months of one year in which a group met, latest first."""

    about: Text
    """Counts the game nights of all years."""
    limits: Text
    """Says when a game night ends."""
    years: list[tuple[str, str, bool]]
    """The name and address of each year, and whether it is shown. Empty if there is only one."""
    weekdays: list[tuple[str, str]]
    """The short and full name of each weekday, from the first day of the reader's week."""
    months: list[Month]


def build_calendar(played: Played, season: int | None) -> Calendar | None:
    """Return the calendar of the year in the address, otherwise of the latest one. Return None without any games.

    `season` is the index of the season that the links to other years keep, or None.
    """
    group, played_on = played.group, count_by_day(played.games)
    if not played_on:
        return None
    years = sorted({day.year for day in played_on}, reverse=True)
    year = next((offered for offered in years if str(offered) == request.args.get("year")), years[0])
    many = "%(count)s game nights. The number under each date is how many games were played."
    # The calendar is far down the page, so a link to another year leads back to it.
    link = partial(url_for, "figures.page", group_id=group.id, season=season, _anchor="evenings")
    months = sorted({day.month for day in played_on if day.year == year}, reverse=True)
    return Calendar(
        Plural("One game night. The number under the date is how many games were played.", many, len(played_on)),
        describe_limits(),
        [(str(offered), link(year=offered), offered == year) for offered in years] if len(years) > 1 else [],
        list_weekdays(),
        [_build_month(group, year, month, played_on) for month in months],
    )


def describe_limits() -> Text:
    """Return a sentence that says when a game night ends, with the time zone."""
    return Text("A game night lasts until six in the morning (%(zone)s).", zone=name_time_zone())


def find_requested_day() -> date | None:
    """Return the day in the address, or None if there is no valid one."""
    try:
        return date.fromisoformat(request.args.get("day", ""))
    except ValueError:
        return None


def count_by_day(games: Sequence[PlayedGame]) -> dict[date, Counter[str]]:
    """Return a counter of the games by table id for each game night, by its date."""
    played_on: dict[date, Counter[str]] = {}
    for game in games:
        played_on.setdefault(find_night_date(game.at), Counter())[game.table_id] += 1
    return played_on


def _build_month(group: Group, year: int, month: int, played_on: dict[date, Counter[str]]) -> Month:
    weeks = calendar.Calendar(find_first_weekday()).monthdatescalendar(year, month)
    grid = [
        # Days of neighbouring months stay blank, because they belong to the grid of their own month.
        [_build_day(group, day, played_on.get(day)) if day.month == month else None for day in week]
        for week in weeks
    ]
    return Month(format_month(date(year, month, 1)), grid)


def _build_day(group: Group, day: date, tables: Counter[str] | None) -> Day:
    """Return a day, linked to the final result of its only table, or to the list of its tables if there are several.

    `tables` counts the games of the day by table id. It is None if there were none.
    """
    if not tables:
        return Day(day.day)
    games, [first, *others] = tables.total(), list(tables)
    url = url_for("evening.page", table_id=first)
    if others:
        url = url_for("group.all_tables", group_id=group.id, day=day.isoformat())
    said = Plural("%(day)s, one game", "%(day)s, %(count)s games", games, day=format_long_date(day))
    return Day(day.day, games, said, url)
