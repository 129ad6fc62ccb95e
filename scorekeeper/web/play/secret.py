"""Secret decisions on a shared phone: a player lifts the cover, decides unseen, passes the phone on or decides again.

Those of a pad have pages of their own. Those of a referee are made on the page of moves.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Literal as OneOf
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.entry import Secret, Step, Wait
from scorekeeper.games.errors import Illegal
from scorekeeper.games.pad import SEALED, Choice, Seat
from scorekeeper.games.pads.pad import Row
from scorekeeper.games.referee import Action, Entry
from scorekeeper.games.signs import Sign
from scorekeeper.games.user_input import parse_whole
from scorekeeper.language.text import Text
from scorekeeper.storage import access
from scorekeeper.table.admit import admit_line, is_decided_elsewhere, touches_secret
from scorekeeper.table.journal import Amend, Line, Strike, Write, list_targets
from scorekeeper.table.table import Table
from scorekeeper.web.entry.ways import take_way
from scorekeeper.web.forms import new_op, parse_small
from scorekeeper.web.layout import Head, Link, describe_round
from scorekeeper.web.request import current_author, load_scorable_table, mark_secret, own_seat, tables
from scorekeeper.web.tap import write_line

bp = Blueprint("secret", __name__, url_prefix="/t/<table_id>/<int:round>/secret")


class SecretScreen(NamedTuple):
    """The secret decisions of one screen of the entry page."""

    step: Step
    row: Row

    @property
    def asks(self) -> list[Secret]:
        """Those that have not been made yet."""
        return [ask for ask in self.step.asks if isinstance(ask, Secret)]

    @property
    def able(self) -> list[Seat]:
        """The seats that have decided, without those that had nothing to decide."""
        return [ask.seat for ask in self.step.asks if isinstance(ask, Wait) and ask.decided and ask.seat is not None]

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
    waiting = {ask.seat for ask in secret.asks}
    cover = build_cover(table, round, ask.seat, secret.able, waiting, f"{here}&seat={ask.seat}")
    return render_template(
        "play/secret.html",
        page=Head(
            cover.name if lifted else table.name,
            Text("%(deal)s · %(row)s", deal=describe_round(table, round), row=secret.row.label),
            here if lifted else entry,
        ),
        cover=cover,
        seat=ask.seat,
        row=secret.row,
        hint=secret.step.hint,
        question=ask.hint,
        choices=ask.choices if lifted else (),
        at=secret.step.key,
        anew=list_decide_again(table, round, ask.seat, secret.row.key, secret.step.key, secret.able),
        seen=table.seen,
        op=new_op(),
        action=url_for("secret.write", table_id=table_id, round=round),
    )


@bp.get("/anew")
def back(table_id: str, round: int) -> str | Response:
    """Show a page on which a player can take back the latest secret decision, without showing what it was."""
    table = load_scorable_table(table_id)
    at, seat = request.args.get("at", ""), parse_small(request.args.get("seat", ""))
    secret = _find_screen(table, round, at)
    decided = find_decided(table, round, secret.row.key if secret else "")
    if seat is None or seat not in decided:
        return redirect(_cover_url(table, round, at), 303)
    return render_template(
        "play/anew.html",
        page=Head(table.name, describe_round(table, round), _cover_url(table, round, at)),
        name=table.setup.name(seat),
        sign=table.setup.sign(seat),
        seat=seat,
        line=decided[seat],
        at=at[:16],
        seen=table.seen,
        op=new_op(),
        action=url_for("secret.write", table_id=table_id, round=round),
    )


@bp.post("/write")
def write(table_id: str, round: int) -> Response:
    """Write or take back a secret decision, then redirect to the next cover."""
    table = load_scorable_table(table_id)
    at = request.form.get("at", "")
    seat = parse_small(request.form.get("seat", ""))
    if request.form.get("strike"):
        write_line(table, round)
        return redirect(_cover_url(tables().load(table_id), round, at, seat), 303)
    secret = _find_screen(table, round, at)
    ask = secret.of(seat) if secret else None
    # The form sends only the number of the choice. A second tap finds that the player has decided and writes nothing.
    if ask:
        choice: Choice = ask.choices[parse_whole(request.form.get("tap", ""), "tap", 0, len(ask.choices) - 1)]
        write_line(table, round, Write(choice.changes))
    return redirect(url_for("secret.page", table_id=table_id, round=round, at=at[:16]), 303)


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
            return SecretScreen(step, rows[step.row])
    return None


def _entry_url(table: Table, round: int, at: str, revealed: str | None = None) -> str:
    """Return the address of the entry page at the screen with the key `at`.

    `revealed` is set right after the last decision, so that the page ignores taps for a moment.
    """
    # Anything can be in the address; only a plain key becomes a fragment.
    known = at if at.isalnum() else None
    return url_for("entry.page", table_id=table.id, round=round, revealed=revealed, _anchor=known)


# what both the pad and the referee ask in secret


def select_entries(
    table: Table, round: int, entries: Sequence[Entry], lifted: Seat | None, amend: int | None
) -> tuple[tuple[Entry, ...], Entry | None]:
    """Return the entries to ask on this page, and the entry hidden behind a cover, or None if no cover is shown.

    A phone with a seat asks its own player, without a cover. A shared phone covers the secrets of all seats that have
    no phone, except `lifted`, the seat that has lifted its cover. If `amend` is the number of a secret line to correct,
    only the player of that line is asked.
    """
    if not any(entry.secret for entry in entries):
        return tuple(entries), None
    author, own = current_author(table), own_seat(table, round)
    # A player who has begun on another phone is asked on no other one, even if that took the seat since: the choices
    # that are no longer possible would reveal the secret. All groups of an entry belong to one decision.
    secrets = [
        entry
        for entry in entries
        if entry.secret
        and not any(is_decided_elsewhere(table, group.picks[0].action, author) for group in entry.groups[:1])
    ]
    if own is not None:
        return tuple([entry for entry in secrets if entry.seat == own]), None
    # Each seat with a phone of its own is asked there.
    away = access.find_seat_claims(tables().store, table.id)
    here = [entry for entry in secrets if entry.seat not in away]
    move = next((line.act for line in table.known.effective if line.seq == amend), None)
    if isinstance(move, Action) and move.seat is not None and table.is_sealed(move):
        here = [entry for entry in here if entry.seat == move.seat]
    # `lifted` comes from the address, so it counts only among the seats that have no phone.
    mine = tuple([entry for entry in here if entry.seat == lifted])
    return mine, None if mine else next(iter(here), None)


def is_turn_elsewhere(table: Table, round: int, turn: Seat | None) -> bool:
    """Return whether the turn of the seat `turn` is entered on another phone.

    It is if that seat has a phone and this phone has another seat.
    """
    own = own_seat(table, round)
    return own is not None and turn not in (None, own) and turn in access.find_seat_claims(tables().store, table.id)


def has_to_decide(table: Table, round: int, seat: Seat | None) -> bool:
    """Return whether a player still has something to decide in secret."""
    play = table.play(round)
    return play is not None and any(entry.secret and entry.seat == seat for entry in play.referee.entries(play.state))


def find_undo(table: Table, round: int, entries: Sequence[Entry], cover: Entry | None) -> Line | None:
    """Return the line that undo takes back on this page, or None.

    Once a shared phone is passed on, a line that is still secret cannot be undone. It is passed on when a cover is
    shown or another player is asked.
    """
    own = own_seat(table, round)
    last = table.newest(round, own)
    if last is None:
        return None
    act = last.act.act if isinstance(last.act, Amend) else last.act
    # Undoing a correction brings back the move that it corrects.
    acts = (act, *[line.act for line in list_targets(table.lines, last.act)])
    if not isinstance(act, Action) or not any(map(table.is_sealed, acts)):
        return last
    passed_on = own is None and (cover is not None or any(entry.seat != act.seat for entry in entries))
    return None if passed_on or touches_secret(table, Strike(last.seq), current_author(table)) else last


class PassedTo(NamedTuple):
    """A player to whom a covered phone is passed: name and sign, and whether the player is `done`, current or next."""

    name: str
    sign: Sign
    when: OneOf["done", "now", "later"]


class Cover(NamedTuple):
    """The cover of a shared phone."""

    name: str
    """The player whose choices it hides."""
    sign: Sign
    lift: str
    """The address that lifts it."""
    passed: list[PassedTo]
    """The players who decide in secret, in order of seats."""


def build_cover(
    table: Table, round: int, seat: Seat, done: Collection[Seat], waiting: Collection[Seat | None], lift: str
) -> Cover:
    """Return the cover over the choices of a seat. `lift` is the address that lifts it.

    Of all players who decide in secret, some are `done`, and some, among them this one, are still `waiting`.
    """
    passed = [
        PassedTo(
            table.setup.name(other),
            table.setup.sign(other),
            "done" if other in done else "now" if other == seat else "later",
        )
        for other in table.setup.seats(round)
        if other in done or other in waiting
    ]
    return Cover(table.setup.name(seat), table.setup.sign(seat), lift, passed)


def find_decided(table: Table, round: int, row: str) -> dict[Seat, int]:
    """Return the seats with a decision that is still secret and was made on this shared phone, each with its last line.

    If `row` is given, count only decisions in that row of the pad. There are none on a phone with a seat, because its
    player can use undo.
    """
    if own_seat(table, round) is not None:
        return {}
    # In the order of the journal, so that the latest line of each seat remains.
    newest: dict[Seat | None, int] = {}
    for line in table.known.effective:
        act = line.act
        if isinstance(act, Write):
            # A box is sealed as a whole, so its sealed mark has no item.
            spots = [spot._replace(item="") for spot in act.changes if spot.round == round and row in ("", spot.row)]
            newest |= {spot.seat: line.seq for spot in spots if table.known.marks.get(spot) == SEALED}
        elif not row and isinstance(act, Action) and act.round == round and table.is_sealed(act):
            newest[act.seat] = line.seq
    found: dict[Seat, int] = {}
    for seat in [seat for seat in table.setup.seats(round) if seat in newest]:
        with suppress(Illegal):
            admit_line(table, Strike(newest[seat]), current_author(table), table.seen)
            found[seat] = newest[seat]
    return found


def list_decide_again(
    table: Table,
    round: int,
    asked: Seat | None,
    row: str = "",
    at: str | None = None,
    able: Collection[Seat] | None = None,
) -> list[Link]:
    """Return a button for each player who can decide again, except the player who is `asked` now.

    The buttons name only players: everybody may know that a player has decided, but not what. `row` limits them to
    decisions in that row of the pad, and `at` is the key of the screen that the player returns to. If `able` is given,
    only these players had anything to decide.
    """
    return [
        Link(
            Text("Let %(who)s decide again", who=table.setup.name(seat)),
            url_for("secret.back", table_id=table.id, round=round, at=at, seat=seat),
        )
        for seat in find_decided(table, round, row)
        if seat != asked and (able is None or seat in able)
    ]
