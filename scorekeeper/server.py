"""The server: start the app on this computer, so that every phone on the same network can open it."""

import gc
import io
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import segno
import uvicorn
from a2wsgi.wsgi import WSGIResponder
from flask import Flask
from uvicorn.config import LOGGING_CONFIG

from scorekeeper import create_app, network
from scorekeeper import local_name as local_names
from scorekeeper.hook import Hook
from scorekeeper.language.text import ENGLISH, Catalogue, Literal, NotDone, Plural, Text, speak
from scorekeeper.live.buffer_requests import BufferRequests, NoUnderscores
from scorekeeper.live.connections import Connection, Connections, find_room
from scorekeeper.live.events import MOST_STREAMS, Bell
from scorekeeper.live.health import Health
from scorekeeper.live.log import LogRequests, limit_repeats, log_in_json
from scorekeeper.nights import check_time_zone
from scorekeeper.printing.press import PRESS
from scorekeeper.storage.contract import Storage
from scorekeeper.storage.copies import Copies
from scorekeeper.storage.erasing import remove_old
from scorekeeper.storage.place import check_place
from scorekeeper.storage.sqlite_file import Damaged
from scorekeeper.table.journal import Seen
from scorekeeper.version import VERSION

RESTART_DEMO = 75
"""Exit code of a demo whose time is up, to be started again."""
WORKERS = 8
MOST_UNACCEPTED = 512
"""Connections that the system queues until they are accepted."""
ACCEPTED_AT_ONCE = 16
"""Connections accepted before the limits are checked again."""
IDLE = 5
"""Seconds for which a connection stays open after a response."""
HOUR = 3600
"""Seconds between two runs that erase tables deleted long ago. The first run is at the start."""
LAST_ANSWERS = 6
"""Seconds granted to responses in progress when the app stops."""
HOW_TO_RESTORE = Text("To restore a backup into an empty folder, run: scorekeeper restore")


def serve(
    host: str,
    port: int,
    instance: Path,
    words: Catalogue = ENGLISH,
    log: bool = False,
    fill: Callable[[Flask], None] | None = None,
    minutes: float = 0,
) -> int:
    """Serve until Ctrl-C and return the exit code. Raise NotDone or OSError if the port or the database cannot be used.

    `words` is the catalogue for the terminal; every phone has its own. With `log`, a line of JSON is written for each
    request. `fill` puts demo tables into the app. A demo stops after `minutes` and then returns RESTART_DEMO.
    """
    # uvicorn handles the signal once it runs. Until then it would leave the database open.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    if log:
        log_in_json()
    # The port is taken first: if it is in use, an older database is not upgraded.
    with listen(host, port) as listening:
        app = open_app(instance, is_demo=fill is not None)
        reach, port = network.find_reach(host), listening.getsockname()[1]
        app.config.setdefault("PUBLIC_URL", network.format_url(reach.address, port))
        open_more_files()
        collect_seldom()
        server = make_server(app, log)
        if fill:
            fill(app)
            server.until = time.monotonic() + 60 * minutes
        copies = start_copies(app)
        server.greet = lambda: _print_welcome(app, words, host, minutes, network.list_notes(reach, port))
        start_background_work(app, server)
        # Not at once, because the first page should not compete with the printer.
        if early := app.config["PRINT_EARLY"]:
            server.prints_at = time.monotonic() + early
        local_name = start_local_name(app, host, reach, port, words)
        try:
            with suppress(KeyboardInterrupt):
                server.run(sockets=[listening])
        finally:
            # The printer first, because a thread may be waiting for it; the store last, because threads write to it.
            PRESS.abandon()
            server.threads.end()
            if server.hook:
                server.hook.close()
            if copies:
                copies.stop()
            if local_name:
                local_name.close()
            app.extensions["tables"].store.close()
    return RESTART_DEMO if server.over else 0


def open_app(instance: Path, is_demo: bool) -> Flask:
    """Return the app with its database open. Raise NotDone or OSError if it cannot be used."""
    check_time_zone()
    try:
        # A demo is meant to be lost, and PostgreSQL does not store in the folder.
        if not (is_demo or os.environ.get("SCOREKEEPER_DATABASE")):
            check_place(instance)
        return create_app(instance, **({"DATABASE": "", "COPIES_TO": None, "LOCAL_NAME": ""} if is_demo else {}))
    except Damaged as damaged:
        raise NotDone(Text("%(why)s %(cure)s", why=damaged.reason, cure=HOW_TO_RESTORE)) from damaged


def start_copies(app: Flask) -> Copies | None:
    """Begin to copy every entry to the folder of the settings. Return None if none is set."""
    folder = app.config["COPIES_TO"]
    if not folder:
        return None
    copies = app.extensions["copies"] = Copies(app.extensions["tables"].store, folder)
    copies.start()
    return copies


