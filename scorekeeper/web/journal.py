"""The journal as it is read: who wrote what and when, newest first; any line can be taken back or put back."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.base import Game, Mark, Setup, Spot
from scorekeeper.games.journal import Amend, Change, Line, Strike, Write
from scorekeeper.tables import Table
from scorekeeper.text import Literal, Plural, Text
from scorekeeper.web.common import browser, scored_table, seen_table
from scorekeeper.web.fields import new_op
from scorekeeper.web.table import Head, head, more, put_back, write_line

bp = Blueprint("journal", __name__, url_prefix="/t/<table>/journal")


class JournalLine(NamedTuple):
    seq: int
    who: Text
    when: str
    text: Text
    struck: bool
    strike: int
    """The line that a tap on it takes back: itself, or the strike that took it back (0: nothing)."""


@bp.get("")
def page(table: str) -> str:
    """Show the journal."""
    found = seen_table(table)
    head_ = head(found)
    entries = told(found)
    return render_template(
        "journal.html",
        page=Head(str(Text("Journal")), Literal(found.game.name), head_.url),
        table=head_,
        more=more(found, "tally"),
        notice=put_back(found),
        entries=entries[::-1],
        seen=found.known.seq,
        op=new_op(),
        action=url_for("journal.write", table=table),
    )


@bp.post("/write")
def write(table: str) -> Response:
    """Take a line back, or put it back."""
    write_line(scored_table(table))
    return redirect(url_for("journal.page", table=table), 303)


def told(found: Table, lines: Sequence[Line] | None = None) -> list[JournalLine]:
    """Tell lines in words, oldest first; strikes show at the line they took back."""
    gone = found.struck()
    by_strike = {
        line.act.seq: line.seq for line in found.lines if isinstance(line.act, Strike) and line.seq not in gone
    }
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
                    _who(line, found.setup),
                    datetime.fromtimestamp(line.at, UTC).astimezone().strftime("%H:%M"),
                    narrated(found.game, line, found.setup, before),
                    line.seq in gone,
                    strike if g.role == "score" else 0,
                )
            )
        if isinstance(line.act, Change):
            before = line.act.setup
    return told_lines


def _who(line: Line, setup: Setup) -> Text:
    if line.by.seat is not None:
        return Literal(setup.name(line.by.seat))
    return Text("this phone") if line.by.browser == browser() else Text("another phone")


def narrated(game: Game, line: Line, setup: Setup, before: Setup | None) -> Text:
    """One line of the journal in words."""
    match line.act:
        case Write(changes):
            round = next(iter(changes)).round
            said = tuple(_mark(game, setup, spot, mark) for spot, mark in changes.items())
            return Text("%(round)s %(number)s: %(said)s.", round=game.round_name, number=round, said=said)
        case Strike(seq):
            return Text("Line %(seq)s taken back.", seq=seq)
        case Amend(seq, _):
            return Text("Line %(seq)s corrected.", seq=seq)
        case Change(after):
            return _changed(game, before, after)


def _mark(game: Game, setup: Setup, spot: Spot, mark: Mark | None) -> Text:
    row = next((row for row in game.rows(setup) if row.key == spot.row), None)
    box = row.box(spot.box) if row else None
    if row is None or box is None:
        return Literal(f"{spot.row} {spot.box} {spot.item}")
    values = {"row": row.label, "box": box.label, "item": spot.item, "mark": mark}
    if spot.seat is None:
        if row.suit is None:
            return Text("%(box)s" if mark else "not: %(box)s", **values)
        return Text("%(row)s: %(box)s" if mark else "%(row)s: not %(box)s", **values)
    values["who"] = setup.name(spot.seat)
    if spot.item:
        return Text("%(who)s has %(row)s %(item)s" if mark else "%(who)s has no %(row)s %(item)s", **values)
    if box.kind == "tick":
        return Text("%(who)s, %(row)s: %(box)s" if mark else "%(who)s, %(row)s: not %(box)s", **values)
    return Text(
        "%(who)s, %(row)s: %(box)s %(mark)s" if mark is not None else "%(who)s, %(row)s: %(box)s blank", **values
    )


def _changed(game: Game, before: Setup | None, after: Setup) -> Text:
    """What a new setup changed, in words."""
    if before is None:
        seats = after.seats(1)
        return Text("%(who)s sit down. %(first)s starts.", who=after.names(seats), first=after.name(after.starter))
    said: list[Text] = []
    for old, new in zip(before.players, after.players, strict=False):
        if old != new:
            said.append(Text("%(old)s is now called %(new)s", old=old, new=new))
    last_before, last_after = before.seating[-1][1], after.seating[-1][1]
    joined = tuple(after.name(seat) for seat in last_after if seat not in last_before)
    left = tuple(after.name(seat) for seat in last_before if seat not in last_after)
    if joined:
        said.append(Plural("%(who)s joins", "%(who)s join", len(joined), who=joined))
    if left:
        said.append(Plural("%(who)s leaves", "%(who)s leave", len(left), who=left))
    if not joined and not left and last_before != last_after:
        said.append(Text("order now %(who)s", who=after.names(last_after)))
    if before.starter != after.starter:
        said.append(Text("%(who)s starts the first round", who=after.name(after.starter)))
    for option in game.options:
        value = after.options.get(option.key)
        if before.options.get(option.key) != value:
            words = dict(option.choices).get(str(value), Literal(str(value)))
            said.append(Text("%(what)s: %(value)s", what=option.label, value=words))
    return Text("%(said)s.", said=tuple(said)) if said else Text("Nothing changed.")
