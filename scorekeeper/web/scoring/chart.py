"""The running totals as pages show them: totals, gaps to the leader, the race chart, and the tracks of some games."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from scorekeeper.games.pad import Choice, Seat, format_points
from scorekeeper.games.pads.pad import Row
from scorekeeper.games.standings import Standings
from scorekeeper.language.lettering import fit_name, measure_width
from scorekeeper.language.text import Literal, Text, join_sentences
from scorekeeper.printing.score_sheets import Frame, PlayerTotal, Race, RaceLine, RoundCell, RoundLine
from scorekeeper.table.table import Table

DASHES = 5
"""Number of dash patterns of lines on paper."""


Gaps = list[int | None]
"""The points behind the leader at the start and after each round; None while a player was not at the table."""


PHONE_CHART = Frame()
"""The chart on a phone."""

PRINTED = Frame(height=172, letter=10, mark=8, end_mark=10)
"""The chart on paper."""

PICTURED = Frame(936, 400, 92, 20, 52, 30, 270, 38, 26, 36)
"""The chart in the picture of a final result."""

BESIDE_NAMES = 4
"""Space beside the names, in units."""


def build_total(table: Table, part: tuple[Seat, ...]) -> PlayerTotal:
    """Return the total of a player, or of a team that shares it, with the gap to the leader."""
    # The first partner stands for all.
    standings, seat = table.standings(), part[0]
    return PlayerTotal(
        name=table.heading(part),
        signs=tuple([table.setup.sign(partner) for partner in part]),
        total=standings.format_total(seat),
        gap=describe_gap(table, seat),
        leader=seat in standings.leaders,
        # The last one to go out can still win, and then leads.
        out=seat in standings.out and seat not in standings.leaders,
    )


def list_columns(table: Table) -> list[PlayerTotal]:
    """Return one column per player or team, with the total and the gap to the leader."""
    return [build_total(table, part) for part in table.columns()]


def describe_gap(table: Table, seat: Seat) -> Text | None:
    """Return “won”, “leads”, “out”, the game's word for a tie, or else how many points a player is behind the leader.

    Without a place return “left” or “no place”. Return None if no round has a result, or all players share one score.
    """
    standings = table.standings()
    if not standings.rounds or table.game.together:
        return None
    if seat not in standings.ranking:
        return describe_missing_place(table, seat)
    if seat in standings.leaders:
        return Text("won") if standings.winners else Text("leads")
    if seat in standings.out:
        return Text("out")
    if seat in standings.level and table.game.tie:
        return table.game.tie[0]
    return Literal(format_gap(standings, standings.behind(seat)))


def describe_missing_place(table: Table, seat: Seat) -> Text | None:
    """Return “left” or “no place” for a player without a place, None for one who has not played a round yet."""
    if table.setup.has_left(seat):
        return Text("left")
    return Text("no place") if seat in table.standings().late else None


def format_gap(standings: Standings, points: int) -> str:
    """Return the points behind the leader with a sign: + if the lowest score wins, − if the highest does.

    Return "" if points are not worth saying.
    """
    if not standings.scored:
        return ""
    return format_points(points if standings.lowest_wins else -points, plus=True)


def build_round_line(table: Table, round: int, seats: Sequence[Seat]) -> RoundLine:
    """Return a round in one line, with the best points marked.

    The points of a player are a dash if they did not play it, an ellipsis if not known, and "" if not worth saying.
    """
    sheet, scored = table.sheet(round), table.standings().scored
    rows, name = table.game.rows(table.setup.at(round)), table.game.round_name_inside
    open = Text("No result yet for %(round)s %(number)s. %(why)s", round=name, number=round, why=sheet.reason)
    return RoundLine(
        number=round,
        name=Text("%(round)s %(number)s", round=table.game.round_name, number=round),
        cells=[
            RoundCell(sheet.format_total(seat) if scored else "", best=sheet.decided and sheet.ranks[seat] == 1)
            if sheet.plays(seat, round)
            else RoundCell("\u2013", best=False)
            for seat in seats
        ],
        open=None if sheet.decided else open,
        note=sheet.notes.get(rows[0].key) if len(rows) == 1 else None,
    )


def list_rounds(table: Table) -> list[RoundLine]:
    """Return one line per round with everybody's points."""
    seats = [part[0] for part in table.columns()]
    return [build_round_line(table, round, seats) for round in range(1, table.rounds + 1)]


