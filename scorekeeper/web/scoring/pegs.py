"""Tracks on screen: a lane of the peg track for each player or team, and rows that are crossed off."""

from typing import NamedTuple

from scorekeeper.games.pad import Choice, Row

LANE_WIDTH, LANE_MARGIN = 300, 6
"""The width of the drawing of a lane, and that of its ends, in the units of the drawing."""

HOLES_BETWEEN = 5
"""The holes from one drawn one to the next: a track of 121 is drawn in fives."""

STREET = 30
"""The holes of a street of a cribbage board, at whose end stands its number."""


class PegLane(NamedTuple):
    """The peg track of one player or team."""

    back: int
    """The hole of the peg behind."""
    front: int
    """The hole of the peg in front."""
    holes: int
    """The number of holes."""

    def place(self, hole: int) -> float:
        """Return how far from the left a hole is drawn. Nobody pegs beyond the last hole, or before the start."""
        share = min(max(hole, 0), self.holes) / self.holes
        return round(LANE_MARGIN + share * (LANE_WIDTH - 2 * LANE_MARGIN), 1)

    @property
    def drawn(self) -> list[int]:
        """The holes that are drawn."""
        return [*range(0, self.holes, HOLES_BETWEEN), self.holes]

    @property
    def named(self) -> list[int]:
        """The holes whose number is drawn."""
        return [*range(STREET, self.holes - STREET // 2, STREET), self.holes]


class CrossedRow(NamedTuple):
    """A row that is crossed off from left to right."""

    row: Row
    crosses: tuple[Choice, ...]
    points: str
    """Those of the player, or "" while it is blank."""
