"""The lists of a phone: running tables first, finished ones by date; finish, archive, delete and restore."""

import re
import time
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import ARCHIVED, RUNNING
from scorekeeper.table.journal import Change, Write
from tests.support.http import CAST, Player, change, field, let_in, open_table, play_example, text

SATURDAY = int(datetime(2026, 11, 21, 22, 0).astimezone().timestamp())


def home(client: FlaskClient, where: str = "/") -> str:
    return text(client.get(where).text)


def going(client: FlaskClient) -> list[str]:
    """Return the ids of the running tables on the home page, in their order."""
    return re.findall(r'href="/t/(\w+)/"', client.get("/").text.partition('class="tiles"')[0])


def post(player: Player, what: str, **fields: str):
    token = field(player.client.get("/").text, "csrf_token")
    return player.client.post(f"{player.url}{what}", data={"csrf_token": token, **fields})


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch):
    """A clock that the test sets."""

    class Clock:
        now = float(SATURDAY)

    monkeypatch.setattr("time.time", lambda: Clock.now)
    return Clock


def test_a_table_that_has_ended_stands_below_the_games_with_day_and_winner(client: FlaskClient, clock) -> None:
    alice = open_table(client, deals="1")
    play_example(alice)
    assert going(client) == []
    below = text(client.get("/").text.partition('class="tiles"')[2])
    assert "Finished" in below
    assert re.search(r"Parade\s+· Sat 21 Nov\s+Hatter wins with 27\.", below)


def lines(player: Player):
    return player.client.application.extensions["tables"].load(player.table).lines


def test_an_evening_ended_by_hand_is_finished_and_undo_opens_it_again(alice: Player) -> None:
    play_example(alice)
    assert going(alice.client) == [alice.table]
    assert "Finish this table" in alice.page("end")
    assert post(alice, "close").location == f"{alice.url}evening"
    tally = text(alice.page(""))
    assert "This table is finished. Hatter wins with 27." in tally
    assert "Play again" in tally
    assert "Table finished." in text(alice.page("journal"))
    assert going(alice.client) == []
    assert "Hatter wins with 27." in home(alice.client)
    alice.send({"strike": field(alice.page(""), "strike")}, "")
    assert "Taken back: Table finished." in text(alice.page(""))
    assert going(alice.client) == [alice.table]


def test_what_is_not_decided_yet_is_said_before_the_evening_is_ended(alice: Player) -> None:
    play_example(alice)
    assert "no result yet" not in text(alice.page("end"))
    alice.tap("2.red.count.2.=4", "2/")
    assert "Deal 2 has no result yet and does not count." in text(alice.page("end"))
    alice.tap("3.red.count.2.=4", "3/")
    assert "Deal 2 and 3 have no result yet and do not count." in text(alice.page("end"))


def test_a_round_that_is_begun_after_the_end_opens_the_table_again_and_mending_a_card_does_not(alice: Player) -> None:
    play_example(alice)
    post(alice, "close")
    alice.tap("1.red.cards.0.1=1")
    assert going(alice.client) == []
    alice.tap("2.red.count.2.=4", "2/")
    assert going(alice.client) == [alice.table]
    assert "This table is finished" not in text(alice.page(""))


def test_an_archived_table_is_off_this_phone_only_and_can_be_put_back(alice: Player, app: Flask, clock) -> None:
    bo = let_in(alice, app)
    answer = post(alice, "archive")
    html = alice.client.get(answer.location).text
    assert "Archived on this phone: Parade." in text(html)
    clock.now += 3600
    bo.tap("1.red.count.2.=4")
    assert going(alice.client) == []
    assert going(bo.client) == [alice.table]
    assert alice.client.get(alice.url).status_code == 200
    assert alice.table in alice.client.get("/tables/archived").text
    assert "All tables" in html
    token = field(html, "csrf_token")
    assert f'action="{alice.url}unarchive"' in html
    alice.client.post(f"{alice.url}unarchive", data={"csrf_token": token})
    assert going(alice.client) == [alice.table]


def test_a_deleted_table_is_off_every_phone_and_its_address_says_so(alice: Player, app: Flask) -> None:
    play_example(alice)
    bo, eye = let_in(alice, app), let_in(alice, app, "watch")
    answer = post(alice, "delete")
    assert "Deleted for everybody: Parade." in home(alice.client, answer.location)
    for player in (alice, bo, eye):
        assert going(player.client) == []
        for where in ("", "1/", "1/sheet", "1/sheet.pdf", "journal", "board", "bell", "end", "rematch", "invite"):
            answer = player.client.get(player.url + where)
            assert answer.status_code == 404, where
            assert "This table was deleted" in answer.text, where
            assert ("/restore" in answer.text) == (player is not eye)


def test_a_tap_at_a_deleted_table_is_kept_and_counts_once_it_is_put_back(alice: Player, app: Flask) -> None:
    bo = let_in(alice, app)
    data = {name: field(bo.page(), name) for name in ("csrf_token", "op", "seen")}
    post(alice, "delete")
    refused = bo.client.post(f"{bo.url}1/write", data={**data, "tap": "1.red.count.2.=4"})
    assert refused.status_code == 404
    assert "Try again" in refused.text
    assert field(refused.text, "tap") == "1.red.count.2.=4"
    assert post(bo, "restore").location == bo.url
    assert going(alice.client) == going(bo.client) == [alice.table]
    assert bo.client.post(f"{bo.url}1/write", data={**data, "tap": "1.red.count.2.=4"}).status_code == 303
    assert [type(line.act) for line in lines(alice)] == [Change, Write]


