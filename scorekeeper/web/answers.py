"""The referee's answer in words: what decides first, then why, then what the sentences leave unsaid."""

from typing import NamedTuple

from scorekeeper.games.base import Answer
from scorekeeper.text import Text, listed
from scorekeeper.web.question import Card, Question

ROOM = 150
"""So many letters of an answer stand in the dock; of a longer one only the first sentence."""
FINE = Text("Nothing speaks against it.")


class Fact(NamedTuple):
    """One thing of the answer with its name: cards to draw, or words."""

    label: Text
    cards: tuple[Card, ...]
    words: str


class Told(NamedTuple):
    """An answer as it is read: in the dock, and above it why and the facts."""

    first: str
    rest: tuple[str, ...]
    why: tuple[str, ...]
    facts: tuple[Fact, ...]


def told(question: Question, answer: Answer) -> Told:
    """Put an answer in words."""
    because = answer.get("because")
    said = [str(sentence) for sentence in because] if isinstance(because, list | tuple) else []
    first, *others = said or [str(FINE)]
    short = sum(map(len, said)) <= ROOM
    facts = [_fact(question, label, answer[key]) for key, label in question.ruling.facts if key in answer]
    return Told(first, tuple(others) if short else (), () if short else tuple(others), tuple(facts))


def _fact(question: Question, label: Text, value: object) -> Fact:
    if isinstance(value, list | tuple) and value:
        found = [question.card(one) for one in value if isinstance(one, str)]
        cards = [card for card in found if card]
        if len(cards) == len(value):
            return Fact(label, tuple(cards), "")
    return Fact(label, (), _words(value))


def _words(value: object) -> str:
    match value:
        case True:
            return str(Text("yes"))
        case False:
            return str(Text("no"))
        case int():
            return str(value).replace("-", "\u2212")
        case dict():
            return listed([f"{name}\u00a0{_words(one)}" for name, one in value.items()])
        case list() | tuple():
            return listed([_words(one) for one in value])
    return str(value)
