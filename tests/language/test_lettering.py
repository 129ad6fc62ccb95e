"""Names in little space: in full, otherwise with dots, otherwise as initials."""

import pytest
from hypothesis import given
from hypothesis import strategies as any_

from scorekeeper.language.lettering import DOTS, fit_name, measure_width, split_terms


@pytest.mark.parametrize(
    ("name", "room", "lines", "there"),
    [
        ("Bo", 3, 1, "Bo"),
        ("Maximiliane", 8, 1, "Maximiliane"),
        ("Maximiliane", 5, 1, "Maximi…"),
        ("Maximiliane", 2, 1, "M"),
        ("Anna Maria", 4, 2, "Anna\nMaria"),
        ("Anna Maria", 4, 1, "Anna…"),
        ("Hans-Peter", 4, 2, "Hans-\nPeter"),
        ("Hans-Peter", 2, 2, "HP"),
        ("Maximiliane von Hohenlohe", 5, 2, "Maximi…\nvon Ho…"),
        ("Jean Luc Paul", 3.5, 2, "Jean\nLuc…"),
        ("李小龍", 4, 1, "李小龍"),
    ],
)
def test_a_name_is_whole_then_with_dots_then_its_initials(name: str, room: float, lines: int, there: str) -> None:
    assert fit_name(name, room, lines) == there


NAMES = any_.text(any_.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=32)


@given(NAMES, any_.floats(2, 12), any_.integers(1, 3))
def test_what_is_lettered_has_room(name: str, room: float, lines: int) -> None:
    parts = fit_name(name, room, lines).split("\n")
    assert 1 <= len(parts) <= lines
    assert all(measure_width(line) <= room for line in parts)
    if measure_width(name) <= room:
        assert parts == [name]


def test_no_letter_is_parted_from_its_accent() -> None:
    name = "Zoe\u0308" * 8
    for room in range(2, 12):
        start = fit_name(name, room).removesuffix(DOTS)
        assert name[len(start) : len(start) + 1] != "\u0308"


@pytest.mark.parametrize(
    ("working", "parts"),
    [
        ("10 + 8 + 3", ["10 + 8 + 3"]),
        ("2 + 4 × 5 − 7 × 2", ["2", "+ 4 × 5", "− 7 × 2"]),
        ("(25 + 8) × Garde 2 × 3 · Taker", ["(25 + 8)", "× Garde 2", "× 3 ·", "Taker"]),
        ("−((25 + 8) × 2 + 10 × 2)", ["−((25 + 8) × 2 + 10 × 2)"]),
    ],
)
def test_the_lines_of_a_working_break_between_its_terms(working: str, parts: list[str]) -> None:
    assert split_terms(working) == parts
