"""Host names that the app answers to, and the security headers of its pages."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.storage.contract import Unusable
from tests.support.http import Player, open_table

ELSEWHERE = (
    "evil.example",
    "localhost.evil.example",
    "192.168.1.17.evil.example",
    "evil.example:8000",
    "fritz.box.example",
    "127.1",
)
NOT_A_NAME = (
    "",
    ".",
    "a..b",
    "x" * 64,
    f"{'x' * 64}.local",
    f"{'x.' * 130}local",
    "evil.example:abc",
    "table.lan:0",
    "table.lan:70000",
    "a b",
    "a/b",
    "a_b@c",
    "[::1",
    "[1]",
    "ä.local",
)


def ask(player: Player, path: str, host: str, **headers: str) -> TestResponse:
    """Return the answer to the same phone under another host name."""
    cookie = player.client.get_cookie("browser")
    assert cookie
    headers |= {"Cookie": f"browser={cookie.value}", "Host": host}
    return player.client.application.test_client(use_cookies=False).get(path, headers=headers)


@pytest.mark.parametrize("host", ELSEWHERE)
def test_a_name_that_anybody_could_have_is_refused_with_what_helps(alice: Player, host: str) -> None:
    for path in (f"{alice.url}invite", "/", "/nowhere", "/static/app.js", "/api/v1/rulings/parade/score"):
        answer = ask(alice, path, host)
        assert answer.status_code == 400
        assert "TRUSTED_HOSTS" in answer.text
        assert "/j/" not in answer.text


@pytest.mark.parametrize("host", NOT_A_NAME, ids=lambda host: host[:9])
def test_what_no_computer_can_be_called_is_refused_in_a_sentence(client: FlaskClient, host: str) -> None:
    as_it_is = {"HTTP_HOST": host}
    for answer in (client.get("/", environ_overrides=as_it_is), client.post("/join", environ_overrides=as_it_is)):
        assert answer.status_code == 400
        assert "The host name in this address is not valid." in answer.text


def make_app(tmp_path: Path, **settings: object) -> Flask:
    return create_app(tmp_path / "named", TESTING=True, **settings)


PUBLIC = "https://scores.example.org/"


@pytest.mark.parametrize(
    ("settings", "good", "bad"),
    [
        (
            {"TRUSTED_HOSTS": ["scores.example.org", ".club.example"]},
            "scores.example.org Scores.Example.org:8000 a.club.example",
            "example.org raspberrypi table.lan a.localhost a..b",
        ),
        # Beside them all addresses in digits are good, and the public one.
        (
            {"TRUSTED_HOSTS": [".club.example"], "PUBLIC_URL": PUBLIC},
            "127.0.0.1:8000 192.0.2.2 192.0.2.2. [::1]:8000 localhost:8000 scores.example.org",
            "192.0.2.2.evil.example 127.1",
        ),
        # The public one is good beside those of a home.
        ({"PUBLIC_URL": PUBLIC}, "scores.example.org localhost", "evil.example"),
    ],
)
def test_names_of_the_settings_are_good_and_no_others(
    tmp_path: Path, settings: dict[str, object], good: str, bad: str
) -> None:
    app = make_app(tmp_path, **settings)
    for status, hosts in ((200, good), (400, bad)):
        for host in hosts.split():
            assert app.test_client().get("/", headers={"Host": host}).status_code == status, host
    app.extensions["tables"].store.close()


def test_a_page_shares_nothing_with_other_windows_and_asks_for_no_camera(client: FlaskClient) -> None:
    for base in ("https://table.lan", "http://localhost", "http://127.0.0.1:8000"):
        headers = client.get("/", base_url=base).headers
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert {"camera=()", "microphone=()", "geolocation=()"} <= set(headers["Permissions-Policy"].split(", "))
        assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]
    # On plain http browsers ignore this header and log a warning for each page.
    assert "Cross-Origin-Opener-Policy" not in client.get("/", base_url="http://table.lan").headers


NETWORK = "http://192.168.1.17:8000"
"""The address of the computer in its network, which the start sets."""


@pytest.mark.parametrize(
    ("host", "settings", "begins"),
    [
        *(
            (host, {}, NETWORK)
            for host in ("localhost:8000", "127.0.0.1:8000", "127.0.1.1:8000", "127.9.9.9", "[::1]:8000")
        ),
        *((host, {}, NETWORK) for host in ("mypc:8000", "MyPC", "mypc.:8000", "table.localhost:8000", "0.0.0.0:8000")),
        ("192.168.1.17:8000", {}, NETWORK),
        ("10.0.0.7:8000", {}, "http://10.0.0.7:8000"),
        ("mypc.local:8000", {}, "http://mypc.local:8000"),
        ("pi.fritz.box", {}, "http://pi.fritz.box"),
        # A name that the host has listed is one that phones can use.
        ("mypc:8000", {"TRUSTED_HOSTS": ["mypc"]}, "http://mypc:8000"),
        # Without a network there is no better address.
        ("mypc:8000", {"PUBLIC_URL": "http://127.0.0.1:8000/"}, "http://mypc:8000"),
    ],
)
def test_links_and_codes_have_an_address_that_phones_can_open(
    tmp_path: Path, host: str, settings: dict[str, object], begins: str
) -> None:
    app = make_app(tmp_path, **{"PUBLIC_URL": f"{NETWORK}/", **settings})
    table = open_table(app.test_client(), ("Ann", "Bo"), "tally")
    for page in ("invite", "invite?watch=yes"):
        html = ask(table, f"{table.url}{page}", host).text
        links = re.findall(r"https?://[^\s\"<]+/j/", html)
        assert {link.removesuffix("/j/") for link in links} == {begins.lower()}
    app.extensions["tables"].store.close()


AT_HOME = (
    "localhost",
    "127.0.0.1:8000",
    "192.168.1.17:8000",
    "[fd00::1]:8000",
    "[::1]",
    "raspberrypi",
    "raspberrypi:8000",
    "table.lan",
    "Table.Local:8000",
    "table.local.",
    "pi.fritz.box",
    "pi.home.arpa",
)


@pytest.mark.parametrize("host", AT_HOME)
def test_an_invitation_bears_the_name_by_which_a_home_calls_the_app(alice: Player, host: str) -> None:
    answer = ask(alice, f"{alice.url}invite?watch=yes", host)
    assert answer.status_code == 200
    assert f"http://{host.lower()}/j/" in answer.text


def test_the_api_says_so_in_json(client: FlaskClient) -> None:
    answer = client.post("/api/v1/rulings/parade/score", json={}, headers={"Host": "a..b"})
    assert answer.status_code == 400
    assert "The host name" in answer.get_json()["error"]


def test_names_that_are_no_list_stop_the_start_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="TRUSTED_HOSTS"):
        make_app(tmp_path, TRUSTED_HOSTS=7)


def test_behind_a_proxy_a_link_has_the_name_under_which_the_proxy_was_asked(tmp_path: Path) -> None:
    app = make_app(tmp_path, PUBLIC_URL=f"{NETWORK}/", TRUSTED_PROXIES=["127.0.0.1"])
    table = open_table(app.test_client(), ("Ann", "Bo"), "tally")
    html = ask(table, f"{table.url}invite", "mypc", **{"X-Forwarded-For": "192.168.1.30"}).text
    assert "http://mypc/j/" in html
    app.extensions["tables"].store.close()
