"""“Any game” in which the points of one player go to all the others."""

from scorekeeper.games.entry import Keys, Step
from scorekeeper.games.pad import Choice, Setup, Spot
from scorekeeper.games.tally import GAME
from tests.support.any_game import THREE, describe_sheet, play, rounds, score, spot
from tests.support.marks import Written, compute_standings
from tests.support.verdicts import by, cite

HEARTS = play("Alice", "Bo", "Cleo", "Dan", wins="lowest", others="yes")


def gives(seat: int, round: int = 1) -> Written:
    """Return the mark for the player whose points all the others get."""
    return {Spot(round, "points", "others", seat): 1}


def all_told(marks: Written) -> Written:
    return {**marks, Spot(1, "points", "all"): 1}


def test_all_the_others_get_the_points() -> None:
    sheet = score(all_told({spot(1, 1): 26, **gives(1)}), HEARTS)
    assert sheet.decided
    assert sheet.totals == {0: 26, 1: 0, 2: 26, 3: 26}
    assert describe_sheet(sheet)[0] == "Round 1: Bo 0."
    assert cite(sheet.notes["points"]) == by("others", who="Bo", points=26)


def test_they_come_to_what_everybody_has_besides() -> None:
    sheet = score({**rounds((3, 10, 0, 4)), **gives(1)}, HEARTS)
    assert sheet.totals == {0: 13, 1: 0, 2: 10, 3: 14}
    assert [str(sheet.cells["points", seat].because) for seat in range(4)] == [
        "3 + 10",
        "to all the others",
        "0 + 10",
        "4 + 10",
    ]


def test_the_others_are_still_waited_for() -> None:
    sheet = score({spot(1, 1): 26, **gives(1)}, HEARTS)
    assert describe_sheet(sheet) == ("No result yet.", "Alice, Cleo and Dan have no points yet.")


def test_two_can_give_in_one_round() -> None:
    sheet = score({**rounds((5, 10, 1, 1)), **gives(0), **gives(1)}, HEARTS)
    assert sheet.totals == {0: 10, 1: 5, 2: 16, 3: 16}


def test_points_that_are_taken_off_are_taken_off_all_the_others() -> None:
    setup = play("Alice", "Bo", "Cleo", others="yes", start=100, count="down", target=0)
    marks = {**rounds((10, 3, 0)), **gives(0)}
    assert compute_standings(GAME, setup, marks).totals == {0: 100, 1: 87, 2: 90}
    assert str(score(marks, setup).cells["points", 1].because) == "\u22123 \u2212 10"


def test_they_go_to_the_other_team() -> None:
    setup = play("Alice", "Bo", "Cleo", "Dan", others="yes", teams="2")
    assert score({**rounds((20, 5)), **gives(0)}, setup).totals == {0: 0, 1: 25, 2: 0, 3: 25}


def test_who_is_out_gets_none() -> None:
    setup = play("Alice", "Bo", "Cleo", others="yes", out="out", target=50)
    marks = {**rounds((5, 50, 1), (9, None, 2)), **gives(0, 2)}
    assert score(marks, setup, 2).totals == {0: 0, 1: 0, 2: 11}


def names(step: Step) -> list[Choice]:
    """Return the names that can be tapped."""
    return [ask.named for ask in step.asks if isinstance(ask, Keys) and ask.named]


def test_it_is_a_tap_on_a_name_where_the_table_agrees() -> None:
    (step,) = GAME.ways(HEARTS)[0].steps(HEARTS, {}, 1)
    assert [str(choice.label) for choice in names(step)] == ["Alice", "Bo", "Cleo", "Dan"]
    assert names(step)[1].changes == gives(1)
    assert step.below == ()
    (given,) = GAME.ways(HEARTS)[0].steps(HEARTS, {spot(1, 1): 26, **gives(1)}, 1)
    assert [choice.chosen for choice in names(given)] == [False, True, False, False]
    assert names(given)[1].changes == {Spot(1, "points", "others", 1): None}
    (all_told,) = given.below
    assert (str(all_told.label), all_told.changes) == ("That’s everything", {Spot(1, "points", "all"): 1})
    (plain,) = GAME.ways(THREE)[0].steps(THREE, {}, 1)
    assert names(plain) == []


def test_the_rules_say_so() -> None:
    assert [str(text) for text in GAME.rules_in_words(HEARTS)] == [
        "Lowest score wins.",
        "Points can be given to all the others.",
    ]


def test_a_note_stands_beside_it() -> None:
    marks = all_told({spot(1, 1): 26, **gives(1)}) | {Spot(1, "points", "note"): "What luck"}
    assert str(score(marks, HEARTS).notes["points"]) == "Bo’s 26 go to all the others. What luck"


def test_nothing_is_given_before_there_is_a_number() -> None:
    sheet = score(all_told({spot(1, 0): 5, **gives(1)}), HEARTS)
    assert sheet.totals == {0: 5, 1: 0, 2: 0, 3: 0}


def test_tables_of_before_have_no_such_box() -> None:
    before = Setup(("Alice", "Bo"), {"wins": "lowest"}, ((1, (0, 1)),))
    (row,) = GAME.rows(before)
    assert [box.key for box in row.boxes] == ["points", "note", "all"]
    assert score({**rounds((5, 6)), **gives(0)}, before).totals == {0: 5, 1: 6}
