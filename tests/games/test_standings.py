"""The standings of a table with late players, departed players or an open round: for “Any game” and a pad alike."""

from dataclasses import replace

import pytest

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.standings import is_one_team, scored_together
from scorekeeper.games.tally import GAME
from scorekeeper.language.text import Text
from tests.support.any_game import play, rounds, spot
from tests.support.marks import compute_standings, describe_end
from tests.support.verdicts import by, cite_all

TIE = """format = 1
name = "Golf"
players = [2, 4]
rounds = "2"

[row.strokes]
label = "Strokes"

[row.balls]
label = "Balls lost"
counts = false

[tie.balls]
label = "fewest balls lost"
fewest = "balls"
"""


def change_seats(setup: Setup, *seating: tuple[int, tuple[int, ...]]) -> Setup:
    """Return the table with these seats from these rounds on."""
    return Setup(setup.players, setup.options, seating)


def test_who_has_left_ends_no_game() -> None:
    setup = change_seats(play("Ann", "Bob", "Cid", target=25), (1, (0, 1, 2)), (2, (1, 2)))
    left = {**rounds((30, 4, 5)), spot(2, 1): 4, spot(2, 2): 3}
    assert describe_end(GAME, setup, left) is None
    assert describe_end(GAME, setup, {**left, spot(3, 1): 20, spot(3, 2): 0}) == "Bob has reached 25. Bob wins with 28."


def test_part_of_a_team_has_not_won_as_a_team() -> None:
    setup = play("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", teams="2")
    assert is_one_team(setup, (0, 2, 4), 1, 2)
    for seats in ((0, 2), (0, 1, 2, 3, 4, 5), ()):
        assert not is_one_team(setup, seats, 1, 2)


def test_a_team_takes_up_one_place_and_a_partner_who_joined_later_has_it_too() -> None:
    names = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
    joined = change_seats(play(*names, teams="2", rounds=2), (1, (0, 1, 2, 3)), (2, (0, 1, 2, 3, 4, 5)))
    late = rounds((5, 1, 5, 1), (5, 1, 5, 1, 5, 1))
    assert describe_end(GAME, joined, late) == "All 2 rounds have been played. Ann, Cid and Eve win with 10."
    assert compute_standings(GAME, joined, late).ranking == {0: 1, 2: 1, 4: 1, 1: 2, 3: 2, 5: 2}
    fewest = change_seats(play(*names, teams="2", rounds=2, wins="lowest"), *joined.seating)
    standings = compute_standings(GAME, fewest, late)
    assert standings.ranking == {1: 1, 3: 1, 5: 1, 0: 2, 2: 2, 4: 2}
    assert (standings.best, standings.late) == (2, {})
    whole = play(*names, teams="2", rounds=1)
    assert (
        describe_end(GAME, whole, rounds((5, 1, 5, 1, 5, 1)))
        == "The only round has been played. Ann, Cid and Eve win with 5."
    )


def test_before_a_round_counts_nobody_leads_and_the_best_is_0() -> None:
    standings = compute_standings(GAME, play("Ann", "Bob"), {})
    assert (standings.leads(), standings.leaders, standings.best, standings.behind(1)) == (None, (), 0, 0)
    assert standings.last == 0
    assert describe_end(GAME, play("Ann", "Bob", rounds=1), {}) is None


def test_the_lead_moves_to_the_next_player_who_is_in() -> None:
    setup = play("Ann", "Bob", "Cid", "Dan")
    assert [setup.lead(round, {}) for round in range(1, 7)] == [0, 1, 2, 3, 0, 1]
    assert [setup.lead(round, {3: 1}) for round in range(2, 8)] == [1, 2, 0, 1, 2, 0]
    # Out from round 2 on: whoever would have led after Ann leads, and nobody twice as often.
    assert [setup.lead(round, {1: 2}) for round in range(3, 9)] == [2, 3, 0, 2, 3, 0]
    third = Setup(setup.players, setup.options, setup.seating, starter=2)
    assert third.lead(2, {3: 1}) == 0
    assert setup.lead(2, dict.fromkeys(range(4), 1)) == 1
    left = Setup(setup.players, setup.options, ((1, (0, 1, 3)),), starter=2)
    assert left.lead(2, {0: 1}) == 1
    joined = change_seats(setup, (1, (0, 1, 2)), (2, (0, 1, 2, 3)))
    assert joined.lead(2, {0: 1, 1: 1, 2: 1}) == 3


