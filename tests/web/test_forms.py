"""Tests of forms: which of the sent fields are read, how much of them, and what is shown again."""

from io import BytesIO

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorekeeper.games.errors import Malformed
from scorekeeper.language.text import Text
from scorekeeper.web.forms import ButtonField, DictField, Form, ListField, ParsedField, TextField
from scorekeeper.web.tap import read_tap
from tests.support.http import token

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
    """Return the form with these fields."""
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


def test_a_tap_has_every_field(app: Flask) -> None:
    with app.test_request_context(method="POST", data={"tap": "2", "from": "red"}):
        tap = read_tap()
    assert (tap.tap, tap.from_, tap.strike) == ("2", "red", "")
