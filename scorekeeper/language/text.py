"""Sentences as data: the rules decide what is said, the reader's language decides how.

This module knows no game. A game makes a Text; a page, a sheet or a command translates it as late as possible.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol, Self


class Catalogue(Protocol):
    """The translations of one language."""

    language: str

    def gettext(self, message: str, /) -> str:
        """Return the translation of a message, with its gaps still open."""
        ...

    def ngettext(self, singular: str, plural: str, count: int, /) -> str:
        """Return the translation of a message that depends on a number, with its gaps still open."""
        ...

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the translation of a message for a context, or else the one for all contexts."""
        ...

    def fill(self, template: str, values: Mapping[str, object], /) -> str:
        """Return a sentence with its gaps filled, and the words around them adapted."""
        ...


class English:
    """The catalogue of English, the language of the messages in the source."""

    language = "en"

    def gettext(self, message: str, /) -> str:
        """Return the message unchanged."""
        return message

    def ngettext(self, singular: str, plural: str, count: int, /) -> str:
        """Return `one` if `count` is 1, otherwise `many`."""
        return singular if count == 1 else plural

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the message unchanged."""
        return message

    def fill(self, template: str, values: Mapping[str, object], /) -> str:
        """Return the sentence with its gaps filled. No English word changes before a name."""
        return template % values


ENGLISH = English()


class Text:
    """A sentence with its gaps still open: `Text("%(who)s flips.", who="Alice")`.

    A value can be a number, a name, another Text, or a tuple of names, which becomes a list ("A, B and C"). The
    catalogue adapts the words around it, as in "d’Alice". `rule` is the key of the rule that the sentence follows, or
    "".
    """

    __slots__ = ("message", "rule", "values")

    def __init__(self, message: str, /, **values: object) -> None:
        self.message = message
        self.values: Mapping[str, object] = values
        self.rule = ""

    def by(self, rule: str) -> Self:
        """Return a copy that names the rule it follows: `Text("Nobody draws.").by("no-draw")`."""
        # Faster than copy(): every sentence of a verdict gets its rule here.
        sentence = object.__new__(type(self))
        sentence.message, sentence.values, sentence.rule = self.message, self.values, rule
        return sentence

    def template(self, words: Catalogue) -> str:
        """Return the translation, with its gaps still open."""
        return words.gettext(self.message)

    def fill_gaps(self, **values: object) -> "Text":
        """Return a copy with more gaps filled. Existing values are kept."""
        return Text(self.message, **{**values, **self.values}).by(self.rule)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, {dict(self.values)!r})"

    def __str__(self) -> str:
        return speak(self)


class Plural(Text):
    """A sentence that depends on a number: `Plural("%(count)s card", "%(count)s cards", 3)`."""

    __slots__ = ("plural",)

    def __init__(self, singular: str, plural: str, count: int, /, **values: object) -> None:
        super().__init__(singular, count=count, **values)
        self.plural = plural

    def by(self, rule: str) -> Self:
        sentence = super().by(rule)
        sentence.plural = self.plural
        return sentence

    def fill_gaps(self, **values: object) -> Text:
        """Return a copy with more gaps filled. Existing values are kept, except that `count` replaces the number."""
        count = values.get("count", self.values["count"])
        assert isinstance(count, int)
        gaps = {key: value for key, value in {**values, **self.values}.items() if key != "count"}
        return Plural(self.message, self.plural, count, **gaps).by(self.rule)

    def template(self, words: Catalogue) -> str:
        count = self.values["count"]
        assert isinstance(count, int)
        return words.ngettext(self.message, self.plural, count)


class Literal(Text):
    """Words that are the same in every language: a name, or a working such as "10 + 8 + 3"."""

    __slots__ = ()

    def template(self, words: Catalogue) -> str:
        # Other sentences are filled with the % operator, so this one must look like them.
        return self.message.replace("%", "%%")


class OwnWords(Text):
    """Words that a pad of the players brings in several languages itself: `OwnWords("Hearts", de="Herz")`.

    The English ones are used for every language that is missing.
    """

    __slots__ = ("others",)

    def __init__(self, english: str, /, **others: str) -> None:
        super().__init__(english)
        self.others = others

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, {self.others!r})"

    def by(self, rule: str) -> Self:
        sentence = super().by(rule)
        sentence.others = self.others
        return sentence

    def template(self, words: Catalogue) -> str:
        return self.others.get(words.language, self.message).replace("%", "%%")


class PadWords(Text):
    """Words of a supplied pad: `PadWords("Fields", "agricola")`.

    A catalogue can translate the same English words differently for one pad, with the name of the pad as `msgctxt`.
    """

    __slots__ = ("pad",)

    def __init__(self, english: str, pad: str) -> None:
        super().__init__(english)
        self.pad = pad

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, {self.pad!r})"

    def by(self, rule: str) -> Self:
        sentence = super().by(rule)
        sentence.pad = self.pad
        return sentence

    def template(self, words: Catalogue) -> str:
        return words.pgettext(self.pad, self.message).replace("%", "%%")


class NotDone(Exception):
    """A refusal, with its `reason` as a sentence for the player."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


