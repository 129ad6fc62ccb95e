"""An example round of a pad. It shows people who make or get the pad what a score sheet looks like."""

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Seat, Setup, Spot
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, NumberBox, TickBox
from scorekeeper.games.pads.looked_up import find_table_ends
from scorekeeper.games.pads.pad import Box
from scorekeeper.games.pads.piles import NOBODY_BOX

EXAMPLE_NAMES = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")
"""The names of the players in the example, as many as a pad can have."""

EXAMPLES = (7, 4, 5, 2, 6, 3, 1, 4, 2, 5, 3, 6)
"""The number of each seat in an example round. The first player has the most."""


def make_example_setup(game: Game) -> Setup:
    """Return a table with the default options and two players, or the nearest number that the game allows."""
    count = max(game.seats[0], min(2, game.seats[1]))
    return Setup(EXAMPLE_NAMES[:count], game.default_options(), ((1, tuple(range(count))),))


def make_example_marks(game: Game, setup: Setup) -> dict[Spot, Mark]:
    """Return marks for every box of the pad except remarks.

    The first player has the largest numbers. No number goes beyond the lookup tables of the pad.
    """
    marks: dict[Spot, Mark] = {}
    ends = find_table_ends(game.pad)
    for row in game.rows(setup):
        # A pile is entered in one way only: by its cards.
        boxes = [box for box in row.boxes if isinstance(box, ChipsBox)] if row.box(NOBODY_BOX) else row.boxes
        for box in boxes:
            for seat in (None,) if box.shared else setup.seats(1):
                most = min(box.most, ends[box.key].inside if box.key in ends else box.most)
                item, mark = _make_mark(box, seat or 0, most)
                if mark is not None:
                    marks[Spot(1, row.key, box.key, seat, item)] = mark
    return marks


def _make_mark(box: Box, seat: Seat, most: int) -> tuple[str, Mark | None]:
    """Return the item and the mark of a seat in a box, None for a blank. No number is above `most`."""
    match box:
        case NumberBox():
            return "", EXAMPLES[seat] * min(most, EXAMPLES[0]) // EXAMPLES[0]
        case ChipsBox():
            return box.items[-1], None if seat else 1
        case ChoiceBox():
            return "", box.items[min(1, len(box.items) - 1) if seat == 0 else 0]
        case TickBox():
            return "", None if seat else 1
    return "", None
