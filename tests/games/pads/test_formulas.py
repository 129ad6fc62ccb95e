"""Formulas: their values, their gaps, their working, and the mistakes in them."""

from fractions import Fraction

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads.evaluate import TOO_MANY, Evaluator, Gap, Value
from scorekeeper.games.pads.formula import Wrong, parse
from scorekeeper.games.pads.own import parse_own_game
from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.pads.scoring import After, Written, evaluate_for_table, read_marks
from scorekeeper.games.pads.working import Working
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


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) × 3", 9),
        ("1 + 2 == 3", 1),
        ("10 - 4 - 3", 3),
        ("-3^2", -9),
        ("(-3)^2", 9),
        ("20000^2", 400_000_000),
        ("1.000000000000 + 00000000000002", 3),
        ("2 * -3", -6),
        ("floor(7 / 2)", 3),
        ("floor(-7 / 2)", -4),
        ("ceil(7 / 2)", 4),
        ("round(5 / 2)", 3),
        ("floor(4.5 + 0.5)", 5),
        ("abs(2 - 9)", 7),
        ("min(4, 2, 9)", 2),
        ("max(4, 2, 9)", 9),
        ("sum(1, 2, 3)", 6),
        ("table(3, 0, 1, 3, 6, 10, 15)", 6),
        ("table(9, 0, 1, 3, 6, 10, 15)", 15),
        ("table(-1, 0, 1, 3)", 0),
        ("sets(3, 2, 4)", 2),
        ("among(3, 2, 3, 4)", 1),
        ("among(3, 2, 4)", 0),
        ("among(0.5, 1, 1 / 2)", 1),
        ("top(2, 5, 9, 7)", 16),
        ("top(0, 5, 9)", 0),
        ("top(9, 5, 9)", 14),
        ("count(0, 5, 2)", 2),
        ("if(2 > 1, 5, 6)", 5),
        ("1 < 2 and not 3 <= 2", 1),
        ("1 > 2 or 3 ≥ 3", 1),
        ("not 1 = 2", 1),
        ("2 != 2", 0),
        ("any(0, 0, 1)", 1),
        ("every(1, 0)", 0),
        ("players", 3),
        ("round", 1),
        ("sheep", 5),
        ("max(all(sheep))", 5),
        ("sum(others(sheep))", 5),
        ("most(sheep)", 1),
        ("least(sheep)", 0),
        ("rank(sheep)", 1),
        ("lead(sheep)", 1),
        ("alone(sheep)", 1),
        ("left(sheep)", 4),
        ("right(sheep)", 1),
        ("count(all(sheep > 1))", 2),
        ("told(sheep)", 1),
        ("told(players)", 1),
        ("value(sheep)", 5),
        ("value(players)", 0),
        ("before(sheep)", 0),
        ("had", 0),
    ],
)
def test_a_formula_comes_to(formula: str, value: int) -> None:
    assert evaluate(formula, 5, 4, 1) == value


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


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("sheep^2 + 2 * sheep + 7", "5² + 2 × 5 + 7"),
        ("sheep", ""),
        ("sheep + 13 * late", "5"),
        ("sheep + 13 * (sheep = 5)", "5 + 13"),
        ("if(sheep > 3, 2 * sheep, sheep)", "2 × 5"),
        ("2 * (sheep - 1)", "2 × (5 − 1)"),
        ("sheep - 2 - 3", "5 − 2 − 3"),
        ("-sheep + 9", "−5 + 9"),
        ("table(sheep, 0, 1, 3) + 1", "3 + 1"),
        ("sum(sheep, 2)", "5 + 2"),
        ("floor(sheep / 2)", ""),
        ("7 * 0 + sheep * 2", "5 × 2"),
        ("2 * (0 * sheep) + sheep + 2", "5 + 2"),
        ("max(sheep - 2, 0)", "5 − 2"),
        ("sum(all(sheep))", "5 + 1"),
        ("3 * sum(all(sheep))", "3 × (5 + 1)"),
        ("-1 * (sheep + 3) * 2", "−(5 + 3) × 2"),
    ],
)
def test_the_working_follows_the_formula(formula: str, written: str) -> None:
    game = pad(formula)
    setup = Setup(NAMES[:2], {}, ((1, (0, 1)),))
    marks = {Spot(1, "sheep", "sheep", 0): 5, Spot(1, "sheep", "sheep", 1): 1, Spot(1, "end", "all"): 1}
    round = Written(game, setup, marks)
    working = Working(round, round.evaluator, 0)
    assert str(working.render(parse(formula)) or "") == (written if written != "5" else "")


@pytest.mark.parametrize(
    ("formula", "at", "reason"),
    [
        ("1 +", 3, "The formula is incomplete."),
        ("1 $ 2", 2, "$ is not allowed in a formula."),
        ("(1 + 2", 6, "A closing bracket is missing here."),
        ("1 2", 2, "2 does not belong here."),
        ("2 ^ sheep", 4, "A power is a number from 2 to 9."),
        ("0.25", 0, "Numbers in a formula are whole, or halves such as 0.5."),
        ("0.3333333333333", 0, "Numbers in a formula are whole, or halves such as 0.5."),
        ("1000000", 0, "Numbers in a formula can be at most 100000."),
        ("(" * 40 + "1" + ")" * 40, 25, "Brackets are nested too deeply here."),
        ("-" * 40 + "1", 25, "Brackets are nested too deeply here."),
        ("1+" * 600 + "1", 1000, "A formula can have at most 1000 symbols."),
    ],
)
def test_a_mistake_is_named_with_its_place(formula: str, at: int, reason: str) -> None:
    with pytest.raises(Wrong) as wrong:
        parse(formula)
    assert (wrong.value.at, str(wrong.value.reason)) == (at, reason)


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("cows", "There is nothing called cows."),
        ("1 + moo(2)", "After “1 +”: There is no function called moo."),
        ("min()", "min takes 1 to 40 values separated by commas, but has 0."),
        ("if(1, 2)", "if takes 3 values separated by commas, but has 2."),
        ("floor(1, 2)", "floor takes one value, but has 2."),
        ("all(sheep)", "This must give a number."),
        ("all(sheep) + 1", "This gives one number per player, but a single number is needed. Use sum(…) or max(…)?"),
        ("sheep / 2", "This could give a fraction. Put floor(…) around it."),
        ('sheep = "a"', "After “sheep”: Compare a word with a word, or a number with a number."),
        ('1 + "a"', "After “1 +”: This is a word, but a number is needed."),
        ("told(1)", "told needs the key of a box."),
        ("score", "These depend on each other in a loop: score → worth.points → score."),
    ],
)
def test_what_can_never_be_worked_out_is_refused_when_it_is_read(formula: str, reason: str) -> None:
    with pytest.raises(Malformed) as wrong:
        pad(formula)
    assert str(wrong.value) == f"try.toml, line 16: {reason}"


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
