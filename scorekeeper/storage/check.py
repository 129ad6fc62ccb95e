"""Checks of a database: a short one before it is opened, and a complete one for `scorekeeper check`.

Every connection here, except in `roll_back`, is read-only and cannot checkpoint. So a check can run while a server
writes.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import sqlite_utils

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.game import Game
from scorekeeper.games.pads.own import SLUG, parse_own_game
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.referee import Action
from scorekeeper.group import journal as group
from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.chain import Row, find_altered
from scorekeeper.storage.drafts import find_damaged_drafts
from scorekeeper.storage.migrations import list_applied, list_migrations
from scorekeeper.table.fold import begin_play, fold
from scorekeeper.table.journal import Amend, By, Line, load

SHOWN = 20
"""Maximum number of faults to report for a database."""

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

CAUSES = {
    **dict.fromkeys(DAMAGED, "damaged"),
    **dict.fromkeys((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY), "disk"),
    sqlite3.SQLITE_CANTOPEN: "moved",
}


class Unusable(NotDone):
    """Error: the database cannot be used as it is. The message says why."""


class Damaged(Unusable):
    """Error: the file is no database, or parts of it cannot be read."""

    def __init__(self, path: Path, words: object) -> None:
        super().__init__(Text("%(path)s is damaged: %(words)s.", path=path, words=Literal(str(words))))


class Newer(Unusable):
    """Error: a newer Scorekeeper has changed the schema of the database."""

    def __init__(self, path: Path | str) -> None:
        text = (
            "%(path)s was written by a newer version of Scorekeeper. Install that version to use it. Nothing was "
            "changed."
        )
        super().__init__(Text(text, path=path))


class Findings(NamedTuple):
    """Result of a check: the number of tables and lines, and a sentence for each fault."""

    tables: int
    lines: int
    faults: tuple[Text, ...]


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database read-only. Raise Unusable if SQLite cannot read it."""
    try:
        with closing(sqlite3.connect(read_only_uri(path), uri=True, isolation_level=None)) as conn:
            conn.execute("PRAGMA busy_timeout=5000")
            # Invalid bytes are kept, because damaged text must not end the check.
            conn.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
            yield conn
    except sqlite3.Error as broken:
        raise explain_unusable(path, broken) from broken


def read_only_uri(path: Path) -> str:
    """Return an SQLite URI that opens a file read-only and never creates it."""
    return f"{path.absolute().as_uri()}?mode=ro"


def explain_unusable(path: Path, broken: sqlite3.Error) -> Unusable:
    """Return the exception to raise for an error of SQLite.

    It is Damaged if the file is corrupt or no database, otherwise Unusable.
    """
    if primary_code(broken) in DAMAGED:
        return Damaged(path, broken)
    return Unusable(Text("%(path)s cannot be used: %(why)s.", path=path, why=Literal(str(broken))))


def primary_code(broken: sqlite3.Error) -> int:
    """Return SQLite’s primary error code, without the extended part."""
    # SQLite puts the primary code into the lowest byte of an extended code.
    return getattr(broken, "sqlite_errorcode", 0) & 0xFF


def find_cause(broken: Exception) -> str:
    """Return the cause of an error as in `Unwritable`: "disk", "moved", "damaged", or "" if it may be temporary."""
    # Any other error comes from looking at the file itself: it is no longer where it was.
    if not isinstance(broken, sqlite3.Error):
        return "moved"
    return CAUSES.get(primary_code(broken), "")


def check_usable(path: Path) -> None:
    """Check a database before it is used, without changing it. A missing file passes.

    Raise Damaged, Newer or Unusable if the database is not usable.
    """
    if not path.exists():
        return
    with open_read_only(path) as conn:
        # Unlike integrity_check it does not compare indexes with rows, so large databases open quickly.
        (verdict,) = conn.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise Damaged(path, verdict)
        if not list_applied(sqlite_utils.Database(conn)) <= list_migrations():
            raise Newer(path)


def roll_back(path: Path) -> None:
    """Let SQLite roll back a transaction that a power cut left unfinished.

    Call it only while holding the lock of the database. Raise Damaged or Unusable if the rollback fails.
    """
    if path.exists() and Path(f"{path}-journal").exists():
        try:
            with closing(sqlite3.connect(path)) as conn:
                # Reading through a writable connection is enough to make SQLite roll back.
                conn.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.Error as broken:
            raise explain_unusable(path, broken) from broken