def join_sentences(sentences: Sequence[Text]) -> Text:
    """Return several sentences as one, with spaces between them. There must be at least one."""
    first, *rest = sentences
    for sentence in rest:
        first = Text("%(first)s %(second)s", first=first, second=sentence)
    return first


RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""A letter of Hebrew, Arabic or a related script, including its presentation forms."""

LAST_TWO = Text("%(first)s and %(last)s", first="", last="")

MORE = Text("%(first)s, %(rest)s", first="", rest="")


def join_names(parts: Sequence[str], words: Catalogue = ENGLISH) -> str:
    """Return names joined as the language does: "A", "A and B", "A, B and C"."""
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) == 2:
        return words.fill(LAST_TWO.template(words), {"first": parts[0], "last": parts[1]})
    return words.fill(MORE.template(words), {"first": parts[0], "rest": join_names(parts[1:], words)})


def speak_value(value: object, words: Catalogue) -> object:
    """Return the value of a gap: a Text translated, names joined to a list, any other value as it is shown."""
    if isinstance(value, Text):
        return speak(value, words)
    if isinstance(value, tuple):
        return join_names([str(speak_value(part, words)) for part in value], words)
    if isinstance(value, str) and not value.isascii() and RIGHT_TO_LEFT.search(value):
        # Isolated, so that a right-to-left name does not reorder the sentence around it.
        return f"\u2068{value}\u2069"
    if type(value) is int and value < 0:
        return f"\u2212{-value}"
    return value


def speak(text: Text, words: Catalogue = ENGLISH) -> str:
    """Return a sentence in the language of the catalogue."""
    template = text.template(words)
    values = text.values
    if not values:
        # Nothing is filled, so the % operator does not unescape it.
        return template.replace("%%", "%")
    # Most sentences have only numbers and ASCII names, which need no translation. This is faster.
    for value in values.values():
        if not (type(value) is int and value >= 0) and not (type(value) is str and value.isascii()):
            return words.fill(template, {key: speak_value(value, words) for key, value in values.items()})
    return words.fill(template, values)


def rules(*texts: Text | None) -> tuple[str, ...]:
    """Return the keys of the rules that these sentences and the sentences in their gaps follow, without duplicates, in
    order.
    """
    keys: dict[str, None] = {}
    for text in texts:
        if text is not None:
            if text.rule:
                keys[text.rule] = None
            for value in text.values.values():
                parts = value if isinstance(value, tuple) else (value,)
                keys |= dict.fromkeys(rules(*[part for part in parts if isinstance(part, Text)]))
    return tuple(keys)


def in_words(value: object, words: Catalogue = ENGLISH) -> object:
    """Return an answer for JSON, with every sentence in it translated."""
    match value:
        case Text():
            return speak(value, words)
        case dict():
            return {key: in_words(part, words) for key, part in value.items()}
        case list() | tuple():
            return [in_words(part, words) for part in value]
    return value
