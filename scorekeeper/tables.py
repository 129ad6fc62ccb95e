"""Where games and store meet: open a table, read what is known of it, write a line on it."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.games import GAMES
from scorekeeper.games.agreeing import came_to
from scorekeeper.games.base import SEALED, Game, Illegal, Problem, Seat, Setup, Sheet, Spot
from scorekeeper.games.journal import (
    Act,
    Agree,
    Amend,
    By,
    Change,
    Known,
    Line,
    Reopen,
    Strike,
    Write,
    begin,
    fold,
    standing,
    struck,
)
from scorekeeper.games.referee import STOP, Action, Play
from scorekeeper.games.sealing import Secrets, secrets
from scorekeeper.store import Store, TableRow
from scorekeeper.text import Literal, Text

STILL_SECRET = Text("That is still secret. Only the phone that told it can take it back.")
KEPT = 256
"""How many tables stay folded in memory."""


class NoSuchTable(Exception):
    """No table has that address, or this browser is not let in: the answer is the same."""


class Stale(Exception):
    """Somebody else was faster at the same spot; `since` holds what happened meanwhile."""

    def __init__(self, since: tuple[Line, ...]) -> None:
        super().__init__(since)
        self.since = since


class Sealed(Exception):
    """All have agreed to these rounds: they change only when somebody says why."""

    def __init__(self, rounds: tuple[int, ...]) -> None:
        super().__init__(rounds)
        self.rounds = rounds


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table as its journal tells it now; what is worked out from it may be kept as long as the table is."""

    row: TableRow
    game: Game
    lines: tuple[Line, ...]
    standing: tuple[Line, ...]
    known: Known
    rounds: int
    sheets: dict[int, Sheet]

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def setup(self) -> Setup:
        return self.known.setup

    def sheet(self, round: int) -> Sheet:
        """The round worked out; the same sheet for screen, paper and tally."""
        if round not in self.sheets:
            sheet = self.game.score(self.setup, self.known.marks, round)
            play = self.known.plays.get(round)
            reason = play.unfinished if play else None
            self.sheets[round] = _left_open(sheet, reason) if reason else sheet
        return self.sheets[round]

    def play(self, round: int) -> Play | None:
        """A round as its referee knows it, also before the first move; None where the game has no referee."""
        return self.known.plays.get(round) or begin(self.game, self.setup, self.known.marks, round)

    def agreed(self, round: int) -> dict[Seat, int]:
        """The seats that agree to the sheet of a round as it stands, and since when (seconds since 1970)."""
        said = self.known.agreed.get(round)
        if not said:
            return {}
        now = self.came_to(round)
        return {seat: one.at for seat, one in said.items() if one.of == now}

    def came_to(self, round: int) -> str:
        """What the sheet of a round comes to, as one agrees to it."""
        return came_to(self.known.marks, round, self.sheet(round))

    def sealed(self, round: int) -> bool:
        """Whether everybody who played a round agrees to its sheet."""
        return set(self.setup.seats(round)) <= set(self.agreed(round)) and self.sheet(round).decided

    def after(self, act: Act) -> "Table":
        """The table as it would be with one line more."""
        lines = (*self.lines, Line(self.known.seq + 1, "", 0, By(""), act))
        return folded(self.row, lines)

    def line(self, seq: int) -> Line | None:
        """The line with that number."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    def newest(self, round: int | None = None, seat: Seat | None = None) -> Line | None:
        """The newest line that undo takes back: of the pad of one round, or of the whole table; of one seat, or of all.

        The line that opened the table cannot be taken back.
        """
        for line in reversed(self.standing):
            if line.seq == 1:
                break
            if seat is not None and line.by.seat != seat:
                continue
            if round is None or round in rounds_of(line.act):
                return line
        return None

    def shown(self, line: Line) -> Line:
        """A line as everybody may read it: what is still secret, or was struck while it was, stays so."""
        return _secrets(self).line(line)

    def struck(self) -> frozenset[int]:
        """The numbers of the lines that are taken back."""
        return struck(self.lines)

    def told(self, line: Line) -> Text:
        """A move in words, as the round stood when it was told; what is still secret stays so."""
        action = line.act
        assert isinstance(action, Action)
        now = self.play(action.round)
        if now is None:
            return Literal(action.kind)
        if action.kind == STOP:
            return Text("The referee leaves. The pad goes on by hand.")
        state = now.before[line.seq] if line.seq in now.before else self._before(line, action.round)
        return now.referee.narrate(state, action, now.sealed(action))

    def _before(self, line: Line, round: int) -> object:
        """The state of a round before a line that is not followed now: as it was when that line was written."""
        known = fold(self.lines[: line.seq - 1], self.game)
        then = known.plays.get(round) or begin(self.game, known.setup, known.marks, round)
        return then.state if then else None


@lru_cache(KEPT)
def _secrets(table: Table) -> Secrets:
    return secrets(table.game, table.lines)


def rounds_of(act: Act) -> set[int]:
    """The rounds that a line writes or tells something in."""
    if isinstance(act, Write):
        return {spot.round for spot in act.changes}
    return {act.round} if isinstance(act, Action) else set()


def _left_open(sheet: Sheet, reason: Text) -> Sheet:
    """The sheet of a round that is still being played: totals as they are, nobody wins yet."""
    still = Problem((), reason)
    return replace(sheet, open=(still, *sheet.open), winners=(), verdict=Text("Not decided yet."), reason=reason)


class Tables:
    """All tables of one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ring: Callable[[str, int], None] = lambda table, newest: None
        """Told of every line once it is stored: its table and its number; 0 when links of the table have ended."""
        self._folded: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def open(
        self,
        game: Game,
        setup: Setup,
        browser: str,
        op: str = "",
        after: tuple[str, Mapping[Seat, Seat]] | None = None,
    ) -> str:
        """Open a table and return its address; the same op again opens no second one.

        With `after`, the phones of an earlier table come along, each old seat to the new one that it names.
        """
        now = int(time.time())
        table = self.store.open_table(game.slug, game.rules_version, Change(setup), By(browser), now, op, after)
        self.store.remember_names(browser, setup.players, now)
        return table

    def open_joining(self, table: str) -> None:
        """Open a table for joining again; its code may be a new one."""
        self.store.open_joining(table, int(time.time()))
        self._forget(table)

    def end_links(self, table: str, browser: str) -> None:
        """End all links of a table but what this browser may do; new links and a new code begin."""
        self.store.end_links(table, browser, int(time.time()))
        self._forget(table)
        self.ring(table, 0)

    def _forget(self, table: str) -> None:
        with self._lock:
            self._folded.pop(table, None)

    def load(self, table: str) -> Table:
        """Read a table. Raises NoSuchTable."""
        with self._lock:
            held = self._folded.get(table)
        if held is not None and self.store.last(table) == held.known.seq:
            return held
        row = self.store.table(table)
        if row is None or row.game not in GAMES:
            raise NoSuchTable(table)
        before = held.lines if held else ()
        lines = (*before, *self.store.lines(table, len(before)))
        loaded = folded(row, lines)
        with self._lock:
            self._folded[table] = loaded
            self._folded.move_to_end(table)
            while len(self._folded) > KEPT:
                self._folded.popitem(last=False)
        return loaded

    def record(self, table: str, act: Act, op: str, by: By, seen: int, why: str = "") -> int:
        """Write a line, unless somebody was faster or it cannot be taken back; return its number.

        What all agreed to is opened again first, if `why` says for what reason.
        Raises Stale, Sealed, Illegal, NoSuchTable, and what the store raises.
        """
        at = int(time.time())
        now = self.load(table)
        if why and not any(line.op == op for line in now.lines):
            _admit(now, act, by, seen)
            for round in _opened(now, act):
                self.store.append(table, f"{op} {round}", Reopen(round, why), by, at, lambda: None)

        def admit() -> None:
            now = self.load(table)
            _admit(now, act, by, seen)
            if rounds := _opened(now, act):
                raise Sealed(rounds)

        seq = self.store.append(table, op, act, by, at, admit)
        self.ring(table, seq)
        return seq


