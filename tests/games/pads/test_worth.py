"""What a row scores, as it is printed small beside its name."""

import pytest

from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.pads.worth import describe_box_worth, describe_row_worth

START = """format = 1
name = "Farm"
players = [2, 4]

[row.sheep]
label = "Sheep"
most = 5

[row.tick]
label = "Fence"
kind = "tick"
counts = false

"""


def worth(points: str, kind: str = 'kind = "number"\nmost = 5') -> str | None:
    """Return the text beside a row with this formula, or None."""
    pad = parse_pad(f'{START}[row.it]\nlabel = "It"\n{kind}\npoints = "{points}"\n', "farm")
    said = describe_row_worth(pad, pad.rows[-1])
    return None if said is None else str(said).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("it", None),
        ("2 * it", "× 2"),
        ("it * 2", "× 2"),
        ("-(it)", "× −1"),
        ("-5 * it", "× −5"),
        ("1 * it", "1 each"),
        ("floor(it / 3)", "3 = 1"),
        ("5 * floor(it / 2)", "2 = 5"),
        ("floor(it * (it + 1) / 2)", "1: 1 · 2: 3 · 3: 6 · 4: 10 · 5: 15"),
        ("max(it - 3, 0)", "4: 1 · 5: 2"),
        ("it > right(it)", "most, alone: 1"),
        ("if(players = 4, it > right(it), most(it) and alone(it))", "most, alone: 1"),
        ("table(it, 0, 1, 3, 6)", "1: 1 · 2: 3 · 3+: 6"),
        ("table(it, -1, -1, 1, 2, 2, 2)", "0–1: −1 · 2: 1 · 3–5: 2"),
        ("table(it, 0)", None),
        ("5 * most(it)", "most: 5"),
        ("most(it) and alone(it)", "most, alone: 1"),
        ("4 * least(sheep)", "Sheep, fewest: 4"),
        ("5 * (most(it) and it > 0)", "most: 5; 0 does not count"),
        ("5 * (sheep > 0 and second(sheep))", "Sheep, second most: 5; 0 does not count"),
        ("it > 0 and most(it) and alone(it)", "most, alone: 1; 0 does not count"),
        ("5 * (most(it) and sheep > 0)", None),
        ("5 * (second(it) and alone(it))", None),
        ("5 * (it > 0)", "1–5: 5"),
        ("35 * (it >= 63)", "63 or more: 35"),
        ("it * sheep", None),
        ("if(it > 3, 1, 0)", "4–5: 1"),
        ("it + sheep", None),
    ],
)
def test_a_row_says_what_it_is_worth_where_signs_can(points: str, said: str | None) -> None:
    assert worth(points) == said


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("sheep + 5 * tick", "Sheep + 5 × Fence"),
        ("tick * 5 - sheep", "5 × Fence − Sheep"),
        ("-2 * sheep", "−2 × Sheep"),
        ("sum(sheep, sheep, sheep, sheep)", None),
    ],
)
def test_what_is_worked_out_of_other_rows_names_them(points: str, said: str | None) -> None:
    assert worth(points, "") == said


def test_a_tick_is_worth_its_points_and_a_choice_each_of_its_own() -> None:
    assert worth("10 * it", 'kind = "tick"') == "10"
    choices = 'choices = { a = { label = "Bronze", value = 1 }, b = { label = "Gold", value = -5 } }'
    assert worth("value(it)", choices) == "Bronze 1 and Gold −5"


def test_each_of_several_boxes_says_its_own_term() -> None:
    boxes = "".join(f'[row.way.box.{key}]\nlabel = "{key}"\n' for key in "abc")
    pad = parse_pad(f'{START}[row.way]\nlabel = "Ways"\npoints = "a + 2 * b + table(c, 0, 4)"\n{boxes}', "farm")
    said = [describe_box_worth(pad, pad.rows[-1], box) for box in pad.rows[-1].boxes]
    assert list(map(str, said)) == ["None", "None", "1+:\u00a04"]
    pad = parse_pad(f'{START}[row.way]\nlabel = "Ways"\npoints = "a + 2 * b + 4 * c"\n{boxes}', "farm")
    assert [str(describe_box_worth(pad, pad.rows[-1], box)) for box in pad.rows[-1].boxes] == ["None", "× 2", "× 4"]
