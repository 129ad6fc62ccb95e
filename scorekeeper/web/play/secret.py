"""Secret decisions on a shared phone: a player lifts the cover, decides unseen and passes the phone on."""

from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.entry import Secret, Step
from scorekeeper.games.pad import Choice, Row, Seat, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Write
from scorekeeper.table.table import Table
from scorekeeper.web.entry.ways import take_way
from scorekeeper.web.inputs import new_op, parse_small, parse_whole
from scorekeeper.web.layout import Head, describe_round
from scorekeeper.web.play.hand_over import has_to_decide, list_decide_again, list_decided, list_passed
from scorekeeper.web.request import load_scorable_table, mark_secret, tables
from scorekeeper.web.tap import read_tap, write_line

bp = Blueprint("secret", __name__, url_prefix="/t/<table_id>/<int:round>/secret")


class SecretScreen(NamedTuple):
    """The secret decisions of one screen of the entry page. `asks` are those that have not been made yet."""

    step: Step
    row: Row
    asks: tuple[Secret, ...]

    def of(self, seat: Seat | None) -> Secret | None:
        """Return what a player still has to decide, or None."""
        return next((ask for ask in self.asks if ask.seat == seat), None)


@bp.get("")
def page(table_id: str, round: int) -> str | Response:
    """Show the cover for the next player, or the choices of the player who has lifted it, but never past decisions.

    Redirect to the entry page once everybody has decided. Each player lifts a cover of their own. Behind it nothing but
    the choices can be tapped, and none of them is where the cover was lifted.
    """
    table = load_scorable_table(table_id)
    secret = _find_screen(table, round, request.args.get("at", ""))
    if secret is None or not secret.asks:
        return redirect(_entry_url(table, round, request.args.get("at", ""), revealed="yes"), 303)
    lifted = secret.of(parse_small(request.args.get("seat", "")))
    ask = lifted or secret.asks[0]
    assert ask.seat is not None
    if lifted:
        mark_secret()
    here = url_for("secret.page", table_id=table_id, round=round, at=secret.step.key)
    entry = _entry_url(table, round, secret.step.key)
    who, able = table.setup.name(ask.seat), _list_able(table, round, secret)
    waiting = [ask.seat, *(other.seat for other in secret.asks if other.seat not in (ask.seat, None))]
    return render_template(
        "play/secret.html",
        page=Head(
            who if lifted else table.name,
            Text("%(deal)s · %(row)s", deal=describe_round(table, round), row=secret.row.label),
            here if lifted else entry,
        ),
        who=who,
        sign=table.setup.sign(ask.seat),
        seat=ask.seat,
        row=secret.row,
        hint=secret.step.hint,
        question=ask.hint,
        choices=ask.choices if lifted else (),
        passed=list_passed(table, round, able, [seat for seat in waiting if seat is not None]),
        at=secret.step.key,
        anew=list_decide_again(table, round, ask.seat, secret.row.key, secret.step.key, able),
        lift=f"{here}&seat={ask.seat}",
        seen=table.seen,
        op=new_op(),
        action=url_for("secret.write", table_id=table_id, round=round),
    )


def _list_able(table: Table, round: int, secret: SecretScreen) -> list[Seat]:
    """Return the seats that have decided on this screen, without those that had nothing to decide."""
    marks, setup, box = table.marks(round), table.setup.at(round), secret.asks[0].box
    able = []
    for seat in table.setup.seats(round):
        spot = Spot(round, secret.row.key, box, seat)
        if marks.get(spot) is None:
            continue
        # Whoever would be asked without the mark had a choice. The marks of the others are written along with it.
        without = {other: mark for other, mark in marks.items() if other != spot}
        steps = take_way(table, round).steps(setup, without, round)
        asks = next((step.asks for step in steps if step.key == secret.step.key), ())
        if any(isinstance(ask, Secret) and ask.seat == seat for ask in asks):
            able.append(seat)
    return able


@bp.get("/anew")
def back(table_id: str, round: int) -> str | Response:
    """Show a page on which a player can take back the latest secret decision, without showing what it was."""
    table = load_scorable_table(table_id)
    at, seat = request.args.get("at", ""), parse_small(request.args.get("seat", ""))
    secret = _find_screen(table, round, at)
    row = secret.row.key if secret else ""
    mine = next((decided for decided in list_decided(table, round, row) if decided.seat == seat), None)
    if mine is None:
        return redirect(_cover_url(table, round, at), 303)
    return render_template(
        "play/anew.html",
        page=Head(table.name, describe_round(table, round), _cover_url(table, round, at)),
        mine=mine,
        sign=table.setup.sign(mine.seat),
        at=at[:16],
        seen=table.seen,
        op=new_op(),
        action=url_for("secret.write", table_id=table_id, round=round),
    )


@bp.post("/write")
def write(table_id: str, round: int) -> Response:
    """Write or take back a secret decision, then redirect to the next cover."""
    table = load_scorable_table(table_id)
    tap = read_tap()
    seat = parse_small(tap.seat)
    if tap.strike:
        write_line(table, tap, round)
        return redirect(_cover_url(tables().load(table_id), round, tap.at, seat), 303)
    secret = _find_screen(table, round, tap.at)
    ask = secret.of(seat) if secret else None
    # The form sends only the number of the choice. A second tap finds that the player has decided and writes nothing.
    if ask:
        choice: Choice = ask.choices[parse_whole(tap.tap, "tap", 0, len(ask.choices) - 1)]
        write_line(table, tap, round, Write(choice.changes))
    return redirect(url_for("secret.page", table_id=table_id, round=round, at=tap.at[:16]), 303)


def _cover_url(table: Table, round: int, at: str, lifted: Seat | None = None) -> str:
    """Return the address of the cover for the screen of the entry page with the key `at`.

    If `at` is "" and the game has a referee, return the address of the page of moves, which has covers of its own. If
    `lifted` is given, return the address of what that seat sees behind its cover.
    """
    if at or not table.game.referee:
        return url_for("secret.page", table_id=table.id, round=round, at=at[:16], seat=lifted)
    return url_for(
        "play.page", table_id=table.id, round=round, seat=lifted if has_to_decide(table, round, lifted) else None
    )


def _find_screen(table: Table, round: int, at: str) -> SecretScreen | None:
    """Return the secret decisions of the screen with the key `at`, or None if there is no such screen."""
    if not 1 <= round <= table.last_round:
        abort(404)
    rows = {row.key: row for row in table.game.rows(table.setup.at(round))}
    for step in take_way(table, round).steps(table.setup.at(round), table.marks(round), round):
        if step.key == at:
            return SecretScreen(step, rows[step.row], tuple([ask for ask in step.asks if isinstance(ask, Secret)]))
    return None


def _entry_url(table: Table, round: int, at: str, revealed: str | None = None) -> str:
    """Return the address of the entry page at the screen with the key `at`.

    `revealed` is set right after the last decision, so that the page ignores taps for a moment.
    """
    # Anything can be in the address; only a plain key becomes a fragment.
    known = at if at.isalnum() else None
    return url_for("entry.page", table_id=table.id, round=round, revealed=revealed, _anchor=known)
