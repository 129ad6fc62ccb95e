"""Processes of the app that start fast, by forking: most of a start is spent on imports.

A fork takes 0.08 s of processor time until the app listens, a new Python 0.67 s (November 2026). All tests together
start the app more than a hundred times.

A Python that has imported the app waits next to the tests and forks for each process. It receives a line of JSON
(arguments, environment, folder) and four files: standard input, output, error, and a pipe on which it reports the
process id and exit code. `test_packaging.py` starts the command as its owner does, with --soak `test_hosting.py` too.
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

QUICK = (sys.executable, "-I", "-S", str(Path(__file__).with_name("app_command.py")))
"""The command as a program that a shell can start."""

PARTS = (
    "scorekeeper.cli",
    "scorekeeper.server",
    "scorekeeper.app",
    "scorekeeper.storage.postgres",
    "uvicorn.loops.auto",
)
"""Modules that a running app has imported."""

UNBUFFERED = "PYTHONUNBUFFERED"
"""Environment variable: output can be read immediately."""
CLOCK = "MOVED_CLOCK"
"""Environment variable: path of a file with the seconds by which the clock of the process is ahead."""

ONE_AFTER_THE_OTHER = threading.Lock()


class Process:
    """A running command with the interface of subprocess.Popen."""

    def __init__(self, words: list[str], environment: dict[str, str], folder: Path) -> None:
        """Start `scorekeeper` with these arguments, in this folder and environment."""
        (said, out), (complained, err), (told, tell) = os.pipe(), os.pipe(), os.pipe()
        # Tests start processes from several threads, and the answers on the socket are not numbered.
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
        """Return the exit code, or None while the process runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code. Raise TimeoutExpired if the process still runs after `timeout` seconds."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("scorekeeper", timeout or 0)
            self.returncode = int(self._told.readline())
        return self.returncode

    def send_signal(self, which: int) -> None:
        """Send a signal if the process still runs."""
        if self.poll() is None:
            os.kill(self.pid, which)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Return standard output and standard error until the end of the process. Neither may be longer than a pipe
        holds.

        Kill the process and raise TimeoutExpired if it still runs after `timeout` seconds.
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
    """Return the socket to the Python that has imported the app. It exits when this process does."""
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


def make_run_options(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the keyword arguments of subprocess.run that let `QUICK`, or a shell that starts it, reach the waiting
    Python.
    """
    way = waiting().fileno()
    return {"pass_fds": (way,), "env": {**environment, "WAITING": str(way)}}


def fork(words: list[str], environment: dict[str, str], folder: str, *files: int) -> bool:
    """Fork a process for the command, and another that reports its exit code.

    Return True in the one that runs the command.
    """
    if os.fork():
        return False
    # The waiting Python ignores SIGCHLD. With that setting the system would keep no exit code for `waitpid`.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *streams, tell = files
    pid = os.fork()
    if pid:
        # A pipe ends only when its last copy is closed, and the reader of the output waits for that end.
        os.closerange(0, tell)
        os.write(tell, f"{pid}\n".encode())
        os.write(tell, f"{os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n".encode())
        os._exit(0)
    for stream, file in enumerate(streams):
        os.dup2(file, stream)
    os.closerange(3, tell + 1)
    # Ignored by the waiting Python, but the command is to be ended by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    if CLOCK in environment:
        move_clock(Path(environment[CLOCK]))
    # closefd=False as in any Python: a stream that is collected must not close the descriptor under a later one.
    said = os.fdopen(1, "wb", 0 if UNBUFFERED in environment else -1, closefd=False)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = io.TextIOWrapper(said, write_through=UNBUFFERED in environment)
    sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
    sys.argv = ["scorekeeper", *words]
    return True


def move_clock(ahead: Path) -> None:
    """Make `time.time` run ahead by the seconds in a file."""
    real = time.time
    time.time = lambda: real() + float(ahead.read_text())


def main() -> int:
    """Import the app, then fork for each request until the other end of the socket is closed."""
    for name in PARTS:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    importlib.import_module("tests.support.template_cache").cache_templates()
    # A collection in a fork would write to every object, and so copy the memory that forks share.
    gc.collect()
    gc.freeze()
    # No zombies of the many children; and Ctrl-C ends the tests, which then close the socket.
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

            asked.detach()  # its descriptor 0 is now the command's standard input, and must stay open
            return command(sys.argv[1:])
        for file in files:
            os.close(file)


if __name__ == "__main__":
    sys.exit(main())
