"""The base of all kinds of blank on the page of a question, and the kinds for suits, words and people.

The kinds for cards and numbers are in `cards` and `numbers`. `WIDGETS` in `widgets` lists them all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from scorekeeper.games import blanks
from scorekeeper.games.blanks import Blank
from scorekeeper.games.errors import Missing
from scorekeeper.games.pad import Suit
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.ask.question import COUNT, Card, Question

OPEN = Text("This is missing.")


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


B = TypeVar("B", bound=Blank)

V = TypeVar("V")

Letters = Mapping[str, str]
"""The letter of each player in the address, by name."""

Pairs = Iterator[tuple[str, str]]
"""Query parameters, as (key, value). Each stands for a tap or a filled text field."""


class Widget(ABC, Generic[B]):
    """A blank on the page of a question. Each kind of blank has a class.

    It draws the blank, applies a tap on it, reads its value from the taps, and turns a value into the taps for it.
    """

    people: ClassVar = False
    """Whether the question must say how many players there are."""

    large: ClassVar = False
    """Whether the blank is folded at first if it is not needed."""

    def __init__(self, blank: B) -> None:
        self.blank = blank
        self.key = blank.key

    @abstractmethod
    def draw(self, question: Question) -> DrawnBlank:
        """Return the blank as drawn."""

    def tap(self, question: Question, key: str, value: str) -> None:
        """Apply a tap. Unless a kind says otherwise, the value replaces any other, and a second tap removes it."""
        question.choose(key, value)

    @abstractmethod
    def parse(self, question: Question) -> Any:
        """Return the value for the ruling, or None while the blank is empty.

        Raise Missing if part of it is missing. Raise Malformed if it is not valid.
        """

    @abstractmethod
    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        """Yield the query parameters that enter a value as if it had been tapped."""

    def is_in_range(self, value: Any) -> bool:
        """Return whether a value is within what can be tapped or typed. Only some kinds for numbers have a range."""
        return True

    def draw_lines(self, *lines: Line, **parts: Any) -> DrawnBlank:
        """Return the blank as drawn with these lines of chips, or with other parts."""
        return DrawnBlank(self.key, self.blank.label, lines=lines, **parts)

    def require_all(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return `values`, or an empty dict if all are None. Raise Missing if only some are."""
        known = {name: value for name, value in values.items() if value is not None}
        if 0 < len(known) < len(values):
            raise Missing(self.key, OPEN)
        return known

    def unless_blank(self, value: V) -> V | None:
        """Return a value, or None if it holds nothing and the blank is not needed."""
        return value if self.blank.needed or is_filled(value) else None


def is_filled(value: object) -> bool:
    """Return whether a value is not empty, at any depth."""
    return any(map(is_filled, value.values())) if isinstance(value, dict) else value not in (None, [])


class SingleWidget(Widget[B]):
    """The base of the kinds with a single value, written as it is."""

    def parse(self, question: Question) -> Any:
        return question.value(self.key) or None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        yield self.key, str(value)


class SeveralWidget(Widget[B]):
    """The base of the kinds with a list of values, which may be empty."""

    def tap(self, question: Question, key: str, value: str) -> None:
        """Add a value to those chosen, or remove it if it was among them."""
        question.add(key, value)

    def parse(self, question: Question) -> Any:
        return self.unless_blank(question.values(self.key))

    def require_least(self, values: list[str], least: int) -> list[str] | None:
        """Return `values`, or None if there are none and there must be. Raise Missing if there are too few."""
        if 0 < len(values) < least:
            raise Missing(self.key, OPEN)
        return values if values or (self.blank.needed and not least) else None

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        yield from ((self.key, str(part)) for part in value)


# suits


class SuitWidget(SingleWidget[blanks.Suit]):
    """A chip for each suit of the game."""

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(_draw_suits(question, self.key, lambda suit: False))


class SuitsWidget(SeveralWidget[blanks.Suits]):
    """A chip for each suit of the game."""

    def draw(self, question: Question) -> DrawnBlank:
        chosen = question.values(self.key)
        # With repetition there is a maximum of its own, because the suits of the game do not limit the list.
        room = self.blank.most if self.blank.repeated else len(question.columns)
        return self.draw_lines(_draw_suits(question, self.key, lambda suit: len(chosen) >= room and suit not in chosen))

    def tap(self, question: Question, key: str, value: str) -> None:
        """Add a suit, or remove it if it cannot be added."""
        if self.blank.repeated:
            question.add(key, value, self.blank.most, self.blank.most)
        else:
            question.add(key, value)

    def parse(self, question: Question) -> list[str] | None:
        return self.require_least(question.values(self.key), self.blank.least)


def _draw_suits(question: Question, key: str, is_full: Callable[[str], bool]) -> Line:
    chosen = question.values(key)
    taps = [
        Tap(
            column.suit.letters,
            f"{key}:{column.key}",
            chosen.count(column.key),
            full=is_full(column.key),
            suit=column.suit,
            spoken=column.name,
        )
        for column in question.columns
    ]
    return Line("suits", taps)