def draw_race(table: Table, frame: Frame = PHONE_CHART) -> Race | None:
    """Return the race chart, or None while no round has a result, or if points are not worth saying."""
    standings = table.standings()
    if not standings.rounds or not standings.ranking or not standings.scored:
        return None
    placed = [part[0] for part in table.columns() if part[0] in standings.ranking]
    behind: dict[Seat, Gaps] = {seat: [0 if standings.find_joining(seat) == 1 else None] for seat in placed}
    best = min if standings.lowest_wins else max
    for round in standings.rounds:
        then = table.standings(round)
        # Among those in the chart only: who has missed rounds has no place in it, and could seem to lead.
        there = [seat for seat in placed if seat in then.ranking]
        ahead = best([then.totals[seat] for seat in there], default=0)
        for seat, gaps in behind.items():
            gaps.append(abs(then.totals[seat] - ahead) if seat in there else None)
    return _draw(table, list(standings.rounds), behind, frame)


class Scale(NamedTuple):
    """Where the chart shows a round and a gap: its left and top edge, and the units per round and per point."""

    left: int
    top: int
    across: float
    down: float

    def x(self, index: int) -> float:
        """Return the place of the total after `index` rounds."""
        return round_1(self.left + self.across * index)

    def y(self, gap: int) -> float:
        """Return the place of a gap of so many points."""
        return round_1(self.top + self.down * gap)


