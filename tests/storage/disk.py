"""A disk for SQLite that records writes and syncs in order, and that can refuse them.

SQLite writes through a table of functions, its VFS. This module copies that table and passes four functions through
Python; everything else, and all bytes, go to the real file. It is registered as the default VFS, so the app's own code
runs on it unchanged.
"""

import _sqlite3
import ctypes
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

SECTOR = 512

FULL, WRITE_ERROR, SYNC_ERROR, READ_ONLY = 13, 778, 1034, 8
"""SQLite's error codes of a full disk, of one that fails to write or to sync, and of a read-only one."""

POINTER, INT, LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64

CLOSE = ctypes.CFUNCTYPE(INT, POINTER)

OPEN = ctypes.CFUNCTYPE(INT, POINTER, POINTER, POINTER, INT, POINTER)

DELETE = ctypes.CFUNCTYPE(INT, POINTER, ctypes.c_char_p, INT)

WRITE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT, LONG)

TRUNCATE = ctypes.CFUNCTYPE(INT, POINTER, LONG)

SYNC = ctypes.CFUNCTYPE(INT, POINTER, INT)

METHODS = POINTER * 19
"""SQLite's functions for an open file, version 3: number, close, read, write, truncate, sync and so on."""

CLOSE_PLACE, WRITE_PLACE, TRUNCATE_PLACE, SYNC_PLACE = 1, 3, 4, 5


class Vfs(ctypes.Structure):
    """SQLite's table of functions for files, version 3."""

    _fields_ = (
        *((name, INT) for name in ("version", "file_size", "longest_path")),
        *((name, POINTER) for name in ("next", "name", "own", "open", "delete")),
        ("others", POINTER * 14),
    )


class Step(NamedTuple):
    """One operation on a file: bytes written at a place, a truncation to the length `place`, or a sync."""

    file: str
    kind: str
    place: int = 0
    content: bytes = b""


Refusal = Callable[[str, str], int]
"""Returns the SQLite error number with which to refuse an operation on a file, 0 to allow it."""


class Disk:
    """Record of every operation on the database, its log and its journal, in order."""

    def __init__(self, refusal: Refusal) -> None:
        self.steps: list[Step] = []
        self.refuse = refusal
        self.files: dict[int, str] = {}
        self.methods: dict[int, ctypes.Array[POINTER]] = {}  # type: ignore[type-arg]
        self.library = library()
        self.library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        self.real = self.library.sqlite3_vfs_find(None)
        self.copy = Vfs.from_buffer_copy(self.real.contents)
        self.name = ctypes.create_string_buffer(b"remembering")
        self.copy.name = ctypes.addressof(self.name)
        self.calls = {
            CLOSE_PLACE: CLOSE(self._close),
            WRITE_PLACE: WRITE(self._write),
            TRUNCATE_PLACE: TRUNCATE(self._cut),
            SYNC_PLACE: SYNC(self._sync),
        }
        # Kept as an attribute, because SQLite calls these pointers and ctypes frees a callback that nothing refers to.
        self.doors = (OPEN(self._open), DELETE(self._delete))
        self.copy.open, self.copy.delete = (ctypes.cast(call, POINTER).value for call in self.doors)

    def _open(self, vfs: int, name: int, file: int, flags: int, out: int) -> int:
        status = OPEN(self.real.contents.open)(ctypes.addressof(self.real.contents), name, file, flags, out)
        methods = POINTER.from_address(file)
        path = ctypes.string_at(name).decode() if name else ""
        if status == 0 and path.endswith((".db", ".db-wal", ".db-journal")) and methods.value:
            if methods.value not in self.methods:
                own = METHODS.from_buffer_copy(METHODS.from_address(methods.value))
                for place, call in self.calls.items():
                    own[place] = ctypes.cast(call, POINTER).value
                self.real_methods = METHODS.from_address(methods.value)
                self.methods[methods.value] = own
            methods.value = ctypes.addressof(self.methods[methods.value])
            self.files[file] = Path(path).name
        return status

    def _close(self, file: int) -> int:
        del self.files[file]
        return CLOSE(self.real_methods[CLOSE_PLACE])(file)

    def step_aside(self) -> None:
        """Return all open files to the real disk: SQLite may close them when Python has already exited."""
        for file in self.files:
            POINTER.from_address(file).value = ctypes.addressof(self.real_methods)
        self.copy.open, self.copy.delete = self.real.contents.open, self.real.contents.delete
        # SQLite keeps pointers to these for as long as the process runs, so Python must never free them.
        for kept in (self.copy, self.name):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        file = Path(name.decode()).name
        refused = self.refuse("delete", file)
        if not refused:
            refused = DELETE(self.real.contents.delete)(ctypes.addressof(self.real.contents), name, sync)
            self.steps.append(Step(file, "cut"))
        return refused

    def _write(self, file: int, content: int, length: int, place: int) -> int:
        name = self.files[file]
        refused = self.refuse("write", name)
        if not refused:
            refused = WRITE(self.real_methods[WRITE_PLACE])(file, content, length, place)
            self.steps.append(Step(name, "write", place, ctypes.string_at(content, length)))
        return refused

    def _cut(self, file: int, length: int) -> int:
        refused = self.refuse("cut", self.files[file])
        if not refused:
            refused = TRUNCATE(self.real_methods[TRUNCATE_PLACE])(file, length)
            self.steps.append(Step(self.files[file], "cut", length))
        return refused

    def _sync(self, file: int, flags: int) -> int:
        refused = self.refuse("sync", self.files[file])
        if not refused:
            refused = SYNC(self.real_methods[SYNC_PLACE])(file, flags)
            self.steps.append(Step(self.files[file], "sync"))
        return refused


