"""Checks of what can be added to a journal.

Lines are rejected if they overwrite unseen changes of other phones, reveal or change a secret, or break a rule of the
game.
"""

from scorekeeper.games.errors import Illegal
from scorekeeper.games.pad import SEALED, Seat, Spot
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text
from scorekeeper.table.journal import (
    Act,
    Agree,
    Amend,
    By,
    Change,
    Close,
    Erased,
    Line,
    Reopen,
    Seen,
    SetClock,
    Strike,
    Write,
    list_targets,
)
from scorekeeper.table.table import Table, add_act, fold_table

STILL_SECRET = Text("That is still secret. Only the phone that entered it can take it back.").by("secret")

NO_SUCH_LINE = Text("There is no such entry to correct.").by("mended")


MOST_LINES = 20_000
"""The maximum number of lines of a table. Each correction replays them all, which takes half a second for as many."""

FULL = Text(
    "This table has %(most)s entries, and there is no room for more. All of them are kept. Start a new table to go on.",
    most=MOST_LINES,
)


class Stale(Exception):
    """Error: an act conflicts with lines that other phones wrote since its page was loaded. `since` holds these.

    `refused` is the line that the act would have become, or None if it is not known.
    """

    def __init__(self, since: tuple[Line, ...] = (), refused: Line | None = None) -> None:
        super().__init__(since)
        self.since = since
        self.refused = refused


class JournalRestored(Stale):
    """Error: the journal was restored from an older copy and does not continue from what the page has seen."""


def admit_line(table: Table, act: Act, by: By, page: Seen) -> None:
    """Check that an act can be added to a table. `page` tells how far the sending page has read the journal.

    Raise Stale if the act would overwrite lines that the page has not seen. Raise Illegal if it cannot be added at all:
    the message says why.
    """
    seen, newest = page.seq, table.line(page.seq)
    # First, because in a restored journal the numbers of lines, such as `seen`, mean other lines.
    if seen and (newest is None or page.time not in ("", Seen.of(seen, newest.at).time)):
        raise JournalRestored
    # A full table can still be finished.
    if table.known.seq >= MOST_LINES and not isinstance(act, Close):
        raise Illegal(FULL)
    if touches_secret(table, act, by) and not gives_up(table, act, by):
        raise Illegal(STILL_SECRET)
    _check_rules_reveal_nothing(table, act)
    if isinstance(act, Strike):
        # An undo names the one line it undoes, so it cannot overwrite anything unseen.
        _check_undoable(table, act)
        return
    if isinstance(act, SetClock):
        # It says what is from now on, so nothing of other phones is overwritten.
        if act.seat is not None and act.seat not in table.everybody:
            raise Illegal(Text("That seat is empty."))
        return
    since = _find_unseen(table, act, seen) if isinstance(act, Agree) else _find_conflicts(table, act, by, seen)
    if since:
        raise Stale(since, Line(table.known.seq + 1, "", 0, by, act))
    if isinstance(act, Action | Amend):
        _check_with_referee(table, act, by)


def _find_unseen(table: Table, act: Agree, seen: int) -> tuple[Line, ...]:
    """Return the lines that may have changed the sheet of a round since the page that sends an agreement was loaded.

    Return an empty tuple if the page showed the current sheet. Raise Illegal if the round has no result yet.
    """
    sheet = table.sheet(act.round)
    if not sheet.decided:
        raise Illegal(sheet.reason)
    # At least the first line, because without it there are no players to fold.
    before = table if seen >= table.known.seq else fold_table(table.stored, table.lines[: max(seen, 1)], table.game)
    # Other lines since then do not matter as long as the sheet comes to the same.
    if before.sheet_digest(act.round) == act.of == table.sheet_digest(act.round):
        return ()
    return tuple(line for line in table.lines[max(seen, 1) :] if not isinstance(line.act, Agree))


def find_reopened_rounds(table: Table, act: Act) -> tuple[int, ...]:
    """Return the rounds that everybody agrees to now, but no longer after this act."""
    agreed = [round for round in table.known.agreed if table.all_agree(round)]
    # A Reopen voids agreements on purpose, so there is nothing to warn of.
    if not agreed or isinstance(act, Agree | Reopen):
        return ()
    after = add_act(table, act)
    return tuple(round for round in agreed if not after.all_agree(round))


