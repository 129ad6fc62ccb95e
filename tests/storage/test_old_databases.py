"""Tests that databases of an earlier version open, are upgraded, and score each round as before.

That version wrote `databases/<version>.db`; `<version>.txt` has the results of its rounds.
"""

import re
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
import sqlite_utils

from scorekeeper import create_app
from scorekeeper.storage import journals
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.migrations import MIGRATIONS
from scorekeeper.storage.sqlite_file import open_read_only
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Write
from scorekeeper.table.table import Table
from tests.storage.disk import FULL, remembering

FOLDER = Path(__file__).parent / "databases"

VERSIONS = sorted(path.stem for path in FOLDER.glob("*.db"))


def came_out(table: Table, round: int) -> str:
    """Return a round as text: table, game, round, points by seat, winners, agreements, the first invalid move."""
    sheet, agreed, play = table.sheet(round), table.find_agreements(round), table.known.plays.get(round)
    points = ",".join(f"{seat}:{sheet.totals[seat]}" for seat in sorted(sheet.totals))
    how = (
        "sealed" if table.all_agree(round) else f"agreed by {','.join(map(str, sorted(agreed)))}" if agreed else "open"
    )
    misfit = f" misfit {play.misfit.seq}" if play and play.misfit else ""
    winners = ",".join(map(str, sheet.winners)) or "-"
    return f"{table.id} {table.game.slug} {round} {points} winners {winners} {how}{misfit}"


def all_rounds(folder: Path) -> list[str]:
    """Return the results of all rounds of a database, in the order in which its tables were opened."""
    tables = Tables(Store(folder))
    ids = [table for (table,) in tables.store.query("SELECT id FROM tables ORDER BY opened, rowid")]
    rounds = [came_out(table, round) for table in map(tables.load, ids) for round in range(1, table.rounds + 1)]
    tables.store.close()
    return rounds