def folded(row: TableRow, lines: tuple[Line, ...]) -> Table:
    """A table from its lines."""
    game = GAMES[row.game]
    known = fold(lines, game)
    return Table(row, game, lines, tuple(standing(lines)), known, known.rounds(), {})


def _admit(now: Table, act: Act, by: By, seen: int) -> None:
    """Refuse what cannot be added to the journal as it stands. Raises Stale, Illegal."""
    if isinstance(act, Strike):
        _strikable(now, act, by)
        _keeps_secrets(now, act, by)
        return
    since = _unseen(now, act, seen) if isinstance(act, Agree) else _clashes(now, act, by, seen)
    if since:
        raise Stale(since)
    if isinstance(act, Action | Amend):
        _allowed(now, act)
    _keeps_secrets(now, act, by)


def _unseen(now: Table, act: Agree, seen: int) -> tuple[Line, ...]:
    """What changed the sheet of a round since the page that somebody agrees on. Raises Illegal if it is not decided."""
    sheet = now.sheet(act.round)
    if not sheet.decided:
        raise Illegal(sheet.reason)
    before = folded(now.row, now.lines[: max(seen, 1)])
    if before.came_to(act.round) == act.of == now.came_to(act.round):
        return ()
    return tuple(line for line in now.lines[max(seen, 1) :] if not isinstance(line.act, Agree))


