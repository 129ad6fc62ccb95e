"""Tables on top of the store: create a table, load its state, add a line to its journal."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from scorekeeper.cache import Cache
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pad import Seat, Setup
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import Member
from scorekeeper.storage.contract import Notify, Storage
from scorekeeper.storage.pads import find_pad_text
from scorekeeper.table.admit import admit_line, find_reopened_rounds
from scorekeeper.table.journal import Act, By, Change, Erased, Reopen, Seen
from scorekeeper.table.table import Table, fold_table

TABLES_IN_MEMORY = 256
"""Maximum number of tables whose state is cached."""

MARKS_IN_MEMORY = 60_000
"""Maximum number of marks and lines of all cached tables together. With what is computed from it, each takes 1 kB."""

PADS_IN_MEMORY = 256
"""Maximum number of pads by players that are cached in parsed form."""

PAD_LETTERS_IN_MEMORY = 512 * 1024
"""Maximum number of characters of the files of all cached pads together. Parsed, a file takes 30 times as much."""


class NoSuchTable(Exception):
    """Error: there is no such table, or the browser has no access. The two must not be told apart."""


class AgreedRound(Exception):
    """Error: an act without a reason would change rounds to which everybody has agreed. `rounds` lists them."""

    def __init__(self, rounds: tuple[int, ...]) -> None:
        super().__init__(rounds)
        self.rounds = rounds


class Tables:
    """All tables of a store."""

    def __init__(self, store: Storage) -> None:
        self.store = store
        self.ring: Notify = lambda id, newest: None
        """Callback after each change of a table or group. A change of a table is one of its groups, too.

        It gets the id and the `Seen` of a page that shows the change, or None if access, roles or seats have changed.
        """
        self.count_entry: Callable[[str], None] = lambda browser: None
        """Callback before each new line of a table or a group, with the id of its phone. It may raise to refuse it."""
        # Valid as long as row and newest line are those of the store. A process beside may have added lines.
        self._folded = Cache[str, Table](
            TABLES_IN_MEMORY, MARKS_IN_MEMORY, lambda table: len(table.known.written) + len(table.lines)
        )
        self._pads = Cache[str, Game](PADS_IN_MEMORY, PAD_LETTERS_IN_MEMORY, lambda game: len(game.file))

    def open(
        self,
        game: Game,
        setup: Setup,
        browser: str,
        op: str = "",
        after: tuple[str, Mapping[Seat, Seat]] | None = None,
        admit: Callable[[], None] = lambda: None,
    ) -> str:
        """Create a table as `journals.open_table` does, suggest its names to this browser, and return its id."""
        now = int(time.time())
        table = journals.open_table(self.store, game.slug, Change(setup), By(browser), now, op, after, admit)
        journals.remember_names(self.store, browser, setup.players, now)
        if after:
            # No line tells its phones of the new table, but they look again when their streams are back.
            self.ring(after[0], None)
        return table

    def game(self, slug: str) -> Game | None:
        """Return the game with this slug: a built-in one, otherwise a stored pad. None if there is neither."""
        if slug in GAMES:
            return GAMES[slug]
        held = self._pads.get(slug)
        text = None if held else find_pad_text(self.store, slug)
        if text is not None:
            with suppress(Mistake):
                held = parse_own_game(text, stored=True)
                self._pads.store(slug, held)
        return held

    def end_links(self, id: str, browser: str) -> None:
        """End all links to a table or group, and all access except that of this browser.

        Create new links and a new code. A table leaves the groups in which this browser may not score.
        """
        groups = access.list_groups_with(self.store, id)
        access.end_links(self.store, id, browser, int(time.time()))
        # A group gave access to its tables, so open pages there are checked again too.
        for changed in (id, *access.list_table_ids(self.store, id)):
            self.ring(changed, None)
        self._ring(groups)

    def let_in(self, id: str, browser: str, role: str, most: int | None = None) -> Member:
        """Admit a browser to a table or group and return its rights. Raise LinkFull as the store does."""
        before = access.find_member(self.store, id, browser)
        member = access.let_in(self.store, id, browser, role, int(time.time()), most)
        if before and not before.ended and (before.role, before.seat) != (member.role, member.seat):
            # A group gives its role at its tables too.
            for changed in (id, *access.list_table_ids(self.store, id)):
                self.ring(changed, None)
        return member

    def take_seat(self, table_id: str, browser: str, seat: int | None) -> None:
        """Let a browser that may score claim a seat, or give up its seat if `seat` is None."""
        before = access.find_seat_claims(self.store, table_id)
        access.take_seat(self.store, table_id, browser, seat)
        if access.find_seat_claims(self.store, table_id) != before:
            self.ring(table_id, None)

    def only_watch(self, table_id: str, browser: str) -> bool:
        """Make a browser a watcher. Return False and change nothing if no other browser may score at the table."""
        watches = access.only_watch(self.store, table_id, browser)
        if watches:
            self.ring(table_id, None)
        return watches

    def delete(self, table_id: str) -> None:
        """Delete a table for all its members, and notify its pages and those of its groups."""
        access.delete(self.store, table_id, int(time.time()))
        self.ring(table_id, None)
        self._ring(access.list_groups_with(self.store, table_id))

    def restore(self, table_id: str) -> None:
        """Restore a deleted table for all its members, and let the pages of its groups check their access again."""
        access.restore(self.store, table_id)
        for group_id in access.list_groups_with(self.store, table_id):
            self.ring(group_id, None)

    def _ring(self, groups: Iterable[str]) -> None:
        """Notify the pages of groups that show a changed table."""
        for group_id in groups:
            self.ring(group_id, journals.find_news(self.store, group_id))

    def load(self, table_id: str) -> Table:
        """Return the state of a table. Raise NoSuchTable if there is none or its game is unknown."""
        held = self._folded.get(table_id)
        as_of = journals.look_at_table(self.store, table_id)
        if as_of is None:
            raise NoSuchTable(table_id)
        if held is not None and (held.stored, held.seen) == as_of:
            return held
        game = held.game if held else self.game(as_of[0].game)
        if game is None:
            raise NoSuchTable(table_id)
        row, _ = as_of
        # Only the new lines are read. The cached state already contains the others.
        more = tuple(journals.load_lines(self.store, table_id, held.known.seq if held else 0))
        # An erasure has changed earlier lines as well, so none of the loaded state is valid.
        if held and any(isinstance(line.act, Erased) for line in more):
            held, more = None, tuple(journals.load_lines(self.store, table_id))
        loaded = fold_table(row, (*held.lines, *more) if held else more, game, held)
        self._folded.store(table_id, loaded)
        return loaded

    def record(self, table_id: str, act: Act, op: str, by: By, seen: Seen | int, why: str = "") -> int:
        """Add a line to the journal of a table and return its number.

        `seen` is the `Seen` of the page on which the act was entered, or just its line number. Agreed rounds that the
        act changes are reopened with the reason `why`. Raise AgreedRound if there is no reason.

        Raise Stale, Illegal or NoSuchTable if the line is refused, and whatever `count_entry` and the store raise.
        """
        page = seen if isinstance(seen, Seen) else Seen(seen)

        def admit() -> list[Act]:
            self.count_entry(by.browser)
            table = self.load(table_id)
            admit_line(table, act, by, page)
            rounds = find_reopened_rounds(table, act)
            if rounds and not why:
                raise AgreedRound(rounds)
            return [Reopen(round, why) for round in rounds]

        newest = journals.append(self.store, table_id, op, act, by, int(time.time()), admit)
        self.ring(table_id, newest)
        self._ring(access.list_groups_with(self.store, table_id))
        return newest.seq
