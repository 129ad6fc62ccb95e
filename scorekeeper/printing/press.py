"""Print HTML as PDF in a separate worker process.

A worker is reused, because starting one takes seconds. It is replaced when it is old, slow or broken, so a failure in
it cannot affect the scoring. Only `worker.py` knows how a PDF is made.
"""

import atexit
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore, Event, Lock, Timer
from typing import BinaryIO, NamedTuple

from scorekeeper.cache import Cache
from scorekeeper.folders import PACKAGE
from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.printing.worker import HEADER, LIBRARY_MISSING, PDF, PICTURE, REFUSED

TIMEOUT = 15.0
"""Seconds that a worker may take to print one document."""

START_TIMEOUT = 30.0
"""Seconds that a worker may take to start."""

PAGES_PER_WORKER = 300
"""The number of documents after which a worker is replaced, so that its memory cannot grow for ever."""

MOST_SHEETS_WAITING = 4
"""The maximum number of score sheets waiting to be printed."""

MOST_PADS_WAITING = 1
"""The maximum number of blank pads waiting to be printed. Nobody at a table needs them at once, so sheets wait less."""

BYTES_IN_MEMORY = 8 * 1024 * 1024
"""The maximum size of all cached documents in bytes."""

WORKER = """
import sys
sys.path.insert(0, sys.argv[1])
from scorekeeper.printing.worker import work
work(float(sys.argv[2]))
"""
"""Source code of the worker process. Its arguments: the folder that contains the package, seconds per document."""


FAILED = Text("Printing failed. Nothing at the table is lost.")


class Unprintable(NotDone):
    """Printing failed. The reason is a text for the player."""


class Busy(Unprintable):
    """Too many documents are already waiting to be printed."""


class Slow(Unprintable):
    """The document took too long to print."""


class WorkerDied(Exception):
    """The worker process has died."""


class Pdf(NamedTuple):
    """A printed document, as PDF or PNG, and its number of pages."""

    content: bytes
    pages: int


