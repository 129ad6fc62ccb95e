"""Guessing join codes: how likely one is found while a table is open, and which networks are blocked meanwhile."""

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.storage import access
from scorekeeper.storage.access import CODE_LENGTH, CODE_LETTERS, JOINING
from scorekeeper.storage.contract import Unusable
from scorekeeper.web.people.rate_limit import (
    MANY_GUESSES,
    MOST_IN_ALL,
    MOST_PER_NETWORK,
    MOST_PER_NETWORK_WHEN_BUSY,
    MOST_PER_TABLE,
    Guesses,
)
from tests.support.http import Clock, Player, code_of, field, plain
from tests.support.server import serving

CODES = len(CODE_LETTERS) ** CODE_LENGTH

HERE = "127.0.0.1"
"""The address of the phones at the table."""

STRANGER = "198.51.100.7"

ELSEWHERE = "203.0.113.9"


@pytest.fixture
def clock(app: Flask) -> Clock:
    """The clock of the app's rate limits."""
    guesses: Guesses = app.extensions["guesses"]
    clock = guesses.wrong.clock = guesses.tries.clock = Clock()
    return clock


@pytest.fixture
def table(clock: Clock, alice: Player) -> Player:
    """A table that was joined after the clock was replaced."""
    return alice


def test_a_wrong_code_is_looked_up_in_an_index_however_many_tables_there_are(app: Flask) -> None:
    store = app.extensions["tables"].store
    plan = []
    store.query, query = lambda sql, *of: plan.extend(query(f"EXPLAIN QUERY PLAN {sql}", *of)) or [], store.query
    assert access.find_by_code(store, "BCDFG", 100) is None
    assert access.find_by_letters(store, "BCDFG", 100) is None
    assert len(plan) == 2
    assert not [step for *_, step in plan if step.startswith("SCAN")]


def ask(app: Flask | FlaskClient, code: str, address: str, **more: str):
    phone = app.test_client() if isinstance(app, Flask) else app
    return phone.get(f"/{code}", environ_overrides={"REMOTE_ADDR": address, **more})


def guess(app: Flask, times: int, address: str = STRANGER) -> list[int]:
    """Try a wrong code many times, and return the status codes."""
    return [ask(app, "BCDFG", address).status_code for _ in range(times)]


def everybody_guesses(app: Flask) -> None:
    """Send so many wrong codes from many networks that all are blocked."""
    guesses: Guesses = app.extensions["guesses"]
    for number in range(MOST_IN_ALL):
        guesses.accepts(f"192.0.2.{number % 200}", None)


# How likely a code is guessed


def test_the_chances_follow_from_the_limits() -> None:
    minutes = JOINING / 60
    assert MOST_PER_NETWORK * minutes / CODES <= 0.0002
    assert (MOST_IN_ALL + MOST_PER_TABLE) * minutes / CODES <= 0.002


# Which networks are blocked


def test_who_guesses_codes_rests_after_sixty_in_a_minute(app: Flask, clock: Clock) -> None:
    assert guess(app, MOST_PER_NETWORK + 1) == [404] * MOST_PER_NETWORK + [429]
    clock.now += 59.9
    assert guess(app, 1) == [429]
    clock.now += 0.2
    assert guess(app, 1) == [404]


def test_the_table_s_own_address_is_limited_as_well(app: Flask, table: Player) -> None:
    code = code_of(table)
    guess(app, MOST_PER_NETWORK, HERE)
    assert ask(app, code, HERE).status_code == 429


def test_a_newcomer_at_the_table_s_address_is_heard_while_everybody_else_rests(app: Flask, table: Player) -> None:
    code = code_of(table)
    everybody_guesses(app)
    assert ask(app, code, ELSEWHERE).status_code == 429
    assert ask(app, code, HERE).status_code == 303


def test_while_many_guess_less_is_heard_of_each(app: Flask, clock: Clock) -> None:
    guess(app, MANY_GUESSES)
    assert guess(app, MOST_PER_NETWORK_WHEN_BUSY + 1, ELSEWHERE) == [404] * MOST_PER_NETWORK_WHEN_BUSY + [429]


def test_a_phone_of_the_table_needs_no_code(app: Flask, table: Player) -> None:
    code = code_of(table)
    guess(app, MOST_PER_NETWORK, HERE)
    assert ask(table.client, code, HERE).location.endswith(table.url + "seat")
    assert table.tap("1.red.count.0.=3").status_code == 303


def test_the_answer_to_a_right_code_is_the_same_while_it_rests(app: Flask, table: Player) -> None:
    code = code_of(table)
    guess(app, MOST_PER_NETWORK)
    right, wrong = ask(app, code, STRANGER), ask(app, "BCDFG", STRANGER)
    assert right.status_code == wrong.status_code == 429
    assert plain(right.text).replace(code, "BCDFG") == plain(wrong.text)
    assert "browser=" not in str(right.headers)


def test_a_whole_club_that_joins_at_once_is_never_counted(app: Flask, table: Player) -> None:
    code = code_of(table)
    joined = [ask(app, code, ELSEWHERE) for _ in range(MOST_PER_NETWORK + 5)]
    assert {answer.status_code for answer in joined} == {303}


# What counts as a wrong code


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:ff:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:102::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_a_household_counts_as_one_address(app: Flask, clock: Clock, one: str, other: str, same: bool) -> None:
    guess(app, MOST_PER_NETWORK, one)
    assert guess(app, 1, other) == [429 if same else 404]


