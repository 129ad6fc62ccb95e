"""A language for tests with every message in brackets: text without brackets bypasses the catalogue.

It replaces German, in a folder of its own.
"""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scorekeeper.games import GAMES
from scorekeeper.language import catalogue as i18n
from scorekeeper.language.text import OwnWords
from scorekeeper.printing import templates
from tools.catalogues import format_catalogue
from tools.messages import messages

LANGUAGE = "de"

SAID_ALOUD = ("aria-label", "placeholder", "alt", "title", "aria-description", "aria-valuetext")

INSIDE = re.compile("⟦[^⟦⟧]*⟧")

ALIKE = {"Scorekeeper", "PDF", "A4", "A5", "Letter", "JSON", "mm", "QR", "localhost"} | {*i18n.LANGUAGES.values()}
"""Words that are the same in every language, or are shown in their own."""

PROPER = {game.name for game in GAMES.values() if isinstance(game.name, str)}

CODE = re.compile(r"(?<![A-Z])(?:[BCDFGHJKLMNPQRSTVWXZ] ?){5}(?!\w)(?:/tv\b)?")
"""The code of a table, or the short address of its TV scoreboard."""

ADDRESS = re.compile(r"https?://\S+|\S+/tv\b")

QUESTION = re.compile(r"\b[A-Z]\d\d? ·")
"""The number of an open question of a game."""

DAY = re.compile(r"(?:[MDFS][oira]\., )?\d+\. [^\W\d_]+(?: \d{4}|\b\.?)")
"""A date as that language writes it."""


def speak_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app have English and the marked language while the test runs."""
    (folder / f"{LANGUAGE}.po").write_text(every_sentence_marked(), encoding="utf-8")
    monkeypatch.setattr(i18n, "TRANSLATIONS", folder)
    own = OwnWords.template
    monkeypatch.setattr(
        OwnWords,
        "template",
        lambda text, words: f"⟦{own(text, words)}⟧" if words.language == LANGUAGE else own(text, words),
    )
    forget()


@cache
def every_sentence_marked() -> str:
    """Return the catalogue of the marked language as the text of its file."""
    catalogue = Catalog(locale=LANGUAGE)
    for one, many in messages():
        catalogue.add((one, many) if many else one, (f"⟦{one}⟧", f"⟦{many}⟧") if many else f"⟦{one}⟧")
    return format_catalogue(catalogue, LANGUAGE)


def forms(string: object) -> tuple[str, ...]:
    """Return the strings of a message, one per plural form."""
    return tuple(map(str, string)) if isinstance(string, tuple | list) else (str(string or ""),)


@cache
def catalogue_of(language: str) -> Catalog:
    with (i18n.TRANSLATIONS / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def all_said(language: str) -> tuple[tuple[str, str], ...]:
    """Return every message of the app and of the included pads in a language, each after its English."""
    return tuple(
        (form, own)
        for message in catalogue_of(language)
        if message.id
        for form, own in zip(forms(message.id), forms(message.string))
    )


def forget() -> None:
    """Clear the caches of catalogues."""
    for kept in (i18n.languages, i18n.catalogue, templates.make_environment):
        kept.cache_clear()


QUOTED = ("i", "bdi")
"""Tags of what is quoted in another language if they name it: headings of rulebooks, names of games elsewhere."""


class Words(HTMLParser):
    """Parser that collects everything on a page that is read, also by a screen reader."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent = 0
        self.headings: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style")
        given = dict(attrs)
        if tag in QUOTED:
            self.headings.append("lang" in given)
            self.silent += self.headings[-1]
        self.said += [given[name] or "" for name in SAID_ALOUD if name in given]
        if tag == "input" and given.get("type", "text") == "text":
            self.said.append(given.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style") or (tag in QUOTED and self.headings.pop())

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(data)


def strip_marked(text: str, names: tuple[str, ...] = ()) -> str:
    """Return the part of a text outside brackets, without names, numbers and words that are the same in
    every language.
    """
    while INSIDE.search(text):
        text = INSIDE.sub("", text)
    if not has_letters(text):
        return ""
    text = QUESTION.sub("", text)
    text = DAY.sub("", CODE.sub("", ADDRESS.sub("", text)))
    text = any_of(names).sub("", text)
    return " ".join(text.split()) if has_letters(text) else ""


def has_letters(text: str) -> bool:
    """Return whether a text has letters that a language could translate."""
    return any(sign.isalpha() for sign in text)


@cache
def any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for these names and untranslated words, as whole words, longest first."""
    words = sorted({*ALIKE, *PROPER, *names}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")


def leaks(html: str, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the texts on a page that are not translated."""
    # The letters of a sign are in its pad file, and not read aloud.
    for said in Words(re.sub(r'<svg class="game-sign".*?</svg>', "", html, flags=re.S)).said:
        if left := strip_marked(said, names):
            yield left