class Worker:
    """A running worker process. The constructor raises Unprintable if the process cannot start."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.printed = 0
        self.owner = os.getpid()
        self.folder = TemporaryDirectory(prefix="scorekeeper-", ignore_cleanup_errors=True)
        root = str(PACKAGE.parent)
        # -I keeps PYTHONPATH and the current folder from changing what the worker imports. Temporary files go into a
        # folder that is deleted even if the worker is killed.
        # A plain process, because multiprocessing would import and start the server again.
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", WORKER, root, str(timeout)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Not the folder in which the server was started, whose files anybody may have put there.
            cwd=self.folder.name,
            env={**os.environ, "TMPDIR": self.folder.name, "TEMP": self.folder.name, "TMP": self.folder.name},
        )
        try:
            self._read_answer(START_TIMEOUT)
        except (WorkerDied, Slow) as error:
            self.close()
            raise Unprintable(Text("Printing could not be started on this computer.")) from error
        except Unprintable:
            self.close()
            raise

    @property
    def is_usable(self) -> bool:
        """Whether the worker runs and was started by this process, not by its parent before a fork."""
        return self.owner == os.getpid() and self.process.poll() is None

    def print(self, html: str, kind: bytes = PDF) -> Pdf:
        """Print one document as PDF, or as PNG if `kind` is PICTURE.

        Raise WorkerDied if the worker died, Slow if it took too long, Unprintable if it refused the document.
        """
        page = html.encode()
        try:
            self._in.write(HEADER.pack(kind, 0, len(page)) + page)
            self._in.flush()
        except OSError as error:
            raise WorkerDied from error
        self.printed += 1
        return self._read_answer(self.timeout)

    def close(self) -> None:
        """Kill the worker and delete its temporary files."""
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

    def _read_answer(self, timeout: float) -> Pdf:
        """Read one message from the worker and return its document, which is empty if the message is READY.

        After `timeout` seconds, kill the worker and raise Slow. Raise WorkerDied if it died, Unprintable if it refused
        the document or lacks a library.
        """
        late = Event()

        def stop() -> None:
            late.set()
            self.process.kill()

        # Pipes have no timeouts on Windows. Killing the process ends the blocking read on every system.
        timer = Timer(timeout, stop)
        timer.start()
        try:
            head = self._out.read(HEADER.size)
            kind, pages, size = HEADER.unpack(head) if len(head) == HEADER.size else (b"", 0, 0)
            content = self._out.read(size)
        finally:
            timer.cancel()
        if late.is_set():
            raise Slow(Text("This page took too long to print."))
        if not kind or len(content) < size:
            raise WorkerDied
        if kind == LIBRARY_MISSING:
            raise Unprintable(describe_missing())
        if kind == REFUSED:
            raise Unprintable(Text("This page cannot be printed: %(reason)s", reason=Literal(content.decode())))
        return Pdf(content, pages)


class Press:
    """A printer of documents, one after another, with a cache."""

    def __init__(
        self,
        timeout: float = TIMEOUT,
        pages: int = PAGES_PER_WORKER,
        waiting: int = MOST_SHEETS_WAITING,
        pads: int = MOST_PADS_WAITING,
    ) -> None:
        self.timeout = timeout
        self.pages = pages
        self.worker: Worker | None = None
        self.ended = False
        self._printing = Lock()
        self._waiting = {True: BoundedSemaphore(waiting), False: BoundedSemaphore(pads)}
        # The key is a hash of the HTML, so entries never go stale.
        self._cache = Cache[bytes, Pdf](BYTES_IN_MEMORY, BYTES_IN_MEMORY, lambda pdf: len(pdf.content))

    def print(self, html: str, first: bool = False, kind: bytes = PDF, keep: bool = True) -> Pdf:
        """Return a printed document, from the cache if it was printed before. Without `keep`, it is not cached.

        With `first`, more documents may wait: it is a score sheet and not a blank pad. Raise Unprintable, Busy or Slow
        if it cannot be printed.
        """
        # The key needs no `kind`: no page is printed as both PDF and picture.
        key = sha256(html.encode()).digest()
        if known := self._cache.get(key):
            return known
        with self._turn(first):
            # Asked again: another request may have printed the same page while this one waited.
            pdf = self._cache.get(key) or self._print(html, kind)
        if keep:
            self._cache.store(key, pdf)
        return pdf

    def find_missing(self) -> Text | None:
        """Return a text that says what this computer needs to print and how to install it.

        Return None if it can print.
        """
        if self.worker and self.worker.is_usable:
            return None
        # However many wait, which must not make it look as if printing were not possible.
        with self._printing:
            try:
                self._get_worker()
            except Unprintable as error:
                return error.reason
        return None

    def close(self) -> None:
        """Wait for the document being printed, then end the worker. The next document starts another worker."""
        with self._printing:
            self._end_worker()

    def abandon(self) -> None:
        """Kill the worker immediately and start no other, because the app is shutting down."""
        # Without a turn: stopping must not wait for a page that is being printed.
        self.ended = True
        self._end_worker()

    @contextmanager
    def _turn(self, first: bool) -> Iterator[None]:
        """Wait for a turn to print and hold it inside the `with` block. Raise Busy if too many of this kind wait."""
        if not self._printing.acquire(blocking=False):
            if not self._waiting[first].acquire(blocking=False):
                raise Busy(Text("Other printouts are being prepared. Try again in a moment."))
            try:
                self._printing.acquire()
            finally:
                self._waiting[first].release()
        try:
            yield
        finally:
            self._printing.release()

    def _print(self, html: str, kind: bytes) -> Pdf:
        fresh = not (self.worker and self.worker.is_usable)
        try:
            return self._get_worker().print(html, kind)
        except Slow:
            self._end_worker()
            raise
        except WorkerDied:
            self._end_worker()
            # An older worker may have died of another cause, so the page gets one more try.
            if not fresh:
                return self._print(html, kind)
            raise Unprintable(FAILED) from None

    def _get_worker(self) -> Worker:
        if self.worker and (not self.worker.is_usable or self.worker.printed >= self.pages):
            self._end_worker()
        if self.ended:
            raise Unprintable(FAILED)
        if not self.worker:
            self.worker = Worker(self.timeout)
        return self.worker

    def _end_worker(self) -> None:
        worker, self.worker = self.worker, None
        # After a fork both processes have this object; only the one that started the worker may kill it.
        if worker and worker.owner == os.getpid():
            worker.close()


PRESS = Press()
"""The press of this process."""

atexit.register(PRESS.abandon)


def print_html(html: str, first: bool = False, keep: bool = True) -> bytes:
    """Return HTML as a PDF. The same HTML gives the same bytes. `first`: it is no blank pad, so more may wait.

    Without `keep`, nothing of it stays in memory, because it contains a secret.

    Raise Unprintable or Busy if it cannot be printed.
    """
    return PRESS.print(html, first, keep=keep).content


def print_picture(html: str) -> bytes:
    """Return the first page of an HTML document as a PNG. Raise Unprintable or Busy if it cannot be printed."""
    return PRESS.print(html, kind=PICTURE).content


def find_first_on_one_page(drafts: Sequence[str]) -> int:
    """Return the index of the first HTML document that fits on one page, or of the last one if none does.

    Raise Unprintable or Busy if they cannot be printed.
    """
    return next((number for number, draft in enumerate(drafts) if PRESS.print(draft, True).pages == 1), len(drafts) - 1)


INSTALL_COMMANDS = (
    ({"debian", "ubuntu"}, "sudo apt-get install --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"),
    ({"fedora", "rhel"}, "sudo dnf install pango"),
    ({"arch"}, "sudo pacman -S pango"),
    ({"alpine"}, "sudo apk add pango"),
    ({"suse", "opensuse"}, "sudo zypper install libpango-1_0-0"),
    ({"darwin"}, "brew install pango"),
    ({"win32"}, "pacman -S mingw-w64-x86_64-pango"),
)
"""Commands that install Pango, each with the systems it is for: ids of os-release or values of `sys.platform`."""


def describe_missing() -> Text:
    """Return a text that says that Pango is missing, with the command that installs it if the app knows it."""
    system = {sys.platform}
    try:
        release = platform.freedesktop_os_release()
        system |= {release["ID"], *release.get("ID_LIKE", "").split()}
    except OSError:
        # Not Linux, or a Linux without an os-release file.
        pass
    for names, line in INSTALL_COMMANDS:
        if names & system:
            return Text(
                "Printing needs Pango, which is not installed on this computer. Run: %(line)s", line=Literal(line)
            )
    return Text("Printing needs Pango 1.44 or newer, which is not installed on this computer.")
