"""What a pad file can contain, declared once. Files are checked against it, and `schema` makes a JSON Schema of it."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any
from typing import Literal as OneOf

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import HUES, SHAPES
from scorekeeper.games.pads.slips import find_slip
from scorekeeper.language.catalogue import LANGUAGES
from scorekeeper.language.text import Literal, Text

FORMAT = 1
"""The version of the file format that this release reads."""

MOST_BYTES = 32_768
"""The maximum size of a pad file in bytes."""

QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")

MOST_DOTS = 12
"""The maximum number of dots on a line outside of quotes.

Python’s TOML parser needs minutes for a key with thousands of parts.
"""

KEY = re.compile(r"[a-z][a-z0-9_]{0,23}")

LABEL_LENGTH, SENTENCE_LENGTH = 60, 400
"""The maximum length of a label and of a sentence, in characters."""

LETTERS = 2
"""The maximum number of letters in the sign of a game."""

SORTS = ("tricks", "collecting", "shedding", "tiles", "dice", "building", "map", "throwing")
"""The kinds of games, each of which has its own outline in the signs of games."""

ICONS = ("trident", "harp")
"""The icons that a choice can have on its button."""

SUIT = "{suit}"
"""What stands for the key of each suit in keys and formulas."""

KEY_FOR_SUITS = rf"([a-z]|{re.escape(SUIT)})([a-z0-9_]|{re.escape(SUIT)})*"

SPACES = "\u00a0\u202f"
"""No-break spaces, which French needs and `str.isprintable` rejects."""

MOST_IN_FILE = 99_999

Path = tuple[str | int, ...]


class Mistake(Malformed):
    """A mistake in a pad file.

    `path` holds the nested keys that lead to it. `self.key` joins them, as in "row.hearts.points". `line` is the line
    number in `file`, or 0 if unknown.
    """

    def __init__(self, path: Path, reason: Text, line: int = 0, file: str = "") -> None:
        super().__init__(".".join(map(str, path)), reason)
        self.path = path
        self.line = line
        self.file = file

    @property
    def said(self) -> Text:
        """The file, the line and the reason as one sentence. The line is left out if it is unknown."""
        if not self.line:
            return Text("%(file)s: %(reason)s", file=Literal(self.file), reason=self.reason)
        return Text("%(file)s, line %(line)s: %(reason)s", file=Literal(self.file), line=self.line, reason=self.reason)

    def __str__(self) -> str:
        return str(self.said)


FieldKind = OneOf[
    "words", "sentence", "letters", "formula", "whole", "truth", "word",
    "pair", "items", "numbers", "sentences", "texts", "formulas", "tables", "table", "mark", "saying", "key", "keys",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a pad file and the values that it can have, which depend on its `kind`.

    The kinds "words" and "sentence" are a text, or one text per language. "letters" is a text without translations, and
    "formula" is a formula. "whole" is a whole number from `least` to `most`, "pair" two of these. "truth" is true or
    false. "word" is one of `words`. "mark" is a number or the key of a choice. "items" is a list of numbers or words.
    "numbers" is a list of whole numbers, "sentences" one of sentences. "texts" and "formulas" are tables whose values
    are texts or formulas. "saying" is a text with values in braces. "key" is the key of a row, box or suit, "keys" one
    or a list of them. "table" is a part of a pad file, "tables" is a table whose values are such parts. The entry of
    PARTS that `of` names describes such a part.
    """

    kind: FieldKind
    about: str
    """What the key is for, which editors show from the JSON Schema."""
    needed: bool = False
    """Whether the key is required."""
    least: int = 0
    most: int = MOST_IN_FILE
    words: tuple[str, ...] = ()
    of: str = ""
    for_each_suit: bool = False
    """Whether keys of the table can contain `{suit}`."""


KINDS = ("number", "counter", "tick", "chips", "choice", "words", "pile", "hand")

