"""The command of the app as a process of its own that spares the time of a start, most of which goes into imports.

A Python that has imported the app waits beside the tests; whoever needs a process gets a fork of it. It is handed a
line of JSON (words, environment, folder) with four files: one to read, two to write to, and one on which it is told
what became of the process. `test_packaging.py` starts the command as its owner does, with --soak `test_hosting.py` too.
"""

import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

QUICK = (sys.executable, "-I", "-S", str(Path(__file__).with_name("quick.py")))
"""The command as a program that a shell can start too."""

PARTS = (
    "scorekeeper.cli",
    "scorekeeper.server",
    "scorekeeper.app",
    "scorekeeper.storage.postgres",
    "uvicorn.loops.auto",
)
"""What a running app has imported."""

UNBUFFERED = "PYTHONUNBUFFERED"
"""In the environment of a process: what it says is there to be read at once."""
CLOCK = "MOVED_CLOCK"
"""In the environment of a process: the file that says by how many seconds its clock is ahead."""

ONE_AFTER_THE_OTHER = threading.Lock()


class Process:
    """A running command, used as one that the standard library has started."""

    def __init__(self, words: list[str], environment: dict[str, str], folder: Path) -> None:
        """Start `scorekeeper` with these words, in this folder and with this environment."""
        (said, out), (complained, err), (told, tell) = os.pipe(), os.pipe(), os.pipe()
        with ONE_AFTER_THE_OTHER:
            request = json.dumps([words, {**environment, UNBUFFERED: "1"}, str(folder)]) + "\n"
            nothing = os.open(os.devnull, os.O_RDONLY)
            socket.send_fds(waiting(), [request.encode()], [nothing, out, err, tell])
            for end in (nothing, out, err, tell):
                os.close(end)
            self._told = os.fdopen(told, encoding="utf-8")
            self.pid = int(self._told.readline())
        self.stdout = os.fdopen(said, encoding="utf-8")
        self.stderr = os.fdopen(complained, encoding="utf-8")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code, once it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """The exit code; raises TimeoutExpired where the process still runs after so many seconds."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("scorekeeper", timeout or 0)
            self.returncode = int(self._told.readline())
        return self.returncode

    def send_signal(self, which: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, which)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """All it says and all it complains of, up to its end; neither may be longer than a pipe holds.

        It is ended where it still runs after so many seconds, and TimeoutExpired is raised.
        """
        try:
            self.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        return self.stdout.read(), self.stderr.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.stdout.close()
        self.stderr.close()
        self.wait()
        self._told.close()


@cache
def waiting() -> socket.socket:
    """The way to the Python that has imported the app; it ends when this one does."""
    here, there = socket.socketpair()
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SCOREKEEPER"))}
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen([sys.executable, "-P", __file__], stdin=there.fileno(), env=bare | {"PYTHONPATH": root})
    there.close()

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


def handed(environment: Mapping[str, str]) -> dict[str, Any]:
    """What the standard library needs to start `QUICK`, or a shell that does: the way to the Python that waits."""
    way = waiting().fileno()
    return {"pass_fds": (way,), "env": {**environment, "WAITING": str(way)}}


def fork(words: list[str], environment: dict[str, str], folder: str, *files: int) -> bool:
    """Start a process, and another that says what becomes of it; true in the first, which is to do what is asked."""
    if os.fork():
        return False
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *streams, tell = files
    pid = os.fork()
    if pid:
        os.closerange(0, tell)
        os.write(tell, f"{pid}\n".encode())
        os.write(tell, f"{os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n".encode())
        os._exit(0)
    for stream, file in enumerate(streams):
        os.dup2(file, stream)
    os.closerange(3, tell + 1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    if CLOCK in environment:
        move_clock(Path(environment[CLOCK]))
    # Like the standard streams of any Python, these do not close the descriptors they write to.
    said = os.fdopen(1, "wb", 0 if UNBUFFERED in environment else -1, closefd=False)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = io.TextIOWrapper(said, write_through=UNBUFFERED in environment)
    sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
    sys.argv = ["scorekeeper", *words]
    return True


def move_clock(ahead: Path) -> None:
    """Let the app go by a clock that is ahead by as many seconds as that file says."""
    real = time.time
    time.time = lambda: real() + float(ahead.read_text())


def main() -> int:
    """Import the app, then start a process for each request until nobody is there to ask."""
    for name in PARTS:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    importlib.import_module("tests.support.compiled").compiled_once()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked = socket.socket(fileno=0)
    while True:
        request, files, _, _ = socket.recv_fds(asked, 65_536, 4)
        if not request:
            return 0
        while not request.endswith(b"\n"):
            request += asked.recv(65_536)
        if fork(*json.loads(request), *files):
            from scorekeeper.cli import main as command

            asked.detach()  # its descriptor is the standard input of the command now
            return command(sys.argv[1:])
        for file in files:
            os.close(file)


if __name__ == "__main__":
    sys.exit(main())
