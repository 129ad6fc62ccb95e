"""The referee's answer in words: the deciding sentence, then the reasons, then the remaining facts."""

from typing import NamedTuple

from scorekeeper.games.pad import format_points
from scorekeeper.games.questions import Answer
from scorekeeper.language.text import Catalogue, Text, join_names, speak
from scorekeeper.rulings import find_rules
from scorekeeper.web.ask.question import DrawnCard, Question
from scorekeeper.web.layout import Link

ROOM = 150
"""Maximum number of characters of an answer that the dock shows in full.

Of a longer answer, the dock shows only the first sentence.
"""

FINE = Text("Yes, that is possible.")


class Fact(NamedTuple):
    """A labelled fact of an answer."""

    label: Text
    cards: tuple[DrawnCard, ...]
    """The cards to draw, or none."""
    words: str
    """The words to show instead."""


class AnswerView(NamedTuple):
    """An answer as displayed."""

    first: str
    """The deciding sentence, in the dock."""
    rest: tuple[str, ...]
    """The other sentences of a short answer. The dock shows them too."""
    why: tuple[str, ...]
    """The other sentences of a long answer, above the dock."""
    facts: tuple[Fact, ...]
    rules: tuple[Link, ...]
    """The rules that it follows, with the addresses of their texts."""


def build_answer(question: Question, answer: Answer, words: Catalogue) -> AnswerView:
    """Return an answer ready for display. `words` is the catalogue of the reader's language."""
    sentences = [speak(sentence, words) for sentence in answer["because"]]
    first, *others = sentences or [speak(FINE, words)]
    short = sum(map(len, sentences)) <= ROOM
    facts = [_build_fact(question, label, answer[key], words) for key, label in question.ruling.facts if key in answer]
    rules = [
        Link(rule.sentence, f"/rules/{question.game.slug}#{rule.key}")
        for rule in find_rules(question.game, question.ruling, answer)
    ]
    return AnswerView(
        first=first,
        rest=tuple(others) if short else (),
        why=() if short else tuple(others),
        facts=tuple(facts),
        rules=tuple(rules),
    )


def _build_fact(question: Question, label: Text, value: object, words: Catalogue) -> Fact:
    # Only if all of them are cards: a list of names stays in words.
    if isinstance(value, list) and value and all(text in question.cards for text in value):
        return Fact(label, tuple([question.cards[text] for text in value]), "")
    return Fact(label, (), _format_value(value, words))


def _format_value(value: object, words: Catalogue) -> str:
    match value:
        # Before `int()`, because True and False are integers as well.
        case True:
            return speak(Text("yes"), words)
        case False:
            return speak(Text("no"), words)
        case int():
            return format_points(value)
        case dict():
            return join_names([f"{name}\u00a0{_format_value(part, words)}" for name, part in value.items()], words)
        case list():
            return join_names([_format_value(part, words) for part in value], words)
    return str(value)
