"""Access: one table of all routes and kinds of visitors. A new route needs a row."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.games.own_pads import compute_slug, pack
from scorekeeper.printing.templates import draw_qr_code
from scorekeeper.storage import access, journals
from scorekeeper.storage.pads import keep_pad
from scorekeeper.table.journal import By, Write
from tests.support.http import open_table, plain, token
from tests.support.own_pads import GOLF
from tests.support.parade import EXAMPLE, cards

ROLES = ("stranger", "watching", "scoring", "elsewhere", "ended")
"""Kinds of browsers: with no link, the watch link, the scoring link, one for another table, a revoked link."""

NAMES = ("Quirina", "Xaverl", "Zebedee")

TAP = "1.red.cards.0.10="

OPEN = "200 200 200 200 200"

SEEN = "404 200 200 404 403"

WRITTEN = "404 403 303 404 403"

ASKED = "404 403 200 404 403"

ASKED_ON = "404 303 303 404 403"

LET_IN = "303 303 303 303 303"

MATRIX: dict[tuple[str, str], str] = {
    # method, route: what a stranger, a watching, a scoring, another table's and an ended phone get
    ("GET", "/static/<path:filename>"): OPEN,
    ("GET", "/"): OPEN,
    ("GET", "/apple-touch-icon.png"): OPEN,
    ("POST", "/join"): LET_IN,
    ("GET", "/<string(length=5):code>"): LET_IN,
    ("GET", "/<string(length=5):code>/tv"): LET_IN,
    ("GET", "/tv"): OPEN,
    ("GET", "/help"): OPEN,
    ("POST", "/tv"): LET_IN,
    ("GET", "/j/<link>"): LET_IN,
    ("GET", "/t/<table_id>/"): SEEN,
    ("GET", "/t/<table_id>/<int:round>/"): "404 303 200 404 403",
    ("POST", "/t/<table_id>/write"): WRITTEN,
    ("POST", "/t/<table_id>/clock/write"): WRITTEN,
    ("POST", "/t/<table_id>/<int:round>/write"): WRITTEN,
    ("GET", "/t/<table_id>/<int:round>/ahead"): ASKED,
    ("GET", "/t/<table_id>/<int:round>/play"): SEEN,
    ("POST", "/t/<table_id>/<int:round>/play/write"): WRITTEN,
    ("POST", "/t/<table_id>/<int:round>/play/look"): WRITTEN,
    ("POST", "/t/<table_id>/<int:round>/play/grid"): WRITTEN,
    ("POST", "/t/<table_id>/<int:round>/play/call"): WRITTEN,
    ("POST", "/t/<table_id>/<int:round>/play/stop/write"): WRITTEN,
    ("GET", "/t/<table_id>/<int:round>/secret"): "404 403 303 404 403",
    ("GET", "/t/<table_id>/<int:round>/secret/anew"): "404 403 303 404 403",
    ("POST", "/t/<table_id>/<int:round>/secret/write"): WRITTEN,
    ("GET", "/t/<table_id>/<int:round>/sheet"): SEEN,
    ("GET", "/t/<table_id>/<int:round>/sheet.pdf"): SEEN,
    ("GET", "/t/<table_id>/<int:round>/sheet.html"): SEEN,
    ("GET", "/t/<table_id>/tally.pdf"): SEEN,
    ("GET", "/t/<table_id>/tally.html"): SEEN,
    ("POST", "/t/<table_id>/<int:round>/agree"): WRITTEN,
    ("POST", "/t/<table_id>/<int:round>/agree/anew"): WRITTEN,
    ("POST", "/t/<table_id>/<int:round>/agree/not"): WRITTEN,
    ("GET", "/t/<table_id>/board"): SEEN,
    ("GET", "/t/<table_id>/bell"): "404 204 204 404 403",
    ("GET", "/offline"): OPEN,
    ("GET", "/t/<table_id>/journal"): SEEN,
    ("POST", "/t/<table_id>/journal/write"): WRITTEN,
    ("GET", "/t/<table_id>/rematch"): ASKED,
    ("POST", "/t/<table_id>/rematch"): WRITTEN,
    ("GET", "/games/"): OPEN,
    ("GET", "/tables/<any(running, finished, archived):list>"): OPEN,
    ("GET", "/t/<table_id>/end"): SEEN,
    ("GET", "/t/<table_id>/up"): "404 302 302 404 403",
    ("POST", "/t/<table_id>/close"): WRITTEN,
    ("POST", "/t/<table_id>/archive"): "404 303 303 404 403",
    ("POST", "/t/<table_id>/unarchive"): "404 303 303 404 403",
    ("POST", "/t/<table_id>/delete"): WRITTEN,
    ("POST", "/t/<table_id>/restore"): WRITTEN,
    ("GET", "/t/<table_id>/setup"): ASKED,
    ("POST", "/t/<table_id>/setup"): ASKED,
    ("GET", "/t/<table_id>/invite"): ASKED,
    ("POST", "/t/<table_id>/invite"): WRITTEN,
    ("POST", "/t/<table_id>/invite/end"): WRITTEN,
    ("GET", "/t/<table_id>/card"): ASKED,
    ("POST", "/t/<table_id>/card"): ASKED,
    ("GET", "/t/<table_id>/seat"): ASKED,
    ("POST", "/t/<table_id>/seat"): WRITTEN,
    ("GET", "/games/<slug>/new"): OPEN,
    ("POST", "/games/<slug>/star"): LET_IN,
    ("GET", "/games/lives"): OPEN,
    ("GET", "/t/<table_id>/print"): SEEN,
    ("POST", "/games/lives"): OPEN,
    ("POST", "/games/<slug>/new"): OPEN,
    ("GET", "/paper/"): OPEN,
    ("GET", "/paper/<slug>"): OPEN,
    ("GET", "/paper/<slug>/pad.pdf"): OPEN,
    ("GET", "/paper/<slug>/pad.html"): OPEN,
    ("GET", "/t/<table_id>/ask"): ASKED_ON,
    ("GET", "/t/<table_id>/<int:round>/ask"): SEEN,
    ("GET", "/rules/<slug>"): OPEN,
    ("GET", "/rulings/"): OPEN,
    ("GET", "/rulings/<slug>/"): OPEN,
    ("GET", "/rulings/<slug>/<kind>"): OPEN,
    ("GET", "/programs"): OPEN,
    ("GET", "/api/v1/openapi.json"): OPEN,
    ("GET", "/api/v1/rulings/"): OPEN,
    ("GET", "/api/v1/rulings/<slug>/<kind>"): OPEN,
    ("POST", "/api/v1/rulings/<slug>/<kind>"): "422 422 422 422 422",
}

MATRIX |= {
    ("GET", "/g/new"): OPEN,
    ("POST", "/g/new"): "422 422 422 422 422",
    ("GET", "/g/<group_id>/"): SEEN,
    ("GET", "/g/<group_id>/bell"): "404 204 204 404 403",
    ("POST", "/g/<group_id>/open"): WRITTEN,
    ("GET", "/g/<group_id>/tables"): SEEN,
    # Nobody has won a game in this group.
    ("GET", "/g/<group_id>/night"): "404 404 404 404 403",
    ("GET", "/g/<group_id>/night.png"): "404 404 404 404 403",
    ("GET", "/t/<table_id>/evening"): SEEN,
    ("GET", "/t/<table_id>/evening.png"): SEEN,
    ("GET", "/t/<table_id>/take"): SEEN,
    ("GET", "/t/<table_id>/take/<form>"): SEEN,
    ("GET", "/g/<group_id>/take"): SEEN,
    ("GET", "/g/<group_id>/take/<form>"): SEEN,
    ("GET", "/bring"): OPEN,
    ("POST", "/bring"): "422 422 422 422 422",
    ("GET", "/api/v1/take/<link>/<form>"): OPEN,
    ("GET", "/api/v1/tables/<link>"): OPEN,
    ("GET", "/api/v1/groups/<link>"): OPEN,
    ("GET", "/api/v1/groups/<link>/tables/<table_id>"): "404 404 404 404 404",
    ("GET", "/g/<group_id>/figures"): SEEN,
    ("GET", "/g/<group_id>/season.pdf"): SEEN,
    ("GET", "/g/<group_id>/settings"): ASKED,
    ("POST", "/g/<group_id>/write"): WRITTEN,
    ("POST", "/g/<group_id>/archive"): "404 303 303 404 403",
    ("POST", "/g/<group_id>/unarchive"): "404 303 303 404 403",
    ("POST", "/g/<group_id>/delete"): WRITTEN,
    ("POST", "/g/<group_id>/restore"): WRITTEN,
    ("GET", "/g/<group_id>/persons"): SEEN,
    ("POST", "/g/<group_id>/persons"): WRITTEN,
    ("GET", "/g/<group_id>/persons/<person_id>"): SEEN,
    ("POST", "/g/<group_id>/persons/<person_id>"): WRITTEN,
    ("GET", "/g/<group_id>/invite"): ASKED,
    ("POST", "/g/<group_id>/invite"): WRITTEN,
    ("POST", "/g/<group_id>/invite/end"): WRITTEN,
    ("GET", "/pads/"): OPEN,
    ("GET", "/pads/new"): OPEN,
    ("POST", "/pads/new"): OPEN,
    ("GET", "/pads/<slug>"): OPEN,
    ("GET", "/pads/<slug>/pad.toml"): OPEN,
    ("GET", "/pads/got/<letters>"): OPEN,
    ("POST", "/pads/keep"): LET_IN,
    ("POST", "/pads/bring"): "422 422 422 422 422",
    ("POST", "/pads/<slug>/let-go"): LET_IN,
    ("GET", "/t/<table_id>/group"): ASKED,
    ("POST", "/t/<table_id>/group"): WRITTEN,
}

FIELDS: dict[str, dict[str, str]] = {
    "/t/<table_id>/write": {"strike": "2"},
    "/t/<table_id>/journal/write": {"strike": "2"},
    "/t/<table_id>/<int:round>/write": {"tap": TAP},
    "/t/<table_id>/<int:round>/play/write": {"move": "1.line..red-10"},
    "/t/<table_id>/setup": {"do": "naming"},
    "/t/<table_id>/seat": {"seat": "0"},
    "/games/<slug>/new": {"do": "naming"},
    "/pads/keep": {"file": GOLF},
    "/g/<group_id>/open": {"game": "parade"},
    "/g/<group_id>/write": {"group": "Friday"},
    "/g/<group_id>/persons": {"name": "Wally"},
    "/g/<group_id>/persons/<person_id>": {"name": "Wally"},
}
"""Form fields that a phone sends to a route, beside its CSRF token."""

PASSES = (
    "/api/v1/take/<link>/<form>",
    "/api/v1/tables/<link>",
    "/api/v1/groups/<link>",
    "/join",
    "/<string(length=5):code>",
    "/<string(length=5):code>/tv",
    "/tv",
    "/j/<link>",
)
"""Routes whose address or form contains the link or code itself."""


@dataclass
class Scene:
    """A table with a result, a group, and a browser of each kind, the same for both."""

    app: Flask
    table: str
    group: str
    person: str
    score: str
    watch: str
    code: str
    phones: dict[str, FlaskClient]
    group_secrets: tuple[str, ...]
    """The scoring link and the code of the group."""

    def path(self, rule: str) -> str:
        """Return the address of a route at this table and group."""
        link = self.group_secrets[0] if "/groups/" in rule else self.score
        path = rule.replace("<string(length=5):code>", self.code).replace("<link>", link)
        if rule.startswith("/pads/"):
            path = path.replace("<slug>", compute_slug(GOLF)).replace("<letters>", pack(GOLF))
        path = path.replace("<table_id>", self.table).replace("<int:round>", "1").replace("<slug>", "parade")
        path = path.replace("<group_id>", self.group).replace("<person_id>", self.person)
        path = path.replace("<form>", "tables.csv")
        path = path.replace("<any(running, finished, archived):list>", "running")
        return path.replace("<kind>", "removal").replace("<path:filename>", "app.css")

    def visit(self, role: str, method: str, rule: str) -> TestResponse:
        """Return the answer that this kind of browser gets."""
        path, phone = self.path(rule), self.phones[role]
        if method == "GET":
            with phone.get(path) as answer:
                answer.get_data()
                return answer
        if rule.startswith("/api/"):
            return phone.post(path, json={})
        seen = "4" if "<group_id>" in rule else "2"
        fields = {"csrf_token": token(phone), "op": "f" * 32, "seen": seen, **FIELDS.get(rule, {})}
        if rule in ("/join", "/tv"):
            fields["code"] = self.code
        return phone.post(path, data=fields)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for the whole matrix. Rows that change something create their own table."""
    app = create_app(Path(tmp_path_factory.mktemp("roles")) / "instance", TESTING=True, NEW_TABLES=999)
    yield app
    app.extensions["tables"].store.close()


