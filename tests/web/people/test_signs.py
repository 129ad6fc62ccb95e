"""Choosing a colour and a sign: in the seats of a table and on the own phone. A group gives it again."""

import re

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.storage import access
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import Tables
from tests.support.http import CAST, Player, change, field, open_table

SEATED = {"seat": list(CAST), "was": ["", "", ""]}


def post(client: FlaskClient, **data: object) -> str:
    """Send the form of a new table and return the page, or the address that it leads to."""
    html = client.get("/games/parade/new").text
    answer = client.post("/games/parade/new", data={"csrf_token": field(html, "csrf_token"), "starter": "0", **data})
    return answer.location or answer.text


def signs(html: str) -> list[str]:
    """Return the signs that the form of a page holds."""
    return re.findall(r'name="sign" value="(\d+)"', html)


def names(html: str) -> list[str]:
    """Return the accessible names of the row of signs."""
    row = re.search(r'class="sign-choice".*?</div>', html, re.S)
    return re.findall(r'aria-label="([^"]*)"', row[0]) if row else []


def stored(app: Flask, table: str) -> list[str]:
    tables: Tables = app.extensions["tables"]
    setup = tables.load(table).setup
    return [setup.sign(seat).outline for seat in range(len(setup.players))]


def test_the_sign_of_a_seat_opens_a_row_of_eight_and_closes_it_again(client: FlaskClient) -> None:
    html = post(client, **SEATED, do="sign:2")
    assert 'aria-expanded="true" aria-label="Gold triangle, Cheshire"' in " ".join(html.split())
    assert names(html) == [
        "Red disc, Alice", "Blue square, Hatter", "Gold triangle, Cheshire", "Green diamond", "Purple cross",
        "Orange ring", "Teal dome", "Pink hourglass",
    ]  # fmt: skip
    assert names(post(client, **SEATED, picking="2", do="sign:2")) == []
    assert len(names(post(client, **SEATED, picking="2", do="sign:1"))) == 8


def test_a_free_sign_is_taken_and_a_taken_one_is_exchanged(client: FlaskClient) -> None:
    assert signs(post(client, **SEATED, do="pick:2.5")) == ["0", "1", "5"]
    assert signs(post(client, **SEATED, do="pick:2.0")) == ["2", "1", "0"]
    for wrong in ("pick:2.8", "pick:3.1", "pick:x", "pick:2.", "sign:9"):
        assert signs(post(client, **SEATED, do=wrong)) == ["0", "1", "2"]


def test_a_chosen_sign_is_stored_with_the_table_and_changed_there(client: FlaskClient, app: Flask) -> None:
    address = post(client, **SEATED, sign=["0", "1", "5"], do="open")
    table = address.split("/")[2]
    assert stored(app, table) == ["disc", "square", "ring"]
    player = Player(client, table)
    assert signs(player.page("setup")) == ["0", "1", "5"]
    change(player, seat=list(CAST), was=["0", "1", "2"], sign=["0", "7", "5"], do="open")
    assert stored(app, table) == ["disc", "hourglass", "ring"]
    assert "Hatter: Pink hourglass." in player.page("journal")
    # A page from before signs sends none, and everybody keeps theirs.
    change(player, seat=["Hatter", "Alice", "Zoe"], was=["1", "0", ""], do="open")
    assert stored(app, table) == ["disc", "hourglass", "ring", "square"]


def test_a_player_chooses_on_the_own_phone(client: FlaskClient, app: Flask) -> None:
    player = open_table(client)
    assert names(player.page("seat")) == []
    for fields in ({"seat": "1"}, {"sign": "4"}):
        html = player.page("seat")
        client.post(f"{player.url}seat", data={"csrf_token": field(html, "csrf_token"), **fields})
    assert stored(app, player.table) == ["disc", "cross", "triangle"]
    assert names(player.page("seat"))[4] == "Purple cross, Hatter"
    token = field(player.page("seat"), "csrf_token")
    lines = len(app.extensions["tables"].load(player.table).lines)
    assert client.post(f"{player.url}seat", data={"csrf_token": token, "sign": "4"}).status_code == 303
    assert client.post(f"{player.url}seat", data={"csrf_token": token, "sign": "8"}).status_code == 422
    assert len(app.extensions["tables"].load(player.table).lines) == lines


def test_a_group_gives_a_member_the_sign_chosen_at_its_last_table(client: FlaskClient, app: Flask) -> None:
    token = field(client.get("/g/new").text, "csrf_token")
    client.post("/g/new", data={"csrf_token": token, "group": "Friday", "name": "Alice, Hatter, Cheshire"})
    groups = Groups(app.extensions["tables"])
    (group,) = access.list_groups_of(groups.store, client.get_cookie("browser").value)
    with_group = {**SEATED, "group": group}
    first = post(client, **with_group, sign=["0", "1", "6"], do="open").split("/")[2]
    assert stored(app, first) == ["disc", "square", "dome"]
    assert signs(post(client, seat=["Zoe", "Alice"], was=["", ""], group=group, do="add:Cheshire")) == ["1", "0", "6"]
    change(Player(client, first), seat=list(CAST), was=["0", "1", "2"], sign=["3", "1", "6"], do="open")
    assert groups.load(group).usual_sign("Alice") == 3


def test_a_phone_without_a_seat_chooses_no_sign(client: FlaskClient, app: Flask) -> None:
    player = open_table(client)
    token = field(player.page("seat"), "csrf_token")
    assert client.post(f"{player.url}seat", data={"csrf_token": token, "sign": "4"}).status_code == 422
    assert stored(app, player.table) == ["disc", "square", "triangle"]