BOX: Mapping[str, Field] = {
    "kind": Field("word", "what is entered; a number by default", words=KINDS),
    "most": Field("whole", "the largest number, the most copies of a chip, or the maximum length of a remark", least=1),
    "least": Field("whole", "the smallest number, 0 by default", least=-MOST_IN_FILE),
    "step": Field("whole", "numbers must be multiples of this", least=1),
    "impossible": Field("numbers", "numbers in between that cannot be"),
    "blank": Field("whole", "what a blank counts once the table says that everything is entered", least=-MOST_IN_FILE),
    "owner": Field("word", "how many players have the tick: exactly one, or at most one", words=("one", "at most one")),
    "chips": Field("items", "the labels of the chips: numbers, or words that get their points from `values`"),
    "values": Field("numbers", "the points of the chips, in the same order"),
    "copies": Field("numbers", "how many of each chip all players have together at most, in the same order"),
    "once": Field("truth", "true: each chip exists once, so only one player can have it"),
    "choices": Field("texts", "the choices by key: a label, or a label with a value"),
    "taps": Field("numbers", "numbers to tap instead of typing, in this order"),
    "pegs": Field("numbers", "numbers that a tap adds, as they are pegged one by one, instead of typing"),
    "track": Field("items", "what is crossed off one by one from left to right: the counter counts the crosses"),
    "default": Field("mark", "what counts while the box is blank: a number, a choice, or 0 in a tick"),
    "sum": Field("whole", "what the numbers of all players add up to: the last one is filled in", least=0),
    "shared": Field("truth", "true: the box belongs to the whole table, not to a player"),
    "only_with": Field("whole", "the only number of players with whom a tick counts", least=1, most=12),
    "question": Field("sentence", "what the score sheet asks while an entry is missing"),
    "announced": Field("saying", "the sentence about an entry in the history, with {who} and {mark}"),
    "withdrawn": Field("saying", "the one about its deletion"),
    "top": Field("truth", "true: a player with the tick has the highest pile, so that lower ones can stay blank"),
    "hidden": Field("formula", "true: entries stay secret until everybody has one"),
    "chosen": Field("formula", "true: the tick looks chosen while it is blank; the value of the choice that does"),
}  # fmt: skip

OF_EVERY_BOX = ("kind", "question", "announced", "withdrawn")
"""The keys that a box of any kind can have."""

SYMBOL: Mapping[str, Field] = {
    "hue": Field("word", "the colour of the row’s symbol", words=HUES),
    "shape": Field("word", "the shape of the row’s symbol", words=SHAPES),
    "path": Field("letters", "the symbol as SVG path data, in a square of 24 units"),
    "letters": Field("words", "two letters that stand for the row where there is little room"),
}

SAYING: Mapping[str, Field] = {
    "when": Field("formula", "the sentence is said if this is true"),
    "say": Field("saying", "the sentence; {who} and other values stand in braces", needed=True),
    "who": Field("formula", "true for each player that {who} names"),
    "numbers": Field("formulas", "the other values in braces", for_each_suit=True),
    "suit": Field("key", "the suit of {label} and {word}"),
    "rule": Field("letters", "the key of the rule that the sentence follows, in a game with rules of its own"),
    "more": Field("truth", "true: the next sentence that applies is said after it"),
}

