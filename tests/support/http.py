"""Browsers and players for tests over http, and the worked example of Parade as taps."""

import gzip
import re
from dataclasses import dataclass
from html import unescape
from http.cookiejar import CookieJar
from secrets import token_hex, token_urlsafe
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, build_opener

import brotli
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from scorekeeper.storage import access
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Seen, Write
from scorekeeper.table.notation import parse_changes
from tests.support.markup import flatten
from tests.support.parade import EXAMPLE

CAST = ("Alice", "Hatter", "Cheshire")

UNPACKED = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}
"""Functions that decompress a response, by its encoding."""


def cookie(phone: str) -> str:
    """Return a browser id for a phone of this name, as long as those that the app gives out."""
    return f"{phone:-<21}A"


def field(html: str, name: str) -> str:
    """Return the value of the first field of that name on a page."""
    match = re.search(rf'name="?{name}"? value="?([^">]*)"?', html)
    assert match, f"no field {name} on the page"
    return unescape(match.group(1))


@dataclass
class Player:
    """A browser at one table, which reads every form from the page before sending it."""

    client: FlaskClient
    table: str

    @property
    def url(self) -> str:
        return f"/t/{self.table}/"

    def page(self, where: str = "1/") -> str:
        """Return the HTML of a page of the table."""
        answer = self.client.get(self.url + where)
        assert answer.status_code == 200, answer.status
        return answer.text

    def send(self, fields: dict[str, str], where: str = "1/", **more: object) -> TestResponse:
        """Send the form of a page with these fields, and return the response."""
        html = self.page(where)
        hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
        path = self.url + (where.split("?", maxsplit=1)[0] if where[:1].isdigit() else "")
        return self.client.post(f"{path}write", data={**hidden, **fields}, **more)

    def tap(self, value: str, where: str = "1/") -> TestResponse:
        return self.send({"tap": value}, where)


def token(client: FlaskClient) -> str:
    """Return a valid CSRF token for a browser, without rendering a page."""
    with client.session_transaction() as session:
        # Session key and salt are those of Flask-WTF 1.3, whose own function signs only within a request.
        signed = session.setdefault("csrf_token", token_urlsafe(16))
    secret = client.application.secret_key
    assert secret
    return str(URLSafeTimedSerializer(secret, salt="wtf-csrf-token").dumps(signed))


def open_table(client: FlaskClient, players: tuple[str, ...] = CAST, slug: str = "parade", **options: str) -> Player:
    """Start a table as the page for new tables does."""
    data = {
        "csrf_token": token(client),
        "seat": list(players),
        "starter": "0",
        "do": "open",
        **{f"option.{key}": value for key, value in options.items()},
    }
    answer = client.post(f"/games/{slug}/new", data=data)
    assert answer.status_code == 303, answer.text
    return Player(client, answer.location.split("/t/")[1].split("/")[0])


def row_of(html: str, key: str) -> str:
    """Return the HTML of a row's form on the page of a round."""
    (form,) = re.findall(rf'(?s)<form class="(?:ask|own)[^>]* id="{key}" .*?</form>', html)
    return str(form)


ROWS = ("red", "blue", "purple", "green", "grey", "orange")

PHONE_SAYS = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
"""User agent of a phone."""

FLIPPED = {
    "red": ("Cheshire",),
    "blue": ("Alice",),
    "purple": ("Hatter",),
    "green": ("Cheshire",),
    "grey": ("Alice", "Hatter"),
    "orange": ("Cheshire",),
}


def flip_taps_of(row: str, round: int = 1) -> list[str]:
    """Return the taps of flip and enter in one colour: sizes of the flipped piles, cards of the others."""
    piles = [(seat, name, EXAMPLE[name].get(row, ())) for seat, name in enumerate(EXAMPLE)]
    sizes = [f"{round}.{row}.count.{seat}.={len(cards)}" for seat, name, cards in piles if name in FLIPPED[row]]
    return sizes + [
        f"{round}.{row}.cards.{seat}.{card}=1"
        for seat, name, cards in piles
        if name not in FLIPPED[row]
        for card in cards
    ]


def flip_taps(round: int = 1) -> list[str]:
    """Return the example as taps of flip and enter."""
    return [tap for row in ROWS for tap in flip_taps_of(row, round)]


