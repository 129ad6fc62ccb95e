"""Names in little space: in full if they fit, otherwise shortened with dots, otherwise as initials."""

import re
from itertools import accumulate, takewhile
from unicodedata import combining, east_asian_width, normalize

NARROW_LETTERS, SLIM_LETTERS, WIDE_LETTERS = (
    frozenset("ijl.,:;'’!|ıł"),
    frozenset("frtI()[]{}-–/ "),
    frozenset("mwMW@%æÆœŒ"),
)

JOINER = "\u200d"

DOTS = "\u2026"

SHORTEST_LINE = 2
"""Length of a line that consists of one letter and dots. A name with such a line is shown as initials."""


def measure_width(text: str) -> float:
    """Return the width of a text in a bold sans-serif in em, estimated slightly larger than most fonts need."""
    return max(accumulate(map(_measure_letter, text)), default=0.0)


def _count_fitting(text: str, room: float, beside: float = 0.0) -> int:
    """Return how many leading letters of a text fit into `room` em, of which `beside` em are taken already."""
    return sum(1 for _ in takewhile(lambda wide: wide + beside <= room, accumulate(map(_measure_letter, text))))


def _measure_letter(letter: str) -> float:
    """Return the estimated width of a character in em. It is 0 for accents and joiners."""
    if combining(letter) or letter == JOINER or "\ufe00" <= letter <= "\ufe0f":
        return 0.0
    if letter in NARROW_LETTERS:
        return 0.32
    if letter in SLIM_LETTERS:
        return 0.43
    if letter in WIDE_LETTERS:
        return 0.95
    if east_asian_width(letter) in "WF":
        return 1.3
    # Estimates, because the server cannot know which font a phone has.
    return 0.72 if letter.isupper() else 0.61


def fit_name(name: str, room: float, lines: int = 1) -> str:
    """Return a name shortened to fit into `lines` lines of `room` em, with a line break between lines.

    Lines break between words only. A word or last line that is too long ends in dots. If fewer than two letters would
    be left before the dots, return the initials instead.
    """
    broken: list[str] = []
    rest = name.strip()
    while rest and len(broken) < lines:
        taken = _take_line(rest, room) if len(broken) < lines - 1 else rest
        broken.append(_cut(taken, room))
        rest = rest[len(taken) :].lstrip()
    if any(line.endswith(DOTS) and len(line) <= SHORTEST_LINE for line in broken):
        return initials(name, room)
    return "\n".join(broken)


def _take_line(text: str, room: float) -> str:
    """Return the first words of a text that fit into a line of `room` em, at least one."""
    ends = [gap.start() for gap in re.finditer(r"\s+", text)]
    ends += [hyphen.end() for hyphen in re.finditer(r"-(?=\w)", text)]
    most = _count_fitting(text, room)
    fitting = [end for end in [*ends, len(text)] if end <= most]
    return text[: max(fitting, default=min([*ends, len(text)]))]


def _cut(text: str, room: float) -> str:
    """Return a text, shortened with dots if it is wider than `room` em."""
    if measure_width(text) <= room:
        return text
    count = min(_count_fitting(text, room, 1), len(text) - 1)
    # An accent or a joined emoji must not be separated from the letter it belongs to.
    while count and (not _measure_letter(text[count]) or text[count - 1] == JOINER):
        count -= 1
    return text[:count].rstrip(" -") + DOTS


def initials(name: str, room: float) -> str:
    """Return the initials of a name, as many as fit into `room` em, at least one."""
    first = "".join(word[0] for word in re.split(r"[\s-]+", name) if word)
    return first[: max(_count_fitting(first, room), 1)]


def take_letters(name: str, most: int = 2) -> str:
    """Return the first `most` letters or digits of a name for the sign of a game, the first one in upper case.

    A name without any gives its first character.
    """
    # Composed, so that an accent stays with its letter.
    taken = [letter for letter in normalize("NFC", name) if letter.isalnum()][:most] or list(name.strip()[:1])
    # Not `capitalize`, which would change the second letter of MT.
    return "".join([letter.upper() for letter in taken[:1]] + taken[1:])


def split_terms(working: str) -> list[str]:
    """Return the parts of a working between which a line can break: its terms, or the factors of a single term.

    What stands in brackets stays together, and so does a working without factors, which can break anywhere.
    """
    if " × " not in working:
        return [working]
    outside, depth = [], 0
    for token in (tokens := working.split(" ")):
        outside.append(depth == 0)
        depth += token.count("(") - token.count(")")
    signs = {token for token, free in zip(tokens, outside, strict=True) if free} & {"+", "\u2212"}
    parts: list[list[str]] = [[]]
    for token, free in zip(tokens, outside, strict=True):
        if parts[-1] and free and (token in (signs or {"×"}) or parts[-1][-1] == "·"):
            parts.append([])
        parts[-1].append(token)
    return [" ".join(part) for part in parts]
