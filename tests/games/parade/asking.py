"""Asking the referee of this game in a test."""

from scorekeeper.games.parade import GAME
from tests.games.asking import Question, Referee

__all__ = ["WORKED", "Question", "ask", "refused"]

REFEREE = Referee(GAME)
WORKED, ask, refused = REFEREE.worked, REFEREE.ask, REFEREE.refused
