"""Revoking the links of a table ends all access, including that of groups to which others added it."""

import pytest
from flask import Flask

from scorekeeper.storage import access
from tests.support.groups import Friends, open_group
from tests.support.http import Player, end_links, let_in


@pytest.fixture
def hidden(alice: Player, app: Flask) -> Friends:
    """A group to which another player added the table."""
    bo = let_in(alice, app)
    hidden = open_group(bo.client, app, "Hidden", "Alice", "Hatter")
    where = f"/t/{alice.table}/group"
    hidden.post(where, bo.client.get(where).text, group=hidden.group)
    return hidden


def test_who_was_put_out_does_not_stay_by_a_group_of_his_own(alice: Player, hidden: Friends) -> None:
    friend = hidden.guest("score")
    assert friend.client.get(alice.url).status_code == 200
    assert end_links(alice).status_code == 303
    for phone in (hidden.client, friend.client):
        assert phone.get(alice.url).status_code in (403, 404)
        assert phone.get(f"{alice.url}invite").status_code in (403, 404)
        again = phone.post(f"{alice.url}group", data={"group": hidden.group})
        assert again.status_code in (400, 403, 404)
    assert hidden.load().tables == {}
    assert access.list_groups_with(hidden.groups.store, alice.table) == []
    assert alice.client.get(alice.url).status_code == 200


def test_the_groups_of_the_phone_that_ends_the_links_keep_the_table(alice: Player, app: Flask, hidden: Friends) -> None:
    own = open_group(alice.client, app, "Own", "Alice")
    where = f"/t/{alice.table}/group"
    own.post(where, alice.client.get(f"{where}?group={own.group}").text, group=own.group)
    friend = own.guest("score")
    invite = alice.page("invite")
    assert "Group Hidden" in invite
    assert "Group Own" in invite
    assert "The table also leaves these groups: Hidden." in invite
    journal = alice.page("journal")
    assert "In the group Hidden since" in journal
    end_links(alice)
    assert access.list_groups_with(own.groups.store, alice.table) == [own.group]
    assert friend.client.get(alice.url).status_code == 200
    assert "Hidden" not in alice.page("invite") + alice.page("journal")


def test_who_only_watches_is_not_told_of_the_groups(alice: Player, app: Flask, hidden: Friends) -> None:
    watcher = let_in(alice, app, "watch")
    assert "Hidden" not in watcher.page("journal")
