"""Running servers: the app in a process of its own, or in a thread, on a free port."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from scorekeeper import create_app, local_name
from scorekeeper.server import Server, listen, make_server
from scorekeeper.storage import access
from scorekeeper.storage.place import ALLOWED
from scorekeeper.storage.tables import Tables

COMMAND = (sys.executable, "-P", "-m", "scorekeeper")


class Serving(NamedTuple):
    """A running app: its process, its address and the output of its start."""

    process: "subprocess.Popen[str]"
    address: str
    said: str


def clean_environment() -> dict[str, str]:
    """Return the environment without variables that lead a Python to this checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SCOREKEEPER"))}
    # No test announces a name in the network outside, even if zeroconf is installed.
    kept |= {local_name.NAME_SETTING: ""}
    # In a container without a volume the app refuses to start, as scores would be lost. Few tests print.
    return kept | {ALLOWED: "yes", "SCOREKEEPER_PRINT_EARLY": "0"}


def lead_here(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment in which Python finds this checkout, or the copy that these tests are linked in."""
    return {**environment, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}


def start(words: Sequence[str], environment: Mapping[str, str], folder: Path) -> "subprocess.Popen[str]":
    piped = subprocess.PIPE
    return subprocess.Popen(words, stdout=piped, stderr=piped, text=True, encoding="utf-8", cwd=folder, env=environment)


def not_done(*words: str, folder: Path) -> str:
    """Return the message of a command that is refused, run in this folder."""
    with start([*COMMAND, *words], lead_here(clean_environment()), folder) as process:
        said, why = process.communicate(30)
    assert (process.returncode, said) == (2, ""), why
    assert "Traceback" not in why
    return why


@contextmanager
def serving(
    instance: Path,
    *options: str,
    command: Sequence[str] = (),
    database: str = "",
    host: str = "127.0.0.1",
) -> Iterator[Serving]:
    """Run the app for a block, on PostgreSQL if `database` is an address.

    `command` starts another app than that of this checkout.
    """
    words = ["run", "--host", host, "--port", "0", "--instance", str(instance), *options]
    environment = clean_environment() | ({"SCOREKEEPER_DATABASE": database} if database else {})
    environment |= {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"} if command else lead_here(environment)
    with start([*(command or COMMAND), *words], environment, instance.parent) as process:
        try:
            yield Serving(process, *read_greeting(process))
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()


def read_greeting(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Return the address of a starting app, and its output up to the place of its database."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if line.startswith("Scores are saved in"):
            match = re.search(r"http://\S+", said)
            assert match, said
            return match[0], said
    assert process.stderr is not None
    raise AssertionError(f"It did not start. It said: {said}{process.stderr.read()}")


class Here:
    """The app in a thread of this process, so that a test can change its time limits and inspect it."""

    def __init__(self, instance: Path) -> None:
        self.app = create_app(instance)
        listening = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.front: Server = make_server(self.app)
        self.thread = threading.Thread(target=self.front.run, kwargs={"sockets": [listening]})
        self.thread.start()
        while not self.front.started:
            time.sleep(0.01)

    def link(self, table_id: str) -> str:
        """Return the link with which a phone can only watch."""
        tables: Tables = self.app.extensions["tables"]
        return access.find_link(tables.store, table_id, "watch")

    def close(self) -> None:
        """Stop the app."""
        self.front.should_exit = True
        self.thread.join()
        self.app.extensions["tables"].store.close()
