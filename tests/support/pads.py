"""A round on a pad as people write it: everything that is asked is told, and it goes together."""

from random import Random

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Box, Mark, Setup, Spot

TRIES = 500


def a_whole_round(game: Game, setup: Setup, round: int, chance: Random) -> dict[Spot, Mark]:
    """Marks by chance that make a decided round."""
    for _ in range(TRIES):
        marks = a_told_round(game, setup, round, chance)
        if game.score(setup, marks, round).decided:
            return marks
    raise AssertionError(f"{game.slug}: no round by chance is decided")


def a_told_round(game: Game, setup: Setup, round: int, chance: Random) -> dict[Spot, Mark]:
    """Marks by chance wherever something is asked, whether they go together or not."""
    seats = setup.seats(round)
    marks: dict[Spot, Mark] = {}
    for row in game.rows(setup):
        owner = chance.choice(seats)
        for box in row.boxes:
            for seat in (None,) if box.shared else seats:
                for item in box.items if box.kind == "chips" else ("",):
                    mark = _mark(box, seat in (None, owner), chance)
                    if mark is not None:
                        marks[Spot(round, row.key, box.key, seat, item)] = mark
    return marks


def _mark(box: Box, owner: bool, chance: Random) -> Mark | None:
    match box.kind:
        case "number":
            return chance.randint(-3 if box.negative else 0, min(box.most, 20))
        case "tick":
            return 1 if owner else None
        case "choice":
            return chance.choice(box.items)
        case "chips":
            return 1 if owner and chance.random() < 0.5 else None
    return None
