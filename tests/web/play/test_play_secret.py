"""Secrets of a round played move by move: which phone sees a kept card, and which can change it."""

import re
from typing import NamedTuple

import pytest
from flask import Flask

from tests.support.http import (
    PLAY,
    SIX,
    TURNS,
    Player,
    field,
    how_many_lines,
    let_in,
    read_hidden_fields,
    send_move,
    send_moves,
    sit,
    text,
)

HIDDEN = "Hatter keeps Grey 5"

STRUCK = re.compile(r'class="cannot[^"]*"[^>]* value="1\.keep\.1\.grey-5"')


@pytest.fixture
def kept(alice: Player) -> Player:
    """A shared phone, after Hatter has kept the first of two cards on it."""
    send_moves(alice, *(f"1.line..{card}" for card in SIX), *TURNS)
    send_moves(alice, "1.keep.1.grey-5")
    return alice


@pytest.fixture
def own(alice: Player, app: Flask) -> Player:
    """Hatter's own phone, after one card was kept on it."""
    send_moves(alice, *(f"1.line..{card}" for card in SIX), *TURNS)
    hatter = let_in(alice, app)
    sit(hatter, seat="1")
    send_moves(hatter, "1.keep.1.grey-5")
    return hatter


def watching(player: Player, app: Flask) -> Player:
    return let_in(player, app, "watch")


def scoring(player: Player, app: Flask) -> Player:
    return let_in(player, app)


def cheshire(player: Player, app: Flask) -> Player:
    phone = let_in(player, app)
    sit(phone, seat="2")
    return phone


class Pair(NamedTuple):
    """The phone on which a card was kept, and another phone at the table."""

    owner: Player
    other: Player
    watches: bool
    """Whether the other phone only watches."""


@pytest.fixture(params=[(owner, phone) for owner in ("kept", "own") for phone in (watching, scoring, cheshire)])
def pair(request: pytest.FixtureRequest, app: Flask) -> Pair:
    """Each kind of phone beside each phone that keeps cards."""
    owner, phone = request.param
    player = request.getfixturevalue(owner)
    return Pair(player, phone(player, app), phone is watching)


def unlike(html: str) -> str:
    """Return a page without CSRF token, idempotency key and the kept cards."""
    html = re.sub(r'name="?(csrf_token|op)"? value="?[^">]*"?', "", html)
    return re.sub(r"grey-[56]|Grey [56]", "", html)


# What is shown


def test_no_address_tells_another_phone_what_is_kept(pair: Pair) -> None:
    other = pair.other
    for also in ("", "&seat=1", "&seat=2", "&amend=12", "&amend=12&seat=1", "&suit=grey"):
        page = f"{other.url}{PLAY}?pick=1.keep.1."
        asked = [other.client.get(f"{page}{card}{also}").text for card in ("grey-5", "grey-6")]
        assert HIDDEN not in asked[0]
        assert not STRUCK.search(asked[0])
        assert unlike(asked[0]) == unlike(asked[1])


def test_no_tap_tells_another_phone_what_is_kept(pair: Pair) -> None:
    other, answers = pair.other, []
    for card in ("grey-5", "grey-6"):
        html = other.page(PLAY)
        hidden = {"csrf_token": field(html, "csrf_token"), "seen": field(html, "seen"), "op": card}
        answers.append(other.client.post(f"{other.url}{PLAY}/write", data={**hidden, "move": f"1.keep.1.{card}"}))
    assert HIDDEN not in answers[0].text
    assert answers[0].status_code == answers[1].status_code
    assert unlike(answers[0].text) == unlike(answers[1].text)


def test_the_phone_that_told_a_kept_card_shows_it_behind_the_cover(kept: Player) -> None:
    assert STRUCK.search(kept.page(f"{PLAY}?seat=1"))
    assert HIDDEN in kept.page(f"{PLAY}?seat=1&pick=1.keep.1.grey-5")
    assert HIDDEN in send_move(kept, "1.keep.1.grey-5", seat="1").text
    assert HIDDEN not in kept.page(f"{PLAY}?pick=1.keep.1.grey-5")
    assert HIDDEN not in kept.page(f"{PLAY}?seat=2&pick=1.keep.1.grey-5")


