"""Event streams on a real server: phones that may see a table are notified of every new line, and no others."""

import re
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from http.client import HTTPResponse
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.printing.card import Wifi
from scorekeeper.server import Server, listen, make_server
from scorekeeper.storage import access, journals
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Change
from tests.support.printing import TAPS, Phone, read_event, two_phones
from tests.support.server import serving


class Served(NamedTuple):
    """The app and its server in this process, so that a test can inspect it."""

    app: Flask
    front: Server
    tables: Tables
    address: str


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """The running app."""
    app = create_app(tmp_path / "instance", TRUSTED_PROXIES=["127.0.0.1"])
    listening = listen("127.0.0.1", 0)
    running = make_server(app)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    while not running.started:
        time.sleep(0.01)
    tables = app.extensions["tables"]
    yield Served(app, running, tables, f"http://127.0.0.1:{listening.getsockname()[1]}")
    running.should_exit = True
    thread.join()
    tables.store.close()


def watch_link(server: Served, phone: Phone) -> str:
    return f"/j/{access.find_link(server.tables.store, phone.table, 'watch')}"


def streams_of(server: Served, wanted: int) -> int:
    """Return the number of open streams once it is `wanted`, or after five seconds."""
    for _ in range(500):
        if len(server.front.bell.streams) == wanted:
            break
        time.sleep(0.01)
    return len(server.front.bell.streams)


def test_a_stream_opens_whatever_its_phone_says_to_have_seen(server: Served) -> None:
    alice, _ = two_phones(server.address)
    groups = Groups(server.tables)
    friday = groups.open("Friday", (), alice.browser)
    for where, newest in ((f"/t/{alice.table}/bell", server.tables.load(alice.table).seen), (f"/g/{friday}/bell", 1)):
        for seen in (str(newest), "1", "0", "x"):
            with alice.listen(where, Seen=seen) as stream:
                assert stream.status == 200, (where, seen)
                assert read_event(stream).startswith("data: ")


def test_a_line_of_one_phone_is_heard_by_the_other(server: Served) -> None:
    alice, bo = two_phones(server.address)
    with bo.listen() as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        assert read_event(stream) == "data: 1"
        for number, tap in enumerate(TAPS[:3], 2):
            alice.tap(tap)
            assert read_event(stream) == f"data: {number}"


def test_who_is_in_a_group_hears_of_it_and_of_its_tables(server: Served) -> None:
    alice, bo = two_phones(server.address)
    groups = Groups(server.tables)
    friday = groups.open("Friday", ("Alice",), alice.browser)
    watcher, stranger = Phone(server.address), Phone(server.address)
    watcher.get(f"/j/{access.find_link(server.tables.store, friday, 'watch')}")
    stranger.get("/")
    with stranger.listen(f"/g/{friday}/bell") as answer:
        assert answer.status == 404
    with alice.listen(f"/g/{friday}/bell") as hers, watcher.listen(f"/g/{friday}/bell") as stream:
        assert read_event(stream) == read_event(hers) == "data: 1"
        groups.take_in(friday, server.tables.load(alice.table), "in", alice.browser)
        joined = groups.load(friday).seen.seq
        assert read_event(stream) == read_event(hers) == f"data: {joined}"
        before = journals.find_news(server.tables.store, friday)
        alice.tap(TAPS[0])
        assert read_event(stream) == f"data: {joined}"
        assert journals.find_news(server.tables.store, friday) > before
        server.tables.end_links(friday, alice.browser)
        assert read_event(stream) == ""
    with watcher.listen(f"/g/{friday}/bell") as answer:
        assert answer.status == 403
    with bo.listen() as stream:
        assert read_event(stream) == "data: 2"


def test_a_phone_holds_one_stream_and_the_older_page_is_told(server: Served) -> None:
    _, bo = two_phones(server.address)
    with bo.listen() as older:
        assert read_event(older) == "data: 1"
        with bo.listen() as newer:
            assert read_event(newer) == "data: 1"
            assert read_event(older) == "event: moved data:"
            assert read_event(older) == ""
            assert streams_of(server, 1) == 1


def many_listen(server: Served, host: Phone, count: int, held: ExitStack, home: str) -> list[HTTPResponse]:
    """Return the open streams of several phones in one client network that watch a table."""
    phones = [Phone(server.address).join(host, watch_link(server, host)) for _ in range(count)]
    streams = [held.enter_context(phone.listen(**{"X-Forwarded-For": home})) for phone in phones]
    assert [read_event(stream) for stream in streams] == ["data: 1"] * count
    return streams


