"""Shapes of suits are drawn on page and paper, whether the app knows them or a game brings them."""

import shutil
from itertools import combinations
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import SHAPES, Suit
from scorekeeper.games.pads.pad import Row
from scorekeeper.language.text import Literal
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest
from tests.support.games import change_game
from tests.support.pdf import alike, before, render_page, shape

BOLT = "M14 1L4 14h6l-1 9L20 9h-7z"

MOST = 0.75
"""The maximum share that two shapes may have in common. The same shape drawn twice has nearly 1."""

COLOURS = ("heart", "drop", "moon", "leaf", "peak", "sun")

FRENCH = ("spade", "club", "diamond", "heart")


def test_every_known_shape_is_compared() -> None:
    assert {*COLOURS, *FRENCH} == set(SHAPES)


@pytest.mark.parametrize("shapes", [COLOURS, FRENCH], ids=["colours", "french"])
def test_no_two_shapes_that_go_together_look_alike_on_a_grey_pad(shapes: tuple[str, ...], tmp_path: Path) -> None:
    assert shutil.which("pdftoppm"), "Poppler is missing; python3 dev.py test installs it on Debian and Ubuntu"
    suits = [Suit("bolt", "red", Literal("Bo"), BOLT), *[Suit(name, "red", Literal(name[:2])) for name in shapes]]
    rows = tuple([Row(suit.shape, Literal(suit.shape.upper()), (), suit=suit) for suit in suits])
    game = change_game(GAMES["parade"], rows=lambda setup: rows)
    picture, words = render_page(
        press.PRESS.print(blank_pads.render_pad(game, PadRequest(2, "A4", 1))).content, tmp_path
    )
    where = {word.text: word for word in reversed(words)}
    drawn = {suit.shape: shape(picture, before(where[suit.shape.upper()])) for suit in suits}
    near = {pair: alike(drawn[pair[0]], drawn[pair[1]]) for pair in combinations(drawn, 2)}
    assert {pair: common for pair, common in near.items() if common > MOST} == {}


@pytest.mark.parametrize(
    ("shape", "hue", "path", "wrong"),
    [
        ("cross", "red", "", "shape: cross"),
        ("heart", "red", BOLT, "shape: heart"),
        ("heart", "pink", "", "hue: pink"),
        ("bolt", "red", '"/><script>', "path: "),
    ],
)
def test_a_suit_that_cannot_be_drawn_is_refused_at_once(shape: str, hue: str, path: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Suit(shape, hue, Literal("Xx"), path)
