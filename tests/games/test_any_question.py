"""Whatever the question is, the referee answers it or says which part is not valid."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.language.text import in_words
from scorekeeper.rulings import answer_with_rules
from tests.support.rulings import RULINGS, Question
from tests.support.soak import try_cases

UNASKED = "pink"

WORDS = ("red", "en2013", "zman", "red-1", "green-3", "heaven", "hell", "c1-4", "run", "thanks", "sacrifice", "A", "B")

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 14) | st.floats(allow_nan=False) | st.text(max_size=4)
    | st.sampled_from(WORDS),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.sampled_from((*WORDS, UNASKED)), part, max_size=4),
    max_leaves=12,
)  # fmt: skip

every_game = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.rulings], ids=lambda one: one.slug
)


def is_fair(game: Game, kind: str, question: Question) -> bool:
    """Return whether the answer is JSON, or a refusal in a sentence with a key of the question."""
    keys = {UNASKED, *(blank.key for blank in game.rulings[kind].blanks)}
    try:
        answer = in_words(answer_with_rules(game, game.rulings[kind], question))
    except Malformed as refusal:
        return str(refusal.reason).endswith(".") and refusal.key.split(".")[0] in keys
    return bool(json.loads(json.dumps(answer)) == answer and "because" in answer)


@every_game
@given(data=st.data())
@try_cases(600)
def test_anything_is_answered_or_refused_with_a_sentence(game: Game, data: st.DataObject) -> None:
    ruling = data.draw(st.sampled_from([*game.rulings.values()]))
    keys = [UNASKED, *(blank.key for blank in ruling.blanks)]
    question = data.draw(st.dictionaries(st.sampled_from(keys), ANYTHING, max_size=8))
    assert is_fair(game, ruling.kind, question)


@every_game
@given(data=st.data())
@try_cases(600)
def test_a_worked_ruling_with_one_part_spoilt_is_answered_or_refused(game: Game, data: st.DataObject) -> None:
    ruling = data.draw(st.sampled_from([ruling for ruling in RULINGS if ruling["game"] == game.slug]))
    spoilt = {data.draw(st.sampled_from([*ruling["input"]])): data.draw(ANYTHING)}
    assert is_fair(game, ruling["kind"], {**ruling["input"], **spoilt})