def test_the_lead_stays_with_whoever_began_until_that_player_is_out() -> None:
    third = Setup(("Ann", "Bob", "Cid", "Dan"), {}, ((1, (0, 1, 2, 3)),), starter=2)
    assert [third.lead(round, {}, stays=True) for round in range(1, 5)] == [2, 2, 2, 2]
    assert [third.lead(round, {2: 2}, stays=True) for round in range(3, 6)] == [3, 3, 3]


def test_those_who_play_against_the_game_score_together_unless_there_is_only_one() -> None:
    assert str(scored_together(("Ann", "Bob"), "19")) == "Ann and Bob scored 19 together."
    assert str(scored_together(("Ann",), "19")) == "Ann wins with 19."


def test_who_joined_late_has_no_place_where_the_fewest_points_win() -> None:
    setup = change_seats(play("Ann", "Bob", "Late", wins="lowest"), (1, (0, 1)), (2, (0, 1, 2)))
    standings = compute_standings(GAME, setup, rounds((5, 3), (1, 1, 0)))
    assert standings.totals == {0: 6, 1: 4, 2: 0}
    assert standings.places == {1: 1, 0: 2}
    assert standings.leaders == (1,)
    assert cite_all(standings.describe_late(Text("round"))) == [by("late", who="Late", round="round", number=2)]


def test_who_joined_late_has_a_place_where_the_most_points_win() -> None:
    setup = change_seats(play("Ann", "Bob", "Late"), (1, (0, 1)), (2, (0, 1, 2)))
    standings = compute_standings(GAME, setup, rounds((5, 3), (1, 1, 99)))
    assert standings.places == {2: 1, 0: 2, 1: 3}
    assert standings.leaders == (2,)
    assert standings.describe_late(Text("round")) == ()


JOINED: list[tuple[str, int | None, dict[int, int], dict[int, int], list[str]]] = [
    ("highest", 0, {0: 6, 1: 9, 2: 7}, {1: 1, 2: 2, 0: 3}, ["Late joined in round 2 with 0."]),
    ("highest", 5, {0: 6, 1: 9, 2: 12}, {2: 1, 1: 2, 0: 3}, ["Late joined in round 2 with 5."]),
    ("highest", None, {0: 6, 1: 9, 2: 7}, {1: 1, 0: 2}, ["Late joined in round 2 and has no place."]),
    ("lowest", 0, {0: 6, 1: 9, 2: 7}, {0: 1, 2: 2, 1: 3}, ["Late joined in round 2 with 0."]),
    ("lowest", 8, {0: 6, 1: 9, 2: 15}, {0: 1, 1: 2, 2: 3}, ["Late joined in round 2 with 8."]),
    ("lowest", None, {0: 6, 1: 9, 2: 7}, {0: 1, 1: 2}, ["Late joined in round 2 and has no place."]),
]


@pytest.mark.parametrize(("wins", "begun", "totals", "places", "said"), JOINED)
def test_who_joins_later_begins_as_the_table_agreed(
    wins: str, begun: int | None, totals: dict[int, int], places: dict[int, int], said: list[str]
) -> None:
    setup = change_seats(play("Ann", "Bob", "Late", wins=wins), (1, (0, 1)), (2, (0, 1, 2)))
    standings = compute_standings(GAME, replace(setup, late=((2, begun),)), rounds((5, 8), (1, 1, 7)))
    assert standings.totals == totals
    assert standings.places == places
    assert [str(text) for text in standings.describe_late(Text("round"))] == said


