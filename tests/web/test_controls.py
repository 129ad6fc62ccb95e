"""What can be tapped, on every page in every state: an icon has one meaning, and one button is black."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import lxml.html
import pytest
from lxml.html import HtmlElement

from scorekeeper import create_app
from tests.support.forms import Phones
from tests.support.loops import at_least_one
from tests.support.tables import Running, list_states

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


class Drawn(NamedTuple):
    """A page in a state, parsed."""

    name: str
    html: HtmlElement


@pytest.fixture(scope="module")
def drawn_pages(unused: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Drawn]]:
    """All pages of the app in all states, in English."""
    app = create_app(shutil.copytree(unused, tmp_path_factory.mktemp("controls") / "instance"), TESTING=True)
    phones = Phones(app)
    read = [(state.name, phones.look(state)) for state in list_states(Running(app, 0))]
    yield [Drawn(name, lxml.html.fromstring(html)) for name, html in read if html]
    app.extensions["tables"].store.close()


def list_icons(page: HtmlElement) -> Iterator[tuple[str, HtmlElement | None]]:
    """Yield the icons of a page, each with the control it is in, or None if it is only a sign."""
    for use in page.iter("use"):
        name = use.get("href", "").removeprefix("#i-")
        inside = [one for one in use.iterancestors() if one.tag in ("a", "button", "summary")]
        yield name, inside[0] if inside else None


def read_label(control: HtmlElement) -> str:
    """Return what a screen reader says of a control."""
    return control.get("aria-label") or " ".join(control.text_content().split())


def unfolds(control: HtmlElement) -> bool:
    """Return whether a control shows what is folded or further down on this page."""
    return control.tag == "summary" or "#" in control.get("href", "") or "further" in control.get("class", "").split()


def test_an_icon_means_the_same_on_every_page(drawn_pages: list[Drawn]) -> None:
    wrong, seen = set(), set()
    for page in drawn_pages:
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


def test_no_control_has_two_icons_of_different_meaning(drawn_pages: list[Drawn]) -> None:
    for page in at_least_one(drawn_pages):
        of_control: dict[HtmlElement, set[str]] = {}
        for icon, control in list_icons(page.html):
            if control is not None:
                of_control.setdefault(control, set()).add(icon)
        for control, icons in of_control.items():
            assert len(icons & set(MEANINGS)) < 2, (page.name, read_label(control), icons)


def list_black(page: HtmlElement) -> list[HtmlElement]:
    """Return the black buttons of a page. Each section of an entry page has its own screen, and shows its own dock."""
    return [one for one in page.iter("a", "button") if "primary" in one.get("class", "").split()]


def test_no_page_has_two_black_buttons(drawn_pages: list[Drawn]) -> None:
    crowded = {}
    for page in at_least_one(drawn_pages):
        screens: dict[HtmlElement | None, list[str]] = {}
        for black in list_black(page.html):
            screen = next((one for one in black.iterancestors("form") if "ask" in one.get("class", "").split()), None)
            screens.setdefault(screen, []).append(read_label(black))
        if most := [labels for labels in screens.values() if len(labels) > 1]:
            crowded[page.name] = most
    assert crowded == {}
