"""Whatever the question is, the referee answers it or says which part is not valid."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.errors import Malformed
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.cards import EDITIONS, SLOTS
from scorekeeper.games.questions import Ruling
from scorekeeper.language.text import in_words
from scorekeeper.rulings import answer_with_rules
from tests.support.parade import WORKED
from tests.support.rulings import Question
from tests.support.soak import try_cases

UNASKED = ("pink",)

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 14) | st.floats(allow_nan=False) | st.text(max_size=4)
    | st.sampled_from([*SLOTS, *EDITIONS, "zman", "red-1", "green-3", "A", "B"]),
    lambda part: st.lists(part, max_size=4)
    | st.dictionaries(st.sampled_from([*SLOTS, "A", "B", "C", "pink"]), part, max_size=4),
    max_leaves=12,
)  # fmt: skip


def asking(ruling: Ruling) -> st.SearchStrategy[tuple[str, Question]]:
    """Return a strategy for questions of a kind: any values under its keys and under unknown ones."""
    keys = [*[blank.key for blank in ruling.blanks], *UNASKED]
    return st.tuples(st.just(ruling.kind), st.dictionaries(st.sampled_from(keys), ANYTHING, max_size=8))


def answer_or_refusal(kind: str, question: Question) -> Mapping[str, Any] | Malformed:
    """Return the answer or the refusal. Any other exception fails the test."""
    try:
        return in_words(answer_with_rules(GAME, GAME.rulings[kind], question))
    except Malformed as refusal:
        return refusal


def fair(kind: str, answer: Mapping[str, Any] | Malformed) -> bool:
    """Return whether the answer is JSON, or a refusal in a sentence with a key of the question."""
    if isinstance(answer, Malformed):
        return str(answer.reason).endswith(".") and answer.key.split(".")[0] in {
            *UNASKED,
            *[blank.key for blank in GAME.rulings[kind].blanks],
        }
    return bool(json.loads(json.dumps(answer)) == answer and "because" in answer)


@given(st.sampled_from([*GAME.rulings.values()]).flatmap(asking))
@try_cases(600)
def test_anything_is_answered_or_refused_with_a_sentence(asked: tuple[str, Question]) -> None:
    kind, question = asked
    assert fair(kind, answer_or_refusal(kind, question))


@given(st.sampled_from(WORKED), st.data())
@try_cases(600)
def test_a_worked_ruling_with_one_part_spoilt_is_answered_or_refused(ruling: Question, data: st.DataObject) -> None:
    question = {**ruling["input"], data.draw(st.sampled_from([*ruling["input"]])): data.draw(ANYTHING)}
    assert fair(ruling["kind"], answer_or_refusal(ruling["kind"], question))
