"""CSRF tokens: each browser has its own, and with another browser's token nothing is written."""

from flask import Flask

from tests.support.http import field


def test_each_browser_has_its_own_token_and_that_of_another_opens_nothing(app: Flask) -> None:
    alice, bo = app.test_client(), app.test_client()
    where = "/games/parade/new"
    tokens = [field(player.get(where).text, "csrf_token") for player in (alice, bo)]
    assert tokens[0] != tokens[1]
    with alice.session_transaction() as session:
        assert len(session["csrf_token"]) == 22
    form = {"seat": ["Alice", "Bo", "Cleo"], "starter": "0", "do": "open"}
    assert alice.post(where, data={**form, "csrf_token": tokens[1]}).status_code == 400
    assert alice.post(where, data={**form, "csrf_token": tokens[0]}).status_code == 303


def test_a_token_given_before_still_opens(app: Flask) -> None:
    alice = app.test_client()
    with alice.session_transaction() as session:
        session["csrf_token"] = "8" * 40
    where = "/games/parade/new"
    form = {"seat": ["Alice", "Bo", "Cleo"], "starter": "0", "do": "open"}
    token = field(alice.get(where).text, "csrf_token")
    assert alice.post(where, data={**form, "csrf_token": token}).status_code == 303
