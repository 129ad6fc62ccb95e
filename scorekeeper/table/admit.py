"""What may be added to a journal: nothing that writes over others unseen, touches a secret or breaks a rule."""

from scorekeeper.games.errors import Illegal
from scorekeeper.games.pad import SEALED, Spot
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import Act, Agree, Amend, By, Change, Line, Reopen, Seen, Strike, Write
from scorekeeper.table.table import Table, folded

STILL_SECRET = Text("That is still secret. Only the phone that entered it can take it back.").by("secret")

NO_LINE_TO_TAKE_BACK = Text("There is no such entry to take back.").by("mended")

TAKEN_BACK = Text("That has already been taken back.").by("mended")

NO_SUCH_LINE = Text("There is no such entry to correct.").by("mended")


class Stale(Exception):
    """Somebody else was faster at the same spot; `since` holds what happened meanwhile."""

    def __init__(self, since: tuple[Line, ...]) -> None:
        super().__init__(since)
        self.since = since


class BroughtBack(Stale):
    """The journal was brought back from an older copy: it does not go on from what the page has seen."""

    def __init__(self) -> None:
        super().__init__(())


def admit_line(now: Table, act: Act, by: By, page: Seen) -> None:
    """Refuse what cannot be added to the journal as it stands, from a page that has seen so much.

    Raises Stale, Illegal.
    """
    seen = page.seq
    if not now.follows(page):
        raise BroughtBack
    if isinstance(act, Strike | Amend) and touches_secret(now, act, by):
        raise Illegal(STILL_SECRET)
    if isinstance(act, Strike):
        _strikable(now, act)
        _keeps_secrets(now, act, by)
        return
    since = _unseen(now, act, seen) if isinstance(act, Agree) else _clashes(now, act, by, seen)
    if since:
        raise Stale(since)
    if isinstance(act, Action | Amend):
        _allowed(now, act, by)
    _keeps_secrets(now, act, by)


def _unseen(now: Table, act: Agree, seen: int) -> tuple[Line, ...]:
    """What changed the sheet of a round since the page that somebody agrees on. Raises Illegal if it is not decided."""
    sheet = now.sheet(act.round)
    if not sheet.decided:
        raise Illegal(sheet.reason)
    before = now if seen >= now.known.seq else folded(now.row, now.lines[: max(seen, 1)], now.game)
    if before.sheet_digest(act.round) == act.of == now.sheet_digest(act.round):
        return ()
    return tuple(line for line in now.lines[max(seen, 1) :] if not isinstance(line.act, Agree))


def opened(now: Table, act: Act) -> tuple[int, ...]:
    """The rounds that all agreed to and would not any more after this line."""
    agreed = [round for round in now.known.agreed if now.all_agree(round)]
    if not agreed or isinstance(act, Agree | Reopen):
        return ()
    after = now.after(act)
    return tuple(round for round in agreed if not after.all_agree(round))


def _clashes(now: Table, act: Act, by: By, seen: int) -> tuple[Line, ...]:
    """The lines of others since `seen` that this one would silently write over."""
    gone = now.struck()
    return tuple(
        line
        for line in now.lines[max(seen, 0) :]
        if line.by.browser != by.browser and line.seq not in gone and _clashes_with(now, act, now.shown(line), seen)
    )


def _clashes_with(now: Table, act: Act, line: Line, seen: int) -> bool:
    """Whether a line of somebody else stands against this act."""
    theirs, undone = line.act, isinstance(line.act, Strike)
    if isinstance(theirs, Strike):
        # Taking back what had been seen: writing the same again would undo their undo.
        target = now.line(theirs.seq)
        if target is None or target.seq > seen:
            return False
        theirs = now.shown(target).act
    if isinstance(act, Reopen):
        # All may have agreed anew since; that is not opened by who has not seen it.
        return isinstance(theirs, Agree | Reopen) and theirs.round == act.round
    mine, aim = _aim(now, act), _aim(now, theirs)
    if isinstance(mine, Action):
        return isinstance(aim, Change) or (isinstance(aim, Action) and _in_turn(now, mine, aim))
    if isinstance(act, Write) and isinstance(theirs, Write):
        both = act.changes.keys() & theirs.changes.keys()
        return any((act.changes[spot] == theirs.changes[spot]) == undone for spot in both)
    if isinstance(act, Amend) and isinstance(theirs, Amend):
        return act.seq == theirs.seq
    return isinstance(act, Change) and isinstance(theirs, Change)


def _in_turn(now: Table, mine: Action, theirs: Action) -> bool:
    """Whether two moves are told one after the other; what two players decide in secret, they decide at once."""
    if mine.round != theirs.round:
        return False
    play = now.play(mine.round)
    return play is None or mine.seat == theirs.seat or not (play.sealed(mine) and play.sealed(theirs))


