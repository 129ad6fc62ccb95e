"""Signs of players: eight outlines, each in a colour of its own, told apart without colour as well."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.language.text import Text

OUTLINES = ("disc", "square", "triangle", "diamond", "cross", "ring", "dome", "hourglass")
"""The outlines in the order in which they are given. Each has its colour in `app.css`."""

SIGN_NAMES = (
    Text("Red disc"),
    Text("Blue square"),
    Text("Gold triangle"),
    Text("Green diamond"),
    Text("Purple cross"),
    Text("Orange ring"),
    Text("Teal dome"),
    Text("Pink hourglass"),
)
"""The names of the signs with these outlines."""

MOST_SIGNS = 99
"""Upper bound, exclusive, of the number of a sign in a journal."""


class Sign(NamedTuple):
    """The sign of a player. From the ninth on, the outlines come again, hollow."""

    number: int

    @property
    def outline(self) -> str:
        """The outline, one of OUTLINES."""
        return OUTLINES[self.number % len(OUTLINES)]

    @property
    def hollow(self) -> bool:
        """Whether only the edge of the outline is drawn."""
        return self.number >= len(OUTLINES)

    @property
    def name(self) -> Text:
        """The colour and the outline in words."""
        name = SIGN_NAMES[self.number % len(SIGN_NAMES)]
        return Text("%(sign)s, hollow", sign=name) if self.hollow else name


SIGNS = tuple(map(Sign, range(len(OUTLINES))))
"""The signs that can be chosen."""


def find_free_sign(taken: Iterable[int]) -> int:
    """Return the smallest number of a sign that is not `taken`."""
    numbers = set(taken)
    return next(number for number in range(len(numbers) + 1) if number not in numbers)


def complete_signs(chosen: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the numbers of the signs of `count` players: first those in `chosen`, then the first free ones."""
    # The usual case: nobody chose, so signs are given in order.
    if not chosen:
        return tuple(range(count))
    numbers = list(chosen[:count])
    while len(numbers) < count:
        numbers.append(find_free_sign(numbers))
    return tuple(numbers)


def give_signs(signs: Sequence[int | None], usual: Sequence[int | None], away: Sequence[int] = ()) -> list[int]:
    """Return the numbers of the signs of players, with one for each who has None in `signs`.

    `usual` holds the sign that each player usually gets, or None. It is taken from a player whose usual sign it is not.
    Others get the first that nobody has. `away` are the signs of players who left.
    """
    numbers = list(signs)
    for index, wanted in enumerate(usual):
        if wanted is None or signs[index] is not None:
            continue
        holder = numbers.index(wanted) if wanted in numbers else None
        if holder is None or usual[holder] != wanted:
            numbers[index] = wanted
            if holder is not None:
                numbers[holder] = None
    given: list[int] = []
    for index, number in enumerate(numbers):
        if number is None:
            number = find_free_sign([*away, *given, *(later for later in numbers[index:] if later is not None)])
        given.append(number)
    return given


def choose_sign(numbers: Sequence[int], index: int, number: int) -> list[int]:
    """Return the numbers of the signs of players after the one at `index` chose a sign.

    Whoever had that sign gets the one that is given up.
    """
    return [number if place == index else numbers[index] if had == number else had for place, had in enumerate(numbers)]


def omit_given_signs(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers as a journal stores them: () if the signs are given in order."""
    return () if list(numbers) == [*range(len(numbers))] else tuple(numbers)
