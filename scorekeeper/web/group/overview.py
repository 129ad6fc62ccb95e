"""What a group sees first of its statistics: wins in a period, the pair that met most often, and the longest streak."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from flask import request, url_for

from scorekeeper.games.signs import Sign
from scorekeeper.group.figures import Figures
from scorekeeper.group.group import Group
from scorekeeper.group.statistics import PlayedGame
from scorekeeper.language.text import Text
from scorekeeper.nights import find_night_begin, find_night_date

SUMMER = 6
"""The month with which summer starts."""


class Winner(NamedTuple):
    """A member with their wins."""

    name: str
    url: str
    sign: Sign
    wins: int
    plays: int
    bar: tuple[int, int] | None
    """The share of wins and the share by chance in percent, None without opponents."""


class Meeting(NamedTuple):
    """Two members who met often: the signs, the names, and how often each was ahead."""

    signs: tuple[Sign, Sign]
    names: tuple[str, str]
    ahead: tuple[int, int]


class Run(NamedTuple):
    """A member with the longest streak of wins."""

    sign: Sign
    name: str
    wins: int


class Overview(NamedTuple):
    """The statistics of a group in one period."""

    periods: list[tuple[Text, str, bool]]
    """The name of each period, its address, and whether it is shown."""
    winners: list[Winner]
    meeting: Meeting | None
    run: Run | None


def build_overview(group: Group, games: Sequence[PlayedGame], now: float) -> Overview:
    """Return the statistics of the period in the address, otherwise of all games. `now` is the Unix time."""
    here = url_for("group.page", group_id=group.id)
    today = find_night_date(now)
    starts = {"summer": find_summer(today), "month": today.replace(day=1)}
    asked = request.args.get("since", "")
    chosen = asked if asked in starts else ""
    names = {"": Text("All"), "summer": Text("Since summer"), "month": Text("This month")}
    first = find_night_begin(starts[chosen]) if chosen else 0
    figures = Figures(tuple([game for game in games if game.at >= first]))
    return Overview(
        [(name, f"{here}?since={key}" if key else here, key == chosen) for key, name in names.items()],
        _list_winners(group, figures),
        _find_meeting(group, figures),
        _find_run(group, figures),
    )


def find_summer(today: date) -> date:
    """Return the first day of the latest summer that has begun."""
    return date(today.year if today.month >= SUMMER else today.year - 1, SUMMER, 1)


def _list_winners(group: Group, figures: Figures) -> list[Winner]:
    return [
        Winner(
            group.names[standing.person],
            url_for("persons.person", group_id=group.id, person_id=standing.person),
            group.signs[group.resolve(standing.person)],
            standing.wins,
            standing.plays,
            (round(100 * standing.share), round(100 * standing.chance)) if standing.contested else None,
        )
        for standing in figures.standings
    ]


def _find_meeting(group: Group, figures: Figures) -> Meeting | None:
    """Return the pair that met most often, with the one who was ahead more often first. None if nobody met often."""
    pair = next(iter(figures.pairs), None)
    if pair is None:
        return None
    persons, ahead = (pair.person, pair.other), (pair.ahead, pair.behind)
    if ahead[0] < ahead[1]:
        persons, ahead = persons[::-1], ahead[::-1]
    return Meeting(
        (group.signs[group.resolve(persons[0])], group.signs[group.resolve(persons[1])]),
        (group.names[persons[0]], group.names[persons[1]]),
        ahead,
    )


def _find_run(group: Group, figures: Figures) -> Run | None:
    streak = next(iter(figures.streaks), None)
    if streak is None:
        return None
    return Run(group.signs[group.resolve(streak.person)], group.names[streak.person], streak.longest)
