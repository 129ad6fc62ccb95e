"""The running totals of a table on paper: every round, the totals, the gaps and the race chart."""

from flask import Blueprint, Response, abort, g

from scorekeeper.games.pad import Seat
from scorekeeper.language.text import Text
from scorekeeper.printing.score_sheets import ScoreTable, SheetColumn, SheetView
from scorekeeper.storage import access
from scorekeeper.table.table import Table
from scorekeeper.web.print.paper import sheet_response
from scorekeeper.web.request import load_visible_table, public_url, tables
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.journal import describe_if_asked
from scorekeeper.web.scoring.sheet import build_round_line, format_day
from scorekeeper.web.scoring.tally import describe_progress

bp = Blueprint("tally_paper", __name__, url_prefix="/t/<table_id>")


@bp.get("/tally.<any(pdf, html, css):form>")
def paper(table_id: str, form: str) -> Response:
    """Return the running totals on paper. Abort with 404 if nothing has been scored yet."""
    table = load_visible_table(table_id)
    # The page of running totals offers no paper before the first round, but its address can be typed.
    if not table.rounds:
        abort(404)
    name = f"{table.game.slug}-{format_day(table, table.rounds)}"
    return sheet_response(build_tally(table), form, name, describe_if_asked(table, table.lines))


def build_tally(table: Table) -> SheetView:
    """Return the whole game as a sheet whose lines are its rounds."""
    standings = table.standings()
    parts = table.columns()
    seats = tuple([part[0] for part in parts])
    return SheetView(
        game=table.name,
        heading=describe_progress(table),
        # The code lets others in to score, so a phone that only watches does not print it.
        table_code=table.stored.code if g.role == "score" else "",
        date=format_day(table, table.rounds),
        sentences=table.how_it_stands,
        score=ScoreTable(
            columns=[
                SheetColumn(
                    name=table.heading(part),
                    leader=part[0] in standings.leaders,
                    total=standings.format_total(part[0]),
                    out=chart.is_out(standings, part[0]),
                )
                for part in parts
            ],
            lines=[],
            rounds=[build_round_line(table, round, seats) for round in range(1, table.rounds + 1)],
            total=table.game.total,
            feet=[] if table.game.together else [(Text("Gap"), [_format_gap(table, seat) for seat in seats])],
        ),
        problems=[],
        footer=table.game.rules_in_words(table.setup),
        qr_url=public_url("home.link_page", link=access.find_link(tables().store, table.id, "watch")),
        race=chart.draw_race(table, chart.PRINTED),
    )


def _format_gap(table: Table, seat: Seat) -> Text | str:
    """Return the distance of a player to the leader, a dash for a player who is out, "" for a leader."""
    standings = table.standings()
    if chart.is_out(standings, seat):
        return "\u2013"
    if seat in standings.leaders or not standings.rounds:
        return ""
    if seat not in standings.ranking:
        return chart.describe_missing_place(table, seat) or ""
    return chart.format_gap(standings, standings.behind(seat))