@pytest.fixture(scope="module")
def shown(app: Flask) -> Scene:
    """A scene that tests only read."""
    return a_scene(app)


@pytest.fixture
def scene(app: Flask, shown: Scene, request: pytest.FixtureRequest) -> Scene:
    """The shared scene for tests that only read, otherwise a new one."""
    given = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    row = given.get("row", ("GET", "/"))
    only_looks = row[0] == "GET" and MATRIX[row] != LET_IN and "at_a_table_of_its_group" not in request.node.name
    return replace(shown, phones=dict(shown.phones)) if only_looks else a_scene(app)


@pytest.fixture(scope="module")
def unscored(app: Flask) -> Scene:
    """A scene whose table has free seats and no entries, so that pages say how to join it."""
    return a_scene(app, scored=False)


@pytest.fixture(scope="module")
def watching_by_group(unscored: Scene) -> FlaskClient:
    """A browser that watches the table with free seats only through a group."""
    tables, groups = unscored.app.extensions["tables"], unscored.app.extensions["groups"]
    scoring = unscored.phones["scoring"].get_cookie("browser").value
    group = groups.open("Sunday", (), scoring)
    groups.take_in(group, tables.load(unscored.table), f"in {group}", scoring)
    phone = unscored.app.test_client()
    phone.get(f"/j/{access.find_link(tables.store, group, 'watch')}")
    return phone


