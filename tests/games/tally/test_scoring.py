"""Points of “Any game”: a round, the players who are waited for, and who leads after it."""

from scorekeeper.games.boxes import NumberBox, TickBox, WordsBox
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally import GAME
from tests.support.any_game import THREE, describe_round, describe_sheet, play, rounds, score, so_far, spot


def test_a_round_is_the_numbers_that_are_written() -> None:
    sheet = score(rounds((12, -5, 0)))
    assert sheet.totals == {0: 12, 1: -5, 2: 0}
    assert sheet.ranks == {0: 1, 1: 3, 2: 2}
    assert sheet.winners == (0,)
    assert describe_round(rounds((12, -5, 0))) == ("Round 1: Alice +12.", "Alice leads with 12.")


def test_the_fewest_points_win_where_that_is_agreed() -> None:
    setup = play("Alice", "Bo", "Cleo", wins="lowest")
    assert score(rounds((12, -5, 0)), setup).winners == (1,)
    assert describe_round(rounds((12, -5, 0)), setup) == ("Round 1: Bo \u22125.", "Bo leads with \u22125.")


def test_who_is_level_shares_the_place() -> None:
    sheet = score(rounds((7, 7, 3)))
    assert sheet.ranks == {0: 1, 1: 1, 2: 3}
    assert sheet.winners == (0, 1)
    assert describe_round(rounds((7, 7, 3))) == ("Round 1: Alice and Bo +7.", "Alice and Bo lead with 7.")


def test_a_round_that_brings_all_the_same_says_so() -> None:
    assert describe_round(rounds((0, 0, 0))) == ("Round 1: 0 for everybody.", "Everybody is tied on 0.")
    assert describe_round(rounds((7, 7, 7))) == ("Round 1: +7 for everybody.", "Everybody is tied on 7.")
    assert describe_round(rounds((5, 0, 0), (0, 0, 0)), round=2) == ("Round 2: 0 for everybody.", "Alice leads with 5.")
    assert describe_round(rounds((5, 0, 0), (0, 5, 5)), round=2) == (
        "Round 2: Bo and Cleo +5.",
        "Everybody is tied on 5.",
    )
    alone = play("Alice")
    assert describe_round(rounds((0,)), alone) == ("Round 1: Alice 0.", "Alice leads with 0.")


def test_zero_is_an_entry_and_blank_is_not() -> None:
    assert score(rounds((0, 0, 0))).decided
    sheet = score(rounds((0, None, 4)))
    assert not sheet.decided
    assert sheet.winners == ()
    assert describe_sheet(sheet) == ("No result yet.", "Bo has no points yet.")
    assert sheet.open[0].spots == (spot(1, 1),)


def test_that_is_all_leaves_the_blank_ones_without_points() -> None:
    marks = rounds((9, None, -4))
    cure = score(marks).open[0].cures[0]
    sheet = score({**marks, **{where: mark for where, mark in cure.changes.items() if mark is not None}})
    assert sheet.decided
    assert ("points", 1) not in sheet.cells
    assert sheet.totals[1] == 0
    assert sheet.ranks == {0: 1, 2: 2, 1: 3}


def test_a_round_that_is_not_decided_stays_out_of_the_totals() -> None:
    marks = rounds((10, 20, 30), (5, None, 5), (1, 1, 1))
    assert [so_far(marks, round=round) for round in (1, 2, 3)] == [
        {0: 10, 1: 20, 2: 30},
        {0: 10, 1: 20, 2: 30},
        {0: 11, 1: 21, 2: 31},
    ]


def test_counting_down_takes_points_off_the_start() -> None:
    setup = play("Alice", "Bo", start=501, count="down", wins="lowest")
    sheet = score(rounds((60, 100)), setup)
    assert sheet.totals == {0: -60, 1: -100}
    assert so_far(rounds((60, 100)), setup) == {0: 441, 1: 401}
    assert describe_round(rounds((60, 100)), setup) == ("Round 1: Bo \u2212100.", "Bo leads with 401.")


def test_who_joins_later_begins_with_the_start_and_who_left_is_left_out() -> None:
    setup = Setup(("Alice", "Bo", "Cleo"), {**GAME.default_options(), "start": 10}, ((1, (0, 1)), (2, (1, 2))))
    marks = {spot(1, 0): 5, spot(1, 1): 6, spot(2, 1): 1, spot(2, 2): 2}
    assert so_far(marks, setup, 2) == {0: 15, 1: 17, 2: 12}


def test_the_pad_is_one_line_with_a_note() -> None:
    (row,) = GAME.rows(THREE)
    assert [(box.key, type(box), box.shared) for box in row.boxes] == [
        ("points", NumberBox, False),
        ("note", WordsBox, True),
        ("all", TickBox, True),
    ]
    points = row.box("points")
    assert isinstance(points, NumberBox)
    assert (points.most, points.negative, points.sums) == (9999, True, True)


def test_an_empty_round_is_not_decided_even_if_that_is_all() -> None:
    assert describe_sheet(score({Spot(1, "points", "all"): 1})) == ("No result yet.", "Nobody has points yet.")


def test_the_note_of_a_round_stands_on_its_sheet() -> None:
    marks = {**rounds((1, 2, 3)), Spot(1, "points", "note"): "100% luck, %(who)s says"}
    assert str(score(marks).notes["points"]) == "100% luck, %(who)s says"
    assert score(marks, round=2).notes == {}
