"""Error messages for pad files that are not valid TOML. They say what to write instead, and on which line.

The messages of Python’s TOML parser are in English and for programmers. These are for people who write a pad.
"""

import re

from scorekeeper.language.text import Text

MOST_SEEN = 200
"""The maximum number of characters of a line that are searched for a mistake."""

QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")

LONG = re.compile("\"\"\"|'''")
"""The pattern of the quotes before and after a text of several lines."""

NOT_TOML = (
    (re.compile(r"[^\"=]*\{suit\}"), Text("Put the key with {suit} in quotation marks.")),
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
"""The patterns of frequent mistakes in a line, each with what to write instead. The first match counts."""


NO_COMMA = re.compile(r"[^#]*[\[{][^#]*[\"\d\]}] +[\"\w\[{]")
"""The pattern of two values in brackets without a comma in between. Quoted text must have been blanked out."""

NEXT = re.compile(r"[\"'\[{\w]")
"""The pattern of the start of another value in a list."""

BEGINS = re.compile(r"\[{1,2}(?:[^\],\"]|\"[a-z0-9_]*\{suit\}[a-z0-9_]*\")*\]{1,2}\s*(?:#.*)?$|[\w.-]+\s*=")
"""The pattern of the start of a new part of the file: a line in brackets, or a key with its equals sign."""


def find_slip(text: str, wrong: str) -> tuple[Text, int]:
    """Return a sentence that says what is wrong with a text that is not valid TOML, and the line number.

    `wrong` is the message of Python’s TOML parser.

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
    """Return the number of the line with the opening quotes of a text of several lines that is never closed."""
    return max((number for number, line in enumerate(lines, 1) if len(LONG.findall(line)) % 2), default=len(lines))


def _find_slip_between(lines: list[str], number: int, column: int, wrong: str) -> tuple[Text, int] | None:
    """Return a sentence that says what is missing in a list or table in brackets, and the line number.

    `number` and `column` say where the TOML parser stopped, `wrong` is its message. Return None for other mistakes.
    """
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
    """Return a line without its comment, and with any quoted text replaced with empty quotes."""
    return QUOTED.sub('""', line[:MOST_SEEN]).partition("#")[0].strip()
