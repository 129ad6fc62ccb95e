"""The pages of a group: members, a table in one tap, tables added later, members merged and separated."""

import re
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.group.group import MOST_PERSONS
from scorekeeper.storage import access
from scorekeeper.table.journal import By, Close, Write
from tests.support.groups import Friends
from tests.support.http import field, open_table, text, token


def play(friends: Friends, table: str, *points: int) -> None:
    marks = {Spot(1, POINTS_ROW, POINTS_BOX, seat): number for seat, number in enumerate(points)}
    friends.tables.record(table, Write(marks), f"p{table}", By("phone"), friends.tables.load(table).seen)
    friends.tables.record(table, Close(1), f"c{table}", By("phone"), friends.tables.load(table).seen)


@pytest.mark.parametrize(
    ("called", "persons", "why"),
    [
        ("", "Anna", "A group needs a name."),
        ("Friday", "Anna, anna", "anna is already in this group."),
        ("Friday", "A" * 40, "A name can have at most 32 characters."),
    ],
)
def test_what_cannot_be_a_group_is_refused_and_kept(client: FlaskClient, called: str, persons: str, why: str) -> None:
    token = field(client.get("/g/new").text, "csrf_token")
    answer = client.post("/g/new", data={"csrf_token": token, "group": called, "persons": persons})
    assert answer.status_code == 422
    assert why in text(answer.text)
    assert persons in answer.text


def test_a_group_has_at_most_two_hundred_members_however_they_come(client: FlaskClient, friday: Friends) -> None:
    names = [f"Player {number}" for number in range(MOST_PERSONS + 1)]
    data = {"csrf_token": token(client), "group": "All", "op": "x"}
    answer = client.post("/g/new", data={**data, "persons": ",".join(names)})
    assert answer.status_code == 422
    assert "A group can have at most 200 members. Enter fewer names." in text(answer.text)
    assert names[-1] in answer.text, "the names are kept"
    assert client.post("/g/new", data={**data, "persons": ",".join(names[:-1])}).status_code == 303
    for several in (names, names[:-3]):
        answer = client.post(f"{friday.url}persons", data={**data, "name": ",".join(several)})
        assert answer.status_code == 422
    assert friday.names() == ["Anna", "Bo", "Cleo"]


@pytest.mark.parametrize("typed", ["Dan, Bo", "Dan, dan", "Dan, " + "x" * 40, ",", ""])
def test_of_several_persons_all_come_or_none_and_what_was_typed_stays(friday: Friends, typed: str) -> None:
    url = f"{friday.url}persons"
    hidden = {"csrf_token": field(friday.client.get(url).text, "csrf_token"), "op": "x"}
    answer = friday.client.post(url, data={**hidden, "name": typed})
    assert answer.status_code == 422
    assert re.search(r'id="reason">.*\.</p>', answer.text)
    assert f'value="{typed}"' in answer.text
    assert friday.names() == ["Anna", "Bo", "Cleo"]


def test_once_a_group_has_played_a_row_of_tiles_leaves_room_for_the_rest(friday: Friends) -> None:
    def count_tiles() -> int:
        return len(re.findall(r'name="?game"? value=', friday.page()))

    assert count_tiles() > 4
    # Other players are chosen by the black key, so a tile needs no second line.
    assert "Choose players" not in friday.page()
    play(friday, friday.open("tally"), 3, 5, 4)
    assert count_tiles() == 4


def test_the_names_that_a_phone_remembers_are_tapped_for_a_new_group(client: FlaskClient, app: Flask) -> None:
    open_table(client, ("Anna", "Bo", "Cleo"))
    html = client.get("/g/new").text
    assert re.findall(r'name="?known"? value="?(\w+)', html) == ["Anna", "Bo", "Cleo"]
    hidden = {"csrf_token": field(html, "csrf_token"), "op": field(html, "op")}
    twice = client.post("/g/new", data={**hidden, "group": "Friday", "known": ["Anna", "Cleo"], "persons": "Zoe, anna"})
    assert twice.status_code == 422
    # What was tapped and typed stays, in one field.
    assert "Anna, Cleo, Zoe, anna</textarea>" in twice.text
    made = client.post("/g/new", data={**hidden, "group": "Friday", "known": ["Anna", "Cleo"], "persons": "Zoe"})
    group = made.location.split("/")[2]
    assert [person.name for person in app.extensions["groups"].load(group).persons] == ["Anna", "Cleo", "Zoe"]


def test_who_played_last_plays_next_by_the_same_rules(friday: Friends) -> None:
    html = friday.client.get(f"/games/tally/new?group={friday.group}").text
    for name in ("Anna", "Bo", "Cleo"):
        assert f"add:{name}" in html
    data = {"csrf_token": field(html, "csrf_token"), "seat": ["Cleo", "Dora"], "starter": "0", "do": "open"}
    answer = friday.client.post("/games/tally/new", data={**data, "group": friday.group, "option.wins": "lowest"})
    first = answer.location.split("/t/")[1].split("/")[0]
    assert friday.names() == ["Anna", "Bo", "Cleo", "Dora"]
    play(friday, first, 3, 5)
    again = friday.tables.load(friday.open("tally"))
    assert again.setup.players == ("Cleo", "Dora")
    assert again.setup.options["wins"] == "lowest"
    assert again.leader_of(1) == 1