def _find_conflicts(table: Table, act: Act, by: By, seen: int) -> tuple[Line, ...]:
    """Return the lines of other phones, after line number `seen`, that this act would overwrite unnoticed."""
    gone = table.known.corrections.gone
    return tuple(
        line
        for line in table.lines[seen:]
        if line.by.browser != by.browser
        and line.seq not in gone
        and _conflicts_with(table, act, table.hide_secrets(line), seen)
    )


def _conflicts_with(table: Table, act: Act, line: Line, seen: int) -> bool:
    """Return whether a line of another phone conflicts with this act.

    `seen` is the number of the newest line on the page that sends the act.
    """
    theirs, undone = line.act, isinstance(line.act, Strike)
    if isinstance(theirs, Strike):
        # They undid a line that this page has seen: writing it again would undo their undo.
        target = table.line(theirs.seq)
        if target is None or target.seq > seen:
            return False
        theirs = table.hide_secrets(target).act
    if isinstance(act, Reopen):
        # New agreements must not be voided from a page that has not shown them.
        return isinstance(theirs, Agree | Reopen) and theirs.round == act.round
    mine, aim = _find_target_act(table, act), _find_target_act(table, theirs)
    if isinstance(mine, Action):
        # New players or rules change whose turn it is and what is allowed.
        return isinstance(aim, Change) or (isinstance(aim, Action) and _follow_each_other(table, mine, aim))
    # Marks on other boxes never conflict, so two phones can enter one round at the same time.
    if isinstance(act, Write) and isinstance(theirs, Write):
        both = act.changes.keys() & theirs.changes.keys()
        # The same mark is harmless after a write, but after an undo it would bring back what was undone.
        return any((act.changes[spot] == theirs.changes[spot]) == undone for spot in both)
    if isinstance(act, Amend) and isinstance(theirs, Amend):
        return act.seq == theirs.seq
    return isinstance(act, Change) and isinstance(theirs, Change)


def _follow_each_other(table: Table, mine: Action, theirs: Action) -> bool:
    """Return whether the order of two moves matters: both belong to one round and are not simultaneous.

    Secret decisions of two players are simultaneous.
    """
    at_once = mine.seat != theirs.seat and table.is_sealed(mine) and table.is_sealed(theirs)
    return mine.round == theirs.round and not at_once


def _check_with_referee(table: Table, act: Action | Amend, by: By) -> None:
    """Check with the referee that a move, or the correction of an earlier line, is legal. Raise Illegal if not."""
    if isinstance(act, Action):
        play = table.play(act.round)
        if play is None:
            raise Illegal(Text("This game is played without a referee.").by("by-hand"))
        if act.seat is not None and is_decided_elsewhere(table, act, by):
            # The referee’s answer would reveal the decision, so the referee is not asked.
            raise Illegal(
                Text("%(who)s decides that in secret on another phone.", who=table.setup.name(act.seat)).by("secret")
            )
        play.then(act)
        return
    line = table.line(act.seq)
    # A correction of another kind would be ignored when the journal is folded.
    if line is None or act.seq in table.known.corrections.gone or type(line.act) is not type(act.act):
        raise Illegal(NO_SUCH_LINE)
    if isinstance(act.act, Action):
        play = table.known.plays.get(act.act.round)
        if play is None or not isinstance(line.act, Action) or line.act.round != act.act.round:
            raise Illegal(NO_SUCH_LINE)
        play.instead(act.seq, act.act)


def is_decided_elsewhere(table: Table, act: Action, by: By) -> bool:
    """Return whether the seat of `act` already has a secret move in this round from another phone than that of `by`.

    Always False if `act` itself is not secret. The result does not depend on which phone has claimed the seat.
    """
    return table.is_sealed(act) and bool(_list_secrets_elsewhere(table, act.round, act.seat, by))


def find_secret_to_give_up(table: Table, round: int, by: By) -> Line | None:
    """Return the newest secret move that another phone entered for the seat of this phone in a round, or None.

    This phone can undo it without seeing it and decide again, because the other phone may be gone.
    """
    told = _list_secrets_elsewhere(table, round, by.seat, by) if by.seat is not None else []
    return told[-1] if told else None


