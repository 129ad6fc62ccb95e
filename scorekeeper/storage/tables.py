"""Where games and store meet: open a table, read what is known of it, write a line on it."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Seat, Setup
from scorekeeper.games.pads.own import own_game
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.storage.journals import Journals
from scorekeeper.table.admit import admit_line, opened
from scorekeeper.table.journal import Act, By, Change, Erased, Reopen, Seen
from scorekeeper.table.table import Table, folded, further

TABLES_IN_MEMORY = 256
"""How many tables stay folded in memory."""

PADS_IN_MEMORY = 256
"""How many pads that people made stay read in memory."""


class NoSuchTable(Exception):
    """No table has that address, or this browser is not let in: the answer is the same."""


class AgreedRound(Exception):
    """All have agreed to these rounds: they change only when somebody says why."""

    def __init__(self, rounds: tuple[int, ...]) -> None:
        super().__init__(rounds)
        self.rounds = rounds


class Tables:
    """All tables of one store."""

    def __init__(self, store: Journals) -> None:
        self.store = store
        self.ring: Callable[[str, Seen | None], None] = lambda table, newest: None
        """Told of every line once it is stored: its table, and what a page that shows it has seen; None when links of
        the table have ended."""
        self.ring_group: Callable[[str, Seen | None], None] = lambda group, news: None
        """Told of every line of a group or of one of its tables, once it is stored, and of a table that is deleted;
        None when one is put back."""
        self._folded: OrderedDict[str, Table] = OrderedDict()
        self._pads: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def open(
        self,
        game: Game,
        setup: Setup,
        browser: str,
        op: str = "",
        after: tuple[str, Mapping[Seat, Seat]] | None = None,
        admit: Callable[[], None] = lambda: None,
    ) -> str:
        """Open a table and return its address; the same op again opens no second one.

        With `after`, the phones of an earlier table come along, each old seat to the new one that it names.
        `admit` is called before a table is opened, and raises when it may not be.
        """
        now = int(time.time())
        table = self.store.open_table(game.slug, game.rules_version, Change(setup), By(browser), now, op, after, admit)
        self.store.remember_names(browser, setup.players, now)
        return table

    def game(self, slug: str) -> Game | None:
        """The game of that slug: one that comes with the app, else a pad that people made and that is kept here."""
        if slug in GAMES:
            return GAMES[slug]
        with self._lock:
            held = self._pads.get(slug)
        text = None if held else self.store.pad(slug)
        if text is not None:
            with suppress(Mistake):
                held = own_game(text)
                with self._lock:
                    self._pads[slug] = held
                    while len(self._pads) > PADS_IN_MEMORY:
                        self._pads.popitem(last=False)
        return held

    def open_joining(self, table_id: str) -> None:
        """Open a table for joining again; its code may be a new one."""
        self.store.open_joining(table_id, int(time.time()))
        self._forget(table_id)

    def end_links(self, table_id: str, browser: str) -> None:
        """End all links of a table but what this browser may do; new links and a new code begin."""
        self.store.end_links(table_id, browser, int(time.time()))
        self._forget(table_id)
        self.ring(table_id, None)

    def delete(self, table_id: str) -> None:
        """Take a table off the lists of everybody at it; its pages say so from then on."""
        self.store.delete(table_id, int(time.time()))
        self.ring(table_id, None)
        self._ring_groups(table_id)

    def restore(self, table_id: str) -> None:
        """Put a deleted table back onto the lists of everybody; those who follow its groups are looked at anew."""
        self.store.restore(table_id)
        for group_id in self.store.groups_with(table_id):
            self.ring_group(group_id, None)

    def _ring_groups(self, table_id: str) -> None:
        for group_id in self.store.groups_with(table_id):
            self.ring_group(group_id, self.store.news(group_id))

    def _forget(self, table_id: str) -> None:
        with self._lock:
            self._folded.pop(table_id, None)

    def load(self, table_id: str) -> Table:
        """Read a table. Raises NoSuchTable."""
        with self._lock:
            held = self._folded.get(table_id)
        as_of = self.store.look(table_id)
        if as_of is None:
            raise NoSuchTable(table_id)
        if held is not None and (held.row, held.seen) == as_of:
            return held
        game = held.game if held else self.game(as_of[0].game)
        if game is None:
            raise NoSuchTable(table_id)
        row, _ = as_of
        more = tuple(self.store.lines(table_id, held.known.seq if held else 0))
        if held and any(isinstance(line.act, Erased) for line in more):  # then the lines before are others as well
            held, more = None, tuple(self.store.lines(table_id))
        loaded = further(held, row, more) if held else folded(row, more, game)
        with self._lock:
            self._folded[table_id] = loaded
            self._folded.move_to_end(table_id)
            while len(self._folded) > TABLES_IN_MEMORY:
                self._folded.popitem(last=False)
        return loaded

    def record(self, table_id: str, act: Act, op: str, by: By, seen: Seen | int, why: str = "") -> int:
        """Write a line, unless somebody was faster or it cannot be taken back; return its number.

        `seen` is what the page has seen on which it was tapped: a bare number where it says no more.
        What all agreed to is opened again together with it, if `why` says for what reason.
        Raises Stale, AgreedRound, Illegal, NoSuchTable, and what the store raises.
        """
        page = seen if isinstance(seen, Seen) else Seen(seen)

        def admit() -> list[Act]:
            now = self.load(table_id)
            admit_line(now, act, by, page)
            rounds = opened(now, act)
            if rounds and not why:
                raise AgreedRound(rounds)
            return [Reopen(round, why) for round in rounds]

        newest = self.store.append(table_id, op, act, by, int(time.time()), admit)
        self.ring(table_id, newest)
        self._ring_groups(table_id)
        return newest.seq