# words


class ChoiceWidget(SingleWidget[blanks.Choice]):
    """A chip for each of the blank's items."""

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(draw_items(question, self.key, self.blank.items))


class ChoicesWidget(SeveralWidget[blanks.Choices]):
    """A chip for each of the blank's items."""

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(draw_items(question, self.key, self.blank.items))


class SayingsWidget(Widget[blanks.Sayings]):
    """A line per player with a chip for each of the blank's items."""

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(
            *(
                draw_items(question, f"{self.key}.{name}", self.blank.items, Literal(name))
                for name in question.list_names()
            )
        )

    def parse(self, question: Question) -> dict[str, str] | None:
        said = {name: question.value(f"{self.key}.{name}") for name in question.list_names()}
        return self.unless_blank({name: item for name, item in said.items() if item})

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        yield from ((f"{self.key}.{letters[name]}", str(item)) for name, item in value.items())


def draw_items(question: Question, key: str, items: Iterable[tuple[str, Text]], name: Text | None = None) -> Line:
    """Return a line with a chip for each item."""
    chosen = question.values(key)
    return Line("picks", [Tap(words, f"{key}:{item}", chosen.count(item)) for item, words in items], name)


class TickWidget(Widget[blanks.Tick]):
    """A single chip, labelled with the question."""

    def draw(self, question: Question) -> DrawnBlank:
        tap = Tap(self.blank.label, f"{self.key}:1", bool(question.value(self.key)))
        return self.draw_lines(Line("picks", [tap]), plain=True)

    def parse(self, question: Question) -> bool | None:
        return bool(question.value(self.key)) or (False if self.blank.needed else None)

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        if value:
            yield self.key, "1"


class WordWidget(SingleWidget[blanks.Word]):
    """A text field for a word."""

    def draw(self, question: Question) -> DrawnBlank:
        field = Field(self.key, self.blank.label, question.value(self.key))
        return self.draw_lines(typed=(Typed(None, [field]),), words=True)


# people


class NamesWidget(Widget[blanks.Players]):
    """A chip for each possible number of players. The number decides which letters the players have."""

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        chosen = self.find_chosen(question)
        taps = [Tap(Literal(str(size)), f"{self.key}:{size}", size == chosen) for size in question.sizes]
        return self.draw_lines(Line("counts", taps))

    def find_chosen(self, question: Question) -> int | None:
        """Return the number that is shown as chosen."""
        return len(question.list_names())

    def tap(self, question: Question, key: str, value: str) -> None:
        """Set the number of players."""
        question.replace(COUNT, value)

    def parse(self, question: Question) -> Any:
        return list(question.list_names())

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        # The number of players has its own tap, which all blanks share.
        yield from ()


class PlayerCountWidget(NamesWidget):
    """A chip for each possible number of players, none of which is chosen at first."""

    def find_chosen(self, question: Question) -> int | None:
        return question.players

    def tap(self, question: Question, key: str, value: str) -> None:
        """Set the number of players. If it is optional, a second tap clears it."""
        if self.blank.needed:
            question.replace(COUNT, value)
        else:
            question.choose(COUNT, value)

    def parse(self, question: Question) -> int | None:
        return question.players


class PlayerWidget(SingleWidget[blanks.Player]):
    """A chip for each player."""

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(_draw_people(question, self.key))

    def parse(self, question: Question) -> str | None:
        return next(reversed(question.list_people(self.key)), None)

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        yield self.key, letters[value]


class PeopleWidget(SeveralWidget[blanks.People]):
    """A chip for each player."""

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(_draw_people(question, self.key))

    def parse(self, question: Question) -> list[str] | None:
        return self.unless_blank(question.list_people(self.key))

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        yield from ((self.key, letters[name]) for name in value)


class PeopleBySuitWidget(SeveralWidget[blanks.PeopleBySuit]):
    """A line per suit with a chip for each player."""

    people = True

    def draw(self, question: Question) -> DrawnBlank:
        return self.draw_lines(
            *(
                _draw_people(question, f"{self.key}.{column.key}", column.name, column.suit)
                for column in question.columns
            )
        )

    def parse(self, question: Question) -> dict[str, list[str]] | None:
        return self.unless_blank({suit: question.list_people(f"{self.key}.{suit}") for suit in question.deck.suits})

    def list_taps(self, value: Any, letters: Letters) -> Pairs:
        for suit, names in value.items():
            yield from ((f"{self.key}.{suit}", letters[name]) for name in names)


def _draw_people(question: Question, key: str, name: Text | None = None, suit: Suit | None = None) -> Line:
    chosen = question.values(key)
    taps = [Tap(Literal(letter), f"{key}:{letter}", letter in chosen) for letter in question.list_names()]
    return Line("picks", taps, name, suit)
