"""A round of an example, so that whoever makes or gets a pad sees what it comes to."""

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Box, Mark, Setup, Spot
from scorekeeper.games.pads.looked_up import table_ends
from scorekeeper.games.pads.reading import pad_of

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")
"""As many as may play a pad."""

NUMBERS = (7, 4, 5, 2, 6, 3, 1, 4, 2, 5, 3, 6)
"""What they have in a box for a number."""


def example_setup(game: Game) -> Setup:
    """Two players, or as many as it takes, by the usual rules. Ours: an example is as small as it can be."""
    count = max(game.seats[0], min(2, game.seats[1]))
    return Setup(PLAYERS[:count], game.default_options(), ((1, tuple(range(count))),))


def example_marks(game: Game, setup: Setup) -> dict[Spot, Mark]:
    """What is written in every box of the pad.

    Ours: the first has a little more than the others, and nobody more than a table tells the worth of.
    """
    marks: dict[Spot, Mark] = {}
    ends = table_ends(pad_of(game.file, game.slug)) if game.file else {}
    for row in game.rows(setup):
        for box in row.boxes:
            for seat in (None,) if box.shared else setup.seats(1):
                most = min(box.most, ends[box.key].inside if box.key in ends else box.most)
                item, mark = _mark(box, seat or 0, most)
                if mark is not None:
                    marks[Spot(1, row.key, box.key, seat, item)] = mark
    return marks


def _mark(box: Box, seat: int, most: int) -> tuple[str, Mark | None]:
    match box.kind:
        case "number":
            return "", NUMBERS[seat] * min(most, NUMBERS[0]) // NUMBERS[0]
        case "tick":
            return "", None if seat else 1
        case "choice":
            return "", box.items[min(1, len(box.items) - 1) if seat == 0 else 0]
        case "chips":
            return box.items[-1], None if seat else 1
    return "", None
