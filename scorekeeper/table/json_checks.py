"""Strict parsing of JSON in journals, which can come from files that anybody made."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import LARGEST_IN_JSON, Seat
from scorekeeper.language.text import Text

ParsedAct = TypeVar("ParsedAct")

DECODER = json.JSONDecoder()

# Created once: json.dumps with options makes a new encoder for each call.
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def load_act(text: str, parse: Callable[[Any], ParsedAct]) -> ParsedAct:
    """Return the act of a line of JSON. `parse` turns the JSON value into an act.

    Raise Malformed if the line is invalid or anything follows it.
    """
    try:
        # Unlike `loads`, `raw_decode` accepts no white space in front, so that each act has one form only.
        plain, end = DECODER.raw_decode(text)
        if end != len(text):
            raise ValueError(text)
        return parse(plain)
    # A RecursionError comes from deeply nested JSON in a file made to do harm.
    except (LookupError, RecursionError, TypeError, ValueError) as broken:
        raise Malformed("act", Text("This is not a valid history entry.")) from broken


def check_whole(value: object, least: int = 0, most: int = LARGEST_IN_JSON) -> int:
    """Return the value if it is an integer in the range. Raise ValueError if not."""
    # Not isinstance, because True is an int as well.
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def check_text(value: object) -> str:
    """Return the value if it is text that can be encoded as UTF-8. Raise TypeError or ValueError if not."""
    if not isinstance(value, str):
        raise TypeError(value)
    if not value.isascii():
        # Raises UnicodeEncodeError, a ValueError, for a lone surrogate, which no page can show.
        value.encode()
    return value


def check_seat(value: object) -> Seat | None:
    """Return the value if it is a seat or None. Raise ValueError if not."""
    return None if value is None else check_whole(value)
