"""The forms of all pages, parsed, and what they send."""

import re
from collections.abc import Mapping
from itertools import count
from typing import NamedTuple
from urllib.parse import urlencode, urljoin

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.http import cookie, token
from tests.support.page import CHOSEN, parse_page
from tests.support.tables import Fields, State

ADDRESSES = ("href", "src", "action", "formaction", "poster", "data", "srcset")

HEAVY = ("script", "link", "meta", "img")
"""Elements with effects beyond their text, so their attributes are compared together."""


class Input(NamedTuple):
    """A field of a form: its name, its value, and whether a user can type there."""

    name: str
    value: str
    typed: bool = False


class Form(NamedTuple):
    """A form on a page."""

    action: str
    method: str
    inputs: list[Input]
    buttons: list[Input]

    def fill(self, typed: Mapping[str, str]) -> Fields:
        """Return the fields sent with the first button, some of them replaced by these texts."""
        others = [field for field in (*self.inputs, *self.buttons[:1]) if field.name not in typed]
        return (*((field.name, field.value) for field in others), *typed.items())


class Reading:
    """A page: its elements and attributes, its forms, links, and addresses that buttons send to."""

    def __init__(self, html: str, address: str = "") -> None:
        self.address = address
        page = parse_page(html)
        every = list(page.all())
        self.elements = {(one.tag, *sorted(one.attrs)) if one.tag in HEAVY else (one.tag,) for one in every}
        self.elements |= {("any", key) for one in every for key in one.attrs}
        self.leads = {one.attrs[key] for one in every for key in ADDRESSES if key in one.attrs}
        forms = {form: Form(form.get("action"), form.get("method") or "get", [], []) for form in page.all("form")}
        self.sent: set[tuple[str, str]] = set()
        for one in every:
            form = page.form_of(one)
            if form and "formaction" in one.attrs:
                self.sent.add((one.get("formaction"), forms[form].method))
            inside = next((form for form in one.above if form.tag == "form"), None)
            if inside and one.tag == "button" and "name" in one.attrs:
                forms[inside].buttons.append(Input(one.get("name"), one.get("value")))
            elif inside and "name" in one.attrs and (one.get("type") not in CHOSEN or "checked" in one.attrs):
                typed = one.tag == "input" and (one.get("type") or "text") == "text"
                forms[inside].inputs.append(Input(one.get("name"), one.get("value"), typed))
        self.forms = [*forms.values()]


class Field(NamedTuple):
    """A field on a page: the state of the page, its form, and its name."""

    state: State
    form: Form
    name: str
    typed: bool

    def fill(self, text: str) -> tuple[str, Fields]:
        """Return the address of the form and its fields, with this field set to a text."""
        return urljoin(self.state.path, self.form.action), self.form.fill({self.name: text})


class Phones:
    """The phones of the states, each with its own cookies."""

    def __init__(self, app: Flask, language: str = "en") -> None:
        self.app = app
        self.language = language
        self.clients: dict[str, FlaskClient] = {}
        self.number = count(1)

    def of(self, state: State) -> FlaskClient:
        """Return the phone that views a state."""
        if state.phone not in self.clients:
            self.clients[state.phone] = self.app.test_client()
            self.clients[state.phone].environ_base["HTTP_ACCEPT_LANGUAGE"] = self.language
            self.clients[state.phone].set_cookie("browser", cookie(state.phone))
        return self.clients[state.phone]

    def send(self, state: State, method: str, where: str, fields: Fields) -> TestResponse:
        """Send a form with a valid token and return the final response."""
        client = self.of(state)
        many: dict[str, list[str]] = {}
        for key, value in fields:
            many.setdefault(key, []).append(value)
        if method == "get":
            query = urlencode(many, doseq=True)
            return client.get(where.partition("?")[0] + f"?{query}" if query else where, follow_redirects=True)
        if "csrf_token" not in many:
            many["csrf_token"] = [token(client)]
        return client.post(where, data=many, follow_redirects=True)

    def look(self, state: State) -> str:
        """Return the HTML of a state, "" if it is something else."""
        answer = self.answer(state)
        return answer.text if answer.mimetype == "text/html" else ""

    def read(self, state: State) -> Reading:
        """Return the parsed page of a state."""
        answer = self.answer(state)
        return Reading(answer.text if answer.mimetype == "text/html" else "", answer.request.path)

    def answer(self, state: State) -> TestResponse:
        """Return the response to a state. Forms are sent with the hidden fields of every form of the app."""
        fields = state.fields
        if fields:
            table = "/".join(state.path.split("/")[:3])
            shown = re.search(r'data-live="([\d.]+)"', self.of(state).get(f"{table}/", follow_redirects=True).text)
            seen = {"op": f"op{next(self.number)}", "seen": shown[1] if shown else "0"}
            fields = (*(field for field in seen.items() if field[0] not in dict(fields)), *fields)
        return self.send(state, "post" if fields else "get", state.path, fields)


def field_names(app: Flask, pages: Mapping[State, Reading]) -> list[str]:
    """Return the names of all form fields with the route they are sent to, sorted."""
    names = set()
    rules = app.url_map.bind("localhost")
    for state, page in pages.items():
        for form in page.forms:
            path = re.split("[?#]", urljoin(state.path, form.action))[0]
            rule, _ = rules.match(path, method=form.method.upper(), return_rule=True)
            # What follows the dot depends on players, suits and the options of a game, not on the app.
            names |= {f"{rule.rule} {field.name.partition('.')[0]}" for field in (*form.inputs, *form.buttons)}
    return sorted(names)


def nameless(addresses: list[str]) -> set[str]:
    """Return routes with the names of their variables removed, because users do not see these."""
    return {re.sub(r"<(\w+:)?\w+>", r"<\1>", address) for address in addresses}


def fields_of(app: Flask, pages: dict[State, Reading]) -> dict[tuple[str, str], Field]:
    """Return one field for each name and endpoint it is sent to."""
    fields: dict[tuple[str, str], Field] = {}
    rules = app.url_map.bind("localhost")
    for state, page in pages.items():
        for form in page.forms:
            path = re.split("[?#]", urljoin(state.path, form.action))[0]
            place = rules.match(path, method=form.method.upper())[0]
            for field in (*form.inputs, *form.buttons):
                # A question has the same field for every player and suit; one of them is enough.
                name = field.name.partition(".")[0] if place == "rulings.ask" else field.name
                known = fields.get((place, name))
                if name != "csrf_token" and (known is None or (field.typed and not known.typed)):
                    fields[place, name] = Field(state, form, field.name, field.typed)
    return fields
