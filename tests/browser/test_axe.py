"""Every page in every state: accessibility, width on a phone, small or zoomed, cut words, foreign requests, console.

The first page of each kind, and each page that a form is sent to, is opened. The others are rendered without scripts.
axe checks a page if anything on it is arranged in a new way. The first page of each kind is checked at every width,
those after it at one width each, in turn. SCOREKEEPER_SOAK=1 opens everything, with every number of players, every
worked question, and short names as well, at every width.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.browser import ADDRESS, HOST, PHONE, SMALL, phone_of, visit
from tests.support.drawing import DRAW
from tests.support.forms import Phones
from tests.support.overflow import CUT, SMALL_PHONE, WIDER
from tests.support.soak import SOAK
from tests.support.tables import CROWD, Running, State, list_states, running

STATIC = Path(__file__).parents[2] / "static"
CASTS = (CROWD, ("Al", "Bo", "Cy", "Di", "Ed", "Fi", "Gus", "Hal", "Ira", "Jo", "Kit", "Lu")) if SOAK else (CROWD,)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = """
(only) => axe.run(document, {
  resultTypes: ['violations'], runOnly: only, preload: {assets: ['media']}, rules: {'target-size': {enabled: false}},
}).then((told) => told.violations.flatMap((rule) => rule.nodes.map((one) =>
  [rule.id, one.target.join(' '), one.html.slice(0, 160),
    one.any.concat(one.all, one.none).map((why) => why.message).join(' ')].join(' | '))))
"""
"""Script that runs axe. The rule for the size of targets is replaced by SMALL, which is stricter."""

SHAPES = """
() => {
  const shapes = new Map();
  const told = ({ name, value }) => {
    if (/^aria-(label|description|valuetext)$/.test(name)) return name + !value.trim();
    if (!/^(class|type|role|style)$|^aria-/.test(name) || value.length > 59) return name;
    return name + '=' + value.replace(/\\bn\\d+\\b/, 'n');
  };
  const shape = (one) => {
    if (!one || one === document.documentElement) return 7;
    if (!shapes.has(one)) {
      const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      let number = shape(one.parentElement);
      for (const letter of `>${one.nodeName} ${[...one.attributes].map(told).sort()} ${text}`)
        number = (number * 31 + letter.codePointAt(0)) % 140737488355213;
      shapes.set(one, number);
    }
    return shapes.get(one);
  };
  return [...new Set([...document.querySelectorAll('body, body *')].map(shape))];
}
"""
"""Script that returns a number for each arrangement: an element, its classes, and its ancestors.

