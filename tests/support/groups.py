"""Groups for tests: folded from a few lines, or used through a browser."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.games.tally import counting
from scorekeeper.group.group import Group
from scorekeeper.group.lines import ActLine, GroupAct, fold
from scorekeeper.storage import access
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Write
from scorekeeper.table.table import StoredTable
from tests.support.http import field

ANNA, BO, CLEO, ANNABEL = ("a" * 12, "b" * 12, "c" * 12, "d" * 12)

ROW = StoredTable("g", "", "BCDFG", 0, 0)


def add_person(person: str, name: str) -> GroupAct:
    return {"person": person, "name": name}


def merge(person: str, into: str) -> GroupAct:
    return {"merge": person, "into": into}


def separate(person: str) -> GroupAct:
    return {"part": person}


def add_table(table_id: str, persons: Sequence[tuple[int, str]]) -> GroupAct:
    return {"table": table_id, "persons": persons}


def start_season(name: str, start: int) -> GroupAct:
    return {"season": name, "from": start}


def group_of(acts: Sequence[GroupAct], name: str = "Friday") -> Group:
    """Return the group to which these lines of a file lead, after its name."""
    return fold(ROW, [ActLine(seq, seq, "phone", act) for seq, act in enumerate([{"group": name}, *acts], 1)])


@dataclass
class Friends:
    """A browser in a group, which reads every form from its page before sending it."""

    client: FlaskClient
    app: Flask
    group: str

    @property
    def url(self) -> str:
        return f"/g/{self.group}/"

    @property
    def groups(self) -> Groups:
        groups = self.app.extensions["groups"]
        assert isinstance(groups, Groups)
        return groups

    @property
    def tables(self) -> Tables:
        return self.groups.tables

    def load(self) -> Group:
        return self.groups.load(self.group)

    def names(self) -> list[str]:
        return [person.name for person in self.load().persons]

    def page(self) -> str:
        answer = self.client.get(self.url)
        assert answer.status_code == 200, answer.status
        return answer.text

    def post(self, where: str, html: str, **fields: str) -> str:
        """Send a form of a page and return the address of the redirect."""
        hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen") if f'name="{name}"' in html}
        answer = self.client.post(where, data={**hidden, **fields})
        assert answer.status_code == 303, answer.text
        return answer.location

    def open(self, game: str) -> str:
        """Start a table for the members in one tap, and return its id."""
        return self.post(f"{self.url}open", self.page(), game=game).split("/t/")[1].split("/")[0]

    def add(self, name: str) -> None:
        where = f"{self.url}persons"
        self.post(where, self.client.get(where).text, name=name)

    def change(self, person: str, **fields: str) -> None:
        where = f"{self.url}persons/{person}"
        self.post(where, self.client.get(where).text, **fields)

    def guest(self, role: str) -> "Friends":
        """Return another phone that joined by a link."""
        other = self.app.test_client()
        assert other.get(f"/j/{access.find_link(self.tables.store, self.group, role)}").location == self.url
        return Friends(other, self.app, self.group)


def open_group(client: FlaskClient, app: Flask, name: str, *persons: str) -> Friends:
    """Create a group as its page does."""
    html = client.get("/g/new").text
    data = {"csrf_token": field(html, "csrf_token"), "op": field(html, "op"), "group": name}
    answer = client.post("/g/new", data={**data, "persons": ", ".join(persons)})
    assert answer.status_code == 303, answer.text
    return Friends(client, app, answer.location.split("/g/")[1].split("/")[0])


def play_once(friends: Friends, *points: int) -> str:
    """Start a table of the group, play its only round, and return its id."""
    html = friends.client.get(f"/games/tally/new?group={friends.group}").text
    token = re.search(r'csrf_token" value="([^"]+)', html)
    assert token
    form = {"csrf_token": token[1], "seat": ["Anna", "Bo", "Cleo"][: len(points)], "do": "open", "starter": "0"}
    answer = friends.client.post("/games/tally/new", data={**form, "group": friends.group, "option.rounds": "1"})
    table = str(answer.location.split("/t/")[1].split("/")[0])
    marks = {Spot(1, counting.POINTS_ROW, counting.POINTS_BOX, seat): number for seat, number in enumerate(points)}
    friends.tables.record(table, Write(marks), f"p{table}", By("phone"), friends.tables.load(table).seen)
    return table
