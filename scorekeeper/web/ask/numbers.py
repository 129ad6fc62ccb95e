"""Blanks for numbers, which are tapped if there are few to choose from and typed otherwise."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from scorekeeper.games import blanks
from scorekeeper.games.errors import Missing
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.ask.blanks import (
    OPEN,
    DrawnBlank,
    Field,
    Letters,
    Line,
    Pairs,
    Tap,
    Typed,
    Widget,
    draw_items,
    is_filled,
)
from scorekeeper.web.ask.question import Question
from scorekeeper.web.inputs import parse_whole

CHIPS = 31
"""Number of chips from which a number is chosen, at most. If there would be more, the number is typed."""

MOST_ROUNDS = 20
"""Maximum number of rounds in a question; no game takes more."""

PARTS = (("count", Text("Cards")), ("sum", Text("Sum")))
"""Keys and labels of the two numbers that a quick count has per suit."""

BELOW = Text("below 0")

R = TypeVar("R", bound=blanks.RangeBlank)


class NumbersWidget(Widget[R]):
    """The base of the kinds for numbers from `least` to `most`."""

    def parse_number(self, question: Question, key: str) -> int | None:
        """Return the number of a key, or None if there is none. It is negative if its minus chip is chosen."""
        text = question.value(key)
        if not text:
            return None
        number = parse_whole(text, key, self.blank.least, self.blank.most)
        # `abs`, because a number can be typed with a minus and have its chip chosen as well.
        return -abs(number) if question.value(f"{key}.minus") else number

    def parse_all(self, question: Question, key: str, names: Iterable[str]) -> dict[str, int]:
        """Return the number of each name, or {} if none has one. Raise Missing if only some have one.

        The number of a name has the key `key`, a dot and the name in the address.
        """
        return self.require_all({name: self.parse_number(question, f"{key}.{name}") for name in names})

    def holds(self, number: object) -> bool:
        """Return whether a number is in the range of the blank."""
        return self.blank.least <= int(str(number)) <= self.blank.most

    def draw_counts(self, key: str, chosen: str) -> Line:
        """Return a line with a chip per number, whose tap has the key `key`. The number `chosen` is marked."""
        numbers = map(str, range(self.blank.least, self.blank.most + 1))
        return Line("counts", [Tap(Literal(number), f"{key}:{number}", number == chosen) for number in numbers])


class NumberWidget(NumbersWidget[blanks.Number]):
    """A chip for each number, with its name if the blank names them, or a text field if there are too many numbers."""

    def draw(self, question: Question) -> DrawnBlank:
        chosen = question.value(self.key)
        if self.blank.items:
            return self.draw_lines(draw_items(question, self.key, self.blank.items))
        if self.blank.most - self.blank.least < CHIPS:
            return self.draw_lines(self.draw_counts(self.key, chosen))
        return self.draw_lines(typed=(Typed(None, [Field(self.key, self.blank.label, chosen)]),))

    def parse(self, question: Question) -> int | None:
        return self.parse_number(question, self.key)

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        yield self.key, str(value)

    def is_in_range(self, value: Any) -> bool:
        return self.holds(value)


class NumberEachWidget(NumbersWidget[blanks.NumberEach]):
    """The players with their numbers, and the chips for the selected player.

    If nobody has been selected, the first player without a number counts as selected.
    """

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        names = question.list_names()
        numbers = {name: question.value(f"{self.key}.{name}") for name in names}
        painter = question.find_painter(self.blank, names, next((name for name in names if not numbers[name]), ""))
        painters = [
            Tap(Literal(name), f"painter.{self.key}:{name}", name == painter, about=Literal(number or "\u2013"))
            for name, number in numbers.items()
        ]
        return self.draw_lines(self.draw_counts(f"{self.key}.{painter}", numbers[painter]), painters=tuple(painters))

    def tap(self, question: Question, key: str, value: str) -> None:
        """Set the number of a player, or clear it if it was already chosen. Then deselect the player."""
        question.choose(key, value)
        # With no player selected, the next tap goes to the next one without a number.
        question.replace(f"painter.{self.key}")

    def parse(self, question: Question) -> dict[str, int] | None:
        return self.parse_all(question, self.key, question.list_names()) or None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        yield from ((f"{self.key}.{letters[name]}", str(number)) for name, number in value.items())

    def is_in_range(self, value: Any) -> bool:
        return all(map(self.holds, value.values()))


# tables of numbers


def _draw_field(question: Question, key: str, *parts: Text) -> Field:
    label = Text("%(first)s, %(second)s", first=parts[0], second=parts[1]) if len(parts) > 1 else parts[0]
    return Field(key, label, question.value(key))


class NumberRowWidget(NumbersWidget[blanks.NumberRow]):
    """A text field for each of the blank's items."""

    def draw(self, question: Question) -> DrawnBlank:
        typed = [Typed(words, [_draw_field(question, f"{self.key}.{item}", words)]) for item, words in self.blank.items]
        return self.draw_lines(typed=tuple(typed))

    def parse(self, question: Question) -> list[int] | None:
        return [*self.parse_all(question, self.key, dict(self.blank.items)).values()] or None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for (item, _), number in zip(self.blank.items, value, strict=True):
            yield f"{self.key}.{item}", str(number)


