"""Each answer names the tap it belongs to, so that a phone never takes a captive portal's page for it."""

import pytest
from flask import Flask

from tests.support.http import Player, field, let_in, read_hidden_fields

OP = "7" * 32


def test_a_tap_sent_by_script_is_named_and_told_where_to_go(alice: Player) -> None:
    answer = alice.client.post(
        f"{alice.url}1/write",
        data={**read_hidden_fields(alice, "1/"), "op": OP, "tap": "1.red.count.0.=3"},
        headers={"Op": OP},
    )
    assert (answer.status_code, answer.headers["Op"], answer.headers["Location"]) == (204, OP, f"{alice.url}1/")
    assert answer.data == b""


@pytest.mark.parametrize(("fields", "status"), [({"strike": "7"}, 422), ({"tap": "nonsense"}, 422)])
def test_a_refused_tap_is_named(alice: Player, fields: dict[str, str], status: int) -> None:
    answer = alice.client.post(
        f"{alice.url}1/write", data={**read_hidden_fields(alice, "1/"), "op": OP, **fields}, headers={"Op": OP}
    )
    assert (answer.status_code, answer.headers["Op"]) == (status, OP)


def test_a_tap_that_somebody_else_was_faster_than_is_named(alice: Player, app: Flask) -> None:
    form = read_hidden_fields(alice, "1/")
    let_in(alice, app).tap("1.red.count.0.=4", "1/?way=flip")
    answer = alice.client.post(
        f"{alice.url}1/write", data={**form, "op": OP, "tap": "1.red.count.0.=3"}, headers={"Op": OP}
    )
    assert (answer.status_code, answer.headers["Op"]) == (409, OP)


def test_a_tap_of_a_visit_that_is_over_and_of_a_stranger_is_named(alice: Player, app: Flask) -> None:
    stranger = app.test_client()
    token = field(stranger.get("/games/parade/new").text, "csrf_token")
    for form, status in (({}, 400), ({"csrf_token": token}, 404)):
        answer = stranger.post(f"{alice.url}1/write", data={"op": OP, **form}, headers={"Op": OP})
        assert (answer.status_code, answer.headers["Op"]) == (status, OP)