def test_a_seat_with_a_phone_of_its_own_has_no_cover_in_the_middle(own: Player, alice: Player) -> None:
    html = alice.page(PLAY)
    assert "Pass the phone to Hatter." not in html
    assert "Pass the phone to Cheshire." in html
    assert "1.keep.1." not in alice.page(f"{PLAY}?seat=1")
    assert {*re.findall(r"1\.keep\.\d", own.page(PLAY))} == {"1.keep.1"}
    send_moves(alice, *(f"1.keep.{keep}" for keep in ("2.grey-7", "2.grey-8", "0.purple-1", "0.purple-2")))
    html = alice.page(PLAY)
    assert "Pass the phone" not in html
    assert "Still choosing two cards to keep: Hatter." in html


AGAIN = re.compile(r'<button name="strike" value="(\d+)">Decide again here')


@pytest.mark.parametrize("owner", ["kept", "own"])
@pytest.mark.parametrize("cards", [(), ("1.keep.1.grey-6",)])
def test_who_takes_over_a_seat_is_not_shown_what_was_kept_on_another_phone(
    request: pytest.FixtureRequest, app: Flask, owner: str, cards: tuple[str, ...]
) -> None:
    player = request.getfixturevalue(owner)
    send_moves(player, *cards)
    thief = cheshire(player, app)
    sit(thief, move="1")
    before = how_many_lines(player)
    for where in WHERE:
        assert not re.search(r"value=\"1\.keep\.1\.|Grey [56]", thief.page(where)), where
    asked = [thief.page(f"{PLAY}?pick=1.keep.1.{card}") for card in ("grey-5", "grey-6", "grey-9")]
    assert len({re.sub("[gG]rey.[569]", "", unlike(html)) for html in asked}) == 1
    hidden = {name: field(thief.page(PLAY), name) for name in ("csrf_token", "seen")}
    for more in ({"move": "1.keep.1.grey-5"}, {"move": "1.keep.1.grey-6"}, {"move": "1.keep.1.grey-9", "amend": "12"}):
        answer = thief.client.post(f"{thief.url}{PLAY}/write", data={**hidden, "op": repr(more), **more})
        assert answer.status_code == 422
        assert "secret" in answer.text
        assert not re.search("Grey [56]", answer.text)
    assert how_many_lines(player) == before


WHERE = (PLAY, f"{PLAY}?seat=1", f"{PLAY}?amend=12", f"{PLAY}?amend=12&seat=1", "1/sheet", "", "journal", "1/ask")


@pytest.mark.parametrize("cards", [(), ("1.keep.1.grey-6",)])
def test_the_phone_in_place_of_one_that_is_gone_decides_again_unseen(
    app: Flask, own: Player, alice: Player, cards: tuple[str, ...]
) -> None:
    send_moves(own, *cards)
    sit(alice, move="1")
    for _ in ("1.keep.1.grey-5", *cards):
        html = alice.page(PLAY)
        assert "Hatter has already decided on another phone." in text(html)
        seq = AGAIN.search(html)
        assert seq, "the way to decide again"
        assert send_move(alice, "", strike=seq[1]).status_code == 303
    send_moves(alice, "1.keep.1.grey-9")
    assert not re.search("Grey [56]", alice.page("journal"))
    sit(own, move="1")
    assert not re.search(r"1\.keep\.1\.|Grey 9", own.page(PLAY)), "nor is the first phone shown what the second kept"


# Who may touch it


def test_no_other_phone_corrects_what_is_kept(pair: Pair) -> None:
    other, before = pair.other, how_many_lines(pair.owner)
    correction = {"move": "1.keep.1.grey-9", "amend": str(before)}
    hidden = read_hidden_fields(other, PLAY)
    answer = other.client.post(f"{other.url}{PLAY}/write", data={**hidden, **correction})
    assert answer.status_code == (403 if pair.watches else 422)
    assert pair.watches or "That is still secret." in answer.text
    assert how_many_lines(pair.owner) == before
    html = other.page(f"{PLAY}?amend={before}&seat=1")
    assert "Choose another move" not in html
    assert "1.keep.1." not in html