PARTS: Mapping[str, Mapping[str, Field]] = {
    "": {
        "format": Field("whole", "the version of the file format, 1", needed=True, least=1, most=FORMAT),
        "name": Field("words", "the name of the game", needed=True),
        "players": Field("pair", "the minimum and maximum number of players", needed=True, least=1, most=12),
        "sign": Field("words", "one or two letters for the sign of the game; from its name by default"),
        "kind": Field(
            "word", "the kind of game, which is the outline of its sign; a score pad by default", words=SORTS
        ),
        "wins": Field("word", "whether the most or the fewest points win; most by default", words=("most", "fewest")),
        "lead": Field(
            "word", "who is shown before each round; the dealer by default", words=("dealer", "starter", "same starter")
        ),
        "rounds": Field("formula", "the number of rounds, unlimited by default; 1: a round is the whole game"),
        "start": Field("formula", "the points that everybody starts with"),
        "over": Field("formula", "true for a player who ends the game"),
        "out": Field(
            "formula", "true for a player who is out of the game after a round; that player is no longer asked"
        ),
        "wins_at_once": Field("formula", "true for a player who wins the game at once, whatever the points"),
        "lost": Field("formula", "true if the game is lost, in a game that all play together"),
        "first_wins": Field("truth", "true: the first player to end the game, in the order of counting, wins at once"),
        "last_in": Field("truth", "true: the last player who is not out wins"),
        "level": Field(
            "word",
            "what happens if players are tied for the win at the end: they share it, or play another round",
            words=("shared", "plays on"),
        ),
        "teams": Field(
            "formula", "the number of teams, whose partners sit opposite each other; 0 if everybody plays alone"
        ),
        "source": Field("sentence", "the edition or description of the rules that the pad follows"),
        "board_game_geek": Field("whole", "the number of the game on BoardGameGeek", least=1, most=9_999_999),
        "small": Field("sentences", "the rules in a few sentences, for the foot of score sheets and printed pads"),
        "option": Field("tables", "the options that a table agrees on before it plays", of="option"),
        "suits": Field(
            "tables", "the suits; what has {suit} in its key, such as a row, exists once for each of them", of="suit"
        ),
        "row": Field("tables", "the rows of the pad", needed=True, of="row", for_each_suit=True),
        "let": Field("formulas", "named values, which formulas can use", for_each_suit=True),
        "tie": Field("tables", "the tie-breaks, in their order", of="tie", for_each_suit=True),
        "check": Field("tables", "conditions that the entries must meet", of="check", for_each_suit=True),
        "note": Field("tables", "sentences about players once the game has ended", of="note"),
        "paper": Field("table", "how the pad is printed", of="paper"),
        "deck": Field("table", "the cards of each suit, for rows with piles", of="deck"),
        "gains": Field("truth", "true: points are gains and losses, so that a gain is shown with a plus"),
        "looks": Field("formula", "the look of the suits, one of the keys in their `look`"),
        "whole": Field("formula", "true if each round is a game of its own; by default if there is one round"),
        "layout": Field("word", "card: each player has a card, whose boxes are filled in any order", words=("card",)),
        "way": Field("tables", "the ways of entering a round", of="way"),
    },
    "deck": {
        "values": Field("numbers", "the values of the cards of a suit", needed=True),
        "copies": Field("numbers", "how often each value exists, in the same order; once by default"),
        "doubt": Field("formula", "these numbers are uncertain; true: more cards are doubtful, false: nothing is said"),
    },
    "look": {
        "label": Field("words", "the name of the suit"),
        "word": Field("words", "its name in sentences"),
        **SYMBOL,
    },
    "saying": SAYING,
    "way": {
        "label": Field("words", "the name of the way", needed=True),
        "hint": Field("sentence", "what to do", needed=True),
        "layout": Field("word", "how it is laid out; rows by default", words=("rows", "deck", "keypad")),
        "own": Field("sentence", "what to do on a phone of one’s own, which then uses this way"),
        "mean_taps": Field("numbers", "the mean number of taps with the fewest players, one more, and so on"),
        "leaves_blanks": Field("truth", "true: a row counts as done once a later one is begun"),
        "level": Field("formula", "true: a chip says that a pile is as big as a flipped one"),
        "ask": Field("tables", "the steps, in their order", needed=True, of="ask", for_each_suit=True),
    },
    "ask": {
        "row": Field("key", "the row that is asked for; the one called like the step by default"),
        "suit": SAYING["suit"],
        "title": Field("saying", "the title of the step"),
        "hint": Field("tables", "what to do, the first sentence that applies", of="saying"),
        "back": Field("formula", "true: a player’s pile is shown flipped"),
        "cards": Field("formula", "true: a player is asked for the cards"),
        "count": Field("formula", "true: a player is asked for the number of cards"),
        "sum": Field("formula", "true: a player is asked for the sum"),
        "boxes": Field(
            "formulas", "other boxes of the row that are asked, each with its condition", for_each_suit=True
        ),
        "ticks": Field("formulas", "the ticks that are offered above, each with its condition", for_each_suit=True),
        "beside": Field(
            "formulas", "the ticks offered beside each player’s cards, each with its condition", for_each_suit=True
        ),
    },
    "cure": {
        "label": Field("saying", "the words on the button", needed=True),
        "tick": Field("keys", "the boxes that it ticks, for the players whom {who} names"),
        "clear": Field("keys", "the boxes that it clears first"),
    },
    "option": {
        "label": Field("words", "the name of the option", needed=True),
        "default": Field("whole", "the default number; of `choices` it is the first"),
        "least": Field("whole", "the smallest number"),
        "most": Field("whole", "the largest number", least=1),
        "choices": Field("texts", "the choices by key, the default first"),
        "order": Field("word", "the option is the order of the suits", words=("suits",)),
        "empty": Field("words", "what 0 means; no limit by default"),
    },
    "suit": {
        "label": Field("words", "the name of the suit, {label} in texts", needed=True),
        "word": Field("words", "its name inside a sentence, {word} in texts; its label by default"),
        "look": Field("tables", "other looks of the suit, such as those of other editions", of="look"),
        **SYMBOL,
    },
    "row": {
        "label": Field("words", "the name of the row", needed=True),
        "hint": Field("sentence", "the text above the boxes on the entry page"),
        "when": Field("formula", "true for a player who has the row; without it, all players have it"),
        "points": Field("formula", "the points of the row; a row with one number scores that number by default"),
        "counts": Field("truth", "false: the row does not score; formulas can still use it"),
        "team": Field("truth", "true: partners share the row"),
        "flipped": Field("formula", "true for a player whose pile lies face down"),
        "note": Field("tables", "sentences about the row; the sheet shows the first that applies", of="saying"),
        "working": Field("tables", "how a player’s pile scores; {cards} are the cards or their sum", of="saying"),
        **SYMBOL,
        "box": Field("tables", "the boxes of a row that has more than one", of="box", for_each_suit=True),
        **BOX,
    },
    "box": {"label": Field("words", "the name of the box", needed=True), **BOX},
    "tie": {
        "label": Field("words", "the label of the tie-break", needed=True),
        "most": Field("formula", "the player with the largest value is ahead"),
        "fewest": Field("formula", "the player with the smallest value is ahead"),
        "when": Field("formula", "true if the table breaks ties by it"),
    },
    "check": {
        "that": Field("formula", "the condition, true if the entries are valid", needed=True),
        **{key: field for key, field in SAYING.items() if key not in ("when", "more")},
        "doubt": Field("truth", "true: the entry is only unlikely, so it still counts"),
        "at_end": Field("truth", "true: it is only checked once nothing is missing"),
        "missing": Field("truth", "true: something is only missing until the table says that everything is entered"),
        "at": Field("keys", "the boxes that it is about; all boxes in the condition by default"),
        "cure": Field("tables", "buttons that mend it", of="cure"),
    },
    "note": {
        "who": Field("formula", "true for a player whom the sentence is about", needed=True),
        "say": Field("sentence", "the sentence, shown after the player’s name", needed=True),
    },
    "paper": {
        "rounds": Field("whole", "the number of lines for rounds", least=1, most=20),
    },
}
"""The keys that each part of a pad file can have, by the name of the part. The name "" is the file itself."""

