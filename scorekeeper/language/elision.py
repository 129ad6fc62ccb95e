"""Elision: how a short word changes before a name, and how a name changes before an ending.

A catalogue has the plain form directly before the placeholder, as in "le tour de %(who)s". The name decides: le tour
d’Alice, le tour de Bo. The same applies to "y" and "o" in Spanish, and to "e", "a" and the articles in Italian. In
German the name decides the ending of the genitive, "%(who)ss Zug": Alices Zug, Hans’ Zug.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import NamedTuple

VOWELS = "aeiouœæ"

ISOLATES = "\u2066\u2067\u2068\u2069"

GENITIVE = re.compile(r"%\((\w+)\)ss(?!\w)")
"""A placeholder followed by the s of a genitive, as in %(who)ss."""


def normalise_start(words: str) -> str:
    """Return text in lower case, without accents and without Unicode isolates at its start, to test how it begins."""
    marks = unicodedata.normalize("NFD", words.lstrip(ISOLATES).casefold())
    return "".join(letter for letter in marks if not unicodedata.combining(letter))


def elides(word: str) -> bool:
    """Return whether French elides before a word, as before Alice, Hugo and Yves, but not Harry, Yann, huit or onze."""
    # No rule tells which h is aspirated or which y is a consonant: these are the common exceptions.
    if re.match("huit|onze|oui|ha|y[aeiou]", word):
        return False
    return word[:1] in VOWELS or word[:1] in "hy"


def begins_with_a_vowel(word: str) -> bool:
    """Return whether Italian elides before a word, as before arancione and the numbers 1, 8 and 11."""
    return bool(re.match(r"[aeiou]|(1|11|8\d*)(?!\d)", word))


def sounds_like_i(word: str) -> bool:
    """Return whether Spanish uses e for y before a word, as before Inés, Hilario and Yvonne, but not Hielo or Yago."""
    return bool(re.match("h?i(?![aeou])|y[^aeiou]", word))


def sounds_like_o(word: str) -> bool:
    """Return whether Spanish uses u for o before a word, as before Óscar, Hortensia and the numbers 8 and 11."""
    return bool(re.match(r"h?o|(11|8\d*)(?!\d)", word))


class Joint(NamedTuple):
    """Short words that change before certain words."""

    words: Mapping[str, str]
    """Maps them to their replacements."""
    before: Callable[[str], bool]
    """Return whether a word requires the replacement of the short word in front of it."""


FRENCH = {"de ": "d’", "que ": "qu’", "le ": "l’", "la ": "l’", "du ": "de l’", "au ": "à l’", "lorsque ": "lorsqu’"}

ITALIAN = {"il ": "l’", "la ": "l’"} | {
    f"{start}{end} ": f"{start}ll’" for start in ("de", "a", "da", "ne", "su") for end in ("l", "lla")
}

JOINTS: Mapping[str, tuple[Joint, ...]] = {
    "fr": (Joint(FRENCH, elides),),
    "it": (
        Joint(ITALIAN, begins_with_a_vowel),
        Joint({"e ": "ed "}, lambda word: word[:1] == "e"),
        Joint({"a ": "ad "}, lambda word: word[:1] == "a"),
    ),
    "es": (Joint({"y ": "e "}, sounds_like_i), Joint({"o ": "u "}, sounds_like_o)),
}


def choose_fill(language: str) -> Callable[[str, Mapping[str, object]], str]:
    """Return the function that fills in a template in a language, and adapts the words around its placeholders."""
    if language == "de":
        return fill_german
    joints = {word: joint for joint in JOINTS.get(language, ()) for word in joint.words}
    if not joints:
        return lambda template, values: template % values
    # Only a whole word before the gap, not the end of a longer one.
    gap = re.compile(rf"(?<![\w’'])({'|'.join(joints)})(?=%\((\w+)\)s)", re.IGNORECASE)

    def fill(template: str, values: Mapping[str, object]) -> str:
        """Return the template with its placeholders filled in, and each short word adapted to the value after it."""

        def replace_word(match: re.Match[str]) -> str:
            word, joint = match[1], joints[match[1].lower()]
            if not joint.before(normalise_start(str(values[match[2]]))):
                return word
            other = joint.words[word.lower()]
            return other.capitalize() if word[0].isupper() else other

        return gap.sub(replace_word, template) % values

    return fill


def fill_german(template: str, values: Mapping[str, object]) -> str:
    """Fill in the placeholders in German. A name that ends in s, ß, x or z gets an apostrophe instead of another s."""

    def end_genitive(match: re.Match[str]) -> str:
        # casefold() makes ss of ß, so that it needs no case of its own.
        hissing = str(values[match[1]]).rstrip(ISOLATES).casefold().endswith(("s", "x", "z"))
        return f"%({match[1]})s{'’' if hissing else 's'}"

    return GENITIVE.sub(end_genitive, template) % values