def library() -> ctypes.CDLL:
    """Return the SQLite library of this Python. Skip the test if it cannot be accessed."""
    sqlite = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    if not hasattr(sqlite, "sqlite3_vfs_find"):
        pytest.skip("this Python hides its SQLite, so its disk cannot be watched")
    return sqlite


def never(kind: str, file: str) -> int:
    """Refuse nothing."""
    return 0


@contextmanager
def remembering(refusal: Refusal = never) -> Iterator[Disk]:
    """Record the operations of all connections opened in the meantime, and yield the record."""
    disk = Disk(refusal)
    disk.library.sqlite3_vfs_register(ctypes.byref(disk.copy), 1)
    try:
        yield disk
    finally:
        disk.library.sqlite3_vfs_unregister(ctypes.byref(disk.copy))
        disk.step_aside()


def after_cuts(
    before: Mapping[str, bytes], steps: Sequence[Step], places: Sequence[int], random: Random
) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Yield each place, and the files as they may be after a power cut there.

    Synced bytes are there. Of later writes, any sector may be there or not.
    """
    certain = defaultdict(bytearray, {name: bytearray(content) for name, content in before.items()})
    pending: dict[str, list[Step]] = defaultdict(list)
    done = 0
    for place in sorted(places):
        for step in steps[done:place]:
            if step.kind == "sync":
                for pending_step in pending.pop(step.file, ()):
                    apply(certain[step.file], pending_step)
            else:
                pending[step.file].append(step)
        done = place
        left = {name: bytearray(content) for name, content in certain.items()}
        for name, waiting in pending.items():
            for pending_step in waiting:
                apply(left.setdefault(name, bytearray()), pending_step, random)
        yield place, {name: bytes(content) for name, content in left.items()}


def apply(content: bytearray, step: Step, random: Random | None = None) -> None:
    """Apply an operation to a file. With `random`, each of its sectors may be missing."""
    if step.kind == "cut":
        if random is None or random.random() < 0.5:
            del content[step.place :]
        return
    whole = random is None or random.random() < 0.3
    for start in range(0, len(step.content), SECTOR):
        if whole or (random is not None and random.random() < 0.5):
            part = step.content[start : start + SECTOR]
            end = step.place + start + len(part)
            content.extend(bytes(max(0, end - len(content))))
            content[step.place + start : end] = part