MOST_ENTRIES = {
    "option": 12,
    "suits": 12,
    "row": 24,
    "let": 160,
    "tie": 4,
    "check": 60,
    "cure": 3,
    "way": 6,
    "ask": 24,
    "hint": 12,
    "working": 12,
    "note": 12,
    "look": 8,
    "numbers": 6,
    "boxes": 6,
    "ticks": 6,
    "beside": 6,
    "box": 6,
    "choices": 24,
}
"""The maximum number of entries of a table in a pad file, by the key of the table."""


def parse(text: str) -> dict[str, Any]:
    """Return the content of a pad file, checked against `PARTS`. Raise Mistake for the first mistake in it.

    Decision: pad-strict
    """
    # A text from a form can hold lone surrogates, which UTF-8 cannot encode.
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise Mistake((), Text("A pad file can be at most %(most)s bytes.", most=MOST_BYTES))
    if not text.strip():
        raise Mistake((), Text("The file is empty."), 1)
    for number, line in enumerate(text.split("\n"), 1):
        # Count cheaply first: most lines have few dots, and only then is the quoted text worth removing.
        if line.count(".") > MOST_DOTS and QUOTED.sub("", line).count(".") > MOST_DOTS:
            reason = Text("A key uses lowercase letters, digits and _, and starts with a letter.")
            raise Mistake((), reason, number)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise Mistake((), *find_slip(text, str(wrong))) from None
    # tomllib raises these for deep nesting and for dates or numbers that Python cannot represent.
    except (RecursionError, ValueError, ArithmeticError):
        raise Mistake((), Text("This is not valid TOML.")) from None
    # Checked before the keys: a newer format may have keys that this release does not know. `True` is an int, but no
    # format.
    if "format" in content and type(content["format"]) is int and content["format"] > FORMAT:
        raise Mistake(("format",), Text("This version reads pad files up to format %(most)s.", most=FORMAT))
    try:
        check_content(content)
    except Mistake as wrong:
        raise locate(wrong, text) from None
    return content


def check_content(content: object) -> None:
    """Check the content of a pad file against `PARTS`. Raise Mistake, without a line, for the first mistake in it."""
    _check_table(content, "", ())


def locate(wrong: Mistake, text: str) -> Mistake:
    """Return a copy of a mistake in this text with its line number."""
    return Mistake(wrong.path, wrong.reason, wrong.line or find_line(text, wrong.path), wrong.file)


