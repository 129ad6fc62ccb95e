"""The 66 cards of Parade, and how each edition names and paints its six colours, as the pad file says.

A colour is identified by its slot, which is the same in every edition. Its words, hue and letters depend on the
edition.
"""

import unicodedata
from collections.abc import Mapping
from pathlib import Path

from scorekeeper.games.cards import SuitLook, cards_of
from scorekeeper.games.pad import Options, Setup
from scorekeeper.games.pads.piles import PileBox, read_looks
from scorekeeper.games.pads.scoring import find_variant
from scorekeeper.games.pads.shelf import load_pad
from scorekeeper.language.text import Text

PAD = load_pad(Path(__file__).with_name("parade.toml"))
"""The pad file."""

SLOTS = tuple(row.key for row in PAD.rows)

DECK = next(box.deck for _, box in PAD.boxes if isinstance(box, PileBox))
"""The cards of a colour."""

VALUES = range(len(DECK.values))

CARDS = cards_of(SLOTS, VALUES)
"""Every card, keyed by its text form: "green-3"."""


USUAL_EDITION = "en2013"

RULESETS = ("zman", "it2008", "de2014")

EDITION_CHOICES = next(option.choices for option in PAD.options if option.key == "edition")

EDITIONS: Mapping[str, Text] = dict(EDITION_CHOICES)
"""The name of each edition."""

LOOKS: Mapping[str, Mapping[str, SuitLook]] = {
    key: read_looks(find_variant(PAD, Setup((), {"colours": key}, ((1, ()),)))) for key in EDITIONS
}
"""The look of each slot, keyed by edition and slot."""


def edition(options: Options) -> str:
    """Return the key of the edition whose rules the table plays by.

    Rule: parade/colours
    """
    return str(options.get("edition", USUAL_EDITION))


def find_ruleset(options: Options) -> str:
    """Return the ruleset that a table plays by: that of its edition.

    Rule: parade/colours
    """
    chosen = edition(options)
    return chosen if chosen in RULESETS else RULESETS[0]


def looks(setup: Setup) -> Mapping[str, SuitLook]:
    """Return the look of each slot at this table.

    Rule: parade/colours
    """
    chosen = str(setup.options.get("colours", "edition"))
    return LOOKS[edition(setup.options) if chosen == "edition" else chosen]


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