def test_a_household_with_all_streams_leaves_their_share_to_others(server: Served) -> None:
    alice, _ = two_phones(server.address)
    strange = Phone(server.address).open_table()
    server.front.bell.most = 8
    with ExitStack() as held:
        crowd = many_listen(server, strange, 8, held, "203.0.113.9")
        with strange.listen(**{"X-Forwarded-For": "203.0.113.9"}) as more:
            assert more.status == 503
        club = many_listen(server, alice, 4, held, "192.0.2.1")
        assert [read_event(stream) for stream in crowd[:4]] == [""] * 4
        assert len(server.front.bell.streams) == 8
        for host, home in ((alice, "192.0.2.1"), (strange, "203.0.113.9")):  # each network has its half of the streams
            late = Phone(server.address).join(host, watch_link(server, host))
            with late.listen(**{"X-Forwarded-For": home}) as answer:
                assert answer.status == 503
        strange.tap(TAPS[0])
        alice.tap(TAPS[0])
        assert [read_event(stream) for stream in (*crowd[4:], *club)] == ["data: 2"] * 8
    assert streams_of(server, 0) == 0


def test_who_is_not_let_in_ends_nobodys_stream(server: Served) -> None:
    alice, bo = two_phones(server.address)
    server.front.bell.most = 2
    stranger = Phone(server.address)
    stranger.table = alice.table
    with alice.listen() as hers, bo.listen() as his:
        assert [read_event(hers), read_event(his)] == ["data: 1"] * 2
        with stranger.listen(**{"X-Forwarded-For": "203.0.113.9"}) as answer:
            assert answer.status == 404
        alice.tap(TAPS[0])
        assert [read_event(hers), read_event(his)] == ["data: 2"] * 2


def test_who_hangs_up_makes_room(server: Served) -> None:
    alice, bo = two_phones(server.address)
    server.front.bell.most = 1
    with closing(alice.listen()) as stream:
        assert read_event(stream) == "data: 1"
    assert streams_of(server, 0) == 0
    with bo.listen() as stream:
        assert read_event(stream) == "data: 1"
    assert not server.front.bell.phones.keys() - {bo.browser}


def test_hundreds_who_listen_take_no_threads(server: Served) -> None:
    alice, _ = two_phones(server.address)
    before = threading.active_count()
    phones = [Phone(server.address).join(alice, watch_link(server, alice)) for _ in range(200)]
    streams = [phone.listen() for phone in phones]
    assert {read_event(stream) for stream in streams} == {"data: 1"}
    assert streams_of(server, 200) == 200
    assert threading.active_count() <= before + 8
    alice.tap(TAPS[0])
    assert {read_event(stream) for stream in streams} == {"data: 2"}
    for stream in streams:
        stream.close()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_cleanly_while_phones_listen(tmp_path: Path, end: signal.Signals) -> None:
    with serving(tmp_path / "here") as app:
        alice, bo = two_phones(app.address)
        streams = [alice.listen(), bo.listen()]
        assert [read_event(stream) for stream in streams] == ["data: 1"] * 2
        app.process.send_signal(end)
        assert [read_event(stream) for stream in streams] == ["", ""]
        assert app.process.wait(10) == 0
        assert app.process.stderr is not None
        assert app.process.stderr.read() == ""
        for stream in streams:
            stream.close()


def test_a_page_is_sent_only_to_a_phone_that_has_not_seen_its_newest_line(server: Served) -> None:
    alice, bo = two_phones(server.address)
    alice.tap(TAPS[0])
    newest = str(server.tables.load(bo.table).seen)
    for where in ("", "1/", "1/sheet", "journal"):
        url = f"{server.address}/t/{bo.table}/{where}"
        for seen in ("2", newest, "3", "2.000000", "1", "0", "", "x", "-1"):
            status = 204 if seen in ("2", newest) else 200
            with bo.open(Request(url, headers={"Seen": seen})) as answer:
                assert answer.status == status, (where, seen)
                assert bool(answer.read()) is (status == 200)


def news(phone: Phone, where: str = "", seen: int = 1) -> str:
    """Return a page as a phone gets it that asks for news."""
    with phone.open(Request(f"{phone.base}/t/{phone.table}/{where}", headers={"Seen": str(seen)})) as answer:
        return str(answer.read().decode())


def sit(phone: Phone, seat: str) -> None:
    """Take a seat, or give it up with "none"."""
    phone.get(f"/t/{phone.table}/seat")
    phone.post(f"/t/{phone.table}/seat", [("seat", seat), ("move", seat)])


def listen_to_news(*phones: Phone) -> ExitStack:
    """Open the stream of each phone and read its first event. Return the streams, which close with the block."""
    held = ExitStack()
    for phone in phones:
        assert read_event(held.enter_context(phone.listen())).startswith("data: ")
    return held


def wait_for_line(server: Served, phone: Phone) -> None:
    """Wait until every stream of the table knows its newest line."""
    newest = server.tables.load(phone.table).seen
    for _ in range(500):
        if all(stream.newest >= newest for stream in server.front.bell.tables.get(phone.table, ())):
            return
        time.sleep(0.01)


def rename(server: Served, phone: Phone, name: str) -> None:
    table = server.tables.load(phone.table)
    change = Change(replace(table.setup, players=(name, *table.setup.players[1:])))
    server.tables.record(phone.table, change, secrets.token_hex(8), By(phone.browser), table.seen)
    wait_for_line(server, phone)


def undone_by(html: str) -> str:
    """Return the number of the line that undo takes back on a page."""
    found = re.search(r'name="?strike"? value="?(\d+)', html)
    assert found
    return found[1]


