"""A player who misses a round keeps what formulas have added up before it."""

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from tests.support.games import NAMES
from tests.support.pads import Marks


def test_the_bags_of_spades_stay_with_a_player_who_misses_a_round() -> None:
    game = GAMES["spades"]
    seating = ((1, (0, 1, 2, 3)), (2, (0, 1, 2, 4)), (3, (0, 1, 2, 3)))
    setup = Setup(NAMES[:5], game.default_options(), seating)
    # The side of the seats 1 and 3 has six bags in rounds 1 and 3: each bids 1 and takes 4. Round 2 has one bag.
    bagged = {0: (3, 3), 1: (1, 4), 2: (2, 2), 3: (1, 4)}
    marks: Marks = {}
    for round, hands in enumerate((bagged, {0: (3, 4), 1: (3, 3), 2: (3, 3), 4: (3, 3)}, bagged), 1):
        for seat, (bid, took) in hands.items():
            marks |= {Spot(round, "tricks", "bid", seat): bid, Spot(round, "tricks", "took", seat): took}
    tenth = [game.score(setup, marks, round).cells["tenth", 3].points for round in (1, 3)]
    assert tenth == [0, -100]
