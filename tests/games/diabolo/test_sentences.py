"""Sentences of the rulebook that command something. Those about points are in `rounds.toml`."""

import pytest

from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.cards import COPIES, PER_COLOUR, SLOTS, VALUES
from scorekeeper.games.pad import Setup
from tests.support.diabolo import THREE, ask, play, score, side
from tests.support.marks import read_texts


def test_d01_three_to_five_play() -> None:
    assert GAME.seats == (3, 5)


def test_d02_there_are_70_number_cards_in_five_colours() -> None:
    assert len(SLOTS) * PER_COLOUR == 70
    assert sum(COPIES.values()) == PER_COLOUR
    assert list(VALUES) == list(COPIES)
    assert sum(value * copies for value, copies in COPIES.items()) == 37


def test_d03_the_five_heaven_and_hell_cards_form_a_column() -> None:
    assert [row.key for row in GAME.rows(THREE) if row.suit] == ["red", "yellow", "green", "purple", "blue"]


@pytest.mark.parametrize(("ahead", "error"), [("hell", "double_on_negative"), ("", "double_on_tied_row")])
def test_d22_then_and_only_then_a_doubler_may_be_used(ahead: str, error: str) -> None:
    sides = {"heaven": [1], "hell": [1], **({ahead: [5]} if ahead else {})}
    assert ask("row", **sides, hands={"A": [1], "B": [2]}, doubles=["B"])["error"] == error
    key = {"hell": "trident", "": "level"}[ahead]
    step = GAME.ways(THREE)[0].steps(THREE, side("red", key), 1)[0]
    assert not any(getattr(ask, "tick", "") for ask in step.asks)


def test_d23_whoever_uses_it_says_so_before_hands_are_shown() -> None:
    step = GAME.ways(THREE)[0].steps(THREE, side("red", "harp"), 1)[0]
    assert [getattr(ask, "tick", "") for ask in step.asks] == ["", "double", "double", "double"]
    assert str(step.hint) == "The harp is ahead. Who doubles? Then everybody shows red."


def test_d24_everybody_shows_the_cards_of_that_colour() -> None:
    step = GAME.ways(THREE)[0].steps(THREE, side("red", "trident"), 1)[0]
    assert [ask.seat for ask in step.asks if ask.box == "hand"] == [0, 1, 2]
    unread = score(side("red", "trident"))
    assert "Who is highest in red?" in read_texts(unread.open)


def rounds(**options: int) -> int:
    return GAME.rounds(play("A", "B", "C", "D", **options))


def test_d37_the_number_of_rounds_is_agreed_before_and_equal_for_all() -> None:
    assert rounds() == ask("setup", n=4)["default_rounds"] == 4
    assert rounds(rounds=6) == 6
    note = "Not everybody deals the same number of times."
    told = [[str(text) for text in GAME.rules_in_words(play("A", "B", "C", rounds=n))] for n in (0, 3, 4, 6)]
    assert [note in words for words in told] == [False, False, True, False]
    assert GAME.rules_in_words(Setup((), GAME.default_options(), ((1, ()),)))
