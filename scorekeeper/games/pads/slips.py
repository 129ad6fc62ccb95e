"""What is wrong with a pad file that is no TOML, and on which line, as far as can be seen from it."""

import re

from scorekeeper.language.text import Text

MOST_SEEN = 200
"""Signs of a line that are looked at to say what is wrong with it."""

QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")

LONG = re.compile("\"\"\"|'''")
"""What begins and ends a text of several lines."""

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
"""What people write that is no TOML, and what to write instead; the first that fits is said."""


NO_COMMA = re.compile(r"[^#]*[\[{][^#]*[\"\d\]}] +[\"\w\[{]")
"""Two things in brackets with nothing between them, once what stands in quotes is left out."""

NEXT = re.compile(r"[\"'\[{\w]")
"""How a thing of a list begins."""

BEGINS = re.compile(r"\[{1,2}[^\],\"]*\]{1,2}\s*(?:#.*)?$|[\w.-]+\s*=")
"""What begins anew: a line in brackets, or one with its =."""


def slip(text: str, wrong: str) -> tuple[Text, int]:
    """What is wrong and on which line, by what the reader of TOML says of it.

    Ours: a mistake is named by what to write instead.
    """
    place = re.search(r"at line (\d+), column (\d+)", wrong)
    lines = text.split("\n")
    number, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
    line = lines[number - 1].strip()[:MOST_SEEN]
    if re.search(r"Cannot (declare|overwrite|redefine)|twice", wrong):
        return Text("This appears twice."), number
    if NO_COMMA.match(QUOTED.sub('""', line)):
        return Text("A comma is missing here."), number
    if not place and wrong.startswith("Unterminated string"):
        return Text("A quotation mark is missing here."), _begun(lines)
    if slip := _between(lines, number, column, wrong):
        return slip
    sentence = next((said for pattern, said in NOT_TOML if pattern.match(line)), None)
    return sentence or Text("This line is not valid TOML."), number


def _begun(lines: list[str]) -> int:
    """The line on which a text of several lines begins that never ends."""
    return max((number for number, line in enumerate(lines, 1) if len(LONG.findall(line)) % 2), default=len(lines))


def _between(lines: list[str], number: int, column: int, wrong: str) -> tuple[Text, int] | None:
    """What is missing between two things in brackets, on the line of the first of them.

    Ours: what is missing at the end of a line is named with that line.
    """
    line, rest = lines[number - 1], lines[number - 1][column - 1 :].strip()[:MOST_SEEN]
    if wrong.startswith(("Unclosed inline table", "Invalid initial character")):
        opened = QUOTED.sub("", line)
        if opened.count("{") > opened.count("}") and not _code(rest):
            return Text("Keep everything in { } on one line."), number
    if not wrong.startswith("Unclosed array"):
        return None
    earlier = [line[: column - 1], *reversed(lines[: number - 1])]
    before = number - next((back for back, one in enumerate(earlier) if _code(one)), 0)
    if not _code(rest) or BEGINS.match(rest):
        return Text("A closing bracket is missing here."), before
    if NEXT.match(rest) or (rest[0] in "+-" and before < number):
        return Text("A comma is missing here."), before
    return None


def _code(line: str) -> str:
    """A line without its remark."""
    return QUOTED.sub('""', line[:MOST_SEEN]).partition("#")[0].strip()
