"""The history of a group, newest first, with buttons to take back and restore entries."""

import time

from flask import Blueprint, g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Refusal
from scorekeeper.group.group import Group
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Erased, Seen, Strike
from scorekeeper.web.formatting import format_day
from scorekeeper.web.forms import LineForm, TextField
from scorekeeper.web.group.wording import describe_line
from scorekeeper.web.group.write import write_line
from scorekeeper.web.inputs import parse_line_number
from scorekeeper.web.layout import render_group_page
from scorekeeper.web.notice import Notice
from scorekeeper.web.request import browser, groups, load_live_group, load_scorable_group
from scorekeeper.web.scoring.journal import ADMINISTRATOR, PAGE, JournalLine

bp = Blueprint("group_journal", __name__, url_prefix="/g/<group_id>/journal")


class StrikeForm(LineForm):
    """A button that takes back or restores the line with the number `strike`."""

    strike = TextField()

    def parse_strike(self) -> Strike:
        """Return the act of the button. Number 0, which no line has, stands for anything that is no number."""
        return Strike(parse_line_number(self.strike.data) or 0)


@bp.get("")
def page(group_id: str) -> str:
    """Show the history of a group, a page at a time."""
    return _render(*load_live_group(group_id))


def _render(group: Group, live: Seen | None = None, notice: Notice | None = None) -> str:
    before = parse_line_number(request.values.get("before", "")) or group.seq + 1
    lines = [line for line in reversed(group.lines) if line.seq < before and not isinstance(line.act, Strike)]
    here = url_for("group_journal.page", group_id=group.id)
    entries = []
    for line in lines[:PAGE]:
        by = group.struck.get(line.seq)
        # The first line creates the group, and an erasure cannot be undone.
        strikable = g.role == "score" and line.seq > 1 and not isinstance(line.act, Erased)
        phone = Text("this phone") if line.by.browser == browser() else Text("another phone")
        who = ADMINISTRATOR if isinstance(line.act, Erased) else phone
        strike = (by or line.seq) if strikable else 0
        text = describe_line(group, line)
        entries.append(
            JournalLine(
                seq=line.seq,
                who=who,
                when=format_day(line.at, time.time()),
                text=text,
                struck=by is not None,
                strike=strike,
                correct="",
            )
        )
    return render_group_page(
        "group/journal.html",
        group,
        Text("History"),
        "clock",
        live,
        notice=notice,
        entries=entries,
        older=f"{here}?before={lines[PAGE - 1].seq}" if len(lines) > PAGE else "",
        newest=here if before <= group.seq else "",
        action=url_for("group_journal.write", group_id=group.id),
    )


@bp.post("")
def write(group_id: str) -> Response | tuple[str, int]:
    """Take back an entry, or restore it, and redirect to the history. Answer 422 if that is refused."""
    group = load_scorable_group(group_id)
    form = StrikeForm()
    try:
        write_line(group, form, form.parse_strike())
    except Refusal as wrong:
        return _render(groups().load(group_id), notice=Notice("certain", wrong.reason)), 422
    return redirect(url_for("group_journal.page", group_id=group_id), 303)