def test_a_phone_that_enters_in_another_way_gives_its_page_to_nobody(server: Served) -> None:
    alice, bo = two_phones(server.address)
    alice.get(f"/t/{alice.table}/1/?way=deck")
    with listen_to_news(alice, bo):
        alice.tap(TAPS[0])
        wait_for_line(server, bo)
        pages = [news(phone, "1/") for phone in (alice, bo, alice, bo)]
        assert pages[0] == pages[2] != pages[1] == pages[3]


@pytest.mark.parametrize("again", [False, True], ids=["stream of before", "new stream"])
def test_a_phone_that_changes_its_seat_gives_its_page_to_nobody_in_the_seat_before(server: Served, again: bool) -> None:
    alice, bo = two_phones(server.address)
    sit(alice, "1")
    with listen_to_news(alice):
        sit(alice, "2")
        sit(bo, "1")
        with listen_to_news(*([alice, bo] if again else [bo])):
            bo.tap(TAPS[0])
            alice.tap(TAPS[1])
            wait_for_line(server, bo)
            told = [news(phone) for phone in (alice, bo)]
            assert [undone_by(html) for html in told] == ["3", "2"]


@pytest.mark.parametrize("by", ["link of the table", "link of its group"])
def test_a_watching_phone_that_becomes_a_scorer_gives_its_board_to_no_watcher(server: Served, by: str) -> None:
    server.app.config["WIFI"] = Wifi("Table", "not for everybody")
    alice, _ = two_phones(server.address)
    of = alice.table
    if by == "link of its group":
        groups = Groups(server.tables)
        of = groups.open("Friday", (), alice.browser)
        groups.take_in(of, server.tables.load(alice.table), "in", alice.browser)
    score, watch = (f"/j/{access.find_link(server.tables.store, of, role)}" for role in ("score", "watch"))
    first, second = (Phone(server.address).join(alice, watch) for _ in range(2))
    with listen_to_news(first, second):
        first.get(score)
        rename(server, alice, "Alicia")
        told = [news(phone, "board") for phone in (first, second)]
        assert ["Join the Wi-Fi" in html for html in told] == [True, False]
        assert ["Take a seat" in html for html in told] == [True, False]


@pytest.fixture
def told(server: Served) -> Iterator[tuple[Phone, Phone]]:
    """Two phones at a table that have been notified of its first tap and still listen."""
    alice, bo = two_phones(server.address)
    with alice.listen() as hers, bo.listen() as his:
        assert [read_event(hers), read_event(his)] == ["data: 1"] * 2
        alice.tap(TAPS[0])
        assert [read_event(hers), read_event(his)] == ["data: 2"] * 2
        yield alice, bo


def test_who_was_let_out_gets_nothing_that_was_drawn_for_others(server: Served) -> None:
    alice, bo = two_phones(server.address)
    streams = [alice.listen(), bo.listen()]
    assert [read_event(stream) for stream in streams] == ["data: 1"] * 2
    alice.tap(TAPS[0])
    assert 'data-live="2.' in news(alice)
    server.tables.end_links(bo.table, alice.browser)
    assert streams_of(server, 0) == 0
    with pytest.raises(OSError, match="403"):
        news(bo)
    for stream in streams:
        stream.close()


FOR_A_PAGE = {
    "content-security-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
    "referrer-policy",
}


def test_a_tap_sent_twice_is_not_news(server: Served) -> None:
    alice, bo = two_phones(server.address)
    alice.get(f"/t/{alice.table}/1/")
    form = [*alice.read_hidden_fields(), ("tap", TAPS[0])]
    alice.post(f"/t/{alice.table}/1/write", form)
    with bo.listen() as stream:
        assert read_event(stream) == "data: 2"
        alice.post(f"/t/{alice.table}/1/write", form)
        assert read_event(stream) == "data: 2"
        alice.tap(TAPS[1])
        assert read_event(stream) == "data: 3"


def test_the_number_is_said_again_and_the_stream_ends_by_itself(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.live.events.HEARTBEAT", 0.05)
    monkeypatch.setattr("scorekeeper.live.events.STREAM_LIFE", 0.4)
    _, bo = two_phones(server.address)
    with bo.listen() as stream:
        said = list(iter(lambda: read_event(stream), ""))
    assert len(said) > 1
    assert set(said) == {"data: 1"}


def test_news_for_many_say_nothing_that_only_a_page_needs(told: tuple[Phone, Phone]) -> None:
    _, bo = told
    said = []
    for seen in ("1", "1", None):
        asked = Request(f"{bo.base}/t/{bo.table}/", headers={"Seen": seen} if seen else {})
        with bo.open(asked) as answer:
            said.append({name.lower() for name in answer.headers} & FOR_A_PAGE)
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert said == [FOR_A_PAGE, set(), FOR_A_PAGE]


def test_a_stranger_learns_nothing_by_what_he_says_to_have_seen(server: Served) -> None:
    alice, _ = two_phones(server.address)
    with pytest.raises(OSError, match="404"):
        urlopen(Request(f"{server.address}/t/{alice.table}/", headers={"Seen": "999"}))
