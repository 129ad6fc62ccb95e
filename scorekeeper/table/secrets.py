"""Secret decisions: a mark in a hidden box is sealed until every player has one there. Then all appear at once.

The journal holds the marks from the moment they are written. Only this module decides what can be seen of them.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.game import Game
from scorekeeper.games.pad import SEALED, Changes, Mark, Marks, Seat, Setup, Spot
from scorekeeper.table.journal import Amend, Line, Write

Boxes = frozenset[tuple[str, str]]
"""Pairs of row key and box key."""


class Secrets:
    """The hidden boxes of a table and who has decided there. `marks` are all marks, including secret ones."""

    def __init__(self, game: Game | None, setup: Setup, marks: Marks) -> None:
        self._setup = setup
        self._boxes = _find_hidden(game, setup)
        self._earlier = [
            (first, last, _find_hidden(game, replace(setup, options=options))) for first, last, options in setup.earlier
        ]
        self._decided = defaultdict[tuple[int, str, str], set[Seat | None]](set)
        # Most games have no hidden boxes, and looking at all marks takes time.
        if self._boxes or self._earlier:
            for spot in marks:
                if self._is_hidden(spot):
                    self._decided[spot.round, spot.row, spot.box].add(spot.seat)

    def hide(self, marks: Mapping[Spot, Mark | None]) -> dict[Spot, Mark | None]:
        """Return marks as everybody may see them: SEALED in place of those that are still secret."""
        shown: dict[Spot, Mark | None] = {}
        for spot, mark in marks.items():
            # Erasing a choice is secret as well if its item tells which one it was.
            if (mark is not None or spot.item) and self.keeps(spot):
                shown[spot._replace(item="")] = SEALED
            else:
                shown[spot] = mark
        return shown

    def line(self, line: Line) -> Line:
        """Return a line as everybody may read it. It shows that a secret decision was made, but not which one."""
        act = line.act.act if isinstance(line.act, Amend) else line.act
        changes: Changes = act.changes if isinstance(act, Write) else {}
        return line._replace(act=Write(self.hide(changes))) if any(map(self.keeps, changes)) else line

    def keeps(self, spot: Spot) -> bool:
        """Return whether what stands at a spot is still secret."""
        return self._is_hidden(spot) and not (
            self._decided[spot.round, spot.row, spot.box] >= set(self._setup.seats(spot.round))
        )

    def _is_hidden(self, spot: Spot) -> bool:
        for first, last, boxes in self._earlier:
            if first <= spot.round <= last:
                return (spot.row, spot.box) in boxes
        return (spot.row, spot.box) in self._boxes


def _find_hidden(game: Game | None, setup: Setup) -> Boxes:
    rows = game.rows(setup) if game else ()
    return frozenset([(row.key, box.key) for row in rows for box in row.boxes if box.hidden])
