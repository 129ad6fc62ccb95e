"""The printed card: two QR codes with which a phone sits down, and a password that is stored nowhere."""

import gc
from html import escape
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from pypdf import PdfReader
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.printing import press as printing
from scorekeeper.printing.card import Wifi, render_card
from scorekeeper.printing.templates import draw_qr_code
from tests.support.http import Player, links, open_table, plain, token

PASSWORD = "Gryphon&Turtle"


@pytest.fixture
def alice(app: Flask) -> Player:
    return open_table(app.test_client())


def print_card(player: Player, network: str = "", password: str = "", **query: str) -> TestResponse:
    data = {"csrf_token": token(player.client), "network": network, "password": password}
    return player.client.post(f"{player.url}card", data=data, query_string=query)


def read(answer: TestResponse) -> str:
    """Return the text of the printed card, which has one page."""
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Cache-Control"] == "no-store"
    (page,) = PdfReader(BytesIO(answer.data)).pages
    return " ".join(page.extract_text().split())


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_card_has_the_wifi_and_the_table(app: Flask, alice: Player, paper: str) -> None:
    text = read(print_card(alice, "Wonderland", PASSWORD, paper=paper))
    assert "Join the Wi-Fi Wonderland" in text
    assert f"Password: {PASSWORD}" in text
    assert links(alice, app)[0] in text.replace(" ", "")
    assert "guest isolation" in text


@pytest.mark.parametrize(
    ("wifi", "scanned"),
    [
        (Wifi("Home", "password"), "WIFI:T:WPA;S:Home;P:password;;"),
        (Wifi("Pub", ""), "WIFI:T:nopass;S:Pub;;"),
        # These characters mean something in the code, so they are escaped.
        (Wifi('a;b:c,"d\\', "12;45:78"), r"WIFI:T:WPA;S:a\;b\:c,\"d\\;P:12\;45\:78;;"),
        (Wifi("Café ☕", "password"), "WIFI:T:WPA;S:Café ☕;P:password;;"),
    ],
)
def test_the_code_is_what_a_camera_understands(wifi: Wifi, scanned: str) -> None:
    assert wifi.address == scanned
    html = render_card("Parade", "http://192.0.2.7:8000/j/x", wifi, "A4", "en")
    assert draw_qr_code(scanned, title="QR code to join the Wi-Fi") in html
    assert draw_qr_code("http://192.0.2.7:8000/j/x", title="QR code to open this table") in html


def test_the_password_is_stored_nowhere(app: Flask, alice: Player) -> None:
    read(print_card(alice, "Wonderland", PASSWORD))
    written = [path for path in Path(app.extensions["tables"].store.path).parent.rglob("*") if path.is_file()]
    assert len(written) > 1
    assert not [path for path in written if PASSWORD.encode() in path.read_bytes()]
    gc.collect()
    # The cache has pictures as well.
    kept = [
        printed.content for printed, _ in printing.PRESS._cache._values.values() if printed.content.startswith(b"%PDF")
    ]
    assert not [pdf for pdf in kept if PASSWORD in PdfReader(BytesIO(pdf)).pages[0].extract_text()]
    for where in ("card", "invite", "journal"):
        assert escape(PASSWORD) not in alice.page(where)


@pytest.mark.parametrize(
    ("network", "password", "why"),
    [
        ("", PASSWORD, "Enter the Wi-Fi name too."),
        ("x" * 33, PASSWORD, "A Wi-Fi name has at most 32 characters."),
        ("ü" * 17, PASSWORD, "at most 32 characters"),
        ("a\x00b", "", "at most 32 characters"),
        ("Home", "1234567", "A Wi-Fi password has 8 to 63 characters, without accents."),
        ("Home", "pässwörter", "without accents"),
        ("Home", "x" * 64, "8 to 63 characters"),
    ],
)
def test_a_wifi_that_cannot_be_is_a_sentence_and_the_input_stays(
    alice: Player, network: str, password: str, why: str
) -> None:
    answer = print_card(alice, network, password)
    assert answer.status_code == 422
    assert why in plain(answer.text)
    assert f'value="{escape(network)}"' in answer.text.replace("\ufffd", "\x00")
    assert f'value="{escape(password)}"' in answer.text


def test_the_wifi_of_the_host_is_not_asked_for_and_its_password_not_shown(tmp_path: Path) -> None:
    app = create_app(tmp_path, WIFI=("The Hatter", "unbirthday"))
    alice = open_table(app.test_client())
    html = alice.page("card")
    assert "Wi-Fi: The Hatter" in plain(html)
    assert "unbirthday" not in html
    assert "name=network" not in html.replace('"', "")
    assert "The Hatter Password: unbirthday" in read(print_card(alice))
    app.extensions["tables"].store.close()


PEERS: list[tuple[str, dict[str, str], bool]] = [
    ("192.168.1.20", {}, True),
    ("127.0.0.1", {}, True),
    ("::ffff:10.0.0.7", {}, True),
    ("fe80::1%eth0", {}, True),
    ("8.8.8.8", {}, False),
    ("::ffff:8.8.8.8", {}, False),
    ("2600::7", {}, False),
    ("nowhere", {}, False),
    # A proxy that the app does not know, such as a tunnel on the same computer.
    ("127.0.0.1", {"X-Forwarded-For": "192.168.1.20"}, False),
    ("127.0.0.1", {"Forwarded": "for=192.168.1.20"}, False),
    # A proxy that it trusts.
    ("10.1.1.1", {"X-Forwarded-For": "192.168.1.20"}, True),
    ("10.1.1.1", {"X-Forwarded-For": "192.168.1.20, 8.8.8.8"}, False),
]
"""Where a request comes from, what its headers say of that, and whether it comes from the network of the host."""


def test_the_wifi_of_the_host_is_told_only_to_phones_in_its_network(tmp_path: Path) -> None:
    app = create_app(tmp_path, WIFI=("The Hatter", "unbirthday"), TRUSTED_PROXIES=["10.1.1.1"])
    alice = open_table(app.test_client())
    for peer, says, told in PEERS:
        for where in ("card", "board"):
            html = alice.client.get(f"{alice.url}{where}", headers=says, environ_overrides={"REMOTE_ADDR": peer}).text
            assert ("The Hatter" in html) == told, (peer, says, where)
    app.extensions["tables"].store.close()
