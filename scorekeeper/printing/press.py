"""Print a page: HTML goes in, PDF comes out, in a worker process of its own.

The worker lives long, so that a sheet costs no start-up, and is replaced when it is old, slow or broken: nothing that
happens in it can hurt a game that is being scored. Only `worker.py` knows how a PDF is made.
"""

import atexit
import os
import platform
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from tempfile import TemporaryDirectory
from threading import Condition, Lock, Timer
from typing import BinaryIO, NamedTuple

from scorekeeper.folders import PACKAGE
from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.printing.worker import HEAD, LACKING, PDF, PICTURE, REFUSED

TIMEOUT = 15.0

STARTING = 30.0

PAGES = 300

WAITING = 4
"""Sheets of tables that may wait while something is printed."""

WAITING_PADS = 1
"""Blank pads that may wait: whoever wants them sits at no table."""

BYTES_IN_MEMORY = 8 * 1024 * 1024

WORKER = """
import sys
sys.path.insert(0, sys.argv[1])
from scorekeeper.printing.worker import work
work(float(sys.argv[2]))
"""


class Unprintable(NotDone):
    """This cannot be printed now, and why, in words for the player."""


class Busy(Unprintable):
    """Too many sheets are waiting already; in a moment it will do."""


class Slow(Unprintable):
    """It took too long."""


class Gone(Exception):
    """The worker is not there any more."""


class Pdf(NamedTuple):
    """A printed document and how many pages it has."""

    content: bytes
    pages: int


class Worker:
    """One running worker process. Raises Unprintable when it cannot start, with what is missing."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.printed = 0
        self.owner = os.getpid()
        self.folder = TemporaryDirectory(prefix="scorekeeper-", ignore_cleanup_errors=True)
        root = str(PACKAGE.parent)
        self.process = subprocess.Popen(  # a plain process: one forked or spawned by Python would run the server again
            [sys.executable, "-I", "-c", WORKER, root, str(timeout)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": self.folder.name, "TEMP": self.folder.name, "TMP": self.folder.name},
        )
        try:
            self._answer(STARTING)
        except (Gone, Slow) as error:
            self.close()
            raise Unprintable(Text("Printing could not be started on this computer.")) from error
        except Unprintable:
            self.close()
            raise

    @property
    def usable(self) -> bool:
        """Whether it runs and belongs to this process."""
        return self.owner == os.getpid() and self.process.poll() is None

    def print(self, html: str, kind: bytes = PDF) -> Pdf:
        """Print one document, or make a picture of its page. Raises Gone when the worker died, Slow, or Unprintable."""
        page = html.encode()
        try:
            self._in.write(HEAD.pack(kind, 0, len(page)) + page)
            self._in.flush()
        except OSError as error:
            raise Gone from error
        self.printed += 1
        return self._answer(self.timeout)

    def close(self) -> None:
        """End the worker and remove what it left."""
        self.process.kill()
        self.process.wait()
        for pipe in (self._in, self._out):
            with suppress(OSError):
                pipe.close()
        self.folder.cleanup()

    @property
    def _in(self) -> BinaryIO:
        assert self.process.stdin is not None
        return self.process.stdin  # type: ignore[return-value]

    @property
    def _out(self) -> BinaryIO:
        assert self.process.stdout is not None
        return self.process.stdout  # type: ignore[return-value]

    def _answer(self, timeout: float) -> Pdf:
        """Read what the worker says; at the end of its time it is killed, which ends the reading."""
        late: list[bool] = []

        def stop() -> None:
            late.append(True)
            self.process.kill()

        timer = Timer(timeout, stop)
        timer.start()
        try:
            head = self._out.read(HEAD.size)
            kind, pages, size = HEAD.unpack(head) if len(head) == HEAD.size else (b"", 0, 0)
            content = self._out.read(size)
        finally:
            timer.cancel()
        if late:
            raise Slow(Text("This page took too long to print."))
        if not kind or len(content) < size:
            raise Gone
        if kind == LACKING:
            raise Unprintable(absent())
        if kind == REFUSED:
            raise Unprintable(Text("This page cannot be printed: %(reason)s", reason=Literal(content.decode())))
        return Pdf(content, pages)


class Turns:
    """One prints at a time: sheets of tables first, then blank pads, of each kind in the order in which they came."""

    def __init__(self, sheets: int, pads: int) -> None:
        self._most = {True: sheets, False: pads}
        self._lines: dict[bool, list[object]] = {True: [], False: []}
        self._printing = False
        self._free = Condition()

    @contextmanager
    def turn(self, first: bool, patient: bool = False) -> Iterator[None]:
        """Wait for the turn, among the first or after them. Raises Busy where too many wait, unless it is patient."""
        mine = object()
        line = self._lines[first]
        with self._free:
            if (self._printing or line) and len(line) >= self._most[first] and not patient:
                raise Busy(Text("Other printouts are being prepared. Try again in a moment."))
            line.append(mine)
            self._free.wait_for(lambda: not self._printing and (self._lines[True] or self._lines[False])[0] is mine)
            line.remove(mine)
            self._printing = True
        try:
            yield
        finally:
            with self._free:
                self._printing = False
                self._free.notify_all()


class Press:
    """Prints one document after the other. A few may wait; more are sent away with Busy."""

    def __init__(
        self,
        timeout: float = TIMEOUT,
        pages: int = PAGES,
        waiting: int = WAITING,
        pads: int = WAITING_PADS,
        kept: int = BYTES_IN_MEMORY,
    ) -> None:
        self.timeout = timeout
        self.pages = pages
        self.worker: Worker | None = None
        self.ended = False
        self._turns = Turns(waiting, pads)
        self._cache = Cache(kept)

    def print(self, html: str, first: bool = False, kind: bytes = PDF) -> Pdf:
        """Print a document, or hand out the same one again; `first`, before those that are not.

        Raises Unprintable, Busy, Slow.
        """
        if known := self._cache.get(html):
            return known
        with self._turns.turn(first):
            pdf = self._cache.get(html) or self._print(html, kind)
        self._cache.put(html, pdf)
        return pdf

    def missing(self) -> Text | None:
        """What this computer lacks for printing, with the line to type; None when it can print."""
        if self.worker and self.worker.usable:
            return None
        with self._turns.turn(first=True, patient=True):
            try:
                self._ready()
            except Unprintable as error:
                return error.reason
        return None

    def close(self) -> None:
        """End the worker; the next page starts another."""
        with self._turns.turn(first=True, patient=True):
            self._end()

    def abandon(self) -> None:
        """End the worker at once, whatever it is doing, and start no other: the app is going down."""
        self.ended = True
        self._end()

    def _print(self, html: str, kind: bytes) -> Pdf:
        fresh = not (self.worker and self.worker.usable)
        try:
            return self._ready().print(html, kind)
        except Slow:
            self._end()
            raise
        except Gone:
            self._end()
            if not fresh:  # it may have died of something else: once more with a new one
                return self._print(html, kind)
            raise Unprintable(Text("Printing failed. Nothing at the table is lost.")) from None

    def _ready(self) -> Worker:
        if self.worker and (not self.worker.usable or self.worker.printed >= self.pages):
            self._end()
        if self.ended:
            raise Unprintable(Text("Printing failed. Nothing at the table is lost."))
        if not self.worker:
            self.worker = Worker(self.timeout)
        return self.worker

    def _end(self) -> None:
        worker, self.worker = self.worker, None
        if worker and worker.owner == os.getpid():
            worker.close()


class Cache:
    """The last few documents, so that a sheet looked at twice is printed once."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._kept: OrderedDict[bytes, Pdf] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, html: str) -> Pdf | None:
        """The document of exactly this page, if it is still there."""
        key = sha256(html.encode()).digest()
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, html: str, pdf: Pdf) -> None:
        """Keep a document; the ones unused for longest make room."""
        key = sha256(html.encode()).digest()
        with self._lock:
            if key in self._kept or len(pdf.content) > self.room:
                return
            self._kept[key] = pdf
            self._size += len(pdf.content)
            while self._size > self.room:
                self._size -= len(self._kept.popitem(last=False)[1].content)


