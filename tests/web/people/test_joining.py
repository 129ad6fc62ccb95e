"""Joining, revoked links, and seats on own phones: nobody at the table loses access, everybody else does."""

import re
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.storage import access, journals
from scorekeeper.storage.access import BY_ONE_LINK, SOME_TIME
from scorekeeper.storage.contract import Unwritable
from scorekeeper.storage.pads import keep_pad
from scorekeeper.table.journal import By, Write
from scorekeeper.web.people.rate_limit import BY_ONE_NETWORK
from scorekeeper.web.request import BROWSER_ID
from tests.support.groups import Friends, open_group
from tests.support.http import (
    Player,
    code_of,
    end_links,
    field,
    join,
    let_in,
    links,
    open_table,
    plain,
    sit,
    store,
    token,
)
from tests.support.own_pads import GOLF

# Codes


def test_wrong_expired_and_closed_codes_get_the_same_answer(alice: Player, app: Flask) -> None:
    old = code_of(alice)
    end_links(alice)
    ended = app.test_client().get(f"/{old}")
    wrong = app.test_client().get("/BCDFG")
    assert ended.status_code == wrong.status_code == 404
    assert plain(ended.text).replace(old, "BCDFG") == plain(wrong.text)


# Coming back


def test_a_code_opened_while_the_clock_was_ahead_is_closed_once_it_is_right(
    alice: Player, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time
    with monkeypatch.context() as wrong:
        wrong.setattr(time, "time", lambda: right() + 10 * 365 * 24 * 3600)
        open_again(alice)
        ahead = code_of(alice)
        assert "The code works for 10 more minutes." in alice.page("invite")
        assert app.test_client().get(f"/{ahead}").status_code == 303
    assert f"<b>{ahead}</b>" not in alice.page("1/")
    assert app.test_client().get(f"/{ahead}").status_code == 404
    open_again(alice)
    assert code_of(alice) != ahead
    assert "The code works for 10 more minutes." in alice.page("invite")
    assert app.test_client().get(f"/{code_of(alice)}").status_code == 303


@pytest.mark.parametrize("page", ["invite", "invite?watch=yes"])
def test_whoever_asks_for_an_invitation_opens_joining(
    alice: Player, app: Flask, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    before, right = code_of(alice), time.time
    monkeypatch.setattr(time, "time", lambda: right() + 11 * 60)
    assert app.test_client().get(f"/{before}").status_code == 404
    # Its own page shows no code that works no more.
    assert "The code works for 10 more minutes." in alice.page(page)
    now = code_of(alice)
    assert now != before
    assert f"<b>{now}</b>" in alice.page("1/")
    assert app.test_client().get(f"/{now}").status_code == 303
    # Looking again changes nothing.
    monkeypatch.setattr(time, "time", lambda: right() + 15 * 60)
    assert "The code works for 6 more minutes." in alice.page(page)
    assert code_of(alice) == now


def test_an_invitation_is_shown_if_nothing_can_be_written(
    alice: Player, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 11 * 60)

    def refuse(*_: object) -> None:
        raise Unwritable("full", "disk")

    monkeypatch.setattr(access, "open_joining", refuse)
    shown = alice.page("invite")
    assert "Joining is closed." in shown
    assert "Reopen joining" in shown


def open_again(player: Player) -> None:
    answer = player.client.post(f"{player.url}invite", data={"csrf_token": field(player.page("invite"), "csrf_token")})
    assert answer.status_code == 303


@pytest.mark.parametrize("way", ["link", "code"])
def test_the_same_phone_is_back_at_its_seat_without_a_name(alice: Player, app: Flask, way: str) -> None:
    bo = let_in(alice, app)
    sit(bo, seat="1")
    address = f"/j/{links(alice, app)[0]}" if way == "link" else f"/{code_of(alice)}"
    answer = bo.client.get(address, follow_redirects=True)
    assert answer.status_code == 200
    assert answer.request.path == bo.url
    assert access.find_seat_claims(store(app), bo.table)[1] == bo.client.get_cookie("browser").value


def test_a_short_address_lets_a_television_watch_and_nothing_more(alice: Player, app: Flask) -> None:
    screen = app.test_client()
    answer = screen.get(f"/{code_of(alice).lower()}/tv", follow_redirects=True)
    assert answer.request.path == f"{alice.url}board"
    assert access.find_role(store(app), alice.table, screen.get_cookie("browser").value) == "watch"


def test_a_television_is_asked_for_the_letters_at_the_shortest_address(alice: Player, app: Flask) -> None:
    shown = alice.page("invite?watch=yes")
    assert "localhost/tv</p>" in shown
    address = re.search(r'<p class="letters"[^>]*>([A-Z]{5})<', shown)
    assert address
    screen = app.test_client()
    token = field(screen.get("/tv").text, "csrf_token")
    wrong = screen.post("/tv", data={"csrf_token": token, "code": "BBBBB"})
    assert wrong.status_code == 404
    assert 'action="/tv"' in wrong.text
    assert "BBBBB" in wrong.text
    right = screen.post("/tv", data={"csrf_token": token, "code": address[1].lower()}, follow_redirects=True)
    assert right.request.path == f"{alice.url}board"
    assert access.find_role(store(app), alice.table, screen.get_cookie("browser").value) == "watch"


# Seats


def test_the_journal_says_which_seat_wrote_also_of_an_ended_phone(alice: Player, app: Flask) -> None:
    bo = let_in(alice, app)
    sit(bo, seat="1")
    bo.tap("1.red.count.0.=3")
    end_links(alice)
    assert re.search(r"Alice has 3 red cards.*?<small>2 · Hatter", alice.page("journal"), re.S)


def test_a_taken_seat_is_dashed_and_moves_on_the_second_tap_only(alice: Player, app: Flask) -> None:
    sit(alice, seat="1")
    bo = let_in(alice, app)
    assert re.search(r'value="1" class="key taken"', bo.page("seat"))
    answer = sit(bo, seat="1")
    assert answer.status_code == 409
    assert "Another phone is already playing as Hatter." in answer.text
    assert access.find_seat_claims(store(app), alice.table)[1] == alice.client.get_cookie("browser").value
    assert sit(bo, move="1").status_code == 303
    assert access.find_seat_claims(store(app), alice.table) == {1: bo.client.get_cookie("browser").value}
    alice.tap("1.red.count.0.=3")
    assert journals.load_lines(store(app), alice.table)[-1].by.seat is None


@pytest.mark.parametrize("seat", ["", "3", "-1", "x", "9" * 40])
def test_a_seat_that_nobody_has_is_refused(alice: Player, seat: str) -> None:
    answer = sit(alice, seat=seat)
    assert answer.status_code == 422
    assert "That seat is empty." in answer.text


def test_a_newcomer_whose_name_is_missing_takes_a_seat_before_the_game_begins(alice: Player, app: Flask) -> None:
    dodo = let_in(alice, app)
    page = dodo.page("seat")
    assert "Not on the list? Enter your name." in page
    assert 'name="name" form="newcomer"' in page
    answer = sit(dodo, name=" Dodo ")
    assert answer.location == f"{dodo.url}1/"
    assert app.extensions["tables"].load(dodo.table).setup.names((0, 1, 2, 3)) == (
        "Alice",
        "Hatter",
        "Cheshire",
        "Dodo",
    )
    assert access.find_seat_claims(store(app), alice.table) == {3: dodo.client.get_cookie("browser").value}
    lines = len(journals.load_lines(store(app), alice.table))
    assert sit(dodo, name="Dodo").location == f"{dodo.url}1/", "a second tap"
    assert len(journals.load_lines(store(app), alice.table)) == lines
    assert "Not on the list?" not in dodo.page("seat"), "this phone has a seat"
    dodo.tap("1.red.count.0.=3")
    assert journals.load_lines(store(app), alice.table)[-1].by.seat == 3


@pytest.mark.parametrize(
    ("name", "reason"), [("alice", "Alice is already at this table."), ("", "Type a name first"), ("x" * 99, "at most")]
)
def test_a_name_that_a_newcomer_cannot_have_is_refused_and_kept(
    alice: Player, app: Flask, name: str, reason: str
) -> None:
    dodo = let_in(alice, app)
    answer = sit(dodo, name=name)
    assert answer.status_code == 422
    assert reason in answer.text
    assert f'name="name" form="newcomer" value="{name}"' in answer.text
    assert access.find_seat_claims(store(app), alice.table) == {}


def test_where_a_newcomer_cannot_play_the_page_says_what_is_possible(client: FlaskClient, app: Flask) -> None:
    begun = open_table(client)
    begun.tap("1.red.count.0.=3")
    full = open_table(app.test_client(), tuple("ABCDEF"))
    for table, said in (
        (begun, "Just watch, or ask somebody at the table to add you under Players and rules."),
        (full, "The table is full, but you can just watch."),
    ):
        guest = let_in(table, app)
        page = guest.page("seat")
        assert f"Not on the list? {said}" in page
        assert 'name="name"' not in page
        answer = sit(guest, name="Dodo")
        assert answer.status_code == 422
        assert said in answer.text
        assert "Dodo" not in str(app.extensions["tables"].load(guest.table).setup)


def test_who_only_watches_writes_nothing_and_comes_back_by_the_link(alice: Player, app: Flask) -> None:
    bo = let_in(alice, app)
    sit(bo, seat="1")
    assert sit(bo, watch="yes").location.endswith(f"{alice.url}board"), "this is no phone"
    assert access.find_seat_claims(store(app), alice.table) == {}
    assert bo.client.get(f"{bo.url}seat").status_code == 403
    assert bo.client.get(f"/j/{links(alice, app)[0]}").status_code == 303
    assert bo.client.get(f"{bo.url}seat").status_code == 200


def test_the_last_scoring_phone_cannot_shut_itself_out(alice: Player, app: Flask) -> None:
    let_in(alice, app, "watch")
    answer = sit(alice, watch="yes")
    assert answer.status_code == 409
    assert "No other phone is scoring." in answer.text
    assert alice.tap("1.red.count.0.=3").status_code == 303


# Ending


def test_ended_links_let_nobody_in_and_nobody_go_on(alice: Player, app: Flask) -> None:
    score, watch = links(alice, app)
    code = code_of(alice)
    bo, eye = let_in(alice, app), let_in(alice, app, "watch")
    assert end_links(alice).status_code == 303
    for path in (f"/j/{score}", f"/j/{watch}", f"/{code}"):
        assert app.test_client().get(path).status_code == 404
    for phone in (bo, eye):
        answer = phone.client.get(phone.url)
        assert answer.status_code == 403
        assert "made new links" in answer.text
        assert "Alice" not in answer.text
        assert phone.url not in phone.client.get("/").text
    assert alice.tap("1.red.count.0.=3").status_code == 303


def test_an_ended_phone_keeps_what_it_tapped_and_sends_it_once_it_is_back(alice: Player, app: Flask) -> None:
    bo = let_in(alice, app)
    sit(bo, seat="1")
    html = bo.page("1/?way=flip")
    tap = {name: field(html, name) for name in ("csrf_token", "op", "seen")} | {"tap": "1.red.count.1.=2"}
    end_links(alice)
    answer = bo.client.post(f"{bo.url}1/write", data=tap)
    assert answer.status_code == 403
    assert 'value="1.red.count.1.=2"' in answer.text
    assert len(journals.load_lines(store(app), bo.table)) == 1
    bo.client.get(f"/j/{links(alice, app)[0]}")
    for _ in range(2):
        assert bo.client.post(f"{bo.url}1/write", data=tap).status_code == 303
    written = journals.load_lines(store(app), bo.table)[1:]
    assert [type(line.act) for line in written] == [Write]
    assert written[0].by == By(bo.client.get_cookie("browser").value, 1)


def test_who_comes_back_has_the_old_seat_unless_another_took_it(alice: Player, app: Flask) -> None:
    bo, cleo = let_in(alice, app), let_in(alice, app)
    sit(bo, seat="1")
    sit(cleo, seat="2")
    end_links(alice)
    sit(alice, seat="1")
    link = links(alice, app)[0]
    for phone in (bo, cleo):
        phone.client.get(f"/j/{link}")
    browsers = [phone.client.get_cookie("browser").value for phone in (alice, cleo)]
    assert access.find_seat_claims(store(app), alice.table) == {1: browsers[0], 2: browsers[1]}


def test_a_scoring_phone_that_comes_back_by_a_watching_link_only_watches(alice: Player, app: Flask) -> None:
    bo = let_in(alice, app)
    end_links(alice)
    bo.client.get(f"/j/{links(alice, app)[1]}")
    assert bo.client.get(f"{bo.url}seat").status_code == 403


# Limits on phones


def strangers_join(app: Flask, table: str, count: int, since: int) -> None:
    """Add members that joined by the scoring link, all at the same time."""
    rows = [(table, f"stranger {number}", since, since) for number in range(count)]
    with store(app).transaction() as conn:
        conn.executemany("INSERT INTO members (table_id, browser, role, since, at) VALUES (?, ?, 'score', ?, ?)", rows)


def test_one_link_lets_in_a_whole_club_and_no_flood(alice: Player, app: Flask) -> None:
    score, watch = links(alice, app)
    strangers_join(app, alice.table, BY_ONE_LINK - 201, int(time.time()))
    club = [app.test_client() for _ in range(200)]
    assert {phone.get(f"/j/{score}").status_code for phone in club} == {303}
    late = app.test_client()
    for way in (f"/j/{score}", f"/{code_of(alice)}"):
        refused = late.get(way)
        assert refused.status_code == 429
        assert "1000 phones have joined this way within a month" in refused.text
        assert club[0].get(way).status_code == 303
    assert late.get(alice.url).status_code == 404
    assert late.get_cookie("browser") is None
    assert late.get(f"/j/{watch}").status_code == 303
    end_links(alice)
    assert app.test_client().get(f"/j/{links(alice, app)[0]}").status_code == 303


@pytest.mark.parametrize("role", ["score", "watch"])
def test_one_visitor_cannot_use_up_a_link_for_everybody_else(alice: Player, app: Flask, role: str) -> None:
    link = links(alice, app)[role == "watch"]

    def join_from(address: str, phone: FlaskClient | None = None) -> TestResponse:
        return (phone or app.test_client()).get(f"/j/{link}", environ_overrides={"REMOTE_ADDR": address})

    first = app.test_client()
    assert join_from("198.51.100.7", first).status_code == 303
    joined = [join_from("198.51.100.7").status_code for _ in range(BY_ONE_NETWORK + 9)]
    assert joined == [303] * (BY_ONE_NETWORK - 1) + [429] * 10
    refused = join_from("198.51.100.7")
    assert "250 phones have joined this way from this network" in refused.text
    assert "Set-Cookie" not in refused.headers
    # Whoever has joined stays, and so does everybody else's way in.
    assert join_from("198.51.100.7", first).status_code == 303
    assert join_from("198.51.100.8").status_code == 303
    end_links(alice)
    link = links(alice, app)[role == "watch"]
    assert join_from("198.51.100.7").status_code == 303


# The id of a browser


def test_a_link_that_was_full_lets_in_again_after_a_month(alice: Player, app: Flask) -> None:
    strangers_join(app, alice.table, BY_ONE_LINK, int(time.time()) - SOME_TIME)
    assert app.test_client().get(f"/j/{links(alice, app)[0]}").status_code == 303


@pytest.mark.parametrize("way", ["link", "code", "table", "group"])
def test_a_number_that_somebody_planted_is_replaced(alice: Player, app: Flask, way: str) -> None:
    planted = "A" * 22
    victim, knows = app.test_client(), app.test_client()
    for phone in (victim, knows):
        phone.set_cookie("browser", planted)
    if way == "link":
        where = victim.get(f"/j/{links(alice, app)[0]}").location
    elif way == "code":
        where = join(victim, code_of(alice)).location
    elif way == "table":
        where = open_table(victim).url
    else:
        data = {"csrf_token": token(victim), "group": "Friday", "persons": "Ann, Bo"}
        where = victim.post("/g/new", data=data).location
    number = victim.get_cookie("browser").value
    assert number != planted
    assert BROWSER_ID.fullmatch(number)
    assert victim.get(where).status_code == 200
    assert knows.get(where).status_code == 404


def test_a_number_of_which_anything_is_kept_stays(alice: Player, app: Flask) -> None:
    there = store(app)
    number = alice.client.get_cookie("browser").value
    open_table(alice.client, slug="tally")
    assert alice.client.get_cookie("browser").value == number
    for kept, keep in (
        ("A" * 22, lambda number: journals.remember_names(there, number, ["Ann"], 100)),
        ("B" * 21 + "A", lambda number: keep_pad(there, GOLF, number, 100)),
    ):
        phone = app.test_client()
        phone.set_cookie("browser", kept)
        keep(kept)
        phone.get(f"/j/{links(alice, app)[0]}")
        assert phone.get_cookie("browser").value == kept


# Where the code is shown


def test_a_seat_whose_player_was_taken_back_writes_as_nobody(alice: Player, app: Flask) -> None:
    sit(alice, seat="2")
    tables = app.extensions["tables"]
    access.take_seat(tables.store, alice.table, alice.client.get_cookie("browser").value, 7)
    assert alice.client.get(f"{alice.url}1/").status_code == 200
    alice.tap("1.red.count.0.=3")
    assert tables.load(alice.table).lines[-1].by.seat is None


@pytest.mark.parametrize("path", ["", "1/", "1/sheet", "journal", "setup", "seat", "invite"])
def test_every_table_page_shows_the_code_and_the_way_to_the_qr_code(alice: Player, path: str) -> None:
    alice.tap("1.red.count.0.=3")
    html = alice.page(path)
    assert f'class="code" href="{alice.url}invite"' in html
    assert f"<b>{code_of(alice)}</b>" in html


def test_the_invitation_says_who_has_joined_and_how_many_watch(alice: Player, app: Flask) -> None:
    sit(alice, seat="0")
    sit(let_in(alice, app), seat="1")
    let_in(alice, app, "watch")
    text = re.sub(r"<[^>]+>|\s+", " ", alice.page("invite"))
    for words in ("Alice this phone", "Hatter joined", "Cheshire free seat", "1 screen watching"):
        assert words in re.sub(r" +", " ", text)


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
