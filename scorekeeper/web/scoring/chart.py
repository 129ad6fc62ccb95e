"""The running totals as pages show them: totals, gaps to the leader or winner, and the race chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.games.pad import Seat, Sheet, format_points
from scorekeeper.games.standings import Standings
from scorekeeper.language.lettering import fit_name, measure_width
from scorekeeper.language.text import Literal, Text
from scorekeeper.printing.score_sheets import RoundCell
from scorekeeper.table.table import Table

DASHES = 5
"""Number of dash patterns that the style sheet has."""

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 358, 172, 34, 10, 28
"""Size and margins of the chart in units of its view box. The height is a minimum: it grows with the players."""

LETTER, PRINTED_LETTER = 15, 10
"""Font sizes of the names in units: on a screen, where the font can be a wide one, and on paper."""

BESIDE, NAMES = 16, 150
"""Space beside the names, and the maximum width of the names, in units."""

DIGIT = 9
"""Width in units added to the left margin for each digit of the labels beyond the second."""

LABEL_GAP = 17
"""Minimum distance in units between two names at the line ends, so that they do not overlap."""


class TallyColumn(NamedTuple):
    """A player or team in the running totals. `gap` is the distance to the leader in words, or None."""

    name: str
    total: str
    gap: Text | None
    leader: bool
    out: bool


class TallyLine(NamedTuple):
    """A round in the running totals. `cells` are the points of each player.

    `note` says why the round has no result yet, or is None.
    """

    number: int
    url: str
    cells: list[RoundCell]
    note: Text | None


class RaceLine(NamedTuple):
    """A player's line in the race chart. `points` is the `points` attribute of its SVG polyline."""

    name: str
    leader: bool
    dash: int
    points: str
    end_x: float
    end_y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class Race:
    """The race chart: points behind the leader after each round, with the leader on top.

    `marks` pairs y coordinates with the labels of the vertical axis. `ticks` pairs x coordinates with round numbers.
    """

    lines: list[RaceLine]
    marks: list[tuple[float, str]]
    ticks: list[tuple[float, str]]
    title: Text
    sentence: Text
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - BESIDE - NAMES // 2


def list_columns(table: Table) -> list[TallyColumn]:
    """Return one column per player or team, with the total and the gap to the leader."""
    standings = table.standings()
    return [
        TallyColumn(
            name=table.heading(part),
            total=format_points(standings.totals[seat]),
            gap=describe_gap(table, seat),
            leader=seat in standings.leaders,
            out=is_out(standings, seat),
        )
        for part in table.columns()
        # Partners share a column, so the first of them stands for all.
        for seat in part[:1]
    ]


def is_out(standings: Standings, seat: Seat) -> bool:
    """Return whether a player is out of the game and does not lead it, since the last one to go out can still win."""
    return seat in standings.out and seat not in standings.leaders


def describe_gap(table: Table, seat: Seat) -> Text | None:
    """Return “won”, “leads”, “out”, the game's word for a tie, or else how many points a player is behind the leader.

    Return None if no round has a result, the player has missed one, or all players share one score.
    """
    standings = table.standings()
    if not standings.rounds or table.game.together or seat not in standings.places:
        return None
    if seat in standings.leaders:
        return Text("won") if standings.winners else Text("leads")
    if seat in standings.out:
        return Text("out")
    if seat in standings.level and table.game.tie:
        return table.game.tie[0]
    return Literal(format_gap(standings, standings.behind(seat)))


def format_gap(standings: Standings, points: int) -> str:
    """Return the points behind the leader with a sign: + if the lowest score wins, − if the highest does."""
    return format_points(points if standings.lowest_wins else -points, plus=True)


def build_cells(sheet: Sheet, round: int, seats: Sequence[Seat]) -> list[RoundCell]:
    """Return the points of each player in a round, with a dash for players who did not play it."""
    return [
        RoundCell(format_points(sheet.totals[seat], sheet.plus), best=sheet.decided and sheet.ranks[seat] == 1)
        if sheet.plays(seat, round)
        else RoundCell("\u2013", best=False)
        for seat in seats
    ]


