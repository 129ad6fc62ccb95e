"""Sentences as data: the rules decide what is said, the reader's language decides how.

This module is independent of games. A game makes a Text, which a page, sheet or command translates as late as possible.
"""

import re
from collections.abc import Mapping, Sequence
from gettext import c2py
from typing import ClassVar, Self

from scorekeeper.language.elision import choose_fill

GERMANIC = "nplurals=2; plural=(n != 1);"

IN_CONTEXT = "\x04"
"""The character between the context and the message in a key of a catalogue, as in gettext."""


class Catalogue:
    """The translations of one language. A message without a translation stays English.

    `fill` fills in the placeholders of a template, and adapts the words around them to the values.
    """

    def __init__(self, language: str, messages: Mapping[str, tuple[str, ...]], plural: str = GERMANIC) -> None:
        self.language = language
        self.messages = messages
        self.form = c2py(plural.partition("plural=")[2].strip(" ;"))
        self.fill = choose_fill(language)

    def gettext(self, message: str) -> str:
        """Return the translation of a message, with its placeholders not yet filled in."""
        forms = self.messages.get(message)
        return forms[0] if forms else message

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a message in a context, or if there is none, its translation without context."""
        forms = self.messages.get(f"{context}{IN_CONTEXT}{message}")
        return forms[0] if forms else self.gettext(message)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the translation in the form for `count`, with its placeholders not yet filled in."""
        forms = self.messages.get(singular)
        # Plural rules are only defined for numbers from 0 up.
        return forms[self.form(abs(count))] if forms else singular if count == 1 else plural


ENGLISH = Catalogue("en", {})
"""The catalogue of the language of the messages in the source, which needs no translations."""


class Text:
    """A sentence that is not yet translated: `Text("%(who)s flips.", who="Alice")`.

    A value can be a number, a name, another Text, or a tuple of names, which becomes a list ("A, B and C"). The
    catalogue adapts the words around it, as in "d’Alice". `rule` is the key of the rule that the sentence follows, or
    "".
    """

    __slots__ = ("message", "rule", "values")

    besides: ClassVar[tuple[str, ...]] = ()
    """The names of what a kind of sentence has besides these, which a copy takes over."""

    def __init__(self, message: str, /, **values: object) -> None:
        self.message = message
        self.values: Mapping[str, object] = values
        self.rule = ""

    def by(self, rule: str) -> Self:
        """Return a copy that names the rule it follows: `Text("Nobody draws.").by("no-draw")`."""
        # Faster than copy(): every sentence of a verdict gets its rule here.
        sentence = object.__new__(type(self))
        sentence.message, sentence.values, sentence.rule = self.message, self.values, rule
        for name in self.besides:
            setattr(sentence, name, getattr(self, name))
        return sentence

    def template(self, words: Catalogue) -> str:
        """Return the translation, with its placeholders not yet filled in."""
        return words.gettext(self.message)

    def fill_gaps(self, **values: object) -> Self:
        """Return a copy with more values for its placeholders. Existing values are kept."""
        return self.replace_values(**{**values, **self.values})

    def replace_values(self, **values: object) -> Self:
        """Return a copy with other values for its placeholders. They replace existing ones."""
        sentence = self.by(self.rule)
        sentence.values = {**self.values, **values}
        return sentence

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

    __slots__ = besides = ("plural",)

    def __init__(self, singular: str, plural: str, count: int, /, **values: object) -> None:
        super().__init__(singular, count=count, **values)
        self.plural = plural

    def fill_gaps(self, **values: object) -> Self:
        """Return a copy with more values for its placeholders. Only a new `count` replaces an existing value."""
        return self.replace_values(**{**values, **self.values, "count": values.get("count", self.values["count"])})

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


IN_BRACES = re.compile(r"\{(\w+)\}")
"""A value in the words of a pad, which are filled in as those of other sentences are."""


class _WordsOfPad(Text):
    """Words of a pad, in which values are in braces: "Most: {who}, {number}"."""

    __slots__ = ()

    def _as_template(self, words: str) -> str:
        words = words.replace("%", "%%")
        return IN_BRACES.sub(r"%(\1)s", words) if self.values else words


class OwnWords(_WordsOfPad):
    """Words of a pad made by people, who also translated them: `OwnWords("Hearts", de="Herz")`.

    Languages without a translation use the English words.
    """

    __slots__ = besides = ("others",)

    def __init__(self, english: str, /, **others: str) -> None:
        super().__init__(english)
        self.others = others

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, {self.others!r}, {dict(self.values)!r})"

    def template(self, words: Catalogue) -> str:
        return self._as_template(self.others.get(words.language, self.message))


class PadWords(_WordsOfPad):
    """Words of a pad that comes with the app: `PadWords("Fields", "agricola")`.

    A catalogue can translate the same English words differently for one pad, with the name of the pad as `msgctxt`.
    """

    __slots__ = besides = ("pad",)

    def __init__(self, english: str, pad: str) -> None:
        super().__init__(english)
        self.pad = pad

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, {self.pad!r}, {dict(self.values)!r})"

    def template(self, words: Catalogue) -> str:
        return self._as_template(words.pgettext(self.pad, self.message))


class NotDone(Exception):
    """A refusal, with its `reason` as a sentence for the player."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


def join_sentences(sentences: Sequence[Text]) -> Text:
    """Return one Text that says several sentences, separated by spaces. There must be at least one sentence."""
    first, *rest = sentences
    for sentence in rest:
        first = Text("%(first)s %(second)s", first=first, second=sentence)
    return first


def split_sentences(text: Text) -> list[Text]:
    """Return the sentences that `join_sentences` joined, or a list of only this text."""
    parts = list(text.values.values())
    if text.message != "%(first)s %(second)s" or not all(isinstance(part, Text) for part in parts):
        return [text]
    return [sentence for part in parts if isinstance(part, Text) for sentence in split_sentences(part)]


RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""A letter of Hebrew, Arabic or a related script, including its presentation forms."""

LAST_TWO = Text("%(first)s and %(last)s", first="", last="")

ENUMERATION = Text("%(first)s, %(rest)s", first="", rest="")


def join_names(parts: Sequence[str], words: Catalogue = ENGLISH) -> str:
    """Return names joined to a list in the language of a catalogue: "A", "A and B", "A, B and C"."""
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) == 2:
        return words.fill(LAST_TWO.template(words), {"first": parts[0], "last": parts[1]})
    return words.fill(ENUMERATION.template(words), {"first": parts[0], "rest": join_names(parts[1:], words)})


def speak_value(value: object, words: Catalogue) -> object:
    """Return the value of a placeholder as shown: a Text is translated, a tuple of names becomes a list in words."""
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
    """Return a sentence translated into the language of a catalogue, with its placeholders filled in."""
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
    """Return the rule keys of these texts and of the texts in their placeholders, in order and without duplicates."""
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
    """Return JSON data with every Text in it translated."""
    match value:
        case Text():
            return speak(value, words)
        case dict():
            return {key: in_words(part, words) for key, part in value.items()}
        case list() | tuple():
            return [in_words(part, words) for part in value]
    return value
