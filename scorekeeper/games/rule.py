"""Rules in our own words, each with its source: a section of an edition, or our decision and its reason."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.language.text import PadWords, Text


class Source(NamedTuple):
    """A place in a rulebook: its edition, the heading as printed there, and the language of that heading."""

    edition: Text
    section: str
    language: str

    @property
    def said(self) -> Text:
        """The place in words: Italian 2008, Punteggio."""
        return Text("%(edition)s, %(section)s", edition=self.edition, section=self.section)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: a short key, a sentence in our own words, and the rulebook sections it comes from.

    Raise ValueError for a rule with neither a source nor a reason nor an origin.
    """

    key: str
    sentence: Text
    sources: tuple[Source, ...] = ()
    because: Text | None = None
    """Our reason for that, or for a rule that follows from others or belongs to this app alone."""
    question: Text | None = None
    """What the rulebooks leave open, where they are silent or differ. Then `sentence` is what we decided."""
    number: str = ""
    """The number of the question ("P6")."""
    origin: Text | None = None
    """Where a rule of a pad file comes from, instead of sources."""

    def __post_init__(self) -> None:
        if not self.sources and self.because is None and self.origin is None:
            raise ValueError(f"{self.key}: name where the rule stands, or why it was decided")
        if (self.question is None) != (not self.number):
            raise ValueError(f"{self.key}: an open question has a number, and nothing else has")


class Chapter(NamedTuple):
    """Rules on one subject, such as a turn."""

    title: Text
    rules: tuple[Rule, ...]

    @property
    def is_open(self) -> bool:
        """Whether the rules are our answers to questions that the rulebooks leave open."""
        return any(rule.question for rule in self.rules)


TEXTS = ("rule", "because", "question")
"""The keys of a rule in a file that hold a text. All others but `number` are books, with the headings cited."""


def read_rules(path: Path) -> tuple[Chapter, ...]:
    """Return the chapters of a file of rules, in the order of the file.

    Raise ValueError if a rule has neither a source nor a reason, and KeyError if it cites a book that is not listed.
    """
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    make_text, books = partial(PadWords, pad=path.parent.name), content.get("books", {})
    return tuple(
        Chapter(
            make_text(part.pop("title")), tuple(_read_rule(key, rule, books, make_text) for key, rule in part.items())
        )
        for part in content["chapter"]
    )


def _read_rule(key: str, part: Mapping[str, Any], books: Mapping[str, Any], make_text: Callable[[str], Text]) -> Rule:
    texts = {name: make_text(part[name]) for name in TEXTS if name in part}
    sources = [
        Source(make_text(books[book]["edition"]), section, books[book]["language"])
        for book in part
        if book not in (*TEXTS, "number")
        for section in ([part[book]] if isinstance(part[book], str) else part[book])
    ]
    because, question = texts.get("because"), texts.get("question")
    return Rule(key, texts["rule"], tuple(sources), because, question, part.get("number", ""))


(EVERY_GAME,) = read_rules(Path(__file__).with_name("rules.toml"))
"""The rules that this app follows in every game."""


def find(chapters: Iterable[Chapter], key: str) -> Rule | None:
    """Return the rule with this key, or None if no chapter has it."""
    return next((rule for chapter in chapters for rule in chapter.rules if rule.key == key), None)
