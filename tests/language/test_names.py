"""Names in sentences and in little space: short words adapt to them, and they end in dots or initials."""

import pytest
from hypothesis import given
from hypothesis import strategies as any_

from scorekeeper.language.lettering import DOTS, fit_name, measure_width, split_terms
from scorekeeper.language.text import ENGLISH, Catalogue, Literal, Plural, Text, join_names, speak


def speak_template(language: str, template: str, **values: object) -> str:
    """Return a sentence as that language forms it."""
    return speak(Text(template, **values), Catalogue(language, {}))


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
    spanish = Catalogue("es", {"%(first)s and %(last)s": ("%(first)s y %(last)s",)})
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
    french = Catalogue("fr", forms, "nplurals=2; plural=(n > 1);")
    italian = Catalogue("it", forms, "nplurals=2; plural=(n != 1);")
    none = Plural("%(count)s card", "%(count)s cards", 0)
    assert speak(none, french) == "0 carte"
    assert speak(none, italian) == "0 cartes"
    assert speak(Plural("%(count)s card", "%(count)s cards", 2), french) == "2 cartes"


@pytest.mark.parametrize(
    ("name", "room", "lines", "there"),
    [
        ("Bo", 3, 1, "Bo"),
        ("Maximiliane", 8, 1, "Maximiliane"),
        ("Maximiliane", 5, 1, "Maximi…"),
        ("Maximiliane", 2, 1, "M"),
        ("Anna Maria", 4, 2, "Anna\nMaria"),
        ("Anna Maria", 4, 1, "Anna…"),
        ("Hans-Peter", 4, 2, "Hans-\nPeter"),
        ("Hans-Peter", 2, 2, "HP"),
        ("Maximiliane von Hohenlohe", 5, 2, "Maximi…\nvon Ho…"),
        ("Jean Luc Paul", 3.5, 2, "Jean\nLuc…"),
        ("李小龍", 4, 1, "李小龍"),
    ],
)
def test_a_name_is_whole_then_with_dots_then_its_initials(name: str, room: float, lines: int, there: str) -> None:
    assert fit_name(name, room, lines) == there


NAMES = any_.text(any_.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=32)


@given(NAMES, any_.floats(2, 12), any_.integers(1, 3))
def test_what_is_lettered_has_room(name: str, room: float, lines: int) -> None:
    parts = fit_name(name, room, lines).split("\n")
    assert 1 <= len(parts) <= lines
    assert all(measure_width(line) <= room for line in parts)
    if measure_width(name) <= room:
        assert parts == [name]


def test_no_letter_is_parted_from_its_accent() -> None:
    name = "Zoe\u0308" * 8
    for room in range(2, 12):
        start = fit_name(name, room).removesuffix(DOTS)
        assert name[len(start) : len(start) + 1] != "\u0308"


@pytest.mark.parametrize(
    ("working", "parts"),
    [
        ("10 + 8 + 3", ["10 + 8 + 3"]),
        ("2 + 4 × 5 − 7 × 2", ["2", "+ 4 × 5", "− 7 × 2"]),
        ("(25 + 8) × Garde 2 × 3 · Taker", ["(25 + 8)", "× Garde 2", "× 3 ·", "Taker"]),
        ("−((25 + 8) × 2 + 10 × 2)", ["−((25 + 8) × 2 + 10 × 2)"]),
    ],
)
def test_the_lines_of_a_working_break_between_its_terms(working: str, parts: list[str]) -> None:
    assert split_terms(working) == parts
