"""A phone that enters a round in one of the ways of a game and counts its taps."""

from scorekeeper.games.entry import Step
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Changes, Setup
from tests.support.marks import Written, apply_changes


class Phone:
    """A phone that enters the first round."""

    def __init__(self, game: Game, setup: Setup, way: str) -> None:
        self.game, self.setup = game, setup
        self.way(way)
        self.marks: Written = {}
        self.taps = 0

    def way(self, key: str) -> None:
        """Choose the way of entering."""
        self.steps = next(way.steps for way in self.game.ways(self.setup) if way.key == key)

    def compute_steps(self) -> tuple[Step, ...]:
        return self.steps(self.setup, self.marks, 1)

    def step(self, key: str) -> Step:
        """Return a step as it is after the last tap."""
        return next(step for step in self.compute_steps() if step.key == key)

    def tap(self, changes: Changes) -> None:
        """Tap once, which writes one line."""
        self.marks = apply_changes(self.marks, changes)
        self.taps += 1


def find_step(game: Game, setup: Setup, way: str, key: str, marks: Written) -> Step:
    phone = Phone(game, setup, way)
    phone.marks = marks
    return phone.step(key)
