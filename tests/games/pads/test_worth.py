"""What a row scores, as it is printed small beside its name."""

import pytest

from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.pads.worth import describe_box_worth, describe_row_worth
from tests.support.pad_mistakes import FORMULAS

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


@pytest.mark.parametrize("worked", FORMULAS["worth"], ids=lambda worked: worked["points"][:24])
def test_a_row_says_what_it_is_worth_where_signs_can(worked: dict[str, str]) -> None:
    assert (worth(worked["points"]) or "") == worked["said"]


@pytest.mark.parametrize("worked", FORMULAS["worth_of_others"], ids=lambda worked: worked["points"][:24])
def test_what_is_worked_out_of_other_rows_names_them(worked: dict[str, str]) -> None:
    assert (worth(worked["points"], "") or "") == worked["said"]


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
