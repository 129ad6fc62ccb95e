"""Whether a database is sound: a look before it is opened, and everything about it for `scorekeeper check`.

Every connection here opens the file for reading only: it can neither write nor checkpoint, so it may look while a
server writes.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import sqlite_utils

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.game import Game
from scorekeeper.games.pads.own import SLUG, own_game
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.referee import Action
from scorekeeper.group import journal as group
from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.chain import Row, altered
from scorekeeper.storage.migrations import done, steps
from scorekeeper.table.fold import begin, fold
from scorekeeper.table.journal import Amend, By, Line, load

SHOWN = 20
"""Faults that are told of one database; where more are wrong, these are enough to know it."""

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

CAUSES = {
    **dict.fromkeys(DAMAGED, "damaged"),
    **dict.fromkeys((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY), "disk"),
    sqlite3.SQLITE_CANTOPEN: "moved",
}


class Unusable(NotDone):
    """The database cannot be used as it is; the sentence says why."""


class Damaged(Unusable):
    """The file is no database, or parts of it cannot be read."""

    def __init__(self, path: Path, words: object) -> None:
        super().__init__(Text("%(path)s is damaged: %(words)s.", path=path, words=Literal(str(words))))


class Newer(Unusable):
    """A newer Scorekeeper has changed the shape of the database."""

    def __init__(self, path: Path | str) -> None:
        text = (
            "%(path)s was written by a newer version of Scorekeeper. Install that version to use it. Nothing was "
            "changed."
        )
        super().__init__(Text(text, path=path))


class Findings(NamedTuple):
    """What a check found: how much there is, and a sentence for each fault."""

    tables: int
    lines: int
    faults: tuple[Text, ...]


@contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Look into a database without a hand in it. Raises Unusable for whatever SQLite cannot read."""
    try:
        with closing(sqlite3.connect(address(path), uri=True, isolation_level=None)) as conn:
            conn.execute("PRAGMA busy_timeout=5000")
            conn.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")  # letters may be damaged
            yield conn
    except sqlite3.Error as broken:
        raise unusable(path, broken) from broken


def address(path: Path) -> str:
    """How SQLite is asked for a file that it may only read, and must not make."""
    return f"{path.absolute().as_uri()}?mode=ro"


def unusable(path: Path, broken: sqlite3.Error) -> Unusable:
    """The sentence for a database that SQLite refuses."""
    if code(broken) in DAMAGED:
        return Damaged(path, broken)
    return Unusable(Text("%(path)s cannot be used: %(why)s.", path=path, why=Literal(str(broken))))


def code(broken: sqlite3.Error) -> int:
    """SQLite's own number for what is wrong, without the finer kind."""
    return getattr(broken, "sqlite_errorcode", 0) & 0xFF


def cause_of(broken: Exception) -> str:
    """What is wrong with the file: "disk", "moved", "damaged", or "" for what may pass by itself."""
    if not isinstance(broken, sqlite3.Error):
        return "moved"
    return CAUSES.get(code(broken), "")


def admit(path: Path) -> None:
    """Look at a database before it is used; nothing is changed. Raises Damaged, Newer, Unusable."""
    if not path.exists():
        return
    with looking(path) as conn:
        (verdict,) = conn.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise Damaged(path, verdict)
        if not done(sqlite_utils.Database(conn)) <= steps():
            raise Newer(path)


def roll_back(path: Path) -> None:
    """Let SQLite take back what a power cut left half done outside of the log; only the owner of the database may.

    Raises Damaged, Unusable.
    """
    if path.exists() and Path(f"{path}-journal").exists():
        try:
            with closing(sqlite3.connect(path)) as conn:
                conn.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.Error as broken:
            raise unusable(path, broken) from broken


def check(path: Path) -> Findings:
    """Read everything there is and say what is wrong with it. Raises Newer, and Unusable for what is no database."""
    faults: list[Text] = []
    try:
        admit(path)
    except Damaged as damaged:
        faults.append(damaged.reason)
    tables = lines = 0
    try:
        with looking(path) as conn:
            conn.execute("BEGIN")
            reports = [text for (text,) in conn.execute(f"PRAGMA integrity_check({SHOWN})")]
            faults += [Text("SQLite reports: %(what)s.", what=Literal(text)) for text in reports if text != "ok"]
            for part, *_ in conn.execute("PRAGMA foreign_key_check"):
                faults.append(Text("A row in %(part)s does not belong to any table.", part=part))
            games, wrong = _games(conn)
            faults += wrong
            for id, game in conn.execute("SELECT id, game FROM tables").fetchall():
                journal = _journal(conn, id)
                tables, lines = tables + (game != GROUP), lines + len(journal.rows)
                of = "Group %(table)s: %(fault)s" if game == GROUP else "Table %(table)s: %(fault)s"
                faults += [Text(of, table=id, fault=fault) for fault in _faults(game, games, journal)]
    except Unusable as broken:
        faults.append(broken.reason)
    return Findings(tables, lines, tuple(dict.fromkeys(faults))[:SHOWN])


