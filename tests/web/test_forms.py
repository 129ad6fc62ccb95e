"""What is sent: which fields are read, from which page and with which token, and how the answer is named."""

import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorekeeper.games.errors import Malformed
from scorekeeper.language.text import Text
from scorekeeper.web.forms import ButtonField, DictField, Form, ListField, ParsedField, TextField
from tests.support.http import Player, field, how_many_lines, let_in, read_hidden_fields, token
from tests.support.soak import SOAK

UNKNOWN = Text("That seat is empty.")


def parse_shelf(typed: str) -> int:
    """Return a number. Raise Malformed if it is none."""
    if not typed.isdigit():
        raise Malformed("shelf", UNKNOWN)
    return int(typed)


class ShelfForm(Form):
    """A form with a field of each kind."""

    do = ButtonField()
    name = TextField(most=5)
    shelf = ParsedField(parse_shelf)
    pad = ListField(most=2)
    seat = DictField()


def fill(*fields: tuple[str, str]) -> ShelfForm:
    return ShelfForm(MultiDict(fields))


def test_of_several_values_the_last_one_counts_and_only_its_first_characters(app: Flask) -> None:
    with app.test_request_context():
        assert fill(("name", "Tea"), ("name", "Mad Hatter")).name.data == "Mad H"


def test_a_field_that_is_not_sent_differs_from_a_blank_one(app: Flask) -> None:
    with app.test_request_context():
        blank, missing = fill(("name", "")).name, fill().name
    assert (blank.data, missing.data) == ("", "")
    assert (blank.sent, missing.sent) == (True, False)


def test_a_refused_field_keeps_what_was_typed(app: Flask) -> None:
    with app.test_request_context():
        form = fill(("shelf", "top"))
        assert not form.validate()
    assert form.shelf.data == "top"
    assert form.refusal == UNKNOWN


def test_a_button_has_an_argument_and_enter_counts_as_add(app: Flask) -> None:
    with app.test_request_context():
        assert fill(("do", "rename:3:4")).do.parts == ("rename", "3:4")
        assert fill(("do", "")).do.parts == ("", "")
        assert fill().do.parts == ("add", "")


def test_fields_of_one_name_are_a_list_and_of_one_beginning_a_dict(app: Flask) -> None:
    with app.test_request_context():
        form = fill(("pad", "a"), ("pad", "b"), ("pad", "c"), ("seat.7", "x"), ("seat.7", "y"), ("seats.1", "z"))
    assert form.pad.data == ["a", "b"]
    assert form.seat.data == {"7": "y"}


def test_a_file_under_the_name_of_a_text_field_is_no_text(client: FlaskClient) -> None:
    answer = client.post("/join", data={"csrf_token": token(client), "code": (BytesIO(b"BCDFG"), "code.txt")})
    assert answer.status_code == 422
    assert "Enter the five-letter table code." in answer.text


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
    for number, address in enumerate(addresses):
        for body in BODIES if SOAK else BODIES[number % 5 :: 5]:
            answer = alice.client.post(address, data=body, content_type=kind, headers={"X-CSRFToken": token})
            assert answer.status_code == 415, (address, body[:9])
            assert "Use the form on its page to send this." in answer.text


def test_a_body_of_no_kind_is_no_form(client: FlaskClient) -> None:
    assert client.post("/join", data=b"code=BCDFG").status_code == 415


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
