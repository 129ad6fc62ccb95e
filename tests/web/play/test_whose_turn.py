"""Phones with seats in a round played move by move: each enters its own turns, and no other by mistake."""

import pytest
from flask import Flask

from tests.support.http import PLAY, Player, let_in, open_table, send_move, send_moves, sit, token
from tests.support.page_parsers import words

LINE = ("blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1")


@pytest.fixture
def two(app: Flask) -> tuple[Player, Player]:
    """The phones of Alice, whose turn it is, and of Hatter; Cheshire has none."""
    alice = open_table(app.test_client())
    hatter = let_in(alice, app)
    for seat, player in enumerate((alice, hatter)):
        assert sit(player, seat=str(seat)).status_code == 303
    send_moves(alice, *(f"1.line..{card}" for card in LINE))
    return alice, hatter


def test_the_phone_of_whoever_plays_says_so(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    assert "Your turn" in alice.page(PLAY)
    assert "Your turn" not in hatter.page(PLAY)
    assert "Alice plays" in hatter.page(PLAY)


def test_the_phone_of_another_offers_no_card_of_hers_but_on_wish(two: tuple[Player, Player]) -> None:
    _, hatter = two
    html = hatter.page(f"{PLAY}?suit=orange")
    assert 'name="move"' not in html
    assert "Alice enters it." in words(html)
    assert "Enter it here" in html
    html = hatter.page(f"{PLAY}?suit=orange&instead=yes")
    assert 'name="move"' in html
    assert 'name="instead" value="yes"' in html


def test_what_is_told_instead_counts_and_the_next_turn_is_guarded_again(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    assert send_move(hatter, "1.play.0.red-10").status_code == 303
    assert "Your turn" in hatter.page(PLAY)
    assert "Hatter enters it." in words(alice.page(PLAY))


def test_a_turn_of_somebody_without_a_phone_is_told_on_any(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    send_moves(alice, "1.play.0.red-10", "1.play.1.blue-10")
    for player in (alice, hatter):
        html = player.page(f"{PLAY}?suit=orange")
        assert "Cheshire plays" in html
        assert 'name="move"' in html


def test_what_is_refused_while_it_is_told_instead_stays_open(two: tuple[Player, Player]) -> None:
    _, hatter = two
    answer = send_move(hatter, "1.play.0.blue-5", suit="blue", instead="yes")
    assert answer.status_code == 422
    assert 'name="move"' in answer.text
    assert 'name="instead" value="yes"' in hatter.page(f"{PLAY}?suit=blue&instead=yes").partition('class="dock"')[2]


def test_an_own_phone_is_called_only_on_wish(two: tuple[Player, Player]) -> None:
    alice, hatter = two
    assert "data-turn" not in alice.page(PLAY)
    assert alice.client.post(f"{alice.url}{PLAY}/call", data={"csrf_token": token(alice.client)}).status_code == 303
    assert "data-turn" in alice.page(PLAY)
    hatter.client.post(f"{hatter.url}{PLAY}/call", data={"csrf_token": token(hatter.client)})
    assert "data-turn" not in hatter.page(PLAY)
    assert "data-alerts" in hatter.page(PLAY)
