"""Taps, and the parsers of form fields, which raise Malformed with a sentence about the invalid input.

Typed text is parsed by `games/user_input.py`, which the import of files uses as well.
"""

import re
from hashlib import sha256
from secrets import token_hex
from typing import NamedTuple

from flask import request

from scorekeeper.games.errors import Malformed
from scorekeeper.games.user_input import NAME_LENGTH, REASON_LENGTH, clean_name, clean_text, describe_range, parse_whole
from scorekeeper.table.journal import Seen

__all__ = ["NAME_LENGTH", "REASON_LENGTH", "clean_name", "clean_text", "describe_range", "parse_whole"]
"""Names of `games/user_input.py` that pages import from this module."""


OP_LENGTH = 64
"""Number of characters read of an idempotency key in a form."""


class Tap(NamedTuple):
    """The fields of a tap at a table, "" for those that its form does not have."""

    op: str
    """Its idempotency key."""
    seen: str
    """The state of the table that the tapped page showed."""
    way: str
    """The way of entering on that page."""
    tap: str
    """Changes to boxes."""
    at: str
    """The section or number in which it was made."""
    words: str
    """A typed remark."""
    why: str
    """The spot of a taken card to explain."""
    strike: str
    """The number of a line to take back."""
    move: str
    """A move for the referee."""
    amend: str
    """The number of the line that the move corrects."""
    reason: str
    """Why an agreed round is changed."""
    seat: str
    """Like `at`, `from_`, `typed`, `before` and `to`, a part of the address of the page."""
    from_: str
    typed: str
    before: str
    on: str
    """The number that the player leaves."""
    step: str
    """Any number of the step that the player leaves."""
    to: str


# Not a form class: for so many fields that takes a tenth of a millisecond, which is 8 % of a tap.
def read_tap() -> Tap:
    """Return the tap in the form of this request."""
    form = request.form
    return Tap(*[form.get(name.rstrip("_"), "") for name in Tap._fields])


def new_op() -> str:
    """Return a new idempotency key: 32 random hex digits."""
    return token_hex(16)


def derive_op(op: str, line: str) -> str:
    """Return the idempotency key of one line: a hash of the page's key `op` and of `line`, the tapped act as JSON.

    Without JavaScript, several taps can come from the same page with the same key. The hash tells them apart.
    """
    return sha256(f"{op} {line}".encode()).hexdigest()[:32]


def parse_seen(text: str) -> Seen:
    """Parse the state of the journal that a page showed. Raise Malformed if it is invalid."""
    seen = Seen.parse(text)
    if seen is None:
        raise Malformed("seen", describe_range(0, 10**7 - 1))
    return seen


def parse_small(text: str) -> int | None:
    """Parse a number of at most three digits, such as a seat in an address. Return None for anything else."""
    # Not `int` alone, which also accepts signs, spaces, underscores and the digits of other scripts.
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else None


def parse_line_number(text: str) -> int | None:
    """Parse the number of a journal line, which has at most seven digits. Return None for anything else."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,6}", text) else None


def clean_reason(text: str) -> str:
    """Return a typed reason, cleaned and without its full stop. Return "" if it is blank or unusable."""
    try:
        # Without the full stop, because the reason is quoted inside a sentence.
        return clean_text(text, "reason", REASON_LENGTH).rstrip(". ")
    # An unusable reason counts as none. Where one is required, the page asks for it again.
    except Malformed:
        return ""
