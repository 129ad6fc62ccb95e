"""Tests with forged group files that name tables of others: nobody gains access, and nothing is revealed."""

import io
import json
import re
import secrets
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.app import connect_store
from scorekeeper.exchange.formats import FORMATS
from scorekeeper.storage import access
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Storage
from scorekeeper.storage.exchange import import_file
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.store import Store
from tests.support.http import open_table, token

NAMES = ("Quirina", "Zacharias", "Wunibald")

WHO = ("stranger", "watcher", "put out")

OF = ("table", "group", "nothing")

WHEN = ("at once", "after a line more", "said again")

PAGES = ("", "figures", "persons", "tables", "settings", "take", "invite")


class Scene(NamedTuple):
    """An app with a table that belongs to a group, and the phones of both."""

    app: Flask
    owner: FlaskClient
    table: str
    group: str

    @property
    def groups(self) -> Groups:
        groups = self.app.extensions["groups"]
        assert isinstance(groups, Groups)
        return groups

    def find_id(self, of: str) -> str:
        """Return the id that a forged file names."""
        return {"table": self.table, "group": self.group, "nothing": secrets.token_hex(6)}[of]

    def somebody(self, who: str) -> FlaskClient:
        """Return a phone without the right to write there."""
        phone, store = self.app.test_client(), self.groups.store
        for id, kind in ((self.table, "t"), (self.group, "g")):
            if who != "stranger":
                role = "watch" if who == "watcher" else "score"
                assert phone.get(f"/j/{access.find_link(store, id, role)}").status_code in (200, 302, 303)
            if who == "put out":
                self.owner.post(f"/{kind}/{id}/invite/end", data={"csrf_token": token(self.owner)})
        return phone

    def rights(self, phone: FlaskClient) -> list[object]:
        """Return what a phone may do at the table and in the group, and the answers to its attempts."""
        here = {"csrf_token": token(phone), "seen": "1"}
        tries = [
            phone.get(f"/t/{self.table}/"),
            phone.post(f"/t/{self.table}/1/write", data={**here, "op": "w" * 32, "tap": "1.points.points.0.=7"}),
            phone.get(f"/t/{self.table}/invite"),
            phone.post(f"/t/{self.table}/delete", data=here),
            phone.get(f"/g/{self.group}/"),
            phone.post(f"/g/{self.group}/write", data={**here, "op": "g" * 32, "group": "Mine"}),
            phone.get(f"/g/{self.group}/invite"),
            phone.post(f"/g/{self.group}/delete", data=here),
        ]
        browser = cookie_of(phone)
        store = self.groups.store
        return [
            *(answer.status_code for answer in tries),
            *(access.find_role(store, id, browser) for id in (self.table, self.group)),
        ]


def cookie_of(phone: FlaskClient) -> str:
    cookie = phone.get_cookie("browser")
    return cookie.value if cookie else ""


@pytest.fixture
def scene(pages: Flask, engine: Callable[[], Storage]) -> Iterator[Scene]:
    settings = dict(pages.config)
    pages.secret_key = None
    store = engine()
    connect_store(pages, store, 9000)
    owner = pages.test_client()
    table = open_table(owner, NAMES, "tally", name="Zebra").table
    groups = pages.extensions["groups"]
    group = groups.open("Quirinale", ("Quirina",), cookie_of(owner))
    yield Scene(pages, owner, table, group)
    store.close()
    pages.config.clear()
    pages.config.update(settings)


def line(act: object) -> dict[str, object]:
    return {"at": 1, "phone": f"~{0:016}", "seat": None, "act": act}


def forge_group(group: str, named: str, tables: Any = ()) -> bytes:
    """Return a group file that claims any id as one of its tables."""
    lines = [line({"group": "mine"}), line({"person": "a" * 12, "name": "X"})]
    lines.append(line({"table": named, "persons": [[0, "a" * 12]]}))
    head = {"id": group, "game": "", "opened": 1, "lines": lines}
    return json.dumps({"scorekeeper": 1, "group": head, "tables": [*tables]}).encode()


