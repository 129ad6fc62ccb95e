"""The rulings that were worked out by hand, for every game that answers questions."""

import json

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from tests.support.loops import at_least_one
from tests.support.rulings import LIMITS, RULINGS, Question, Referee, asked_by

REFEREES = {game.slug: Referee(game) for game in GAMES.values() if game.rulings}

every_ruling = pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: str(ruling["id"]))


@pytest.mark.parametrize("ruling", [*RULINGS, *LIMITS], ids=lambda ruling: str(ruling["id"]))
def test_the_worked_rulings_hold(ruling: Question) -> None:
    referee = REFEREES[ruling["game"]]
    for question in asked_by(ruling):
        if "refused" in ruling:
            assert referee.find_fault(ruling["kind"], **question) == ruling["refused"]
            continue
        answer = referee.ask(ruling["kind"], **question)
        expected = ruling.get("expected", {})
        assert {key: answer[key] for key in expected if key in answer} == expected
        assert set(ruling.get("says", ())) <= set(answer["because"])
        assert not answer.keys() & set(ruling.get("without", ()))


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


def test_a_number_too_long_to_be_written_is_refused_by_its_key() -> None:
    long = {"A": {"red": [10**4000]}}
    assert REFEREES["parade"].find_fault("score", ruleset="zman", players=long) == "players.A.red"


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
