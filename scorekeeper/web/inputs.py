"""Fields: what a form may hold, and the sentence for what it may not. Nothing else parses input from outside."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from hashlib import sha256
from secrets import token_hex
from urllib.parse import unquote

from flask_wtf import FlaskForm
from wtforms import HiddenField, StringField

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Box, Mark, Row, Setup, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Seen
from scorekeeper.table.names import JOINERS

NAME_LENGTH = 32

REASON_LENGTH = 80

WHOLE = re.compile(r"-?[0-9]{1,7}")

BLANK_LETTERS = "\u034f\u115f\u1160\u180e\u2800\u3164\uffa0"

INVISIBLE = re.compile(f"[{BLANK_LETTERS}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")

STACKED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}")


class TapForm(FlaskForm):  # type: ignore[misc]
    """One tap: what it writes, or asks, or takes back; `op` makes it count once, `seen` says what it was made on.

    `words` is a remark that is typed: it is what the tapped button writes at its spot. `move` tells the referee
    something; with `amend` it says what that earlier line should have been. That it comes from a page of ours has been
    seen before any form is read; a sign for the next page is made where one is drawn.
    """

    class Meta:
        csrf = False

    op = HiddenField()
    seen = HiddenField()
    way = HiddenField()
    tap = StringField()
    why = StringField()
    words = StringField()
    strike = StringField()
    move = StringField()
    amend = StringField()


class PlainForm(FlaskForm):  # type: ignore[misc]
    """A form whose fields belong to the game: only the guard against other sites is common."""


def new_op() -> str:
    """A number that no other line has."""
    return token_hex(16)


def op_of(op: str, line: str) -> str:
    """The number of a line: that of its page and what was tapped, for without script one page sends several taps.

    `line` is what was tapped as the journal has it.
    """
    return sha256(f"{op} {line}".encode()).hexdigest()[:32]


def whole(text: str, key: str, least: int, most: int, called: Text | None = None) -> int:
    """Read a whole number in plain digits. Raises Malformed with the range in words, after what it is called."""
    text = text.strip().replace("\u2212", "-")
    if not WHOLE.fullmatch(text) or not least <= int(text) <= most:
        why = out_of_range(least, most)
        raise Malformed(key, Text("%(row)s: %(why)s", row=called, why=why) if called else why)
    return int(text)


def seen_back(text: str) -> Seen:
    """Read what a page has seen of the journal. Raises Malformed."""
    seen = Seen.read(text)
    if seen is None:
        raise Malformed("seen", out_of_range(0, 10**7 - 1))
    return seen


def small(text: str) -> int | None:
    """A number of up to three plain digits, such as a seat in an address; None for anything else."""
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else None


def line_number(text: str) -> int | None:
    """Read the number of a line, such as in an address; None for anything else."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,6}", text) else None


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


def said(text: str) -> str:
    """A reason in a few words, cleaned and without its full stop; empty if there is none that can be shown."""
    try:
        return words(text, "reason", REASON_LENGTH).rstrip(". ")
    except Malformed:
        return ""


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


def spell_back(text: str, setup: Setup, rows: tuple[Row, ...]) -> dict[Spot, Mark | None]:
    """Read the changes from a button. Raises Malformed for a spot or a mark the pad does not have."""
    by_key = {row.key: row for row in rows}
    changes = {}
    for part in text.split(";"):
        where, equals, value = part.partition("=")
        spot, box = _spot(where if equals else "", setup, by_key)
        mark = READERS[box.kind](value, box) if value else ""
        changes[spot] = None if mark == "" else mark
    return changes


def spot_back(text: str, setup: Setup, rows: tuple[Row, ...]) -> Spot:
    """Read one spot. Raises Malformed when the pad does not have it."""
    return _spot(text, setup, {row.key: row for row in rows})[0]


def _spot(text: str, setup: Setup, rows: Mapping[str, Row]) -> tuple[Spot, Box]:
    parts = text.split(".")
    if len(parts) == 5:
        number, row_key, box_key, seat_text, item = parts
        row = rows.get(row_key)
        box = row.box(box_key) if row else None
        if box and re.fullmatch(r"[1-9][0-9]?", number) and re.fullmatch(r"[0-9]{0,2}", seat_text):
            round = int(number)
            seat = int(seat_text) if seat_text else None
            seated = seat is None if box.shared else seat in setup.seats(round)
            if seated and (item in box.items if box.kind == "chips" else not item):
                return Spot(round, row_key, box_key, seat, item), box
    raise Malformed("tap", Text("There is no such box on the pad."))


def _number(value: str, box: Box) -> Mark:
    return whole(value, box.key, -box.most if box.negative else 0, box.most)


def _tick(value: str, box: Box) -> Mark:
    return whole(value, box.key, 0 if box.hidden else 1, 1)


def _chip(value: str, box: Box) -> Mark:
    return whole(value, box.key, 1, box.most)


def _choice(value: str, box: Box) -> Mark:
    value = unquote(value)
    if value not in box.items:
        raise Malformed(box.key, Text("That is not one of the choices."))
    return value


def _words(value: str, box: Box) -> Mark:
    return words(unquote(value), box.key, box.most)


READERS: Mapping[str, Callable[[str, Box], Mark]] = {
    "number": _number,
    "tick": _tick,
    "chips": _chip,
    "choice": _choice,
    "words": _words,
}
