"""The rounds that were worked by hand come out so, for the games with a folder of their own."""

import pytest

from scorekeeper.games.game import Game
from tests.support.worked_rounds import FACTS, Case, check, list_rounds, work

KNOWN = {"rule", "players", "options", "given", "whole", "entered", "then", "mended", "tap"}


@pytest.mark.parametrize(("game", "file", "case"), list(list_rounds()))
def test_a_round_comes_out_as_it_was_worked_by_hand(game: Game, file: Case, case: Case) -> None:
    for part in (case, *case.get("mended", ())):
        assert part.keys() <= KNOWN | FACTS
        assert part.keys() & FACTS, "says what comes of it"
    check(work(game, file, case), case)
