"""Every page in every state, rendered once and checked as a whole.

Links and forms lead somewhere, also on error pages, whose address differs. Field names stay as they were. Whatever is
typed into a field or an address, none of it becomes markup.
"""

import json
import re
import shutil
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urljoin

import pytest
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorekeeper import create_app, web
from scorekeeper.exchange import bgstats
from tests.support.forms import Phones, Reading, field_names, fields_of, nameless
from tests.support.payloads import payloads
from tests.support.soak import SOAK
from tests.support.tables import Running, State, list_states

KEPT = Path(__file__).parents[1] / "kept.json"
PAYLOADS = payloads("canary.test")
NAMES = ("Alice", "Bo", "Cleo", *"DEFGHIJKL")
PLAIN = ("Koru", "7", "9" * 40, "")
"""Harmless input that produces every element of a page, including error messages."""
FEW = 3 if SOAK else 1
"""Payloads sent where nobody types: in hidden fields, buttons and addresses, chosen at random."""
SOME = len(PAYLOADS) if SOAK else 2
"""Payloads typed into each field, chosen at random. The long form types all of them."""
VISIBLE = {"code", "name", "reason", "words", "option.rounds", "option.c1", "label"}
"""Fields that people type in: at least one for each place of a template that renders them."""
HERE = re.compile(r"(?![a-z]+:|//)|http://localhost/|data:image/", re.I)
"""Pattern of an address on this server."""
PART = re.compile(r"""(?:\.get\(|args\[|form\[)"(\w+)"|"(\w+)" (?:not )?in (?:request\.args|values)""")


@pytest.fixture(scope="module")
def walked(unused: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Phones, dict[State, Reading]]]:
    """All pages of the app in all states. Only the last test may send forms that change them."""
    app = create_app(shutil.copytree(unused, tmp_path_factory.mktemp("walked") / "instance"), TESTING=True)
    phones = Phones(app)
    yield phones, {state: phones.read(state) for state in list_states(Running(app, 0), NAMES)}
    app.extensions["tables"].store.close()


def elements(pages: dict[State, Reading]) -> set[tuple[str, ...]]:
    """Return all elements, with their attributes, that the pages are built of."""
    return {element for page in pages.values() for element in page.elements}


def test_no_page_in_any_state_leads_nowhere(walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    rules = phones.app.url_map.bind("localhost")
    dead, seen = [], 0
    for state, page in pages.items():
        forms = {(form.action, form.method) for form in page.forms} | page.sent
        links = {(lead, "get") for lead in page.leads - {action for action, _ in forms}}
        for lead, method in links | forms:
            path = urljoin(page.address, lead)
            if path.startswith(("data:", "/static/", bgstats.CREATE_URL)) or lead.startswith("#"):
                continue
            seen += 1
            try:
                rules.match(path.split("?")[0].split("#")[0], method=method.upper())
            except HTTPException as wrong:
                dead.append((state.name, lead, method, wrong.code))
    assert seen > 3000
    assert dead == []


def test_every_field_is_still_there(walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    kept = json.loads(KEPT.read_text(encoding="utf-8"))["fields"]
    assert nameless(kept) <= nameless(field_names(phones.app, pages))


def strange(answer: TestResponse, known: set[tuple[str, ...]]) -> list[object]:
    """Return what an answer has that no page of the app has: elements, attributes, or links that lead elsewhere."""
    if answer.status_code >= 500:
        return [answer.status]
    if answer.mimetype != "text/html":
        return []
    page = Reading(answer.text)
    return [*(page.elements - known), *(lead for lead in page.leads if not HERE.match(lead))]


def test_no_part_of_any_address_builds_markup(walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    known = elements(pages)
    source = "".join(path.read_text(encoding="utf-8") for path in Path(web.__file__ or "").parent.rglob("*.py"))
    parts = sorted({one or other for one, other in PART.findall(source)} | {"lang", "next"})
    assert {"about", "at", "looked", "paper", "pick", "seat", "suit", "typed", "watch", "way", "why"} <= {*parts}
    rules = phones.app.url_map.bind("localhost")
    places = {
        rules.match(state.path.split("?")[0])[0]: state for state in pages if not state.fields and pages[state].forms
    }
    assert len(places) > 12, places
    some = cycle(PAYLOADS)
    for number, (place, state) in enumerate(places.items()):
        for part in parts if SOAK else parts[number % 12 :: 12]:
            for text in islice(some, FEW):
                answer = phones.send(state, "get", state.path, ((part, text),))
                if strange(answer, known):
                    for plain in PLAIN[:2]:
                        known |= Reading(phones.send(state, "get", state.path, ((part, plain),)).text).elements
                assert strange(answer, known) == [], (place, part, text)


def test_no_field_of_any_form_builds_markup(walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    known = elements(pages)
    fields = fields_of(phones.app, pages)
    assert {field.name for field in fields.values() if field.typed} >= VISIBLE
    some = cycle(PAYLOADS)
    for place, field in fields.items():
        for text in islice(some, SOME if field.typed else FEW):
            answer = phones.send(field.state, field.form.method, *field.fill(text))
            for plain in PLAIN if strange(answer, known) else ():
                plainly = phones.send(field.state, field.form.method, *field.fill(plain))
                known |= Reading(plainly.text).elements if plainly.mimetype == "text/html" else set()
            assert strange(answer, known) == [], (place, text)
