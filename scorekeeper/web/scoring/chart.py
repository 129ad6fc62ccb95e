"""The tally of a table as it is drawn: totals, how far everybody is behind the leader or winner, and the race."""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.games.pad import Seat, signed
from scorekeeper.games.standings import Standings
from scorekeeper.language.lettering import fitted, width
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.table import Table

DASHES = 5

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 358, 172, 34, 10, 28

LETTER, PRINTED_LETTER = 15, 10
"""Units that a name at the end of a line is high, on a screen, where letters may be broad ones, and on paper."""

BESIDE, NAMES = 16, 150
"""Units beside a name, and the most that names take up."""

DIGIT = 9
"""Units that one more digit takes up on the left."""

LABEL_GAP = 17
"""Units between two names at the line ends, so that none covers another."""


class TallyColumn(NamedTuple):
    """A player in the tally: the total, and how far behind the leader, once there is one."""

    name: str
    total: str
    gap: Text | None
    leader: bool
    out: bool


class TallyLine(NamedTuple):
    """A round in the tally: what everybody got, and whether that was the best."""

    number: int
    url: str
    cells: list[tuple[str, bool]]
    note: Text | None


class RaceLine(NamedTuple):
    """A player in the race: how the line is drawn, and where it ends."""

    name: str
    leader: bool
    dash: int
    points: str
    end_x: float
    end_y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class Race:
    """The race as a drawing: points behind the leader after each round, the leader on top."""

    lines: list[RaceLine]
    marks: list[tuple[float, str]]
    ticks: list[tuple[float, str]]
    title: Text
    sentence: Text
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - BESIDE - NAMES // 2


def columns(table: Table) -> list[TallyColumn]:
    """One column a player, or a team: total, and how far behind the leader."""
    standings = table.standings()
    return [
        TallyColumn(
            table.heading(part),
            signed(standings.totals[seat]),
            gap(table, seat),
            seat in standings.leaders,
            is_out(standings, seat),
        )
        for part in table.columns()
        for seat in part[:1]
    ]


def is_out(standings: Standings, seat: Seat) -> bool:
    """Whether somebody is out of the game and has not won it all the same."""
    return seat in standings.out and seat not in standings.leaders


def gap(table: Table, seat: Seat) -> Text | None:
    """That somebody leads, has won or is out, else how far behind; None where no round counts or for who missed one."""
    standings = table.standings()
    if not standings.rounds or seat not in standings.places:
        return None
    if seat in standings.leaders:
        return Text("won") if standings.winners else Text("leads")
    if seat in standings.out:
        return Text("out")
    if seat in standings.level and table.game.tie:
        return table.game.tie[0]
    return Literal(distance(standings, standings.behind(seat)))


def distance(standings: Standings, points: int) -> str:
    """So many points behind: to be lost where fewest win, to be gained where most do."""
    return signed(points if standings.lowest_wins else -points, plus=True)


def lines(table: Table, url: str) -> list[TallyLine]:
    """One line a round: everybody's points, the best of them marked; an undecided round says so and is left out."""
    tally_lines, seated = [], [part[0] for part in table.columns()]
    for round in range(1, table.rounds + 1):
        sheet = table.sheet(round)
        cells = [
            (signed(sheet.totals[seat], sheet.plus), sheet.decided and sheet.ranks[seat] == 1)
            if sheet.plays(seat, round)
            else ("\u2013", False)
            for seat in seated
        ]
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


def race(table: Table, letter: int = LETTER) -> Race | None:
    """Draw the race once two rounds are decided, with letters of so many units."""
    now = table.standings()
    if len(now.rounds) < 2:
        return None
    behind: dict[Seat, list[int]] = {part[0]: [0] for part in table.columns() if part[0] in now.places}
    best = min if now.lowest_wins else max
    for round in now.rounds:
        totals = table.standings(round).totals
        ahead = best(totals[seat] for seat in behind)
        for seat, gaps in behind.items():
            gaps.append(abs(totals[seat] - ahead))
    return _drawing(table, list(now.rounds), behind, letter)


def _drawing(table: Table, rounds: list[int], behind: dict[Seat, list[int]], letter: int) -> Race:
    worst = max(max(gaps) for gaps in behind.values()) or 1
    left = LEFT + DIGIT * max(len(str(worst)) - 2, 0)
    names = {part[0]: table.heading(part) for part in table.columns()}
    room = min(NAMES, max(width(names[seat]) for seat in behind) * letter)
    right = int(WIDTH - BESIDE - room)
    across = (right - left) / len(rounds)
    height = max(HEIGHT, TOP + LABEL_GAP * len(behind) + BOTTOM // 2)
    down = (height - TOP - BOTTOM) / worst
    lines = []
    label_y = -LABEL_GAP * 1.0
    dash = 0
    standings = table.standings()
    for seat, gaps in sorted(behind.items(), key=lambda pair: (pair[1][-1], standings.places[pair[0]])):
        leader = seat in standings.leaders
        dash += 0 if leader else 1
        spots = [(left + across * index, TOP + down * gap) for index, gap in enumerate(gaps)]
        label_y = max(spots[-1][1], label_y + LABEL_GAP)
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        name = fitted(names[seat], room / letter)
        lines.append(
            RaceLine(
                name, leader, dash % DASHES, points, round_1(spots[-1][0]), round_1(spots[-1][1]), round_1(label_y)
            )
        )
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if worst / step <= 3)
    marks = [(round_1(TOP + down * gap), distance(standings, gap)) for gap in range(0, worst + 1, step)]
    ticks = [(round_1(left + across * (index + 1)), str(number)) for index, number in enumerate(rounds)]
    sentence = Text("%(what)s. %(who)s", what=table.game.behind, who=table.headline)
    every = max(1, len(ticks) // 10)
    return Race(lines, marks, ticks[::every], table.game.behind, sentence, height=height, left=left, right=right)


def round_1(number: float) -> float:
    """One digit behind the point is enough for a drawing."""
    return round(number, 1)