# Addresses behind a proxy


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Flask]:
    """The app behind a proxy named in its config.py."""
    folder = tmp_path / "behind"
    folder.mkdir()
    (folder / "config.py").write_text(
        'TRUSTED_PROXIES = ["10.9.0.0/16", "::1"]\nTRUSTED_HOSTS = ["cards.example.org", "localhost"]\n'
    )
    app = create_app(folder, TESTING=True)
    yield app
    app.extensions["tables"].store.close()


@pytest.mark.parametrize("proxy", ["10.9.0.1", "::1", "::ffff:10.9.0.1"])
def test_a_proxy_that_is_named_is_believed(behind: Flask, proxy: str) -> None:
    def try_code(client: str) -> int:
        return ask(behind, "BCDFG", proxy, HTTP_X_FORWARDED_FOR=client).status_code

    assert [try_code(f"made-up, {STRANGER}") for _ in range(MOST_PER_NETWORK + 1)] == [404] * MOST_PER_NETWORK + [429]
    assert try_code(f"{STRANGER}, {ELSEWHERE}") == 404


@pytest.mark.parametrize(
    "forwarded_for",
    [
        "203.0.113.7:{number}",
        "203.0.113.7:{number}, 10.9.0.2:80",
        "[2001:db8::8]:{number}",
        "[2001:db8::8]",
        "2001:db8::8, ::1",
        "unknown{number}",
        "unknown, _hidden{number}",
        "10.0.0.{number}, unknown",
        "[203.0.113.7]{number}",
        "203.0.113.7, 10.9.0.2, 10.9.0.3",
        "10.0.0.{number}, 203.0.113.7, 10.9.0.2",
        "{number}",
        "",
    ],
)
def test_whatever_a_proxy_says_of_a_client_is_one_network(behind: Flask, forwarded_for: str) -> None:
    tried = [
        ask(behind, "BCDFG", "10.9.0.1", HTTP_X_FORWARDED_FOR=forwarded_for.format(number=number)).status_code
        for number in range(1, MOST_PER_NETWORK + 2)
    ]
    assert tried == [404] * MOST_PER_NETWORK + [429]


def test_clients_behind_two_proxies_are_told_apart(behind: Flask) -> None:
    for number in range(1, MOST_PER_NETWORK + 2):
        said = f"203.0.113.{number}, 10.9.0.2"
        assert ask(behind, "BCDFG", "10.9.0.1", HTTP_X_FORWARDED_FOR=said).status_code == 404


def test_behind_a_proxy_with_https_forms_count_and_cookies_are_for_https_alone(behind: Flask) -> None:
    told = {
        "REMOTE_ADDR": "10.9.0.1",
        "HTTP_X_FORWARDED_FOR": STRANGER,
        "HTTP_X_FORWARDED_PROTO": "https",
        "HTTP_X_FORWARDED_HOST": "cards.example.org",
    }
    phone = behind.test_client()
    token = field(phone.get("/games/tally/new", environ_overrides=told).text, "csrf_token")
    answer = phone.post(
        "/games/tally/new",
        data={"csrf_token": token, "seat": ["Ann", "Bo"], "do": "open"},
        environ_overrides=told,
        headers={"Origin": "https://cards.example.org", "Referer": "https://cards.example.org/games/tally/new"},
    )
    assert answer.status_code == 303, answer.text
    assert "; Secure;" in next(
        cookie for cookie in answer.headers.getlist("Set-Cookie") if cookie.startswith("browser=")
    )


@pytest.mark.parametrize("wrong", ["True", "[1]", "['proxy.example.org']"])
def test_proxies_that_are_no_addresses_are_refused_with_a_sentence(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "config.py").write_text(f"TRUSTED_PROXIES = {wrong}\n")
    with pytest.raises(Unusable) as refused:
        create_app(tmp_path / "here")
    assert "TRUSTED_PROXIES" in str(refused.value)


@pytest.mark.parametrize("first", [True, False])
def test_a_client_cannot_write_beside_what_its_proxy_says(tmp_path: Path, first: bool) -> None:
    def request(path: str, *pairs: tuple[str, str]) -> HTTPResponse:
        with_proxy.putrequest("GET", path)
        for name, value in pairs if first else pairs[::-1]:
            with_proxy.putheader(name, value)
        with_proxy.endheaders()
        answer = with_proxy.getresponse()
        answer.read()
        return answer

    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "config.py").write_text('TRUSTED_PROXIES = ["127.0.0.1"]\n')
    with serving(tmp_path / "here") as app, closing(HTTPConnection(urlsplit(app.address).netloc)) as with_proxy:
        said = ("X-Forwarded-For", STRANGER)
        kinds = ("X_Forwarded_For", "X_Forwarded-For", "x-forwarded_for")
        tried = [
            request("/BCDFG", (kinds[number % 3], f"10.0.0.{number}"), said) for number in range(MOST_PER_NETWORK + 1)
        ]
        plain = request("/?lang=de", ("X_Forwarded_Proto", "https"), ("X-Forwarded-Proto", "http"))
        named = request("/", ("X_Forwarded_Host", "evil.example"), ("X-Forwarded-Host", "cards.lan"))
    assert [answer.status for answer in tried] == [404] * MOST_PER_NETWORK + [429]
    assert "Secure" not in str(plain.headers["Set-Cookie"])
    assert named.status == 200
