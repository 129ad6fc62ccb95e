"""The history page of a table: who wrote what and when, newest first, with buttons to take back and restore lines."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Refusal
from scorekeeper.games.pad import Setup
from scorekeeper.games.referee import STOP, Action
from scorekeeper.language.text import Literal, Text
from scorekeeper.printing.score_sheets import MOST_SHEET_LINES, PrintedLine
from scorekeeper.table.journal import Erased, Line, Strike
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line, with_all_players
from scorekeeper.web.formatting import format_day
from scorekeeper.web.forms import new_op, parse_line_number
from scorekeeper.web.group.group_table import list_groups_of
from scorekeeper.web.layout import Head, build_head, build_menu, came_from, describe_undo
from scorekeeper.web.notice import Notice
from scorekeeper.web.request import browser, load_scorable_table, load_visible_table, tables
from scorekeeper.web.tap import write_line

bp = Blueprint("journal", __name__, url_prefix="/t/<table_id>/journal")

LINES_ON_PAGE = 100
"""Number of lines on a page."""

ADMINISTRATOR = Text("administrator")
"""The author of an erasure, which is made on the server and not on a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine(PrintedLine):
    """A line in words on the page, with what can be done to it."""

    who: Text
    strike: int
    """The line that a tap on its button takes back, 0 for no button."""
    correct: str = ""
    """The address of the page that corrects a move, or ""."""
    move: bool = False
    """Whether the line is a move, so that space is reserved for that link."""


@bp.get("")
def page(table_id: str) -> str:
    """Show the history of a table."""
    return render_journal(load_visible_table(table_id))


def render_journal(table: Table, notice: Notice | None = None) -> str:
    """Return a page of the history as HTML. `notice` says what was wrong with a tap."""
    head = build_head(table)
    # `values`, because after a refused tap the page is in the form, not in the address.
    before = parse_line_number(request.values.get("before", ""))
    lines, older = find_lines(table, before)
    here = url_for("journal.page", table_id=table.id)
    return render_template(
        "scoring/journal.html",
        page=Head(Text("History"), table.name, came_from(head.url)),
        table=head,
        more=build_menu(table, "clock"),
        notice=notice or describe_undo(table),
        entries=describe_lines(table, lines),
        before=before or "",
        older=f"{here}?before={older}" if older else "",
        newest=here if before else "",
        seen=table.seen,
        op=new_op(),
        action=url_for("journal.write", table_id=table.id),
        in_groups=[
            Text("In the group %(name)s since %(day)s.", name=group.name, day=format_day(group.since, time.time()))
            for group in (list_groups_of(table) if g.role == "score" else ())
        ],
    )


def find_lines(table: Table, before: int | None) -> tuple[list[Line], int]:
    """Return the lines of a page, newest first, and the `before` of the next page, 0 if there is none.

    The page begins with the line before the one numbered `before`, or with the newest line if `before` is None. Undos
    are left out, because each is shown at the line that it took back.
    """
    earlier = reversed(table.lines if before is None else table.lines[: before - 1])
    # One more than a page has, because a journal can have a hundred thousand lines.
    lines = list(islice((line for line in earlier if not isinstance(line.act, Strike)), LINES_ON_PAGE + 1))
    return lines[:LINES_ON_PAGE], lines[LINES_ON_PAGE - 1].seq if len(lines) > LINES_ON_PAGE else 0


@bp.post("/write")
def write(table_id: str) -> Response | tuple[str, int]:
    """Take a line back, or restore it, and redirect to the history. Answer 422 if that is refused."""
    table = load_scorable_table(table_id)
    try:
        write_line(table)
    except Refusal as wrong:
        return render_journal(tables().load(table_id), Notice("certain", wrong.reason)), 422
    before = parse_line_number(request.form.get("before", ""))
    return redirect(url_for("journal.page", table_id=table_id, before=before), 303)


def describe_if_asked(table: Table, lines: Sequence[Line]) -> list[JournalLine]:
    """Return the latest of these lines in words if the address of a page to print asks for them, otherwise none."""
    return describe_lines(table, lines[-MOST_SHEET_LINES:]) if request.args.get("journal") else []


def describe_lines(table: Table, lines: Sequence[Line]) -> list[JournalLine]:
    """Describe lines in words, in the given order."""
    corrections, setup = table.known.corrections, with_all_players(table)
    journal_in_words = []
    for line in lines:
        gone = line.seq in corrections.gone
        # The first line opens the table, and an erasure cannot be undone.
        strikable = line.seq > 1 and not isinstance(line.act, Erased)
        strike = corrections.gone[line.seq] if gone else line.seq if strikable else 0
        journal_in_words.append(
            JournalLine(
                seq=line.seq,
                who=_describe_author(line, setup),
                when=datetime.fromtimestamp(line.at, UTC).astimezone().strftime("%H:%M"),
                # A line that was taken back is shown as it was written, any other one as it was corrected last.
                text=describe_line(table, line if gone else corrections.apply(line), setup),
                struck=gone,
                strike=strike if g.role == "score" else 0,
                correct="" if gone else _correction_url(table, line),
                move=g.role == "score" and isinstance(line.act, Action),
            )
        )
    return journal_in_words


def _correction_url(table: Table, line: Line) -> str:
    """Return the address of the page that corrects a move. Return "" if this phone may not correct the line."""
    if g.role != "score" or not isinstance(line.act, Action) or line.act.kind == STOP:
        return ""
    play = table.known.plays.get(line.act.round)
    # Everybody can read the history, but only its own player may correct a move that is still secret.
    if play is None or line.seq not in play.before or play.is_sealed(line.act):
        return ""
    return url_for("play.page", table_id=table.id, round=line.act.round, amend=line.seq)


def _describe_author(line: Line, setup: Setup) -> Text:
    if isinstance(line.act, Erased):
        return ADMINISTRATOR
    if line.by.seat is not None:
        return Literal(setup.name(line.by.seat))
    return Text("this phone") if line.by.browser == browser() else Text("another phone")
