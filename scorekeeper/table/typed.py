"""What people type, or what a file says that they typed: names, remarks, numbers, options; cleaned, or refused.

A file may be made by hand, so what it says passes the same tests as a form.
"""

import re
import unicodedata

from scorekeeper.games.errors import Malformed
from scorekeeper.games.options import Option, checked_order
from scorekeeper.games.pad import Mark
from scorekeeper.language.text import Text
from scorekeeper.table.names import JOINERS

NAME_LENGTH = 32

REASON_LENGTH = 80

WHOLE = re.compile(r"-?[0-9]{1,7}")

BLANK_LETTERS = "\u034f\u115f\u1160\u180e\u2800\u3164\uffa0"

INVISIBLE = re.compile(f"[{BLANK_LETTERS}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")

STACKED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}")


def whole(text: str, key: str, least: int, most: int, called: Text | None = None) -> int:
    """Read a whole number in plain digits. Raises Malformed with the range in words, after what it is called."""
    text = text.strip().replace("\u2212", "-")
    if not WHOLE.fullmatch(text) or not least <= int(text) <= most:
        why = out_of_range(least, most)
        raise Malformed(key, Text("%(row)s: %(why)s", row=called, why=why) if called else why)
    return int(text)


def out_of_range(least: int, most: int) -> Text:
    """The sentence for a number that cannot stand there."""
    return Text("Enter a number from %(least)s to %(most)s, in plain digits.", least=least, most=most)


def name(text: str) -> str:
    """Clean a player's name. Raises Malformed with what is wrong with it."""
    text = _cleaned(text)
    if _unseen(text):
        raise Malformed("name", Text("That name contains characters that cannot be displayed."))
    if not any(unicodedata.category(char)[0] in "LNSP" for char in text):
        raise Malformed("name", Text("Every player needs a name."))
    if STACKED.search(text):
        raise Malformed("name", Text("That name has too many accents on one letter."))
    if _too_long(text, NAME_LENGTH):
        raise Malformed("name", Text("A name can have at most %(most)s letters.", most=NAME_LENGTH))
    return text


def words(text: str, key: str, most: int) -> str:
    """Clean what somebody wrote freely; it may be empty. Raises Malformed with what is wrong with it."""
    text = _cleaned(re.sub(r"\s", " ", text))
    if _unseen(text) or STACKED.search(text):
        raise Malformed(key, Text("It contains characters that cannot be displayed."))
    if _too_long(text, most):
        raise Malformed(key, Text("Use at most %(most)s characters.", most=most))
    return text


def _cleaned(text: str) -> str:
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    text = "".join(char for char in text if char in JOINERS or unicodedata.category(char) != "Cf")
    text = text.strip(f"{JOINERS} \t\r\n")
    return re.sub(r" {2,}", " ", text)


def _unseen(text: str) -> bool:
    return any(unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for char in text)


def _too_long(text: str, most: int) -> bool:
    letters = sum(1 for char in text if not unicodedata.combining(char))
    return letters > most or len(text) > 2 * most


def option_kept(option: Option, value: str) -> Mark:
    """An option as the form has it. Raises Malformed, naming it."""
    if option.order:
        return checked_order(option, value)
    if option.words:
        return words(value, option.key, option.letters) or option.default
    if not option.choices:
        return whole(value or unsaid(option), option.key, option.least, option.most, option.label)
    if value not in dict(option.choices):
        raise Malformed(option.key, Text("That is not one of the choices."))
    return value


def unsaid(option: Option) -> str:
    """What a number or a word is when its field is left empty."""
    return str(option.default) if option.least or option.words else "0"
