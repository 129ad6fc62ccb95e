"""Every page in every state, rendered once and checked as a whole.

Links and forms lead somewhere, also on error pages, whose address differs. Field names stay as they were. An icon has
one meaning, and one button is black. Whatever is typed into a field or an address, none of it becomes markup.
"""

import json
import re
import shutil
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import lxml.html
import pytest
from lxml.html import HtmlElement
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorekeeper import create_app, web
from scorekeeper.exchange import bgstats
from tests.support.forms import Phones, Reading, field_names, fields_of, nameless
from tests.support.loops import at_least_one
from tests.support.payloads import payloads
from tests.support.soak import SOAK
from tests.support.tables import Running, State, list_states

MEANINGS = {
    "back": "Back",
    "up": "move (row )?up",
    "undo": "Undo|Restore",
    "delete": "Delete",
    "plus": "Add|New|Name|Save|Make",
    "minus": "Less|Fewer",
    "close": "leaves|[Rr]emove|Delete|Archive|Start over|Close",
    "lock": "Agree",
    "print": "[Pp]rint|score pads|PDF|to a page|pads?\\b|Score sheet|Running totals|Card",
    "qr": "Invite",
    "tv": "TV scoreboard",
    "pencil": "another name|Fix|[Cc]hange|Correct|Edit|Players and rules|Settings|without the referee|Scoring link",
    "search": "[Ff]ind|[Ss]earch",
    "star": "[Ff]avourite",
    "sound": "Say it aloud",
    "share": "[Ss]hare|Export|Picture|Send",
    "import": "Import",
    "flag": "Finish",
    "people": "Members|[Pp]layers|seat|Add to a group",
    "bars": "[Ss]tatistics|ratings",
    "pause": "Pause",
    "go": "Let the clock go on",
    "clock": "History|Journal|Last game night",
    "list": "[Tt]ables|Archive",
    "book": "Rules|rules|Help",
    "whistle": "[Rr]eferee",
    "eye": "[Ww]atch",
    "closed": "I am|Hide",
    "die": "Dealer|Who (starts|deals)|Start|Order|Teams",
    "refresh": "Refresh",
    "more": "More",
}
"""What a control with this icon says, as a pattern. The others are not listed: “forward” goes on to whatever it names,
“down” unfolds, and “check” is chosen, entered or done, whatever that is."""


KEPT = Path(__file__).parents[1] / "kept.json"
PAYLOADS = payloads("canary.test")
UNPRINTED = "/t/1/\x00\x1b\x7f\r\nX-Planted: yes"
"""Control characters, and a header that they would begin if a response took them over."""
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


class Drawn(NamedTuple):
    """A page in a state, parsed."""

    name: str
    html: HtmlElement


Walked = tuple[Phones, dict[State, Reading], list[Drawn]]


@pytest.fixture(scope="module")
def walked(unused: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walked]:
    """All pages of the app in all states, in English. Only the last test may send forms that change them."""
    app = create_app(shutil.copytree(unused, tmp_path_factory.mktemp("walked") / "instance"), TESTING=True)
    phones, pages, drawn = Phones(app), dict[State, Reading](), list[Drawn]()
    for state in list_states(Running(app, 0), NAMES):
        answer = phones.answer(state)
        html = answer.text if answer.mimetype == "text/html" else ""
        pages[state] = Reading(html, answer.request.path)
        drawn += [Drawn(state.name, lxml.html.fromstring(html))] if html else []
    yield phones, pages, drawn
    app.extensions["tables"].store.close()


def list_icons(page: HtmlElement) -> Iterator[tuple[str, HtmlElement | None]]:
    """Yield the icons of a page, each with the control it is in, or None if it is only a sign."""
    for use in page.iter("use"):
        name = use.get("href", "").removeprefix("#i-")
        inside = [one for one in use.iterancestors() if one.tag in ("a", "button", "summary")]
        yield name, inside[0] if inside else None


