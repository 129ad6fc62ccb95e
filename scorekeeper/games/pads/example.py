"""An example round of a pad. It shows people who make or get the pad what a score sheet looks like."""

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Box, Mark, Setup, Spot
from scorekeeper.games.pads.looked_up import find_table_ends
from scorekeeper.games.pads.reading import parse_pad

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")
"""The names of the players in the example, as many as a pad can have."""

NUMBERS = (7, 4, 5, 2, 6, 3, 1, 4, 2, 5, 3, 6)
"""The number that each seat has in a number box of the example. The first player has the most."""


def make_example_setup(game: Game) -> Setup:
    """Return a table with the default options and two players, or the nearest number that the game allows."""
    count = max(game.seats[0], min(2, game.seats[1]))
    return Setup(PLAYERS[:count], game.default_options(), ((1, tuple(range(count))),))


def make_example_marks(game: Game, setup: Setup) -> dict[Spot, Mark]:
    """Return marks for every box of the pad except remarks.

    The first player has the largest numbers. No number goes beyond the lookup tables of the pad.
    """
    marks: dict[Spot, Mark] = {}
    # Only a pad that people made keeps its text in the game.
    ends = find_table_ends(parse_pad(game.file, game.slug)) if game.file else {}
    for row in game.rows(setup):
        for box in row.boxes:
            for seat in (None,) if box.shared else setup.seats(1):
                most = min(box.most, ends[box.key].inside if box.key in ends else box.most)
                item, mark = _choose_mark(box, seat or 0, most)
                if mark is not None:
                    marks[Spot(1, row.key, box.key, seat, item)] = mark
    return marks


def _choose_mark(box: Box, seat: int, most: int) -> tuple[str, Mark | None]:
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
