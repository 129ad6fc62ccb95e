"""The journal as it is read: who wrote what and when, newest first; any line can be taken back or put back."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.folded import Table
from scorekeeper.games.base import Illegal, Malformed, Setup
from scorekeeper.games.journal import Change, Line, Strike
from scorekeeper.games.referee import STOP, Action
from scorekeeper.text import Literal, Text
from scorekeeper.web.common import browser, scored_table, seen_table, tables
from scorekeeper.web.fields import new_op
from scorekeeper.web.frame import Head, head, more
from scorekeeper.web.parts import Notice
from scorekeeper.web.table import put_back
from scorekeeper.web.telling import everybody, narrated
from scorekeeper.web.writing import write_line

bp = Blueprint("journal", __name__, url_prefix="/t/<table>/journal")


class JournalLine(NamedTuple):
    """A line of the journal as it is read: who, when, what, and whether it was taken back."""

    seq: int
    who: Text
    when: str
    text: Text
    struck: bool
    strike: int
    """The line that a tap on it takes back: itself, or the strike that took it back (0: nothing)."""
    correct: str
    """Where it can be said what it should have been ("": nowhere)."""


@bp.get("")
def page(table: str) -> str:
    """Show the journal."""
    return render_journal(seen_table(table))


def render_journal(found: Table, notice: Notice | None = None) -> str:
    """The journal page; `notice` is what was wrong with a tap."""
    head_ = head(found)
    entries = told(found)
    return render_template(
        "journal.html",
        page=Head(Text("Journal"), found.game.name, head_.url),
        table=head_,
        more=more(found, "tally"),
        notice=notice or put_back(found),
        entries=entries[::-1],
        seen=found.seen,
        op=new_op(),
        action=url_for("journal.write", table=found.id),
    )


@bp.post("/write")
def write(table: str) -> Response | tuple[str, int]:
    """Take a line back, or put it back."""
    found = scored_table(table)
    try:
        write_line(found)
    except (Malformed, Illegal) as wrong:
        return render_journal(tables().load(table), Notice("certain", wrong.reason)), 422
    return redirect(url_for("journal.page", table=table), 303)


def told(found: Table, lines: Sequence[Line] | None = None) -> list[JournalLine]:
    """Tell lines in words, oldest first; strikes show at the line they took back."""
    gone = found.struck()
    setup = everybody(found)
    by_strike = {
        line.act.seq: line.seq for line in found.lines if isinstance(line.act, Strike) and line.seq not in gone
    }
    current = {line.seq: line for line in found.standing}
    told_lines = []
    before: Setup | None = None
    for line in found.lines:
        if isinstance(line.act, Strike) and lines is None:
            continue
        if lines is None or line in lines:
            strike = by_strike.get(line.seq, 0) if line.seq in gone else line.seq if line.seq > 1 else 0
            told_lines.append(
                JournalLine(
                    line.seq,
                    _who(line, setup),
                    datetime.fromtimestamp(line.at, UTC).astimezone().strftime("%H:%M"),
                    narrated(found, current.get(line.seq, line), setup, before),
                    line.seq in gone,
                    strike if g.role == "score" else 0,
                    _correct(found, line) if line.seq not in gone else "",
                )
            )
        if isinstance(line.act, Change):
            before = line.act.setup
    return told_lines


def _correct(found: Table, line: Line) -> str:
    """The page where a move can be told anew, in its place."""
    if g.role != "score" or not isinstance(line.act, Action) or line.act.kind == STOP:
        return ""
    play = found.known.plays.get(line.act.round)
    if play is None or line.seq not in play.before or play.sealed(line.act):
        return ""
    return url_for("play.page", table=found.id, round=line.act.round, amend=line.seq)


def _who(line: Line, setup: Setup) -> Text:
    if line.by.seat is not None:
        return Literal(setup.name(line.by.seat))
    return Text("this phone") if line.by.browser == browser() else Text("another phone")
