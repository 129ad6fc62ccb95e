"""The kinds of boxes on a pad, a class for each kind of mark."""

from dataclasses import dataclass, field

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import ALL, BEYOND, NO_NEWS, THAT_IS_ALL, Box, Mark, Row
from scorekeeper.games.user_input import clean_text, describe_range, parse_whole
from scorekeeper.language.text import Text


@dataclass(frozen=True, slots=True)
class NumberBox(Box):
    """A number, from 0 to `most`."""

    negative: bool = field(default=False, kw_only=True)
    """Whether it can be as low as −`most`."""
    sums: bool = field(default=False, kw_only=True)
    """Whether it may be typed as 20 + 10 − 5."""
    possible: tuple[int, int] | None = field(default=None, kw_only=True)
    """The smallest and the largest number that the game allows, or None if it allows all of them.

    A number that the box cannot hold is refused with these two.
    """

    @property
    def least(self) -> int:
        """The smallest number."""
        return -self.most if self.negative else 0

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, int) and (-BEYOND if self.negative else 0) <= mark <= BEYOND

    def describe_range(self) -> Text:
        """Return the message that a number is invalid or out of range, with the numbers that the game allows."""
        return describe_range(*(self.possible or (self.least, self.most)))

    def parse(self, text: str) -> Mark:
        try:
            return parse_whole(text, self.key, self.least, self.most)
        except Malformed:
            raise Malformed(self.key, self.describe_range()) from None


@dataclass(frozen=True, slots=True)
class TickBox(Box):
    """Yes or blank."""

    single: bool = field(default=False, kw_only=True)
    """Whether only one player can have the tick. Then giving it to one says that the others do not have it."""
    has_no: bool = field(default=False, kw_only=True)
    """Whether No is a mark of its own (0), as in a hidden box, so that every player decides."""

    @property
    def is_quiet(self) -> bool:
        return self.single or self.withdrawn == NO_NEWS

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, int) and 0 <= mark <= BEYOND

    def parse(self, text: str) -> Mark:
        return parse_whole(text, self.key, 0 if self.hidden or self.has_no else 1, 1)

    def is_withdrawn(self, mark: Mark | None) -> bool:
        return not mark

    def tell(self, row: Row, mark: Mark | None, for_all: bool) -> Text:
        if not for_all:
            return Text("%(who)s, %(row)s: %(box)s" if mark else "%(who)s, %(row)s: not %(box)s")
        if row.suit is None:
            return Text("%(box)s" if mark else "not: %(box)s")
        return Text("%(row)s: %(box)s" if mark else "%(row)s: not %(box)s")


@dataclass(frozen=True, slots=True)
class ChipsBox(Box):
    """A spot for each item, with 0 to `most` copies. An item of an `exclusive` box can belong to one seat only."""

    items: tuple[str, ...] = field(kw_only=True)
    exclusive: bool = field(default=False, kw_only=True)

    @property
    def parts(self) -> tuple[str, ...]:
        return self.items

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, int) and 0 <= mark <= self.most

    def parse(self, text: str) -> Mark:
        return parse_whole(text, self.key, 1, self.most)

    def tell(self, row: Row, mark: Mark | None, for_all: bool) -> Text:
        if for_all:
            return Box.tell(self, row, mark, for_all)
        if type(mark) is int and mark > 1:
            return Text("%(who)s has %(row)s %(item)s ×%(mark)s")
        return Text("%(who)s has %(row)s %(item)s" if mark else "%(who)s has no %(row)s %(item)s")


@dataclass(frozen=True, slots=True)
class ChoiceBox(Box):
    """One of `items`, whose names are `words`."""

    items: tuple[str, ...] = field(kw_only=True)
    words: tuple[Text, ...] = field(kw_only=True)

    def holds(self, mark: Mark) -> bool:
        return mark in self.items

    def parse(self, text: str) -> Mark:
        if text not in self.items:
            raise Malformed(self.key, Text("That is not one of the choices."))
        return text

    def describe(self, mark: Mark) -> Mark | Text:
        return dict(zip(self.items, self.words)).get(str(mark), mark)


@dataclass(frozen=True, slots=True)
class WordsBox(Box):
    """A note of up to `most` characters."""

    def holds(self, mark: Mark) -> bool:
        return isinstance(mark, str)

    def parse(self, text: str) -> Mark:
        return clean_text(text, self.key, self.most)

    def tell(self, row: Row, mark: Mark | None, for_all: bool) -> Text:
        return Text("%(box)s: %(mark)s" if mark else "not: %(box)s")


END_BOX = TickBox(
    ALL,
    THAT_IS_ALL,
    shared=True,
    announced=Text("marked as complete"),
    withdrawn=Text("no longer marked as complete"),
)
"""The box in which a table says that everything is entered, after which every blank means none."""
