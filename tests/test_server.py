"""The app starts for every phone on the network, alone on its database, and stops cleanly."""

import signal
import socket
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from tests.support.command import scorekeeper
from tests.support.http import score_a_game
from tests.support.loops import wait_until
from tests.support.server import not_done, serving


def start_in_vain(instance: Path, *options: str) -> str:
    """Return the message of an app that refuses to start."""
    return not_done("run", "--host", "127.0.0.1", "--instance", str(instance), *options, folder=instance.parent)


def test_the_app_says_where_it_is_and_answers_there(tmp_path: Path) -> None:
    with serving(tmp_path / "here") as app:
        assert score_a_game(app.address) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
        assert app.address in app.said
        assert "█" in app.said
        assert "Only this computer can open it, because of --host." in app.said
        assert app.said.splitlines()[-1] == f"Scores are saved in {tmp_path}/here/scorekeeper.db"


def test_a_little_after_the_start_the_printer_is_ready_before_anybody_asks(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "config.py").write_text("PRINT_EARLY = 0.1\n")
    with serving(tmp_path / "here") as app:
        wait_until(lambda: list_children(app.process.pid))
        assert urlopen(f"{app.address}paper/parade/pad.pdf?players=3").read().startswith(b"%PDF")


def test_where_memory_is_scarce_the_printer_starts_with_the_first_pdf(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "config.py").write_text("PRINT_EARLY = 0\n")
    with serving(tmp_path / "here") as app:
        time.sleep(1.5)
        assert list_children(app.process.pid) == []


def list_children(process: int) -> list[int]:
    """Return the processes that a process has started. Works on Linux only."""
    return [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/stat")
        if int(path.read_text().rpartition(")")[2].split()[1]) == process
    ]


def test_a_second_process_on_the_same_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path / "here"):
        said = start_in_vain(tmp_path / "here", "--port", "0")
    assert "Another Scorekeeper is using" in said
    assert "--instance" in said


def test_a_taken_port_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = start_in_vain(tmp_path / "here", "--port", port)
    assert said == f"Port {port} is already in use, perhaps by another Scorekeeper. Choose another one with --port.\n"
    assert not (tmp_path / "here").exists()


def test_an_address_of_another_computer_is_refused_with_a_sentence(tmp_path: Path) -> None:
    assert "192.0.2.1" in start_in_vain(tmp_path / "here", "--host", "192.0.2.1", "--port", "0")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_though_nobody_came(tmp_path: Path, end: signal.Signals) -> None:
    with serving(tmp_path / "here") as app:
        app.process.send_signal(end)
        assert app.process.wait(10) == 0
        assert app.process.stderr is not None
        assert app.process.stderr.read() == ""


def test_what_another_release_has_worked_out_is_worked_out_anew_before_anybody_asks(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    groups = Groups(Tables(Store(instance)))
    group = groups.open("Friday", ("Anna", "Bo"), "me")
    table = groups.tables.open(GAMES["tally"], Setup(("Anna", "Bo"), {}, ((1, (0, 1)),)), "me")
    groups.take_in(group, groups.tables.load(table), "in", "me")
    groups.store.close()
    with serving(instance), closing(sqlite3.connect(f"file:{instance}/scorekeeper.db?mode=ro", uri=True)) as looking:
        wait_until(lambda: looking.execute("SELECT 1 FROM results WHERE table_id = ?", (table,)).fetchall())


def test_only_this_user_can_read_the_secret_key_which_stays_the_same(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        with serving(tmp_path / "here"):
            key = tmp_path / "here" / "secret_key"
            keys.add(key.read_bytes())
            assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(keys) == 1
    assert len(keys.pop()) >= 32
    key.chmod(0o644)
    assert "chmod 600" in start_in_vain(tmp_path / "here", "--port", "0")


@pytest.mark.parametrize("key", ["", "tralala", "change me", "0" * 64])
def test_a_key_of_the_owner_that_can_be_guessed_is_refused(tmp_path: Path, key: str) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "config.py").write_text(f"SECRET_KEY = {key!r}\n")
    words = ("run", "--host=127.0.0.1", "--port=0", "--instance", str(tmp_path / "here"))
    assert "SECRET_KEY in config.py is too easy to guess" in scorekeeper(*words, code=2)[1]
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["config.py"]
