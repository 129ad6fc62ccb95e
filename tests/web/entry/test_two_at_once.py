"""Two phones at once: entries at different spots both count; at the same spot, the second sees the first."""

import re
import threading

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.storage import access
from scorekeeper.table.journal import Agree, Change, Strike, Write
from tests.support.http import (
    CAST,
    PLAY,
    SIX,
    Player,
    again,
    field,
    let_in,
    lines_of,
    play_example,
    read_hidden_fields,
    read_seats,
    sit,
    text,
)


@pytest.fixture
def bo(alice: Player, app: Flask) -> Player:
    """A second phone at the table, at Hatter's seat."""
    bo = let_in(alice, app)
    sit(bo, seat="1")
    return bo


def test_the_same_spot_shows_who_wrote_what_and_is_sent_again_with_one_tap(alice: Player, bo: Player) -> None:
    form = read_hidden_fields(alice, "1/")
    bo.tap("1.red.count.0.=4", "1/?way=flip")
    answer = alice.client.post(f"{alice.url}1/write", data={**form, "tap": "1.red.count.0.=3"})
    assert answer.status_code == 409
    assert re.search(r"Alice has 4 red cards\. Hatter, \d\d:\d\d", text(answer.text))
    assert "Your entry Deal 1: Alice has 3 red cards." in " ".join(text(answer.text).split())
    assert "Leave as is" in answer.text
    assert alice.client.post(f"{alice.url}1/write", data=again(answer)).status_code == 303
    assert "Alice has 3 red cards" in text(alice.page("journal"))


def test_undo_pressed_on_two_phones_undoes_once_and_says_who_did(alice: Player, bo: Player, app: Flask) -> None:
    alice.tap("1.red.count.0.=3")
    alice.tap("1.blue.count.0.=5")
    first, second = read_hidden_fields(alice, "1/"), read_hidden_fields(bo, "1/?way=flip")
    assert bo.client.post(f"{bo.url}1/write", data={**second, "strike": "3"}).status_code == 303
    answer = alice.client.post(f"{alice.url}1/write", data={**first, "strike": "3"})
    assert answer.status_code == 422
    assert "Hatter has already taken that back." in answer.text
    assert [line.act for line in lines_of(alice, app) if isinstance(line.act, Strike)] == [Strike(3)]


def test_eight_phones_that_press_undo_in_the_same_moment_undo_once(alice: Player, app: Flask) -> None:
    alice.tap("1.red.count.0.=3")
    phones = [let_in(alice, app) for _ in range(8)]
    forms = [read_hidden_fields(phone, "1/?way=flip") for phone in phones]
    statuses: list[int] = []

    def press(phone: Player, form: dict[str, str]) -> None:
        statuses.append(phone.client.post(f"{phone.url}1/write", data={**form, "strike": "2"}).status_code)

    threads = [threading.Thread(target=press, args=pair) for pair in zip(phones, forms, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [303] + [422] * 7
    assert [line.act for line in lines_of(alice, app) if isinstance(line.act, Strike)] == [Strike(2)]


def seating(player: Player) -> dict[str, object]:
    html = player.page("setup")
    kept = {name: field(html, name) for name in ("csrf_token", "op", "seen", "starter")}
    return {**kept, "seat": read_seats(html), "was": re.findall(r'name="was" value="([^"]*)"', html), "do": "open"}


def test_two_who_change_the_players_see_each_other_and_keep_their_entry(alice: Player, bo: Player, app: Flask) -> None:
    mine, theirs = seating(alice), seating(bo)
    theirs["seat"] = ["Alice", "Mad Hatter", "Cheshire"]
    assert bo.client.post(f"{bo.url}setup", data=theirs).status_code == 303
    answer = alice.client.post(f"{alice.url}setup", data={**mine, "seat": ["Ali", "Hatter", "Cheshire"]})
    assert answer.status_code == 409
    assert "Hatter is now called Mad Hatter" in text(answer.text)
    kept = re.findall(r'name="(\w+)" value="([^"]*)"', answer.text)
    assert [value for name, value in kept if name == "seat"] == ["Ali", "Hatter", "Cheshire"]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="?([\w.]+)"? value="([^"]*)"', answer.text):
        fields.setdefault(name, []).append(value)
    assert alice.client.post(f"{alice.url}setup", data=fields).status_code == 303
    assert [type(line.act) for line in lines_of(alice, app)] == [Change, Change, Change]
    assert app.extensions["tables"].load(alice.table).setup.players == ("Ali", "Hatter", "Cheshire")


def test_two_seats_that_agree_at_once_both_count(alice: Player, bo: Player, app: Flask) -> None:
    play_example(alice)
    first, second = read_hidden_fields(alice, "1/sheet"), read_hidden_fields(bo, "1/sheet")
    for player, form in ((alice, first), (bo, second)):
        assert player.client.post(f"{alice.url}1/agree", data=form).status_code == 303
    assert [type(line.act) for line in lines_of(alice, app)[-2:]] == [Agree, Agree]
    assert "Agreed at the table" in text(alice.page("1/sheet"))


