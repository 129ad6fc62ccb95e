"""The TV scoreboard: the standings of a table, readable from across the room."""

import time
from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from flask import Blueprint, g, render_template, session, url_for
from markupsafe import Markup

from scorekeeper.games.entry import Track
from scorekeeper.games.pad import Seat, format_points
from scorekeeper.games.referee import Board
from scorekeeper.games.signs import Sign
from scorekeeper.language.lettering import measure_width
from scorekeeper.language.text import Plural, Text
from scorekeeper.printing.score_sheets import Frame, PlayerTotal, RoundCell
from scorekeeper.printing.templates import draw_qr_code
from scorekeeper.storage import access
from scorekeeper.storage.contract import Unwritable
from scorekeeper.table import milestones
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_secrets
from scorekeeper.web import live
from scorekeeper.web.layout import Head, build_head, find_join_code
from scorekeeper.web.print.card import find_wifi
from scorekeeper.web.request import TYPED_CODE, load_visible_table, public_url, tables
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.chart import CrossedRow, PegLane
from scorekeeper.web.scoring.clock import build_clock, is_ticking
from scorekeeper.web.scoring.tally import describe_progress, find_lead

bp = Blueprint("board", __name__, url_prefix="/t/<table_id>/board")

ROUNDS_ON_BOARD = 10
"""Maximum number of rounds on the board, the latest ones: as many as fit beside the standings."""


FRAMES = {
    False: Frame(600, 400, 64, 16, 44, 26, 190, 34, 20, 28),
    True: Frame(540, 400, 64, 16, 44, 26, 170, 34, 20, 28),
}
"""The measures of the race beside up to four players, and beside more."""

FEW_PLAYERS, MANY = 4, 6
"""The most players whose last change stands below the totals, and the most beside whom there is room for the race."""

NAME_WIDTHS = {FEW_PLAYERS: 270, MANY: 205}
"""Width of names beside totals of three digits, in pixels of a screen 1280 wide."""

ROOM_IN_TWO = 230
"""Width of names in two columns."""

ROOM_OF_SEAT = 330
"""Width of names beside free seats."""

ROOM_OF_CARDS = 205
"""Width of names beside the cards of a player in a refereed round, or beside the rows that they cross off."""

MOST_CROSSED_ROWS, LONGEST_ROW = 20, 15
"""The most rows to cross off that have room on the board, and the most places of one."""

NAME_SIZES = (56, 42, 34, 26)
"""Sizes of names. The smallest is for names that do not fit on two lines of 34."""

TWO_LINES = 34
"""The largest size at which a name may take two lines."""


class BoardStanding(NamedTuple):
    """A player or team on the board, with the points of each round shown and those of the last one."""

    player: PlayerTotal
    size: int
    """The size of the name in pixels of a screen 1280 wide, at which it fits."""
    last: str
    rounds: list[RoundCell]
    lane: PegLane | None
    """The lane of the peg track, if the game has one."""
    crossed: Sequence[CrossedRow]
    """What the player crosses off in the newest round."""


class Seated(NamedTuple):
    """A player at a table that phones can still join."""

    name: str
    sign: Sign
    size: int
    free: bool
    """Whether no phone has taken the seat."""


class Joining(NamedTuple):
    """What a board shows while seats are free: the players, the code, and the ways into Wi-Fi and table."""

    seats: tuple[Seated, ...]
    free: Text
    code: str
    qr: Markup
    wifi: str
    """The name of the network, "" if its code is not shown."""
    wifi_qr: Markup


@bp.get("")
def page(table_id: str) -> str:
    """Show the board of a table."""
    table = load_visible_table(table_id)
    # A whole room can read the board, so it has only the watch link, even if the phone that opened it may score.
    link = public_url("home.link_page", link=access.find_link(tables().store, table_id, "watch"))
    joining, letters = find_joining(table), _open_letters(table)
    if not is_ticking(table):
        live.share_page()
    return render_board(table, link, joining, letters)


def _open_letters(table: Table) -> str:
    """Return the letters with which screens can watch the table, "" if they cannot be stored."""
    try:
        return access.open_letters(tables().store, table.id, int(time.time()))
    except Unwritable:
        return ""