def test_points_to_begin_with_count_from_the_first_round_of_a_player() -> None:
    setup = change_seats(play("Ann", "Bob", "Late", wins="lowest"), (1, (0, 1)), (2, (0, 1, 2)), (3, (0, 1)))
    setup = replace(setup, late=((2, 8),))
    assert compute_standings(GAME, setup, rounds((5, 8), (1, 1, 7))).places == {0: 1, 1: 2, 2: 3}
    # Whoever leaves keeps the points and has no place.
    standings = compute_standings(GAME, setup, rounds((5, 8), (1, 1, 7), (1, 1)))
    assert (standings.totals[2], standings.places) == (15, {0: 1, 1: 2})


def test_who_has_no_place_ends_no_game() -> None:
    setup = change_seats(play("Ann", "Bob", "Guest", target=25), (1, (0, 1)), (2, (0, 1, 2)))
    guest = replace(setup, late=((2, None),))
    marks = rounds((5, 8), (1, 1, 30))
    assert describe_end(GAME, setup, marks) == "Guest has reached 25. Guest wins with 30."
    assert describe_end(GAME, guest, marks) is None
    last_in = play("Ann", "Bob", "Guest", target=10, out="out")
    out = change_seats(last_in, (1, (0, 1)), (2, (0, 1, 2)))
    assert describe_end(GAME, out, rounds((5, 8), (1, 3, 0))) is None
    ended = describe_end(GAME, replace(out, late=((2, None),)), rounds((5, 8), (1, 3, 0)))
    assert ended == "Everybody else is out. Ann wins with 6."


def test_the_last_total_is_that_of_the_last_player_who_is_in() -> None:
    highest, lowest = play("Ann", "Bob"), play("Ann", "Bob", wins="lowest")
    assert compute_standings(GAME, highest, {}).last_total is None
    assert compute_standings(GAME, highest, rounds((5, 8))).last_total == 5
    assert compute_standings(GAME, lowest, rounds((5, 8))).last_total == 8
    out = play("Ann", "Bob", "Cid", start=10, count="down", out="out")
    assert compute_standings(GAME, out, rounds((2, 10, 4))).last_total == 6


def test_who_left_and_came_back_joined_in_the_round_of_the_return() -> None:
    setup = change_seats(
        play("Ann", "Bob", "Cid", "Dan", wins="lowest"), (1, (0, 1, 2)), (2, (0, 1)), (3, (0, 1, 2, 3))
    )
    standings = compute_standings(GAME, setup, rounds((5, 3, 1), (1, 1), (1, 1, 0, 0)))
    assert standings.late == {2: 3, 3: 3}
    assert [str(text) for text in standings.describe_late(Text("round"))] == [
        "Cid and Dan joined in round 3 and have no place."
    ]


def test_who_left_and_has_no_place_comes_after_the_last_who_has_one() -> None:
    setup = change_seats(play("Ann", "Bob", "Cid"), (1, (0, 1, 2)), (2, (1, 2)))
    standings = compute_standings(GAME, setup, rounds((50, 9, 3), (None, 1, 1)))
    assert standings.places == {1: 1, 2: 2}
    assert standings.in_order == (1, 2, 0)


def test_what_decides_between_players_who_are_level_is_added_up_over_all_rounds() -> None:
    golf = Game(parse_pad(TIE, "golf"))
    setup = Setup(("Ann", "Bob"), {}, ((1, (0, 1)),))
    lost = {1: (3, 1), 2: (1, 2)}
    marks = {Spot(round, "strokes", "strokes", seat): 10 for round in lost for seat in (0, 1)}
    marks |= {Spot(round, "balls", "balls", seat): balls for round in lost for seat, balls in enumerate(lost[round])}
    standings = compute_standings(golf, setup, marks)
    assert (standings.totals, standings.ties, standings.winners) == ({0: 20, 1: 20}, {0: (4,), 1: (3,)}, (1,))


def test_a_table_that_agreed_on_fewer_rounds_than_it_has_played_is_told_no_number() -> None:
    setup = play("Ann", "Bob", rounds=3)
    four = rounds((1, 2), (3, 4), (5, 6), (7, 8))
    assert describe_end(GAME, setup, four) == "All agreed rounds have been played. Bob wins with 20."