The class of the number of players (`n3`) is left out, because it only affects the width.
"""

ALIKE = """
(known) => {
  const grounds = new Map(), looks = new Set(known), fresh = [];
  const ground = (one) => {
    if (!one) return '';
    if (!grounds.has(one)) {
      const {backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode} = getComputedStyle(one);
      const own = [backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode].join();
      // What is clear and stands where it stands anyway changes no colour below it.
      grounds.set(one, ground(one.parentElement) + (own === 'rgba(0, 0, 0, 0),none,1,static,none,normal' ? '' : own));
    }
    return grounds.get(one);
  };
  for (const one of document.querySelectorAll('body, body *')) {
    const own = [...one.childNodes].map((node) => node.nodeType === 3 ? node.data.trim() : '').join('') ||
      one.placeholder || one.value;
    if (!own) continue;
    const {color, fontSize, fontWeight, textShadow, visibility} = getComputedStyle(one);
    // A single letter is taken for a picture.
    const text = [one.nodeName, own.length > 1, one.textContent.trim().length > 1, color, fontSize, fontWeight,
      textShadow, visibility, one.disabled];
    const drawn = [ground(one), one.className, ...text].join();
    // What cannot be seen says nothing of its like.
    const alike = looks.has(drawn);
    one.toggleAttribute('data-alike', alike);
    if (alike || !one.checkVisibility()) continue;
    looks.add(drawn);
    fresh.push(drawn);
  }
  axe.configure({rules: [{id: 'color-contrast', selector: ':not([data-alike])'}]});
  return fresh;
}
"""
"""Script that excludes texts whose colours and background are known from other texts. Returns the new ones."""

LAID_FLAT = """
() => {
  const flat = new CSSStyleSheet();
  flat.replaceSync('.dock{position:static !important}');
  document.adoptedStyleSheets.push(flat);
  return document.documentElement.scrollHeight;
}
"""
"""Script that moves docks below what they cover, as scrolling would. Returns the height of the page."""

STUCK = "() => { document.adoptedStyleSheets.pop() }"

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


WIDTHS = ("zoomed", "narrow", "large")
"""Widths at which pages are checked: half a phone, a small phone, and letters of twice their size."""


@dataclass
class Seen:
    """Findings on one page."""

    axe: list[str] = field(default_factory=list)
    dark: list[str] = field(default_factory=list)
    zoomed: list[str] = field(default_factory=list)
    large: list[str] = field(default_factory=list)
    narrow: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)


@dataclass
class Known:
    """What has been seen so far: the number of pages of each kind, and the arrangements on them."""

    kinds: Counter[str] = field(default_factory=Counter)
    shapes: set[int] = field(default_factory=set)


class Walker:
    """A phone that visits all pages and checks each in several ways."""

    def __init__(self, context: BrowserContext, base: str, known: Known) -> None:
        self.known = known
        context.add_init_script(LISTEN)
        self.page: Page = context.new_page()
        self.engine = context.new_cdp_session(self.page)
        self.base = base
        self.drawn: dict[str, set[str]] = {"light": set(), "dark": set()}
        """Texts whose contrast was checked, by theme."""
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", lambda said: self.said.append(said.text) if said.type in ("error", "warning") else None)
        self.page.on("request", lambda asked: self.asked.append(asked.url))

    def look(self, state: State, names: Sequence[str]) -> Seen:
        """Open a page and check it. Text with a part of a name can be cut."""
        self.begin()
        visit(self.page, self.base, state)
        return self.inspect_page(self.page.evaluate(CLASSES)[0], names)

    def glance(self, html: str, names: Sequence[str]) -> Seen:
        """Check a page that is rendered without scripts in place of the previous one."""
        self.begin()
        self.page.evaluate(DRAW, html)
        return self.inspect_page(
            re.findall(r"[\w-]+\.css", " ".join(re.findall(r"/static/\w+/([\w+.-]+\.css)", html))), names
        )

    def begin(self) -> None:
        """Forget the console, requests and reports of the previous page."""
        self.said.clear()
        self.asked.clear()
        self.page.evaluate("window.reports && (reports.length = 0)")

    def inspect_page(self, sheets: list[str], names: Sequence[str]) -> Seen:
        """Return the findings on the current page, which has these style sheets."""
        page = self.page
        seen = Seen(small=page.evaluate(SMALL), bare=bare(sheets, page.evaluate(CLASSES)[1]))
        if self.unlike():
            page.set_viewport_size({**PHONE, "height": page.evaluate(LAID_FLAT)})
            if not page.evaluate("!!window.axe"):
                page.evaluate(AXE_SCRIPT)
            self.fresh("light")
            seen.axe, seen.dark = page.evaluate(AXE, TAGS), self.by_night()
            page.evaluate(STUCK)
        self.in_widths(seen, self.widths(page.evaluate("document.body.className")), names)
        seen.reports = page.evaluate("reports")
        # Browsers also log refused requests, which some states provoke on purpose.
        seen.said = [said for said in self.said if "the server responded with a status of 4" not in said]
        seen.asked = [asked for asked in self.asked if not asked.startswith((f"{self.base}/", "data:"))]
        return seen

    def unlike(self) -> bool:
        """Return whether anything on this page is arranged in a new way."""
        return not_among(self.page, self.known.shapes) or SOAK

    def widths(self, kind: str) -> Sequence[str]:
        """Return the widths at which to check a page of this kind now."""
        turn = self.known.kinds[kind]
        self.known.kinds[kind] += 1
        return WIDTHS if SOAK or not turn else WIDTHS[turn % len(WIDTHS) :][:1]

    def in_widths(self, seen: Seen, widths: Sequence[str], names: Sequence[str]) -> None:
        """Check the page at these widths, then restore that of a phone."""
        page = self.page
        if "zoomed" in widths:
            page.set_viewport_size({"width": PHONE["width"] // 2, "height": PHONE["height"] // 2})
            seen.zoomed = page.evaluate(WIDER)
        if "narrow" in widths:
            page.set_viewport_size(SMALL_PHONE)
            seen.narrow, seen.cut = page.evaluate(WIDER), page.evaluate(CUT, names)
        page.set_viewport_size(PHONE)
        if "large" in widths:
            self.letters(32)
            seen.large = page.evaluate(WIDER)
            self.letters(16)

    def by_night(self) -> list[str]:
        """Return the texts with too little contrast in the dark theme."""
        self.page.emulate_media(color_scheme="dark")
        fresh = self.fresh("dark")
        only = {"type": "rule", "values": ["color-contrast"]}
        broken: list[str] = self.page.evaluate(AXE, only) if fresh else []
        self.page.emulate_media(color_scheme="light")
        return broken

    def fresh(self, light: str) -> list[str]:
        """Return the texts whose contrast must be checked: those drawn like no other in this theme."""
        fresh: list[str] = self.page.evaluate(ALIKE, [] if SOAK else list(self.drawn[light]))
        self.drawn[light].update(fresh)
        return fresh

    def letters(self, size: int) -> None:
        """Set the default font size, as a reader does for all pages."""
        self.engine.send("Page.setFontSizes", {"fontSizes": {"standard": size}})


def not_among(page: Page, known: set[int]) -> bool:
    """Return whether anything on the page is arranged in a way that is not in `known`, and add it."""
    shapes = set(page.evaluate(SHAPES))
    new = not shapes <= known
    known |= shapes
    return new


def kind(html: str) -> str:
    """Return the classes of the page's body: its kind and number of players. "" if it is not a page."""
    match = re.search(r'<body[^>]*? class="?([^">]*)', html)
    return match[1] if match else ""