def _opened(now: Table, act: Act) -> tuple[int, ...]:
    """The rounds that all agreed to and would not any more after this line."""
    sealed = [round for round in now.known.agreed if now.sealed(round)]
    if not sealed or isinstance(act, Agree):
        return ()
    after = now.after(act)
    return tuple(round for round in sealed if not after.sealed(round))


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
    if isinstance(line.act, Strike):
        # Taking back what had been seen: writing the same again would undo their undo.
        target = now.line(line.act.seq)
        if target is None or target.seq > seen:
            return False
        target = now.shown(target)
        if isinstance(act, Write) and isinstance(target.act, Write):
            mine, theirs = act.changes, target.act.changes
            return any(mine[spot] == theirs[spot] for spot in mine.keys() & theirs.keys())
        if isinstance(act, Action) and isinstance(target.act, Action):
            return act.round == target.act.round
        return isinstance(act, Change) and isinstance(target.act, Change)
    if isinstance(act, Write) and isinstance(line.act, Write):
        return any(act.changes.get(spot, mark) != mark for spot, mark in line.act.changes.items())
    if isinstance(act, Action) and isinstance(line.act, Action):
        return act.round == line.act.round
    if isinstance(act, Amend) and isinstance(line.act, Amend):
        return act.seq == line.act.seq
    return isinstance(act, Change) and isinstance(line.act, Change)


def _allowed(now: Table, act: Action | Amend) -> None:
    """Ask the referee whether a move may be told, or an earlier line may have been another one. Raises Illegal."""
    if isinstance(act, Action):
        play = now.play(act.round)
        if play is None:
            raise Illegal(Text("This game is played without a referee."))
        play.then(act)
        return
    line = now.line(act.seq)
    if line is None or act.seq in now.struck() or type(line.act) is not type(act.act):
        raise Illegal(Text("There is no such line to correct."))
    if isinstance(act.act, Action):
        told = now.known.plays.get(act.act.round)
        if told is None or not isinstance(line.act, Action) or line.act.round != act.act.round:
            raise Illegal(Text("There is no such line to correct."))
        told.instead(act.seq, act.act)


def _strikable(now: Table, act: Strike, by: By) -> None:
    """Refuse to take back what is not there, what is taken back already, or the opening of the table."""
    line = now.line(act.seq)
    if line is None or line.seq == 1:
        raise Illegal(Text("There is no such line to take back."))
    if act.seq in now.struck():
        raise Illegal(_taken_back(now, act.seq))
    if isinstance(line.act, Action) and line.by.browser != by.browser:
        play = now.known.plays.get(line.act.round)
        if play and play.sealed(line.act):
            raise Illegal(STILL_SECRET)


def _keeps_secrets(now: Table, act: Act, by: By) -> None:
    """Refuse to touch what another phone has decided in secret, and rules that would show it before its time."""
    sealed = {spot for spot, mark in now.known.marks.items() if mark == SEALED}
    if not sealed:
        return
    aim = _aim(now, act)
    touched = sealed & _spots(aim)
    for line in now.standing:
        if line.by.browser != by.browser and touched & _spots(line.act):
            raise Illegal(STILL_SECRET)
    if isinstance(aim, Change):
        after = fold((*now.lines, Line(now.known.seq + 1, "", 0, by, act)), now.game).marks
        if any(after.get(spot, SEALED) != SEALED for spot in sealed):
            raise Illegal(Text("Something is still secret. Let everybody decide first."))


def _aim(now: Table, act: Act) -> Act:
    """What an act writes, takes back, puts back or corrects in the end."""
    while isinstance(act, Strike | Amend) and (line := now.line(act.seq)):
        act = line.act
    return act


def _spots(act: Act) -> set[Spot]:
    """Where an act writes, without telling chips apart: a chip of a hidden box would tell too much."""
    return {spot._replace(item="") for spot in act.changes} if isinstance(act, Write) else set()


def _taken_back(now: Table, seq: int) -> Text:
    """That a line was taken back already, and by whom, where that is known."""
    gone = now.struck()
    seats = [line.by.seat for line in now.lines if line.act == Strike(seq) and line.seq not in gone]
    if seats and seats[-1] is not None and seats[-1] < len(now.setup.players):
        return Text("%(who)s took that back already.", who=now.setup.name(seats[-1]))
    return Text("That was taken back already.")