class RoundsWidget(NumbersWidget[blanks.Rounds]):
    """A table of text fields with a line per round and a column per player, plus one line for the next round."""

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        names = question.list_names()
        # One empty line is always left, up to the maximum number of rounds.
        last = min(max(self.find_rounds(question), default=0) + 1, MOST_ROUNDS)
        typed = [
            Typed(Literal(str(number)), [self._draw_points(question, number, name) for name in names])
            for number in range(1, last + 1)
        ]
        return self.draw_lines(heads=tuple(map(Literal, names)), typed=tuple(typed))

    def _draw_points(self, question: Question, number: int, name: str) -> Field:
        key = f"{self.key}.{number}.{name}"
        field = _draw_field(question, key, Text("Round %(number)s", number=number), Literal(name))
        if self.blank.least >= 0:
            return field
        spoken = Text("%(what)s, %(below)s", what=field.label, below=BELOW)
        chosen = bool(question.value(f"{key}.minus"))
        return field._replace(minus=Tap(Literal("\u2212"), f"{key}.minus:1", chosen, spoken=spoken))

    def find_rounds(self, question: Question) -> Iterator[int]:
        """Yield the round of each number typed into the blank. A round can be yielded several times."""
        for key, _ in question.taps:
            match = re.fullmatch(r"([0-9]{1,2})\.[A-Z]", key.removeprefix(f"{self.key}."))
            if match and key.startswith(f"{self.key}.") and 1 <= int(match[1]) <= MOST_ROUNDS:
                yield int(match[1])

    def parse(self, question: Question) -> list[dict[str, int]] | None:
        """Return each player's number for every round that is not blank, or None if all rounds are blank.

        Raise Missing if a round is incomplete.
        """
        numbers = sorted(set(self.find_rounds(question)))
        rounds = [self.parse_all(question, f"{self.key}.{number}", question.list_names()) for number in numbers]
        return [points for points in rounds if points] or None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for number, points in enumerate(value, 1):
            for name, got in points.items():
                key = f"{self.key}.{number}.{letters[name]}"
                yield key, str(abs(got))
                # The sign is a chip of its own, because the number keyboards of many phones have no minus.
                if got < 0:
                    yield f"{key}.minus", "1"


class SuitSumsWidget(NumbersWidget[blanks.SuitSums]):
    """A table of text fields with a line per suit and a column per player."""

    people = True
    large = True

    def draw(self, question: Question) -> DrawnBlank:
        names = question.list_names()
        typed = [
            Typed(
                column.name,
                [
                    _draw_field(question, f"{self.key}.{name}.{column.key}", column.name, Literal(name))
                    for name in names
                ],
                column.suit,
            )
            for column in question.columns
        ]
        return self.draw_lines(heads=tuple(map(Literal, names)), typed=tuple(typed))

    def parse(self, question: Question) -> dict[str, dict[str, int]] | None:
        sums = {}
        for name in question.list_names():
            typed = {suit: self.parse_number(question, f"{self.key}.{name}.{suit}") for suit in question.deck.suits}
            sums[name] = {suit: total for suit, total in typed.items() if total is not None}
        if not self.blank.needed:
            sums = {name: totals for name, totals in sums.items() if totals}
        return sums if is_filled(sums) else None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for name, totals in value.items():
            yield from ((f"{self.key}.{letters[name]}.{suit}", str(total)) for suit, total in totals.items())


class SuitCountsWidget(Widget[blanks.SuitCounts]):
    """The players, and for the selected one two text fields per suit: the number of cards and their sum."""

    people = True
    large = True

    def draw(self, question: Question) -> DrawnBlank:
        names = question.list_names()
        painter = question.find_painter(self.blank, names)
        painters = [Tap(Literal(name), f"painter.{self.key}:{name}", name == painter) for name in names]
        typed = []
        for column in question.columns:
            key = f"{self.key}.{painter}.{column.key}"
            fields = [_draw_field(question, f"{key}.{part}", column.name, label) for part, label in PARTS]
            typed.append(Typed(column.name, fields, column.suit))
        heads = tuple([label for _, label in PARTS])
        return self.draw_lines(painters=tuple(painters), heads=heads, typed=tuple(typed))

    def parse(self, question: Question) -> dict[str, dict[str, list[int | None]]] | None:
        counts: dict[str, dict[str, list[int | None]]] = {name: {} for name in question.list_names()}
        for name, by_suit in counts.items():
            for suit in question.deck.suits:
                if pair := self._parse_pair(question, f"{self.key}.{name}.{suit}"):
                    by_suit[suit] = pair
        return counts if is_filled(counts) else None

    def _parse_pair(self, question: Question, key: str) -> list[int | None] | None:
        """Return [number of cards, sum], where an unknown sum is None. Return None if nothing is typed.

        Raise Missing if there is a sum without a number of cards.
        """
        count, total = question.value(f"{key}.count"), question.value(f"{key}.sum")
        if total and not count:
            raise Missing(self.key, OPEN)
        known = parse_whole(total, f"{key}.sum", 0, 999) if total else None
        return [parse_whole(count, f"{key}.count", 0, 99), known] if count else None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for name, counts in value.items():
            for suit, (count, total) in counts.items():
                key = f"{self.key}.{letters[name]}.{suit}"
                yield f"{key}.count", str(count)
                if total is not None:
                    yield f"{key}.sum", str(total)