def a_scene(app: Flask, *, scored: bool = True) -> Scene:
    """Return a new table and group, and browsers of every kind. `scored` is whether the table has a result."""
    phones = {role: app.test_client() for role in ROLES}
    tables = app.extensions["tables"]
    table = open_table(phones["scoring"], NAMES).table
    open_table(phones["elsewhere"], ("Bo", "Cleo"))
    scoring = phones["scoring"].get_cookie("browser").value
    if scored:
        tables.record(table, Write(dict(cards(EXAMPLE))), "all", By(scoring), 1)
    phones["ended"].get(f"/j/{access.find_link(tables.store, table, 'score')}")
    tables.end_links(table, scoring)
    score, watch = (access.find_link(tables.store, table, role) for role in ("score", "watch"))
    phones["watching"].get(f"/j/{watch}")
    keep_pad(tables.store, GOLF, "somebody", 100)
    groups = app.extensions["groups"]
    group = groups.open("Quirina and all", NAMES, scoring)
    phones["elsewhere"].get(f"/j/{access.find_link(tables.store, groups.open('Bo', (), 'x'), 'score')}")
    phones["ended"].get(f"/j/{access.find_link(tables.store, group, 'score')}")
    tables.end_links(group, scoring)
    phones["watching"].get(f"/j/{access.find_link(tables.store, group, 'watch')}")
    secrets = (access.find_link(tables.store, group, "score"), journals.find_table(tables.store, group).code)
    person = groups.load(group).persons[0].id
    return Scene(
        app, table, group, person, score, watch, journals.find_table(tables.store, table).code, phones, secrets
    )


