"""Every field of every form and every part of an address takes whatever is typed: nothing of it becomes markup."""

import re
import shutil
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from scorekeeper import create_app, web
from tests.support.forms import Phones, Reading, fields_of
from tests.support.payloads import payloads
from tests.support.soak import SOAK
from tests.support.tables import Running, State, states

PAYLOADS = payloads("canary.test")
PLAIN = ("Koru", "7", "9" * 40, "")
"""What is typed to see all the elements that a page is built of, refusals included."""
NAMES = ("Alice", "Bo", "Cleo", *"DEFGHIJKL")
FEW = 3 if SOAK else 1
SOME = len(PAYLOADS) if SOAK else 3
"""So many of the payloads, other ones each time, are typed into a field; all of them in the long form."""
"""So many payloads, other ones each time, where nobody types: in hidden fields, buttons and addresses."""
VISIBLE = {"code", "name", "reason", "words", "option.rounds", "option.c1", "label"}
"""Some of the fields that are typed in, one for each place of a template that draws them."""
HERE = re.compile(r"(?![a-z]+:|//)|http://localhost/|data:image/", re.I)
"""An address on this server."""
PART = re.compile(r"""(?:\.get\(|args\[|form\[)"(\w+)"|"(\w+)" (?:not )?in (?:request\.args|values)""")


@pytest.fixture(scope="module")
def walked(unused: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Phones, dict[State, Reading]]]:
    """All pages of the app in all states; only the last test sends forms that change them."""
    app = create_app(shutil.copytree(unused, tmp_path_factory.mktemp("walked") / "instance"), TESTING=True)
    phones = Phones(app)
    yield phones, {state: Reading(phones.look(state)) for state in states(Running(app, 0), NAMES)}
    app.extensions["tables"].store.close()


def strange(answer: TestResponse, known: set[tuple[str, ...]]) -> list[object]:
    """What an answer has that no page of the app has: elements, what they carry, and where they lead."""
    if answer.status_code >= 500:
        return [answer.status]
    if answer.mimetype != "text/html":
        return []
    page = Reading(answer.text)
    return [*(page.elements - known), *(one for one in page.leads if not HERE.match(one))]


def test_no_part_of_any_address_builds_markup(walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    known = {element for page in pages.values() for element in page.elements}
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
            for text in PLAIN[:2]:
                known |= Reading(phones.send(state, "get", state.path, ((part, text),)).text).elements
            for text in islice(some, FEW):
                answer = phones.send(state, "get", state.path, ((part, text),))
                assert strange(answer, known) == [], (place, part, text)


def test_no_field_of_any_form_builds_markup(walked: tuple[Phones, dict[State, Reading]]) -> None:
    phones, pages = walked
    known = {element for page in pages.values() for element in page.elements}
    fields = fields_of(phones.app, pages)
    assert {field.name for field in fields.values() if field.typed} >= VISIBLE
    some = cycle(PAYLOADS)
    for place, field in fields.items():
        for text in PLAIN:
            answer = phones.send(field.state, field.form.method, *field.sent(text))
            known |= Reading(answer.text).elements if answer.mimetype == "text/html" else set()
        for text in islice(some, SOME if field.typed else FEW):
            answer = phones.send(field.state, field.form.method, *field.sent(text))
            assert strange(answer, known) == [], (place, text)
