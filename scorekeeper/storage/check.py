"""The complete check of a database for `scorekeeper check`. It only reads, so a server can write meanwhile."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.game import Game
from scorekeeper.games.own_pads import SLUG, parse_own_game
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.contract import DamagedLine, Unusable
from scorekeeper.storage.drafts import find_damaged_drafts
from scorekeeper.storage.group_rows import read_group
from scorekeeper.storage.journals import LineRow, find_altered
from scorekeeper.storage.sqlite_file import Damaged, check_usable, open_read_only
from scorekeeper.table.journal import Amend, By, Line, load, refers_back
from scorekeeper.table.table import StoredTable, Table, fold_table

SHOWN = 20
"""Maximum number of faults to report for a database."""


class Findings(NamedTuple):
    """Result of a check: the number of tables and lines, and a sentence for each fault."""

    tables: int
    lines: int
    faults: tuple[Text, ...]


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
        # One transaction, so that a line written meanwhile does not look like a fault.
        with open_read_only(path) as db, db.atomic():
            reports = [text for (text,) in db.execute(f"PRAGMA integrity_check({SHOWN})")]
            faults += [Text("SQLite reports: %(what)s.", what=Literal(text)) for text in reports if text != "ok"]
            for part, *_ in db.execute("PRAGMA foreign_key_check"):
                faults.append(Text("A row in %(part)s does not belong to any table.", part=part))
            games, wrong = _load_games(db)
            faults += wrong
            faults += find_damaged_drafts(db)
            faults += _find_damaged_groups(db)
            sql = "SELECT seq, op, at, browser, seat, act, hash FROM lines WHERE table_id = ? ORDER BY seq"
            known = db.execute("SELECT id, game, newest FROM tables WHERE game != ?", (GROUP,)).fetchall()
            for id, slug, newest in known:
                rows: list[LineRow] = db.execute(sql, (id,)).fetchall()
                tables, lines = tables + 1, lines + len(rows)
                found = _find_faults(id, slug, rows, newest, games)
                faults += [Text("Table %(table)s: %(fault)s", table=id, fault=fault) for fault in found]
    except Unusable as broken:
        faults.append(broken.reason)
    # Both checks of SQLite can report the same fault.
    return Findings(tables, lines, tuple(dict.fromkeys(faults))[:SHOWN])


def _load_games(db: Database) -> tuple[Mapping[str, Game], list[Text]]:
    games, faults = dict(GAMES), list[Text]()
    for pad in db["pads"].rows:
        try:
            game = parse_own_game(pad["text"], stored=True)
        except (Mistake, UnicodeError):
            faults.append(Text("Pad %(pad)s cannot be read.", pad=Literal(pad["slug"])))
            continue
        if game.slug == pad["slug"]:
            games[game.slug] = game
        else:
            faults.append(Text("Pad %(pad)s has been altered since it was saved.", pad=Literal(pad["slug"])))
    return games, faults


def _find_damaged_groups(db: Database) -> Iterator[Text]:
    """Yield a fault for each group whose rows cannot be read. A database of an earlier version has no such rows."""
    if not db["groups"].exists():
        return
    for (id,) in db.execute("SELECT id FROM tables WHERE game = ?", (GROUP,)).fetchall():
        try:
            read_group(lambda sql, *values: db.execute(sql, values).fetchall(), StoredTable(id, GROUP, "", 0, 0))
        except DamagedLine:
            yield Text("Group %(table)s: %(fault)s", table=id, fault=Text("its members or tables cannot be read."))


def _find_faults(id: str, slug: str, rows: Sequence[LineRow], newest: str, games: Mapping[str, Game]) -> Iterator[Text]:
    """Yield a sentence for each fault of the journal of a table, whose last line should have the hash `newest`.

    `slug` is that of its game, and `games` has all known games by slug.
    """
    if not rows:
        yield Text("it has no entries.")
        return
    lines = list[Line]()
    altered = set(find_altered(id, rows))
    number = latest = 0
    for seq, op, at, browser, seat, act, _ in rows:
        if seq != number + 1:
            yield Text("entries are missing before entry %(seq)s.", seq=seq)
        if seq in altered:
            yield Text("entry %(seq)s has been altered since it was saved.", seq=seq)
        if at < latest:
            yield Text("entry %(seq)s is dated before the entry that precedes it.", seq=seq)
        number, latest = seq, max(latest, at)
        try:
            lines.append(Line(seq, op, at, By(browser, seat), load(act)))
        except Malformed:
            yield Text("entry %(seq)s cannot be read.", seq=seq)
            continue
        if not refers_back(lines[-1].act, seq):
            yield Text("entry %(seq)s undoes or corrects no earlier entry.", seq=seq)
    # An altered last line, which is reported already, also explains that the newest hash differs.
    if rows[-1][-1] != newest and number not in altered:
        yield Text("entries are missing after entry %(seq)s.", seq=number)
    # After a gap or an unreadable line, a replay would report faults that are only consequences.
    if len(lines) == len(rows) == number:
        if SLUG.fullmatch(slug) and slug not in games:
            yield Text("the pad it is scored with is missing.")
        if slug in games:
            yield from replay_journal(StoredTable(id, slug, "", 0, 0), games[slug], lines)


def replay_journal(stored: StoredTable, game: Game, lines: list[Line]) -> Iterator[Text]:
    """Replay a whole journal, following every move and scoring every round, and yield a sentence for each fault."""
    round = 0
    try:
        table = fold_table(stored, lines, game)
        for round, play in table.known.plays.items():
            if play.misfit:
                yield from _find_illegal_moves(table, round, play.misfit.seq)
        for round in range(1, table.rounds + 1):
            table.sheet(round)
    except Malformed as wrong:
        yield wrong.reason
    # Any error is a fault to report, and must not end the check of the other tables.
    except Exception as broken:
        why = Literal(type(broken).__name__)
        if round:
            yield Text("round %(round)s cannot be scored (%(why)s).", round=round, why=why)
        else:
            yield Text("its entries cannot be replayed (%(why)s).", why=why)


def _find_illegal_moves(table: Table, round: int, misfit: int) -> Iterator[Text]:
    """Yield a fault for each move of a round, from line `misfit` on, that was already illegal when it was entered.

    `misfit` is the number of the first line whose move does not fit. Moves that became invalid because an earlier one
    was corrected are not faults.
    """
    for line in table.lines[misfit - 1 :]:
        act = line.act.act if isinstance(line.act, Amend) else line.act
        if not isinstance(act, Action) or act.round != round:
            continue
        # Folding the journal for each move is slow, but begins only where a move does not fit.
        before = table.lines[: line.seq - 1]
        then = fold_table(table.stored, before, table.game).play(round) if before else None
        if not then or then.misfit or (isinstance(line.act, Amend) and line.act.seq not in then.before):
            continue
        try:
            then.instead(line.act.seq, act) if isinstance(line.act, Amend) else then.then(act)
        except Refusal:
            yield Text("entry %(seq)s is a move that the rules do not allow.", seq=line.seq)
