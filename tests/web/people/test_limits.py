"""Limits on strangers and phones: on new tables, the id of a browser, and entries, so that nobody fills the disk."""

import re
import sqlite3
from contextlib import closing, suppress

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.table.admit import MOST_LINES
from scorekeeper.web.people.rate_limit import ENTRIES_A_SECOND, ENTRIES_AT_ONCE, NEW_TABLES, EntryLimit, TooFast
from tests.support.groups import open_group
from tests.support.http import CAST, Clock, Player, field, let_in, lines_of, open_table, token
from tests.support.journals import extend_journal
from tests.support.tables import load_played_games

SENTENCE = "120 tables have been started from this network in the last hour."


@pytest.fixture
def clock(app: Flask) -> Clock:
    """The clock of the app's rate limits."""
    clock = app.extensions["openings"].recent.clock = Clock()
    return clock


def open_many(app: Flask, times: int, address: str = "127.0.0.1") -> None:
    for _ in range(times):
        app.extensions["openings"].count(address)


def opening(app: Flask, address: str = "127.0.0.1", op: str = "") -> TestResponse:
    phone = app.test_client()
    token = field(phone.get("/games/parade/new").text, "csrf_token")
    data = {"csrf_token": token, "seat": list(CAST), "starter": "1", "option.deals": "3", "do": "open", "op": op}
    return phone.post("/games/parade/new", data=data, environ_overrides={"REMOTE_ADDR": address})


def test_a_household_opens_a_hundred_and_twenty_tables_in_an_hour(app: Flask, clock: Clock) -> None:
    open_many(app, NEW_TABLES - 1)
    assert opening(app).status_code == 303
    assert opening(app).status_code == 429
    assert opening(app, "192.0.2.1").status_code == 303
    clock.now += 3600
    assert opening(app).status_code == 303


def test_who_is_refused_a_table_is_told_why_and_keeps_what_was_entered(app: Flask, clock: Clock) -> None:
    open_many(app, NEW_TABLES)
    refused = opening(app)
    assert SENTENCE in refused.text
    seated = re.findall(r'name="?seat"? value="?(\w+)', refused.text)
    assert seated == list(CAST)
    assert field(refused.text, "option.deals") == "3"
    assert field(refused.text, "starter") == "1"


def test_a_table_that_was_opened_already_is_found_again_and_not_counted(app: Flask, clock: Clock) -> None:
    phone = app.test_client()
    token = field(phone.get("/games/parade/new").text, "csrf_token")
    data = {"csrf_token": token, "seat": list(CAST), "do": "open", "op": "once"}
    first = phone.post("/games/parade/new", data=data)
    open_many(app, NEW_TABLES - 1)
    again = phone.post("/games/parade/new", data=data)
    assert again.status_code == 303
    assert again.location == first.location


def test_to_play_again_is_a_new_table(app: Flask, clock: Clock) -> None:
    player = open_table(app.test_client())
    open_many(app, NEW_TABLES - 1)
    token = field(player.page("setup"), "csrf_token")
    refused = player.client.post(f"{player.url}rematch", data={"csrf_token": token})
    assert refused.status_code == 429
    assert SENTENCE in refused.text
    clock.now += 3600
    assert player.client.post(f"{player.url}rematch", data={"csrf_token": token}).status_code == 303


# The id of a browser


@pytest.mark.parametrize(
    "made_up", ["x", "a" * 50_000, "a" * 22, "A" * 21, "A" * 23, "A" * 20 + "é" + "A", "' OR 1=1 --"]
)
def test_a_browser_has_a_number_that_the_app_gave_out(app: Flask, made_up: str) -> None:
    phone = app.test_client()
    token = field(phone.get("/games/parade/new").text, "csrf_token")
    session = phone.get_cookie("session")
    data = {"csrf_token": token, "seat": list(CAST), "do": "open"}
    cookies = {"Cookie": f"session={session.value}; browser={made_up}".encode().decode("latin-1")}
    answer = phone.post("/games/parade/new", data=data, headers=cookies)
    assert answer.status_code == 303
    match = re.search(r"browser=([\w-]{22});", str(answer.headers))
    assert match
    with closing(sqlite3.connect(app.extensions["tables"].store.path)) as stored:
        told = (f"SELECT browser FROM {table}" for table in ("lines", "members", "names"))
        numbers = stored.execute(" UNION ".join(told))
        assert {row[0] for row in numbers} == {match[1]}