def start_local_name(
    app: Flask, host: str, reach: network.Reach, port: int, words: Catalogue
) -> local_names.LocalName | None:
    """Announce the name of the settings in the local network. Return None if that is turned off or impossible.

    The address with the name is printed as soon as it is known that no other computer has it.
    """
    wanted = app.config["LOCAL_NAME"]
    if not wanted or host not in network.EVERYWHERE or reach.address == network.NOWHERE:
        return None
    if not local_names.is_available():
        return None

    def tell(name: str | None) -> None:
        if name is None:
            said = Text(
                "All names from %(name)s.local to %(last)s.local are taken by other computers in this network. "
                "The address works. To have a name as well, set LOCAL_NAME in config.py.",
                name=wanted,
                last=f"{wanted}-{local_names.LAST}",
            )
        else:
            url = network.format_url(name, port)
            said = Text("Or type %(address)s, on a television %(tv)s", address=url, tv=f"{url}tv")
        print(speak(said, words), flush=True)

    return local_names.LocalName(wanted, (reach.address, *(other.address for other in reach.others)), port, tell)


def start_background_work(app: Flask, server: "Server") -> None:
    """Bring the results of groups up to date, and erase what was deleted long ago every hour."""
    groups = app.extensions["groups"]
    server.threads.work(groups.catch_up)
    days = app.config["ERASE_DELETED_AFTER"]
    server.hourly = lambda stop: remove_old(groups, days, int(time.time()), stop)


class QueuedResponse(WSGIResponder):
    """A response of the app whose thread never waits for the event loop."""

    def send(self, message: Any) -> None:
        """Pass a message of the response to the event loop, in order, without waiting."""
        self.loop.call_soon_threadsafe(self.send_queue.put_nowait, message)


class Threads:
    """ASGI wrapper that runs the app in a few threads."""

    def __init__(self, app: Flask) -> None:
        self.app: Any = app
        self.executor = ThreadPoolExecutor(WORKERS, "app")
        self.ending = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request in a worker thread.

        The queue of outgoing messages is unbounded, so that the worker never waits for the client. No response is long
        enough for this to matter.
        """
        await QueuedResponse(self.app, self.executor, send_queue_size=0)(scope, receive, send)

    def work(self, work: Callable[[threading.Event], object]) -> None:
        """Run `work` in the background. It gets an event that is set when the server stops."""
        self.executor.submit(work, self.ending)

    def end(self) -> None:
        """Stop background work and wait for responses in progress. Then nothing uses the database any more."""
        self.ending.set()
        self.executor.shutdown(cancel_futures=True)


class Server(uvicorn.Server):
    """The uvicorn server with event streams, background work and limits on connections."""

    def __init__(self, config: uvicorn.Config, bell: Bell, threads: Threads, health: Health) -> None:
        super().__init__(config)
        self.server_state = self.all = Connections(find_room())
        bell.most = min(MOST_STREAMS, self.all.room * 3 // 4)  # the rest is left for taps
        self.bell = bell
        self.threads = threads
        self.health = health
        self.until = float("inf")
        self.greet: Callable[[], None] = lambda: None
        self.hourly: Callable[[threading.Event], object] = lambda stop: None
        self.next_hour = 0.0
        self.prints_at = float("inf")
        self.hook: Hook | None = None

    @property
    def over(self) -> bool:
        """Whether the time of a demo is up."""
        return time.monotonic() > self.until

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then print the address. It is printed last, because Ctrl-C is handled only from now on."""
        await super().startup(sockets)
        # uvicorn listens with the small `backlog`, which limits how many are accepted at a time.
        for listening in sockets or ():
            listening.listen(MOST_UNACCEPTED)
        self.greet()

    async def on_tick(self, counter: int) -> bool:
        """Do the regular work and return whether to exit. Called ten times a second.

        Once a second overdue connections are closed. Once an hour deleted tables are erased. A little after the start
        the printer is started too, so that the first PDF need not wait for it.
        """
        if counter % 10 == 0:
            self.all.end_overdue()
            if time.monotonic() >= self.prints_at:
                self.prints_at = float("inf")
                self.threads.work(lambda stop: PRESS.find_missing())
            if time.monotonic() >= self.next_hour:
                self.next_hour = time.monotonic() + HOUR
                self.threads.work(self.hourly)
            self.should_exit |= self.over
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: report not ready, end the event streams, and finish the responses in progress."""
        self.health.end()
        self.bell.close()
        await super().shutdown(sockets)


class HealthCheck:
    """Health check of database, printer and copies. The printer is tried once, in the background."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.printer: Future[Text | None] | None = None

    def __call__(self) -> dict[str, str]:
        """Return the fault of each part in a word, "" if it works. Copies are a part only if there is a folder."""
        if self.printer is None:
            # In a thread of its own, because a health check must not wait until the printer has started.
            trying = ThreadPoolExecutor(1, "printer")
            self.printer = trying.submit(PRESS.find_missing)
            trying.shutdown(wait=False)
        printer = "starting" if not self.printer.done() else "missing" if self.printer.result() else ""
        report = {"database": self.app.extensions["tables"].store.trouble(), "printer": printer}
        if copies := self.app.extensions["copies"]:
            report["copies"] = "behind" if copies.find_trouble() else ""
        return report


