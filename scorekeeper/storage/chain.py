"""Each line of a journal carries a hash of itself and of the line before: none can change, go or move unseen.

The hash has no key: it finds what a disk, another program or a hand did to the database, not who could forge it all.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256

Row = tuple[int, str, int, str, int | None, str, str]
"""A line as stored: seq, op, at, browser, seat, act, hash."""


def linked(before: str, table_id: str, seq: int, op: str, at: int, browser: str, seat: int | None, act: str) -> str:
    """The hash that a line carries, in 32 letters; `before` is that of the line before, empty for the first."""
    return sha256(json.dumps([before, table_id, seq, op, at, browser, seat, act]).encode()).hexdigest()[:32]


def altered(table_id: str, rows: Iterable[Row]) -> Iterator[int]:
    """The numbers of the lines that are not as they were written where they stand.

    A line that follows a gap cannot be compared.
    """
    before, number = "", 0
    for seq, op, at, browser, seat, act, hash in rows:
        if seq == number + 1 and hash != linked(before, table_id, seq, op, at, browser, seat, act):
            yield seq
        before, number = hash, seq