def bring(phone: FlaskClient, file: bytes) -> TestResponse:
    return phone.post("/bring", data={"csrf_token": token(phone), "file": (io.BytesIO(file), "x.json")})


def go_on(scene: Scene, phone: FlaskClient, group: str, named: str, when: str) -> None:
    """Let the phone continue in its own group."""

    def write(page: str, **fields: str) -> int:
        data = {"csrf_token": token(phone), "op": secrets.token_hex(16), **fields}
        return phone.post(f"/g/{group}/{page}", data=data).status_code

    if when == "after a line more":
        assert write("write", group="again") == 303
    elif when == "said again":
        data = {"csrf_token": token(phone), "op": secrets.token_hex(16), "seen": "3", "group": group}
        assert phone.post(f"/t/{named}/group", data=data).status_code in (403, 404)


@pytest.mark.parametrize("who", WHO)
def test_a_forged_group_gives_no_rights_and_tells_nothing(scene: Scene, who: str) -> None:
    phone, store = scene.somebody(who), scene.groups.store
    before = scene.rights(phone)
    for of, when in product(OF, WHEN):
        named, group = scene.find_id(of), secrets.token_hex(6)
        assert bring(phone, forge_group(group, named)).status_code == 303
        go_on(scene, phone, group, named, when)
        assert scene.rights(phone) == before, (of, when)
        assert access.list_groups_with(store, named) == []
        assert scene.groups.load(group).tables == {}
        shown = [phone.get(f"/g/{group}/{page}") for page in (*PAGES, *(f"take/{form}" for form in FORMATS))]
        link = access.find_link(store, group, "watch")
        shown.append(phone.get(f"/api/v1/groups/{link}"))
        assert {answer.status_code for answer in shown} == {200}
        assert shown[-1].json["tables"] == []
        for answer in shown:
            assert not re.search("Quirina|Zacharias|Wunibald|Zebra", answer.text), (of, when, answer.request.path)
        assert phone.get(f"/api/v1/groups/{link}/tables/{named}").status_code == 404
    assert scene.owner.get(f"/t/{scene.table}/").status_code == scene.owner.get(f"/g/{scene.group}/").status_code == 200


@pytest.mark.parametrize("who", WHO)
def test_nor_does_a_table_that_may_be_exported_wrapped_in_a_forged_group(scene: Scene, who: str) -> None:
    phone, store = scene.somebody(who), scene.groups.store
    taken = json.loads(scene.owner.get(f"/t/{scene.table}/take/scorekeeper.json").text)["tables"]
    before = scene.rights(phone)
    for when in WHEN:
        group = secrets.token_hex(6)
        assert bring(phone, forge_group(group, scene.table, taken)).status_code == 303
        go_on(scene, phone, group, scene.table, when)
        assert scene.rights(phone) == before
        assert access.list_groups_with(store, scene.table) == []
        assert (
            phone.get(f"/api/v1/groups/{access.find_link(store, group, 'watch')}/tables/{scene.table}").status_code
            == 404
        )


def test_whoever_scores_at_a_table_that_is_here_brings_it_into_the_group_of_a_file(scene: Scene) -> None:
    group = secrets.token_hex(6)
    taken = json.loads(scene.owner.get(f"/t/{scene.table}/take/scorekeeper.json").text)["tables"]
    assert bring(scene.owner, forge_group(group, scene.table, taken)).status_code == 303
    assert access.list_groups_with(scene.groups.store, scene.table) == [group]


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_the_command_line_believes_a_forged_file_no_more(scene: Scene) -> None:
    store = scene.groups.store
    assert isinstance(store, Store)
    folder, group = store.path.parent, secrets.token_hex(6)
    store.close()
    brought, *_ = import_file(folder, forge_group(group, scene.table))
    assert brought == (group, True, 0)
    assert check(folder / "scorekeeper.db").faults == ()
    again = Groups(type(scene.groups.tables)(Store(folder)))
    again.rename(group, "again", "whoever has the link")
    assert access.list_groups_with(again.store, scene.table) == []
    again.store.close()