def routes(app: Flask) -> set[tuple[str, str]]:
    return {
        (method, rule.rule) for rule in app.url_map.iter_rules() for method in rule.methods or () if method in METHODS
    }


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def test_every_route_has_its_row_and_every_row_its_route(app: Flask) -> None:
    assert routes(app) == set(MATRIX)


@pytest.mark.parametrize("row", MATRIX, ids=" ".join)
def test_everybody_gets_what_the_table_says_and_nothing_that_only_a_greater_role_has(
    scene: Scene, row: tuple[str, str]
) -> None:
    # The scoring phone comes last, because its request may end the table for the others.
    got = {role: scene.visit(role, *row) for role in sorted(ROLES, key=lambda role: role == "scoring")}
    assert " ".join(str(got[role].status_code) for role in ROLES) == MATRIX[row]
    for role in ROLES:
        if role == "scoring" or row[1] in PASSES:
            continue
        shown = f"{got[role].headers}{got[role].get_data().decode(errors='ignore')}"
        assert scene.score not in shown, role
        assert scene.code not in shown, role
        assert not [secret for secret in scene.group_secrets if secret in shown], role
        if role != "watching":
            for secret in (scene.watch, *NAMES, "Hatter"):
                assert secret not in shown, (role, secret)


READS = [row for row in MATRIX if row[0] == "GET" and row[1] not in PASSES]


