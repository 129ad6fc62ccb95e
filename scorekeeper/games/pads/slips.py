"""What to write instead of frequent mistakes in a pad file that is not valid TOML, and on which line."""

import re

from scorekeeper.language.text import Text

MOST_SEEN = 200
"""The maximum number of characters of a line that are searched for a mistake."""

NOT_TOML = (
    (re.compile(r"[^\"=]*\{suit\}"), Text("Put the key with {suit} in quotation marks.")),
    (re.compile(r"players *= *\d"), Text("Write two numbers, such as [%(least)s, %(most)s].", least=2, most=6)),
    (re.compile(".*[=,\\[] *[\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019]"), Text('Put text in straight quotes: "…".')),
    (re.compile(".*= *[\u2212\u2013\u2014]"), Text("Use a plain minus sign: -.")),
    (re.compile(r".*= *-?\d+[.,]\d"), Text("Write a whole number here.")),
    (re.compile(r" *[\w.-]+ *:"), Text("Use = instead of a colon.")),
    (re.compile(r".*= *(True|False|yes|no|Yes|No)\b"), Text("Write true or false.")),
    (re.compile(r".*= *\{[^}]*$"), Text("Keep everything in { } on one line.")),
    (re.compile(r" *\[[^\]]*$"), Text("A closing bracket is missing here.")),
    (re.compile(r" *\["), Text("A key uses lowercase letters, digits and _, and starts with a letter.")),
    (re.compile(r'[^"]*"(?:[^"]*"[^"]*")*[^"]*$'), Text("A quotation mark is missing here.")),
    (re.compile(r".*= *[^\W\d]"), Text('Put text in straight quotes: "…".')),
)
"""The patterns of frequent mistakes in a line, each with what to write instead. The first match counts."""


def find_slip(text: str, wrong: str) -> tuple[Text, int]:
    """Return a sentence that says what is wrong with a text that is not valid TOML, and the line number.

    `wrong` is the message of Python’s TOML parser, which is in English and for programmers.

    Decision: pad-strict
    """
    place = re.search(r"at line (\d+)", wrong)
    lines = text.split("\n")
    number = int(place[1]) if place else len(lines)
    line = lines[number - 1].strip()[:MOST_SEEN]
    # These words of tomllib are not a public interface. The tests of the sentences fail if Python changes one.
    if wrong.startswith("Cannot "):
        return Text("This appears twice."), number
    if not place or (wrong.startswith("Unclosed ") and line.count("{") <= line.count("}")):
        return Text("A comma, a quotation mark or a closing bracket is missing here or above."), number
    sentence = next((said for pattern, said in NOT_TOML if pattern.match(line)), None)
    return sentence or Text("This line is not valid TOML."), number
