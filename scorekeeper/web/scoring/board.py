"""The TV scoreboard: the standings of a table, readable from across the room."""

from typing import NamedTuple

from flask import Blueprint, Response, render_template, url_for

from scorekeeper.games.pad import Seat, format_points
from scorekeeper.games.referee import Board
from scorekeeper.language.text import Plural, Text
from scorekeeper.printing.score_sheets import RoundCell
from scorekeeper.table import milestones
from scorekeeper.table.moves import describe_secrets
from scorekeeper.table.table import Table
from scorekeeper.web import page_cache
from scorekeeper.web.formatting import draw_qr_code
from scorekeeper.web.layout import Head
from scorekeeper.web.page_cache import Viewer
from scorekeeper.web.request import language, load_visible_table, public_url, tables
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.tally import describe_progress, find_lead

bp = Blueprint("board", __name__, url_prefix="/t/<table_id>/board")

SHOWN = 10
"""Maximum number of rounds on the board, the latest ones: as many as fit beside the standings."""


class Standing(NamedTuple):
    """A player or team on the board, with the points of each round shown."""

    rank: str
    name: str
    gap: Text | None
    total: str
    leader: bool
    out: bool
    rounds: list[RoundCell]


@bp.get("")
def page(table_id: str) -> Response:
    """Show the board of a table."""
    table = load_visible_table(table_id)
    # A whole room can read the board, so it has only the watch link, even if the phone that opened it may score.
    link = public_url("home.link_page", link=tables().store.link(table_id, "watch"))
    shown = page_cache.make_key(table, "board.page", Viewer(language()), link)
    return page_cache.answer(page_cache.get_or_render(shown, table, lambda: render_board(table, link)))


def render_board(table: Table, link: str) -> str:
    """Return the board as HTML. `link` is the address for watching the table, which it shows as a QR code."""
    first = max(0, table.rounds - SHOWN)
    return render_template(
        "scoring/board.html",
        page=Head(table.name, describe_progress(table), url_for("table.tally", table_id=table.id)),
        seen=table.seen,
        standings=list_standings(table, first),
        rounds=chart.list_lines(table, "")[first:],
        race=chart.draw_race(table),
        told=find_board(table),
        revealed=describe_secrets(table, table.rounds),
        over=table.over,
        headline=table.headline,
        lead=find_lead(table),
        progress=milestones.measure(table),
        sentences=milestones.describe(table),
        qr=draw_qr_code(link),
        host=link.partition("://")[2].partition("/")[0],
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


def list_standings(table: Table, first: int = 0) -> list[Standing]:
    """Return the standing of every player or team, best first. Points of the first `first` rounds are left out."""
    standings = table.standings()
    rounds = chart.list_lines(table, "")[first:]
    seated = [column[0] for column in table.columns()]

    def gap(seat: Seat) -> Text | None:
        if standings.rounds and seat in standings.places and seat not in (*standings.level, *standings.out):
            return Plural("%(count)s behind", "%(count)s behind", standings.behind(seat))
        return chart.describe_gap(table, seat)

    return [
        Standing(
            # Without a gap there is no place: no result yet, a missed round, or one score for all.
            rank=place if gap(seat) else "\u2013",
            name=table.heading((seat, *partners)),
            gap=gap(seat),
            total=format_points(standings.totals[seat]),
            leader=seat in standings.leaders,
            out=chart.is_out(standings, seat),
            rounds=[line.cells[seated.index(seat)] for line in rounds],
        )
        for place, (seat, *partners) in table.by_place
    ]
