"""The blanks of a question: how each kind is drawn, and what a tap on it does.

Suits, words and people are here, cards in `cards`, numbers in `numbers`; `KINDS` in `asking` puts them together.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.games.pad import Suit
from scorekeeper.games.question import Blank
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.ask.question import COUNT, Card, Question


class Tap(NamedTuple):
    """One chip: what it says, what it does, how often it is chosen, whose it is, and whether it is full."""

    label: Text
    do: str
    chosen: int = 0
    owner: str = ""
    full: bool = False
    suit: Suit | None = None
    about: Text | None = None
    spoken: Text | None = None


class Line(NamedTuple):
    """Chips side by side; `look` is picks, chips, counts or suits, `name` and `suit` say whose or which they are."""

    look: str
    taps: list[Tap]
    name: Text | None = None
    suit: Suit | None = None


class Deck(NamedTuple):
    """The chips of one suit of the deck."""

    suit: Suit
    name: Text
    taps: list[Tap]


class Field(NamedTuple):
    """A place to type a number, or a word; `minus` is the chip that puts it below 0."""

    key: str
    label: Text
    value: str
    minus: Tap | None = None


class Typed(NamedTuple):
    """A line of fields with its name."""

    name: Text | None
    fields: list[Field]
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One blank as it is drawn. A plain one needs no heading; words are typed, not numbers."""

    key: str
    label: Text
    chosen: tuple[Card, ...] = ()
    painters: tuple[Tap, ...] = ()
    deck: tuple[Deck, ...] = ()
    lines: tuple[Line, ...] = ()
    heads: tuple[Text, ...] = ()
    typed: tuple[Typed, ...] = ()
    words: bool = False
    plain: bool = False
    folded: bool = False
    open: bool = False


class Kind(NamedTuple):
    """How one kind of blank is drawn and tapped.

    `people`: it needs to know how many players there are. `large`: it is folded where it may stay open.
    """

    draw: Callable[[Question, Blank], Asked]
    tap: Callable[[Question, Blank, str, str], None]
    people: bool = False
    large: bool = False


def chosen_one(question: Question, blank: Blank, key: str, value: str) -> None:
    """One of several."""
    question.choose(key, value)


def chosen_some(question: Question, blank: Blank, key: str, value: str) -> None:
    """Any of several."""
    question.copy(key, value)


# suits


def draw_suits(question: Question, blank: Blank) -> Asked:
    """The suits of the game."""
    chosen = question.all(blank.key)
    room = blank.most if blank.kind == "suit_list" else len(question.columns)
    taps = [
        Tap(
            column.suit.letters,
            f"{blank.key}:{column.key}",
            chosen.count(column.key),
            full=blank.kind != "suit" and len(chosen) >= room and column.key not in chosen,
            suit=column.suit,
            spoken=column.name,
        )
        for column in question.columns
    ]
    return Asked(blank.key, blank.label, lines=(Line("suits", taps),))


def tap_suit_list(question: Question, blank: Blank, key: str, value: str) -> None:
    """One more of a suit."""
    question.copy(key, value, blank.most, blank.most)


# words


def draw_items(question: Question, blank: Blank) -> Asked:
    """The choices in words."""
    chosen = question.all(blank.key)
    taps = [Tap(words, f"{blank.key}:{value}", chosen.count(value)) for value, words in blank.items]
    return Asked(blank.key, blank.label, lines=(Line("picks", taps),))


def draw_tick(question: Question, blank: Blank) -> Asked:
    """One chip that says it all."""
    tap = Tap(blank.label, f"{blank.key}:1", bool(question.one(blank.key)))
    return Asked(blank.key, blank.label, lines=(Line("picks", [tap]),), plain=True)


def draw_word(question: Question, blank: Blank) -> Asked:
    """A field for a word."""
    field = Field(blank.key, blank.label, question.one(blank.key))
    return Asked(blank.key, blank.label, typed=(Typed(None, [field]),), words=True)


# people


def draw_count(question: Question, blank: Blank) -> Asked:
    """How many players there are; who they are is clear then."""
    now = question.players if blank.kind == "players" else len(question.names())
    taps = [Tap(Literal(str(size)), f"{blank.key}:{size}", size == now) for size in question.sizes]
    return Asked(blank.key, blank.label, lines=(Line("counts", taps),))


def tap_count(question: Question, blank: Blank, key: str, value: str) -> None:
    """So many players; where that may stay open, a second tap opens it again."""
    if blank.kind == "players" and not blank.needed:
        question.choose(COUNT, value)
    else:
        question.put(COUNT, value)


def _names(question: Question, key: str) -> list[Tap]:
    chosen = question.all(key)
    return [Tap(Literal(name), f"{key}:{name}", name in chosen) for name in question.names()]


def draw_people(question: Question, blank: Blank) -> Asked:
    """The players, one or several of whom can be chosen."""
    return Asked(blank.key, blank.label, lines=(Line("picks", _names(question, blank.key)),))


def draw_people_by_suit(question: Question, blank: Blank) -> Asked:
    """The players once for every suit."""
    lines = [
        Line("picks", _names(question, f"{blank.key}.{column.key}"), column.name, column.suit)
        for column in question.columns
    ]
    return Asked(blank.key, blank.label, lines=tuple(lines))


def draw_said(question: Question, blank: Blank) -> Asked:
    """The choices in words once for every player."""
    lines = []
    for name in question.names():
        key = f"{blank.key}.{name}"
        taps = [Tap(words, f"{key}:{value}", value == question.one(key)) for value, words in blank.items]
        lines.append(Line("picks", taps, Literal(name)))
    return Asked(blank.key, blank.label, lines=tuple(lines))