def check(path: Path) -> Findings:
    """Check a whole database and return its number of tables and lines, and at most SHOWN faults.

    Raise Newer if a newer Scorekeeper wrote it.
    """
    faults: list[Text] = []
    try:
        check_usable(path)
    except Damaged as damaged:
        faults.append(damaged.reason)
    tables = lines = 0
    try:
        with open_read_only(path) as conn:
            # One transaction, so that a line written meanwhile does not look like a fault.
            conn.execute("BEGIN")
            reports = [text for (text,) in conn.execute(f"PRAGMA integrity_check({SHOWN})")]
            faults += [Text("SQLite reports: %(what)s.", what=Literal(text)) for text in reports if text != "ok"]
            for part, *_ in conn.execute("PRAGMA foreign_key_check"):
                faults.append(Text("A row in %(part)s does not belong to any table.", part=part))
            games, wrong = _load_games(conn)
            faults += wrong
            faults += find_damaged_drafts(conn)
            faults += _find_tables_not_added(conn)
            for id, game in conn.execute("SELECT id, game FROM tables").fetchall():
                journal = _load_journal(conn, id)
                tables, lines = tables + (game != GROUP), lines + len(journal.rows)
                of = "Group %(table)s: %(fault)s" if game == GROUP else "Table %(table)s: %(fault)s"
                faults += [Text(of, table=id, fault=fault) for fault in _find_faults(game, games, journal)]
    except Unusable as broken:
        faults.append(broken.reason)
    # Both checks of SQLite can report the same fault.
    return Findings(tables, lines, tuple(dict.fromkeys(faults))[:SHOWN])


def _load_games(conn: sqlite3.Connection) -> tuple[Mapping[str, Game], list[Text]]:
    """Return all games by slug, including pads that players made, and the faults of those pads."""
    games, faults = dict(GAMES), list[Text]()
    # A database of an earlier version may not have this table yet.
    kept = conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'pads'").fetchone()
    for slug, text in conn.execute("SELECT slug, text FROM pads").fetchall() if kept else ():
        try:
            game = parse_own_game(text)
        except (Mistake, UnicodeError):
            faults.append(Text("Pad %(pad)s cannot be read.", pad=Literal(slug)))
            continue
        if game.slug == slug:
            games[slug] = game
        else:
            faults.append(Text("Pad %(pad)s has been altered since it was saved.", pad=Literal(slug)))
    return games, faults


FROM_A_FILE = "in 1"
"""Idempotency key of the first line of a journal imported from a file."""

AT_BOTH = (
    "SELECT 1 FROM members AS at_table JOIN members AS in_group ON in_group.browser = at_table.browser "
    "WHERE at_table.table_id = ? AND in_group.table_id = ? AND at_table.role = 'score' AND in_group.role = 'score' "
    "AND (at_table.ended IS NULL OR at_table.ended >= in_group.since)"
)
"""Query that finds a phone which may score in a group and could score at a table when it joined the group.

Values: table id, group id.
"""

SCORED = (
    "SELECT 1 FROM members WHERE browser = ? AND role != '' AND (table_id = ? OR table_id IN "
    "(SELECT group_id FROM group_tables WHERE group_tables.table_id = ? AND group_id != ?))"
)
"""Query that returns a row if a browser was admitted to a table itself or by another group.

Values: browser, table id, table id, group id.
"""


def _find_tables_not_added(conn: sqlite3.Connection) -> Iterator[Text]:
    """Yield a fault for each table in a group that no browser with the right to do so has added.

    A forged file can contain such tables.
    """
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'group_tables'").fetchone():
        return
    # A group gives access to its tables, so a forged row lets strangers in.
    pairs = conn.execute("SELECT table_id, group_id FROM group_tables ORDER BY group_id, table_id").fetchall()
    writers = {group_id: _find_adders(conn, group_id) for _, group_id in pairs}
    for table_id, group_id in pairs:
        (game,) = conn.execute("SELECT game FROM tables WHERE id = ?", (table_id,)).fetchone() or ("",)
        if game != GROUP and any(
            _may_contain(conn, table_id, group_id, by) for by in writers[group_id].get(table_id, ())
        ):
            continue
        of = "Group %(table)s: %(fault)s" if game == GROUP else "Table %(table)s: %(fault)s"
        why = Text(
            "it belongs to the group %(group)s, but nobody who scores there added it. Revoke its links.", group=group_id
        )
        yield Text(of, table=table_id, fault=why)


def _find_adders(conn: sqlite3.Connection, group_id: str) -> Mapping[str, set[str]]:
    """Return a dict from table ids to the browsers that added the table to a group, according to its journal."""
    added_by = dict[str, set[str]]()
    for browser, text in conn.execute("SELECT browser, act FROM lines WHERE table_id = ?", (group_id,)).fetchall():
        with suppress(Malformed):
            act = group.load(text)
            if isinstance(act, group.Joined):
                added_by.setdefault(act.table_id, set()).add(browser)
    return added_by


def _may_contain(conn: sqlite3.Connection, table_id: str, group_id: str, browser: str) -> bool:
    """Return whether a browser was allowed to add a table to a group.

    An imported journal has a digest that begins with ~ in place of the browser. Then the table must be imported too, or
    a phone that may score in the group could also score at the table when it joined the group.
    """
    if not browser.startswith("~"):
        return conn.execute(SCORED, (browser, table_id, table_id, group_id)).fetchone() is not None
    (op,) = conn.execute("SELECT op FROM lines WHERE table_id = ? AND seq = 1", (table_id,)).fetchone() or ("",)
    return op == FROM_A_FILE or conn.execute(AT_BOTH, (table_id, group_id)).fetchone() is not None