def test_a_tap_that_meets_an_agreement_is_asked_why(alice: Player, bo: Player, app: Flask) -> None:
    play_example(alice)
    late = read_hidden_fields(bo, "1/?way=flip")
    for player in (alice, bo):
        player.client.post(f"{alice.url}1/agree", data=read_hidden_fields(player, "1/sheet"))
    answer = bo.client.post(f"{bo.url}1/write", data={**late, "tap": "1.red.cards.1.1="})
    assert answer.status_code == 409
    assert 'role="status">Deal 1 is agreed. Why are you changing it?</p>' in answer.text
    bo.client.post(f"{bo.url}1/write", data=again(answer, reason="It was red 2"))
    assert type(lines_of(alice, app)[-1].act) is Write


def test_play_again_on_two_phones_opens_one_table_for_all_with_their_seats(
    alice: Player, bo: Player, app: Flask
) -> None:
    play_example(alice)
    eye = let_in(alice, app, "watch")
    opened = [
        player.client.post(
            f"{alice.url}rematch", data={"csrf_token": read_hidden_fields(player, "1/sheet")["csrf_token"]}
        ).location
        for player in (alice, bo)
    ]
    assert opened[0] == opened[1]
    again_at = opened[0].split("/t/")[1].split("/")[0]
    tables = app.extensions["tables"]
    assert access.find_seat_claims(tables.store, again_at) == {1: bo.client.get_cookie("browser").value}
    assert tables.load(again_at).setup.players == CAST
    assert eye.client.get(f"/t/{again_at}/").status_code == 200
    assert eye.client.get(f"/t/{again_at}/setup").status_code == 403


# Moves told to the referee


def post_move(player: Player, form: dict[str, str], **fields: str) -> TestResponse:
    return player.client.post(f"{player.url}{PLAY}/write", data={**form, **fields})


def tell(player: Player, **fields: str) -> None:
    assert post_move(player, read_hidden_fields(player, PLAY), **fields).status_code == 303


def moves(player: Player, *more: str) -> None:
    """Enter a first line and a turn of each player."""
    turns = ("play.0.orange-0", "play.1.red-10", "play.2.blue-10", *more)
    for move in (*(f"line..{card}" for card in SIX), *turns):
        tell(player, move=f"1.{move}")


NEXT = {"move": "1.play.0.purple-10"}
"""The turn after those that are entered."""

CORRECTION = {"move": "1.play.0.orange-2", "amend": "8"}

MEANWHILE = [
    ([], [CORRECTION], NEXT, "Entry 8 corrected. Deal 1: Alice plays Orange 2"),
    ([], [NEXT], CORRECTION, "Alice plays Purple 10"),
    ([], [NEXT], NEXT, "Alice plays Purple 10"),
    # a correction is taken back
    ([CORRECTION], [{"strike": "11"}], NEXT, "Entry 11 taken back."),
    # a move is put back
    ([{"strike": "10"}], [{"strike": "11"}], {"move": "1.play.2.blue-9"}, "Entry 11 taken back."),
    # nothing is left of what was corrected
    ([], [CORRECTION, {"strike": "11"}], NEXT, ""),
]
"""What is told before the page of a phone, after it, and on that page; and what the phone is shown, if anything."""


@pytest.mark.parametrize(("before", "after", "late", "shown"), MEANWHILE)
def test_a_move_on_a_page_older_than_another_line_shows_that_line(
    alice: Player,
    bo: Player,
    before: list[dict[str, str]],
    after: list[dict[str, str]],
    late: dict[str, str],
    shown: str,
) -> None:
    moves(alice)
    for fields in before:
        tell(alice, **fields)
    form = read_hidden_fields(bo, PLAY)
    for fields in after:
        tell(alice, **fields)
    answer = post_move(bo, form, **late)
    assert answer.status_code == (409 if shown else 303)
    assert shown in re.sub(r"<[^>]+>", "", answer.text)


def test_a_move_on_a_page_older_than_other_players_shows_that_and_is_sent_again(alice: Player, bo: Player) -> None:
    moves(alice)
    form = read_hidden_fields(bo, PLAY)
    theirs = seating(alice)
    theirs["seat"] = ["Alice", "Mad Hatter", "Cheshire"]
    assert alice.client.post(f"{alice.url}setup", data=theirs).status_code == 303
    answer = post_move(bo, form, **NEXT)
    assert answer.status_code == 409
    assert "Hatter is now called Mad Hatter" in text(answer.text)
    assert bo.client.post(f"{bo.url}{PLAY}/write", data=again(answer)).status_code == 303
