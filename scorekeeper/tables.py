"""Where games and store meet: open a table, read what is known of it, write a line on it."""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Illegal, Setup, Sheet
from scorekeeper.games.journal import Act, By, Change, Known, Line, Strike, Write, fold, standing, struck
from scorekeeper.store import Store, TableRow
from scorekeeper.text import Text

KEPT = 256
"""How many tables stay folded in memory."""


class NoSuchTable(Exception):
    """No table has that address, or this browser is not let in: the answer is the same."""


class Stale(Exception):
    """Somebody else was faster at the same spot; `since` holds what happened meanwhile."""

    def __init__(self, since: tuple[Line, ...]) -> None:
        super().__init__(since)
        self.since = since


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
            self.sheets[round] = self.game.score(self.setup, self.known.marks, round)
        return self.sheets[round]

    def line(self, seq: int) -> Line | None:
        """The line with that number."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    def newest(self, round: int | None = None) -> Line | None:
        """The newest line that undo takes back: of the pad of one round, or of the whole table.

        The line that opened the table cannot be taken back.
        """
        for line in reversed(self.standing):
            if line.seq == 1:
                break
            if round is None or (isinstance(line.act, Write) and any(spot.round == round for spot in line.act.changes)):
                return line
        return None

    def struck(self) -> frozenset[int]:
        """The numbers of the lines that are taken back."""
        return struck(self.lines)


class Tables:
    """All tables of one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._folded: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, game: Game, setup: Setup, browser: str, op: str = "") -> str:
        """Open a table and return its address; the same op again opens no second one."""
        now = int(time.time())
        table = self.store.open_table(game.slug, game.rules_version, Change(setup), By(browser), now, op)
        self.store.remember_names(browser, setup.players, now)
        return table

    def open_joining(self, table: str) -> None:
        """Open a table for joining again; its code may be a new one."""
        self.store.open_joining(table, int(time.time()))
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
        known = fold(lines)
        loaded = Table(row, GAMES[row.game], lines, tuple(standing(lines)), known, known.rounds(), {})
        with self._lock:
            self._folded[table] = loaded
            self._folded.move_to_end(table)
            while len(self._folded) > KEPT:
                self._folded.popitem(last=False)
        return loaded

    def record(self, table: str, act: Act, op: str, by: By, seen: int) -> int:
        """Write a line, unless somebody was faster or it cannot be taken back; return its number.

        Raises Stale, Illegal, NoSuchTable, and what the store raises.
        """

        def admit() -> None:
            now = self.load(table)
            if isinstance(act, Strike):
                _strikable(now, act)
            else:
                since = _clashes(now, act, by, seen)
                if since:
                    raise Stale(since)

        self.load(table)
        return self.store.append(table, op, act, by, int(time.time()), admit)


def _clashes(now: Table, act: Act, by: By, seen: int) -> tuple[Line, ...]:
    """The lines of others since `seen` that this one would silently write over."""
    gone = now.struck()
    return tuple(
        line
        for line in now.lines[max(seen, 0) :]
        if line.by.browser != by.browser and line.seq not in gone and _clashes_with(now, act, line, seen)
    )


def _clashes_with(now: Table, act: Act, line: Line, seen: int) -> bool:
    """Whether a line of somebody else stands against this act."""
    if isinstance(line.act, Strike):
        # Taking back what had been seen: writing the same again would undo their undo.
        target = now.line(line.act.seq)
        if target is None or target.seq > seen:
            return False
        if isinstance(act, Write) and isinstance(target.act, Write):
            mine, theirs = act.changes, target.act.changes
            return any(mine[spot] == theirs[spot] for spot in mine.keys() & theirs.keys())
        return isinstance(act, Change) and isinstance(target.act, Change)
    if isinstance(act, Write) and isinstance(line.act, Write):
        return any(act.changes.get(spot, mark) != mark for spot, mark in line.act.changes.items())
    return isinstance(act, Change) and isinstance(line.act, Change)


def _strikable(now: Table, act: Strike) -> None:
    """Refuse to take back what is not there, what is taken back already, or the opening of the table."""
    line = now.line(act.seq)
    if line is None or line.seq == 1:
        raise Illegal(Text("There is no such line to take back."))
    if act.seq in now.struck():
        raise Illegal(Text("That was taken back already."))
