"""Each commanding sentence of the rulebooks has a rule in our words, and a worked case or a test that holds it."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from tests.support.rulings import LIMITS, RULINGS

TESTS = Path(__file__).parents[1]
FILE = Path(__file__).with_name("sentences.toml")
SENTENCES = {
    (game, number): sentence
    for game, sentences in tomllib.loads(FILE.read_text(encoding="utf-8")).items()
    for number, sentence in sentences.items()
}
COUNTS = {"parade": 48, "diabolo": 38, "hawaiki": 33}
"""The number of such sentences. A sentence that several editions share counts once."""
BOOKS = {"parade": {"it2008", "fr2015", "es2013"}, "diabolo": {"diabolo"}, "hawaiki": {"hawaiki"}}
NOTHING = "nothing to score"


@cache
def _names_of_tests(path: str) -> set[str]:
    text = (TESTS / path).read_text(encoding="utf-8")
    if path.endswith(".toml"):
        return {case["rule"] for case in tomllib.loads(text)["round"]}
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}


def test_every_sentence_is_listed_in_its_order() -> None:
    for game, count in COUNTS.items():
        numbers = [number for slug, number in SENTENCES if slug == game]
        assert numbers == [f"{game[0].upper()}{number:02}" for number in range(1, count + 1)]
    assert {game for game, _ in SENTENCES} == set(COUNTS)


@pytest.mark.parametrize(("game", "number"), SENTENCES)
def test_a_sentence_that_commands_has_its_rule_and_what_holds_it(game: str, number: str) -> None:
    sentence = SENTENCES[game, number]
    places = re.findall(r"(\w+):\d+(?:-\d+)?", sentence["at"])
    assert len(places) == len(sentence["at"].split())
    assert places
    assert set(places) <= BOOKS[game]
    rule = GAMES[game].rule(sentence["rule"])
    assert rule
    assert rule.sources, "a sentence of a rulebook stands in one"
    rulings = {ruling["id"] for ruling in (*RULINGS, *LIMITS) if ruling["game"] == game}
    assert sentence["held_by"]
    for held in sentence["held_by"]:
        path, _, test = held.partition("::")
        assert held == NOTHING or held in rulings or test in _names_of_tests(path), held
