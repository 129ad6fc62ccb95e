"""Colour words by edition, and which piles are possible: the limits, and input that is not valid."""

import pytest

from scorekeeper.games.parade.cards import EDITIONS, SLOTS
from scorekeeper.games.parade.rulings import score, validate
from tests.support.parade import ask, find_fault
from tests.support.rulings import Question


@pytest.mark.parametrize(
    ("edition", "labels", "slot"),
    [
        ("es2013", "negro NEGRAS Negros gris grises", "grey"),
        ("es2013", "amarillo amarillas", "orange"),
        ("es2013", "morado Moradas", "purple"),
        ("es2013", "azules rojos", None),
        ("en2013", "grey Gray BLACK", "grey"),
        ("en2013", "orange yellow", "orange"),
        ("fr2015", "gris Grises noir noires", "grey"),
        ("fr2015", "orange Oranges jaune", "orange"),
        ("fr2015", "violet VIOLETTE violettes", "purple"),
        ("fr2015", "vert vertes", "green"),
        ("it2008", "grigio grigia grigi grigie", "grey"),
        ("it2008", "arancione Arancioni", "orange"),
        ("it2008", "viola", "purple"),
        ("it2008", "blu BLÙ", "blue"),
        ("it2008", "rosso rossa rossi rosse", "red"),
        ("de2014", "gelb Gelbe gelber gelbes gelben gelbem", "purple"),
        ("de2014", "Grün GRÜNE gruen grüner", "green"),
        ("de2014", "orange Orangene orangefarben", "orange"),
        ("de2014", "grau Graue", "grey"),
        ("de2014", "blau blaues", "blue"),
        ("de2014", "rot Roten", "red"),
    ],
)
def test_a_colour_is_known_in_any_case_gender_and_number(edition: str, labels: str, slot: str | None) -> None:
    slots = [ask("label", edition=edition, label=f" {label} ")["slot"] for label in labels.split()]
    assert slots == ([slot] * len(slots) if slot else ["blue", "red"])


@pytest.mark.parametrize(
    ("edition", "label"),
    [
        *[("de2014", "lila"), ("de2014", "schwarz"), ("it2008", "nero"), ("it2008", "giallo"), ("es2013", "naranja")],
        *[
            ("en2013", "lila"),
            ("fr2015", "purple"),
            ("en2013", ""),
            ("en2013", "r ed"),
            ("en2013", None),
            ("en2013", 3),
        ],
    ],
)
def test_a_colour_that_an_edition_does_not_have_is_refused(edition: str, label: object) -> None:
    assert find_fault("label", edition=edition, label=label) == "label"


def test_each_edition_knows_a_word_for_every_slot_and_none_twice() -> None:
    own = {"en2013": "red blue purple green grey orange", "fr2015": "rouge bleu violet vert gris orange"}
    own |= {"es2013": "rojo azul morado verde negro amarillo", "it2008": "rosso blu viola verde grigio arancione"}
    own |= {"de2014": "rot blau gelb grün grau orange"}
    assert own.keys() == EDITIONS.keys()
    for edition, words in own.items():
        assert [ask("label", edition=edition, label=word)["slot"] for word in words.split()] == list(SLOTS)


# Validate


@pytest.mark.parametrize(
    ("question", "errors"),
    [
        ({"players": {"A": {"red": [5, 4]}, "B": {"red": [3, 1]}}}, []),
        ({"players": {"A": {"red": [5, 5]}, "B": {"red": [3, 1]}}}, ["duplicate_card"]),
        ({"players": {"A": {"red": [-1, 4]}, "B": {"blue": [3, 1]}}}, ["bad_value"]),
        ({"players": {"A": {"red": [5]}, "B": {}}}, ["too_few_cards"]),
        ({"players": {"A": {"red": [11]}, "B": {"red": [5, 5]}}}, ["bad_value", "duplicate_card", "too_few_cards"]),
        (
            {"players": {n: {s: [*range(11)] for s in g} for n, g in (("A", SLOTS[:3]), ("B", SLOTS[3:]))}},
            ["too_many_cards"],
        ),
        ({"quick": {"A": {"red": [2, 20]}, "B": {"blue": [2, 5]}}}, ["impossible_sum"]),
        ({"quick": {"A": {"red": [12, 55]}}}, ["too_many_of_colour"]),
        ({"quick": {"A": {"red": [6, 0]}, "B": {"red": [6, 99]}}}, ["too_many_of_colour"]),
        ({"quick": {"A": {"red": [6, None]}, "B": {"red": [6, None]}}}, ["too_many_of_colour"]),
        ({"quick": {"A": {"red": [11, 54]}}}, ["impossible_sum"]),
        ({"quick": {"A": {"red": [11, 55]}}}, []),
        ({"quick": {"A": {"red": [0, 0]}}}, []),
        ({"quick": {"A": {"red": [0, 3]}}}, ["impossible_sum"]),
        ({"quick": {"A": {"red": [2, -1]}}}, ["impossible_sum"]),
        ({"quick": {"A": {"red": [4, None]}, "B": {"red": [2, 19]}}}, []),
        ({"quick": {"A": {"red": [12, 1], "blue": [1, 11]}}}, ["impossible_sum", "too_many_of_colour"]),
        ({"quick": {n: {slot: [5, None] for slot in SLOTS} for n in "AB"}}, []),
        (
            {
                "quick": {
                    n: {slot: [5, None] for slot in SLOTS}
                    | {"red": [6 - (n == "B"), None], "blue": [6 - (n == "B"), None]}
                    for n in "AB"
                }
            },
            ["too_many_cards"],
        ),
        ({"n": 3, "counts_total": 59}, []),
        ({"n": 3, "counts_total": 60}, ["too_many_cards"]),
        ({"n": 2, "counts_total": 62}, ["too_many_cards"]),
        ({"n": 6, "counts_total": 53}, []),
    ],
)
def test_validate_names_everything_that_is_wrong(question: Question, errors: list[str]) -> None:
    answer = ask("validate", **question)
    assert answer["errors"] == errors
    assert len(answer["because"]) == len(errors)


def test_a_card_that_lies_there_more_than_once_is_named_by_the_check_and_beside_the_score() -> None:
    piles = {"A": {"red": [3, 3], "blue": [1]}, "B": {"red": [3, 1]}}
    said = "Red 3 is listed more than once, but there is only one of each card."
    assert said in [str(sentence) for sentence in validate(players=piles)["because"]]
    assert said in [str(sentence) for sentence in score(ruleset="zman", players=piles)["because"]]
    assert "more than once" not in " ".join(
        map(str, score(ruleset="zman", players={"A": {"red": [3, 1]}, "B": {"blue": [1, 2]}})["because"])
    )
