"""The 66 cards of Parade, and how each edition names and paints its six colours, as the pad file says.

A colour is identified by its slot, which is the same in every edition. Its words, hue and letters depend on the
edition.
"""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from scorekeeper.games.cards import SuitLook, cards_of
from scorekeeper.games.pad import Options, Setup
from scorekeeper.games.pads.piles import PileBox, read_looks
from scorekeeper.games.pads.scoring import find_variant
from scorekeeper.games.shelf import load_pad
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


COLOUR_WORDS: Mapping[str, tuple[str, ...]] = {
    # The fifth colour is printed grey or black, and the sixth orange or yellow. Players use either word.
    "en2013": ("reds?", "blues?", "purples?", "greens?", "(grey|gray|black)s?", "(orange|yellow)s?"),
    "it2008": ("ross[aeio]", "blu", "viola", "verd[ei]", "grigi[aeo]?", "arancion[ei]"),
    "fr2015": ("rouges?", "bleue?s?", "violet(te)?s?", "verte?s?", "gris(es?)?|noire?s?", "(orange|jaune)s?"),
    "es2013": ("roj[ao]s?", "azul(es)?", "morad[ao]s?", "verdes?", "negr[ao]s?|gris(es)?", "amarill[ao]s?"),
    # Yellow stands third, in the slot of purple.
    "de2014": (
        "rot(e[mnrs]?)?",
        "blau(e[mnrs]?)?",
        "gelb(e[mnrs]?)?",
        "grue?n(e[mnrs]?)?",
        "grau(e[mnrs]?)?",
        "orange[mnrs]?|orange(n|farben)(e[mnrs]?)?",
    ),
}
"""For each edition, patterns of the words for its colours, in the order of SLOTS, in lower case and without accents."""


def find_slot(edition: str, word: str) -> str | None:
    """Return the slot of the colour that a word means in an edition, or None if it means none.

    Case, accents and surrounding spaces do not matter.

    Rule: parade/colours
    """
    # NFKC first, so that `strip` sees full-width spaces as spaces. NFKD then splits accents from their letters.
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).strip().casefold())
    plain = "".join([letter for letter in bare if not unicodedata.combining(letter)])
    return next((slot for slot, words in zip(SLOTS, COLOUR_WORDS[edition]) if re.fullmatch(words, plain)), None)
