"""The 66 cards of Parade, and how each edition names and paints its six colours.

A colour is identified by its slot, which is the same in every edition. Its words, hue and letters depend on the
edition.
"""

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.cards import cards_of
from scorekeeper.games.pad import Options, Setup, Suit
from scorekeeper.games.suits import ColourName
from scorekeeper.language.text import Text

SLOTS = ("red", "blue", "purple", "green", "grey", "orange")

VALUES = range(11)

PER_COLOUR = len(VALUES)

SHAPES = {"red": "heart", "blue": "drop", "purple": "moon", "green": "leaf", "grey": "peak", "orange": "sun"}


CARDS = cards_of(SLOTS, VALUES)
"""Every card, keyed by its text form: "green-3"."""


class Look(NamedTuple):
    """How a colour is shown: its name at the start of a line and inside one, its hue and its two letters."""

    label: Text
    word: Text
    hue: str
    letters: Text


RED = Look(Text("Red"), Text("red"), "red", Text("Re"))

BLUE = Look(Text("Blue"), Text("blue"), "blue", Text("Bl"))

PURPLE = Look(Text("Purple"), Text("purple"), "purple", Text("Pu"))

GREEN = Look(Text("Green"), Text("green"), "green", Text("Gn"))

GREY = Look(Text("Grey"), Text("grey"), "grey", Text("Gy"))

# Drawn with the grey ink: black is none of the HUES.
BLACK = Look(Text("Black"), Text("black"), "grey", Text("Bk"))

ORANGE = Look(Text("Orange"), Text("orange"), "orange", Text("Or"))

YELLOW = Look(Text("Yellow"), Text("yellow"), "yellow", Text("Ye"))


class Edition(NamedTuple):
    """An edition of the game: its name, the ruleset it follows, and its colours in the order of SLOTS."""

    label: Text
    ruleset: str
    colours: tuple[Look, Look, Look, Look, Look, Look]


AS_IN_2008 = (RED, BLUE, PURPLE, GREEN, GREY, ORANGE)

AS_PAINTED = (RED, BLUE, PURPLE, GREEN, BLACK, YELLOW)

# The German cards have yellow in place of purple, so there yellow has the shape and slot of purple.
WITHOUT_PURPLE = (RED, BLUE, YELLOW, GREEN, GREY, ORANGE)

EDITIONS: Mapping[str, Edition] = {
    "en2013": Edition(Text("English 2013"), "zman", AS_IN_2008),
    "fr2015": Edition(Text("French 2015"), "zman", AS_IN_2008),
    "es2013": Edition(Text("Spanish 2013"), "zman", AS_PAINTED),
    "it2008": Edition(Text("Italian 2008"), "it2008", AS_IN_2008),
    "de2014": Edition(Text("German 2014"), "de2014", WITHOUT_PURPLE),
}

# Made once for each edition, because the look of a colour is needed for every card that is drawn.
LOOKS: Mapping[str, Mapping[str, Look]] = {
    key: dict(zip(SLOTS, edition.colours, strict=True)) for key, edition in EDITIONS.items()
}
"""The look of each slot, keyed by edition and slot."""

USUAL_EDITION = "en2013"

RULESETS = ("zman", "it2008", "de2014")


def edition(options: Options) -> Edition:
    """Return the edition whose rules the table plays by.

    Rule: parade/colours
    """
    return EDITIONS[str(options.get("edition", USUAL_EDITION))]


def colours_edition(setup: Setup) -> str:
    """Return the key of the edition whose colours are on the table's cards.

    Rule: parade/colours
    """
    chosen = str(setup.options.get("colours", "edition"))
    return str(setup.options.get("edition", USUAL_EDITION)) if chosen == "edition" else chosen


def looks(setup: Setup) -> Mapping[str, Look]:
    """Return the look of each slot at this table.

    Rule: parade/colours
    """
    return LOOKS[colours_edition(setup)]


def suit(slot: str, look: Look) -> Suit:
    """Return how a colour is drawn: the slot gives the shape, the edition the hue.

    Rule: parade/colours
    """
    return Suit(SHAPES[slot], look.hue, look.letters)


def card_name(look: ColourName, value: int) -> Text:
    """Return the name of a card: Red 1.

    Rule: parade/colours
    """
    return Text("%(colour)s %(value)s", colour=look.label, value=value)


def plain(label: str) -> str:
    """Return a word in lower case, without accents and surrounding spaces, to compare a typed colour with known words.

    Rule: parade/colours
    """
    # NFKC first, so that `strip` sees full-width spaces as spaces. NFKD then splits accents from their letters.
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
    # The fifth colour is printed grey or black, and the sixth orange or yellow. Players use either word.
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

# Yellow stands third, in the slot of purple. `plain` has already removed the umlaut of “grün”.
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
"""The slot that each word for a colour means, keyed by edition and word. The words are as `plain` returns them."""