def gives_up(table: Table, act: Act, by: By) -> bool:
    """Return whether an act undoes a move, secret or not, of the seat that this phone has claimed.

    False for a correction.
    """
    # Only undoing, because it shows nothing of the secret.
    line = table.line(act.seq) if isinstance(act, Strike) and by.seat is not None else None
    return line is not None and isinstance(line.act, Action) and line.act.seat == by.seat


def _list_secrets_elsewhere(table: Table, round: int, seat: Seat | None, by: By) -> list[Line]:
    return [
        line
        for line in table.known.effective
        if isinstance(line.act, Action)
        and (line.act.round, line.act.seat) == (round, seat)
        and table.is_sealed(line.act)
        and table.known.corrections.find_author(line).browser != by.browser
    ]


def touches_secret(table: Table, act: Act, by: By) -> bool:
    """Return whether an act changes, undoes or restores a decision that is still secret and from another phone."""
    if isinstance(act, Write):
        sealed = {spot for spot in _list_spots(act) if table.known.marks.get(spot) == SEALED}
        others = (line for line in table.known.effective if line.by.browser != by.browser) if sealed else ()
        return any(sealed & _list_spots(line.act) for line in others)
    if not isinstance(act, Strike | Amend):
        return False
    line, aimed, corrections = table.line(act.seq), _find_target_line(table, act), table.known.corrections
    if line is None or aimed is None or by.browser in (line.by.browser, corrections.find_author(aimed).browser):
        return False
    # A correction can turn a public move into a secret one or the reverse, so both are checked.
    return any(map(table.is_sealed, (aimed.act, corrections.apply(aimed).act)))


def explain_uncorrectable(table: Table, seq: int, by: By) -> Text | None:
    """Return the reason why this phone cannot correct a move, or None if it can."""
    line = table.line(seq)
    if line is None or not isinstance(line.act, Action):
        return NO_SUCH_LINE
    if seq in table.known.corrections.gone:
        return _describe_undone(table, seq)
    return STILL_SECRET if touches_secret(table, Strike(seq), by) else None


def _check_undoable(table: Table, act: Strike) -> None:
    """Check that a line can be undone.

    Raise Illegal if it is missing, already undone, the first line of the table, or a note that a name was erased.
    """
    line = table.line(act.seq)
    # Without the first line there are no players, and an erased name cannot be brought back.
    if line is None or line.seq == 1 or isinstance(line.act, Erased):
        raise Illegal(Text("There is no such entry to take back.").by("mended"))
    if act.seq in table.known.corrections.gone:
        raise Illegal(_describe_undone(table, act.seq))


def _check_rules_reveal_nothing(table: Table, act: Act) -> None:
    sealed = [spot for spot, mark in table.known.marks.items() if mark == SEALED]
    if sealed and isinstance(_find_target_act(table, act), Change):
        # The whole journal is folded, because a setup that is undone or corrected can also reveal marks.
        after = add_act(table, act).known.marks
        if any(after.get(spot, SEALED) != SEALED for spot in sealed):
            raise Illegal(Text("Some choices are still secret. Wait until everybody has decided.").by("secret"))


def _find_target_line(table: Table, act: Act) -> Line | None:
    """Return the line to which a Strike or Amend refers in the end, such as the line restored by undoing an undo.

    None for other acts.
    """
    targets = list_targets(table.lines, act)
    return targets[-1] if targets else None


def _find_target_act(table: Table, act: Act) -> Act:
    """Return the act to which a Strike or Amend refers in the end. For any other act, return the act itself."""
    line = _find_target_line(table, act)
    return line.act if line else act


def _list_spots(act: Act) -> set[Spot]:
    """Return the spots to which an act writes, without their items. In a hidden box, items would reveal the choice."""
    return {spot._replace(item="") for spot in act.changes} if isinstance(act, Write) else set()


def _describe_undone(table: Table, seq: int) -> Text:
    """Return the message that a line is already undone. It names the player who undid the line, if known."""
    seat = table.lines[table.known.corrections.gone[seq] - 1].by.seat
    if seat is not None and seat < len(table.setup.players):
        return Text("%(who)s has already taken that back.", who=table.setup.name(seat)).by("mended")
    return Text("That has already been taken back.").by("mended")