PRESS = Press()

atexit.register(PRESS.abandon)


def render(html: str, first: bool = False) -> bytes:
    """Print one HTML document as PDF; the same HTML gives the same bytes. Raises Unprintable or Busy.

    `first`, what a table waits for is printed before what is not.
    """
    return PRESS.print(html, first).content


def picture(html: str) -> bytes:
    """The first page of an HTML document as PNG, a dot for each of its pixels. Raises Unprintable or Busy."""
    return PRESS.print(html, kind=PICTURE).content


def first_on_one_page(drafts: Sequence[str]) -> int:
    """Which draft of a table's sheet is the first to fit on one page; the last where none does.

    Raises Unprintable or Busy.
    """
    return next((number for number, draft in enumerate(drafts) if PRESS.print(draft, True).pages == 1), len(drafts) - 1)


def missing() -> Text | None:
    """What this computer lacks for printing, with the line to type; None when it can print."""
    return PRESS.missing()


INSTALL = (
    ({"debian", "ubuntu"}, "sudo apt-get install --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"),
    ({"fedora", "rhel"}, "sudo dnf install pango"),
    ({"arch"}, "sudo pacman -S pango"),
    ({"alpine"}, "sudo apk add pango"),
    ({"suse", "opensuse"}, "sudo zypper install libpango-1_0-0"),
    ({"darwin"}, "brew install pango"),
    ({"win32"}, "pacman -S mingw-w64-x86_64-pango"),
)


def abandon() -> None:
    """End what is being printed at once: the app is going down."""
    PRESS.abandon()


def absent() -> Text:
    """Say that Pango is missing, and what to type on this system."""
    system = {sys.platform}
    try:
        release = platform.freedesktop_os_release()
        system |= {release["ID"], *release.get("ID_LIKE", "").split()}
    except OSError:
        pass  # not a Linux, or one that does not tell its name
    for names, line in INSTALL:
        if names & system:
            return Text(
                "Printing needs Pango, which is not installed on this computer. Run: %(line)s", line=Literal(line)
            )
    return Text("Printing needs Pango 1.44 or newer, which is not installed on this computer.")
