"""The signs of games: the outline tells the kind of game, one or two letters tell which."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pads import padfile
from scorekeeper.language.catalogue import LANGUAGES, catalogue
from scorekeeper.language.lettering import take_letters
from scorekeeper.language.text import speak

PADS = [game for game in GAMES.values() if game.kind]

ORCHARD = """format = 1
name = "Orchard"
players = [1, 4]

[row.points]
label = "Points"
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_games_have_the_same_sign(language: str) -> None:
    signs = {(game.kind, speak(game.sign, catalogue(language))): game.slug for game in PADS if game.sign}
    assert len(signs) == len(PADS) > 40
    assert {kind for kind, _ in signs} == set(padfile.SORTS)


def test_a_pad_of_ones_own_can_choose_its_sign_in_each_language() -> None:
    sign = 'sign = { en = "A", de = "Ob" }\nkind = "tiles"\n'
    game = parse_own_game(ORCHARD.replace("\n[row", f"{sign}\n[row"))
    assert game.kind == "tiles"
    assert game.sign
    assert [speak(game.sign, catalogue(language)) for language in ("en", "de", "fr")] == ["A", "Ob", "A"]


@pytest.mark.parametrize(
    ("name", "letters"),
    [("¡Toma 6!", "To"), ("6 nimmt!", "6n"), ("élan", "Él"), ("e\u0301lan", "Él"), ("MT", "MT"), ("🂡", "🂡"), ("", "")],
)
def test_letters_of_a_sign_are_taken_from_the_name(name: str, letters: str) -> None:
    assert take_letters(name) == letters
