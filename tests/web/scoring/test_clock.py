"""The clock on the pages of a table: off unless it is wished, the same on all of them, and never in the way."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.http import (
    PLAY,
    Player,
    change,
    let_in,
    open_table,
    read_hidden_fields,
    text,
    token,
)

START = 1_800_000_000


class Time:
    """The time of the computer, set by tests."""

    now = START


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Time]]:
    """The time, which stands until a test changes it."""
    Time.now = START
    monkeypatch.setattr("time.time", lambda: Time.now)
    return Time


@pytest.fixture
def wizard(client: FlaskClient, time: type[Time]) -> Player:
    """A phone at a table of three in a game without a referee, with the clock on."""
    player = open_table(client, ("Ann", "Bo", "Cleo"), "wizard")
    assert change(player, clock="on").status_code == 303
    return player


def count_lines(player: Player) -> int:
    return len(player.client.application.extensions["tables"].load(player.table).lines)


def tap(player: Player, value: str, back: str = "", **more: str) -> TestResponse:
    """Tap a button of the clock on the running totals."""
    hidden = read_hidden_fields(player, "")
    return player.client.post(
        f"{player.url}clock/write", data={**hidden, "clock": value, "back": f"{player.url}{back}", **more}
    )


def shown(html: str) -> str:
    """Return what the clock of a page shows, "" without one."""
    timer = re.search(r'(?s)<p role="timer".*?</p>', html)
    return text(timer[0]).strip() if timer else ""


def test_a_table_shows_no_clock_and_loads_none_of_it_unless_it_is_wished(alice: Player) -> None:
    for path in ("", "1/", PLAY, "board", "1/sheet"):
        html = alice.page(path)
        assert "clock.css" not in html
        assert "timer" not in html
    assert 'name="clock" value="off" checked' in alice.page("setup")


def test_the_clock_is_chosen_in_players_and_rules_and_writes_one_line(alice: Player, time: type[Time]) -> None:
    before = count_lines(alice)
    assert change(alice, clock="off").status_code == 303
    assert count_lines(alice) == before
    assert change(alice, clock="on").status_code == 303
    assert count_lines(alice) == before + 1
    assert 'name="clock" value="on" checked' in alice.page("setup")
    assert change(alice, clock="on").status_code == 303
    assert count_lines(alice) == before + 1
    time.now += 754
    assert shown(alice.page("")) == "Game time 12:34"
    assert change(alice, clock="off").status_code == 303
    assert shown(alice.page("")) == ""


def test_names_and_the_clock_are_saved_together(wizard: Player) -> None:
    before = count_lines(wizard)
    assert change(wizard, clock="off", seat=["Ann", "Bob", "Cleo"]).status_code == 303
    assert count_lines(wizard) == before + 2
    assert "Bob" in wizard.page("board")
    assert shown(wizard.page("")) == ""


def test_the_next_player_gets_the_turn_with_one_tap(wizard: Player, time: type[Time]) -> None:
    for path in ("", "1/"):
        assert 'aria-label="Start with Bo"' in wizard.page(path)
        assert "<small>Start with</small><bdi>Bo</bdi>" in wizard.page(path)
        assert "Next" not in text(re.search('(?s)<div class="clock".*?</form>', wizard.page(path))[0])
    time.now += 60
    assert tap(wizard, "turn:1").location == wizard.url
    time.now += 42
    for path in ("", "1/", "board"):
        assert shown(wizard.page(path)) == "Bo 0:42 Game time 1:42"
    assert "Next: Cleo" in wizard.page("1/")
    # Wherever a second phone has tapped the same button, the turn is passed once.
    before = count_lines(wizard)
    tap(wizard, "turn:1")
    assert count_lines(wizard) == before
    time.now += 3600
    assert shown(wizard.page("")) == "Bo 1:00:42 Game time 1:01:42"


def test_a_phone_that_watches_sees_the_clock_and_cannot_set_it(wizard: Player, app: Flask, time: type[Time]) -> None:
    tap(wizard, "turn:1")
    watching = let_in(wizard, app, "watch")
    assert shown(watching.page("")) == "Bo 0:00 Game time 0:00"
    assert 'name="clock"' not in watching.page("")
    assert 'name="clock"' not in wizard.page("board")
    fields = {"csrf_token": token(watching.client), "op": "a", "clock": "turn:2"}
    assert watching.client.post(f"{wizard.url}clock/write", data=fields).status_code == 403


def test_a_tap_leads_back_to_its_page_and_to_no_other_place(wizard: Player) -> None:
    assert 'name="back" value="' + wizard.url + '1/"' in wizard.page("1/")
    assert tap(wizard, "turn:1", "1/").location == f"{wizard.url}1/"
    for back in ("https://example.org/", "//example.org", f"https://example.org{wizard.url}", "/"):
        hidden = read_hidden_fields(wizard, "")
        answer = wizard.client.post(f"{wizard.url}clock/write", data={**hidden, "clock": "pause", "back": back})
        assert answer.location == wizard.url
