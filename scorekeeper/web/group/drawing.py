"""Points of a group member over time as a chart, with the same numbers as a list."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.games.pad import format_points
from scorekeeper.group import statistics
from scorekeeper.group.group import Person
from scorekeeper.group.statistics import GameKind, PlayedGame, Point
from scorekeeper.language.text import Text
from scorekeeper.web.formatting import format_night
from scorekeeper.web.group.figures import describe_kind, sheet_url

CHART_WIDTH, HEIGHT, LEFT_MARGIN, RIGHT, TOP, BOTTOM = 358, 130, 44, 12, 12, 14
"""Size and inner margins of a chart, in SVG units."""

GAMES_IN_CHART = 60
"""The maximum number of games in a chart. Older ones are left out."""


class Chart(NamedTuple):
    """A line chart of a member's points."""

    title: Text
    sentence: Text
    """The chart in words."""
    points: str
    """The `points` attribute of its SVG polyline."""
    dots: list[tuple[float, float]]
    """The x and y coordinates of the games."""
    marks: list[tuple[float, str]]
    """The y coordinates of the highest and the lowest points, with their labels."""
    listed: list[tuple[str, str, str]]
    """Day, points and address of the sheet for each game, the latest first."""
    width: int = CHART_WIDTH
    height: int = HEIGHT
    left: int = LEFT_MARGIN
    right: int = CHART_WIDTH - RIGHT


def draw_charts(person: Person, games: Sequence[PlayedGame]) -> list[Chart]:
    """Return a chart of the latest `GAMES_IN_CHART` games of each kind that the member has played at least twice."""
    by_kind = statistics.list_points(games, person.id)
    return [_draw_chart(person, kind, points[-GAMES_IN_CHART:]) for kind, points in by_kind.items() if len(points) > 1]


def _draw_chart(person: Person, kind: GameKind, points: Sequence[Point]) -> Chart:
    low, high = min(point.points for point in points), max(point.points for point in points)
    # If all points are equal the range is 0. Dividing by 1 then draws a flat line.
    across, down = (
        (CHART_WIDTH - LEFT_MARGIN - RIGHT) / (len(points) - 1),
        (HEIGHT - TOP - BOTTOM) / ((high - low) or 1),
    )
    dots = [
        (round(LEFT_MARGIN + across * place, 1), round(TOP + down * (high - point.points), 1))
        for place, point in enumerate(points)
    ]
    marks = [(float(TOP), format_points(high))]
    if low != high:
        marks.append((float(HEIGHT - BOTTOM), format_points(low)))
    sentence = Text(
        "%(who)s, %(game)s: %(count)s games, from %(low)s to %(high)s points, most recently %(last)s.",
        who=person.name,
        game=describe_kind(kind),
        count=len(points),
        low=format_points(low),
        high=format_points(high),
        last=format_points(points[-1].points),
    )
    listed = [
        (format_night(point.at, time.time()), format_points(point.points), sheet_url(point.table_id, point.round))
        for point in reversed(points)
    ]
    return Chart(
        title=describe_kind(kind),
        sentence=sentence,
        points=" ".join(f"{x},{y}" for x, y in dots),
        dots=dots,
        marks=marks,
        listed=listed,
    )
