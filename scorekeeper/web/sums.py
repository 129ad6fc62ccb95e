"""Numbers as they are typed on the own keypad: digits, and sums with plus and minus where a box takes them."""

import re

from scorekeeper.games.base import Box

DIGITS = 5
TYPED = 48
"""So many signs may stand on the display."""

TERM = re.compile(r"[+-]?[0-9]*")
NUMBER = rf"[0-9]{{1,{DIGITS}}}"
SUM = re.compile(rf"-?({NUMBER}([+-]{NUMBER})*[+-]?)?")


def typed_on(typed: str, key: str, box: Box) -> str:
    """What stands on the display after a key."""
    if key == "del":
        return typed[:-1]
    if key == "neg" and (box.negative or box.sums):
        return _turned(typed, box)
    if key in ("+", "-") and box.sums:
        typed = typed.rstrip("+-")
        return typed + key if typed else "-" * (key == "-" and box.negative)
    if len(key) == 1 and key.isascii() and key.isdigit():
        return _with_digit(typed, key)
    return typed


def readable(typed: str, box: Box) -> str:
    """What came in with the address, if it can be the start of a number or a sum; else nothing."""
    if len(typed) > TYPED or not SUM.fullmatch(typed):
        return ""
    if len(terms(typed)) > 1 and not box.sums:
        return ""
    return typed


def terms(typed: str) -> list[str]:
    """The numbers of a sum with their signs, an unfinished one as well."""
    return [term for term in TERM.findall(typed) if term]


def summed(typed: str) -> int | None:
    """What a sum comes to; None while no number stands there."""
    numbers = [int(term) for term in terms(typed) if term.lstrip("+-")]
    return sum(numbers) if numbers else None


def in_writing(typed: str) -> str:
    """A number or a sum as it is read: 20 + 10 − 5."""
    found = terms(typed)
    said = found[:1] + [f"{term[0]} {term[1:]}".rstrip() for term in found[1:]]
    return " ".join(said).replace("-", "\u2212")


def _with_digit(typed: str, digit: str) -> str:
    last = terms(typed)[-1] if typed else ""
    digits = last.lstrip("+-")
    if len(digits) >= DIGITS or len(typed) >= TYPED:
        return typed
    kept = typed[: len(typed) - len(digits)]
    return kept + ((digits + digit).lstrip("0") or "0")


def _turned(typed: str, box: Box) -> str:
    """The display with the sign of its last number turned round."""
    last = terms(typed)[-1] if typed else ""
    kept, digits = typed[: len(typed) - len(last)], last.lstrip("+-")
    if kept:
        return f"{kept}{'+' if last[0] == '-' else '-'}{digits}"
    if not box.negative:
        return typed
    return digits if last.startswith("-") else f"-{digits}"
