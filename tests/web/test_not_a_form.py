"""A page that is posted anything but a form answers with an error page, whatever it is."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.http import Player, field

BODIES = (
    b"1",
    b"NaN",
    b"null",
    b"[1,2]",
    b'{"code":"BCDFG"}',
    b"[" * 30_000,
    b"{",
    b"\xff",
    b"",
    '"\ud800"'.encode("utf-8", "surrogatepass"),
)
KINDS = ("application/json", "application/vnd.api+json", "text/plain", "application/xml", "nonsense", "a/b; charset=x")


def form_addresses(app: Flask, table_id: str) -> list[str]:
    """Return the address of every page that accepts a form."""
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and not rule.rule.startswith("/api/")]
    parts = {"table": table_id, "slug": "parade", "round": "1"}
    return [re.sub(r"<(?:[^:>]*:)?(\w+)>", lambda part: parts.get(part[1], "1"), rule.rule) for rule in rules]


@pytest.mark.parametrize("kind", KINDS)
def test_only_forms_are_taken_where_a_form_belongs(app: Flask, alice: Player, kind: str) -> None:
    token = field(alice.page(), "csrf_token")
    addresses = form_addresses(app, alice.table)
    assert len(addresses) > 8
    for address in addresses:
        for body in BODIES:
            answer = alice.client.post(address, data=body, content_type=kind, headers={"X-CSRFToken": token})
            assert answer.status_code == 415, (address, body[:9])
            assert "Use the form on its page to send this." in answer.text


def test_a_body_of_no_kind_is_no_form(client: FlaskClient) -> None:
    assert client.post("/join", data=b"code=BCDFG").status_code == 415
