"""The running totals of a table: totals, who leads or has won, and what comes next."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Refusal
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text
from scorekeeper.printing.layout import PAPERS
from scorekeeper.table.table import Table
from scorekeeper.web import live
from scorekeeper.web.forms import new_op
from scorekeeper.web.group.figures import describe_new_records, find_counting_groups
from scorekeeper.web.layout import (
    Head,
    Link,
    TableHead,
    build_head,
    build_menu,
    build_undo,
    describe_undo,
    has_one_round,
    link_rules,
)
from scorekeeper.web.notice import Notice
from scorekeeper.web.request import list_paper_languages, load_scorable_table, load_visible_table, own_seat, tables
from scorekeeper.web.scoring import chart
from scorekeeper.web.scoring.clock import build_clock, is_ticking
from scorekeeper.web.tap import write_line

bp = Blueprint("table", __name__, url_prefix="/t/<table_id>")


class Lead(NamedTuple):
    """The dealer or starting player of the next round."""

    text: Text
    """A sentence that says who it is."""
    sign: Sign
    url: str
    """The address of the page where another player can be chosen."""


@bp.get("/")
def tally(table_id: str) -> str:
    """Show the running totals."""
    table = load_visible_table(table_id)
    counted = find_counting_groups(table)
    records = describe_new_records(table, counted)
    # Only members of its groups see their records, and a clock is drawn for this second.
    if not counted and not is_ticking(table):
        live.share_page()
    return render_tally(table, None, records)


def render_tally(table: Table, notice: Notice | None, records: Sequence[Text] = ()) -> str:
    """Return the page of running totals as HTML. `notice` says what was wrong with a tap."""
    head = build_head(table)
    # Set here, because the page is also the answer to a form, and many phones share it.
    g.here = head.url
    last = table.newest(seat=own_seat(table))
    return render_template(
        "scoring/tally.html",
        page=Head(table.name, describe_progress(table), url_for("lists.up", table_id=table.id)),
        table=head,
        more=build_menu(table),
        notice=notice or describe_undo(table),
        clock=build_clock(table, passes=True),
        columns=chart.list_columns(table),
        round_name=table.game.round_name,
        rounds=chart.list_rounds(table),
        total=table.game.total,
        gaps=not table.game.together,
        race=chart.draw_race(table),
        empty=not table.rounds,
        pdf_url=f"{head.url}tally.pdf",
        papers=PAPERS,
        languages=list_paper_languages(),
        over=table.over,
        headline=table.headline,
        late=table.late,
        records=records,
        lead=find_lead(table) if head.scoring else None,
        primary=build_primary(table, head.url) if head.scoring else None,
        undo=build_undo(last if head.scoring else None),
        seen=table.seen,
        op=new_op(),
        action=f"{head.url}write",
        links=list_links(table, head),
    )


def list_links(table: Table, head: TableHead) -> list[tuple[Text, str]]:
    """Return what can be read or chosen besides playing on: the history, the rules or the referee, and the own seat."""
    rules = link_rules(table)
    links = [(Text("History"), url_for("journal.page", table_id=table.id)), (rules.label, rules.url)]
    return [*links, (Text("Your seat"), url_for("own.page", table_id=table.id))] if head.scoring else links


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


def build_primary(table: Table, url: str) -> Link:
    """Return the button for what is played next. `url` is the address of the running totals."""
    round = table.next_round
    if round is None:
        return Link(Text("Play again"), url_for("seats.again", table_id=table.id), post=True)
    begun = table.newest(round) is not None
    if has_one_round(table) and round == 1:
        label = Text("Continue") if begun else Text("Score the game")
    else:
        message = "Continue %(round)s %(number)s" if begun else "Score %(round)s %(number)s"
        label = Text(message, round=table.game.round_name_inside, number=round)
    # A round that goes on opens at its first open screen, a new one at the top.
    if table.is_refereed(round):
        return Link(label, f"{url}{round}/play")
    return Link(label, f"{url}{round}/{find_first_open(table, round) if begun else ''}")


def find_first_open(table: Table, round: int) -> str:
    """Return the fragment (`#…`) of the first screen of a round that is not entered yet.

    Return "" if everything is entered, nothing is entered, or one screen holds the whole round.
    """
    # The game's first way, not that of this phone: the page of totals is cached for all phones. A page without this
    # anchor simply opens at its top.
    setup = table.setup.at(round)
    way = table.game.ways(setup)[0]
    steps = way.steps(setup, table.marks(round), round) if way.layout == "rows" else ()
    following = (f"#{step.page or step.key}" for step in steps[1:] if not step.done)
    return next(following, "") if steps and steps[0].done else ""


@bp.post("/write")
def write_tally(table_id: str) -> Response | tuple[str, int]:
    """Take back or restore a line from the page of running totals. Answer 422 if that is refused."""
    table = load_scorable_table(table_id)
    try:
        write_line(table)
    except Refusal as wrong:
        table = tables().load(table_id)
        return render_tally(
            table, Notice("certain", wrong.reason), describe_new_records(table, find_counting_groups(table))
        ), 422
    return redirect(url_for("table.tally", table_id=table_id), 303)
