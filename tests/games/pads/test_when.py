"""Rows that apply only under a condition, players who are out, and teams that depend on the number of players."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Spot
from scorekeeper.games.pads.reading import parse_pad
from tests.support.games import table_of
from tests.support.pads import find_asked_seats, list_problems, make_marks, read_texts, stand
from tests.support.verdicts import by, cite, cite_all

OWN = 'format = 1\nname = "Own"\nplayers = [2, 4]\n'

POINTS = '[row.points]\nlabel = "Points"\nleast = -50\n'


def own(text: str) -> Game:
    """Return the game of a pad with these lines."""
    return Game(parse_pad(OWN + text, "own"))


# When


def test_four_at_tarot_are_asked_for_no_partner_and_five_are() -> None:
    game = GAMES["tarot"]
    assert "partner" not in find_asked_seats(game, table_of(game, 4), {})
    assert "partner" in find_asked_seats(game, table_of(game, 5), {})


def test_what_is_written_in_a_row_that_does_not_apply_counts_nothing() -> None:
    game = GAMES["tarot"]
    setup = table_of(game, 4)
    deal = {"taker": [1, None, None, None], "contract": "guard", "oudlers": 2, "made": 49}
    sheet = game.score(setup, make_marks(game, setup, 1, **deal, partner=[None, 1, None, None]), 1)
    assert read_texts(sheet) == []
    assert sheet.totals == {0: 198, 1: -66, 2: -66, 3: -66}


def test_tarot_waits_for_no_petit_no_poignee_and_no_slam() -> None:
    game = GAMES["tarot"]
    setup = table_of(game, 4)
    marks = make_marks(game, setup, 1, taker=[1, None, None, None], contract="guard", oudlers=2, made=49)
    (way,) = game.ways(setup)
    steps = {step.key: step for step in way.steps(setup, marks, 1)}
    assert all(steps[key].done for key in ("petit", "poignee", "slam"))
    asks = [steps[key].asks[0] for key in ("petit", "poignee")]
    chosen = [[str(choice.label) for choice in ask.choices if choice.chosen] for ask in asks]  # type: ignore[attr-defined]
    assert chosen == [["No"], ["No"]]
    sheet = game.score(setup, marks, 1)
    assert read_texts(sheet) == []


def test_a_condition_that_is_not_known_yet_leaves_the_row_out_and_the_round_open() -> None:
    game = own(POINTS + '[row.more]\nlabel = "More"\nwhen = "points > 9"\n')
    setup = table_of(game, 2)
    blank = make_marks(game, setup, 1, points=[12, None])
    assert find_asked_seats(game, setup, blank)["more"] == [0]
    assert not game.score(setup, blank, 1).decided
    marks = make_marks(game, setup, 1, points=[12, 3], more=[4, None])
    assert read_texts(game.score(setup, marks, 1)) == []
    assert game.score(setup, marks, 1).totals == {0: 16, 1: 3}


def test_the_last_page_says_that_this_is_all_if_a_box_that_applies_to_anybody_may_stay_blank() -> None:
    more = '[row.more]\nlabel = "More"\nwhen = "points > 9"\nblank = 0\n'
    tie = '[row.more]\nlabel = "More"\ncounts = false\nblank = 0\n[tie.more]\nlabel = "More"\nmost = "more"\n'
    for rows, points, says in ((more, [12, 3], True), (more, [2, 3], False), (tie, [3, 3], False), ("", [3, 3], False)):
        game = own(POINTS + rows)
        setup = table_of(game, 2)
        (way,) = game.ways(setup)
        last = way.steps(setup, make_marks(game, setup, 1, all_said=False, points=points), 1)[-1]
        assert (Spot(1, "end", "all") in last.then) == says


def test_chips_are_counted_only_once_the_row_applies_whatever_was_tapped() -> None:
    rows = '[row.more]\nlabel = "More"\nwhen = "points > 9"\nchips = [1, 2]\n[row.each]\nlabel = "Each"\n'
    game = own(POINTS + rows + 'points = "5 * count(more)"\n')
    setup = table_of(game, 2)
    tapped = {Spot(1, "more", "more", seat, "2"): 1 for seat in (0, 1)}
    marks = make_marks(game, setup, 1, points=[12, 3])
    assert game.score(setup, marks | tapped, 1).totals == {0: 19, 1: 3}
    sheet = game.score(setup, make_marks(game, setup, 1, points=[12, None]) | tapped, 1)
    assert [sheet.cells["each", seat].points for seat in (0, 1)] == [5, None]


def test_a_row_with_a_box_for_the_whole_table_is_asked_of_all_or_of_nobody_as_the_first_player_has_it() -> None:
    boxes = '[row.more.box.each]\nlabel = "Each"\n[row.more.box.pot]\nlabel = "Pot"\nshared = true\n'
    game = own(POINTS + '[row.more]\nlabel = "More"\nwhen = "points > 9"\npoints = "each + pot"\n' + boxes)
    setup = table_of(game, 2)
    first, second = (make_marks(game, setup, 1, points=points, each=[1, 2], pot=4) for points in ([12, 3], [3, 12]))
    assert find_asked_seats(game, setup, first) == {"points": [0, 1], "more": [0, 1, None]}
    assert find_asked_seats(game, setup, second) == {"points": [0, 1]}
    assert game.score(setup, second, 1).totals == {0: 3, 1: 12}


def test_where_no_row_applies_the_page_asks_nothing() -> None:
    game = own('[row.points]\nlabel = "Points"\nwhen = "players > 3"\n')
    setup = table_of(game, 2)
    (way,) = game.ways(setup)
    (step,) = way.steps(setup, {}, 1)
    assert step.asks == ()
    assert not game.score(setup, {}, 1).decided


@pytest.mark.parametrize(
    ("slug", "players", "absent", "there"),
    [
        ("tarot", 4, "Partner", "Taker"),
        ("uno", 4, "Out of cards", ""),
        ("scrabble", 2, "Out of letters", "Letters left"),
    ],
)
def test_paper_has_no_place_for_what_does_not_apply(slug: str, players: int, absent: str, there: str) -> None:
    game = GAMES[slug]
    (pad,) = game.paper(table_of(game, players))
    printed = [str(column.label) for column in (*pad.columns, *pad.shared, *pad.lines)]
    assert absent not in printed
    assert not there or there in printed


# Defaults and taps


def test_what_holds_while_nothing_is_written_is_not_waited_for_and_another_mark_is_what_counts() -> None:
    game = own(POINTS + '[row.bonus]\nlabel = "Bonus"\ndefault = 5\nmost = 9\n')
    setup = table_of(game, 2)
    marks = make_marks(game, setup, 1, points=[1, 2], bonus=[None, 0])
    assert game.score(setup, marks, 1).totals == {0: 6, 1: 2}


def test_a_tick_that_is_not_set_from_the_start_is_not_waited_for() -> None:
    tick = '[row.closed]\nlabel = "Closed"\nkind = "tick"\npoints = "5 * closed"\n'
    asked, settled = own(POINTS + tick), own(POINTS + tick + "default = 0\n")
    marks = make_marks(settled, table_of(settled, 2), 1, points=[1, 2], closed=[None, 1])
    assert settled.score(table_of(settled, 2), marks, 1).totals == {0: 1, 1: 7}
    assert [game.score(table_of(game, 2), marks, 1).decided for game in (asked, settled)] == [False, True]


# Who is out


def test_whoever_is_out_is_asked_no_more_and_the_last_one_in_wins() -> None:
    game = GAMES["chinchon"]
    setup = table_of(game, 3)
    marks = {**make_marks(game, setup, 1, points=[60, 10, 20]), **make_marks(game, setup, 2, points=[45, 50, 50])}
    sheets, standings = stand(game, setup, marks, 2)
    assert cite(sheets[1].reason) == by("out", who="Alice")
    assert standings.end is None
    assert find_asked_seats(game, setup, marks, 3)["points"] == [1, 2]
    marks |= make_marks(game, setup, 3, points=[None, 20, 60])
    sheets, standings = stand(game, setup, marks, 3)
    assert read_texts(sheets[2]) == []
    assert standings.winners == (1,)
    assert str(standings.end.why if standings.end else "") == "Everybody else is out."
    assert [standings.places[seat] for seat in range(3)] == [3, 1, 2]


def test_whoever_went_out_rounds_ago_is_still_out() -> None:
    game = GAMES["chinchon"]
    setup = table_of(game, 3)
    marks = {**make_marks(game, setup, 1, points=[100, 1, 2])}
    marks |= {**make_marks(game, setup, 2, points=[None, 1, 2]), **make_marks(game, setup, 3, points=[None, 1, 2])}
    assert dict(game.score(setup, marks, 3).out) == {0: 1}
    assert find_asked_seats(game, setup, marks, 4)["points"] == [1, 2]
    assert game.leader(setup, marks, 4) in (1, 2)


def test_what_is_written_for_somebody_who_is_out_does_not_count_and_is_said() -> None:
    game = GAMES["chinchon"]
    setup = table_of(game, 3)
    marks = {**make_marks(game, setup, 1, points=[100, 10, 20]), **make_marks(game, setup, 2, points=[7, 5, 5])}
    sheets, standings = stand(game, setup, marks, 2)
    assert cite_all(list_problems(sheets[1])) == [by("out", who="Alice", number=1, points="7")]
    assert sheets[1].decided
    assert dict(standings.totals) == {0: 100, 1: 15, 2: 25}


def test_once_all_are_out_a_further_round_is_none() -> None:
    game = GAMES["chinchon"]
    setup = table_of(game, 2)
    marks = {**make_marks(game, setup, 1, points=[100, 100]), **make_marks(game, setup, 2, points=[5, 5])}
    sheet = game.score(setup, marks, 2)
    assert not sheet.decided
    assert sheet.totals == {0: 0, 1: 0}
    assert game.ways(setup)[0].steps(setup, marks, 2)[0].asks == ()


def test_who_is_out_is_worked_out_in_bounds_and_a_pad_that_asks_too_much_says_so() -> None:
    heavy, names = ", ".join(["all(had * had + score)"] * 30), "abcdef"
    # Formulas with the same text are evaluated once, so each has a number of its own.
    values = "".join(f'{name} = "sum({heavy}, {number})"\n' for number, name in enumerate(names))
    game = own(f'out = "total + {" + ".join(names)} > 0"\n[let]\n{values}{POINTS}')
    setup = table_of(game, 4)
    marks: dict[Spot, Mark] = {}
    for number in range(1, 100):
        marks |= make_marks(game, setup, number, points=[0, 0, 0, 0])
    sheet = game.score(setup, marks, 99)
    assert cite_all(list_problems(sheet)) == [by("points")]
    assert not sheet.decided
