"""Who tells what of a refereed round on which phone: whose turn it is, whose secret, and who lifts the next cover."""

from collections.abc import Sequence

from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import Action, Entry
from scorekeeper.table.admit import decided_elsewhere, touches_secret
from scorekeeper.table.journal import Strike
from scorekeeper.table.table import Table
from scorekeeper.web.request import own_seat, tables, writer


def uncovered(
    found: Table, round: int, entries: Sequence[Entry], lifted: Seat | None, amend: int | None = None
) -> tuple[tuple[Entry, ...], Entry | None]:
    """What is asked on this page, and whose cover lies over the rest; an own phone needs no cover.

    A phone in the middle has no cover for a seat that has a phone of its own, or that has begun on another phone.
    Where a secret line is corrected (`amend`), only its own player is asked.
    """
    if not any(entry.secret for entry in entries):
        return tuple(entries), None
    own = own_seat(found, round)
    if own is not None:
        return tuple([entry for entry in entries if entry.secret and entry.seat == own]), None
    told = next((line.act for line in found.effective_lines if line.seq == amend), None)
    if isinstance(told, Action) and (play := found.play(round)) and play.sealed(told):
        entries = [entry for entry in entries if entry.seat == told.seat]
    away = tables().store.seated(found.id)
    here = [entry for entry in entries if entry.secret and entry.seat not in away and not _begun(found, entry)]
    mine = tuple([entry for entry in here if entry.seat == lifted])
    return mine, None if mine else next(iter(here), None)


def turn_of(entries: Sequence[Entry]) -> Seat | None:
    """Whose turn it is, where all that can be told is told of one player in the open."""
    seats = {pick.action.seat for entry in entries for group in entry.groups for pick in group.picks}
    return next(iter(seats)) if len(seats) == 1 and not any(entry.secret for entry in entries) else None


def told_elsewhere(found: Table, round: int, turn: Seat | None) -> bool:
    """Whether a turn belongs to another phone: this one has a player of its own, and so has that player's."""
    own = own_seat(found, round)
    return own is not None and turn not in (None, own) and turn in tables().store.seated(found.id)


def asks(found: Table, round: int, seat: Seat | None) -> bool:
    """Whether a player has something left to decide in secret."""
    play = found.play(round)
    return play is not None and any(entry.secret and entry.seat == seat for entry in play.referee.entries(play.state))


def undone(found: Table, round: int, entries: Sequence[Entry], cover: Entry | None) -> int | None:
    """The line that undo takes back on this page: on no cover, and behind nobody else's, one that is still secret."""
    own = own_seat(found, round)
    last, play = found.newest(round, own), found.play(round)
    if last is None:
        return None
    if play is None or not isinstance(last.act, Action) or not play.sealed(last.act):
        return last.seq
    passed_on = own is None and (cover is not None or any(entry.seat != last.act.seat for entry in entries))
    return None if passed_on or touches_secret(found, Strike(last.seq), writer(found)) else last.seq


def _begun(found: Table, entry: Entry) -> bool:
    """Whether another phone knows what has been told of this so far."""
    return any(decided_elsewhere(found, group.picks[0].action, writer(found)) for group in entry.groups[:1])
