"""Tests that moving between engines keeps every row, so that links, codes and open pages still work."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper import create_app
from scorekeeper.demo import fill
from scorekeeper.games.pad import Setup
from scorekeeper.games.pads.draft import name_draft
from scorekeeper.storage import access, journals
from scorekeeper.storage.backup import Refused, backup
from scorekeeper.storage.drafts import StoredDraft, keep_draft
from scorekeeper.storage.exchange import copied
from scorekeeper.storage.files import InUse
from scorekeeper.storage.migrations import Relation, list_tables
from scorekeeper.storage.pads import keep_pad
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import By, Change
from tests.support.command import scorekeeper
from tests.support.http import Browser
from tests.support.own_pads import GOLF
from tests.support.postgres import Server, check_of
from tests.support.printing import TAPS, two_phones
from tests.support.server import serving

psycopg = pytest.importorskip("psycopg")

from scorekeeper.storage import moving  # noqa: E402 - only where psycopg is
from scorekeeper.storage.moving import restore_to, to_postgres, to_sqlite  # noqa: E402
from scorekeeper.storage.postgres import PostgresStore  # noqa: E402

SETUP = Change(Setup(("Zoë", "Bo 🂡"), {}, ((1, (0, 1)),)))

BY = By("phone")


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A folder with the games of the demo, a group, an ended link, a claimed seat and names."""
    folder = tmp_path / "instance"
    app = create_app(folder)
    fill(app)
    store = app.extensions["tables"].store
    table = journals.open_table(store, "parade", SETUP, BY, 100)
    access.let_in(store, table, "other", "score", 300)
    access.take_seat(store, table, "other", 1)
    access.end_links(store, table, "phone", 400)
    journals.remember_names(store, "phone", ("Zoë", "Bo 🂡"), 300)
    keep_pad(store, GOLF, "phone", 500)
    keep_draft(store, "phone", StoredDraft(name_draft("Shells"), mark="1a2b3c4d"), 500)
    store.close()
    return folder


def export(folder: Path) -> bytes:
    """Return all rows of a folder as bytes, also of one whose scores were moved away."""
    path = next(folder.glob("scorekeeper-moved-*.db"), folder / "scorekeeper.db")
    with closing(sqlite3.connect(path)) as conn:
        lines = [
            repr((table, row))
            for table, columns, _ in list_tables()
            for row in conn.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2")
        ]
    return "\n".join(lines).encode() + (folder / "secret_key").read_bytes()


def find_table(database: Path) -> str:
    """Return the id of a table in a database file."""
    with closing(sqlite3.connect(database)) as conn:
        (found,) = conn.execute("SELECT id FROM tables WHERE game = 'parade' ORDER BY opened DESC").fetchone()
    return str(found)


def test_there_and_back_nothing_is_another_letter(instance: Path, postgres: Server, tmp_path: Path) -> None:
    address = postgres.empty_database()
    to_postgres(instance, address)
    to_sqlite(address, tmp_path / "back")
    assert export(tmp_path / "back") == export(instance)
    assert len(export(instance).splitlines()) > 50
    Store(tmp_path / "back").close()


def test_all_columns_of_both_engines_are_moved(instance: Path, postgres: Server) -> None:
    address = postgres.empty_database()
    PostgresStore(address).close()
    own = {"_sqlite_migrations", "steps", "settings", "recent"}
    with closing(sqlite3.connect(instance / "scorekeeper.db")) as conn:
        names = {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} - own
        there = {name: {column for _, column, *_ in conn.execute(f"PRAGMA table_info({name})")} for name in names}
    with psycopg.connect(address) as conn:
        places = conn.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema='public'"
        )
        here: dict[str, set[str]] = {}
        for table, column in places:
            here.setdefault(table, set()).add(column)
    assert {table: set(columns) for table, columns, _ in list_tables()} == there
    assert {table: columns for table, columns in here.items() if table not in own} == there