def make_server(app: Flask, log: bool = False) -> Server:
    """Return the server, which buffers each request and then passes it to the event streams and the app in threads.

    With `log`, each request is logged.
    """
    threads = Threads(app)
    bell = Bell(threads)
    tables = app.extensions["tables"]

    hook = Hook(app.config["HOOK"], tables) if app.config["HOOK"] else None

    def ring(id: str, newest: Seen | None) -> None:
        bell.ring(id, newest)
        tables.store.tell(id, newest)
        if hook and newest:
            hook.note(id)

    tables.ring = ring
    tables.store.listen(bell.ring, bell.list_listened)
    whole = BufferRequests(bell, app.config["MAX_CONTENT_LENGTH"], app.config["LARGER_BODIES"])
    health = Health(whole, HealthCheck(app))
    limit_repeats("uvicorn.error", "asyncio", "psycopg.pool", app.logger.name)
    server = Server(
        uvicorn.Config(
            # Outermost first: headers are cleaned before anything reads them, and every request is logged.
            NoUnderscores(LogRequests(health) if log else health),
            http=Connection,
            backlog=ACCEPTED_AT_ONCE,
            timeout_keep_alive=IDLE,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # hosts.py reads them, from the proxies named in config.py only
            log_level="warning",
            log_config=None if log else LOGGING_CONFIG,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=LAST_ANSWERS,
        ),
        bell,
        threads,
        health,
    )
    server.hook = hook
    return server


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the port, so that no other program can take it. Raise NotDone if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is given. Otherwise each response waits 40 ms for a confirmation.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # On Windows the option would let two programs listen on one port.
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(MOST_UNACCEPTED)
    except (OSError, TypeError, UnicodeError) as wrong:  # the last two for host names that cannot be looked up
        listening.close()
        raise NotDone(_explain_failure(wrong, host, port)) from wrong
    return listening


def draw_qr(address: str) -> str:
    """Return the address as a QR code of block characters, to be scanned from the terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()


def _print_welcome(app: Flask, words: Catalogue, host: str, minutes: float, notes: Iterable[Text]) -> None:
    """Print the address, where scores are saved and copied, and where the copy of an upgraded database is.

    `host` is the address on which the server listens, and `notes` are about the network. `minutes` is the time after
    which a demo is erased, 0 if the server runs no demo.
    """
    address: str = app.config["PUBLIC_URL"]
    store: Storage = app.extensions["tables"].store
    copies: Copies | None = app.extensions["copies"]
    if copied := store.copied:
        text = "The database came from an older version and has been upgraded. A copy of the old one is in %(path)s."
        print(speak(Text(text, path=copied), words))
    with suppress(UnicodeEncodeError):  # not every terminal has block characters; the address follows anyway
        print(draw_qr(address))
    print(speak(Text("Scorekeeper %(version)s is at %(address)s", version=Literal(VERSION), address=address), words))
    if address.startswith("http://127."):
        alone = Text("Only this computer can open it: no network was found.")
        who = alone if host in network.EVERYWHERE else Text("Only this computer can open it, because of --host.")
    else:
        who = Text("Open it on any phone on this network. Press Ctrl-C to stop. Your scores are saved.")
    print(speak(who, words))
    for note in notes:
        print(speak(note, words))
    if minutes:
        passing = Plural(
            "This is a demo: everything is erased every minute.",
            "This is a demo: everything is erased every %(minutes)s minutes.",
            1 if minutes == 1 else 2,
            minutes=f"{minutes:g}",
        )
        print(speak(passing, words))
    for note in copies.list_notes() if copies else ():
        print(speak(note, words))
    print(speak(Text("Scores are saved in %(path)s", path=store.place), words), flush=True)


def open_more_files() -> None:
    """Raise the limit of open files as far as the system allows, so that many phones can stay connected."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def collect_seldom() -> None:
    """Make garbage collection rarer, and exempt the objects of the app itself, which live until it stops."""
    # Rendering a page makes thousands of short-lived objects. Collecting as often as by default costs response time.
    gc.collect()
    gc.freeze()
    # The state of a large table is a cycle of 100,000 objects. So all are looked at before there are 500,000 new ones.
    gc.set_threshold(20_000, 5, 5)


def _explain_failure(wrong: OSError | TypeError | UnicodeError, host: str, port: int) -> Text:
    if isinstance(wrong, socket.gaierror | TypeError | UnicodeError):
        text = "This computer has no address %(host)s. Leave out --host to listen on all addresses."
        return Text(text, host=host)
    if isinstance(wrong, PermissionError):
        return Text("You do not have permission to use port %(port)s. Choose 1024 or above with --port.", port=port)
    if "in use" in str(wrong):
        text = "Port %(port)s is already in use, perhaps by another Scorekeeper. Choose another one with --port."
        return Text(text, port=port)
    why = Literal(str(wrong.strerror))
    return Text("Cannot listen on %(address)s: %(why)s.", address=network.format_url(host, port), why=why)
