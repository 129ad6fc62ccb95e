"""The rounds that are told move by move go on so, for every game with a referee."""

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from tests.support.told_rounds import FACTS, Case, Told, check, list_no_moves, list_told

KNOWN = {"rule", "players", "options", "round", "leader", "earlier", "start", "told", "move"}


@pytest.mark.parametrize(("game", "file", "case"), list(list_told()))
def test_a_round_goes_on_as_the_rules_say(game: Game, file: Case, case: Case) -> None:
    assert case.keys() <= KNOWN | FACTS
    assert case.keys() & FACTS, "says what comes of it"
    check(Told(game, file, case), case)


@pytest.mark.parametrize(("game", "file", "text"), list(list_no_moves()))
def test_what_is_no_move_is_malformed_and_can_still_be_read_out(game: Game, file: Case, text: str) -> None:
    told = Told(game, file, {"move": text})
    assert told.move
    for look in (told.referee.apply, told.referee.preview):
        with pytest.raises(Malformed, match="That is not a move"):
            look(told.state, told.move)
    assert told.reads
