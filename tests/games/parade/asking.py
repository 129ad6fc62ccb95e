"""Asking the referee in a test: the worked rulings, an answer, or the key that a refusal names."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.base import Malformed
from scorekeeper.games.parade import GAME
from scorekeeper.text import in_words

Question = dict[str, Any]

WORKED = [
    ruling
    for ruling in json.loads((Path(__file__).parents[1] / "rulings.json").read_text("utf-8"))["rulings"]
    if ruling["game"] == "parade"
]


def ask(kind: str, **question: Any) -> Mapping[str, Any]:
    answer = in_words(GAME.rulings[kind].answer(question))
    assert isinstance(answer, dict)
    return answer


def refused(kind: str, **question: Any) -> str:
    """The key that is named when a question cannot be understood."""
    with pytest.raises(Malformed) as caught:
        ask(kind, **question)
    assert str(caught.value.reason).endswith(".")
    assert caught.value.key in str(caught.value)
    return caught.value.key
