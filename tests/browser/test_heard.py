"""What a screen reader says: on twelve pages, and while a deal of Parade is entered, in five languages.

The files in `tests/browser/aria` hold the words. After a change of pages write them anew, and read the difference:

    .venv/bin/python -m pytest tests/browser/test_heard.py --soak --rewrite
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser import SEATS, Phone, writing
from tests.support.http import ROWS, flip_taps, flip_taps_of
from tests.support.parade import EXAMPLE
from tests.support.soak import SOAK

KEPT = Path(__file__).parent / "aria"

LANGUAGES = ("en", "it", "fr", "es", "de")

PAGES = {
    "home": "/",
    "all-games": "/games/",
    "new-table": "/games/parade/new",
    "new-group": "/g/new",
    "invite": "{table}invite",
    "round": "{table}1/",
    "sheet": "{table}1/sheet",
    "totals": "{table}",
    "board": "{table}board",
    "ask-the-referee": "/rulings/parade/",
    "rules": "/rules/parade",
    "score-pads": "/paper/parade",
}
"""Addresses of the pages, by the names of their files. The first two are opened before there is a table."""

CHANGING = (
    (re.compile(r" *- /url:.*\n"), ""),
    (re.compile(r"^- status: .*", re.M), "- status"),
    (re.compile(r"\b[B-DF-HJ-NP-TV-Z]{5}\b"), "BCDFG"),
    (re.compile(r"\b\d+ (?=[Mm]inut)"), "10 "),
    (re.compile(r"[\w.]+:\d{4,5}\b"), "table.home"),
    (re.compile(r"\d{1,2}\.? (?:de )?\w+ (?:de )?20\d\d"), "1 January 2026"),
)
"""What differs from run to run, with what stands for it: addresses, messages, codes, minutes, the host, the day."""

GROUP = "(one) => one.closest('[role=group]')?.getAttribute('aria-label') ?? ''"
"""Script: the name of the group that an element is in, or ""."""

Kept = Callable[[str, str, str], None]


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> Kept:
    """A function that compares words in a language with the file of a name, or writes it with --rewrite."""

    def compare(language: str, name: str, words: str) -> None:
        file = KEPT / language / f"{name}.txt"
        if request.config.getoption("--rewrite"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(words, "utf-8")
        assert words == file.read_text("utf-8"), (
            "Read what changed. If it is meant: pytest tests/browser/test_heard.py --rewrite"
        )

    return compare


def read_words(part: Locator) -> str:
    """Return what a screen reader says of a part of a page, in the form of Playwright’s `aria_snapshot`."""
    words = part.aria_snapshot() + "\n"
    for pattern, instead in CHANGING:
        words = pattern.sub(instead, words)
    return words


def read_element(element: Locator) -> str:
    """Return what a screen reader says of an element: its group, kind, name and state."""
    words = read_words(element).splitlines()[0].strip("- :'\"").replace('"', "")
    return ", ".join(filter(None, (element.evaluate(GROUP), words)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_twelve_pages_say_what_they_said(phones: Callable[..., Phone], kept: Kept, language: str) -> None:
    phone, table, heard = phones(locale=language), "", {}
    for name, address in PAGES.items():
        if "{table}" in address and not table:
            table = phone.new_table()
        if name == "round":
            phone.write(table, *flip_taps(), "1.end.all..=1")
        phone.open(address.format(table=table))
        phone.wait_for_scripts()
        heard[name] = read_words(phone.page.locator("body"))
    for name, words in heard.items():
        kept(language, name, words)


@pytest.mark.parametrize("language", LANGUAGES if SOAK else LANGUAGES[:1])
def test_a_deal_is_entered_with_the_kept_words(phones: Callable[..., Phone], kept: Kept, language: str) -> None:
    phone = phones(locale=language)
    phone.open("/")
    phone.new_table()
    phone.wait_for_scripts()
    heard: list[str] = []

    def press(button: Locator) -> None:
        """Press a button. Write down its words, and those of what has the focus and of the message afterwards."""
        heard.append(f"> {read_element(button)}")
        phone.tap(button)
        focus = phone.page.locator("main :focus, .dock :focus")
        after = [read_element(focus)] if focus.count() else []
        heard.extend(f"    {words}" for words in (*after, phone.page.locator("#said").inner_text().strip()) if words)

    for row in ROWS:
        section = phone.page.locator(f"form#{row}")
        heard += ["", *[line[2:] for line in read_words(section).splitlines() if line.startswith(("- head", "- para"))]]
        for tap in flip_taps_of(row):
            press(phone.page.locator(writing(tap)))
        for name in EXAMPLE:
            pile = section.locator("[role=group]").nth(SEATS[name]).locator("p").first
            heard.append(f"  {' '.join(pile.inner_text().split())}")
        if row != ROWS[-1]:
            press(section.locator(".primary"))
    on = phone.page.locator(".primary").locator("visible=true").last
    heard.append(f"> {read_element(on)}")
    phone.tap(on)
    phone.page.wait_for_url("**/sheet")
    phone.wait_for_scripts()
    expect(phone.page.locator("#said")).not_to_be_empty()
    heard.append(f"    {phone.page.locator('#said').inner_text().strip()}")
    kept(language, "deal-of-parade", "\n".join(heard).strip().replace("\xad", "") + "\n")
