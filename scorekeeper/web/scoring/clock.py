"""The clock of a table: a line on its pages with the time of the turn and of the game, and buttons."""

import time
from typing import NamedTuple

from flask import Blueprint, g, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.pad import Seat
from scorekeeper.language.text import Text
from scorekeeper.table.clock import Clock
from scorekeeper.table.journal import SetClock, dump
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import format_elapsed
from scorekeeper.web.forms import ButtonField, Form, TextField, parse_small
from scorekeeper.web.request import current_author, load_scorable_table, tables
from scorekeeper.web.tap import derive_op, write_line

bp = Blueprint("clock", __name__, url_prefix="/t/<table_id>/clock")


class Timer(NamedTuple):
    """A time that the clock shows."""

    text: str
    since: int | None
    """The Unix time from which it is counted, None while it stands."""


class ClockButton(NamedTuple):
    """A button of the clock, with an icon, or with a few words above the name of a player."""

    value: str
    label: Text
    icon: str = ""
    words: Text | None = None
    name: str = ""


class ClockView(NamedTuple):
    """The clock as a page shows it."""

    at: int
    """The Unix time at which that is."""
    who: str
    """The player who has the turn."""
    turn: Timer | None
    """Their time, or None if nobody has the turn."""
    game: Timer
    paused: bool
    buttons: tuple[ClockButton, ...]
    url: str


def build_clock(table: Table, buttons: bool = True, passes: bool = False) -> ClockView | None:
    """Return the clock of a table, None if it is off.

    With `buttons`, a phone that may score can pause it; with `passes`, it can pass the turn if no referee does.
    """
    clock = table.clock
    if clock is None:
        return None
    now = int(time.time())
    offered: list[ClockButton] = []
    if buttons and g.role == "score" and table.goes_on:
        pause, go = ClockButton("pause", Text("Pause"), "pause"), ClockButton("go", Text("Let the clock go on"), "go")
        offered.append(go if clock.paused else pause)
        seat = table.next_turn if passes else None
        if seat is not None:
            offered.append(_build_turn_button(seat, table.setup.name(seat), first=clock.seat is None))
    turn = clock.turn_at(now)
    return ClockView(
        at=now,
        who="" if clock.seat is None else table.setup.name(clock.seat),
        turn=None if clock.seat is None else _build_timer(clock, turn, now),
        game=_build_timer(clock, clock.game_at(now), now),
        paused=clock.paused,
        buttons=tuple(offered),
        url=url_for("clock.write", table_id=table.id),
    )


def _build_turn_button(seat: Seat, name: str, first: bool) -> ClockButton:
    """Return the button that passes the turn to a seat, or gives it the first turn if nobody has one."""
    if first:
        return ClockButton(f"turn:{seat}", Text("Start with %(who)s", who=name), words=Text("Start with"), name=name)
    return ClockButton(f"turn:{seat}", Text("Next: %(who)s", who=name), words=Text("Next"), name=name)


def _build_timer(clock: Clock, seconds: int, now: int) -> Timer:
    return Timer(format_elapsed(seconds), now - seconds if clock.runs else None)


def is_ticking(table: Table) -> bool:
    """Return whether a page of a table shows another time each second, so that it is never sent from memory."""
    return table.clock is not None and table.clock.runs


class ClockForm(Form):
    """The buttons of the clock. `back` is the address of the page that shows it."""

    clock = ButtonField()
    back = TextField(most=300)


@bp.post("/write")
def write(table_id: str) -> Response:
    """Pause the clock, let it go on or pass the turn, then redirect to the page with the button."""
    table = load_scorable_table(table_id)
    form = ClockForm()
    act = _parse_act(form)
    if act and _has_effect(table, act):
        write_line(table, act=act)
    home = url_for("table.tally", table_id=table_id)
    back = form.back.data
    # Only pages of this table: the form could name any address. A header cannot hold control characters.
    is_page = back.startswith(home) and back.isprintable()
    return redirect(back if is_page else home, 303)


def _parse_act(form: ClockForm) -> SetClock | None:
    what, argument = form.clock.parts
    seat = parse_small(argument)
    if what == "turn" and seat is not None:
        return SetClock("turn", seat)
    return SetClock(what) if what in ("pause", "go") else None


def _has_effect(table: Table, act: SetClock) -> bool:
    clock = table.clock
    if clock is None:
        return False
    if act.do == "turn":
        return act.seat in table.everybody and act.seat != clock.seat
    return clock.runs if act.do == "pause" else clock.paused


def set_clock(table: Table, on: bool, op: str) -> None:
    """Turn the clock of a table on or off. If that changes nothing, write no line."""
    if on != (table.clock is not None):
        act = SetClock("on" if on else "off")
        tables().record(table.id, act, derive_op(op, dump(act)), current_author(table), table.seen)