@pytest.mark.parametrize("row", READS, ids=" ".join)
@pytest.mark.parametrize("by", ["link of the table", "link of its group"])
def test_who_only_watches_a_table_that_nobody_has_scored_yet_cannot_join_it(
    unscored: Scene, watching_by_group: FlaskClient, row: tuple[str, str], by: str
) -> None:
    phones = dict(unscored.phones)
    if by == "link of its group":
        phones["watching"] = watching_by_group
    answer = replace(unscored, phones=phones).visit("watching", *row)
    shown = f"{answer.headers}{answer.get_data().decode(errors='ignore')}"
    for secret in (unscored.code, unscored.score, *unscored.group_secrets):
        assert secret not in shown
    for path in (f"/{unscored.code}", f"/j/{unscored.score}"):
        assert str(draw_qr_code(f"http://localhost{path}")) not in shown


BY_GROUP = [row for row in MATRIX if "<table_id>" in row[1] and row != ("POST", "/t/<table_id>/group")]
"""Routes of a table that are open to members of its group.

Adding it to a group needs a group to choose, so it is left out.
"""


@pytest.mark.parametrize("row", BY_GROUP, ids=" ".join)
def test_at_a_table_of_its_group_a_phone_may_do_what_it_may_in_the_group(scene: Scene, row: tuple[str, str]) -> None:
    tables, groups = scene.app.extensions["tables"], scene.app.extensions["groups"]
    scoring = scene.phones["scoring"].get_cookie("browser").value
    group = groups.open("Saturday", (), scoring)
    groups.take_in(group, tables.load(scene.table), "in", scoring)
    for role in ("ended", "watching", "scoring"):
        scene.phones[role] = scene.app.test_client()
        scene.phones[role].get(
            f"/j/{access.find_link(tables.store, group, 'watch' if role == 'watching' else 'score')}"
        )
        if role == "ended":
            tables.end_links(group, scoring)
    got = {role: scene.visit(role, *row).status_code for role in sorted(ROLES, key=lambda role: role == "scoring")}
    assert " ".join(str(got[role]) for role in ROLES) == MATRIX[row]


@pytest.mark.parametrize("row", [row for row in MATRIX if "_id>" in row[1]], ids=" ".join)
def test_what_is_not_there_answers_as_what_is_not_for_you(scene: Scene, row: tuple[str, str]) -> None:
    there = scene.visit("elsewhere", *row)
    nowhere = replace(scene, table="0" * 12, group="0" * 12).visit("elsewhere", *row)
    assert nowhere.status_code == there.status_code
    shown = there.text.replace(scene.table, "0" * 12).replace(scene.group, "0" * 12)
    assert plain(nowhere.text) == plain(shown)


def test_a_made_up_cookie_opens_nothing(scene: Scene) -> None:
    number = scene.phones["scoring"].get_cookie("browser").value
    stranger = scene.app.test_client(use_cookies=False)
    for forged in ("", "x", "score", "' OR 1=1 --", "a" * 4000, "\xff", number[:-1], number.swapcase()):
        assert stranger.get(f"/t/{scene.table}/", headers={"Cookie": f"browser={forged}"}).status_code == 404, forged
    assert stranger.get(f"/t/{scene.table}/", headers={"Cookie": f"browser={number}"}).status_code == 200
