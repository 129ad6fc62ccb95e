"""Strangers can neither start tables without limit nor choose the id of their browser."""

import re
import sqlite3
from contextlib import closing

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.web.people.rate_limit import NEW_TABLES
from tests.support.http import CAST, Clock, field, open_table

SENTENCE = "120 tables have been started from this network in the last hour."


@pytest.fixture
def clock(app: Flask) -> Clock:
    """The clock of the app's rate limits."""
    clock = app.extensions["openings"].clock = Clock()
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
