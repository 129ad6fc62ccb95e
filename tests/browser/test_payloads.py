"""Whatever is typed is shown letter by letter, on the screen and on paper: nothing of it is ever carried out."""

from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from io import BytesIO

import pikepdf
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser
from pypdf import PdfReader

from scorekeeper.games.base import Malformed
from scorekeeper.web.fields import name, said
from scorekeeper.web.seating import WORD_LENGTH
from tests.browser.conftest import HOST, PHONE
from tests.canary import listening
from tests.conftest import Player, field, open_table
from tests.payloads import payloads
from tests.states import Running, running

ELSEWHERE = ("/JavaScript", "/JS", "/Launch", "/EmbeddedFiles", "/EmbeddedFile", "/AA", "/OpenAction", "/SubmitForm")
TEXT = "() => [document.body.innerText, ...[...document.querySelectorAll('input')].map((one) => one.value)].join(' ')"
SEATS = 12


@pytest.fixture(scope="module")
def canary() -> Iterator[tuple[str, list[str]]]:
    """A server that nobody should ever ask, and what it was asked."""
    with listening() as (port, asked):
        yield f"{HOST}:{port}", asked


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("typed") / "instance") as app:
        yield app


@pytest.fixture
def client(app: Running) -> FlaskClient:
    client = app.app.test_client()
    client.set_cookie("browser", "scoring")
    return client


