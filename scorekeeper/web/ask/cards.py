"""Blanks for cards: one card, a row of cards, piles, the sides of each suit, or only the numbers on the cards."""

from collections.abc import Callable

from scorekeeper.games.question import Blank
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.web.ask.blanks import Deck, DrawnBlank, Line, Tap
from scorekeeper.web.ask.question import Card, Column, Question


def _draw_deck(question: Question, tap: Callable[[Column, str, Card], Tap]) -> tuple[Deck, ...]:
    return tuple(
        [
            Deck(column.suit, column.name, [tap(column, text, card) for text, card in column.cards.items()])
            for column in question.columns
        ]
    )


def _label_card(card: Card) -> Text:
    return Literal(card.value)


# single cards


def draw_cards(question: Question, blank: Blank) -> DrawnBlank:
    """Draw the deck, and above it the cards tapped so far, in order."""
    chosen = question.values(blank.key)
    full = blank.kind == "cards" and len(chosen) >= blank.most

    def draw_tap(column: Column, text: str, card: Card) -> Tap:
        count = chosen.count(text)
        return Tap(_label_card(card), f"{blank.key}:{text}", count, full=full and not count, spoken=card.name)

    known = [card for text in chosen if (card := question.find_card(text))]
    return DrawnBlank(blank.key, blank.label, chosen=tuple(known), deck=_draw_deck(question, draw_tap))


def tap_cards(question: Question, blank: Blank, key: str, value: str) -> None:
    """Add a card to the end of the row. If it cannot be added again, remove all its copies instead."""
    question.add(key, value, _count_copies(question, value), blank.most)


def _count_copies(question: Question, text: str) -> int:
    """Return how many copies of a card the deck has. Return 1 for an unknown card."""
    return next((question.count_copies(column) for column in question.columns if text in column.cards), 1)


# piles before the players


def draw_piles(question: Question, blank: Blank) -> DrawnBlank:
    """Draw the players, and the deck with the cards of the selected player marked."""
    names = question.list_names()
    painter = question.find_painter(blank, names)
    held = {name: question.values(f"{blank.key}.{name}") for name in names}
    mine = held[painter]

    def draw_tap(column: Column, text: str, card: Card) -> Tap:
        # A card of which the deck has several copies has no single owner.
        exclusive = column.box is not None and column.box.exclusive
        owner = next((name for name in names if text in held[name]), "") if exclusive and text not in mine else ""
        return Tap(_label_card(card), f"{blank.key}.{painter}:{text}", mine.count(text), owner, spoken=card.name)

    painters = [_draw_painter(blank, name, Literal(name), name == painter, len(held[name])) for name in names]
    return DrawnBlank(blank.key, blank.label, painters=tuple(painters), deck=_draw_deck(question, draw_tap))


def _draw_painter(blank: Blank, choice: str, words: Text, chosen: bool, cards: int) -> Tap:
    """Return the chip that selects a player or side, with the number of its cards."""
    spoken = Plural("%(who)s, %(count)s card", "%(who)s, %(count)s cards", cards, who=words)
    return Tap(words, f"painter.{blank.key}:{choice}", chosen, about=Literal(str(cards)), spoken=spoken)


def tap_piles(question: Question, blank: Blank, key: str, value: str) -> None:
    """Add a card to a player's pile, or remove it.

    If the deck has only one copy, also remove it from any other pile.
    """
    box = next((column.box for column in question.columns if value in column.cards), None)
    # A card of which there is only one cannot be in two piles, so the latest tap wins.
    if box and box.exclusive:
        start = f"{blank.key}."
        question.taps = [
            (name, card) for name, card in question.taps if card != value or name == key or not name.startswith(start)
        ]
    question.add(key, value, _count_copies(question, value))


# the sides of every suit


def draw_sides(question: Question, blank: Blank) -> DrawnBlank:
    """Draw the sides that cards can lie on, and the deck with the cards on the selected side marked."""
    side = question.find_painter(blank, [item for item, _ in blank.items])

    def draw_tap(column: Column, text: str, card: Card) -> Tap:
        key = f"{blank.key}.{column.key}.{side}"
        return Tap(_label_card(card), f"{key}:{card.value}", question.values(key).count(card.value), spoken=card.name)

    painters = []
    for item, words in blank.items:
        lying = sum(len(question.values(f"{blank.key}.{column.key}.{item}")) for column in question.columns)
        painters.append(_draw_painter(blank, item, words, item == side, lying))
    return DrawnBlank(blank.key, blank.label, painters=tuple(painters), deck=_draw_deck(question, draw_tap))


# numbers of cards


def tap_values(question: Question, blank: Blank, key: str, value: str) -> None:
    """Add another card with this number.

    If there are already `question.most_copies` of them, remove them all instead.
    """
    question.add(key, value, question.most_copies)


def _draw_numbers(question: Question, blank: Blank, key: str, name: Text | None = None) -> Line:
    chosen = question.values(key)
    taps = [
        Tap(Literal(str(number)), f"{key}:{number}", chosen.count(str(number)))
        for number in range(blank.least, blank.most + 1)
    ]
    return Line("chips", taps, name)


def draw_values(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a chip for each number that a card can have."""
    return DrawnBlank(blank.key, blank.label, lines=(_draw_numbers(question, blank, blank.key),))


def draw_hands(question: Question, blank: Blank) -> DrawnBlank:
    """Draw a line per player with a chip for each number that a card can have."""
    lines = [_draw_numbers(question, blank, f"{blank.key}.{name}", Literal(name)) for name in question.list_names()]
    return DrawnBlank(blank.key, blank.label, lines=tuple(lines))