def bare(sheets: list[str], classes: list[str]) -> list[str]:
    """Return the classes on a page that only style sheets mention which the page does not load."""
    # The preview of a pad draws the boxes of a round, with styles of its own.
    spoken = set().union({"block"}, *(STYLED[sheet] for sheet in sheets))
    return sorted(set(classes) & set().union(*STYLED.values()) - spoken)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app with all tables."""
    with running(tmp_path_factory.mktemp("walked") / "instance", ADDRESS) as app:
        yield app


@pytest.fixture(scope="module")
def walked(chromium: Browser, app: Running) -> Iterator[dict[str, Seen]]:
    """The findings on every page."""
    base = f"http://{HOST}:{app.port}"
    how: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
    contexts: dict[str, BrowserContext] = {}
    seen_on: dict[str, Seen] = {}
    walkers: dict[str, Walker] = {}
    known = Known()
    contexts["drawn"] = phone_of(chromium, base, "new", **how)
    drawn = Walker(contexts["drawn"], base, known)
    drawn.page.goto(f"{base}/offline")
    senders = Phones(app.app)
    for names in CASTS:
        short = [name[:4] for name in names]
        for state in list_states(app, names, SOAK):
            # A form can be sent only once, and a new phone has no cookie to render pages for.
            html = "" if SOAK or state.fields or state.phone == "new" else senders.look(state)
            if html and known.kinds[kind(html)]:
                seen = drawn.glance(html, short)
            else:
                if state.phone not in walkers:
                    contexts[state.phone] = phone_of(chromium, base, state.phone, **how)
                    walkers[state.phone] = Walker(contexts[state.phone], base, known)
                seen = walkers[state.phone].look(state, short)
            seen_on[f"{state.name} ({len(names[0])})"] = seen
    yield seen_on
    for context in contexts.values():
        context.close()


def test_what_keeps_people_out_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>x</title><main><p style='color:#999'>pale</p><button></button>wide" + "W" * 999
    )
    page.evaluate(AXE_SCRIPT)
    assert {finding.partition(" |")[0] for finding in page.evaluate(AXE, TAGS)} == {"button-name", "color-contrast"}
    assert page.evaluate(WIDER)
    assert len(page.evaluate(SMALL)) == 1
    page.context.close()


def test_of_texts_drawn_alike_one_is_read_in_every_light(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<style>p{color:#767676;background:#fff}.pale,i{color:#999}i{font:inherit}div{background:#ddd}"
        "@media (prefers-color-scheme:dark){.dim{background:#555}}</style><html lang=en><title>x</title><main>"
        "<p class=pale>1<p class=pale>one<p class=pale>two<p>fine<p>fine"
        "<div><p style='background:none'>three</div><p>a<i>four</i>"
        "<p class=dim>dim"
    )
    page.evaluate(AXE_SCRIPT)
    only = {"type": "rule", "values": ["color-contrast"]}
    fresh = page.evaluate(ALIKE, [])
    assert len(page.evaluate(AXE, only)) == 3
    page.emulate_media(color_scheme="dark")
    assert len(page.evaluate(ALIKE, fresh)) == 1
    assert len(page.evaluate(AXE, only)) == 1
    page.context.close()


def test_a_page_is_read_when_something_on_it_stands_as_on_no_page_before(chromium: Browser) -> None:
    page = chromium.new_page()
    read: set[int] = set()
    for body, unlike in (
        ("<ul><li class=a>Ann", True),
        ("<ul><li class=a>Bob<li class=a>Cleo", False),
        ("<ol><li class=a>Ann", True),
        ("<ul><li class=b>Ann", True),
        ("<ul><li class=a aria-busy=true>Ann", True),
        ("<ul><li class=a>", True),
        ("<ul><li class=a aria-label=Ann>", True),
        ("<ul><li class=a aria-label=Bob>", False),
        ("<ul><li class=a aria-label=' '>", True),
        ("<ul class='b n3'>", True),
        ("<ul class='b n6'>", False),
        ("<ul class='b m6'>", True),
    ):
        page.set_content(body)
        assert not_among(page, read) is unlike, body
    page.context.close()


def list_findings(walked: dict[str, Seen], what: str) -> dict[str, list[str]]:
    """Return the findings of one kind by state."""
    return {name: getattr(seen, what) for name, seen in walked.items() if getattr(seen, what)}


def test_axe_finds_nothing(walked: dict[str, Seen]) -> None:
    assert len(walked) > 250
    assert list_findings(walked, "axe") == {}


def test_axe_finds_no_weak_contrast_in_the_dark(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "dark") == {}


def test_zoomed_to_twice_its_size_no_page_scrolls_sideways(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "zoomed") == {}


def test_with_letters_of_twice_their_size_no_page_scrolls_sideways(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "large") == {}


def test_on_a_small_phone_no_page_scrolls_sideways(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "narrow") == {}


def test_on_a_small_phone_each_word_is_whole(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "cut") == {}


def test_every_target_is_large_enough_for_a_thumb(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "small") == {}


def test_no_page_draws_what_only_the_style_sheets_of_others_speak_of(walked: dict[str, Seen]) -> None:
    assert bare(["app.css"], ["joined", "bar", "none-such"]) == ["joined"]
    assert bare(["app.css", "pages.css"], ["joined", "bar", "race"]) == ["joined"]
    assert list_findings(walked, "bare") == {}


def test_no_page_breaks_its_own_policy_or_asks_anybody_else(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "reports") == {}
    assert list_findings(walked, "asked") == {}


def test_no_console_complains(walked: dict[str, Seen]) -> None:
    assert list_findings(walked, "said") == {}
