"""The tally of a table: totals over the decided rounds, who leads, how far the others are behind, and the race."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.folded import KEPT, Table
from scorekeeper.games.ahead import ahead
from scorekeeper.games.base import Seat, places
from scorekeeper.text import Literal, Plural, Text
from scorekeeper.web.lettering import short, signed

DASHES = 5
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 358, 172, 34, 82, 10, 28
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
    sentence: Text
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def running_totals(table: Table, upto: int | None = None) -> dict[Seat, int]:
    """What every seat that ever sat began with, and its points of the decided rounds up to one."""
    last = table.rounds if upto is None else upto
    totals = dict.fromkeys(everybody(table), table.game.start(table.setup))
    for round in range(1, last + 1):
        sheet = table.sheet(round)
        if sheet.decided:
            for seat in table.setup.seats(round):
                totals[seat] += sheet.totals[seat]
    return totals


@lru_cache(KEPT)
def everybody(table: Table) -> list[Seat]:
    """The seats that sit now, clockwise, then those who left but have points."""
    last = max(table.rounds, 1)
    seats = list(table.setup.seats(max(last, table.setup.seating[-1][0])))
    for round in range(1, last + 1):
        seats += [seat for seat in table.setup.seats(round) if seat not in seats]
    return seats


def ranked(table: Table, totals: Mapping[Seat, int]) -> dict[Seat, int]:
    """The place of each seat by its total; who has not played every decided round has none.

    Where nobody has, everybody has a place.
    """
    sign = 1 if table.game.lowest_wins(table.setup) else -1
    played = set(totals)
    for round in range(1, table.rounds + 1):
        if table.sheet(round).decided:
            played &= set(table.setup.seats(round))
    return places({seat: sign * points for seat, points in totals.items() if seat in played or not played})


@lru_cache(KEPT)
def columns(table: Table) -> list[TallyColumn]:
    """One column a player: total, and how far behind the leader."""
    totals = running_totals(table)
    place = ranked(table, totals)
    best = next((totals[seat] for seat in totals if place.get(seat) == 1), 0)
    any_round = any(table.sheet(round).decided for round in range(1, table.rounds + 1))
    names = dict(zip(totals, short(table.setup.names(tuple(totals))), strict=True))
    found = []
    for seat, total in totals.items():
        leader = any_round and place.get(seat) == 1
        gap = Text("leads") if leader else Literal(f"+{abs(total - best)}") if any_round and seat in place else None
        found.append(TallyColumn(names[seat], signed(total), gap, leader))
    return found


def leads(table: Table) -> Text | None:
    """Who leads the tally with how many points, to be said aloud; None before a round is decided."""
    totals = running_totals(table)
    leaders = first(table)
    if not leaders:
        return None
    return ahead(table.setup.names(leaders), signed(totals[leaders[0]]), len(totals))


def first(table: Table) -> tuple[Seat, ...]:
    """The seats that are ahead; none before a round is decided."""
    if not any(table.sheet(round).decided for round in range(1, table.rounds + 1)):
        return ()
    place = ranked(table, running_totals(table))
    return tuple(seat for seat in place if place[seat] == 1)


def ended(table: Table) -> Text:
    """That somebody ended the evening, and who wins then."""
    winners = first(table)
    if not winners:
        return Text("The evening is over. Nothing was scored.")
    one = "The evening is over. %(who)s wins with %(points)s."
    many = "The evening is over. %(who)s share the win with %(points)s."
    points = signed(running_totals(table)[winners[0]])
    return Plural(one, many, len(winners), who=table.setup.names(winners), points=points)


@lru_cache(KEPT)
def lines(table: Table, url: str) -> list[TallyLine]:
    """One line a round: everybody's points, the best of them marked; an undecided round says so and is left out."""
    found = []
    for round in range(1, table.rounds + 1):
        sheet = table.sheet(round)
        played = table.setup.seats(round)
        cells = [
            (signed(sheet.totals[seat], sheet.plus), sheet.decided and sheet.ranks[seat] == 1)
            if seat in played
            else ("\u2013", False)
            for seat in everybody(table)
        ]
        note = (
            None
            if sheet.decided
            else Text(
                "%(round)s %(number)s is not decided. %(why)s",
                round=table.game.round_name,
                number=round,
                why=sheet.reason,
            )
        )
        found.append(TallyLine(round, f"{url}{round}/sheet", cells, note))
    return found


@lru_cache(KEPT)
def race(table: Table) -> Race | None:
    """Draw the race once two rounds are decided."""
    rounds = [round for round in range(1, table.rounds + 1) if table.sheet(round).decided]
    if len(rounds) < 2:
        return None
    behind: dict[Seat, list[int]] = {seat: [0] for seat in ranked(table, running_totals(table))}
    for round in rounds:
        totals = {seat: points for seat, points in running_totals(table, round).items() if seat in behind}
        best = min(totals.values()) if table.game.lowest_wins(table.setup) else max(totals.values())
        for seat, total in totals.items():
            behind[seat].append(abs(total - best))
    return _drawing(table, rounds, behind)


def _drawing(table: Table, rounds: list[int], behind: dict[Seat, list[int]]) -> Race:
    worst = max(max(gaps) for gaps in behind.values()) or 1
    left = LEFT + DIGIT * max(len(str(worst)) - 2, 0)
    across = (WIDTH - left - RIGHT) / len(rounds)
    height = max(HEIGHT, TOP + LABEL_GAP * len(behind) + BOTTOM // 2)
    down = (height - TOP - BOTTOM) / worst
    lines = []
    label_y = -LABEL_GAP * 1.0
    dash = 0
    for seat, gaps in sorted(behind.items(), key=lambda pair: pair[1][-1]):
        leader = gaps[-1] == 0
        dash += 0 if leader else 1
        spots = [(left + across * index, TOP + down * gap) for index, gap in enumerate(gaps)]
        label_y = max(spots[-1][1], label_y + LABEL_GAP)
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        name = table.setup.name(seat)
        lines.append(
            RaceLine(
                name, leader, dash % DASHES, points, round_1(spots[-1][0]), round_1(spots[-1][1]), round_1(label_y)
            )
        )
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if worst / step <= 3)
    marks = [(round_1(TOP + down * gap), f"+{gap}" if gap else "0") for gap in range(0, worst + 1, step)]
    ticks = [(round_1(left + across * (index + 1)), str(number)) for index, number in enumerate(rounds)]
    leaders = tuple(line.name for line in lines if line.leader)
    sentence = Text("Points behind the leader. Now ahead: %(who)s.", who=leaders)
    return Race(lines, marks, ticks[:: max(1, len(ticks) // 10)], sentence, height=height, left=left)


def round_1(number: float) -> float:
    """One digit behind the point is enough for a drawing."""
    return round(number, 1)