def test_the_phone_that_told_it_corrects_it_behind_the_cover(kept: Player) -> None:
    seq = how_many_lines(kept)
    cover = kept.page(f"{PLAY}?amend={seq}")
    assert "Choose another move" in cover
    assert "1.keep." not in cover
    assert f"{PLAY}?amend={seq}&amp;seat=1" in cover
    behind = kept.page(f"{PLAY}?amend={seq}&seat=1")
    assert "1.keep.1.grey-9" in behind
    assert "1.keep.2." not in kept.page(f"{PLAY}?amend={seq}&seat=2")
    assert send_move(kept, "1.keep.1.grey-9", amend=str(seq)).status_code == 303
    assert "Hatter keeps Grey 9" in kept.page(f"{PLAY}?seat=1&pick=1.keep.1.grey-9")


UNDO = re.compile(r'name="strike" value="(\d+)"')


def test_a_correction_of_a_secret_is_taken_back_only_where_the_secret_itself_could_be(app: Flask, kept: Player) -> None:
    seq = how_many_lines(kept)
    send_move(kept, "1.keep.1.grey-9", amend=str(seq))
    assert not UNDO.search(kept.page(PLAY)), "the phone may have been passed on"
    behind = UNDO.search(kept.page(f"{PLAY}?seat=1"))
    assert behind
    assert behind[1] == str(seq + 1)
    other = scoring(kept, app)
    assert not UNDO.search(other.page(f"{PLAY}?seat=1"))
    assert send_move(other, "", strike=behind[1]).status_code == 422
    assert send_move(kept, "", strike=behind[1]).status_code == 303
    for page in (PLAY, "journal", ""):
        assert not re.search("Grey [59]", text(kept.page(page))), page
    assert HIDDEN in kept.page(f"{PLAY}?seat=1&pick=1.keep.1.grey-5")


def test_a_card_kept_twice_is_asked_about_and_play_page_and_sheet_say_the_same(app: Flask, kept: Player) -> None:
    send_moves(kept, *(f"1.keep.{keep}" for keep in ("1.grey-6", "2.grey-5", "2.grey-8", "0.purple-1", "0.purple-2")))
    wrong = "Hatter and Cheshire keep the same card, Grey 5."
    for where in (PLAY, "1/sheet"):
        assert wrong in kept.page(where)
        assert wrong in watching(kept, app).page(where)
    html = kept.page(PLAY)
    assert "Cheshire keeps Grey 5 and Grey 8." in html
    assert "Who does not keep Grey 5?" in html
    send_moves(kept, "1.back.2.grey-5")
    assert "Still choosing two cards to keep: Cheshire." in kept.page("1/sheet")
    html = kept.page(PLAY)
    assert "Pass the phone" not in html
    assert "Hatter keeps Grey 5 and Grey 6." in html
    send_moves(kept, "1.keep.2.grey-9")
    assert "The deal is over" in kept.page(PLAY)
    assert "Cheshire keeps Grey 8 and Grey 9." in kept.page(PLAY)
    assert "No result yet." not in kept.page("1/sheet")


# Passing the phone on


def undo_of(html: str) -> str:
    match = re.search(r'<button class="undo" name="strike"([^>]*)>', html)
    assert match
    return match[1].strip()


@pytest.mark.parametrize("address", [PLAY, f"{PLAY}?seat=1", f"{PLAY}?seat=0&about=0.0"])
def test_a_cover_carries_nobodys_seat_and_no_undo_of_a_secret(kept: Player, address: str) -> None:
    send_moves(kept, "1.keep.1.grey-6", *(["1.keep.0.purple-1", "1.keep.0.purple-2"] if "seat=0" in address else []))
    html = kept.page(address)
    assert "Pass the phone to Cheshire." in html
    assert 'name="seat"' not in html
    assert undo_of(html) == "disabled"


ANEW = "Let Hatter decide again"


def take_back(player: Player, seat: int) -> str:
    """Take back the latest decision behind the cover of a seat, and return the address that follows."""
    html = player.page(f"1/secret/anew?seat={seat}")
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "seat", "at", "strike")}
    answer = player.client.post(f"{player.url}1/secret/write", data=hidden)
    assert answer.status_code == 303
    return answer.location


