"""How names are lettered where there is little room: whole, else with dots, else as initials."""

import re
from itertools import accumulate, takewhile
from unicodedata import combining, east_asian_width

NARROW, SLIM, WIDE = frozenset("ijl.,:;'’!|ıł"), frozenset("frtI()[]{}-–/ "), frozenset("mwMW@%æÆœŒ")

JOINER = "\u200d"

DOTS = "\u2026"

FEWEST = 2
"""Letters that must stand before dots; a name with fewer is told by its initials."""


def width(text: str) -> float:
    """How wide a text is in a bold sans, in em: a little more than most fonts need."""
    return max(accumulate(map(_letter, text)), default=0.0)


def _that_fit(text: str, room: float, beside: float = 0.0) -> int:
    """How many letters of a text, from its first, have room in so many em beside something; it is read once."""
    return sum(1 for _ in takewhile(lambda wide: wide + beside <= room, accumulate(map(_letter, text))))


def _letter(letter: str) -> float:
    if combining(letter) or letter == JOINER or "\ufe00" <= letter <= "\ufe0f":
        return 0.0
    if letter in NARROW:
        return 0.32
    if letter in SLIM:
        return 0.43
    if letter in WIDE:
        return 0.95
    if east_asian_width(letter) in "WF":
        return 1.3
    return 0.72 if letter.isupper() else 0.61


def fitted(name: str, room: float, lines: int = 1) -> str:
    """A name as it fits into so many lines of so many em, its lines parted by a line break.

    Whole while there is room, broken only between words; then a word that is too long, or the last line where more
    would follow, ends in dots; where not even two letters stand before the dots, the initials are all.
    """
    broken: list[str] = []
    rest = name.strip()
    while rest and len(broken) < lines:
        taken = _line(rest, room) if len(broken) < lines - 1 else rest
        broken.append(_cut(taken, room))
        rest = rest[len(taken) :].lstrip()
    if any(line.endswith(DOTS) and len(line) <= FEWEST for line in broken):
        return initials(name, room)
    return "\n".join(broken)


def _line(text: str, room: float) -> str:
    """The words that have room in a line, at least one."""
    ends = [one.start() for one in re.finditer(r"\s+", text)] + [one.end() for one in re.finditer(r"-(?=\w)", text)]
    most = _that_fit(text, room)
    fitting = [end for end in [*ends, len(text)] if end <= most]
    return text[: max(fitting, default=min([*ends, len(text)]))]


def _cut(text: str, room: float) -> str:
    """The text, or as much of it as has room before dots."""
    if width(text) <= room:
        return text
    count = min(_that_fit(text, room, 1), len(text) - 1)
    while count and (not _letter(text[count]) or text[count - 1] == JOINER):
        count -= 1
    return text[:count].rstrip(" -") + DOTS


def initials(name: str, room: float) -> str:
    """The first letters of the words of a name, as many as have room, at least one."""
    first = "".join(word[0] for word in re.split(r"[\s-]+", name) if word)
    return first[: max(_that_fit(first, room), 1)]