def test_a_table_is_taken_in_later_the_name_deciding_and_a_tap_mending(friday: Friends) -> None:
    table = open_table(friday.client, ("bo", "Annabel", "Dora"), "tally").table
    html = friday.client.get(f"/t/{table}/group").text
    anna, bo, _ = (person.id for person in friday.load().persons)
    assert f'<option value="{bo}" selected>' in html
    assert "New: Annabel" in html
    friday.post(f"/t/{table}/group", html, group=friday.group, **{"seat.0": bo, "seat.1": anna, "seat.2": "new"})
    assert friday.names() == ["Anna", "Bo", "Cleo", "Dora"]
    assert friday.load().find_persons(table)[1] == anna
    html = friday.client.get(f"/t/{table}/group").text
    assert f'<option value="{anna}" selected>' in html
    form = {"csrf_token": field(html, "csrf_token"), "group": friday.group, "seat.0": "f" * 12}
    refused = friday.client.post(f"/t/{table}/group", data=form)
    assert (refused.status_code, "That member is not in this group." in refused.text) == (422, True)
    friday.post(f"/t/{table}/group", html, group=friday.group, **{"seat.0": bo, "seat.1": "nobody"})
    assert set(friday.load().find_persons(table)) == {0, 2}
    friday.post(f"/t/{table}/group", html, group=friday.group, leave="yes")
    assert friday.load().tables == {}


def test_a_table_of_a_group_leads_back_to_it_for_those_who_are_in_it(friday: Friends) -> None:
    table = friday.open("tally")
    up = f"/t/{table}/up"
    assert f'class="tool" href="{up}"' in friday.client.get(f"/t/{table}/").text
    assert friday.client.get(up).location == f"/g/{friday.group}/"
    guest = friday.app.test_client()
    guest.get(f"/j/{access.find_link(friday.tables.store, table, 'score')}")
    assert guest.get(up).location == "/"


def test_two_who_are_one_are_merged_and_parted_again(friday: Friends) -> None:
    friday.add("Annabel")
    anna, *_, annabel = (person.id for person in friday.load().persons)
    table = open_table(friday.client, ("Annabel", "Bo"), "tally").table
    friday.post(f"/t/{table}/group", friday.client.get(f"/t/{table}/group").text, group=friday.group)
    friday.change(annabel, into=anna)
    assert friday.names() == ["Anna", "Bo", "Cleo"]
    assert friday.load().find_persons(table)[0] == anna
    assert "Annabel" in friday.client.get(f"{friday.url}persons/{annabel}").text
    friday.change(anna, part=annabel)
    assert friday.load().find_persons(table)[0] == annabel


def test_a_person_who_was_removed_is_offered_again_for_an_hour(
    friday: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = friday.load().persons[0].id
    friday.change(anna, remove="yes")
    assert friday.names() == ["Bo", "Cleo"]
    members = friday.client.get(f"{friday.url}persons").text
    assert "Removed within the last hour Anna Restore" in text(members)
    assert friday.client.get(f"{friday.url}persons/{anna}").status_code == 404
    assert "Restore" not in text(friday.guest("watch").client.get(f"{friday.url}persons").text)
    friday.post(f"{friday.url}persons/{anna}", members, restore="yes")
    assert friday.names() == ["Anna", "Bo", "Cleo"]
    friday.change(anna, remove="yes")
    later = time.time() + 3601
    monkeypatch.setattr(time, "time", lambda: later)
    assert "Removed within" not in friday.client.get(f"{friday.url}persons").text
    fields = {"csrf_token": field(members, "csrf_token"), "op": "x", "restore": "yes"}
    answer = friday.client.post(f"{friday.url}persons/{anna}", data=fields)
    assert (answer.status_code, friday.names()) == (422, ["Bo", "Cleo"])
    assert "That member is not in this group." in answer.text


@pytest.mark.parametrize("name", ["", "Bo", "x" * 40])
def test_a_name_that_cannot_be_is_refused_and_kept(friday: Friends, name: str) -> None:
    anna = friday.load().persons[0].id
    html = friday.client.get(f"{friday.url}persons/{anna}").text
    fields = {"csrf_token": field(html, "csrf_token"), "op": "x", "name": name}
    answer = friday.client.post(f"{friday.url}persons/{anna}", data=fields)
    assert answer.status_code == 422
    assert f'name="name" value="{name}"' in answer.text
    assert "reason wrong" in answer.text


def test_a_group_is_renamed_and_a_season_starts(friday: Friends) -> None:
    html = friday.client.get(f"{friday.url}settings").text
    friday.post(f"{friday.url}write", html, group="Saturday")
    friday.post(f"{friday.url}write", html, season="Winter")
    assert (friday.load().name, friday.load().seasons[0].name) == ("Saturday", "Winter")


def test_every_page_of_a_group_follows_what_others_do(friday: Friends) -> None:
    pages = [friday.client.get(f"{friday.url}{path}").text for path in ("", "persons", "tables", "figures")]
    assert [page.count('data-live="1') for page in pages] == [1] * 4


def test_a_deleted_group_says_so_and_is_restored_only_by_who_scores_in_it(friday: Friends) -> None:
    watcher, hidden = friday.guest("watch").client, {"csrf_token": token(friday.client)}
    assert friday.client.post(f"{friday.url}delete", data=hidden).location == f"/?back={friday.group}"
    for client, restores in ((friday.client, True), (watcher, False)):
        answer = client.get(friday.url)
        assert (answer.status_code, "This group was deleted" in answer.text) == (404, True)
        assert (f"{friday.url}restore" in answer.text) == restores
    assert watcher.post(f"{friday.url}restore", data={"csrf_token": token(watcher)}).status_code == 403
    assert friday.client.post(f"{friday.url}restore", data=hidden).location == friday.url
    assert "Anna" in friday.page()


def test_a_group_whose_rows_are_damaged_says_so(friday: Friends) -> None:
    with friday.tables.store.transaction() as conn:
        conn.execute("DELETE FROM groups")
    answer = friday.client.get(friday.url)
    assert answer.status_code == 503
    assert "Entry 0" not in answer.text
    assert friday.client.get("/").status_code == 200
