"""A player who misses rounds: what formulas have added up before them, and the points agreed for a late one."""

from dataclasses import replace

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from tests.support.games import NAMES
from tests.support.marks import compute_standings
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


def test_a_pad_reads_the_points_that_a_player_began_with() -> None:
    game = GAMES["darts"]
    options = {**game.default_options(), "start_at": 301, "out": "straight"}
    setup = Setup(("Ann", "Bob", "Late"), options, ((1, (0, 1)), (2, (0, 1, 2))), late=((2, 40),))
    marks = {Spot(1, "thrown", "thrown", 0): 60, Spot(1, "thrown", "thrown", 1): 45}
    thrown = {Spot(2, "thrown", "thrown", seat): number for seat, number in enumerate((60, 45, 41))}
    over = compute_standings(game, setup, {**marks, **thrown})
    assert (over.totals[2], over.end) == (40, None)
    won = compute_standings(game, setup, {**marks, **thrown, Spot(2, "thrown", "thrown", 2): 40})
    assert (won.totals[2], won.winners) == (0, (2,))
    guest = compute_standings(game, replace(setup, late=((2, None),)), {**marks, **thrown})
    assert (guest.totals[2], guest.winners) == (301 - 41, ())
