"""The numbers that can be tapped in a row with a lookup table: up to the end of the table, and no further."""

import pytest

from scorekeeper.games.entry import Counts
from scorekeeper.games.example import make_example_marks, make_example_setup
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pad import Mark, Setup, Spot

HEAD = 'format = 1\nname = "Crowns"\nplayers = [2, 4]\n[row.crowns]\nlabel = "Crowns"\nkind = "counter"\n'

ENDS = 'points = "table(crowns, 0, 1, 3, 6, 10)"\n'

TWO = Setup(("Ann", "Bo"), {}, ((1, (0, 1)),))

CROWNS = Spot(1, "crowns", "crowns", 0)


def list_choices(text: str, marks: dict[Spot, Mark] | None = None) -> list[str]:
    """Return the labels of the numbers that the first player can tap."""
    steps = parse_own_game(text).ways(TWO)[0].steps(TWO, marks or {}, 1)
    ask = steps[0].asks[0]
    assert isinstance(ask, Counts)
    return [str(choice.label) for choice in ask.choices]


def test_the_last_number_of_a_table_stands_for_more_as_well() -> None:
    assert list_choices(HEAD + ENDS) == ["0", "1", "2", "3", "4+"]
    game = parse_own_game(HEAD + ENDS)
    for told, points in ((4, 10), (7, 10)):
        assert game.score(TWO, {CROWNS: told, Spot(1, "end", "all"): 1}, 1).totals[0] == points
    assert list_choices(HEAD + ENDS, {CROWNS: 6}) == ["0", "1", "2", "3", "4", "5", "6+"], "what was told is not lost"


@pytest.mark.parametrize(
    "more",
    [
        'points = "table(crowns, 0, 1, 3, 6, 10) + crowns"\n',
        ENDS + '[row.bonus]\nlabel = "Bonus"\npoints = "5 * most(crowns)"\n',
        ENDS + '[tie.crowns]\nlabel = "Crowns"\nmost = "crowns"\n',
        ENDS + '[check.all]\nthat = "sum(all(crowns)) <= 12"\nsay = "There are 12 crowns."\n',
    ],
)
def test_where_anything_else_asks_for_it_all_of_it_is_told(more: str) -> None:
    assert list_choices(HEAD + more) == [str(number) for number in range(13)]


def test_two_tables_are_both_told_to_their_end_and_the_box_has_the_last_word() -> None:
    assert list_choices(HEAD + 'points = "table(crowns, 0, 1) + table(crowns, 0, 1, 5)"\n') == ["0", "1", "2+"]
    assert list_choices(HEAD + "most = 4\n" + ENDS) == ["0", "1", "2", "3", "4"]
    assert list_choices(HEAD + "most = 2\n" + ENDS) == ["0", "1", "2"]


@pytest.mark.parametrize("kind", ["counter", "number"])
def test_an_example_lies_within_the_table_and_tells_the_players_apart(kind: str) -> None:
    game = parse_own_game(HEAD.replace("counter", kind) + ENDS)
    setup = make_example_setup(game)
    marks = make_example_marks(game, setup)
    assert list(marks.values())[:2] == [4, 2]
    assert game.score(setup, marks, 1).totals == {0: 10, 1: 3}
