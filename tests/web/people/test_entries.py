"""Nobody fills the disk: a phone enters no faster than somebody can tap, and a table has an end."""

from contextlib import suppress

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.table.admit import MOST_LINES
from scorekeeper.web.people.rate_limit import ENTRIES_A_SECOND, ENTRIES_AT_ONCE, EntryLimit, TooFast
from tests.support.groups import open_group
from tests.support.http import Clock, Player, let_in, lines_of, token
from tests.support.long_journal import extend_journal
from tests.support.tables import load_played_games

PARADE = next(played for played in load_played_games() if played.game.slug == "parade")


@pytest.fixture
def clock(app: Flask) -> Clock:
    """The clock of the limit on entries."""
    clock = Clock()
    app.extensions["tables"].count_entry = EntryLimit(clock).count
    return clock


def use_up(app: Flask, player: Player) -> None:
    """Count as many entries of a phone as it can still send."""
    cookie = player.client.get_cookie("browser")
    assert cookie
    with suppress(TooFast):
        while True:
            app.extensions["tables"].count_entry(cookie.value)


def test_a_phone_sends_what_it_entered_in_an_evening_and_then_as_fast_as_anybody_taps() -> None:
    clock = Clock()
    entries = EntryLimit(clock)

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
        clock.now += 1
        assert count_accepted(1000) == ENTRIES_A_SECOND
    clock.now += 3600
    assert count_accepted(2 * ENTRIES_AT_ONCE) == ENTRIES_AT_ONCE


def test_who_is_too_fast_is_told_so_and_keeps_the_entry(alice: Player, app: Flask, clock: Clock) -> None:
    bo = let_in(alice, app)
    alice.tap("1.red.count.0.=3")
    use_up(app, alice)
    refused = alice.tap("1.red.count.0.=4")
    assert refused.status_code == 429
    assert "More entries came from this phone than anybody can tap. Nothing is lost." in refused.text
    assert "1.red.count.0.=4" in refused.text
    assert bo.tap("1.red.count.1.=5").status_code == 303, "another phone is not slower for it"
    clock.now += 1
    assert alice.tap("1.red.count.0.=4").status_code == 303
    assert len(lines_of(alice, app)) == 4


def test_a_tap_sent_again_is_not_counted_again(alice: Player, app: Flask, clock: Clock) -> None:
    data = {"csrf_token": token(alice.client), "op": "o" * 32, "seen": "1", "tap": "1.red.count.0.=3"}
    assert alice.client.post(f"{alice.url}1/write", data=data).status_code == 303
    use_up(app, alice)
    assert alice.client.post(f"{alice.url}1/write", data=data).status_code == 303


def test_entries_in_a_group_are_counted_too(client: FlaskClient, app: Flask, clock: Clock) -> None:
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
