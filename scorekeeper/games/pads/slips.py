"""Error messages for pad files that are not valid TOML: what to write instead, and on which line.

The messages of Python’s TOML parser are in English and made for programmers. These are for people who write a pad.
"""

import re

from scorekeeper.language.text import Text

MOST_SEEN = 200
"""The number of characters of a line that are searched for a mistake."""

QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")

LONG = re.compile("\"\"\"|'''")
"""The start or end of a text of several lines."""

NOT_TOML = (
    (re.compile(r"players *= *\d"), Text("Write two numbers, such as [%(least)s, %(most)s].", least=2, most=6)),
    (re.compile(".*[=,\\[] *[\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019]"), Text('Put text in straight quotes: "…".')),
    (re.compile(".*= *[\u2212\u2013\u2014]"), Text("Use a plain minus sign: -.")),
    (re.compile(r".*= *-?\d+[.,]\d"), Text("Write a whole number here.")),
    (re.compile(r" *[\w.-]+ *:"), Text("Use = instead of a colon.")),
    (re.compile(r".*= *(True|False|yes|no|Yes|No)\b"), Text("Write true or false.")),
    (re.compile(r" *\[[^\]]*$"), Text("A closing bracket is missing here.")),
    (re.compile(r" *\["), Text("A key uses lowercase letters, digits and _, and starts with a letter.")),
    (re.compile(r'[^"]*"(?:[^"]*"[^"]*")*[^"]*$'), Text("A quotation mark is missing here.")),
    (re.compile(r".*= *[^\W\d]"), Text('Put text in straight quotes: "…".')),
)
"""Patterns of lines that are not valid TOML, with what to write instead. The first match counts."""


NO_COMMA = re.compile(r"[^#]*[\[{][^#]*[\"\d\]}] +[\"\w\[{]")
"""Two values in brackets without a comma between them, in a line whose quoted text is blanked out."""

NEXT = re.compile(r"[\"'\[{\w]")
"""The start of the next value of a list."""

BEGINS = re.compile(r"\[{1,2}[^\],\"]*\]{1,2}\s*(?:#.*)?$|[\w.-]+\s*=")
"""The start of a new part of the file: a line in brackets, or a key with its equals sign."""


def find_slip(text: str, wrong: str) -> tuple[Text, int]:
    """Return what is wrong with a text that is not TOML, and the line number.

    `wrong` is the message of the TOML parser.

    Decision: pad-strict
    """
    place = re.search(r"at line (\d+), column (\d+)", wrong)
    lines = text.split("\n")
    number, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
    line = lines[number - 1].strip()[:MOST_SEEN]
    if re.search(r"Cannot (declare|overwrite|redefine)|twice", wrong):
        return Text("This appears twice."), number
    # Before the patterns of NOT_TOML: a missing comma also matches some of those.
    if NO_COMMA.match(QUOTED.sub('""', line)):
        return Text("A comma is missing here."), number
    # tomllib reports this at the end of the document, but the mistake is where the text starts.
    if not place and wrong.startswith("Unterminated string"):
        return Text("A quotation mark is missing here."), _find_start(lines)
    if slip := _find_slip_between(lines, number, column, wrong):
        return slip
    sentence = next((said for pattern, said in NOT_TOML if pattern.match(line)), None)
    return sentence or Text("This line is not valid TOML."), number


def _find_start(lines: list[str]) -> int:
    """Return the line number on which a text of several lines starts that never ends."""
    return max((number for number, line in enumerate(lines, 1) if len(LONG.findall(line)) % 2), default=len(lines))


def _find_slip_between(lines: list[str], number: int, column: int, wrong: str) -> tuple[Text, int] | None:
    """Return what is missing between two values in brackets, and the line of the first one; None if nothing is."""
    # The texts of tomllib are not a public interface. The tests of these messages fail if Python changes one.
    line, rest = lines[number - 1], lines[number - 1][column - 1 :].strip()[:MOST_SEEN]
    if wrong.startswith(("Unclosed inline table", "Invalid initial character")):
        opened = QUOTED.sub("", line)
        if opened.count("{") > opened.count("}") and not _strip_comment(rest):
            return Text("Keep everything in { } on one line."), number
    if not wrong.startswith("Unclosed array"):
        return None
    earlier = [line[: column - 1], *reversed(lines[: number - 1])]
    before = number - next((back for back, above in enumerate(earlier) if _strip_comment(above)), 0)
    if not _strip_comment(rest) or BEGINS.match(rest):
        return Text("A closing bracket is missing here."), before
    if NEXT.match(rest) or (rest[0] in "+-" and before < number):
        return Text("A comma is missing here."), before
    return None


def _strip_comment(line: str) -> str:
    """Return a line without its comment, with quoted text blanked out."""
    return QUOTED.sub('""', line[:MOST_SEEN]).partition("#")[0].strip()