def read_label(control: HtmlElement) -> str:
    return control.get("aria-label") or " ".join(control.text_content().split())


def unfolds(control: HtmlElement) -> bool:
    """Return whether a control shows what is folded or further down on this page."""
    return control.tag == "summary" or "#" in control.get("href", "") or "further" in control.get("class", "").split()


def test_an_icon_means_the_same_on_every_page(walked: Walked) -> None:
    wrong, seen = set(), set()
    for page in walked[2]:
        for icon, control in list_icons(page.html):
            if control is None:
                continue
            label = read_label(control)
            seen.add(icon)
            if icon in MEANINGS and not re.search(MEANINGS[icon], label):
                wrong.add((icon, label, page.name))
            if icon == "down" and not unfolds(control):
                wrong.add((icon, label, page.name))
    assert len(seen) > 20
    assert wrong == set()


def test_no_control_has_two_icons_of_different_meaning(walked: Walked) -> None:
    for page in at_least_one(walked[2]):
        of_control: dict[HtmlElement, set[str]] = {}
        for icon, control in list_icons(page.html):
            if control is not None:
                of_control.setdefault(control, set()).add(icon)
        for control, icons in of_control.items():
            assert len(icons & set(MEANINGS)) < 2, (page.name, read_label(control), icons)


def list_black(page: HtmlElement) -> list[HtmlElement]:
    """Return the black buttons of a page. Each section of an entry page has its own screen, and shows its own dock."""
    return [one for one in page.iter("a", "button") if "primary" in one.get("class", "").split()]


def test_no_page_has_two_black_buttons(walked: Walked) -> None:
    crowded = {}
    for page in at_least_one(walked[2]):
        screens: dict[HtmlElement | None, list[str]] = {}
        for black in list_black(page.html):
            screen = next((one for one in black.iterancestors("form") if "ask" in one.get("class", "").split()), None)
            screens.setdefault(screen, []).append(read_label(black))
        if most := [labels for labels in screens.values() if len(labels) > 1]:
            crowded[page.name] = most
    assert crowded == {}


def elements(pages: dict[State, Reading]) -> set[tuple[str, ...]]:
    return {element for page in pages.values() for element in page.elements}


def test_no_page_in_any_state_leads_nowhere(walked: Walked) -> None:
    phones, pages, _ = walked
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


def test_every_field_is_still_there(walked: Walked) -> None:
    phones, pages, _ = walked
    kept = json.loads(KEPT.read_text(encoding="utf-8"))["fields"]
    assert nameless(kept) <= nameless(field_names(phones.app, pages))


def strange(answer: TestResponse, known: set[tuple[str, ...]]) -> list[object]:
    """Return what an answer has that no page of the app has: elements, attributes, or links that lead elsewhere."""
    if answer.status_code >= 500 or "X-Planted" in answer.headers:
        return [answer.status]
    if answer.mimetype != "text/html":
        return []
    page = Reading(answer.text)
    return [*(page.elements - known), *(lead for lead in page.leads if not HERE.match(lead))]


def test_no_part_of_any_address_builds_markup(walked: Walked) -> None:
    phones, pages, _ = walked
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


def test_no_field_of_any_form_builds_markup(walked: Walked) -> None:
    phones, pages, _ = walked
    known = elements(pages)
    fields = fields_of(phones.app, pages)
    assert {field.name for field in fields.values() if field.typed} >= VISIBLE
    some = cycle(PAYLOADS)
    for place, field in fields.items():
        for text in (UNPRINTED, *islice(some, SOME if field.typed else FEW)):
            answer = phones.send(field.state, field.form.method, *field.fill(text))
            for plain in PLAIN if strange(answer, known) else ():
                plainly = phones.send(field.state, field.form.method, *field.fill(plain))
                known |= Reading(plainly.text).elements if plainly.mimetype == "text/html" else set()
            assert strange(answer, known) == [], (place, text)