def find_joining(table: Table) -> Joining | None:
    """Return how phones can take the free seats of a table.

    Return None once something is scored, joining is closed or all seats are taken. Return None as well if this browser
    may only watch and does not know the code, because whoever has the code can score.
    """
    # It is for a browser that scores, or on which that code was typed.
    knows_code = g.role == "score" or session.get(TYPED_CODE) == table.stored.code
    code = find_join_code(table.stored) if knows_code else ""
    claimed = access.find_seat_claims(tables().store, table.id)
    players = table.setup.seats(table.seated_from)
    free = [seat for seat in players if seat not in claimed]
    if table.rounds or not code or not free:
        return None
    # The code of the Wi-Fi contains its password, so it is not for screens that may only watch.
    wifi = find_wifi() if g.role == "score" else None
    names = table.setup.names(players)
    most = NAME_SIZES[0] if len(players) <= FEW_PLAYERS else NAME_SIZES[1] if len(players) <= MANY else NAME_SIZES[3]
    return Joining(
        seats=tuple(
            [
                Seated(name, table.setup.sign(seat), choose_size(name, ROOM_OF_SEAT, most), seat in free)
                for seat, name in zip(players, names, strict=True)
            ]
        ),
        free=Plural("%(count)s seat is free", "%(count)s seats are free", len(free)),
        code=code,
        qr=draw_qr_code(public_url("home.code_page", code=code)),
        wifi=wifi.name if wifi else "",
        wifi_qr=draw_qr_code(wifi.address) if wifi else Markup(),
    )


def choose_size(name: str, room: int, largest: int) -> int:
    """Return the largest size at which a name fits on one line, or on two from 34 on."""
    sizes = [size for size in NAME_SIZES if size <= largest]
    return next(
        (size for size in sizes if _count_lines(name, room / size) <= (2 if size <= TWO_LINES else 1)), sizes[-1]
    )


def _count_lines(name: str, room: float) -> int:
    """Return the number of lines that a name takes where a line is `room` em wide. A longer word is broken."""
    lines, line = 1, ""
    for word in name.split():
        if line and measure_width(f"{line} {word}") > room:
            lines, line = lines + 1, ""
        line = f"{line} {word}".strip()
        lines += ceil(measure_width(word) / room) - 1
    return lines


def render_board(table: Table, link: str, joining: Joining | None, letters: str) -> str:
    """Return the board as HTML. `link` is the address for watching the table, which it shows as a QR code.

    `letters` are those for watching, or "" if it shows none.
    """
    first = max(0, table.rounds - ROUNDS_ON_BOARD)
    standings = list_standings(table, first)
    crowd = len(standings) > MANY
    crossing = any(player.crossed for player in standings)
    most = NAME_SIZES[1] if len(standings) <= FEW_PLAYERS else NAME_SIZES[3]
    return render_template(
        "scoring/board.html",
        page=Head(table.name, describe_progress(table), url_for("table.tally", table_id=table.id)),
        table=build_head(table),
        seen=table.seen,
        standings=standings,
        rounds=chart.list_rounds(table)[first:],
        race=None if crowd or crossing else chart.draw_race(table, FRAMES[len(standings) > FEW_PLAYERS]),
        few=len(standings) <= FEW_PLAYERS,
        crossing=crossing,
        crowd=crowd,
        scored=bool(table.standings().rounds),
        told=find_board(table),
        sizes={name: choose_size(name, ROOM_OF_CARDS, most) for name in map(table.setup.name, table.everybody)},
        revealed=describe_secrets(table, table.rounds),
        over=table.over,
        headline=table.headline,
        late=table.late,
        clock=build_clock(table, buttons=False),
        lead=find_lead(table),
        progress=milestones.measure(table),
        sentences=milestones.describe(table),
        qr=draw_qr_code(link),
        host=link.partition("://")[2].partition("/")[0],
        code=letters,
        joining=joining,
    )


