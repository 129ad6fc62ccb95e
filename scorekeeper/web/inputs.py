"""Parsers of form fields, which raise Malformed with a sentence about the invalid input.

Typed text is parsed by `games/user_input.py`, which the import of files uses as well.
"""

import re
from secrets import token_hex

from scorekeeper.games.errors import Malformed
from scorekeeper.games.user_input import NAME_LENGTH, REASON_LENGTH, clean_name, clean_text, describe_range, parse_whole
from scorekeeper.table.journal import Seen

__all__ = ["NAME_LENGTH", "REASON_LENGTH", "clean_name", "clean_text", "describe_range", "parse_whole"]
"""Names of `games/user_input.py` that pages import from this module."""


OP_LENGTH = 64
"""Number of characters read of an idempotency key in a form."""


def new_op() -> str:
    """Return a new idempotency key: 32 random hex digits."""
    return token_hex(16)


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
