"""Erased names are on no page and in no answer of the API, whatever was cached before."""

import time

import pytest
from flask import Flask

from scorekeeper.storage import access, journals
from scorekeeper.storage.erasing import plan_renaming, remove, rename
from scorekeeper.storage.groups import Groups
from tests.support.http import Player, open_table, text

NAME = "Zweisilbig"

PAGES = ("", "1/", "1/sheet", "1/play", "journal", "board", "seat", "invite", "end", "group", "take", "table")


@pytest.fixture
def groups(app: Flask) -> Groups:
    return app.extensions["groups"]


@pytest.fixture
def known(app: Flask, groups: Groups) -> tuple[Player, str]:
    """A phone at a table of a group, after everything was shown once."""
    player = open_table(app.test_client(), (NAME, "Bo"))
    number = groups.tables.load(player.table).lines[0].by.browser
    group = groups.open("Friday", ("Bo",), number)
    groups.take_in(group, groups.tables.load(player.table), "in", groups.tables.load(player.table).lines[0].by.browser)
    assert NAME in everything(player, group, groups)
    return player, group


def everything(player: Player, group: str, groups: Groups) -> str:
    """Return all that this phone and a program with its links are shown."""
    links = [
        access.find_link(groups.store, id, "score")
        for id in (player.table, group)
        if journals.find_table(groups.store, id)
    ]
    addresses = [f"{player.url}{page}" for page in PAGES]
    addresses += [
        "/",
        "/games/parade/new",
        f"/g/{group}/",
        f"/g/{group}/persons",
        f"/g/{group}/figures",
    ]
    addresses += [f"/api/v1/{of}/{link}" for link in links for of in ("tables", "groups", "take")]
    addresses += [f"/api/v1/take/{link}/scorekeeper.json" for link in links]
    return " ".join(player.client.get(address).text for address in addresses)


def test_a_name_that_was_erased_is_shown_nowhere(known: tuple[Player, str], groups: Groups) -> None:
    player, group = known
    rename(groups, plan_renaming(groups, NAME, "", "Player {}".format), int(time.time()))
    shown = everything(player, group, groups)
    assert NAME not in shown
    assert "Player 1" in shown
    journal = text(player.page("journal"))
    assert "A name was erased. It now reads Player 1." in journal
    assert "administrator" in journal


def test_a_table_that_was_erased_is_no_table(known: tuple[Player, str], groups: Groups) -> None:
    player, group = known
    link = access.find_link(groups.store, player.table, "score")
    remove(groups.store, [player.table])
    assert {player.client.get(f"{player.url}{page}").status_code for page in PAGES[:5]} == {404}
    assert player.client.get(f"/j/{link}").status_code == 404
    assert player.table not in everything(player, group, groups).replace(player.url, "")
    assert player.client.get(f"/g/{group}/").status_code == 200
    assert NAME not in player.client.get("/games/parade/new").text
