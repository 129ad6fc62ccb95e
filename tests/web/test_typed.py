"""Every field of every form and every part of an address takes whatever is typed: nothing of it becomes markup."""

import re
from html.parser import HTMLParser
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import web
from tests.payloads import payloads
from tests.refereed import Fields, State
from tests.states import Running, states

PAYLOADS = payloads("canary.test")
PLAIN = ("Koru", "7", "9" * 40, "")
"""What is typed to see all the elements that a page is built of, refusals included."""
NAMES = ("Alice", "Bo", "Cleo", *"DEFGHIJKL")
FEW = 3
"""So many payloads, other ones each time, where nobody types: in hidden fields, buttons and addresses."""
VISIBLE = {"code", "name", "reason", "words", "option.rounds", "option.c1", "label"}
"""Some of the fields that are typed in, one for each place of a template that draws them."""
ADDRESSES = ("href", "src", "action", "formaction", "poster", "data", "srcset")
HERE = re.compile(r"(?![a-z]+:|//)|http://localhost/|data:image/", re.I)
"""An address on this server."""
HEAVY = ("script", "link", "meta", "img")
"""Elements that do more than they say: what they carry is looked at together."""
PART = re.compile(r"""(?:\.get\(|args\[|form\[)"(\w+)"|"(\w+)" (?:not )?in (?:request\.args|values)""")


class Input(NamedTuple):
    """A field of a form: its name, what stands in it, and whether somebody types there."""

    name: str
    value: str
    typed: bool = False


class Form(NamedTuple):
    """A form as it stands on a page."""

    action: str
    method: str
    inputs: list[Input]
    buttons: list[Input]


class Reading(HTMLParser):
    """The elements of a page with the names of what they carry, its forms, and where it leads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: set[tuple[str, ...]] = set()
        self.forms: list[Form] = []
        self.leads: set[str] = set()
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.elements |= {(tag, *sorted(given)) if tag in HEAVY else (tag,), *(("any", key) for key in given)}
        self.leads |= {given[key] for key in ADDRESSES if key in given}
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get"), [], []))
            self.inside = True
        elif self.inside and "name" in given:
            kind = given.get("type", "text")
            if tag == "button":
                self.forms[-1].buttons.append(Input(given["name"], given.get("value", "")))
            elif kind not in ("radio", "checkbox") or "checked" in given:
                self.forms[-1].inputs.append(Input(given["name"], given.get("value", ""), kind == "text"))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


class Field(NamedTuple):
    """A field as it is found: on whose phone, the form that is sent, and with which button."""

    state: State
    form: Form
    name: str
    typed: bool

    def sent(self, text: str) -> tuple[str, Fields]:
        """Where the form goes, and what with: this field holds the text, the others what they hold."""
        others = [one for one in (*self.form.inputs, *self.form.buttons[:1]) if one.name != self.name]
        where = self.form.action or self.state.path
        return where, (*((one.name, one.value) for one in others), (self.name, text))


class Phones:
    """The phones of the states, each looking at its pages."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.clients: dict[str, FlaskClient] = {}

    def of(self, state: State) -> FlaskClient:
        """The phone that looks at a state."""
        if state.phone not in self.clients:
            self.clients[state.phone] = self.app.test_client()
            self.clients[state.phone].set_cookie("browser", state.phone)
        return self.clients[state.phone]

    def send(self, state: State, method: str, where: str, fields: Fields) -> TestResponse:
        """Send a form, with the token of a page that this phone sees."""
        client = self.of(state)
        many: dict[str, list[str]] = {}
        for key, value in fields:
            many.setdefault(key, []).append(value)
        if method == "get":
            query = urlencode(many, doseq=True)
            return client.get(where.partition("?")[0] + f"?{query}" if query else where, follow_redirects=True)
        if "csrf_token" not in many:
            found = re.search(r'name=csrf_token value="([^"]+)"', client.get("/games/tally/new").text)
            assert found
            many["csrf_token"] = [found[1]]
        return client.post(where, data=many, follow_redirects=True)

    def look(self, state: State) -> str:
        """The page of a state."""
        answer = self.send(state, "post" if state.fields else "get", state.path, state.fields)
        return answer.text if answer.mimetype == "text/html" else ""


@pytest.fixture
def walked(app: Flask) -> tuple[Phones, dict[State, Reading]]:
    """All pages of the app in all states."""
    phones = Phones(app)
    return phones, {state: Reading(phones.look(state)) for state in states(Running(app, 0), NAMES)}


def fields_of(app: Flask, pages: dict[State, Reading]) -> dict[tuple[str, str], Field]:
    """One of each field: of the same name, in a form that goes to the same place."""
    found: dict[tuple[str, str], Field] = {}
    rules = app.url_map.bind("localhost")
    for state, page in pages.items():
        for form in page.forms:
            path = re.split("[?#]", form.action or state.path)[0]
            place = rules.match(path, method=form.method.upper())[0]
            for one in (*form.inputs, *form.buttons):
                # A question asks the same of every player and suit.
                name = one.name.partition(".")[0] if place == "rulings.ask" else one.name
                known = found.get((place, name))
                if name != "csrf_token" and (known is None or (one.typed and not known.typed)):
                    found[place, name] = Field(state, form, one.name, one.typed)
    return found


def strange(answer: TestResponse, known: set[tuple[str, ...]]) -> list[object]:
    """What an answer has that no page of the app has: elements, what they carry, and where they lead."""
    if answer.status_code >= 500:
        return [answer.status]
    if answer.mimetype != "text/html":
        return []
    page = Reading(answer.text)
    return [*(page.elements - known), *(one for one in page.leads if not HERE.match(one))]


def test_no_field_of_any_form_builds_markup(app: Flask, walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    known = {element for page in pages.values() for element in page.elements}
    fields = fields_of(app, pages)
    assert {field.name for field in fields.values() if field.typed} >= VISIBLE
    some = cycle(PAYLOADS)
    for place, field in fields.items():
        for text in PLAIN:
            answer = phones.send(field.state, field.form.method, *field.sent(text))
            known |= Reading(answer.text).elements if answer.mimetype == "text/html" else set()
        for text in PAYLOADS if field.typed else islice(some, FEW):
            answer = phones.send(field.state, field.form.method, *field.sent(text))
            assert strange(answer, known) == [], (place, text)


def test_no_part_of_any_address_builds_markup(walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    known = {element for page in pages.values() for element in page.elements}
    source = "".join(path.read_text(encoding="utf-8") for path in Path(web.__file__ or "").parent.glob("*.py"))
    parts = sorted({one or other for one, other in PART.findall(source)} | {"lang", "next"})
    assert {"about", "at", "looked", "paper", "pick", "seat", "suit", "typed", "watch", "way", "why"} <= {*parts}
    rules = phones.app.url_map.bind("localhost")
    places = {
        rules.match(state.path.split("?")[0])[0]: state for state in pages if not state.fields and pages[state].forms
    }
    assert len(places) > 12, places
    some = cycle(PAYLOADS)
    for place, state in places.items():
        for part in parts:
            for text in PLAIN[:2]:
                known |= Reading(phones.send(state, "get", state.path, ((part, text),)).text).elements
            for text in islice(some, FEW):
                answer = phones.send(state, "get", state.path, ((part, text),))
                assert strange(answer, known) == [], (place, part, text)
