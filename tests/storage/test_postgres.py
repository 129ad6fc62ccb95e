"""Tests of what PostgreSQL offers beyond the contract: many processes, and recovery after it was away."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import access, journals, notices
from scorekeeper.storage.contract import Unusable, Unwritable
from scorekeeper.storage.engines import open_store
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Change, Seen, Write
from scorekeeper.web.people.rate_limit import SECONDS_PER_HOUR, Guesses, NetworkLimit, TooMany
from tests.support.http import score_a_game
from tests.support.loops import wait_until
from tests.support.postgres import Server
from tests.support.printing import TAPS, Phone, read_event, two_phones
from tests.support.server import serving

psycopg = pytest.importorskip("psycopg")

from scorekeeper.storage.groups import Groups  # noqa: E402
from scorekeeper.storage.postgres import PostgresStore  # noqa: E402

pytestmark = pytest.mark.upkeep

SETUP = Change(Setup(("Alice", "Bo"), GAMES["parade"].default_options(), ((1, (0, 1)),)))

BY = By("phone")


def write(mark: int) -> Write:
    return Write({Spot(1, "red", "count", 0): mark})


def nothing() -> None:
    """Admit everything."""


@pytest.fixture
def many(postgres: Server) -> Iterator[Callable[[], PostgresStore]]:
    """A function that opens the same database as another process would."""
    address = postgres.empty_database()
    with ExitStack() as held:

        def another() -> PostgresStore:
            store = PostgresStore(address)
            held.callback(store.close)
            return store

        yield another


def test_tables_do_not_wait_for_each_other_but_a_line_for_the_lines_that_are_written_together(
    many: Callable[[], PostgresStore],
) -> None:
    one, other = many(), many()
    slow, quick = (journals.open_table(one, "parade", SETUP, BY, 100) for _ in range(2))
    inside, go_on = threading.Event(), threading.Event()

    def hesitate() -> list[Write]:
        inside.set()
        assert go_on.wait(10)
        return [write(2)]

    threads = [
        threading.Thread(target=journals.append, args=(one, slow, "together", write(3), BY, 200, hesitate)),
        threading.Thread(target=journals.append, args=(other, slow, "alone", write(4), BY, 200, nothing)),
    ]
    threads[0].start()
    assert inside.wait(10)
    threads[1].start()
    assert journals.append(other, quick, "op", write(3), BY, 200, nothing).seq == 2
    assert journals.find_newest(one, slow).seq == 1
    go_on.set()
    for thread in threads:
        thread.join()
    assert [line.op for line in journals.load_lines(one, slow)[2:]] == ["together", "alone"]
    assert journals.load_lines(one, slow)


def test_a_tap_that_reaches_two_processes_at_once_counts_once(many: Callable[[], PostgresStore]) -> None:
    stores = [many() for _ in range(3)]
    table = journals.open_table(stores[0], "parade", SETUP, BY, 100)
    numbers: list[int] = []

    def phone(number: int) -> None:
        numbers.extend(
            journals.append(stores[number], table, f"op{turn}", write(turn), BY, 200, nothing).seq for turn in range(20)
        )

    threads = [threading.Thread(target=phone, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == sorted(3 * list(range(2, 22)))
    assert [line.seq for line in journals.load_lines(stores[1], table)] == list(range(1, 22))
    assert journals.load_lines(stores[2], table)


def test_others_hear_of_a_line_and_of_rights_but_not_who_wrote(many: Callable[[], PostgresStore]) -> None:
    here, there = many(), many()
    rung: list[tuple[str, Seen | None]] = []
    own: list[object] = []
    there.listen(lambda table, newest: rung.append((table, newest)), list)
    here.listen(lambda table, newest: own.append(table), list)

    def is_told() -> bool:
        here.tell("t", Seen(7, "123456"))  # repeated, because LISTEN may take a moment
        return bool(rung)

    wait_until(is_told)
    assert set(rung) == {("t", Seen(7, "123456"))}
    here.tell("t", None)
    wait_until(lambda: rung[-1] == ("t", None))
    assert own == []


def test_a_notice_that_is_lost_is_made_good(many: Callable[[], PostgresStore], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "POLL", 1.2)
    here, there = many(), many()
    table = journals.open_table(here, "parade", SETUP, BY, 100)
    rung: list[tuple[str, Seen | None]] = []
    there.listen(lambda table, newest: rung.append((table, newest)), lambda: [table])
    wait_until(lambda: rung == [(table, journals.find_newest(here, table))])
    journals.append(here, table, "op", write(3), BY, 200, nothing)
    wait_until(lambda: rung[-1] == (table, journals.find_newest(here, table)))
    access.end_links(here, table, "phone", 300)
    wait_until(lambda: rung[-1] == (table, None))
    assert {of for of, _ in rung} == {table}


def break_off(address: str, doing: str) -> None:
    """End the connections whose last statement was this one."""
    sql = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid != pg_backend_pid() AND query ILIKE %s"
    )
    with psycopg.connect(address, autocommit=True) as hand:
        assert hand.execute(sql, (f"%{doing}%",)).fetchone()[0]


@pytest.mark.parametrize("sql", ["UPDATE lines SET act = ''", "DELETE FROM lines", "TRUNCATE lines"])
def test_lines_cannot_be_changed_even_by_hand(many: Callable[[], PostgresStore], sql: str) -> None:
    store = many()
    table = journals.open_table(store, "parade", SETUP, BY, 100)
    with psycopg.connect(store.address) as hand, pytest.raises(psycopg.errors.RaiseException, match="only added"):
        hand.execute(sql)
    assert journals.load_lines(store, table)[0].act == SETUP


def test_what_cannot_be_kept_is_nobodys_name_and_no_line(many: Callable[[], PostgresStore]) -> None:
    store = many()
    assert journals.find_table(store, "a\0b") is None
    assert access.find_role(store, "\ud800", "phone") == ""
    table = journals.open_table(store, "parade", SETUP, BY, 100)
    with pytest.raises(Unwritable):
        journals.append(store, table, "o\0p", write(3), BY, 200, nothing)
    assert journals.find_newest(store, table).seq == 1


def test_limits_are_counted_by_all_processes_together(many: Callable[[], PostgresStore]) -> None:
    openings = [NetworkLimit(many().recent("openings", SECONDS_PER_HOUR, 3)) for _ in range(2)]
    for number in range(3):
        openings[number % 2].count("192.0.2.1")
    for opening in openings:
        with pytest.raises(TooMany):
            opening.count("192.0.2.1")
        opening.count(f"192.0.2.{openings.index(opening) + 7}")
    guesses = [Guesses(many()) for _ in range(2)]
    heard = [guesses[number % 2].accepts("198.51.100.7", None) for number in range(62)]
    assert heard == [True] * 60 + [False] * 2
    assert guesses[0].accepts("198.51.100.8", None)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://here/scores", "must be an address"),
        ("postgresql://anna:tralala@127.0.0.1:1/scores", "postgresql://127.0.0.1:1/scores cannot be used"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused_without_its_password(tmp_path: Path, address: str, why: str) -> None:
    with pytest.raises(Unusable, match=why) as refused:
        open_store(tmp_path, address)
    assert "tralala" not in str(refused.value)


def test_two_servers_on_one_database_are_one_app(postgres: Server, tmp_path: Path) -> None:
    database = postgres.empty_database()
    with (
        serving(tmp_path / "one", database=database) as one,
        serving(tmp_path / "two", database=database) as two,
    ):
        assert "Scores are saved in postgresql://" in one.said
        assert not (tmp_path / "one").exists()
        assert score_a_game(one.address) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
        alice, bo = two_phones(one.address)
        there = Phone(two.address).join(alice, f"/{code(alice)}")
        with there.listen() as stream:
            assert read_event(stream) == "data: 1"
            alice.tap(TAPS[0])
            assert read_event(stream) == "data: 2"
        assert bo.table == there.table


def test_who_was_put_out_without_a_notice_just_after_listening_hears_no_more(postgres: Server, tmp_path: Path) -> None:
    database = postgres.empty_database()
    with (
        serving(tmp_path / "one", database=database) as one,
        serving(tmp_path / "two", database=database) as two,
        ExitStack() as held,
    ):
        store = PostgresStore(database)  # does not notify, as if all its notices were lost
        held.callback(store.close)
        alice = Phone(one.address).open_table()
        friday = Groups(Tables(store)).open("Friday", (), alice.browser)
        hears_table, hears_group = Phone(two.address), Phone(two.address)
        hears_table.join(alice, f"/{code(alice)}")
        hears_group.get(f"/j/{access.find_link(store, friday, 'score')}")
        streams = [hears_table.listen(), hears_group.listen(f"/g/{friday}/bell")]
        assert [read_event(stream) for stream in streams] == ["data: 1", "data: 1"]
        for id in (alice.table, friday):
            access.end_links(store, id, alice.browser, 200)
        break_off(database, "LISTEN")
        assert [read_event(stream) for stream in streams] == ["", ""]
        with hears_table.listen() as answer:
            assert answer.status == 403


def code(phone: Phone) -> str:
    """Return the join code that a phone shows."""
    return phone.get(f"/t/{phone.table}/").split("<b>")[1][:5]


def test_a_clock_that_is_set_back_locks_nobody_out(many: Callable[[], PostgresStore]) -> None:
    store = many()
    openings = NetworkLimit(store.recent("openings", SECONDS_PER_HOUR, 3))
    for _ in range(3):
        openings.count("192.0.2.1")
    with pytest.raises(TooMany):
        openings.count("192.0.2.1")
    with psycopg.connect(store.address) as database:
        database.execute("UPDATE recent SET at = at + 86400000")  # as if the clock had been set back since
    openings.count("192.0.2.1")  # does not raise TooMany


def test_rewriting_a_large_database_may_take_longer_than_any_answer(
    many: Callable[[], PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = many()
    monkeypatch.setattr("scorekeeper.storage.postgres_connections.SILENCE", 0.5)
    with psycopg.connect(store.address) as other:
        other.execute("LOCK TABLE lines IN SHARE MODE")
        wiping = threading.Thread(target=store.wipe, args=([],))
        wiping.start()
        wiping.join(1.5)
        assert wiping.is_alive()
    wiping.join()
