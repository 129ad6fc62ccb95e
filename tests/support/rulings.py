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

RULINGS = json.loads((Path(__file__).parents[1] / "games" / "rulings.json").read_text("utf-8"))["rulings"]


class Referee:
    """The rulings of one game, with the questions worked out by hand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.worked = [ruling for ruling in RULINGS if ruling["game"] == game.slug]

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
