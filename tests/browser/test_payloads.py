"""Hostile input is shown as text, on the screen and on paper. Nothing in it is ever executed."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlencode, urljoin

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Dialog

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.options import WORD_LENGTH
from scorekeeper.web.inputs import clean_reason, clean_text
from tests.support.browser import HOST, PHONE, phone_of, visit
from tests.support.forms import Form, Phones, Reading, fields_of
from tests.support.http import Player, cookie, field, open_table
from tests.support.loops import at_least_one
from tests.support.payloads import Markup, bare, find_missing_names, known_names, listening, payloads
from tests.support.soak import SOAK
from tests.support.tables import Author, Running, State, list_states

TEXT = "() => [document.body.innerText, ...[...document.querySelectorAll('input')].map((one) => one.value)].join(' ')"
TYPED = "() => Object.fromEntries([...document.querySelectorAll('input')].map((one) => [one.name, one.value]))"
HELD = "() => [...document.querySelectorAll('input')].map((one) => one.value)"
SEATS = 12
SHORTEST = 12
"""Letters that the shortest field shows, which is the one for a table code."""
CARRIED = ("csrf_token", "op", "seen")
"""Hidden fields with a new value in each form."""

PRINTED = 3 if SOAK else 6
"""Of this many names and reasons three are printed. All are checked on pages."""

PLAIN = ("Alice", "Bo", "Cleo", *"DEFGHIJKL")


@pytest.fixture(scope="module")
def canary() -> Iterator[tuple[str, list[str]]]:
    """The address of a server that must not be requested, and the list of its requests."""
    with listening() as (port, asked):
        yield f"{HOST}:{port}", asked


@pytest.fixture
def client(here: Running) -> FlaskClient:
    client = here.app.test_client()
    client.set_cookie("browser", cookie("scoring"))
    return client


def test_there_are_forty_and_most_of_them_may_be_names(canary: tuple[str, list[str]]) -> None:
    assert len(payloads(canary[0])) >= 40
    assert len(set(known_names(canary[0]))) >= 40


def wrong(
    client: FlaskClient, pages: dict[str, str], shown: dict[str, list[str]], beside: FlaskClient | None = None
) -> list[tuple[str, str]]:
    """Return the faults of pages with hostile text: other elements than the same page with plain words, or missing
    text.
    """
    faults = []
    for page, other in pages.items():
        typed, plain = Markup(client.get(page).text), Markup((beside or client).get(other).text)
        if list_elements(typed) != list_elements(plain):
            faults.append((page, "other elements"))
        faults += [(page, text) for text in shown.get(page, []) if bare(text) not in bare(typed.words)]
    return faults


def list_elements(page: Markup) -> list[tuple[str, ...]]:
    """Return the elements of a page. Which names of a list can be tapped depends on how the list is sorted."""
    return [tuple([part for part in element if part != "disabled"]) for element in page.elements]


def test_names_build_no_markup_on_any_page(client: FlaskClient, canary: tuple[str, list[str]]) -> None:
    names = known_names(canary[0])
    paths = ("", "1/", "1/sheet", "journal", "setup", "seat", "board", "invite", "1/sheet.html")
    beside = client.application.test_client()
    for start in at_least_one(range(0, len(names) - SEATS + 1, SEATS)):
        some = names[start : start + SEATS]
        casts = ((client, some), (beside, [f"P{start + i:02d}" for i in range(SEATS)]))
        typed, plain = (open_table(phone, tuple(cast), "tally").url for phone, cast in casts)
        # The sheet and the running totals cut names, and the invitation lists only players with a phone.
        shown = {typed + path: some for path in ("1/", "journal", "setup", "seat", "board")}
        assert wrong(client, {typed + path: plain + path for path in paths}, shown, beside) == []


def change(player: Player, points: int, why: str) -> None:
    """Agree to the sheet of a round, then change it with a reason."""
    hidden = {key: field(player.page("1/sheet"), key) for key in CARRIED}
    assert player.client.post(f"{player.url}1/agree", data=hidden).status_code == 303
    tap = {"tap": f"1.points.points.0.={points}"}
    assert player.send(tap).status_code == 409
    assert player.send({**tap, "reason": why}).status_code == 303


def reasons(canary: str) -> list[str]:
    """Return the hostile texts that are accepted as reasons, as they are stored."""
    return [clean_reason(payload) for payload in payloads(canary) if clean_reason(payload)]


def journal_pages(player: Player) -> Iterator[str]:
    """Yield the pages of the whole journal."""
    html = player.page("journal")
    yield html
    while older := re.search(r'(journal\?before=\d+)">Older entries', html):
        html = player.page(older[1])
        yield html


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
    journal = bare("".join(Markup(page).words for page in journal_pages(typed)))
    assert [why for why in known if bare(why) not in journal] == []


def test_remarks_build_no_markup(client: FlaskClient, canary: tuple[str, list[str]]) -> None:
    typed, plain = (open_table(client, ("Alice", "Bo"), "tally") for _ in range(2))
    kept = []
    for number, payload in enumerate(payloads(canary[0]), 1):
        for player, remark in ((typed, payload), (plain, f"Nothing {number}")):
            hidden = {key: field(player.page("1/"), key) for key in CARRIED}
            data = {**hidden, "tap": "1.points.note..=", "words": remark}
            answer = client.post(f"{player.url}1/write", data=data)
            assert answer.status_code in (303, 422)
        if clean_reason(payload):
            kept.append(clean_reason(payload))
            page = f"{typed.url}1/"
            assert wrong(client, {page: f"{plain.url}1/"}, {page: [clean_reason(payload)]}) == []
    assert len(kept) >= 38
    assert all(bare(name) in bare(Markup(typed.page("journal")).words) for name in kept)


def test_words_for_colours_codes_and_questions_build_no_markup(
    client: FlaskClient, canary: tuple[str, list[str]]
) -> None:
    token = field(client.get("/").text, "csrf_token")
    for payload in at_least_one(payloads(canary[0])):
        code = client.post("/join", data={"csrf_token": token, "code": payload})
        assert code.status_code in (404, 422, 429)
        plain = client.post("/join", data={"csrf_token": token, "code": "aeiou"})
        assert Markup(code.text).elements == Markup(plain.text).elements
        seats = {"seat": ["Alice", "Bo"], "starter": "0", "csrf_token": token, "rules": "open", "do": "naming"}
        word = payload[:WORD_LENGTH]
        typed = Markup(client.post("/games/hawaiki/new", data={**seats, "option.c1": word}).text)
        refused = any("aria-invalid" in keys for keys in typed.elements)
        other = "W" * 99 if refused else "Koru"
        usual = Markup(client.post("/games/hawaiki/new", data={**seats, "option.c1": other}).text)
        assert typed.elements == usual.elements, payload
        assert bare(word) in bare(typed.words), payload
        asked, other = (
            client.get("/rulings/parade/label", query_string={"edition": "en2013", "label": word})
            for word in (payload, "zzz")
        )
        assert asked.status_code == other.status_code
        assert Markup(asked.text).elements == Markup(other.text).elements, payload


class Reader:
    """A phone that only reads, and a record of everything else that it does."""

    def __init__(self, chromium: Browser, base: str, whose: str = "scoring") -> None:
        self.context = phone_of(chromium, base, whose, viewport=PHONE)
        self.page = self.context.new_page()
        self.base = base
        self.did: list[str] = []
        self.page.on("dialog", self.hear)
        self.page.on("console", lambda told: self.did.append(told.text) if told.type == "error" else None)
        self.page.on("request", lambda request: self.did.append(request.url))

    def hear(self, dialog: Dialog) -> None:
        """Record and close a dialog, which only a script can have opened."""
        self.did.append(dialog.message)
        dialog.dismiss()

    def find_strays(self) -> list[str]:
        """Return console errors and requests to other hosts, except messages about refused requests."""
        here = (f"{self.base}/", "data:", "Failed to load resource: the server responded with a status of 4")
        return [message for message in self.did if not message.startswith(here)]

    def unread(self, path: str, typed: list[str]) -> list[str]:
        """Return the texts that a page does not show literally."""
        self.page.goto(self.base + path)
        text = bare(self.page.evaluate(TEXT))
        return [name for name in typed if bare(name) not in text]


@pytest.fixture
def readers(chromium: Browser, here: Running) -> Iterator[Callable[[str], Reader]]:
    """A function that returns the reader of each phone. The test fails if one of them strayed."""
    base = f"http://{HOST}:{here.port}"
    by_role: dict[str, Reader] = {}

    def of(whose: str) -> Reader:
        if whose not in by_role:
            by_role[whose] = Reader(chromium, base, whose)
        return by_role[whose]

    yield of
    for reader in by_role.values():
        reader.context.close()
        assert reader.find_strays() == []


@pytest.fixture
def reader(readers: Callable[[str], Reader]) -> Reader:
    """The phone that scores."""
    return readers("scoring")


def test_no_browser_and_no_printer_asks_the_canary(
    reader: Reader, here: Running, client: FlaskClient, canary: tuple[str, list[str]]
) -> None:
    address, asked = canary
    names = known_names(address)
    for start in range(0, len(names) - SEATS + 1, SEATS):
        some = names[start : start + SEATS]
        player = open_table(client, tuple(some), "tally")
        here.tables.store.let_in(player.table, cookie("scoring"), "score", 1)
        for number, remark in enumerate(some[:3], 1):
            player.tap(f"1.points.points.{number}.={number}")
            hidden = {key: field(player.page("1/"), key) for key in CARRIED}
            client.post(f"{player.url}1/write", data={**hidden, "tap": "1.points.note..=", "words": remark})
        for path in ("", "1/", "1/sheet", "board", "invite", "1/sheet.html"):
            reader.unread(player.url + path, [])
        assert [reader.unread(player.url + path, some) for path in ("journal", "setup", "seat")] == [[], [], []]
    for path in ("/", "/games/tally/new"):
        reader.unread(path, [])
    for start in range(0, len(names), PRINTED):
        some = names[start : start + 3]
        player = open_table(client, (*some, "Bo"), "tally")
        player.tap("1.points.points.0.=1")
        hidden = {key: field(player.page("1/"), key) for key in CARRIED}
        client.post(f"{player.url}1/write", data={**hidden, "tap": "1.points.note..=", "words": some[0]})
        assert find_missing_names(client.get(f"{player.url}1/sheet.pdf?paper=A4").get_data(), some) == []
    known = reasons(address)
    for start in range(0, len(known), 3):
        player = open_table(client, ("Alice", "Bo"), "tally")
        player.tap("1.points.points.0.=1;1.points.points.1.=2")
        here.tables.store.let_in(player.table, cookie("scoring"), "score", 1)
        some = known[start : start + 3]
        for number, why in enumerate(some, 3):
            change(player, number, why)
        assert [reader.unread(player.url + path, some) for path in ("1/sheet", "journal")] == [[], []]
        if start % PRINTED == 0:
            assert find_missing_names(client.get(f"{player.url}1/sheet.pdf?paper=A4").get_data(), some) == []
    assert asked == []


def test_a_table_s_own_words_are_read_letter_by_letter_on_screen_and_on_paper(
    reader: Reader, here: Running, client: FlaskClient, canary: tuple[str, list[str]]
) -> None:
    address, asked = canary
    known = list(dict.fromkeys(filter(None, (own_word(payload) for payload in payloads(address)))))
    assert len(known) >= 38
    author = Author(here.tables, ("Alice", "Bo", "Cleo"))
    slots = [option.key for option in GAMES["hawaiki"].options if option.words]
    for start in range(0, len(known), len(slots)):
        some = known[start : start + len(slots)]
        table, _ = author.retell("hawaiki-referee-3", options=dict(zip(slots, some, strict=False)))
        here = f"/t/{table}/"
        for path in ("journal", "setup", "1/sheet.html?journal=yes"):
            assert reader.unread(here + path, some) == [], path
        for path in ("", "1/", "1/play", "1/sheet", "board") if SOAK or start % (4 * len(slots)) == 0 else ():
            reader.unread(here + path, [])
        if SOAK or start % (2 * len(slots)) == 0:
            assert find_missing_names(client.get(f"{here}1/sheet.pdf?paper=A4&journal=yes").get_data(), some) == []
    assert asked == []


SEPARATOR = re.compile("[,;]")
"""Separator of names that are typed at once."""


def as_typed(kept: str, typed: str) -> bool:
    """Return whether a refused field still holds what was typed. The code of a table is in capitals and cut."""
    letters, all_letters = ("".join(text.split()).casefold() for text in (kept, typed))
    return all_letters.startswith(letters) and len(letters) >= min(len(all_letters), SHORTEST)


def still_there(held: list[str], typed: str) -> bool:
    """Return whether a page still holds what was typed, as one text or as separate names."""
    parts = [part for text in held for part in SEPARATOR.split(text)]
    return any(as_typed(text, typed) for text in held) or all(
        any(as_typed(part, name) for part in parts) for name in SEPARATOR.split(typed) if name.strip()
    )


def own_word(payload: str) -> str:
    """Return a hostile text as it is stored as the name of a colour, "" if it is refused."""
    try:
        return clean_text(payload[:WORD_LENGTH], "c1", WORD_LENGTH)
    except Malformed:
        return ""


def test_no_browser_asks_the_canary_whatever_is_typed_into_any_field(
    readers: Callable[[str], Reader], here: Running, canary: tuple[str, list[str]]
) -> None:
    address, asked = canary
    phones = Phones(here.app)
    pages = {state: Reading(phones.look(state)) for state in list_states(here, PLAIN)}
    forms: dict[tuple[State, str], tuple[Form, list[str]]] = {}
    for form_field in fields_of(here.app, pages).values():
        if form_field.typed:
            forms.setdefault((form_field.state, form_field.form.action), (form_field.form, []))[1].append(
                form_field.name
            )
    assert len(forms) > 12
    every = payloads(address)
    for start, _ in enumerate(every):
        for number, ((state, action), (form, names)) in enumerate(forms.items()):
            # Tests without a browser type all of them into every field. Here each form gets a few different ones.
            if not SOAK and (start + number) % 20:
                continue
            typed = {name: every[(start + place) % len(every)] for place, name in enumerate(names)}
            reader = readers(state.phone)
            where = urljoin(state.path, action)
            fields = tuple(field for field in form.fill(typed) if field[0] not in CARRIED)
            if form.method == "get":
                reader.page.goto(f"{reader.base}{where.partition('?')[0]}?{urlencode(fields)}")
            else:
                visit(reader.page, reader.base, State(state.name, where, fields, state.phone))
            status = reader.page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus")
            assert status in (200, 404, 409, 422, 429), (state.name, typed)
            kept = reader.page.evaluate(TYPED) if status == 422 else {}
            # A name sent together with something refused may already be accepted.
            held = reader.page.evaluate(HELD) if kept else []
            lost = [key for key in kept.keys() & typed.keys() if not still_there(held, typed[key])]
            assert lost == [], (state.name, typed)
    assert asked == []
