"""Agreeing to a sheet: each seat agrees, screen and paper say so, and a later change needs a reason."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Marks, Setup, Sheet
from scorekeeper.games.pads.scoring import Before
from scorekeeper.table.journal import Reopen, Write
from tests.support.games import change_game
from tests.support.http import Player, again, field, let_in, lines_of, play_example, read_hidden_fields, sit, text


def agree(player: Player, round: int = 1, **fields: str):
    hidden = read_hidden_fields(player, f"{round}/sheet")
    return player.client.post(f"{player.url}{round}/agree", data={**hidden, **fields})


@pytest.fixture
def agreed(alice: Player) -> Player:
    """A table whose first deal is agreed on one phone."""
    play_example(alice)
    assert agree(alice).status_code == 303
    return alice


def test_one_phone_agrees_for_all_seats_that_have_none(alice: Player, app: Flask) -> None:
    play_example(alice)
    assert "Agree and lock" in alice.page("1/sheet")
    agree(alice)
    assert lines_of(alice, app)[-1].act.seats == (0, 1, 2)
    html = alice.page("1/sheet")
    assert re.search(r"Agreed at the table, \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d\.", text(html))
    assert re.search(r"<h1>.*?#i-lock.*?</h1>", html)
    assert "Agree and lock" not in html


def test_an_agreement_stands_once_on_the_screen_and_on_paper(agreed: Player) -> None:
    assert agreed.page("1/sheet").partition("<main>")[2].count("Agreed at the table") == 1
    paper = agreed.page("1/sheet.html?language=de")
    assert len(re.findall(r"Am Tisch bestätigt, \d+\. [A-Zä-ü][a-zä-ü]+ \d{4}, \d\d:\d\d\.", text(paper))) == 1


def test_a_sheet_that_all_agree_on_asks_nothing_about_its_entries(alice: Player) -> None:
    alice.tap("1.red.cards.0.1=1;1.red.cards.0.2=1;1.blue.cards.1.1=1;1.blue.cards.1.2=1;1.grey.count.2.=5")
    alice.tap(";".join(f"1.{row}.nobody..=1" for row in ("purple", "green", "orange")) + ";1.end.all..=1")
    assert "Is a pile missing?" in alice.page("1/sheet")
    agree(alice)
    html = alice.page("1/sheet")
    assert "Agreed at the table" in html
    assert "Is a pile missing?" not in html
    assert "#i-triangle" not in html
    assert "Is a pile missing?" not in alice.page("1/sheet.html")


def test_each_own_phone_agrees_for_its_seat_and_the_table_for_the_rest(alice: Player, app: Flask) -> None:
    play_example(alice)
    bo = let_in(alice, app)
    sit(bo, seat="1")
    agree(bo)
    assert lines_of(alice, app)[-1].act.seats == (1,)
    assert "Hatter agrees. Waiting for Alice and Cheshire." in text(alice.page("1/sheet"))
    assert "Agree and lock" not in bo.page("1/sheet")
    agree(alice)
    assert lines_of(alice, app)[-1].act.seats == (0, 2)
    assert "Agreed at the table" in bo.page("1/sheet")


def test_whoever_does_not_agree_says_so_on_their_own_phone_and_nothing_is_locked(alice: Player, app: Flask) -> None:
    play_example(alice)
    bo = let_in(alice, app)
    sit(bo, seat="1")
    assert "I do not agree" not in bo.page("1/sheet")
    assert "I do not agree" not in alice.page("1/sheet")
    agree(alice)
    assert "I do not agree" not in alice.page("1/sheet")
    html = bo.page("1/sheet")
    assert "I do not agree" in html
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
    assert bo.client.post(f"{bo.url}1/agree/not", data=hidden).status_code == 303
    after = text(alice.page("1/sheet"))
    assert "Opened again: Hatter does not agree." in after
    assert "Agree and lock" in after
    assert "I do not agree" not in bo.page("1/sheet")
    # A phone without a seat cannot say so for anybody.
    agree(alice)
    html = alice.page("1/sheet")
    count = len(lines_of(alice, app))
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
    alice.client.post(f"{alice.url}1/agree/not", data=hidden)
    assert len(lines_of(alice, app)) == count


def test_what_is_not_decided_cannot_be_agreed_and_says_why(alice: Player) -> None:
    alice.tap("1.red.count.0.=3")
    assert "Agree and lock" not in alice.page("1/sheet")
    answer = agree(alice)
    assert answer.status_code == 422
    assert "Enter Alice" in answer.text or "has not been entered yet" in answer.text


def test_a_late_tap_is_asked_for_a_reason_and_kept(agreed: Player, app: Flask) -> None:
    before = len(lines_of(agreed, app))
    answer = agreed.tap("1.red.cards.1.1=")
    assert answer.status_code == 409
    assert "Deal 1 is agreed. Why are you changing it?" in answer.text
    assert len(lines_of(agreed, app)) == before
    form = again(answer, reason="Hatter's one was a seven.")
    assert form["tap"] == "1.red.cards.1.1="
    for _ in range(2):
        assert agreed.client.post(f"{agreed.url}1/write", data=form).status_code == 303
    assert [type(line.act) for line in lines_of(agreed, app)[before:]] == [Reopen, Write]
    html = agreed.page("1/sheet")
    assert "Opened again: Hatter&#39;s one was a seven.<" in html
    assert "Agreed at the table" not in html
    assert "#i-lock" not in html.split("</h1>")[0].split("<h1>")[1]
    assert "Opened again: Hatter" in text(agreed.page("1/sheet.html"))
    assert "is open for changes again: Hatter" in text(agreed.page("journal"))


def score_changed_rule(setup: Setup, marks: Marks, round: int, before: Before) -> tuple[Sheet, Before]:
    """Score Parade by a changed rule that gives each player one point more."""
    sheet, after = PARADE.score_round(setup, marks, round, before)
    return replace(sheet, totals={seat: points + 1 for seat, points in sheet.totals.items()}), after


PARADE = GAMES["parade"]


def test_what_was_agreed_stands_when_a_rule_is_mended_until_the_table_asks(
    alice: Player, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_example(alice)
    hidden = {name: field(alice.page("1/sheet"), name) for name in ("csrf_token", "op", "seen")}
    alice.client.post(f"{alice.url}1/agree", data=hidden)
    tables = app.extensions["tables"]
    agreed = tables.load(alice.table).sheet(1).totals
    as_it_is = alice.client.post(f"{alice.url}1/agree/anew", data=hidden)
    assert (as_it_is.status_code, as_it_is.location) == (303, f"{alice.url}1/sheet")
    assert alice.client.post(f"{alice.url}9/agree/anew", data=hidden).status_code == 404
    monkeypatch.setitem(GAMES, "parade", change_game(PARADE, score_round=score_changed_rule))
    tables._folded.pop(alice.table)
    sheet = text(alice.page("1/sheet"))
    assert "This is the result that was agreed. Under the current rules it would be different." in sheet
    assert "Agreed at the table" in sheet
    assert tables.load(alice.table).sheet(1).totals == agreed
    fields = {name: field(alice.page("1/sheet"), name) for name in ("csrf_token", "op", "seen")}
    asked = alice.client.post(f"{alice.url}1/agree/anew", data=fields)
    assert asked.status_code == 409
    assert tables.load(alice.table).sheet(1).totals == agreed
    reasoned = again(asked, reason="The rule was mended")
    answer = alice.client.post(f"{alice.url}1/agree/anew", data=reasoned)
    assert answer.status_code == 303
    seq = tables.load(alice.table).known.seq
    twice = alice.client.post(f"{alice.url}1/agree/anew", data=reasoned)
    assert (twice.status_code, twice.location) == (303, f"{alice.url}1/sheet")
    assert tables.load(alice.table).known.seq == seq
    table = tables.load(alice.table)
    assert table.sheet(1).totals == {seat: points + 1 for seat, points in agreed.items()}
    assert not table.find_agreements(1)
    sheet = text(alice.page("1/sheet"))
    assert "Opened again: The rule was mended." in sheet
    assert "otherwise" not in sheet
