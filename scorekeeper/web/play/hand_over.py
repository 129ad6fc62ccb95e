"""Which player a phone asks while moves are entered: turns, secrets behind covers, and deciding again."""

from collections.abc import Collection, Sequence
from typing import Literal as OneOf
from typing import NamedTuple

from flask import url_for

from scorekeeper.games.errors import Illegal
from scorekeeper.games.pad import SEALED, Seat
from scorekeeper.games.referee import Action, Entry
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text
from scorekeeper.storage import access
from scorekeeper.table.admit import admit_line, is_decided_elsewhere, touches_secret
from scorekeeper.table.journal import Line, Strike, Write
from scorekeeper.table.table import Table
from scorekeeper.web.layout import Primary
from scorekeeper.web.request import current_author, own_seat, tables


def select_entries(
    table: Table, round: int, entries: Sequence[Entry], lifted: Seat | None, amend: int | None = None
) -> tuple[tuple[Entry, ...], Entry | None]:
    """Return the entries to ask on this page, and the entry hidden behind a cover, or None if no cover is shown.

    A phone with a seat asks its own player, without a cover. A shared phone covers the secrets of all seats that have
    no phone, except `lifted`, the seat that has lifted its cover. If `amend` is the number of a secret line to correct,
    only the player of that line is asked.
    """
    if not any(entry.secret for entry in entries):
        return tuple(entries), None
    own = own_seat(table, round)
    if own is not None:
        return tuple([entry for entry in _list_secrets(table, entries) if entry.seat == own]), None
    # Each seat with a phone of its own is asked there.
    away = access.find_seat_claims(tables().store, table.id)
    here = [entry for entry in _list_secrets(table, entries) if entry.seat not in away]
    if (corrected := _find_corrected_seat(table, round, amend)) is not None:
        here = [entry for entry in here if entry.seat == corrected]
    # `lifted` comes from the address, so it counts only among the seats that have no phone.
    mine = tuple([entry for entry in here if entry.seat == lifted])
    return mine, None if mine else next(iter(here), None)


def _list_secrets(table: Table, entries: Sequence[Entry]) -> list[Entry]:
    """Return the secret entries that can be made on this phone.

    A player who has begun on another phone is asked on no other one, even if that took the seat since: the choices that
    are no longer possible would reveal the secret.
    """
    return [entry for entry in entries if entry.secret and not _is_begun_elsewhere(table, entry)]


def _find_corrected_seat(table: Table, round: int, amend: int | None) -> Seat | None:
    """Return the seat whose secret move is in the line to correct, or None if there is no such line."""
    move = next((line.act for line in table.effective_lines if line.seq == amend), None)
    return move.seat if isinstance(move, Action) and table.is_sealed(move) else None


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


def find_undo(table: Table, round: int, entries: Sequence[Entry], cover: Entry | None) -> int | None:
    """Return the number of the line that undo takes back on this page, or None.

    Once a shared phone is passed on, a line that is still secret cannot be undone. It is passed on when a cover is
    shown or another player is asked.
    """
    own = own_seat(table, round)
    last = table.newest(round, own)
    if last is None:
        return None
    if not isinstance(last.act, Action) or not table.is_sealed(last.act):
        return last.seq
    passed_on = own is None and (cover is not None or any(entry.seat != last.act.seat for entry in entries))
    return None if passed_on or touches_secret(table, Strike(last.seq), current_author(table)) else last.seq


class PassedTo(NamedTuple):
    """A player to whom a covered phone is passed: name and sign, and whether the player is `done`, current or next."""

    name: str
    sign: Sign
    when: OneOf["done", "now", "later"]


def list_passed(table: Table, round: int, done: Collection[Seat], waiting: Collection[Seat]) -> list[PassedTo]:
    """Return the players who decide in secret, in order of seats: those who are `done` and those still `waiting`.

    The first of `waiting` is the current one. Others have nothing to decide and are left out.
    """
    now = next(iter(waiting), None)
    return [
        PassedTo(
            table.setup.name(seat),
            table.setup.sign(seat),
            "done" if seat in done else "now" if seat == now else "later",
        )
        for seat in table.setup.seats(round)
        if seat in done or seat in waiting
    ]


class Decided(NamedTuple):
    """A seat with a secret decision made on this phone, and the number of its latest line with such a decision."""

    seat: Seat
    name: str
    line: int


def list_decided(table: Table, round: int, row: str = "") -> list[Decided]:
    """Return the seats with a decision that is still secret and was made on this shared phone.

    If `row` is given, count only decisions in that row of the pad. Return [] on a phone with a seat, because its player
    can use undo.
    """
    play = table.play(round)
    # Following every line is slow, so it is done only while anything is secret.
    still_secret = SEALED in table.known.marks.values() or (play is not None and play.unfinished is not None)
    if own_seat(table, round) is not None or not still_secret:
        return []
    # In the order of the journal, so that the latest line of each seat remains.
    newest: dict[Seat, int] = {}
    for line in table.effective_lines:
        newest |= dict.fromkeys(_list_secret_seats(table, round, row, line), line.seq)
    return [
        Decided(seat, table.setup.name(seat), newest[seat])
        for seat in table.setup.seats(round)
        if seat in newest and _can_take_back(table, newest[seat])
    ]


def list_decide_again(
    table: Table,
    round: int,
    asked: Seat | None,
    row: str = "",
    at: str | None = None,
    able: Collection[Seat] | None = None,
) -> list[Primary]:
    """Return a button for each player who can decide again, except the player who is `asked` now.

    The buttons name only players: everybody may know that a player has decided, but not what. `row` limits them to
    decisions in that row of the pad, and `at` is the key of the screen that the player returns to. If `able` is given,
    only these players had anything to decide.
    """
    return [
        Primary(
            Text("Let %(who)s decide again", who=decided.name),
            url_for("secret.back", table_id=table.id, round=round, at=at, seat=decided.seat),
        )
        for decided in list_decided(table, round, row)
        if decided.seat != asked and (able is None or decided.seat in able)
    ]


def _list_secret_seats(table: Table, round: int, row: str, line: Line) -> list[Seat]:
    """Return the seats whose decision in a round is in this line and still secret.

    `row` limits them to one row of the pad.
    """
    act = line.act
    if isinstance(act, Write):
        # A box is sealed as a whole, so its sealed mark has no item.
        spots = [spot._replace(item="") for spot in act.changes if spot.round == round and row in ("", spot.row)]
        return [spot.seat for spot in spots if spot.seat is not None and table.known.marks.get(spot) == SEALED]
    told = not row and isinstance(act, Action) and act.round == round and table.is_sealed(act)
    return [act.seat] if told and isinstance(act, Action) and act.seat is not None else []


def _can_take_back(table: Table, seq: int) -> bool:
    try:
        admit_line(table, Strike(seq), current_author(table), table.seen)
    except Illegal:
        return False
    return True


def _is_begun_elsewhere(table: Table, entry: Entry) -> bool:
    # All groups of an entry belong to one decision, so any pick of it gives the same answer.
    return any(is_decided_elsewhere(table, group.picks[0].action, current_author(table)) for group in entry.groups[:1])