def _check_table(value: object, part: str, path: Path) -> None:
    if not isinstance(value, dict):
        raise Mistake(path, Text("Write a table here, such as [%(name)s].", name=Literal(".".join(map(str, path)))))
    known = PARTS[part]
    for key, inner in value.items():
        # In TOML each line after a [bracketed] one belongs to that table, so a setting of the pad cannot follow it.
        if key not in known and part and key in PARTS[""]:
            reason = Text("Move %(name)s up, above the first [bracketed] line.", name=Literal(key))
            raise Mistake((*path, key), reason)
        if key not in known and part == "box" and key in PARTS["row"]:
            raise Mistake((*path, key), Text("%(name)s belongs to a row, not to a box.", name=Literal(key)))
        if key not in known:
            raise Mistake((*path, key), Text("%(name)s is not a known key here.", name=Literal(_shorten(key))))
        _check_field(inner, known[key], (*path, key))
    for key, field in known.items():
        if field.needed and key not in value:
            raise Mistake(path, Text("%(name)s is missing.", name=Literal(key)))


def _check_field(value: object, field: Field, path: Path) -> None:
    match field.kind:
        case "whole":
            check_whole(value, field.least, field.most, path)
        case "truth" if not isinstance(value, bool):
            raise Mistake(path, Text("Write true or false."))
        case "word" if value not in field.words or not isinstance(value, str):
            raise Mistake(path, Text("Choose one of %(known)s.", known=Literal(", ".join(field.words))))
        case "pair":
            _check_pair(value, field, path)
        case "words" | "sentence" | "saying":
            _check_words(value, LABEL_LENGTH if field.kind == "words" else SENTENCE_LENGTH, path)
        case "key" | "keys":
            _check_keys(value, field, path)
        case "formula" if not (isinstance(value, str) or type(value) is int):
            raise Mistake(path, Text("Write a formula in quotes here."))
        case "mark" if not (isinstance(value, str) or type(value) is int):
            raise Mistake(path, Text("Write a number here, or the key of a choice in quotes."))
        case "letters" if not isinstance(value, str) or len(value) > 2_000:
            raise Mistake(path, Text("Write text in quotes here."))
        case "items" | "numbers" | "sentences":
            _check_list(value, field, path)
        case "texts" | "formulas" | "tables" | "table":
            _check_entries(value, field, path)


def _check_keys(value: object, field: Field, path: Path) -> None:
    keys = value if field.kind == "keys" and isinstance(value, list) else [value]
    if not keys or not all(isinstance(key, str) and KEY.fullmatch(key.replace(SUIT, "s")) for key in keys):
        raise Mistake(path, Text("A key uses lowercase letters, digits and _, and starts with a letter."))


def check_whole(value: object, least: int, most: int, path: Path) -> None:
    """Raise Mistake unless a value is a whole number in these bounds."""
    # Not isinstance, because bool is a subclass of int and `true` is not a number here.
    if type(value) is not int or not least <= value <= most:
        raise Mistake(path, Text("Write a whole number from %(least)s to %(most)s.", least=least, most=most))


def _check_pair(value: object, field: Field, path: Path) -> None:
    if not isinstance(value, list) or len(value) != 2:
        raise Mistake(path, Text("Write two numbers, such as [%(least)s, %(most)s].", least=2, most=6))
    for number in value:
        check_whole(number, field.least, field.most, path)
    if value[0] > value[1]:
        raise Mistake(path, Text("Put the smaller number first."))


def _check_words(value: object, most: int, path: Path) -> None:
    texts = value if isinstance(value, dict) else {"en": value}
    if not texts or "en" not in texts:
        raise Mistake(path, Text("The English text is missing."))
    for language, text in texts.items():
        if language not in LANGUAGES:
            raise Mistake(path, Text("Choose one of %(known)s.", known=Literal(", ".join(LANGUAGES))))
        if not isinstance(text, str) or not text.strip():
            raise Mistake(path, Text("Write text in quotes here."))
        if len(text) > most:
            raise Mistake(path, Text("Use at most %(most)s characters.", most=most))
        if any(not sign.isprintable() and sign not in SPACES for sign in text):
            raise Mistake(path, Text("This text contains a character that cannot be printed."))


def _check_list(value: object, field: Field, path: Path) -> None:
    if not isinstance(value, list) or not value or len(value) > 60:
        raise Mistake(path, Text("Write a list here."))
    if field.kind == "sentences":
        for text in value:
            _check_words(text, SENTENCE_LENGTH, path)
        return
    for item in value:
        if field.kind == "items" and isinstance(item, str):
            if not 0 < len(item) <= 5 or not item.isalnum():
                raise Mistake(path, Text("A chip label must have 1 to %(most)s characters.", most=5))
        else:
            check_whole(item, -999, 999, path)
    if (field.kind == "items" or path[-1] == "taps") and len({str(item) for item in value}) < len(value):
        raise Mistake(path, Text("Each one can appear here only once."))


