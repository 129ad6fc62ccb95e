"""Every kind of page: accessibility, width on a phone, small or zoomed, foreign requests, policy, console.

The first page of each kind is opened, and each page that a form is sent to. With --soak every page in every state is,
with every number of players, every worked question, and short names as well. `test_small_phone.py` draws all states.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext

from tests.support.browser import HOST, PHONE, SMALL, SMALL_PHONE, phone_of, visit
from tests.support.forms import Phones
from tests.support.overflow import CUT, WIDER
from tests.support.soak import SOAK
from tests.support.tables import CROWD, Running, State, list_states

STATIC = Path(__file__).parents[2] / "static"
CASTS = (CROWD, ("Al", "Bo", "Cy", "Di", "Ed", "Fi", "Gus", "Hal", "Ira", "Jo", "Kit", "Lu")) if SOAK else (CROWD,)
TAGS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
AXE = """
(only) => axe.run(document, {
  resultTypes: ['violations'], runOnly: only, preload: {assets: ['media']}, rules: {'target-size': {enabled: false}},
}).then((told) => told.violations.flatMap((rule) => rule.nodes.map((one) =>
  [rule.id, one.target.join(' '), one.html.slice(0, 160),
    one.any.concat(one.all, one.none).map((why) => why.message).join(' ')].join(' | '))))
"""
"""Script that runs axe. The rule for the size of targets is replaced by SMALL, which is stricter."""

LAID_FLAT = """
() => {
  const flat = new CSSStyleSheet();
  flat.replaceSync('.dock{position:static !important}');
  document.adoptedStyleSheets.push(flat);
  return document.documentElement.scrollHeight;
}
"""
"""Script that moves docks below what they cover, as scrolling would. Returns the height of the page."""

LISTEN = """
window.reports = [];
document.addEventListener('securitypolicyviolation', (one) =>
  reports.push(one.violatedDirective + ' ' + one.blockedURI));
"""

STYLED = {sheet.name: set(re.findall(r"\.([a-z][\w-]*)", sheet.read_text())) for sheet in STATIC.glob("*.css")}
"""Class names in each style sheet of the app."""

CLASSES = """
() => [[...document.querySelectorAll('[rel=stylesheet]')].flatMap((one) => one.href.split('/').pop().split('+')),
  [...new Set([...document.querySelectorAll('body [class]')].flatMap((one) => [...one.classList]))]]
"""

CHECKS = ("axe", "dark", "zoomed", "large", "narrow", "cut", "small", "bare", "reports", "said", "asked")

Findings = dict[str, list[str]]


class Walker:
    """A phone that visits pages and checks each in several ways."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        context.add_init_script(LISTEN)
        self.page = context.new_page()
        self.engine = context.new_cdp_session(self.page)
        self.base = base
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", lambda said: self.said.append(said.text) if said.type in ("error", "warning") else None)
        self.page.on("request", lambda asked: self.asked.append(asked.url))

    def look(self, state: State, names: list[str]) -> Findings:
        """Open a page and return its findings. Text with a part of a name can be cut."""
        self.said.clear()
        self.asked.clear()
        page, found = self.page, Findings()
        visit(page, self.base, state)
        found["small"], found["bare"] = page.evaluate(SMALL), find_bare(*page.evaluate(CLASSES))
        page.set_viewport_size({**PHONE, "height": page.evaluate(LAID_FLAT)})
        page.evaluate(AXE_SCRIPT)
        found["axe"] = page.evaluate(AXE, TAGS)
        page.emulate_media(color_scheme="dark")
        found["dark"] = page.evaluate(AXE, CONTRAST)
        page.emulate_media(color_scheme="light")
        page.evaluate("() => { document.adoptedStyleSheets.pop() }")
        page.set_viewport_size({"width": PHONE["width"] // 2, "height": PHONE["height"] // 2})
        found["zoomed"] = page.evaluate(WIDER)
        page.set_viewport_size(SMALL_PHONE)
        found["narrow"], found["cut"] = page.evaluate(WIDER), page.evaluate(CUT, names)
        page.set_viewport_size(PHONE)
        self.set_font_size(32)
        found["large"] = page.evaluate(WIDER)
        self.set_font_size(16)
        found["reports"] = page.evaluate("reports")
        # Browsers also log refused requests, which some states provoke on purpose.
        found["said"] = [said for said in self.said if "the server responded with a status of 4" not in said]
        found["asked"] = [asked for asked in self.asked if not asked.startswith((f"{self.base}/", "data:"))]
        return found

    def set_font_size(self, size: int) -> None:
        """Set the default font size, as a reader does for all pages."""
        self.engine.send("Page.setFontSizes", {"fontSizes": {"standard": size}})


def find_kind(html: str) -> str:
    """Return the classes of the page's body without the number of players, "" if it is not a page."""
    match = re.search(r'<body[^>]*? class="?([^">]*)', html)
    return re.sub(r"\bn\d+\b", "", match[1]) if match else ""


def find_bare(sheets: list[str], classes: list[str]) -> list[str]:
    """Return the classes on a page that only style sheets mention which the page does not load."""
    # The preview of a pad draws the boxes of a round, with styles of its own.
    spoken = set().union({"block"}, *(STYLED[sheet] for sheet in sheets))
    return sorted(set(classes) & set().union(*STYLED.values()) - spoken)


def choose_states(app: Running, names: tuple[str, ...]) -> Iterator[State]:
    senders, known = Phones(app.app), set[str]()
    for state in list_states(app, names, SOAK):
        if state.fields:  # a form can be sent only once, so its page is not known before
            kind = re.sub(r"/t/\w+", "", state.path) + "".join(name for name, _ in state.fields)
        else:  # a new phone has no cookie to render pages for
            kind = state.path if state.phone == "new" else find_kind(senders.look(state))
        kind = state.name if SOAK else kind
        if kind not in known:
            known.add(kind)
            yield state


@pytest.fixture(scope="module")
def walked(chromium: Browser, here: Running) -> Iterator[dict[str, dict[str, list[str]]]]:
    """What was found by each check, by page. Pages without a finding are under "pages"."""
    base = f"http://{HOST}:{here.port}"
    how: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
    walkers: dict[str, Walker] = {}
    found: dict[str, Findings] = defaultdict(dict)
    for names in CASTS:
        for state in choose_states(here, names):
            if state.phone not in walkers:
                walkers[state.phone] = Walker(phone_of(chromium, base, state.phone, **how), base)
            page = f"{state.name} ({len(names[0])})"
            found["pages"][page] = []
            for check, findings in walkers[state.phone].look(state, [name[:4] for name in names]).items():
                if findings:
                    found[check][page] = findings
    yield found
    for walker in walkers.values():
        walker.page.context.close()


def test_what_keeps_people_out_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>x</title><main><p style='color:#999'>pale</p><button></button>wide" + "W" * 999
    )
    page.evaluate(AXE_SCRIPT)
    assert {finding.partition(" |")[0] for finding in page.evaluate(AXE, TAGS)} == {"button-name", "color-contrast"}
    assert page.evaluate(WIDER)
    assert len(page.evaluate(SMALL)) == 1
    assert find_bare(["app.css"], ["voice", "bar", "none-such"]) == ["voice"]
    page.context.close()


@pytest.mark.parametrize("check", CHECKS)
def test_no_page_has_a_fault(walked: dict[str, Findings], check: str) -> None:
    assert len(walked["pages"]) > 60
    assert walked[check] == {}
