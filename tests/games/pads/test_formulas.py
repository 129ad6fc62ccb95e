"""Formulas: gaps, earlier rounds and limits, and the values, workings and mistakes in `formulas.toml`."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads.evaluate import TOO_MANY, Evaluator, Gap, Value
from scorekeeper.games.pads.formula import Wrong, parse
from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.pads.scoring import After, Written, evaluate_for_table, read_marks
from scorekeeper.games.pads.working import Working
from tests.support.pad_mistakes import FORMULAS
from tests.support.verdicts import by, cite

NAMES = ("Anna", "Bo", "Cy", "Di")

HEAD = """format = 1
name = "Try"
players = [2, 4]
"""

SHEEP = """
[row.sheep]
label = "Sheep"
most = 40

[row.late]
label = "Late"
kind = "tick"
counts = false
"""


def pad(points: str, more: str = "") -> Pad:
    """Return a pad with a row of numbers, and a row that scores the formula."""
    return parse_pad(f"{HEAD}{SHEEP}\n[row.worth]\nlabel = \"Worth\"\npoints = '{points}'\n{more}", "try")


def evaluate(points: str, *sheep: int | None, seat: int = 0, round: int = 1, all: bool = True, more: str = "") -> Value:
    """Return the value of a formula for a player. None is a blank; each four numbers are a round."""
    game = pad(points, more)
    players = min(len(sheep), 4)
    setup = Setup(NAMES[:players], {}, ((1, tuple(range(players))),))
    marks: dict[Spot, int | bool | str] = {Spot(round, "end", "all"): 1} if all else {}
    for place, number in enumerate(sheep):
        if number is not None:
            marks[Spot(1 + place // 4, "sheep", "sheep", place % 4)] = number
    return read_marks(game, setup, marks, round).evaluator.look_up("worth", seat)


@pytest.mark.parametrize("worked", FORMULAS["values"], ids=lambda worked: worked["formula"][:24])
def test_a_formula_comes_to(worked: dict[str, Any]) -> None:
    assert evaluate(worked["formula"], 5, 4, 1) == worked["comes_to"]


def test_who_is_level_has_most_together_and_leaves_no_second() -> None:
    assert [evaluate("most(sheep)", 4, 4, 2, seat=seat) for seat in range(3)] == [True, True, False]
    assert [evaluate("second(sheep)", 4, 4, 2, seat=seat) for seat in range(3)] == [False, False, False]
    assert [evaluate("second(sheep)", 5, 4, 4, seat=seat) for seat in range(3)] == [False, True, True]
    assert [evaluate("alone(sheep)", 4, 4, 2, seat=seat) for seat in range(3)] == [False, False, True]


def test_a_blank_is_not_yet_and_makes_what_needs_it_open() -> None:
    blank = (Spot(1, "sheep", "sheep", 1),)
    assert evaluate("sheep + 1", 5, None, 1) == 6
    assert evaluate("most(sheep)", 5, None, 1) == Gap(blank)
    assert evaluate("if(sheep > 9, most(sheep), 0)", 5, None, 1) == 0
    assert evaluate("sheep > 1 or most(sheep)", 5, None, 1) is True
    assert evaluate("sheep < 1 and most(sheep)", 5, None, 1) is False
    assert evaluate("late", 5, 4, 1, all=False) == Gap((Spot(1, "end", "all"),))
    assert evaluate("late", 5, 4, 1) is False


def test_earlier_rounds_are_carried_along() -> None:
    rounds = (1, 2, 3, 4, 10, 20, 30, 40)
    assert evaluate("before(sheep)", *rounds, seat=2, round=2) == 3
    assert evaluate("last(sheep) + sheep", *rounds, seat=3, round=2) == 44
    assert evaluate("last(worth) + sheep", *rounds, seat=0, round=2, more="") == 11


def test_who_joins_later_waits_for_no_earlier_round() -> None:
    setup = Setup(NAMES[:3], {}, ((1, (0, 1)), (2, (0, 1, 2))))
    marks = {Spot(round, "sheep", "sheep", seat): 5 for round, seat in ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2))}
    evaluator = read_marks(pad("before(sheep) + sheep"), setup, marks, 2).evaluator
    assert [evaluator.look_up("worth", seat) for seat in range(3)] == [10, 10, 5]


@pytest.mark.parametrize("out", ["", 'out = "total >= 50"\n'])
def test_the_lead_is_with_the_player_who_is_shown_before_the_round(out: str) -> None:
    text = f'{HEAD}{out}{SHEEP}\n[row.worth]\nlabel = "Worth"\npoints = "lead"\n'
    pad, game = parse_pad(text, "try"), parse_own_game(text)
    setup = Setup(NAMES[:3], {}, ((1, (0, 1, 2)), (4, (0, 1, 2, 3))), 1)
    # Bo has 50 after the second round.
    marks = {Spot(round, "sheep", "sheep", seat): (1, 25, 2, 3)[seat] for round in range(1, 7) for seat in range(4)}
    for round in range(1, 7):
        evaluator = read_marks(pad, setup, marks, round).evaluator
        leading = [seat for seat in setup.seats(round) if evaluator.look_up("worth", seat)]
        assert leading == [game.leader(setup, marks, round)]


def test_a_lead_is_over_the_best_of_the_others_also_below_0() -> None:
    assert [evaluate("lead(sheep)", 7, 4, 2, seat=seat) for seat in range(3)] == [3, -3, -5]
    assert [evaluate("lead(-sheep)", 5, 3, 9, seat=seat) for seat in range(3)] == [-2, 2, -6]


@pytest.mark.parametrize("owner", ["one", "at most one"])
def test_a_tick_that_one_player_has_is_known_for_the_others_at_once(owner: str) -> None:
    game = pad("5 * army", f'[row.army]\nlabel = "Army"\nkind = "tick"\nowner = "{owner}"\ncounts = false\n')
    setup = Setup(NAMES[:3], {}, ((1, (0, 1, 2)),))
    evaluator = Evaluator(Written(game, setup, {Spot(1, "army", "army", 1): 1}))
    assert [evaluator.look_up("worth", seat) for seat in range(3)] == [0, 5, 0]
    assert all(isinstance(Evaluator(Written(game, setup, {})).look_up("worth", seat), Gap) for seat in range(3))


def test_halves_are_exact_and_nothing_grows_for_ever() -> None:
    assert evaluate("floor((sheep + 0.5) * 2)", 3, 1) == 7
    assert Evaluator(Written(pad("1"), Setup((), {}, ((1, ()),)), {})).evaluate(parse("1 / 2"), 0) == Fraction(1, 2)
    assert evaluate("floor(1 / (sheep - 5))", 5, 1) == Gap(why=worked_why("floor(1 / (sheep - 5))"))
    big = "(((99999^9)))"
    assert isinstance(evaluate(big, 5, 1), Gap)


def worked_why(formula: str) -> object:
    gap = evaluate(formula, 5, 1)
    assert isinstance(gap, Gap)
    assert str(gap.why) == "A formula on this pad divides by 0."
    return gap.why


@pytest.mark.parametrize("worked", FORMULAS["workings"], ids=lambda worked: worked["formula"][:24])
def test_the_working_follows_the_formula(worked: dict[str, Any]) -> None:
    game = pad(worked["formula"])
    setup = Setup(NAMES[:2], {}, ((1, (0, 1)),))
    marks = {Spot(1, "sheep", "sheep", 0): 5, Spot(1, "sheep", "sheep", 1): 1, Spot(1, "end", "all"): 1}
    round = Written(game, setup, marks)
    working = Working(round, round.evaluator, 0)
    assert str(working.render(parse(worked["formula"])) or "") == worked["written"]


@pytest.mark.parametrize("worked", FORMULAS["wrong"], ids=lambda worked: worked["formula"][:24])
def test_a_mistake_is_named_with_its_place(worked: dict[str, Any]) -> None:
    with pytest.raises(Wrong) as wrong:
        parse(worked["formula"])
    assert (wrong.value.at, str(wrong.value.reason)) == (worked["at"], worked["say"])


@pytest.mark.parametrize("worked", FORMULAS["never"], ids=lambda worked: worked["formula"][:24])
def test_what_can_never_be_worked_out_is_refused_when_it_is_read(worked: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as wrong:
        pad(worked["formula"])
    assert str(wrong.value) == f"try.toml, line 16: {worked['say']}"


def test_a_formula_that_takes_too_many_steps_stops() -> None:
    written = Written(pad("1"), Setup(NAMES[:1], {}, ((1, (0,)),)), {})
    long = parse("1" + "+1" * 60)
    assert Evaluator(written, 200).evaluate(long, 0) == 61
    assert Evaluator(written, 100).evaluate(long, 0) == TOO_MANY


def test_between_two_rounds_the_round_is_the_last_one_that_counts() -> None:
    setup = Setup(NAMES[:1], {}, ((1, (0,)),))
    assert After(setup).meaning("round", 0) == 1
    assert After(setup, {0: 5}, 2).meaning("round", 0) == 2


def test_what_is_known_before_the_first_round_follows_from_those_who_play_it() -> None:
    setup = Setup(NAMES[:3], {}, ((1, (0, 1)), (2, (0, 1, 2))))
    assert evaluate_for_table(setup, parse("floor(60 / players)")) == 30
    alone = Setup(NAMES[:1], {}, ((1, (0,)),))
    assert evaluate_for_table(alone, parse("5 * count(all(players))")) == 5
    assert evaluate_for_table(alone, parse("6 / (players - 1)")) == 0
    assert [evaluate_for_table(alone, parse(f"{name}(players)")) for name in ("told", "value")] == [1, 0]


def test_a_formula_that_asks_everybody_about_everybody_is_worked_out_once_for_all() -> None:
    deep, number = "sheep", 4
    for _ in range(8):
        deep, number = f"max(all({deep} + sum(all(sheep))))", number + 10
    assert evaluate(deep, 1, 2, 3, 4) == number


@pytest.mark.parametrize(("rounds", "enough"), [(1, True), (20, True), (98, False), (99, False)])
def test_all_rounds_of_a_table_share_its_steps(rounds: int, enough: bool) -> None:
    long = ", ".join(["a"] * 40)
    rows = "".join(f'[row.r{number}]\nlabel = "r"\npoints = "sum({long})"\n' for number in range(8))
    file = f'format = 1\nname = "x"\nplayers = [12, 12]\nrounds = "{rounds}"\n[row.a]\nlabel = "a"\n{rows}'
    setup = Setup(tuple(map(str, range(12))), {}, ((1, tuple(range(12))),))
    sheet = parse_own_game(file).score(setup, {Spot(1, "a", "a", seat): 1 for seat in range(12)}, 1)
    assert sheet.decided == enough
    assert enough or cite(sheet.reason) == by("points")
