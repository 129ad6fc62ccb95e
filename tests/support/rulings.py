"""Rulings for tests: the worked questions, answers in words, and refusals."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.language.text import in_words
from scorekeeper.rulings import answer_with_rules

Question = dict[str, Any]

FILE = json.loads((Path(__file__).parents[1] / "games" / "rulings.json").read_text("utf-8"))

RULINGS = FILE["rulings"]


def complete_limits() -> list[Question]:
    """Return the questions at the limits of the rules, each with its game, its kind and its whole input.

    An entry can be like another one, with some inputs changed.
    """
    by_id = {ruling["id"]: ruling for ruling in RULINGS}
    for limit in FILE["limits"]:
        like = by_id.get(limit.get("like"), {"input": {}})
        known = {key: like[key] for key in ("game", "kind") if key in like}
        by_id[limit["id"]] = {**known, **limit, "input": {**like["input"], **limit["input"]}}
    return [by_id[limit["id"]] for limit in FILE["limits"]]


LIMITS = complete_limits()


def asked_by(ruling: Question) -> list[Question]:
    """Return the inputs of a ruling: one, or one for each value that it lists for a key."""
    listed = [(key, value) for key, values in ruling.get("each", {}).items() for value in values]
    return [{**ruling["input"], key: value} for key, value in listed] or [ruling["input"]]


class Referee:
    """The rulings of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def ask(self, kind: str, **question: Any) -> Mapping[str, Any]:
        """Return an answer in words, without the rules that it cites."""
        answer = in_words(answer_with_rules(self.game, self.game.rulings[kind], question))
        assert isinstance(answer, dict)
        assert answer.pop("rules")
        return answer

    def find_fault(self, kind: str, **question: Any) -> str:
        """Return the key at fault in a question that is refused."""
        with pytest.raises(Malformed) as caught:
            self.ask(kind, **question)
        assert str(caught.value.reason).endswith(".")
        assert caught.value.key in str(caught.value)
        return caught.value.key
