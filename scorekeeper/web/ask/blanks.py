"""Blanks, the parameters of a question: how each kind is drawn, and what a tap on it does.

The kinds for suits, words and people are here. Those for cards and numbers are in `cards` and `numbers`. `KINDS` in
`widgets` lists them all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.games.pad import Suit
from scorekeeper.games.question import Blank
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.ask.question import COUNT, Card, Question


class Tap(NamedTuple):
    """A chip that can be tapped.

    `do` is the tap that it sends, as `key:value`. `chosen` is how often the chip has been chosen, and `full` is set if
    it cannot be chosen again. `owner` is the player who has the card. `about` is shown in small letters beside the
    label. `spoken` is what screen readers say.
    """

    label: Text
    do: str
    chosen: int = 0
    owner: str = ""
    full: bool = False
    suit: Suit | None = None
    about: Text | None = None
    spoken: Text | None = None


class Line(NamedTuple):
    """A line of chips, headed by `name` and `suit` if given. `look` is its style: picks, chips, counts or suits."""

    look: str
    taps: list[Tap]
    name: Text | None = None
    suit: Suit | None = None


class Deck(NamedTuple):
    """One suit of the deck, with a chip for each of its cards."""

    suit: Suit
    name: Text
    taps: list[Tap]


class Field(NamedTuple):
    """A text field for a number or a word. `minus` is a chip that makes the number negative, or None."""

    key: str
    label: Text
    value: str
    minus: Tap | None = None


class Typed(NamedTuple):
    """A line of text fields, headed by `name` and `suit` if given."""

    name: Text | None
    fields: list[Field]
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class DrawnBlank:
    """A blank as drawn.

    `chosen` are the tapped cards in order. `painters` are the chips that select the player or side whose cards are
    being tapped. `heads` are the column heads of the text fields `typed`. `words` is set if the fields are for words,
    not numbers. `plain` is set if the blank needs no heading. `folded` is set if it can be folded. It is then folded at
    first, unless `open` is set as well.
    """

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
    """The functions that draw and tap one kind of blank.

    `people` is set if the question must say how many players there are. `large` is set if an optional blank of this
    kind is folded at first.
    """

    draw: Callable[[Question, Blank], DrawnBlank]
    tap: Callable[[Question, Blank, str, str], None]
    people: bool = False
    large: bool = False


def choose_one(question: Question, blank: Blank, key: str, value: str) -> None:
    """Choose this value instead of any other. If it is already the only chosen value, remove it."""
    question.choose(key, value)


def choose_some(question: Question, blank: Blank, key: str, value: str) -> None:
    """Add a value to those chosen, or remove it if it was among them."""
    question.add(key, value)


# suits


def draw_suits(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a chip for each suit of the game."""
    chosen = question.values(blank.key)
    # A list has a maximum of its own, because it can hold a suit several times.
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
    return DrawnBlank(blank.key, blank.label, lines=(Line("suits", taps),))


def tap_suit_list(question: Question, blank: Blank, key: str, value: str) -> None:
    """Add another copy of a suit. If the list is full, remove all copies of the suit instead."""
    question.add(key, value, blank.most, blank.most)


# words


def draw_items(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a chip for each of the blank's choices in words."""
    chosen = question.values(blank.key)
    taps = [Tap(words, f"{blank.key}:{value}", chosen.count(value)) for value, words in blank.items]
    return DrawnBlank(blank.key, blank.label, lines=(Line("picks", taps),))


def draw_tick(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a single chip, labelled with the question."""
    tap = Tap(blank.label, f"{blank.key}:1", bool(question.value(blank.key)))
    return DrawnBlank(blank.key, blank.label, lines=(Line("picks", [tap]),), plain=True)


def draw_word(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a text field for a word."""
    field = Field(blank.key, blank.label, question.value(blank.key))
    return DrawnBlank(blank.key, blank.label, typed=(Typed(None, [field]),), words=True)


# people


def draw_count(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a chip for each possible number of players. The number decides which letters the players have."""
    chosen = question.players if blank.kind == "players" else len(question.list_names())
    taps = [Tap(Literal(str(size)), f"{blank.key}:{size}", size == chosen) for size in question.sizes]
    return DrawnBlank(blank.key, blank.label, lines=(Line("counts", taps),))


def tap_count(question: Question, blank: Blank, key: str, value: str) -> None:
    """Set the number of players. If it is optional, a second tap clears it."""
    if blank.kind == "players" and not blank.needed:
        question.choose(COUNT, value)
    else:
        question.replace(COUNT, value)


def _list_name_taps(question: Question, key: str) -> list[Tap]:
    chosen = question.values(key)
    return [Tap(Literal(name), f"{key}:{name}", name in chosen) for name in question.list_names()]


def draw_people(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a chip for each player."""
    return DrawnBlank(blank.key, blank.label, lines=(Line("picks", _list_name_taps(question, blank.key)),))


def draw_people_by_suit(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a line per suit with a chip for each player."""
    lines = [
        Line("picks", _list_name_taps(question, f"{blank.key}.{column.key}"), column.name, column.suit)
        for column in question.columns
    ]
    return DrawnBlank(blank.key, blank.label, lines=tuple(lines))


def draw_items_by_player(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a line per player with a chip for each of the blank's choices in words."""
    lines = []
    for name in question.list_names():
        key = f"{blank.key}.{name}"
        taps = [Tap(words, f"{key}:{value}", value == question.value(key)) for value, words in blank.items]
        lines.append(Line("picks", taps, Literal(name)))
    return DrawnBlank(blank.key, blank.label, lines=tuple(lines))