class Markup(HTMLParser):
    """The elements of a page and the names of what they carry, and all its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *sorted(key for key, _ in attrs)))
        self.words += " ".join(f" {value}" for key, value in attrs if value and key in ("value", "aria-label"))

    def handle_data(self, data: str) -> None:
        self.words += data


def known_names(canary: str) -> list[str]:
    """The payloads that a player may be called, as they are kept; the others are refused."""
    found = []
    for one in payloads(canary):
        try:
            found.append(name(one[:32]))
        except Malformed:
            continue
    return found


def bare(text: str) -> str:
    """Text without what only parts or turns its letters."""
    return "".join(
        char for char in unescape(text) if not char.isspace() and char not in "\u2066\u2067\u2068\u2069\u00ad"
    )


def test_there_are_forty_and_most_of_them_may_be_names(canary: tuple[str, list[str]]) -> None:
    assert len(payloads(canary[0])) >= 40
    assert len(set(known_names(canary[0]))) >= 40


def wrong(client: FlaskClient, pages: dict[str, str], shown: dict[str, list[str]]) -> list[tuple[str, str]]:
    """What is wrong with pages that have payloads, each beside the same page with plain words.

    They are built of other elements, or do not show a payload letter by letter.
    """
    found = []
    for page, other in pages.items():
        typed, plain = Markup(client.get(page).text), Markup(client.get(other).text)
        if typed.elements != plain.elements:
            found.append((page, "other elements"))
        found += [(page, one) for one in shown.get(page, []) if bare(one) not in bare(typed.words)]
    return found


def test_names_build_no_markup_on_any_page(client: FlaskClient, canary: tuple[str, list[str]]) -> None:
    names = known_names(canary[0])
    paths = ("", "1/", "1/sheet", "journal", "setup", "seat", "board", "invite", "1/sheet.html")
    for start in range(0, len(names) - SEATS + 1, SEATS):
        some = names[start : start + SEATS]
        typed, plain = (
            open_table(client, tuple(cast), "tally").url for cast in (some, [f"P{i:02d}" for i in range(SEATS)])
        )
        # A sheet and a tally cut names short, and an invitation names only who has a phone.
        shown = {typed + path: some for path in ("1/", "journal", "setup", "seat", "board")}
        assert wrong(client, {typed + path: plain + path for path in paths}, shown) == []


def change(player: Player, points: int, why: str) -> None:
    """Agree to the sheet of a round, and then change it for that reason."""
    hidden = {key: field(player.page("1/sheet"), key) for key in ("csrf_token", "op", "seen")}
    assert player.client.post(f"{player.url}1/agree", data=hidden).status_code == 303
    tap = {"tap": f"1.points.points.0.={points}"}
    assert player.send(tap).status_code == 409
    assert player.send({**tap, "reason": why}).status_code == 303


def reasons(canary: str) -> list[str]:
    """The payloads that may be a reason, as they are kept; the others count as none."""
    return [said(one) for one in payloads(canary) if said(one)]


def test_reasons_build_no_markup(client: FlaskClient, canary: tuple[str, list[str]]) -> None:
    typed, plain = (open_table(client, ("Alice", "Bo"), "tally") for _ in range(2))
    for player in (typed, plain):
        player.tap("1.points.points.0.=1;1.points.points.1.=2")
    known = reasons(canary[0])
    assert len(known) >= 38
    for number, why in enumerate(known, 3):
        change(typed, number, why)
        change(plain, number, "Nothing")
        paths = ("1/sheet", "1/sheet.html", "journal") if number % 10 == 0 else ("1/sheet",)
        pages = {f"{typed.url}{path}": f"{plain.url}{path}" for path in paths}
        assert wrong(client, pages, {page: [why] for page in pages}) == []
    journal = bare(Markup(typed.page("journal")).words)
    assert [why for why in known if bare(why) not in journal] == []


def test_remarks_build_no_markup(client: FlaskClient, canary: tuple[str, list[str]]) -> None:
    typed, plain = (open_table(client, ("Alice", "Bo"), "tally") for _ in range(2))
    kept = []
    for number, one in enumerate(payloads(canary[0]), 1):
        for player, words in ((typed, one), (plain, f"Nothing {number}")):
            hidden = {key: field(player.page("1/"), key) for key in ("csrf_token", "op", "seen")}
            data = {**hidden, "tap": "1.points.note..=", "words": words}
            answer = client.post(f"{player.url}1/write", data=data)
            assert answer.status_code in (303, 422)
        if said(one):
            kept.append(said(one))
            page = f"{typed.url}1/"
            assert wrong(client, {page: f"{plain.url}1/"}, {page: [said(one)]}) == []
    assert len(kept) >= 38
    assert all(bare(one) in bare(Markup(typed.page("journal")).words) for one in kept)


def test_words_for_colours_codes_and_questions_build_no_markup(
    client: FlaskClient, canary: tuple[str, list[str]]
) -> None:
    token = field(client.get("/").text, "csrf_token")
    for one in payloads(canary[0]):
        code = client.post("/join", data={"csrf_token": token, "code": one})
        assert code.status_code in (404, 422, 429)
        plain = client.post("/join", data={"csrf_token": token, "code": "aeiou"})
        assert Markup(code.text).elements == Markup(plain.text).elements
        seats = {"seat": ["Alice", "Bo"], "starter": "0", "csrf_token": token, "rules": "open", "do": "naming"}
        word = one[:WORD_LENGTH]
        typed = Markup(client.post("/games/hawaiki/new", data={**seats, "option.c1": word}).text)
        refused = any("aria-invalid" in keys for keys in typed.elements)
        other = "W" * 99 if refused else "Koru"
        usual = Markup(client.post("/games/hawaiki/new", data={**seats, "option.c1": other}).text)
        assert typed.elements == usual.elements, one
        assert bare(word) in bare(typed.words), one
        asked, other = (
            client.get("/rulings/parade/label", query_string={"edition": "en2013", "label": word})
            for word in (one, "zzz")
        )
        assert asked.status_code == other.status_code
        assert Markup(asked.text).elements == Markup(other.text).elements, one


def test_no_browser_and_no_printer_asks_the_canary(
    chromium: Browser, app: Running, client: FlaskClient, canary: tuple[str, list[str]]
) -> None:
    address, asked = canary
    names = known_names(address)
    base = f"http://{HOST}:{app.port}"
    context = chromium.new_context(viewport=PHONE)
    context.add_cookies([{"name": "browser", "value": "scoring", "url": base}])
    page = context.new_page()
    said_by: list[str] = []
    requests: list[str] = []
    page.on("dialog", lambda dialog: (said_by.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda told: said_by.append(told.text) if told.type == "error" else None)
    page.on("request", lambda one: requests.append(one.url))
    for start in range(0, len(names) - SEATS + 1, SEATS):
        some = names[start : start + SEATS]
        player = open_table(client, tuple(some), "tally")
        for number, words in enumerate(some[:3], 1):
            player.tap(f"1.points.points.{number}.={number}")
            hidden = {key: field(player.page("1/"), key) for key in ("csrf_token", "op", "seen")}
            client.post(f"{player.url}1/write", data={**hidden, "tap": "1.points.note..=", "words": words})
        for path in ("", "1/", "1/sheet", "journal", "setup", "seat", "board", "invite", "1/sheet.html"):
            page.goto(f"{base}{player.url}{path}")
            if path in ("journal", "setup", "seat"):
                text = bare(page.evaluate(TEXT))
                assert [one for one in some if bare(one) not in text] == [], path
    for path in ("/", "/games/tally/new"):
        page.goto(base + path)
    for start in range(0, len(names), 3):
        some = names[start : start + 3]
        player = open_table(client, (*some, "Bo"), "tally")
        player.tap("1.points.points.0.=1")
        hidden = {key: field(player.page("1/"), key) for key in ("csrf_token", "op", "seen")}
        client.post(f"{player.url}1/write", data={**hidden, "tap": "1.points.note..=", "words": some[0]})
        assert unprinted(client.get(f"{player.url}1/sheet.pdf?paper=A4").get_data(), some) == []
    known = reasons(address)
    for start in range(0, len(known), 3):
        player = open_table(client, ("Alice", "Bo"), "tally")
        player.tap("1.points.points.0.=1;1.points.points.1.=2")
        some = known[start : start + 3]
        for number, why in enumerate(some, 3):
            change(player, number, why)
        for path in ("1/sheet", "journal"):
            page.goto(f"{base}{player.url}{path}")
            text = bare(page.evaluate(TEXT))
            assert [why for why in some if bare(why) not in text] == [], path
        assert unprinted(client.get(f"{player.url}1/sheet.pdf?paper=A4").get_data(), some) == []
    context.close()
    assert asked == []
    assert said_by == []
    assert [one for one in requests if not one.startswith((f"{base}/", "data:"))] == []


def unprinted(content: bytes, typed: list[str]) -> list[str]:
    """What a PDF does not say letter by letter, of plain letters; it does and fetches nothing."""
    with pikepdf.open(BytesIO(content)) as pdf:
        for one in pdf.objects:
            if isinstance(one, pikepdf.Dictionary | pikepdf.Stream):
                assert not [key for key in ELSEWHERE if key in one]
                assert str(one.get("/S", "")) not in ("/URI", "/JavaScript", "/Launch", "/GoToR", "/SubmitForm")
                assert "/URI" not in one
    text = bare(PdfReader(BytesIO(content)).pages[0].extract_text())
    return [one for one in typed if one.isascii() and bare(one) not in text]
