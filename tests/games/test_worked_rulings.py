"""The rulings that were worked out by hand, for every game that answers questions."""

import json

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from tests.support.loops import at_least_one
from tests.support.rulings import RULINGS, Question, Referee

REFEREES = {game.slug: Referee(game) for game in GAMES.values() if game.rulings}

NOT_THERE = object()

every_ruling = pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: str(ruling["id"]))


@every_ruling
def test_the_worked_rulings_hold(ruling: Question) -> None:
    answer = REFEREES[ruling["game"]].ask(ruling["kind"], **ruling["input"])
    assert {key: answer.get(key, NOT_THERE) for key in ruling["expected"]} == ruling["expected"]


@every_ruling
def test_every_answer_is_json_and_says_why_unless_nothing_is_wrong(ruling: Question) -> None:
    answer = REFEREES[ruling["game"]].ask(ruling["kind"], **ruling["input"])
    assert json.loads(json.dumps(answer)) == answer
    assert bool(answer["because"]) == (answer.get("errors") != [])
    asked = ruling["input"].get("label", "")
    for sentence in answer["because"]:
        assert sentence.endswith(".")
        assert not sentence.removeprefix(asked)[0].islower(), "begins like no sentence, nor with the word asked about"


@every_ruling
def test_a_part_that_is_missing_is_refused_by_its_key_or_need_not_be_there(ruling: Question) -> None:
    refused = []
    for key in ruling["input"]:
        rest = {other: value for other, value in ruling["input"].items() if other != key}
        try:
            REFEREES[ruling["game"]].ask(ruling["kind"], **rest)
        except Malformed as missing:
            refused.append((key, missing.key))
    assert refused
    assert ruling["kind"] == "validate" or all(named == key for key, named in refused)


@pytest.mark.parametrize(
    ("id", "changed", "key"),
    [
        ("P-SCO-01", {"ruleset": "zmann"}, "ruleset"),
        ("P-SCO-01", {"ruleset": None}, "ruleset"),
        ("P-SCO-01", {"players": []}, "players"),
        ("P-SCO-01", {"players": {}}, "players"),
        ("P-SCO-01", {"players": {"A": []}}, "players.A"),
        ("P-SCO-01", {"players": {"A": {"pink": [1]}}}, "players.A"),
        ("P-SCO-01", {"players": {"A": {"red": ["3"]}}}, "players.A.red"),
        ("P-SCO-01", {"players": {"A": {"red": [True]}}}, "players.A.red"),
        ("P-SCO-01", {"players": {"A": {"red": [10**4000]}}}, "players.A.red"),
        ("P-END-01", {"seats": ["A", "A"]}, "seats"),
        ("P-END-01", {"active": "Z"}, "active"),
        ("P-END-01", {"deck_before_draw": 0}, "deck_before_draw"),
        ("P-END-01", {"deck_before_draw": True}, "deck_before_draw"),
        ("P-END-01", {"already_final": 0}, "already_final"),
        ("P-END-01", {"already_final": True}, "final_trigger"),
        ("P-END-01", {"already_final": True, "final_trigger": "Z"}, "final_trigger"),
        ("P-DECK-2", {"n": 7}, "n"),
        ("P-VAL-06", {"quick": {"A": {"red": [-1, None]}}}, "quick.A.red"),
        ("P-VAL-06", {"players": {"A": {"red": [1]}}}, "quick"),
        ("P-LAB-01", {"edition": []}, "edition"),
        ("D-ROW-01", {"heaven": "5"}, "heaven"),
        ("D-ROW-01", {"doubles": ["Zoe"]}, "doubles"),
        ("D-RND-01", {"rows": {"red": {"heaven": []}}}, "rows.red.hell"),
        ("D-RND-01", {"order": ["red", "red"]}, "order"),
        ("D-PLC-01", {"card": "red-6"}, "card"),
        ("D-GAM-01", {"rounds": [{"A": 1}]}, "rounds.B"),
        ("H-PLC-01", {"tops": ["c1-1"]}, "tops"),
        ("H-ANN-01", {"contested": True}, "contested"),
        ("H-DRW-01", {"said": {"B": "grazie"}}, "said.B"),
        ("H-SET-01", {"tokens": {"A": 1}}, "tokens.B"),
        ("H-SET-01", {"finisher": "Zoe"}, "finisher"),
        ("H-RSH-03", {"piles": [5, 3]}, "piles"),
    ],
)
def test_what_cannot_be_understood_is_refused_by_its_key(id: str, changed: Question, key: str) -> None:
    (ruling,) = [ruling for ruling in RULINGS if ruling["id"] == id]
    assert REFEREES[ruling["game"]].find_fault(ruling["kind"], **{**ruling["input"], **changed}) == key


def test_every_kind_of_question_of_every_game_was_worked_out() -> None:
    assert {(ruling["game"], ruling["kind"]) for ruling in RULINGS} == {
        (slug, kind) for slug, referee in REFEREES.items() for kind in referee.game.rulings
    }


@pytest.mark.parametrize("slug", REFEREES)
def test_no_two_blanks_of_a_question_share_their_key(slug: str) -> None:
    for ruling in at_least_one(GAMES[slug].rulings.values()):
        keys = [blank.key for blank in ruling.blanks]
        assert keys
        assert len(set(keys)) == len(keys)