def _allowed(now: Table, act: Action | Amend, by: By) -> None:
    """Ask the referee whether a move may be told, or an earlier line may have been another one. Raises Illegal."""
    if isinstance(act, Action):
        play = now.play(act.round)
        if play is None:
            raise Illegal(Text("This game is played without a referee.").by("by-hand"))
        if act.seat is not None and decided_elsewhere(now, act, by):
            # What the rules say to it would tell what has been decided.
            raise Illegal(
                Text("%(who)s decides that in secret on another phone.", who=now.setup.name(act.seat)).by("secret")
            )
        play.then(act)
        return
    line = now.line(act.seq)
    if line is None or act.seq in now.struck() or type(line.act) is not type(act.act):
        raise Illegal(NO_SUCH_LINE)
    if isinstance(act.act, Action):
        play = now.known.plays.get(act.act.round)
        if play is None or not isinstance(line.act, Action) or line.act.round != act.act.round:
            raise Illegal(NO_SUCH_LINE)
        play.instead(act.seq, act.act)


def decided_elsewhere(now: Table, act: Action, by: By) -> bool:
    """Whether its player has begun to decide this in secret on another phone, and this phone is not that player's."""
    play = now.play(act.round)
    if play is None or act.seat == by.seat or not play.sealed(act):
        return False
    return any(
        isinstance(line.act, Action)
        and (line.act.round, line.act.seat) == (act.round, act.seat)
        and play.sealed(line.act)
        and _teller(now, line) != by.browser
        for line in now.effective_lines
    )


def touches_secret(now: Table, act: Strike | Amend, by: By) -> bool:
    """Whether this takes back, puts back or corrects a move that another phone told in secret."""
    line, aimed = now.line(act.seq), _aimed(now, act)
    if line is None or aimed is None or by.browser in (line.by.browser, _teller(now, aimed)):
        return False
    as_it_stands = [one.act for one in now.effective_lines if one.seq == aimed.seq]
    moves = [one for one in (aimed.act, *as_it_stands) if isinstance(one, Action)]
    return any((play := now.play(move.round)) and play.sealed(move) for move in moves)


def uncorrectable(now: Table, seq: int, by: By) -> Text | None:
    """Why a move cannot be corrected from this phone; None where it can."""
    line = now.line(seq)
    if line is None or not isinstance(line.act, Action):
        return NO_SUCH_LINE
    if seq in now.struck():
        return _taken_back(now, seq)
    return STILL_SECRET if touches_secret(now, Strike(seq), by) else None


def _teller(now: Table, line: Line) -> str:
    """The browser that told what a line says now: the one that wrote it, or that corrected it last."""
    gone = now.struck()
    corrected = [one for one in now.lines if isinstance(one.act, Amend) and one.act.seq == line.seq]
    return next((one.by.browser for one in reversed(corrected) if one.seq not in gone), line.by.browser)


def _strikable(now: Table, act: Strike) -> None:
    """Refuse to take back what is not there, what is taken back already, or the opening of the table."""
    line = now.line(act.seq)
    if line is None or line.seq == 1:
        raise Illegal(NO_LINE_TO_TAKE_BACK)
    if act.seq in now.struck():
        raise Illegal(_taken_back(now, act.seq))


def _keeps_secrets(now: Table, act: Act, by: By) -> None:
    """Refuse to touch what another phone has decided in secret, and rules that would show it before its time."""
    sealed = {spot for spot, mark in now.known.marks.items() if mark == SEALED}
    if not sealed:
        return
    aim = _aim(now, act)
    touched = sealed & _spots(aim)
    for line in now.effective_lines if touched else ():
        if line.by.browser != by.browser and touched & _spots(line.act):
            raise Illegal(STILL_SECRET)
    if isinstance(aim, Change):
        after = fold((*now.lines, Line(now.known.seq + 1, "", 0, by, act)), now.game).marks
        if any(after.get(spot, SEALED) != SEALED for spot in sealed):
            raise Illegal(Text("Some choices are still secret. Wait until everybody has decided.").by("secret"))


def _aimed(now: Table, act: Act) -> Line | None:
    """The line that an act takes back, puts back or corrects in the end; None where it writes something itself."""
    line = None
    while isinstance(act, Strike | Amend) and (aimed := now.line(act.seq)):
        line, act = aimed, aimed.act
    return line


def _aim(now: Table, act: Act) -> Act:
    """What an act writes, takes back, puts back or corrects in the end."""
    line = _aimed(now, act)
    return line.act if line else act


def _spots(act: Act) -> set[Spot]:
    """Where an act writes, without telling chips apart: a chip of a hidden box would tell too much."""
    return {spot._replace(item="") for spot in act.changes} if isinstance(act, Write) else set()


def _taken_back(now: Table, seq: int) -> Text:
    """That a line was taken back already, and by whom, where that is known."""
    gone = now.struck()
    seats = [line.by.seat for line in now.lines if line.act == Strike(seq) and line.seq not in gone]
    if seats and seats[-1] is not None and seats[-1] < len(now.setup.players):
        return Text("%(who)s has already taken that back.", who=now.setup.name(seats[-1])).by("mended")
    return TAKEN_BACK