def test_who_has_decided_takes_back_the_own_card_behind_the_own_cover(kept: Player) -> None:
    assert ANEW not in kept.page(PLAY), "Hatter is still asked"
    send_moves(kept, "1.keep.1.grey-6", "1.keep.2.grey-7")
    cover = kept.page(PLAY)
    assert "Pass the phone to Cheshire." in cover
    assert ANEW in cover
    assert f'href="{kept.url}1/secret/anew?seat=1"' in cover
    behind = kept.page("1/secret/anew?seat=1")
    assert "Undo takes back Hatter’s last decision." in behind
    assert not re.search(r"grey|Grey|keep", behind.partition("<main")[2])
    assert take_back(kept, 1).endswith(f"{PLAY}?seat=1")
    html = kept.page(f"{PLAY}?seat=1")
    assert STRUCK.search(html)
    assert "1.keep.1.grey-6" in html
    send_moves(kept, *(f"1.keep.{keep}" for keep in ("1.grey-9", "2.grey-8", "0.purple-1", "0.purple-2")))
    assert "Hatter keeps Grey 5 and Grey 9." in kept.page(PLAY)


def test_who_has_decided_takes_it_back_while_others_decide_on_phones_of_their_own(app: Flask, kept: Player) -> None:
    send_moves(kept, "1.keep.1.grey-6", "1.keep.0.purple-1", "1.keep.0.purple-2")
    cheshire(kept, app)
    html = kept.page(PLAY)
    assert "Pass the phone" not in html
    assert ANEW in html
    assert "Let Alice decide again" in html
    assert take_back(kept, 1).endswith(f"{PLAY}?seat=1")


def test_nobody_decides_anew_for_others_on_another_phone(pair: Pair) -> None:
    send_moves(pair.owner, "1.keep.1.grey-6")
    assert ANEW not in pair.other.page(PLAY)
    answer = pair.other.client.get(f"{pair.other.url}1/secret/anew?seat=1")
    assert answer.status_code == (403 if pair.watches else 303)


@pytest.mark.parametrize("seat", ["", "7", "x", "2", "9" * 400])
def test_a_seat_that_has_decided_nothing_here_has_nothing_to_take_back(kept: Player, seat: str) -> None:
    assert kept.client.get(f"{kept.url}1/secret/anew?seat={seat}").location.endswith(PLAY)


# A secret that no longer fits


def test_why_a_secret_does_not_fit_any_more_is_no_news_for_others(pair: Pair, app: Flask) -> None:
    other = pair.other
    assert send_move(scoring(pair.owner, app), "1.play.0.grey-5", amend="11").status_code == 303
    play = other.page(PLAY)
    assert "“Hatter keeps a card.” is no longer valid. Only the phone that entered it can fix it." in text(play)
    assert "Correct this move" not in play
    for html in (play, *(other.page(where) for where in ("1/sheet", "", "board", f"{PLAY}?amend=12"))):
        assert "Grey 5 is in the line" not in html


def test_a_phone_that_goes_round_says_why_behind_the_cover(kept: Player) -> None:
    send_move(kept, "1.play.0.grey-5", amend="11")
    html = kept.page(PLAY)
    assert "Grey 5 is in the line" not in html
    assert "“Hatter keeps a card.” is no longer valid. Fix it first." in text(html)
    assert "Correct this move" in html
    assert "Pass the phone to Hatter." in kept.page(f"{PLAY}?amend=12")
    assert "Grey 5 is in the line" in kept.page(f"{PLAY}?amend=12&seat=1&pick=1.keep.1.grey-5")
    assert send_move(kept, "", strike="12").status_code == 303
    assert "Pass the phone to Hatter." in kept.page(PLAY)


def test_a_move_that_is_no_secret_is_undone_from_the_cover(kept: Player) -> None:
    send_move(kept, "", strike=str(how_many_lines(kept)))
    html = kept.page(PLAY)
    assert "Pass the phone to Hatter." in html
    assert undo_of(html) == 'value="11"'
