"""Blanks for cards: one card, a row of cards, piles, the sides of each suit, or only the values of the cards."""

from collections.abc import Callable
from typing import Any, TypeVar

from scorekeeper.games import blanks
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.web.ask.blanks import (
    Deck,
    DrawnBlank,
    Letters,
    Line,
    Pairs,
    SeveralWidget,
    SingleWidget,
    Tap,
    Widget,
)
from scorekeeper.web.ask.question import ASKED, Card, Column, Question
from scorekeeper.web.inputs import parse_whole

R = TypeVar("R", bound=blanks.RangeBlank)


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


class CardWidget(SingleWidget[blanks.Card]):
    """The deck, and above it the card that was tapped."""

    large = True

    def draw(self, question: Question) -> DrawnBlank:
        return _draw_cards(question, self, most=None)


class CardRowWidget(SeveralWidget[blanks.CardRow]):
    """The deck, and above it the cards tapped so far, in order."""

    large = True

    def draw(self, question: Question) -> DrawnBlank:
        return _draw_cards(question, self, self.blank.most)

    def tap(self, question: Question, key: str, value: str) -> None:
        """Add a card to the end of the row. If it cannot be added again, remove all its copies instead."""
        question.add(key, value, _count_copies(question, value), self.blank.most)

    def parse(self, question: Question) -> list[str] | None:
        return self.require_least(question.values(self.key), self.blank.least)


def _draw_cards(question: Question, widget: Widget[Any], most: int | None) -> DrawnBlank:
    """Return the deck, and the tapped cards in order. If there are `most` of them, no other one can be tapped."""
    chosen = question.values(widget.key)
    full = most is not None and len(chosen) >= most

    def draw_tap(column: Column, text: str, card: Card) -> Tap:
        count = chosen.count(text)
        return Tap(_label_card(card), f"{widget.key}:{text}", count, full=full and not count, spoken=card.name)

    known = [card for text in chosen if (card := question.find_card(text))]
    return widget.draw_lines(chosen=tuple(known), deck=_draw_deck(question, draw_tap))


def _count_copies(question: Question, text: str) -> int:
    """Return how many copies of a card the deck has. Return 1 for an unknown card."""
    return next((question.count_copies(column) for column in question.columns if text in column.cards), 1)


# piles before the players


class PilesWidget(Widget[blanks.Piles]):
    """The players, and the deck with the cards of the selected player marked."""

    people = True
    large = True

    def draw(self, question: Question) -> DrawnBlank:
        names = question.list_names()
        painter = question.find_painter(self.blank, names)
        held = {name: question.values(f"{self.key}.{name}") for name in names}
        mine = held[painter]

        def draw_tap(column: Column, text: str, card: Card) -> Tap:
            # A card of which the deck has several copies has no single owner.
            exclusive = column.box is not None and column.box.exclusive
            owner = next((name for name in names if text in held[name]), "") if exclusive and text not in mine else ""
            return Tap(_label_card(card), f"{self.key}.{painter}:{text}", mine.count(text), owner, spoken=card.name)

        painters = [_draw_painter(self.key, name, Literal(name), name == painter, len(held[name])) for name in names]
        return self.draw_lines(painters=tuple(painters), deck=_draw_deck(question, draw_tap))

    def tap(self, question: Question, key: str, value: str) -> None:
        """Add a card to a player's pile, or remove it.

        If the deck has only one copy, also remove it from any other pile.
        """
        box = next((column.box for column in question.columns if value in column.cards), None)
        # A card of which there is only one cannot be in two piles, so the latest tap wins.
        if box and box.exclusive:
            start = f"{self.key}."
            question.taps = [
                (name, card)
                for name, card in question.taps
                if card != value or name == key or not name.startswith(start)
            ]
        question.add(key, value, _count_copies(question, value))

    def parse(self, question: Question) -> dict[str, dict[str, list[int]]] | None:
        """Return each player's cards by suit, or None while a pile is empty and the question not marked as complete.

        If the blank is optional, leave out players without cards, and return None if nobody has any.
        """
        piles: dict[str, dict[str, list[int]]] = {name: {} for name in question.list_names()}
        for name, pile in piles.items():
            key = f"{self.key}.{name}"
            for card in question.values(key):
                suit, _, value = card.rpartition("-")
                pile.setdefault(suit, []).append(parse_whole(value, key, 0, 99))
        if not self.blank.needed:
            return {name: pile for name, pile in piles.items() if pile} or None
        return piles if all(piles.values()) or question.value(ASKED) else None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for name, pile in value.items():
            for suit, cards in pile.items():
                yield from ((f"{self.key}.{letters[name]}", f"{suit}-{card}") for card in cards)