class Browser:
    """A browser without JavaScript: cookies, pages, forms."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = CookieJar()
        self.open = build_opener(HTTPCookieProcessor(self.jar)).open
        self.url = base
        self.html = ""

    def get(self, path: str) -> str:
        """Open a page and return its HTML."""
        return self._read(urljoin(self.base, path))

    def post(self, path: str, fields: list[tuple[str, str]]) -> str:
        """Send a form with the hidden fields of the current page, and return the HTML of the next page."""
        hidden = [(name, value) for name, value in self.read_hidden_fields() if name not in dict(fields)]
        return self._read(urljoin(self.base, path), urlencode(hidden + fields).encode())

    def read_hidden_fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that every form of the page has."""
        typed = {}
        for tag in re.findall(r"<input[^>]*type=\"?hidden[^>]*>", self.html):
            name = re.search(r'name="?([^\s">]+)', tag)
            value = re.search(r'value="([^"]*)"|value=([^\s">]+)', tag)
            if name and name[1] in ("csrf_token", "op", "seen", "way"):
                typed[name[1]] = unescape((value[1] or value[2] or "") if value else "")
        return list(typed.items())

    def _read(self, url: str, body: bytes | None = None) -> str:
        with self.open(url, body, timeout=30) as answer:
            self.url = answer.url
            self.html = flatten(answer.read().decode())
        return self.html


def score_a_game(base: str) -> dict[str, int]:
    """Start a table, enter the worked example, and return the totals that the sheet shows."""
    browser = Browser(base)
    browser.get("/games/parade/new")
    names = list(EXAMPLE)
    browser.post("/games/parade/new", [("seat", name) for name in names] + [("starter", "0"), ("do", "open")])
    table = re.search(r"/t/([^/]+)/", browser.url)
    assert table, browser.url
    here = f"/t/{table[1]}/1/"
    for tap in flip_taps():
        browser.post(f"{here}write", [("tap", tap)])
    browser.post(f"{here}write?go=sheet", [("tap", "1.end.all..=1")])
    return dict(zip(names, totals(browser.html), strict=True))


def totals(html: str) -> list[int]:
    row = re.search(r'<tr class="?total.*?</tr>', html, re.S)
    assert row
    return [int(number) for number in re.findall(r"<td[^>]*>(?:<span.*?</span>)?\s*(\d+)", row[0], re.S)]


def play_example(player: Player, round: int = 1) -> None:
    """Record the example as its taps do, one line each, without loading pages."""
    tables: Tables = player.client.application.extensions["tables"]
    browser = player.client.get_cookie("browser")
    assert browser
    for tap in (*flip_taps(round), f"{round}.end.all..=1"):
        table = tables.load(player.table)
        line = Write(parse_changes(tap, table.setup, table.game.rows(table.setup)))
        tables.record(player.table, line, token_hex(8), By(browser.value), table.seen)


def lines_of(player: Player, app: Flask):
    return app.extensions["tables"].load(player.table).lines


def text(html: str) -> str:
    # Paper has its styles within the page.
    return re.sub(r"\s+", " ", re.sub(r"(?s)<style>.*?</style>|<[^>]+>", " ", html))


def again(answer, **fields: object) -> dict[str, object]:
    """Return the fields of the page that asks for a reason, filled in."""
    hidden = dict(re.findall(r'type="hidden" name="?([\w.]+)"? value="([^"]*)"', answer.text))
    return {**hidden, **fields}


def keypad_lines(html: str) -> list[str]:
    """Return the text of the keypad's list of numbers, one line per player."""
    rows = re.findall(r"<tr>(.*?)</tr>", html.split('id="numbers"')[1].split("</table>", maxsplit=1)[0], re.S)
    return [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", row))).strip() for row in rows]


NUMBER = re.compile(r'<input form="write" name="([^"]*)" value="([^"]*)"[^>]*data-mark="([^"]*)"')
"""A field of a number: its name, what is typed, and the number that the page shows."""


def read_fields(html: str) -> dict[str, str]:
    """Return what is in each field for a number, by the number's name in an address."""
    return {at: unescape(value) for at, value, _ in NUMBER.findall(html)}


def fill_in(player: Player, numbers: dict[str, str], where: str = "1/", **more: str) -> TestResponse:
    """Type numbers as a browser without script does, press the primary button and return the response.

    With `on`, only the number of that name is left, as the script does.
    """
    html = player.page(where)
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "way", "at", "from")}
    data = {at: numbers.get(at, unescape(value)) for at, value, _ in NUMBER.findall(html)}
    assert numbers.keys() <= data.keys(), "no such field"
    data |= dict(re.findall(r'form="write" name="(was[^"]*)" value="([^"]*)"', html))
    leaving = {} if "on" in more else {"step": hidden["at"]}
    path = player.url + where.split("?", maxsplit=1)[0]
    return player.client.post(f"{path}write", data={**hidden, **data, **leaving, **more})