def list_lines(table: Table, url: str) -> list[TallyLine]:
    """Return one line per round with everybody's points, the best of them marked.

    A round without a result has a note that says why. The links of the lines start with `url`, the table's address.
    """
    tally_lines, seated = [], [part[0] for part in table.columns()]
    for round in range(1, table.rounds + 1):
        sheet = table.sheet(round)
        cells = build_cells(sheet, round, seated)
        note = (
            None
            if sheet.decided
            else Text(
                "No result yet for %(round)s %(number)s. %(why)s",
                round=table.game.round_name_inside,
                number=round,
                why=sheet.reason,
            )
        )
        tally_lines.append(TallyLine(round, f"{url}{round}/sheet", cells, note))
    return tally_lines


def draw_race(table: Table, letter: int = LETTER) -> Race | None:
    """Return the race chart, or None while fewer than two rounds have a result.

    `letter` is the font size of the names in units.
    """
    standings = table.standings()
    if len(standings.rounds) < 2:
        return None
    behind: dict[Seat, list[int]] = {part[0]: [0] for part in table.columns() if part[0] in standings.places}
    best = min if standings.lowest_wins else max
    for round in standings.rounds:
        totals = table.standings(round).totals
        # Among those in the chart only: who has missed rounds has no place in it, and could seem to lead.
        ahead = best(totals[seat] for seat in behind)
        for seat, gaps in behind.items():
            gaps.append(abs(totals[seat] - ahead))
    return _draw(table, list(standings.rounds), behind, letter)


def _draw(table: Table, rounds: list[int], behind: dict[Seat, list[int]], letter: int) -> Race:
    # 1 if nobody was ever behind, because the height is divided by it.
    worst = max(max(gaps) for gaps in behind.values()) or 1
    left = LEFT + DIGIT * max(len(str(worst)) - 2, 0)
    names = {part[0]: table.heading(part) for part in table.columns()}
    room = min(NAMES, max(measure_width(names[seat]) for seat in behind) * letter)
    right = int(WIDTH - BESIDE - room)
    across = (right - left) / len(rounds)
    # High enough for all names below one another, even if they all end at the same place.
    height = max(HEIGHT, TOP + LABEL_GAP * len(behind) + BOTTOM // 2)
    down = (height - TOP - BOTTOM) / worst
    lines = []
    label_y = -LABEL_GAP * 1.0
    # Leaders have a style of their own, so only the other lines take the next dash pattern.
    dash = 0
    standings = table.standings()
    # Names are pushed down where lines end close together, so the lines are drawn from the top.
    for seat, gaps in sorted(behind.items(), key=lambda pair: (pair[1][-1], standings.places[pair[0]])):
        leader = seat in standings.leaders
        dash += 0 if leader else 1
        spots = [(left + across * index, TOP + down * gap) for index, gap in enumerate(gaps)]
        label_y = max(spots[-1][1], label_y + LABEL_GAP)
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        name = fit_name(names[seat], room / letter)
        lines.append(
            RaceLine(
                name=name,
                leader=leader,
                dash=dash % DASHES,
                points=points,
                end_x=round_1(spots[-1][0]),
                end_y=round_1(spots[-1][1]),
                label_y=round_1(label_y),
            )
        )
    # At most three steps, so that the labels of the axis never overlap.
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if worst / step <= 3)
    marks = [(round_1(TOP + down * gap), format_gap(standings, gap)) for gap in range(0, worst + 1, step)]
    ticks = [(round_1(left + across * (index + 1)), str(number)) for index, number in enumerate(rounds)]
    sentence = Text("%(what)s. %(who)s", what=table.game.behind, who=table.headline)
    # Only about ten numbers fit below the chart.
    every = max(1, len(ticks) // 10)
    return Race(
        lines=lines,
        marks=marks,
        ticks=ticks[::every],
        title=table.game.behind,
        sentence=sentence,
        height=height,
        left=left,
        right=right,
    )


def round_1(number: float) -> float:
    """Return a coordinate rounded to one decimal, which is enough for a drawing and keeps the page small."""
    return round(number, 1)
