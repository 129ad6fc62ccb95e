"""The version is said in one place. Everything that names it agrees, and older programs refuse newer files by name."""

import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import scorekeeper
from scorekeeper import create_app
from scorekeeper.exchange import native
from scorekeeper.exchange.bgstats import build_file
from scorekeeper.games.errors import Malformed
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Newer
from scorekeeper.storage.engines import open_store
from scorekeeper.storage.files import DATABASE
from scorekeeper.version import VERSION, encode, name_newer
from tests.support.http import open_table
from tests.support.pdf import open_pdf
from tests.support.postgres import Server
from tests.support.server import clean_environment

ROOT = Path(__file__).resolve().parents[1]
NAMED = f"Scorekeeper 2.3.4, and this is {VERSION}"


def test_the_command_the_package_and_the_page_say_the_same(client: FlaskClient) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--version"],
        check=True,
        capture_output=True,
        text=True,
        env=clean_environment(),
        cwd=ROOT,
    )
    assert said.stdout == f"Scorekeeper {VERSION}\n"
    assert scorekeeper.__version__ == VERSION
    assert f"Scorekeeper {VERSION}." in client.get("/programs").text
    assert f"<h1>Scorekeeper</h1><p>{VERSION}</p>" in client.get("/").text


def test_exported_files_and_printed_pages_say_who_wrote_them(client: FlaskClient) -> None:
    player = open_table(client)
    files = {form: client.get(f"{player.url}take/{form}").text for form in ("scorekeeper.json", "transcript.txt")}
    files["plays.bgsplay"] = build_file([])
    assert json.loads(files["scorekeeper.json"])["version"] == VERSION
    assert f"\nversion: {VERSION}\n" in files["transcript.txt"]
    assert json.loads(files["plays.bgsplay"])["about"] == f"Scorekeeper {VERSION}"
    with open_pdf(client.get("/paper/parade/pad.pdf?players=3").get_data()) as pad:
        assert str(pad.docinfo["/Creator"]) == f"Scorekeeper {VERSION}"


@pytest.mark.parametrize(("text", "number"), [("1.0.1", 1000001), ("1.2.13", 1002013), ("12.0.1", 12000001)])
def test_a_newer_version_is_a_larger_number_and_back(text: str, number: int) -> None:
    assert (encode(text), name_newer(number)) == (number, text)
    assert (name_newer(0), name_newer(encode())) == ("", "")


def make_newer(path: Path) -> None:
    """Change a database as version 2.3.4 could."""
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {encode('2.3.4')}")
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'x', '')")
    db.close()


def test_a_database_knows_who_wrote_it(tmp_path: Path) -> None:
    create_app(tmp_path).extensions["tables"].store.close()
    with sqlite3.connect(tmp_path / DATABASE) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (encode(),)
    db.close()


def test_a_newer_database_and_its_backup_are_refused_by_name(tmp_path: Path) -> None:
    create_app(tmp_path).extensions["tables"].store.close()
    copy = backup(tmp_path, tmp_path / "copy.db")
    with sqlite3.connect(copy) as db:
        assert db.execute("SELECT version FROM backup").fetchone() == (VERSION,)
    db.close()
    for path in (tmp_path / DATABASE, copy):
        make_newer(path)
    before = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(Newer, match=NAMED):
        open_store(tmp_path, "")
    with pytest.raises(Newer, match=NAMED):
        restore(copy, tmp_path / "elsewhere")
    with pytest.raises(Newer, match=NAMED):
        check(copy)
    assert (tmp_path / DATABASE).read_bytes() == before
    assert not (tmp_path / "elsewhere" / DATABASE).exists()


def test_a_newer_postgresql_database_is_refused_by_name(postgres: Server, tmp_path: Path) -> None:
    import psycopg

    address = postgres.database()
    open_store(tmp_path, address).close()
    with psycopg.connect(address) as conn:
        assert conn.execute("SELECT value FROM settings WHERE name = 'version'").fetchone() == (str(encode()),)
        conn.execute("UPDATE settings SET value = %s WHERE name = 'version'", (str(encode("2.3.4")),))
        conn.execute("INSERT INTO steps VALUES ('teleportation')")
    with pytest.raises(Newer, match=NAMED):
        open_store(tmp_path, address)


@pytest.mark.parametrize("name", ["two", "2.3.4.5", "<b>", "1" * 50])
def test_a_file_cannot_put_words_into_the_refusal(name: str) -> None:
    with pytest.raises(Malformed, match="newer version of Scorekeeper"):
        native.parse(f'{{"scorekeeper":99,"version":"{name}"}}')


def test_the_newest_release_of_the_changelog_is_this_version_with_its_date() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *released = re.findall(r"^## (.*)", text, re.M)
    assert first == "Unreleased"
    assert len(released) == len(set(released))
    if not released:
        assert f"This becomes {VERSION}:" in text
    else:
        assert re.fullmatch(rf"{re.escape(VERSION)} – 20\d\d-\d\d-\d\d", released[0])