PRIMARY = re.compile(
    r'<(?:a|button) class="?primary"?[^>]*>'
    r'(?:<span class="unscripted">[^<]*</span><span class="scripted-only">)?([^<]*)'
)


def primary(html: str) -> str:
    """Return the label of the primary button as a phone with scripts shows it first, or "" if there is none."""
    match = PRIMARY.search(html)
    return unescape(match[1]).strip() if match else ""


def read_hidden_fields(player: Player, where: str) -> dict[str, str]:
    html = player.page(where)
    return {name: field(html, name) for name in ("csrf_token", "op", "seen")}


PLAY = "1/play"


def send_move(player: Player, move: str, **more: str) -> TestResponse:
    """Send a move to the referee by its button, and return the response."""
    html = player.page(PLAY)
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
    return player.client.post(f"{player.url}{PLAY}/write", data={**hidden, "move": move, **more})


def send_moves(player: Player, *moves: str) -> None:
    """Send moves to the referee, one line each, without loading a page for each."""
    for move in moves:
        hidden = {"csrf_token": token(player.client), "op": token_hex(16), "seen": str(load_seen(player))}
        answer = player.client.post(f"{player.url}{PLAY}/write", data={**hidden, "move": move})
        assert answer.status_code == 303, answer.text


def load_seen(player: Player) -> Seen:
    """Return what a page of the table rendered now has seen."""
    tables: Tables = player.client.application.extensions["tables"]
    return tables.load(player.table).seen


def how_many_lines(player: Player) -> int:
    """Return the number of lines in the journal."""
    return int(field(player.page(PLAY), "seen").partition(".")[0])


SIX = ("red-0", "blue-0", "purple-0", "green-0", "grey-0", "orange-1")

TURNS = ("1.play.0.orange-0", "1.play.1.red-10", "1.play.2.blue-10", "1.play.0.purple-10")


def code_of(player: Player) -> str:
    match = re.search(r"\b([BCDFGHJKLMNPQRSTVWXZ]{5})\b", player.page("invite"))
    assert match
    return match[1]


def links(player: Player, app: Flask) -> tuple[str, str]:
    store = app.extensions["tables"].store
    return access.find_link(store, player.table, "score"), access.find_link(store, player.table, "watch")


def join(client: FlaskClient, code: str):
    return client.post("/join", data={"csrf_token": token(client), "code": code})


def store(app: Flask):
    return app.extensions["tables"].store


def plain(html: str) -> str:
    """Return a page without what differs between visits: its CSRF token, which is signed with the time."""
    return re.sub(r'csrf_token"? value="[^"]*"', "", html)


def let_in(alice: Player, app: Flask, role: str = "score") -> Player:
    """Return another phone that has opened a link of the table."""
    bo = Player(app.test_client(), alice.table)
    link = access.find_link(store(app), alice.table, role)
    assert bo.client.get(f"/j/{link}").status_code == 303
    return bo


def sit(player: Player, **fields: str):
    return player.client.post(f"{player.url}seat", data={"csrf_token": token(player.client), **fields})


def end_links(player: Player):
    return player.client.post(f"{player.url}invite/end", data={"csrf_token": token(player.client)})


def read_seats(html: str) -> list[str]:
    return re.findall(r'name="seat" value="([^"]*)"', html)


def change(player: Player, **data: object):
    html = player.page("setup")
    kept = {name: field(html, name) for name in ("csrf_token", "op", "seen", "starter")}
    seats = re.findall(r'name="seat" value="([^"]*)"', html)
    was = re.findall(r'name="was" value="([^"]*)"', html)
    save = "open:all" if any(key.startswith("option.") for key in data) else "open"
    return player.client.post(f"{player.url}setup", data={**kept, "seat": seats, "was": was, "do": save, **data})


class Clock:
    """A clock that advances only when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class TickingClock(Clock):
    """A clock that is a second later at each look, so that games follow one another."""

    def __call__(self) -> float:
        self.now += 1
        return self.now
