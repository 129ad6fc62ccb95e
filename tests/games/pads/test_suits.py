"""Suits in pad files: what is written once for all of them is there once for each, and mistakes keep their lines."""

import pytest

from scorekeeper.games.pads.formula import parse
from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.language.text import OwnWords
from tests.support.pad_mistakes import PADS

HEAD, _, ROW = PADS["suits"].partition("[row.")

ROW = f"[row.{ROW}"


def read(text: str) -> Pad:
    """Return the pad with these lines after the suits."""
    return parse_pad(HEAD + text, "try")


def test_a_row_with_the_suit_in_its_key_is_there_once_for_each_suit() -> None:
    red, blue = read(ROW).rows
    assert (red.key, str(red.label), blue.key, str(blue.label)) == ("red", "Red", "blue", "Blue")
    assert [box.key for box in blue.boxes] == ["blue", "blue_wagers"]
    assert [str(box.label) for box in blue.boxes] == ["Blue cards", "Wagers"]
    assert (red.points, blue.points) == (parse("red * 2"), parse("blue * 2"))


def test_boxes_of_one_row_can_be_those_of_all_suits() -> None:
    (row,) = read('[row.cards]\nlabel = "Cards"\npoints = "sum(suits({suit}))"\n[row.cards.box."{suit}"]\n'
                  'label = "{label}"\n').rows  # fmt: skip
    assert [box.key for box in row.boxes] == ["red", "blue"]
    assert row.points == parse("sum(red, blue)")


def test_a_formula_asks_for_all_suits_or_for_those_before_this_one() -> None:
    pad = read(f'{ROW}[let]\n"{{suit}}_first" = "{{suit}} > 0 and not any(earlier({{suit}}))"\n'
               'all_of_them = "max(suits(min({suit}, 3)), 1)"\n')  # fmt: skip
    assert pad.values == {
        "red_first": parse("red > 0 and not any(0)"),
        "blue_first": parse("blue > 0 and not any(red)"),
        "all_of_them": parse("max(min(red, 3), min(blue, 3), 1)"),
    }


def test_ties_and_checks_can_be_those_of_each_suit() -> None:
    pad = read(f'{ROW}[tie."{{suit}}"]\nlabel = "Most {{label}}"\nmost = "{{suit}}"\n'
               '[check."{suit}_wagers"]\nthat = "{suit}_wagers < 4"\nsay = "{label}: too many."\n')  # fmt: skip
    assert [str(tie.label) for tie in pad.ties] == ["Most Red", "Most Blue"]
    assert [(check.key, str(check.saying.say)) for check in pad.checks] == [
        ("red_wagers", "Red: too many."),
        ("blue_wagers", "Blue: too many."),
    ]


def test_a_label_is_in_every_language_that_the_suit_or_the_text_has() -> None:
    head = HEAD.replace('label = "Blue"', 'label = { en = "Blue", de = "Blau" }')
    text = ROW.replace('"{label} cards"', '{ en = "{label} cards", fr = "Cartes {label}" }')
    _, blue = parse_pad(head + text, "try").rows
    assert repr(blue.label) == repr(OwnWords("Blue", de="Blau"))
    assert repr(blue.boxes[0].label) == repr(OwnWords("Blue cards", de="Blau cards", fr="Cartes Blue"))


def test_a_pad_written_out_for_all_its_suits_has_the_usual_limits() -> None:
    suits = "".join(f'[suits.s{number}]\nlabel = "S"\n' for number in range(12))
    rows = "".join(f'[row."{{suit}}_{number}"]\nlabel = "{{label}}"\n' for number in range(3))
    with pytest.raises(Mistake) as wrong:
        parse_pad(f'format = 1\nname = "Many"\nplayers = [2, 4]\n{suits}{rows}', "try")
    assert str(wrong.value.reason) == "There can be at most 24 here."


def test_a_row_has_the_symbol_of_its_suit_unless_it_has_its_own() -> None:
    red, blue = read(ROW).rows
    assert red.suit
    assert red.suit.shape == "drop"
    assert blue.suit is None
    own = ROW.replace("points =", 'hue = "green"\nshape = "leaf"\nletters = "Gn"\npoints =', 1)
    assert {row.suit.shape for row in read(own).rows if row.suit} == {"leaf"}


def test_braces_mean_nothing_in_a_pad_without_suits() -> None:
    text = 'format = 1\nname = "Golf"\nplayers = [2, 6]\n[row.cards]\nlabel = "{label} of a {suit}"\n'
    assert str(parse_pad(text, "golf").rows[0].label) == "{label} of a {suit}"