@pytest.mark.parametrize("after", ["tables", "lines", "members", "results"])
def test_a_move_that_is_cut_off_leaves_nothing_and_begins_again(
    instance: Path, postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    class Cut(Exception):
        pass

    pour, fill_up = moving._pour, moving._of_postgres

    def cut_pour(conn: object, table: Relation, rows: object) -> None:
        pour(conn, table, rows)
        if table.name == after:
            raise Cut

    def cut_rows(conn: object, table: Relation):
        yield from fill_up(conn, table)
        if table.name == after:
            raise Cut

    address = postgres.empty_database()
    monkeypatch.setattr(moving, "_pour", cut_pour)
    with pytest.raises(Cut):
        to_postgres(instance, address)
    with psycopg.connect(address) as conn:
        assert conn.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    monkeypatch.setattr(moving, "_pour", pour)
    for _ in range(2):  # the second time, all rows exist already, as after a crash before the file got its new name
        to_postgres(instance, address).rename(instance / "scorekeeper.db")
    monkeypatch.setattr(moving, "_of_postgres", cut_rows)
    with pytest.raises(Cut):
        to_sqlite(address, tmp_path / "back")
    assert not (tmp_path / "back" / "scorekeeper.db").exists()
    monkeypatch.setattr(moving, "_of_postgres", fill_up)
    for _ in range(2):
        to_sqlite(address, tmp_path / "back")
    assert export(tmp_path / "back") == export(instance)


def test_moved_scores_are_not_used_any_more_and_it_is_said_how_to_go_on_and_back(
    instance: Path, postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, address = export(instance), postgres.empty_database()
    said, _ = scorekeeper("move", address, "--instance", str(instance))
    assert [path.name for path in instance.glob("scorekeeper.db*")] == []
    (kept,) = instance.glob("scorekeeper-moved-*.db")
    assert said.endswith(f" Set SCOREKEEPER_DATABASE before you start the app. The old database is kept as {kept}.\n")
    assert export(instance) == before
    file = tmp_path / "golf.scorekeeper.json"
    monkeypatch.setenv("SCOREKEEPER_DATABASE", address)
    scorekeeper("export", find_table(kept), str(file))
    monkeypatch.delenv("SCOREKEEPER_DATABASE")
    for words in (
        ["run", "--host=127.0.0.1", "--port=0"],
        ["move", address],
        ["backup", str(tmp_path)],
        ["check"],
        ["export", "abc", str(tmp_path / "x.text.txt")],
        ["import", str(file)],
        ["erase", "abc", "--yes"],
    ):
        refused = scorekeeper(*words, "--instance", str(instance), code=2)[1]
        assert refused.startswith(f"The scores in {instance} were moved to PostgreSQL. Set SCOREKEEPER_DATABASE"), words
        assert f"rename {kept} to scorekeeper.db." in refused
    assert [path.name for path in instance.glob("scorekeeper.db*")] == []
    monkeypatch.chdir(instance.parent)
    assert "were moved to PostgreSQL" in scorekeeper("import", str(file), code=2)[1]
    kept.rename(instance / "scorekeeper.db")
    assert "No problems found" in scorekeeper("check", "--instance", str(instance))[0]


def test_other_scores_are_never_written_over(instance: Path, postgres: Server, tmp_path: Path) -> None:
    address = postgres.empty_database()
    there = PostgresStore(address)
    journals.open_table(there, "parade", SETUP, BY, 100)
    with pytest.raises(InUse):
        to_sqlite(address, tmp_path / "new")
    there.close()
    with pytest.raises(Refused, match="already contains tables"):
        to_postgres(instance, address)
    with pytest.raises(Refused, match="already contains a database"):
        to_sqlite(address, instance)
    with pytest.raises(Refused, match="There is no database"):
        to_postgres(tmp_path / "nowhere", address)


def test_a_reader_that_keeps_entries_in_the_log_holds_a_move_up(
    instance: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.empty_database()
    monkeypatch.setattr(moving, "connect", lambda path: Database(sqlite3.connect(path, timeout=0)))
    with closing(sqlite3.connect(instance / "scorekeeper.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM names").fetchone()
        with closing(Store(instance)) as store:
            journals.remember_names(store, "phone", ("Cleo",), 600)
        with pytest.raises(InUse):
            to_postgres(instance, address)
        reader.execute("COMMIT")
    before = export(instance)
    to_postgres(instance, address)
    assert export(instance) == before
    assert b"Cleo" in before


def test_a_backup_of_one_engine_is_brought_back_into_the_other(
    instance: Path, postgres: Server, tmp_path: Path
) -> None:
    address = postgres.empty_database()
    to_postgres(instance, address)
    using = PostgresStore(address)  # backup and check must work while it is in use
    with copied(tmp_path, address) as folder:
        kept = backup(folder, tmp_path / "kept.db")
    assert check_of(address).faults == ()
    using.close()
    again = postgres.database()
    restore_to(kept, again)
    to_sqlite(again, tmp_path / "back")
    assert export(tmp_path / "back") == export(instance)
    with psycopg.connect(again) as hand:
        hand.execute("SET session_replication_role = replica")
        hand.execute("UPDATE lines SET act = replace(act, 'Alice', 'Alicf')")
    assert [str(fault) for fault in check_of(again).faults if "has been altered" in str(fault)]


def test_links_codes_and_open_pages_go_on_after_a_move(postgres: Server, tmp_path: Path) -> None:
    address, here = postgres.empty_database(), tmp_path / "here"
    with serving(here) as app:
        alice, bo = two_phones(app.address)
        alice.tap(TAPS[0])
        store = sqlite3.connect(here / "scorekeeper.db")
        (link,) = store.execute("SELECT link FROM links WHERE role = 'watch'").fetchone()
        store.close()
    said, _ = scorekeeper("move", address, "--instance", str(here))
    assert said.startswith("All tables are now in postgresql://")
    port = app.address.rstrip("/").rpartition(":")[2]
    with serving(tmp_path / "other", "--port", port, database=address) as moved:
        assert moved.address == app.address
        alice.tap(TAPS[1])
        stranger = Browser(moved.address)
        stranger.get(f"/j/{link}")
        assert alice.table in stranger.url
    scorekeeper("move", address, "--back", "--instance", str(tmp_path / "back"))
    with serving(tmp_path / "back", "--port", port):
        bo.tap(TAPS[2])
    assert scorekeeper("check", "--instance", str(tmp_path / "back"))[0].endswith("Tables: 1, entries: 4.\n")


def test_a_scorekeeper_that_leaves_just_now_holds_no_move_up(instance: Path, postgres: Server, tmp_path: Path) -> None:
    address = postgres.empty_database()
    to_postgres(instance, address)
    leaving = psycopg.connect(address, application_name="scorekeeper")
    end = threading.Timer(0.3, leaving.close)
    end.start()
    to_sqlite(address, tmp_path / "back")
    end.join()
    assert export(tmp_path / "back") == export(instance)


def test_letters_that_are_damaged_are_refused_with_a_sentence(instance: Path, postgres: Server) -> None:
    with closing(sqlite3.connect(instance / "scorekeeper.db")) as hand:
        hand.execute("UPDATE names SET name = CAST(x'FFFE41' AS TEXT) WHERE name = 'Zoë'")
        hand.commit()
    with pytest.raises(Refused, match="characters that PostgreSQL cannot store"):
        to_postgres(instance, postgres.empty_database())
