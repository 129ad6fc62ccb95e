"""Strict JSON, as strict as a score pad: whole numbers, plain text, no duplicate keys, limited depth."""

import json
from collections import Counter

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import LARGEST_IN_JSON
from scorekeeper.language.text import Text

NESTED_TOO_DEEPLY = Text("This is nested too deeply.")

NUMBER_TOO_LARGE = Text("This number is too large.")

MOST_JSON_DEPTH = 8
LONGEST_QUESTION = 16 * 1024
"""Maximum length of a question in bytes. A question that lists all cards of a game has a quarter of that."""


def parse_json(source: bytes | str) -> object:
    """Parse a question from JSON text.

    Raise Malformed, naming the top-level key at fault, if it is too long or not strict JSON.
    """
    if len(source) > LONGEST_QUESTION:
        raise Malformed("", Text("A question can have at most %(most)s characters.", most=LONGEST_QUESTION))
    return check_json(read_json(source))


def read_json(source: bytes | str) -> object:
    """Parse any JSON text and return its value. Raise Malformed if it is invalid or repeats a key."""
    try:
        # Some editors on Windows begin a file with a byte order mark.
        text = source if isinstance(source, str) else source.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_once_each)
    except UnicodeDecodeError:
        raise Malformed("", Text("This is not UTF-8 text.")) from None
    except json.JSONDecodeError as wrong:
        raise Malformed(
            "",
            Text(
                "This is not valid JSON: see line %(line)s, column %(column)s.", line=wrong.lineno, column=wrong.colno
            ),
        ) from None
    except RecursionError:
        raise Malformed("", NESTED_TOO_DEEPLY) from None
    except ValueError:  # Python refuses integers of more than 4,300 digits
        raise Malformed("", NUMBER_TOO_LARGE) from None


def check_json(value: object) -> object:
    """Return a value unchanged if it is allowed in a question and not nested too deeply.

    Otherwise raise Malformed, naming the top-level key at fault.
    """
    if isinstance(value, dict):
        for key, part in value.items():
            # Checked key by key, so that the refusal can name the key at fault.
            if reason := _flaw(key, 0) or _flaw(part, MOST_JSON_DEPTH - 1):
                raise Malformed(make_printable(key), reason)
    elif reason := _flaw(value, MOST_JSON_DEPTH):
        raise Malformed("", reason)
    return value


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    once = dict(pairs)
    if len(once) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise Malformed(make_printable(twice), Text("This key appears twice."))
    return once


def _flaw(value: object, deepest: int) -> Text | None:
    """Return why a question cannot contain this value, or None if it can."""
    if isinstance(value, str):
        if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
            return Text("This contains a character that cannot be stored.")
    # JSON has one kind of number, so 2.0 is refused as well: a pad has whole numbers only.
    elif isinstance(value, float):
        return Text("Only whole numbers are accepted.")
    elif isinstance(value, int):
        return NUMBER_TOO_LARGE if abs(value) > LARGEST_IN_JSON else None
    elif isinstance(value, dict | list):
        if deepest < 1:
            return NESTED_TOO_DEEPLY
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return next((flaw for part in parts if (flaw := _flaw(part, deepest - 1))), None)
    return None


def make_printable(key: str) -> str:
    """Return a key shortened and without unprintable characters, to be quoted in a sentence."""
    return "".join(letter if letter.isprintable() else "?" for letter in key[:40])
