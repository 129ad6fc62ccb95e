"""A phone for each player of a pad: each asks for all of its own player’s boxes, whatever others have entered."""

import pytest

from scorekeeper.games.entry import Step
from scorekeeper.games.game import Game
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.table.seat_entry import make_own_way
from tests.support.games import PADS, table_of

HEAD = 'format = 1\nname = "Shells"\nplayers = [2, 4]\n'

COUNTED = '[row.shells]\nlabel = "Shells"\nkind = "counter"\n'

TICKED = '[row.bonus]\nlabel = "Bonus"\nkind = "tick"\npoints = "5 * bonus"\n'

FIRST = '[row.first]\nlabel = "First"\nkind = "tick"\nowner = "one"\npoints = "5 * first"\n'

BLANK = '[row.cards]\nlabel = "Cards"\nblank = 0\n'

PEARLS = (
    '[row.shells]\nlabel = "Shells"\n[row.pearls]\nlabel = "Pearls"\ncounts = false\n'
    '[tie.pearls]\nlabel = "Pearls"\nmost = "pearls"\n'
)

THREE = Setup(("Ann", "Bo", "Cleo"), {}, ((1, (0, 1, 2)),))


def steps(game: Game, setup: Setup, seat: int, marks: dict[Spot, Mark]) -> tuple[Step, ...]:
    return make_own_way(game, setup, seat, game.score(setup, marks, 1)).steps(setup, marks, 1)


@pytest.mark.parametrize("game", PADS, ids=lambda game: game.slug)
def test_a_phone_is_asked_for_every_box_of_its_seat_and_of_the_table(game: Game) -> None:
    setup = table_of(game, game.seats[1])
    every = [
        (step.key, ask.box)
        for step in game.ways(setup)[0].steps(setup, {}, 1)
        for ask in step.asks
        if ask.seat in (None, 0)
    ]
    assert [(step.key, ask.box) for step in steps(game, setup, 0, {}) for ask in step.asks] == every


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        (BLANK, "Enter your number."),
        (BLANK.replace("blank = 0", "points = '2 * cards'"), "\u00d7 2"),
        (BLANK + 'hint = "In hand"\n', "In hand"),
        ('[row.cards]\nlabel = "Cards"\nchips = [1, 2]\n', "Tap your cards."),
        ('[row.cards]\nlabel = "Cards"\nshared = true\ncounts = false\n', "Enter a number for the whole table."),
    ],
)
def test_a_phone_is_told_what_its_own_player_enters(row: str, hint: str) -> None:
    assert str(steps(parse_own_game(HEAD + row), THREE, 0, {})[0].hint) == hint


@pytest.mark.parametrize("row", [COUNTED, TICKED, BLANK])
def test_what_another_player_has_told_leaves_the_own_to_be_told(row: str) -> None:
    game = parse_own_game(HEAD + row)
    key = row.partition(".")[2].partition("]")[0]
    marks: dict[Spot, Mark] = {Spot(1, key, key, 1): 1}
    assert [steps(game, THREE, seat, marks)[0].done for seat in range(3)] == [False, True, False]
    whole = {**marks, Spot(1, "end", "all"): 1}
    assert [steps(game, THREE, seat, whole)[0].done for seat in range(3)] == [True] * 3


def test_partners_are_both_asked_for_what_they_have_together() -> None:
    rows = (COUNTED, COUNTED.replace("counter", "number"), '[row.shells]\nlabel = "Shells"\nchips = [1, 2]\n')
    for row in rows:
        game = parse_own_game(HEAD.replace("[2, 4]", "[4, 4]\nteams = 2") + row + "team = true\n")
        setup = table_of(game, 4)
        asked = [steps(game, setup, seat, {})[0].asks for seat in range(4)]
        assert [[ask.seat for ask in asks] for asks in asked] == [[0], [1], [0], [1]]
        item = "1" if "chips" in row else ""
        told = {Spot(1, "shells", "shells", 0, item): 1}
        assert [steps(game, setup, seat, told)[0].done for seat in range(4)] == [True, False, True, False]


def test_what_one_player_alone_can_have_is_told_for_all() -> None:
    game = parse_own_game(HEAD + FIRST)
    assert [steps(game, THREE, seat, {Spot(1, "first", "first", 2): 1})[0].done for seat in range(3)] == [True] * 3


@pytest.mark.parametrize("row", [COUNTED, BLANK, '[row.shells]\nlabel = "Shells"\nchips = [1, 2]\n'])
def test_a_row_is_done_once_everybody_has_told_it_or_the_table_says_that_is_all(row: str) -> None:
    game = parse_own_game(HEAD + row)
    key, item = row.partition(".")[2].partition("]")[0], "1" if "chips" in row else ""
    marks: dict[Spot, Mark] = {}
    done = []
    for seat in range(3):
        marks = {**marks, Spot(1, key, key, seat, item): 1}
        done.append(game.ways(THREE)[0].steps(THREE, marks, 1)[0].done)
    assert done == [False, False, True]
    alone: dict[Spot, Mark] = {Spot(1, key, key, 0, item): 1, Spot(1, "end", "all"): 1}
    assert game.ways(THREE)[0].steps(THREE, alone, 1)[0].done


def test_what_decides_a_tie_is_asked_on_the_phones_of_those_who_are_level_alone() -> None:
    game = parse_own_game(HEAD + 'rounds = "1"\n' + PEARLS)
    level: dict[Spot, Mark] = {Spot(1, "shells", "shells", seat): shells for seat, shells in enumerate((5, 5, 3))}
    assert [[step.row for step in steps(game, THREE, seat, level)] for seat in range(3)] == [
        ["shells", "pearls"],
        ["shells", "pearls"],
        ["shells"],
    ]


def test_one_tick_is_enough_for_a_row_of_ticks() -> None:
    game = parse_own_game(HEAD + TICKED)
    assert game.ways(THREE)[0].steps(THREE, {Spot(1, "bonus", "bonus", 1): 1}, 1)[0].done
