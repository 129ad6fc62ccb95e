"""The running totals of a table: totals, who leads or has won, and what comes next."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Refusal
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text
from scorekeeper.printing import score_sheets
from scorekeeper.table.table import Table
from scorekeeper.web import page_cache
from scorekeeper.web.entry.places import find_first_open
from scorekeeper.web.entry.write import write_line
from scorekeeper.web.inputs import new_op, read_tap
from scorekeeper.web.language import list_paper_languages
from scorekeeper.web.layout import Head, Primary, TableHead, build_head, build_menu, describe_undo, find_join_code
from scorekeeper.web.notice import Notice
from scorekeeper.web.page_cache import NEVER, UNDO_SECONDS, Page, Viewer, is_undo_fresh
from scorekeeper.web.request import Phone, language, load_scorable_table, load_visible_table, own_seat, tables
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.clock import build_clock, is_ticking
from scorekeeper.web.scoring.records import describe_new_records, find_counting_groups

bp = Blueprint("table", __name__, url_prefix="/t/<table_id>")


class Lead(NamedTuple):
    """The dealer or starting player of the next round, as a sentence in `text`, and their sign.

    `url` is the address of the page where another player can be chosen.
    """

    text: Text
    sign: Sign
    url: str


@bp.get("/")
def tally(table_id: str) -> Response:
    """Show the running totals."""
    return page_cache.answer_cached(_render_page, table_id)


def _render_page(table_id: str, phone: Phone, prefix: str) -> Page:
    """Return the page of running totals for this phone, valid until the join code on it expires.

    If the table is in a group, the page is not shared with other phones, because only members see the group's records.
    Raise what `load_visible_table` raises.
    """
    table = load_visible_table(table_id)
    counted = find_counting_groups(table)
    # Both can change without a new line, so they are part of the key.
    joining, records = find_join_code(table.stored), describe_new_records(table, counted)
    viewer = page_cache.make_viewer(phone)
    page = page_cache.make_key(table, "table.tally", viewer, joining, records)

    def draw() -> str:
        return render_tally(table, None, records, page_cache.OP, page_cache.TOKEN)

    if is_ticking(table):
        # Valid for this second, and sent to nobody else.
        return Page(page_cache.render_for_all(page, table, draw), None, int(time.time()) + 1)
    html = page_cache.get_or_render(page, table, draw)
    newest = table.lines[-1].at
    until = newest + UNDO_SECONDS if table.just_taken_back and is_undo_fresh(newest) else NEVER
    return Page(html, None if counted else viewer, min(table.stored.open_until, until) if joining else until)


def render_tally(
    table: Table, notice: Notice | None, records: Sequence[Text] = (), op: str = "", token: str = ""
) -> str:
    """Return the page of running totals as HTML. `notice` says what was wrong with a tap.

    `op` and `token` are the placeholders of the page cache, or "" for a new idempotency key and a real CSRF token.
    """
    head = build_head(table)
    # Set here, because the page is drawn in a request of the cache, or as the answer to a form.
    g.here = head.url
    last = table.newest(seat=own_seat(table))
    return render_template(
        "scoring/tally.html",
        page=Head(table.name, describe_progress(table), url_for("lists.up", table_id=table.id)),
        table=head,
        more=build_menu(table),
        notice=notice or describe_undo(table),
        clock=build_clock(table, passes=True),
        tallied=render_points(table, head.url),
        over=table.over,
        headline=table.headline,
        late=table.late,
        records=records,
        lead=find_lead(table) if head.scoring else None,
        primary=build_primary(table, head.url) if head.scoring else None,
        undo=last.seq if last and head.scoring else None,
        seen=table.seen,
        op=op or new_op(),
        csrf_token=lambda: token or page_cache.csrf_token(),
        action=f"{head.url}write",
        links=list_links(table, head),
    )


def list_links(table: Table, head: TableHead) -> list[tuple[Text, str]]:
    """Return what can be read or chosen besides playing on: the history, the rules or the referee, and the own seat."""
    if table.game.rulings:
        rules = (Text("Ask the referee"), url_for("asked.newest", table_id=table.id))
    else:
        rules = (Text("Rules"), url_for("rules.page", slug=table.game.slug))
    links = [(Text("History"), url_for("journal.page", table_id=table.id)), rules]
    return [*links, (Text("Your seat"), url_for("own.page", table_id=table.id))] if head.scoring else links


def render_points(table: Table, url: str) -> Markup:
    """Return the table of points and the race chart as HTML."""
    # Cached by language alone, because no other part of a viewer changes it. A new line changes the key.
    page = page_cache.make_key(table, "table.tally", Viewer(language()), part="points")
    return Markup(page_cache.get_or_render(page, table, lambda: _draw_points(table, url)))


def _draw_points(table: Table, url: str) -> str:
    return render_template(
        "scoring/_tallied.html",
        columns=chart.list_columns(table),
        round_name=table.game.round_name,
        rounds=chart.list_lines(table, url),
        total=table.game.total,
        gaps=not table.game.together,
        race=chart.draw_race(table),
        empty=not table.rounds,
        pdf_url=f"{url}tally.pdf",
        papers=score_sheets.SHEET_PAPERS,
        languages=list_paper_languages(),
    )


def describe_progress(table: Table) -> Text:
    """Return how many rounds are played and who wins, in words: "2 of 5 · lowest wins"."""
    done = table.rounds
    most = table.game.rounds(table.setup)
    if table.game.last_in(table.setup):
        order = Text("last in wins")
    elif table.game.together:
        order = Text("cooperative")
    else:
        order = Text("lowest wins") if table.game.lowest_wins(table.setup) else Text("highest wins")
    if not done:
        return order
    message = "%(done)s of %(most)s · %(order)s" if most >= done else "%(round)s %(done)s · %(order)s"
    return Text(message, done=done, most=most, order=order, round=table.game.round_name)


def find_lead(table: Table) -> Lead | None:
    """Return who deals or starts in the next round. Return None if the game is over."""
    round = table.next_round
    if round is None:
        return None
    seat = table.leader_of(round)
    text = Text("%(who)s deals next") if table.game.lead == "dealer" else Text("%(who)s starts")
    url = url_for("seats.change", table_id=table.id)
    return Lead(text.fill_gaps(who=table.setup.name(seat)), table.setup.sign(seat), url)


def build_primary(table: Table, url: str) -> Primary:
    """Return the button for what is played next. `url` is the address of the running totals."""
    round = table.next_round
    if round is None:
        return Primary(Text("Play again"), url_for("seats.again", table_id=table.id))
    begun = table.newest(round) is not None
    message = "Continue %(round)s %(number)s" if begun else "Score %(round)s %(number)s"
    label = Text(message, round=table.game.round_name_inside, number=round)
    # A round that goes on opens at its first open screen, a new one at the top.
    if table.is_refereed(round):
        return Primary(label, f"{url}{round}/play")
    return Primary(label, f"{url}{round}/{find_first_open(table, round) if begun else ''}")


@bp.post("/write")
def write_tally(table_id: str) -> Response | tuple[str, int]:
    """Take back or restore a line from the page of running totals. Answer 422 if that is refused."""
    table = load_scorable_table(table_id)
    try:
        write_line(table, read_tap())
    except Refusal as wrong:
        table = tables().load(table_id)
        return render_tally(
            table, Notice("certain", wrong.reason), describe_new_records(table, find_counting_groups(table))
        ), 422
    return redirect(url_for("table.tally", table_id=table_id), 303)