def _draw(table: Table, rounds: list[int], behind: dict[Seat, Gaps], frame: Frame) -> Race:
    # 1 if nobody was ever behind, because the height is divided by it.
    worst = max(gap or 0 for gaps in behind.values() for gap in gaps) or 1
    left = round(frame.left + 0.7 * frame.letter * max(len(str(worst)) - 2, 0))
    names = {part[0]: table.heading(part) for part in table.columns()}
    room = min(frame.names, max(measure_width(names[seat]) for seat in behind) * frame.letter)
    # High enough for all names below one another, even if they all end at the same place.
    height = max(frame.height, frame.top + frame.label_gap * (len(behind) - 1) + frame.bottom)
    low = height - frame.bottom
    down = (low - frame.top) / worst
    ends = sorted(frame.top + down * find_last(gaps) for gaps in behind.values())
    name_ys = spread(ends, frame.label_gap, frame.top, low)
    # Names that are not beside the ends of their lines leave room for the links to them.
    aside = 2 * frame.mark if any(is_aside(*pair, frame) for pair in zip(ends, name_ys, strict=True)) else 0
    right = int(frame.width - BESIDE_NAMES - frame.end_mark - aside - room)
    scale = Scale(left, frame.top, (right - left) / len(rounds), down)
    # At most three steps, so that the labels of the axis never overlap.
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if worst / step <= 3)
    ticks = [(scale.x(index), str(number)) for index, number in enumerate([0, *rounds])]
    # Only about ten numbers fit below the chart.
    every_tick = max(1, len(ticks) // 10)
    headline = Text("%(what)s. %(who)s", what=table.game.behind, who=table.headline)
    return Race(
        lines=_draw_lines(table, names, behind, frame, scale, room, name_ys, aside),
        marks=[(scale.y(gap), format_gap(table.standings(), gap)) for gap in range(0, worst + 1, step)],
        ticks=ticks[::every_tick],
        title=table.game.behind,
        sentence=join_sentences([headline, *table.late]),
        frame=frame,
        height=height,
        left=left,
        right=right,
    )


def find_last(gaps: Gaps) -> int:
    """Return the last gap of a line, at its end."""
    return next((gap for gap in reversed(gaps) if gap is not None), 0)


def spread(places: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Return places that are at least `gap` apart and close to the given ones, which ascend.

    They are between `least` and `most`, if all fit there.
    """
    # Neighbours that are too close together are one group, whose middle is the middle of what its members want.
    groups: list[list[float]] = []
    for place in places:
        group = [place]
        while groups and _top(group, gap, least, most) < _top(groups[-1], gap, least, most) + gap * len(groups[-1]):
            group = groups.pop() + group
        groups.append(group)
    return [_top(group, gap, least, most) + gap * index for group in groups for index in range(len(group))]


def _top(group: list[float], gap: float, least: float, most: float) -> float:
    """Return where a group of places that are `gap` apart begins."""
    height = gap * (len(group) - 1)
    return max(least, min(sum(group) / len(group) - height / 2, most - height))


def is_aside(end_y: float, name_y: float, frame: Frame) -> bool:
    """Return whether a name is so far from the height of its line's end that a link has to lead to it."""
    return abs(end_y - name_y) > frame.label_gap / 4


def _draw_lines(
    table: Table,
    names: dict[Seat, str],
    behind: dict[Seat, Gaps],
    frame: Frame,
    scale: Scale,
    room: float,
    name_ys: list[float],
    aside: int,
) -> list[RaceLine]:
    """Return the line of each player, from the top. `room` is the width of the names beside the lines.

    `name_ys` are the heights of the names, and `aside` is the room before them for links.
    """
    standings = table.standings()
    # Where rounds are close together, only some of them have signs.
    every = ceil(1.2 * frame.mark / scale.across)
    lines: list[RaceLine] = []
    # Leaders have a style of their own, so only the other lines take the next dash pattern.
    dash = 0
    from_top = sorted(behind.items(), key=lambda pair: (find_last(pair[1]), standings.ranking[pair[0]]))
    ends = [scale.y(find_last(gaps)) for _, gaps in from_top]
    for index, (seat, gaps) in enumerate(from_top):
        leader = seat in standings.leaders
        dash += 0 if leader else 1
        spots = [(scale.x(index), scale.y(gap)) for index, gap in enumerate(gaps) if gap is not None]
        end_x, end_y = spots[-1]
        name_x, name_y = round_1(end_x + frame.end_mark + aside), round_1(name_ys[index])
        sign_x = round_1(name_x - 0.8 * frame.mark)
        # The signs of later lines are drawn over those of earlier ones.
        is_covered = any(abs(end_y - later) < frame.end_mark / 2 for later in ends[index + 1 :])
        lines.append(
            RaceLine(
                name=fit_name(names[seat], room / frame.letter),
                sign=table.setup.sign(seat),
                leader=leader,
                dash=dash % DASHES,
                points=_join(spots),
                # Counted from the end, where a larger sign stands.
                marks=spots[::-every][:0:-1],
                end=spots[-1],
                name_at=(name_x, name_y),
                link=_join([spots[-1], (sign_x, name_y)]) if is_covered or is_aside(end_y, name_y, frame) else "",
                again=(sign_x, name_y) if is_covered else None,
            )
        )
    return lines


def _join(spots: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)


def round_1(number: float) -> float:
    """Return a coordinate rounded to one decimal, which is enough for a drawing and keeps the page small."""
    return round(number, 1)


# Tracks: a lane of the peg track for each player or team, and rows that are crossed off


LANE_WIDTH, LANE_MARGIN = 300, 6
"""The width of the drawing of a lane, and that of its ends, in the units of the drawing."""

HOLES_BETWEEN = 5
"""The holes from one drawn one to the next: a track of 121 is drawn in fives."""

STREET = 30
"""The holes of a street of a cribbage board, at whose end stands its number."""


class PegLane(NamedTuple):
    """The peg track of one player or team."""

    back: int
    """The hole of the peg behind."""
    front: int
    """The hole of the peg in front."""
    holes: int
    """The number of holes."""

    def place(self, hole: int) -> float:
        """Return how far from the left a hole is drawn. Nobody pegs beyond the last hole, or before the start."""
        share = min(max(hole, 0), self.holes) / self.holes
        return round(LANE_MARGIN + share * (LANE_WIDTH - 2 * LANE_MARGIN), 1)

    @property
    def drawn(self) -> list[int]:
        """The holes that are drawn."""
        return [*range(0, self.holes, HOLES_BETWEEN), self.holes]

    @property
    def named(self) -> list[int]:
        """The holes whose number is drawn."""
        return [*range(STREET, self.holes - STREET // 2, STREET), self.holes]


class CrossedRow(NamedTuple):
    """A row that is crossed off from left to right."""

    row: Row
    crosses: tuple[Choice, ...]
    points: str
    """Those of the player, or "" while it is blank."""