def find_board(table: Table) -> Board | None:
    """Return the cards on the table, the turn and the last move of the round being played move by move.

    Return None if the latest round is entered in another way, has no move yet, is no longer refereed or is over.
    """
    play = table.known.plays.get(table.rounds)
    if play is None or not play.before or play.stopped or play.unfinished is None:
        return None
    view: Board = play.referee.view(play.state)
    return view


def find_points_so_far(table: Table) -> Mapping[Seat, int]:
    """Return the points on cards that are not full yet, by seat. Return {} if there are none, or there is a result."""
    way = next(iter(table.game.ways(table.setup)))
    if way.layout != "card" or not table.rounds or table.standings().rounds:
        return {}
    return table.sheet(table.rounds).totals


def _find_lane(table: Table, seat: Seat, holes: int) -> PegLane:
    """Return the lane of a player: before the newest round, and with what is pegged in it so far."""
    before = table.standings(table.rounds - 1).totals.get(seat, 0) if table.rounds else 0
    newest = table.sheet(table.rounds).totals.get(seat, 0) if table.rounds else 0
    return PegLane(before, before + newest, holes)


def list_crossed_rows(table: Table) -> Mapping[Seat, Sequence[CrossedRow]]:
    """Return what each player crosses off in the newest round, by seat. Return {} if it has no room on the board."""
    round, setup = max(table.rounds, 1), table.setup
    rows = {row.key: row for row in table.game.rows(setup.at(round))}
    cells = table.sheet(round).cells
    found: dict[Seat, list[CrossedRow]] = {}
    for step in next(iter(table.game.ways(setup))).steps(setup, table.marks(round), round):
        for ask in step.asks:
            if isinstance(ask, Track) and ask.seat is not None:
                cell = cells.get((step.row, ask.seat))
                points = "" if cell is None or cell.points is None else format_points(cell.points)
                found.setdefault(ask.seat, []).append(CrossedRow(rows[step.row], ask.crosses, points))
    every = [row for of_one in found.values() for row in of_one]
    has_room = len(every) <= MOST_CROSSED_ROWS and all(len(row.crosses) <= LONGEST_ROW for row in every)
    return found if has_room else {}


def list_standings(table: Table, first: int) -> list[BoardStanding]:
    """Return the standing of every player or team, best first. Points of the first `first` rounds are left out."""
    standings = table.standings()
    rounds = chart.list_rounds(table)[first:]
    seated = [column[0] for column in table.columns()]
    most = len(seated)
    largest = NAME_SIZES[0] if most <= FEW_PLAYERS else NAME_SIZES[1] if most <= MANY else NAME_SIZES[2]
    room = next((width for players, width in NAME_WIDTHS.items() if most <= players), ROOM_IN_TWO)
    # Totals of more than three digits take the width from the names.
    digits = max((len(format_points(total)) for total in standings.totals.values()), default=0)
    room -= max(0, digits - 3) * (60 if most <= FEW_PLAYERS else 34)
    last = table.sheet(standings.last) if standings.rounds and standings.scored else None
    so_far, holes = find_points_so_far(table), table.game.peg_holes(table.setup)
    crossed = list_crossed_rows(table)
    if crossed:
        room = ROOM_OF_CARDS

    shown = []
    for place, part in table.by_place:
        seat, player = part[0], chart.build_total(table, part)
        gap = player.gap
        behind = standings.scored and seat in standings.ranking and seat not in (*standings.level, *standings.out)
        if standings.rounds and behind:
            gap = Plural("%(count)s behind", "%(count)s behind", standings.behind(seat))
        total = format_points(so_far[seat]) if seat in so_far else player.total
        shown.append(
            BoardStanding(
                # Without a gap there is no place: no result yet, a missed round, or one score for all.
                player=player._replace(place=place if gap else "\u2013", gap=gap, total=total),
                size=choose_size(player.name, room, largest),
                last=format_points(last.totals[seat], plus=True) if last and seat in last.totals else "",
                rounds=[line.cells[seated.index(seat)] for line in rounds],
                lane=_find_lane(table, seat, holes) if holes else None,
                crossed=crossed.get(seat, ()),
            )
        )
    return shown
