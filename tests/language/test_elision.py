"""Short words adapt to the name after them as in each language."""

import pytest

from scorekeeper.language.catalogue import PoCatalogue
from scorekeeper.language.text import ENGLISH, Literal, Plural, Text, join_names, speak


def speak_template(language: str, template: str, **values: object) -> str:
    """Return a sentence as that language forms it."""
    return speak(Text(template, **values), PoCatalogue(language, {}))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Alice", "le tour d’Alice"),
        ("Élodie", "le tour d’Élodie"),
        ("Œdipe", "le tour d’Œdipe"),
        ("Hugo", "le tour d’Hugo"),
        ("Hélène", "le tour d’Hélène"),
        ("Yves", "le tour d’Yves"),
        ("Bo", "le tour de Bo"),
        ("Harry", "le tour de Harry"),
        ("Yann", "le tour de Yann"),
        ("8", "le tour de 8"),
        ("\u05d0\u05d1", "le tour de \u2068\u05d0\u05d1\u2069"),
    ],
)
def test_french_elides_before_a_vowel_and_a_silent_h(name: str, expected: str) -> None:
    assert speak_template("fr", "le tour de %(who)s", who=name) == expected


def test_french_elides_other_little_words_too_and_only_before_a_gap() -> None:
    assert speak_template("fr", "Plus que %(who)s", who="Alice") == "Plus qu’Alice"
    assert speak_template("fr", "De %(who)s", who=Literal("Alice")) == "D’Alice"
    assert speak_template("fr", "la couleur du %(suit)s", suit=Text("orange")) == "la couleur de l’orange"
    assert speak_template("fr", "Ile %(who)s, le aa", who="Alice") == "Ile Alice, le aa"
    assert speak_template("fr", "%(who)s", who="Ana de Alba") == "Ana de Alba"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Ana", "Bo"), "Ana y Bo"),
        (("Ana", "Inés"), "Ana e Inés"),
        (("Ana", "Hilario"), "Ana e Hilario"),
        (("Ana", "Hielo"), "Ana y Hielo"),
        (("Ana", "Bo", "Íñigo"), "Ana, Bo e Íñigo"),
    ],
)
def test_spanish_says_e_instead_of_y_before_the_same_sound(names: tuple[str, ...], expected: str) -> None:
    spanish = PoCatalogue("es", {"%(first)s and %(last)s": ("%(first)s y %(last)s",)})
    assert join_names(names, spanish) == expected


def test_spanish_says_u_instead_of_o_before_the_same_sound() -> None:
    assert speak_template("es", "%(one)s o %(other)s", one=7, other=8) == "7 u 8"
    assert speak_template("es", "%(one)s o %(other)s", one="Ana", other="Óscar") == "Ana u Óscar"
    assert speak_template("es", "%(one)s o %(other)s", one=7, other=9) == "7 o 9"


def test_italian_adds_a_d_before_the_same_vowel_and_drops_that_of_articles() -> None:
    assert speak_template("it", "%(first)s e %(last)s", first="Bo", last="Emma") == "Bo ed Emma"
    assert speak_template("it", "%(first)s e %(last)s", first="Bo", last="Anna") == "Bo e Anna"
    assert speak_template("it", "tocca a %(who)s", who="Alice") == "tocca ad Alice"
    assert speak_template("it", "il lato del %(suit)s", suit=Text("arancione")) == "il lato dell’arancione"
    assert speak_template("it", "il lato del %(suit)s", suit=Text("verde")) == "il lato del verde"
    assert speak_template("it", "fino al %(card)s", card=8) == "fino all’8"
    assert speak_template("it", "fino al %(card)s", card=10) == "fino al 10"


def test_german_puts_an_apostrophe_behind_a_name_that_hisses() -> None:
    assert speak_template("de", "%(who)ss Zug", who="Alice") == "Alices Zug"
    assert speak_template("de", "%(who)ss Zug", who="Hans") == "Hans’ Zug"
    assert speak_template("de", "%(who)s spielt", who="Alice") == "Alice spielt"


def test_a_number_below_0_has_a_true_minus_in_every_language() -> None:
    assert speak(Text("%(points)s points", points=-3), ENGLISH) == "\u22123 points"


def test_a_language_counts_by_its_own_plural() -> None:
    forms = {"%(count)s card": ("%(count)s carte", "%(count)s cartes")}
    french = PoCatalogue("fr", forms, "nplurals=2; plural=(n > 1);")
    italian = PoCatalogue("it", forms, "nplurals=2; plural=(n != 1);")
    none = Plural("%(count)s card", "%(count)s cards", 0)
    assert speak(none, french) == "0 carte"
    assert speak(none, italian) == "0 cartes"
    assert speak(Plural("%(count)s card", "%(count)s cards", 2), french) == "2 cartes"