def _check_entries(value: object, field: Field, path: Path) -> None:
    if field.kind == "table":
        _check_table(value, field.of, path)
        return
    name = str(path[-1])
    if not isinstance(value, dict) or not value:
        raise Mistake(path, Text("Write a table here, such as [%(name)s].", name=Literal(f"{name}.a")))
    if len(value) > MOST_ENTRIES[name]:
        raise Mistake(path, Text("There can be at most %(most)s here.", most=MOST_ENTRIES[name]))
    for key, inner in value.items():
        # Any key stands in for that of a suit. Written out, the keys are checked again.
        if not KEY.fullmatch(key.replace(SUIT, "s") if field.for_each_suit else key):
            raise Mistake((*path, key), Text("A key uses lowercase letters, digits and _, and starts with a letter."))
        if field.kind == "texts":
            _check_choice(inner, (*path, key))
        elif field.kind == "formulas":
            _check_field(inner, Field("formula", ""), (*path, key))
        else:
            _check_table(inner, field.of, (*path, key))


def _check_choice(value: object, path: Path) -> None:
    """Check that a choice is a label, or a label with points. Raise Mistake if not."""
    if not isinstance(value, dict) or "label" not in value:
        _check_words(value, LABEL_LENGTH, path)
        return
    if set(value) - {"label", "word", "value", "icon"}:
        raise Mistake(path, Text("A choice has a label and a value."))
    if value.get("icon", ICONS[0]) not in ICONS:
        raise Mistake((*path, "icon"), Text("Choose one of %(known)s.", known=Literal(", ".join(ICONS))))
    _check_words(value["label"], LABEL_LENGTH, path)
    _check_words(value.get("word", value["label"]), LABEL_LENGTH, path)
    check_whole(value.get("value", 0), -MOST_IN_FILE, MOST_IN_FILE, path)


def _shorten(word: str) -> str:
    # The message quotes the key, and a hostile file can have one of thousands of characters.
    return word if len(word) <= 30 else f"{word[:29]}…"


def get_texts(value: Any) -> Mapping[str, str]:
    """Return the translations of a text in a pad file by language. A plain string counts as English."""
    return value if isinstance(value, dict) else {"en": value}


def get_nested(content: Mapping[str, Any], *keys: str) -> Any:
    """Return the value at these nested keys, or an empty table if one of them is missing."""
    return reduce(lambda part, key: part.get(key, {}), keys, content)


# Line numbers

HEAD = re.compile(r"\s*\[{1,2}\s*([^\]]*?)\s*\]{1,2}")

ENTRY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")

PART = re.compile(r"\"[^\"]*\"|'[^']*'|[^.\"'\s]+")


def find_line(text: str, path: Sequence[str | int]) -> int:
    """Return the line number of the part of a pad file at this path.

    If it has no line of its own, return that of the innermost part around it, or 1.
    """
    wanted = tuple(str(part) for part in path)
    places = list(_list_places(text))
    suits = dict.fromkeys(place[1] for _, place in places if place[0] == "suits" and len(place) > 1)
    best = (0, False, 1)
    for number, written in places:
        # The path can be that of a part written out for one suit. A line that says exactly this path is closer.
        for suit in (SUIT, *suits) if any(SUIT in part for part in written) else (SUIT,):
            here = tuple(part.replace(SUIT, suit) for part in written)
            within = here == wanted[: len(here)] or wanted == here[: len(wanted)]
            if within and (min(len(here), len(wanted)), suit == SUIT) > best[:2]:
                best = (min(len(here), len(wanted)), suit == SUIT, number)
    return best[2]


def _list_places(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number of each line that starts a part of a pad file, with the path of this part."""
    table: tuple[str, ...] = ()
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        if within:
            # Lines inside a text of several lines look like keys but are not.
            within = "" if within in line else within
            continue
        if head := HEAD.match(line):
            table = _split_key(head[1])
            yield number, table
        elif entry := ENTRY.match(line):
            yield number, (*table, *_split_key(entry[1]))
            within = next((quotes for quotes in ('"""', "'''") if line.count(quotes) == 1), "")


def _split_key(key: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in PART.findall(key))
