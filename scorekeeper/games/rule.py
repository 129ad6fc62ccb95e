"""Rules in our own words, each with its source: a section of an edition, or our decision and its reason."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.language.text import Text


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

    Where the rulebooks are silent or differ, `question` is what they leave open and `sentence` what we decided. Then
    `because` is our reason and `number` the number of the question ("P6"). A rule that follows from others, or belongs
    to this app alone, has a `because` and no `question`. A rule from a pad file has an `origin` instead of sources: a
    text that says where the rule comes from. Raise ValueError for a rule with neither a source nor a reason nor an
    origin.
    """

    key: str
    sentence: Text
    sources: tuple[Source, ...] = ()
    because: Text | None = None
    question: Text | None = None
    number: str = ""
    origin: Text | None = None

    def __post_init__(self) -> None:
        if not self.sources and self.because is None and self.origin is None:
            raise ValueError(f"{self.key}: name where the rule stands, or why it was decided")
        if (self.question is None) != (not self.number):
            raise ValueError(f"{self.key}: an open question has a number, and nothing else has")


class Chapter(NamedTuple):
    """Rules on one subject, such as a turn."""

    title: Text
    rules: tuple[Rule, ...]


OPEN_QUESTIONS = Text("Where the rulebooks do not say")
"""The title of the chapter with the open questions of a game."""

EVERY_GAME = Chapter(
    Text("In every game"),
    (
        Rule(
            "told",
            Text("Only what somebody has entered is counted."),
            because=Text("A blank could be a pile that nobody has checked yet."),
        ),
        Rule(
            "slip",
            Text("If something is very unlikely, the app asks about it, but it still counts."),
            because=Text("A mistake is more likely, but rare things do happen."),
        ),
        Rule(
            "mended",
            Text(
                "Fix an entry that is no longer valid first. Everything entered after it is kept, and counts "
                "again once it is fixed."
            ),
            because=Text("Nothing you enter is ever lost."),
        ),
        Rule(
            "by-hand",
            Text("Once the referee is off, only the pad counts."),
            because=Text("Two records would soon disagree."),
        ),
        Rule(
            "secret",
            Text("Secret choices stay hidden until everybody has decided."),
            because=Text("Nobody should gain by deciding last."),
        ),
        Rule(
            "agree",
            Text("If something is entered twice, the entries must agree. Until they do, there is no result."),
            because=Text("One of the two is a mistake, and only the players know which."),
        ),
        Rule(
            "agreed-end",
            Text("If a number of rounds, deals or points was agreed, the game ends there."),
            because=Text("It was agreed before anybody knew how the game would go."),
        ),
        Rule(
            "late",
            Text(
                "A player who joins later starts with the same points as everybody else. If the highest score wins, "
                "the total decides. If the lowest score wins, a player who has missed a round has no place."
            ),
            because=Text("With fewer rounds it is easier to have a low score."),
        ),
    ),
)
"""The rules that this app follows in every game."""


def find(chapters: Iterable[Chapter], key: str) -> Rule | None:
    """Return the rule with this key, or None if no chapter has it."""
    return next((rule for chapter in chapters for rule in chapter.rules if rule.key == key), None)
