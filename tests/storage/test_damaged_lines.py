"""Tests that any content of a line is either parsed, or refused with its number, without other errors."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as some

from scorekeeper import create_app
from scorekeeper.games.errors import Malformed
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import ARCHIVED, FINISHED, RUNNING
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.sqlite_file import open_read_only
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import dump, load
from tests.storage.phones import Figure

FOLDER = Path(__file__).parent / "databases"

PAGES = ("", "1/", "1/play", "1/sheet", "journal", "board")

BROWSER = "scores_at_every_tableA"

ODD = (None, True, -1, 0, 1, 7, 99, 10**6, 10**40, 1.5, "", "x", "1", "\ud800", [], {}, [1], {"x": 1}, [[]])


def acts() -> list[str]:
    """Return one line of each shape from the database of a whole night, shortest first."""
    with TemporaryDirectory() as folder, open_read_only(Path(shutil.copy(FOLDER / "1.0.0.db", folder))) as conn:
        texts = [act for (act,) in conn.execute("SELECT act FROM lines ORDER BY length(act)")]
    return list({(tuple(json.loads(act)), len(act) // 40): act for act in reversed(texts)}.values())


def bent(plain: object, random: Random) -> object:
    """Return the same JSON with one random change: another value, a part too many or too few, or another key."""
    if isinstance(plain, list | dict) and plain and random.random() < 0.8:
        place = random.choice(list(plain) if isinstance(plain, dict) else range(len(plain)))
        part = plain[place]  # type: ignore[call-overload]
        match random.randrange(6):
            case 0 if isinstance(plain, dict):
                return {random.choice(("round", "x", *plain)) if key == place else key: plain[key] for key in plain}
            case 0:
                return [value for number, value in enumerate(plain) if number != place]
            case 1 if isinstance(plain, list):
                return [*plain, part]
        copy = dict(plain) if isinstance(plain, dict) else list(plain)
        copy[place] = bent(part, random)  # type: ignore[index]
        return copy
    return random.choice(ODD)


def damage(act: str, random: Random) -> bytes:
    """Return a line with a random fault in its JSON or bytes."""
    if random.random() < 0.6:
        return json.dumps(bent(json.loads(act), random)).encode()
    content, place = bytearray(act.encode()), random.randrange(len(act))
    match random.randrange(4):
        case 0:
            content[place] = random.randrange(256)
        case 1:
            del content[place : place + random.randrange(1, 9)]
        case 2:
            content[place:place] = content[random.randrange(len(content)) :]
        case _:
            content[place:place] = random.choice((b"\0", b"\xff", b"\xed\xa0\x80", b"[" * 30_000, b"9" * 5000))
    return bytes(content)


def read_or_refused(content: bytes) -> bool:
    """Return whether a line is refused.

    If it is parsed, check that it survives serialisation; no other error may occur.
    """
    try:
        act = load(content.decode(errors="surrogateescape"))
    except Malformed:
        return True
    return load(dump(act)) == act


@given(some.sampled_from(acts()), some.integers(0, 2**64))
def test_any_damaged_line_is_read_or_refused(act: str, seed: int) -> None:
    assert read_or_refused(damage(act, Random(seed)))


@pytest.mark.parametrize("act", acts())
def test_every_line_of_a_whole_night_is_read_as_it_was_written(act: str) -> None:
    assert dump(load(act)) == act


class Night:
    """Tables of a whole night, one line of which can be changed."""

    def __init__(self, folder: Path) -> None:
        (folder / "here").mkdir()
        self.path = Path(shutil.copy(FOLDER / "1.0.0.db", folder / "here" / "scorekeeper.db"))
        self.app = create_app(folder / "here", TESTING=True)
        self.hand = sqlite3.connect(self.path, isolation_level=None)
        self.hand.executescript("DROP TRIGGER lines_stay; DROP TRIGGER lines_stand")
        for (table,) in self.hand.execute("SELECT id FROM tables").fetchall():
            access.let_in(self.store, table, BROWSER, "score", 1)
        self.lines = self.hand.execute("SELECT table_id, seq, act FROM lines").fetchall()

    @property
    def store(self) -> Store:
        store = self.app.extensions["tables"].store
        assert isinstance(store, Store)
        return store

    def put(self, table_id: str, seq: int, content: bytes) -> None:
        """Overwrite a line with these bytes."""
        sql = "UPDATE lines SET act = CAST(? AS TEXT) WHERE table_id = ? AND seq = ?"
        self.hand.execute(sql, (content, table_id, seq))
        self.app.extensions["tables"]._folded.pop(table_id)


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    night = Night(tmp_path)
    with closing(night.hand):
        yield night
        night.store.close()


@pytest.mark.parametrize("kept_list", [RUNNING, FINISHED, ARCHIVED])
def test_a_damaged_table_closes_no_list_of_a_phone(night: Night, kept_list: str) -> None:
    tables = sorted({table for table, _, _ in night.lines})
    for table in tables:
        access.put_into(night.store, table, BROWSER, kept_list)
    table, seq, act = next(line for line in night.lines if line[1] > 1)
    for content in (b"{", act.encode().replace(b"1", b"2")):
        night.put(table, seq, content)
        status, said = get_page(night.app, f"/tables/{kept_list}")
        assert status == 200
        assert ("/t/" in said) == (len(tables) > 1)
        assert get_page(night.app, "/")[0] == 200


def get_page(app: Flask, path: str) -> tuple[int, str]:
    """Return status and text of a page for a phone that may score everywhere."""
    client = app.test_client()
    client.set_cookie("browser", BROWSER)
    answer = client.get(path)
    return answer.status_code, answer.text


def test_every_page_of_a_table_with_a_damaged_line_is_there_or_names_the_line(
    night: Night, figure: Figure, tell: Callable[[str], None]
) -> None:
    random, refused = Random(4), 0
    for _ in range(figure(40, 1000)):
        table, seq, act = random.choice(night.lines)
        night.put(table, seq, damage(act, random))
        status, said = get_page(night.app, f"/t/{table}/{random.choice(PAGES)}")
        assert status in (200, 303, 404) or (status == 503 and f"Entry {seq} of this table is damaged" in said), said
        refused += status == 503
        assert get_page(night.app, "/")[0] == 200
        night.put(table, seq, act.encode())
    assert refused > 0
    tell(f"{refused} pages named the line")


def test_a_check_names_every_damaged_line(night: Night, figure: Figure) -> None:
    random = Random(5)
    for _ in range(figure(6, 300)):
        table, seq, act = random.choice(night.lines)
        content = damage(act, random)
        if content == act.encode():
            continue
        night.put(table, seq, content)
        said = [str(fault) for fault in check(night.path).faults]
        assert any(fault.startswith(f"Table {table}: entry {seq} ") for fault in said), said
        night.put(table, seq, act.encode())
    assert check(night.path).faults == ()


@pytest.mark.parametrize(("sql", "seq"), [("act = '{\"strike\":1}' WHERE seq = 1", 1), ("seq = 900 WHERE seq = 3", 3)])
def test_a_journal_without_its_beginning_or_with_a_gap_is_refused_by_its_line(night: Night, sql: str, seq: int) -> None:
    table = night.lines[0][0]
    night.hand.execute(f"UPDATE lines SET {sql} AND table_id = ?", (table,))
    with pytest.raises(DamagedLine, match=f"line {seq} of a table"):
        journals.load_lines(night.store, table)
