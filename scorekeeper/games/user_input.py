"""Cleaning and validation of what people type, in forms or files: names, remarks, numbers, options.

Anybody can edit a file, so its values are checked in the same way as those of a form.
"""

import re
import unicodedata

from scorekeeper.games.errors import Malformed
from scorekeeper.games.options import Option, checked_order
from scorekeeper.games.pad import Mark
from scorekeeper.language.text import Text

JOINERS = "\u200c\u200d"
"""Zero-width joiner and non-joiner. They are invisible, but some names and most family emoji need them."""

NAME_LENGTH = 32

REASON_LENGTH = 80

WHOLE = re.compile(r"-?[0-9]{1,7}")
"""Integers in ASCII digits. The class of all digits would include those of other scripts."""

BLANK_LETTERS = "\u034f\u115f\u1160\u180e\u2800\u3164\uffa0"
"""Characters that Unicode counts as letters, marks or symbols although they look blank."""

INVISIBLE = re.compile(f"[{BLANK_LETTERS}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
"""Characters that are removed: blank, zero-width and those that change the direction of writing."""

STACKED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}")
"""Four or more combining marks in a row, which would cover the lines above and below."""


def parse_whole(text: str, key: str, least: int, most: int, called: Text | None = None) -> int:
    """Parse an integer in plain digits.

    Raise Malformed if it is invalid or out of range. The error names the field `key`, and its message begins with
    `called`.
    """
    # The app shows negative numbers with a real minus sign, so people copy it.
    text = text.strip().replace("\u2212", "-")
    if not WHOLE.fullmatch(text) or not least <= int(text) <= most:
        why = describe_range(least, most)
        raise Malformed(key, Text("%(row)s: %(why)s", row=called, why=why) if called else why)
    return int(text)


def describe_range(least: int, most: int) -> Text:
    """Return the message that a number is invalid or out of range."""
    return Text("Enter a number from %(least)s to %(most)s, in plain digits.", least=least, most=most)


def clean_name(text: str) -> str:
    """Return a player’s name without invisible characters and extra spaces.

    Raise Malformed if it is not a valid name.
    """
    text = _clean(text)
    if _has_control_characters(text):
        raise Malformed("name", Text("That name contains characters that cannot be displayed."))
    # A letter, number, symbol or punctuation mark: an emoji is a name too, but spaces and accents alone are not.
    if not any(unicodedata.category(char)[0] in "LNSP" for char in text):
        raise Malformed("name", Text("Every player needs a name."))
    if STACKED.search(text):
        raise Malformed("name", Text("That name has too many accents on one letter."))
    if _is_too_long(text, NAME_LENGTH):
        raise Malformed("name", Text("A name can have at most %(most)s characters.", most=NAME_LENGTH))
    return text


def clean_text(text: str, key: str, most: int) -> str:
    """Return text without invisible characters and extra spaces; it may be empty.

    Raise Malformed if it is invalid.
    """
    # Line breaks become spaces, because remarks stand on one line of a sheet, a transcript or a CSV file.
    text = _clean(re.sub(r"\s", " ", text))
    if _has_control_characters(text) or STACKED.search(text):
        raise Malformed(key, Text("It contains characters that cannot be displayed."))
    if _is_too_long(text, most):
        raise Malformed(key, Text("Use at most %(most)s characters.", most=most))
    return text


def _clean(text: str) -> str:
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    # Cf are formatting characters. Of these only the joiners belong into names.
    text = "".join(char for char in text if char in JOINERS or unicodedata.category(char) != "Cf")
    text = text.strip(f"{JOINERS} \t\r\n")
    return re.sub(r" {2,}", " ", text)


def _has_control_characters(text: str) -> bool:
    return any(unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for char in text)


def _is_too_long(text: str, most: int) -> bool:
    letters = sum(1 for char in text if not unicodedata.combining(char))
    # Accents are not counted, but a second limit keeps a name from consisting of them.
    return letters > most or len(text) > 2 * most


def parse_option(option: Option, value: str) -> Mark:
    """Return the value of an option from its text in a form. Raise Malformed if it is invalid."""
    if option.order:
        return checked_order(option, value)
    if option.words:
        return clean_text(value, option.key, option.letters) or option.default
    if not option.choices:
        return parse_whole(value or default_text(option), option.key, option.least, option.most, option.label)
    if value not in dict(option.choices):
        raise Malformed(option.key, Text("That is not one of the choices."))
    return value


def default_text(option: Option) -> str:
    """Return the text that an empty field for a number or words stands for."""
    return str(option.default) if option.least or option.words else "0"


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names look alike: they differ at most in case, spaces and Unicode form."""
    return normalise_name(one) == normalise_name(other)


def normalise_name(name: str) -> str:
    """Return the form that look-alike names share: case-folded, without spaces and joiners, in one Unicode form."""
    # NFKC also equates look-alikes such as full-width letters and ligatures.
    return re.sub(f"[{JOINERS} ]", "", unicodedata.normalize("NFKC", name).casefold())