def rows(database: Path) -> list[tuple[object, ...]]:
    """Return the columns of all lines that every version has."""
    with open_read_only(database) as conn:
        return conn.execute("SELECT table_id, seq, op, at, browser, seat, act FROM lines ORDER BY 1, 2").fetchall()


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An earlier version, with its database in the folder `here`."""
    (tmp_path / "here").mkdir()
    shutil.copy(FOLDER / f"{request.param}.db", tmp_path / "here" / "scorekeeper.db")
    return str(request.param)


def test_every_game_and_every_kind_of_line_is_in_it(version: str, tmp_path: Path) -> None:
    with open_read_only(tmp_path / "here" / "scorekeeper.db") as conn:
        games = {game for (game,) in conn.execute("SELECT game FROM tables")}
        kinds = {act.split('"')[1] for (act,) in conn.execute("SELECT act FROM lines")}
    assert {"parade", "diabolo", "hawaiki", "tally", "hearts", "wingspan"} < games
    assert kinds == {"write", "strike", "amend", "move", "agree", "reopen", "close", "clock", "players"}


def test_every_round_comes_out_as_it_did(version: str, tmp_path: Path) -> None:
    before = rows(tmp_path / "here" / "scorekeeper.db")
    expected = (FOLDER / f"{version}.txt").read_text().splitlines()
    for _ in range(2):  # the first time with an upgrade, then without
        assert all_rounds(tmp_path / "here") == expected
        assert rows(tmp_path / "here" / "scorekeeper.db") == before


def test_it_is_sound_before_and_after(version: str, tmp_path: Path) -> None:
    lines = len(rows(tmp_path / "here" / "scorekeeper.db"))
    for _ in range(2):
        findings = check(tmp_path / "here" / "scorekeeper.db")
        assert (findings.lines, findings.faults) == (lines, ())
        Store(tmp_path / "here").close()


def test_a_backup_of_it_is_brought_back_and_goes_on(version: str, tmp_path: Path) -> None:
    restore(backup(tmp_path / "here", tmp_path / "kept.db"), tmp_path / "new")
    assert all_rounds(tmp_path / "new") == (FOLDER / f"{version}.txt").read_text().splitlines()
    store = Store(tmp_path / "new")
    ((table, last),) = store.query("SELECT table_id, max(seq) FROM lines GROUP BY table_id LIMIT 1")
    assert journals.append(store, table, "new", Write({}), By("phone"), 1, lambda: None).seq == last + 1
    store.close()
    assert check(tmp_path / "new" / "scorekeeper.db").faults == ()


def test_what_was_damaged_before_is_still_told_afterwards(version: str, tmp_path: Path) -> None:
    table = (FOLDER / f"{version}.txt").read_text().split()[0]
    with closing(sqlite3.connect(tmp_path / "here" / "scorekeeper.db")) as by_hand:
        by_hand.execute("DROP TRIGGER lines_stay")
        by_hand.execute("UPDATE lines SET act = CAST(x'22ff22' AS TEXT) WHERE seq = 3 AND table_id = ?", (table,))
        by_hand.commit()
    for _ in range(2):
        faults = [str(fault) for fault in check(tmp_path / "here" / "scorekeeper.db").faults]
        assert faults == [
            f"Table {table}: entry 3 has been altered since it was saved.",
            f"Table {table}: entry 3 cannot be read.",
        ]
        Store(tmp_path / "here").close()


def copies(folder: Path) -> list[Path]:
    """Return the backups beside the database."""
    return sorted(folder.glob("scorekeeper-*.db"))


def test_a_copy_as_it_was_is_kept_and_told(version: str, tmp_path: Path) -> None:
    before = rows(tmp_path / "here" / "scorekeeper.db")
    store = Store(tmp_path / "here")
    store.close()
    (copy,) = copies(tmp_path / "here")
    assert store.copied == copy
    assert re.fullmatch(r"scorekeeper-version-1-\d{4}-\d\d-\d\d-\d{6}\.db", copy.name)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert rows(copy) == before
    restore(copy, tmp_path / "new")
    with open_read_only(tmp_path / "new" / "scorekeeper.db") as conn:
        assert "groups" not in conn.table_names()


@pytest.mark.parametrize("settings", ["1 / 0", "NEW_TABLES = 'many'", "TRUSTED_PROXIES = 7", "TRUSTED_HOSTS = 7"])
def test_settings_that_stop_the_start_stop_it_before_the_database_changes(tmp_path: Path, settings: str) -> None:
    shutil.copy(FOLDER / f"{VERSIONS[0]}.db", tmp_path / "scorekeeper.db")
    (tmp_path / "config.py").write_text(f"{settings}\n")
    before = (tmp_path / "scorekeeper.db").read_bytes()
    with pytest.raises(Unusable):
        create_app(tmp_path)
    assert copies(tmp_path) == []
    assert (tmp_path / "scorekeeper.db").read_bytes() == before
    (tmp_path / "config.py").unlink()
    app = create_app(tmp_path)
    assert app.extensions["tables"].store.copied in copies(tmp_path)
    app.extensions["tables"].store.close()


def test_without_room_for_the_copy_nothing_is_changed(version: str, tmp_path: Path) -> None:
    before = (tmp_path / "here" / "scorekeeper.db").read_bytes()
    no_room = remembering(lambda kind, file: FULL if file.startswith("scorekeeper-") else 0)
    with no_room, pytest.raises(Unusable, match=r"cannot be used: .*so nothing was changed\."):
        Store(tmp_path / "here")
    assert [path.name for path in (tmp_path / "here").iterdir() if path.suffix == ".db"] == ["scorekeeper.db"]
    assert (tmp_path / "here" / "scorekeeper.db").read_bytes() == before
    Store(tmp_path / "here").close()
    assert len(copies(tmp_path / "here")) == 1


def test_a_new_database_and_one_without_a_table_are_not_copied(tmp_path: Path) -> None:
    Store(tmp_path).close()
    for step in ("seats_and_ended_links", "lines_that_carry_a_hash"):
        (tmp_path / step).mkdir()
        with closing(sqlite3.connect(tmp_path / step / "scorekeeper.db")) as old:
            MIGRATIONS.apply(sqlite_utils.Database(old), stop_before=step)
        Store(tmp_path / step).close()
        assert copies(tmp_path / step) == []
    assert copies(tmp_path) == []