def _games(conn: sqlite3.Connection) -> tuple[Mapping[str, Game], list[Text]]:
    """Every game that a table can be of, and what is wrong with the pads that people made."""
    games, faults = dict(GAMES), list[Text]()
    kept = conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'pads'").fetchone()
    for slug, text in conn.execute("SELECT slug, text FROM pads").fetchall() if kept else ():
        try:
            game = own_game(text)
        except (Mistake, UnicodeError):
            faults.append(Text("Pad %(pad)s cannot be read.", pad=Literal(slug)))
            continue
        if game.slug == slug:
            games[slug] = game
        else:
            faults.append(Text("Pad %(pad)s has been altered since it was saved.", pad=Literal(slug)))
    return games, faults


class Journal(NamedTuple):
    """The journal of a table as stored; without hashes where the database is of a Scorekeeper that knew none."""

    table: str
    rows: list[Row]
    newest: str
    hashed: bool


HASHED = "SELECT seq, op, at, browser, seat, act, hash FROM lines WHERE table_id = ? ORDER BY seq"

BARE = "SELECT seq, op, at, browser, seat, act, '' FROM lines WHERE table_id = ? ORDER BY seq"


def _journal(conn: sqlite3.Connection, table_id: str) -> Journal:
    hashed = any(name == "newest" for _, name, *_ in conn.execute("PRAGMA table_info(tables)"))
    (newest,) = conn.execute("SELECT newest FROM tables WHERE id = ?", (table_id,)).fetchone() if hashed else ("",)
    return Journal(table_id, conn.execute(HASHED if hashed else BARE, (table_id,)).fetchall(), newest, hashed)


def _faults(game: str, games: Mapping[str, Game], journal: Journal) -> Iterator[Text]:
    """What is wrong with one journal."""
    if not journal.rows:
        yield Text("it has no entries.")
        return
    lines: list[Line] = []
    group_lines: list[group.Line] = []
    number = latest = 0
    changed = set(altered(journal.table, journal.rows)) if journal.hashed else set()
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
    if journal.hashed and journal.rows[-1][-1] != journal.newest and number not in changed:
        yield Text("entries are missing after entry %(seq)s.", seq=number)
    if group_lines and not isinstance(group_lines[0].act, group.Named):
        yield Text("it does not start with a name.")
    if len(lines) == len(journal.rows) == number:
        if SLUG.fullmatch(game) and game not in games:
            yield Text("the pad it is scored with is missing.")
        yield from following(games.get(game), lines)


def following(game: Game | None, lines: list[Line]) -> Iterator[Text]:
    """What does not come out when a whole journal is read, every move followed and every round worked out."""
    round = 0
    try:
        known = fold(lines, game)
        for round, play in known.plays.items():
            if game and play.misfit:
                yield from _never_allowed(game, lines, round, play.misfit.seq)
        for round in range(1, known.rounds() + 1):
            if game:
                game.score(known.setup.at(round), known.counting(round), round)
    except Malformed as wrong:
        yield wrong.reason
    except Exception as broken:  # whatever it is, the owner should hear of it and of the other tables too
        why = Literal(type(broken).__name__)
        if round:
            yield Text("round %(round)s cannot be scored (%(why)s).", round=round, why=why)
        else:
            yield Text("its entries cannot be replayed (%(why)s).", why=why)


def _never_allowed(game: Game, lines: list[Line], round: int, misfit: int) -> Iterator[Text]:
    """The moves, from the first that does not fit any more, that did not fit when they were told either.

    An earlier move may be corrected so that later ones no longer fit: that is no fault.
    """
    for line in lines[misfit - 1 :]:
        act = line.act.act if isinstance(line.act, Amend) else line.act
        if not isinstance(act, Action) or act.round != round:
            continue
        known = fold(lines[: line.seq - 1], game) if line.seq > 1 else None
        then = known and (known.plays.get(round) or begin(game, known.setup, known.marks, round))
        if not then or then.misfit or (isinstance(line.act, Amend) and line.act.seq not in then.before):
            continue
        try:
            then.instead(line.act.seq, act) if isinstance(line.act, Amend) else then.then(act)
        except Refusal:
            yield Text("entry %(seq)s is a move that the rules do not allow.", seq=line.seq)
