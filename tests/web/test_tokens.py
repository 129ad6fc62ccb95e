"""CSRF tokens: each browser has its own, and with another browser's token nothing is written."""

import pytest
from flask import Flask

from tests.support.http import Player, field, how_many_lines, token


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


HOME = "http://localhost"

FOREIGN = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "null", "Referer": f"{HOME}/"},
    {"Origin": "null", "Sec-Fetch-Site": "same-site"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Origin": HOME, "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://localhost:9999"},
    {"Referer": "https://elsewhere.example/x"},
    {"Referer": "http://[x"},
    {"Sec-Fetch-Site": "cross-site"},
]

OWN = [
    {},
    {"Origin": HOME},
    {"Origin": HOME, "Sec-Fetch-Site": "same-origin"},
    {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    {"Referer": f"{HOME}/games/"},
    {"Sec-Fetch-Site": "none"},
]


@pytest.mark.parametrize("says", [*FOREIGN, *OWN], ids=str)
@pytest.mark.parametrize("has_token", [True, False], ids=["token", "no token"])
def test_a_form_that_another_site_may_have_filled_in_is_refused_and_never_offered_again(
    alice: Player, says: dict[str, str], has_token: bool
) -> None:
    before = how_many_lines(alice)
    form = {"tap": "1.red.count.0.=3", "op": "8" * 32, "seen": "1"}
    if has_token:
        form["csrf_token"] = token(alice.client)
    answer = alice.client.post(f"{alice.url}1/write", data=form, headers=says)
    if says in FOREIGN:
        assert answer.status_code == 403
        assert "Nothing was saved." in answer.text
        assert "1.red.count.0.=3" not in answer.text
    else:
        assert answer.status_code == (303 if has_token else 400)
    assert how_many_lines(alice) == before + (has_token and says in OWN)
