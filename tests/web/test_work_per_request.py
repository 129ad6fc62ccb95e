"""No request costs much, whatever repeats in it: every route with its largest forms, whose fields all differ.

Each field is sent in a third of the ways, in the long form in all.
"""

import json
import os
import time
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from string import ascii_lowercase, digits
from urllib.parse import quote, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.games.own_pads import compute_slug
from scorekeeper.storage import access
from scorekeeper.storage.pads import keep_pad
from tests.support.groups import open_group
from tests.support.http import open_table, token
from tests.support.own_pads import GOLF
from tests.support.soak import SOAK

MOST_SECONDS = 1.0
"""Seconds of processor time that no request takes. The aim is a quarter of it; a busy computer needs the rest."""

MOST_BYTES = 4 * 1024 * 1024
"""The maximum size of a response in bytes."""

LETTERS = 62_000
"""Number of characters of the largest form, and of an address that a server accepts."""

NOT_HERE = (".pdf", ".png")
"""Ends of addresses whose responses another process makes, which has its own limits."""

KEPT = Path(__file__).parents[1] / "kept.json"

IN_ADDRESSES = ("at", "back", "before", "lang", "like", "name", "names", "next", "page", "pick", "seat", "typed", "way")
"""Parameters of addresses, beside the fields of forms."""

Fields = list[tuple[str, str]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(tmp_path_factory.mktemp("work") / "instance", TESTING=True, NEW_TABLES=10_000)
    keep_pad(app.extensions["tables"].store, GOLF, "somebody", 100)
    yield app
    app.extensions["tables"].store.close()


def list_words(letters: int) -> list[str]:
    """Return short words that all differ, as many as have `letters` characters with one between each."""
    every = product(ascii_lowercase, ascii_lowercase + digits, ascii_lowercase + digits)
    return ["".join(word) for word in islice(every, letters // 4)]


def list_values(letters: int) -> dict[str, str]:
    """Return texts of nearly as many letters, in which many parts repeat, mostly different ones."""
    words = list_words(letters)
    return {
        "names": ",".join(words),
        "lines": "\n".join(words),
        "words": " ".join(words),
        "spots": ";".join(f"1.red.cards.0.{number}=1" for number in range(letters // 24)),
        "same": "+".join(["round.css"] * (letters // 10)),
        "open brackets": "max(" * (letters // 4),
    }


def list_forms(field: str) -> Iterator[tuple[str, Fields]]:
    """Yield the largest forms about one field, each with what repeats in it."""
    for kind, value in list_values(LETTERS).items():
        yield kind, [(field, value)]
    short = list_words(LETTERS)
    many = LETTERS // (len(field) + 5)
    yield "fields of one name", [(field, word) for word in short[:many]]
    for sign in ".-":
        yield f"fields with {sign}", [(f"{field}{sign}{word}", "1") for word in short[: LETTERS // (len(field) + 7)]]


def list_routes(app: Flask) -> list[tuple[str, str]]:
    rules = {
        (rule.rule, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method in ("GET", "POST") and not rule.rule.endswith(NOT_HERE)
    }
    return sorted(rules)


class Scene:
    """A phone with a table of its own and a group, which may be deleted by the requests."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.table = open_table(self.client, ("Anna", "Bo", "Cleo")).table
        group = open_group(self.client, app, "Friday", "Anna", "Bo")
        store = app.extensions["tables"].store
        self.parts = {
            "<table_id>": self.table,
            "<group_id>": group.group,
            "<person_id>": group.load().persons[0].id,
            "<int:round>": "1",
            "<link>": access.find_link(store, group.group, "watch"),
            "<form>": "transcript.txt",
            "<kind>": "score",
            "<any(running, finished, archived):list>": "running",
            "<string(length=5):code>": "BCDFG",
            "<path:filename>": "app.css",
            "<letters>": "abc",
        }

    def build_path(self, rule: str, **other: str) -> str:
        slug = compute_slug(GOLF) if rule.startswith("/pads/") else "parade"
        for part, value in {**self.parts, "<slug>": slug, **other}.items():
            rule = rule.replace(part, value)
        return rule

    def list_long_paths(self, rule: str) -> Iterator[tuple[str, str]]:
        """Yield the addresses of a route with a very long part in place of each part that the route takes.

        Each comes with what is long in it.
        """
        for part in (*self.parts, "<slug>"):
            if part in rule:
                for kind, value in list_values(LETTERS // 3).items():
                    yield f"{part} {kind}", self.build_path(rule, **{part: quote(value, safe="+;,=/")})


def measure(client: FlaskClient, path: str, fields: Fields | None = None, body: object = None) -> float:
    """Return the seconds of processor time of a request. Its response is small and no failure of the server."""
    encodings = {"Accept-Encoding": "gzip"}
    form = None if fields is None else urlencode([("csrf_token", token(client)), *fields], safe=",;=+\n ()").encode()
    start = time.process_time()
    if body is not None:
        answer = client.post(path, json=body, headers=encodings)
    elif form is not None:
        kind = "application/x-www-form-urlencoded"
        answer = client.post(path, data=form[: 64 * 1024], content_type=kind, headers=encodings)
    else:
        answer = client.get(path, headers=encodings)
    size = len(answer.data)
    answer.close()
    seconds = time.process_time() - start
    assert size <= MOST_BYTES, path[:80]
    assert answer.status_code < 500 or answer.status_code == 503, (answer.status_code, path[:80])
    return seconds


def find_fields() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in json.loads(KEPT.read_text(encoding="utf-8"))["fields"]:
        rule, name = line.rsplit(" ", 1)
        found.setdefault(rule, set()).add(name)
    return found


def list_requests(app: Flask) -> Iterator[tuple[str, float]]:
    """Send every route its largest requests. Yield what was sent, and the seconds of processor time it took."""
    fields, every = find_fields(), 1 if SOAK else 3
    for rule, method in list_routes(app):
        scene = Scene(app)
        names = sorted(fields.get(rule, set()) - {"csrf_token"}) or ["name"]
        path = scene.build_path(rule)
        if method == "POST" and rule.startswith("/api/"):
            words = list_words(LETTERS // 2)
            for kind, value in {"list": words, "names": dict.fromkeys(words, 1), "deep": [[[words]]]}.items():
                yield f"POST {rule} {kind}", measure(scene.client, path, body={"names": value, "rows": value})
        elif method == "POST":
            for number, name in enumerate(names):
                forms = [*list_forms(name)]
                for kind, sent in forms if SOAK else forms[number % 3 :: 3]:
                    yield f"POST {rule} {name}: {kind}", measure(scene.client, path, sent)
        else:
            for kind, long in scene.list_long_paths(rule):
                yield f"GET {rule} {kind}", measure(scene.client, long)
            for name in sorted({*names, *IN_ADDRESSES})[len(rule) % every :: every]:
                query = urlencode({name: list_values(LETTERS // 3)["names"]}, safe=",")
                yield f"GET {rule} {name}", measure(scene.client, f"{path}?{query}")
            many = urlencode([(f"{name}{word}", word) for name in names for word in list_words(2000)])
            yield f"GET {rule} many", measure(scene.client, f"{path}?{many[:LETTERS]}")


def test_no_route_works_long_on_its_largest_forms(app: Flask) -> None:
    spent = dict(list_requests(app))
    if os.environ.get("SHOW_WORK"):
        print(len(spent), sorted(((round(seconds, 2), what) for what, seconds in spent.items()), reverse=True)[:40])
    assert len(spent) > (1500 if SOAK else 600)
    assert {what: seconds for what, seconds in spent.items() if seconds > MOST_SECONDS} == {}