def test_nobody_comes_in_to_a_deleted_table(alice: Player, app: Flask) -> None:
    store = app.extensions["tables"].store
    code, link = journals.find_table(store, alice.table).code, access.find_link(store, alice.table, "score")
    letters = access.open_letters(store, alice.table, int(time.time()))
    post(alice, "delete")
    new = app.test_client()
    token = field(new.get("/").text, "csrf_token")
    assert new.post("/join", data={"csrf_token": token, "code": code}).status_code == 404
    assert new.post("/tv", data={"csrf_token": token, "code": letters}).status_code == 404
    answer = new.get(f"/j/{link}")
    assert answer.status_code == 404
    assert "This table was deleted" in answer.text
    assert "/restore" not in answer.text
    assert new.get(alice.url).status_code == 404
    assert "This table was deleted" not in new.get(alice.url).text
    assert new.post(f"{alice.url}restore", data={"csrf_token": token}).status_code == 404


def test_the_lists_go_on_from_page_to_page(client: FlaskClient, app: Flask, clock) -> None:
    opened = []
    for _ in range(23):
        clock.now += 3600
        opened.append(open_table(client).table)
        post(Player(client, opened[-1]), "close")
    for _ in range(3):
        client.get("/")
    first = client.get("/tables/finished").text
    assert "Earlier" in first
    second = client.get("/tables/finished?page=2").text
    shown = [re.findall(r'href="/t/(\w+)/"', html) for html in (first, second)]
    assert [*shown[0], *shown[1]] == opened[::-1]
    assert "Earlier" not in second
    for odd in ("0", "-1", "x", "999", "9" * 400):
        assert client.get(f"/tables/finished?page={odd}").status_code == 200
    assert client.get("/tables/nonsense").status_code == 404


def test_a_winner_that_changes_later_changes_in_the_list(client: FlaskClient) -> None:
    alice = open_table(client, deals="1")
    play_example(alice)
    assert "Hatter wins with 27." in home(client)
    assert change(alice, seat=["Alice", "Hugo", "Cheshire"], **{"option.deals": "1"}).status_code == 303
    assert "Hugo wins with 27." in home(client)


def test_a_disk_that_takes_nothing_does_not_close_the_home_page(client: FlaskClient, app: Flask) -> None:
    play_example(open_table(client, deals="1"))
    path = app.extensions["tables"].store.path
    moved = path.with_suffix(".moved")
    path.rename(moved)
    try:
        assert client.get("/").status_code == 200
    finally:
        moved.rename(path)
    assert "Hatter wins with 27." in home(client)


# The same players again


def test_the_same_players_again_are_asked_for_on_a_page_first(alice: Player) -> None:
    play_example(alice)
    before = len(re.findall(r'href="/t/\w+/"', alice.client.get("/tables/running").text))
    html = alice.page("rematch")
    assert len(re.findall(r'href="/t/\w+/"', alice.client.get("/tables/running").text)) == before
    assert re.findall(r'name="seat" value="(\w+)"', html) == list(CAST)
    assert "Start table for 3" in html
    data = {name: field(html, name) for name in ("csrf_token", "op", "starter")}
    names = [*CAST[::-1], "Dodo"]
    fields = {**data, "seat": names, "was": ["2", "1", "0", ""], "do": "open"}
    answers = [alice.client.post(f"{alice.url}rematch", data=fields) for _ in range(2)]
    assert answers[0].location == answers[1].location
    assert answers[0].status_code == 303
    setup = alice.client.application.extensions["tables"].load(answers[0].location.split("/")[2]).setup
    assert setup.players == tuple(names)


def test_ten_running_tables_leave_the_games_where_they_are(client: FlaskClient, clock) -> None:
    tables = []
    for _ in range(10):
        tables.append(open_table(client).table)
        clock.now += 3600
    assert going(client) == tables[:-4:-1]
    html = client.get("/tables/running").text
    assert '<p class="links"><a href="/tables/running"' in client.get("/").text
    assert re.findall(r'href="/t/(\w+)/"', html) == tables[::-1]


def test_an_evening_with_nothing_scored_has_no_winner(alice: Player) -> None:
    post(alice, "close")
    assert "Nothing was scored." in text(alice.page(""))
    assert "Nothing was scored." in home(alice.client)


def test_where_a_table_is_deleted_it_is_said_for_how_long_it_can_be_put_back(alice: Player, tmp_path: Path) -> None:
    assert "Anybody who can score can restore it for 365 days, then it is erased." in alice.page("end")
    for_ever = create_app(tmp_path / "for ever", TESTING=True, ERASE_DELETED_AFTER=0)
    assert "Nothing is lost: anybody who can score can restore it." in open_table(for_ever.test_client()).page("end")
    for_ever.extensions["tables"].store.close()


def test_archiving_in_a_list_stays_in_the_list(client: FlaskClient) -> None:
    alice = open_table(client)
    answer = post(alice, "archive", list=RUNNING)
    assert answer.location == f"/tables/running?back={alice.table}"
    assert "Archived on this phone" in home(client, answer.location)
    assert post(alice, "unarchive", list=ARCHIVED).location == "/tables/archived"


def test_a_list_reads_no_journal_of_a_finished_table_twice(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        play_example(open_table(client, deals="1"))
    home(client)
    tables = app.extensions["tables"]
    read = []
    load_ = tables.load
    monkeypatch.setattr(tables, "load", lambda table: read.append(table) or load_(table))
    assert home(client).count("Hatter wins with 27.") == 4
    assert read == []
