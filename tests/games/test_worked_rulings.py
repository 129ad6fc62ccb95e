"""The rulings that were worked out by hand, for every game that answers questions."""

import json

import pytest

from scorekeeper.games import GAMES
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
