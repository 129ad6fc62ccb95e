"""Suits differ without colour, on a phone and on paper."""

import shutil
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Row
from scorekeeper.language.text import speak
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest, make_setup
from tests.support.browser import PHONE, Phone
from tests.support.games import WALKED
from tests.support.loops import at_least_one
from tests.support.pdf import alike, before, render_page, shape
from tests.support.printing import editions

MOST = 0.75
"""Maximum overlap of two shapes of one game. The same shape rendered twice has nearly 1."""

DENSE = 4
SUITS = """
() => [...document.querySelectorAll('.score tbody th')].filter((one) => one.querySelector('svg')).map((one) => {
  const box = one.querySelector('svg').getBoundingClientRect();
  return [one.innerText.trim(), [box.left, box.top, box.right, box.bottom]];
})
"""


def list_suited() -> list[Game]:
    """Return the games with suits."""
    return [game for game in WALKED.values() if rows(game)]


def rows(game: Game) -> list[Row]:
    """Return the rows of the pad that stand for a suit."""
    return [row for row in game.rows(make_setup(game, game.seats[0])) if row.suit]


def too_alike(shapes: dict[str, Image.Image]) -> dict[tuple[str, str], float]:
    """Return the pairs of shapes that can be confused, with their overlap."""
    assert len(shapes) > 3
    pairs = {(one, other): alike(shapes[one], shapes[other]) for one, other in combinations(shapes, 2)}
    return {pair: common for pair, common in pairs.items() if common > MOST}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", list_suited(), ids=lambda game: game.slug)
def test_on_a_grey_screen_no_two_suits_of_a_game_look_alike(
    phones: Callable[..., Phone], game: Game, scheme: str
) -> None:
    phone = phones(color_scheme=scheme, device_scale_factor=DENSE, viewport={**PHONE, "height": 1600})
    table = phone.new_table(game=game.slug)
    phone.open(f"{table}1/sheet")
    picture = Image.open(BytesIO(phone.page.screenshot())).convert("L")
    shapes = {
        name: shape(picture, (left * DENSE - 2, top * DENSE - 2, right * DENSE + 2, bottom * DENSE + 2))
        for name, (left, top, right, bottom) in phone.page.evaluate(SUITS)
    }
    assert len(shapes) == len(rows(game))
    assert too_alike(shapes) == {}


def pads() -> Iterator[tuple[str, str, list[str]]]:
    """Yield the name, HTML and suits of each blank pad with suits."""
    for game in list_suited():
        names = [speak(row.label) for row in rows(game)]
        for pad in blank_pads.list_pads(game, make_setup(game, 4)):
            if pad.suits:
                html = blank_pads.render_pad(game, PadRequest(4, "A4", 1, pad.key))
                yield f"{game.slug}-{pad.key}", html, names


@pytest.mark.parametrize(("html", "names"), [pytest.param(html, names, id=name) for name, html, names in pads()])
def test_on_a_grey_pad_no_two_suits_of_a_game_look_alike(html: str, names: list[str], tmp_path: Path) -> None:
    assert too_alike(cut_out(press.PRESS.print(html).content, names, tmp_path)) == {}


def cut_out(pdf: bytes, names: list[str], folder: Path) -> dict[str, Image.Image]:
    """Return the shape in front of each name on a printed page."""
    assert shutil.which("pdftoppm"), "Poppler is missing; python3 dev.py test installs it on Debian and Ubuntu"
    picture, words = render_page(pdf, folder)
    where = {word.text: word for word in reversed(words)}
    return {name: shape(picture, before(where[name])) for name in names}


def test_every_suit_of_a_game_has_a_shape_two_letters_and_a_name_of_its_own() -> None:
    for slug, setup in at_least_one(editions()):
        suits = [row for row in GAMES[slug].rows(setup) if row.suit]
        assert len({row.suit.shape for row in suits if row.suit}) == len(suits)
        assert len({speak(row.suit.letters) for row in suits if row.suit}) == len(suits)
        assert len({speak(row.label) for row in suits}) == len(suits)
        assert all(len(speak(row.suit.letters)) == 2 for row in suits if row.suit)