class Journal(NamedTuple):
    """Stored journal of the table with the id `table`.

    `rows` holds its lines in order. `newest` is the hash that the last line should have. `hashed` is False for
    databases of early versions, which have no hashes.
    """

    table: str
    rows: list[Row]
    newest: str
    hashed: bool


HASHED = "SELECT seq, op, at, browser, seat, act, hash FROM lines WHERE table_id = ? ORDER BY seq"

BARE = "SELECT seq, op, at, browser, seat, act, '' FROM lines WHERE table_id = ? ORDER BY seq"


def _load_journal(conn: sqlite3.Connection, table_id: str) -> Journal:
    hashed = any(name == "newest" for _, name, *_ in conn.execute("PRAGMA table_info(tables)"))
    (newest,) = conn.execute("SELECT newest FROM tables WHERE id = ?", (table_id,)).fetchone() if hashed else ("",)
    return Journal(table_id, conn.execute(HASHED if hashed else BARE, (table_id,)).fetchall(), newest, hashed)


def _find_faults(game: str, games: Mapping[str, Game], journal: Journal) -> Iterator[Text]:
    """Yield a sentence for each fault of one journal. `game` is its slug, and `games` has all known games by slug."""
    if not journal.rows:
        yield Text("it has no entries.")
        return
    lines: list[Line] = []
    group_lines: list[group.Line] = []
    number = latest = 0
    changed = set(find_altered(journal.table, journal.rows)) if journal.hashed else set()
    for seq, op, at, browser, seat, act, _ in journal.rows:
        if seq != number + 1:
            yield Text("entries are missing before entry %(seq)s.", seq=seq)
        if seq in changed:
            yield Text("entry %(seq)s has been altered since it was saved.", seq=seq)
        if at < latest:
            yield Text("entry %(seq)s is dated before the entry that precedes it.", seq=seq)
        number, latest = seq, max(latest, at)
        try:
            if game == GROUP:
                group_lines.append(group.Line(seq, op, at, By(browser, seat), group.load(act)))
            else:
                lines.append(Line(seq, op, at, By(browser, seat), load(act)))
        except Malformed:
            yield Text("entry %(seq)s cannot be read.", seq=seq)
    # An altered last line, which is reported already, also explains that the newest hash differs.
    if journal.hashed and journal.rows[-1][-1] != journal.newest and number not in changed:
        yield Text("entries are missing after entry %(seq)s.", seq=number)
    if group_lines and not isinstance(group_lines[0].act, group.Named):
        yield Text("its first entry does not give it a name.")
    # After a gap or an unreadable line, a replay would report faults that are only consequences.
    if len(lines) == len(journal.rows) == number:
        if SLUG.fullmatch(game) and game not in games:
            yield Text("the pad it is scored with is missing.")
        yield from replay_journal(games.get(game), lines)


def replay_journal(game: Game | None, lines: list[Line]) -> Iterator[Text]:
    """Replay a whole journal, following every move and scoring every round, and yield a sentence for each fault.

    Without a game, its rounds are not scored.
    """
    round = 0
    try:
        known = fold(lines, game)
        for round, play in known.plays.items():
            if game and play.misfit:
                yield from _find_illegal_moves(game, lines, round, play.misfit.seq)
        for round in range(1, known.rounds() + 1):
            if game:
                game.score(known.setup.at(round), known.counting(round), round)
    except Malformed as wrong:
        yield wrong.reason
    # Any error is a fault to report, and must not end the check of the other tables.
    except Exception as broken:
        why = Literal(type(broken).__name__)
        if round:
            yield Text("round %(round)s cannot be scored (%(why)s).", round=round, why=why)
        else:
            yield Text("its entries cannot be replayed (%(why)s).", why=why)


def _find_illegal_moves(game: Game, lines: list[Line], round: int, misfit: int) -> Iterator[Text]:
    """Yield a fault for each move of a round, from line `misfit` on, that was already illegal when it was entered.

    `misfit` is the number of the first line whose move does not fit. Moves that became invalid because an earlier one
    was corrected are not faults.
    """
    for line in lines[misfit - 1 :]:
        act = line.act.act if isinstance(line.act, Amend) else line.act
        if not isinstance(act, Action) or act.round != round:
            continue
        # Folding the journal for each move is slow, but begins only where a move does not fit.
        known = fold(lines[: line.seq - 1], game) if line.seq > 1 else None
        then = known and (known.plays.get(round) or begin_play(game, known.setup, known.marks, round))
        if not then or then.misfit or (isinstance(line.act, Amend) and line.act.seq not in then.before):
            continue
        try:
            then.instead(line.act.seq, act) if isinstance(line.act, Amend) else then.then(act)
        except Refusal:
            yield Text("entry %(seq)s is a move that the rules do not allow.", seq=line.seq)