def _draw_painter(key: str, choice: str, words: Text, chosen: bool, cards: int) -> Tap:
    """Return the chip that selects a player or side, with the number of its cards."""
    spoken = Plural("%(who)s, %(count)s card", "%(who)s, %(count)s cards", cards, who=words)
    return Tap(words, f"painter.{key}:{choice}", chosen, about=Literal(str(cards)), spoken=spoken)


# values of cards


class ValuesWidget(SeveralWidget[R]):
    """The base of the kinds that hold the values of cards, each as often as it was tapped."""

    def tap(self, question: Question, key: str, value: str) -> None:
        """Add another card with this value. If there are already as many as of any card, remove them all instead."""
        question.add(key, value, question.most_copies)

    def parse_values(self, question: Question, key: str) -> list[int]:
        """Return the values tapped for a key."""
        return [parse_whole(text, key, self.blank.least, self.blank.most) for text in question.values(key)]

    def draw_values(self, question: Question, key: str, name: Text | None = None) -> Line:
        """Return a line with a chip for each value that a card can have."""
        chosen = question.values(key)
        values = range(self.blank.least, self.blank.most + 1)
        return Line("chips", [Tap(Literal(str(of)), f"{key}:{of}", chosen.count(str(of))) for of in values], name)


class CardValuesWidget(ValuesWidget[blanks.CardValues]):
    """A chip for each value that a card can have."""

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(self.draw_values(question, self.key))

    def parse(self, question: Question) -> list[int] | None:
        return self.unless_blank(self.parse_values(question, self.key))


class HandValuesWidget(ValuesWidget[blanks.HandValues]):
    """A line per player with a chip for each value that a card can have."""

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        lines = [self.draw_values(question, f"{self.key}.{name}", Literal(name)) for name in question.list_names()]
        return self.draw_lines(*lines)

    def parse(self, question: Question) -> dict[str, list[int]] | None:
        hands = {name: self.parse_values(question, f"{self.key}.{name}") for name in question.list_names()}
        return self.unless_blank(hands)

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for name, cards in value.items():
            yield from ((f"{self.key}.{letters[name]}", str(card)) for card in cards)


class SidesWidget(ValuesWidget[blanks.Sides]):
    """The sides that cards can lie on, and the deck with the cards on the selected side marked."""

    large = True

    def draw(self, question: Question) -> DrawnBlank:
        side = question.find_painter(self.blank, [item for item, _ in self.blank.items])

        def draw_tap(column: Column, text: str, card: Card) -> Tap:
            key = f"{self.key}.{column.key}.{side}"
            count = question.values(key).count(card.value)
            return Tap(_label_card(card), f"{key}:{card.value}", count, spoken=card.name)

        painters = []
        for item, words in self.blank.items:
            lying = sum(len(question.values(f"{self.key}.{column.key}.{item}")) for column in question.columns)
            painters.append(_draw_painter(self.key, item, words, item == side, lying))
        return self.draw_lines(painters=tuple(painters), deck=_draw_deck(question, draw_tap))

    def parse(self, question: Question) -> dict[str, dict[str, list[int]]] | None:
        sides = [item for item, _ in self.blank.items]
        rows = {
            suit: {side: self.parse_values(question, f"{self.key}.{suit}.{side}") for side in sides}
            for suit in question.deck.suits
        }
        return self.unless_blank(rows)

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for suit, row in value.items():
            for side, cards in row.items():
                yield from ((f"{self.key}.{suit}.{side}", str(card)) for card in cards)
