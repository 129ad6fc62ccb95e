"""Which slot a colour word means in an edition: "negro" is grey in the Spanish one, "gelb" purple in the German.

Words are compared without case and accents; gender and number are spelled out. Where the cards of an edition look
different from its text, both words are known there.
Source: components and scoring examples of rulebooks IT 2008, FR 2015 and ES 2013.
"""

import unicodedata
from collections.abc import Mapping

from scorekeeper.games.parade.cards import SLOTS


def plain(label: str) -> str:
    """A word without case, accents and space around it."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", label).strip().casefold())
    return "".join([letter for letter in bare if not unicodedata.combining(letter)])


def _with_endings(stems: str, *endings: str) -> list[str]:
    return [stem + ending for stem in stems.split() for ending in endings]


def _english(*words: str) -> list[str]:
    return [form for word in words for form in (word, f"{word}s")]


def _german(*words: str) -> list[str]:
    return [word + ending for word in words for ending in ("", "e", "er", "es", "en", "em")]


_ENGLISH = (
    _english("red"),
    _english("blue"),
    _english("purple"),
    _english("green"),
    _english("grey", "gray", "black"),
    _english("orange", "yellow"),
)
_ITALIAN = (
    _with_endings("ross", "o", "a", "i", "e"),
    ["blu"],
    ["viola"],
    _with_endings("verd", "e", "i"),
    _with_endings("grigi", "o", "a", "", "e"),
    _with_endings("arancion", "e", "i"),
)
_FRENCH = (
    _with_endings("rouge", "", "s"),
    _with_endings("bleu", "", "e", "s", "es"),
    _with_endings("violet", "", "te", "s", "tes"),
    _with_endings("vert", "", "e", "s", "es"),
    [*_with_endings("gris", "", "e", "es"), *_with_endings("noir", "", "e", "s", "es")],
    [*_with_endings("orange", "", "s"), *_with_endings("jaune", "", "s")],
)
_SPANISH = (
    _with_endings("roj", "o", "a", "os", "as"),
    _with_endings("azul", "", "es"),
    _with_endings("morad", "o", "a", "os", "as"),
    _with_endings("verde", "", "s"),
    [*_with_endings("negr", "o", "a", "os", "as"), *_with_endings("gris", "", "es")],
    _with_endings("amarill", "o", "a", "os", "as"),
)
_GERMAN = (
    _german("rot"),
    _german("blau"),
    _german("gelb"),
    _german("grun", "gruen"),
    _german("grau"),
    [*_with_endings("orange", "", "r", "s", "n", "m"), *_german("orangen", "orangefarben")],
)


def _slots(words: tuple[list[str], ...]) -> dict[str, str]:
    return {form: slot for slot, forms in zip(SLOTS, words, strict=True) for form in forms}


SLOT_OF: Mapping[str, Mapping[str, str]] = {
    "en2013": _slots(_ENGLISH),
    "fr2015": _slots(_FRENCH),
    "es2013": _slots(_SPANISH),
    "it2008": _slots(_ITALIAN),
    "de2014": _slots(_GERMAN),
}
"""The slot of every word, by edition."""
