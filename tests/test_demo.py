"""The demo: visitors find games in it, and after a while it starts again from the beginning."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.demo import fill
from scorekeeper.storage import access
from scorekeeper.storage.access import FINISHED, RUNNING
from scorekeeper.storage.check import check
from tests.support.http import open_table, token
from tests.support.server import COMMAND, clean_environment, lead_here, start


def test_every_visitor_finds_the_games_and_can_go_on_with_them(tmp_path: Path) -> None:
    app = create_app(tmp_path / "here")
    fill(app)
    store = app.extensions["tables"].store
    for _ in range(2):
        visitor = app.test_client()
        home = visitor.get("/").text
        tables = set(re.findall(r"/t/(\w+)/", home))
        assert "Friday" in home
        assert len(tables) >= 3
        assert visitor.get("/").text.count("Friday") == home.count("Friday")
        for table in tables:
            assert visitor.get(f"/t/{table}/").status_code == 200
    kept = [*access.list_tables_of(store, "demo", RUNNING), *access.list_tables_of(store, "demo", FINISHED)]
    loaded = [app.extensions["tables"].load(row.id) for row in kept]
    assert sorted(table.game.slug for table in loaded) == ["parade", "tally", "tally", "tally"]
    (parade,) = [table for table in loaded if table.game.slug == "parade"]
    sheet = parade.sheet(1)
    assert (sheet.problems, sheet.open) == ((), ())
    assert dict(zip(parade.setup.players, sheet.totals.values(), strict=True)) == {
        "Alice": 35,
        "Hatter": 27,
        "Cheshire": 31,
    }
    store.close()
    assert check(tmp_path / "here" / "scorekeeper.db").faults == ()


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Flask]:
    """An app with the tables of the demo."""
    app = create_app(tmp_path / "here")
    fill(app)
    yield app
    app.extensions["tables"].store.close()


def test_no_visitor_takes_the_games_from_the_others(filled: Flask) -> None:
    one, other = filled.test_client(), filled.test_client()
    home = one.get("/").text
    other.get("/")
    refused = 0
    for kind, id in set(re.findall(r"/([tg])/(\w+)/", home)):
        for way in ("delete", "invite/end"):
            answer = one.post(f"/{kind}/{id}/{way}", data={"csrf_token": token(one)})
            assert answer.status_code == 403
            assert "All visitors of this demo use this table or group." in answer.text
            refused += 1
        assert other.get(f"/{kind}/{id}/").status_code == 200
    assert refused >= 8
    own = open_table(one)
    assert one.post(f"{own.url}invite/end", data={"csrf_token": token(one)}).status_code == 303
    assert one.post(f"{own.url}delete", data={"csrf_token": token(one)}).status_code == 303


@contextmanager
def demo(*options: str) -> Iterator["subprocess.Popen[str]"]:
    """Run the demo for a block."""
    words = [*COMMAND, "demo", "--host", "127.0.0.1", "--port", "0", *options]
    with start(words, lead_here(clean_environment()), Path.cwd()) as process:
        try:
            yield process
        finally:
            process.terminate()


def test_after_its_minutes_all_is_thrown_away_and_it_begins_anew_at_the_same_address() -> None:
    with demo("--minutes", "0.03") as process:
        assert process.stdout
        places, addresses = list[str](), set[str]()
        for line in process.stdout:
            if match := re.search(r"Scores are saved in (\S+)", line):
                places.append(match[1])
            if match := re.search(r"http://\S+", line):
                addresses.add(match[0])
            if len(places) == 2:
                break
        assert len(set(places)) == 2
        assert len(addresses) == 1
        assert not Path(places[0]).exists()
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == 0
        assert not Path(places[1]).exists()