PARADE = next(played for played in load_played_games() if played.game.slug == "parade")


@pytest.fixture
def entry_clock(app: Flask) -> Clock:
    """The entry_clock of the limit on entries."""
    entry_clock = Clock()
    app.extensions["tables"].count_entry = EntryLimit(entry_clock).count
    return entry_clock


def use_up(app: Flask, player: Player) -> None:
    """Count as many entries of a phone as it can still send."""
    cookie = player.client.get_cookie("browser")
    assert cookie
    with suppress(TooFast):
        while True:
            app.extensions["tables"].count_entry(cookie.value)


def test_a_phone_sends_what_it_entered_in_an_evening_and_then_as_fast_as_anybody_taps() -> None:
    entry_clock = Clock()
    entries = EntryLimit(entry_clock)

    def count_accepted(tries: int) -> int:
        accepted = 0
        for _ in range(tries):
            try:
                entries.count("phone")
                accepted += 1
            except TooFast:
                pass
        return accepted

    assert count_accepted(2 * ENTRIES_AT_ONCE) == ENTRIES_AT_ONCE
    for _ in range(5):
        entry_clock.now += 1
        assert count_accepted(1000) == ENTRIES_A_SECOND
    entry_clock.now += 3600
    assert count_accepted(2 * ENTRIES_AT_ONCE) == ENTRIES_AT_ONCE


def test_who_is_too_fast_is_told_so_and_keeps_the_entry(alice: Player, app: Flask, entry_clock: Clock) -> None:
    bo = let_in(alice, app)
    alice.tap("1.red.count.0.=3")
    use_up(app, alice)
    refused = alice.tap("1.red.count.0.=4")
    assert refused.status_code == 429
    assert "More entries came from this phone than anybody can tap. Nothing is lost." in refused.text
    assert "1.red.count.0.=4" in refused.text
    assert bo.tap("1.red.count.1.=5").status_code == 303, "another phone is not slower for it"
    entry_clock.now += 1
    assert alice.tap("1.red.count.0.=4").status_code == 303
    assert len(lines_of(alice, app)) == 4


def test_a_tap_sent_again_is_not_counted_again(alice: Player, app: Flask, entry_clock: Clock) -> None:
    data = {"csrf_token": token(alice.client), "op": "o" * 32, "seen": "1", "tap": "1.red.count.0.=3"}
    assert alice.client.post(f"{alice.url}1/write", data=data).status_code == 303
    use_up(app, alice)
    assert alice.client.post(f"{alice.url}1/write", data=data).status_code == 303


def test_entries_in_a_group_are_counted_too(client: FlaskClient, app: Flask, entry_clock: Clock) -> None:
    friday = open_group(client, app, "Friday", "Anna")
    use_up(app, Player(client, ""))
    answer = client.post(f"{friday.url}write", data={"csrf_token": token(client), "op": "x", "group": "Saturday"})
    assert answer.status_code == 429


def test_a_full_table_keeps_all_and_can_only_be_finished(alice: Player, app: Flask) -> None:
    cookie = alice.client.get_cookie("browser")
    assert cookie
    extend_journal(app.extensions["tables"].store, alice.table, PARADE, MOST_LINES - 1, cookie.value)
    hidden = {"csrf_token": token(alice.client), "seen": str(app.extensions["tables"].load(alice.table).seen)}
    tap = {**hidden, "op": "a" * 32, "tap": "1.red.count.0.=3"}
    assert alice.client.post(f"{alice.url}1/write", data=tap).status_code == 303
    for fields in ({"tap": "1.red.count.0.=4"}, {"strike": "5"}):
        answer = alice.client.post(f"{alice.url}1/write", data={**hidden, "op": "b" * 32, **fields})
        assert answer.status_code == 422
        assert "This table has 20000 entries, and there is no room for more." in answer.text
    assert alice.client.post(f"{alice.url}close", data={"csrf_token": token(alice.client)}).status_code == 303
    assert len(lines_of(alice, app)) == MOST_LINES + 1
