"""Hash chain of a journal: each line has a hash of itself and its predecessor, so that no change goes unnoticed.

The hash has no key. It finds damage by a disk, another program or an edit by hand, but not a deliberate forgery.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256

LineRow = tuple[int, str, int, str, int | None, str, str]
"""A line as stored: seq, op, at, browser, seat, act, hash."""


def hash_line(before: str, table_id: str, seq: int, op: str, at: int, browser: str, seat: int | None, act: str) -> str:
    """Return the hash of a line, 32 hex digits. `before` is the hash of the previous line, "" for the first."""
    # Stored hashes depend on this exact form.
    return sha256(json.dumps([before, table_id, seq, op, at, browser, seat, act]).encode()).hexdigest()[:32]


def find_altered(table_id: str, rows: Iterable[LineRow]) -> Iterator[int]:
    """Yield the numbers of the lines whose content does not match their hash. A line after a gap cannot be checked."""
    before, number = "", 0
    for seq, op, at, browser, seat, act, stored_hash in rows:
        if seq == number + 1 and stored_hash != hash_line(before, table_id, seq, op, at, browser, seat, act):
            yield seq
        # The stored hash is carried on, so that one altered line is not reported as several.
        before, number = stored_hash, seq
