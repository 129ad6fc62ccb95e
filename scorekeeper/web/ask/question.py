"""A question to the referee while it is put together: what was tapped so far, who is asked about, and with which cards.

The question is a list of pairs, as it stands in the page's address, in the order of the taps.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Box, Options, Setup, Suit
from scorekeeper.games.question import Blank, Ruling
from scorekeeper.language.text import Text
from scorekeeper.rulings import deck
from scorekeeper.web.inputs import small

NAMES = ("A", "B", "C", "D", "E", "F")
"""The players of a question, clockwise."""

USUAL = 3
"""How many players there are while nobody has said."""

COUNTED = ("players", "names")
"""The kinds of blank that say how many players there are."""

LETTERS = 40
"""More of a name is not shown."""

COUNT = "names"
"""The pair that holds how many players there are."""

ALONE = ("card", "suit", "choice", "tick", "seat", "number", "word")
"""The kinds of blank that hold one thing alone."""

CALLED = "called"
"""The pairs that say who is meant by the letters, where a question comes from a table; nothing else depends on them."""

FROM = "from"
"""The pair that holds the table and the round a question comes from, where the page leads back to."""

ASKED = "asked"
"""The pair that says: that is all, whatever is open holds nothing."""


class Card(NamedTuple):
    """A card as it is drawn, and as it is said: Green 7."""

    suit: Suit
    value: str
    name: Text


class Column(NamedTuple):
    """The cards of one suit, by the way they are written in a question."""

    key: str
    suit: Suit
    name: Text
    box: Box | None
    cards: dict[str, Card]


class Question:
    """A question of one kind, and the taps that have made it so far."""

    def __init__(self, game: Game, ruling: Ruling, taps: Iterable[tuple[str, str]]) -> None:
        self.game = game
        self.ruling = ruling
        self.taps = [(key, value) for key, value in taps if value and key != "do"]
        for blank in ruling.blanks:
            if blank.kind in ALONE and len(self.all(blank.key)) > 1:
                self.put(blank.key, self.one(blank.key))
        counting = next((blank for blank in ruling.blanks if blank.kind in COUNTED), None)
        least, most = (counting.least, counting.most) if counting else (min(2, game.seats[0]), game.seats[1])
        self.sizes = range(least, min(most, len(NAMES)) + 1)
        self.columns = columns(game, self._agreed(game))
        self.deck = deck(game.slug)

    # what was tapped

    def _agreed(self, game: Game) -> Options:
        """What the question takes for agreed: it may ask for choices of the game, such as its suits."""
        asked = {blank.key for blank in self.ruling.blanks}
        choices = {one.key: dict(one.choices) for one in game.options if one.key in asked}
        chosen = {key: self.one(key) for key, known in choices.items() if self.one(key) in known}
        return {**game.default_options(), **chosen}

    def all(self, key: str) -> list[str]:
        """Everything that was tapped for a key, in order."""
        return [value for one, value in self.taps if one == key]

    def one(self, key: str) -> str:
        """What was tapped for a key last, or nothing."""
        return next((value for one, value in reversed(self.taps) if one == key), "")

    def put(self, key: str, *values: str) -> None:
        """Let these be tapped for a key, and nothing else."""
        self.taps = [(one, value) for one, value in self.taps if one != key] + [(key, value) for value in values]

    def choose(self, key: str, value: str) -> None:
        """Tap one of several: it alone is chosen, or nothing if it was."""
        self.put(key, *([] if self.all(key) == [value] else [value]))

    def copy(self, key: str, value: str, each: int = 1, most: int = 999) -> None:
        """Tap one more of the same, up to `each` of it and `most` in all; the tap after that takes all of it away."""
        there = self.all(key)
        if there.count(value) < each and len(there) < most:
            self.taps.append((key, value))
        else:
            self.put(key, *[one for one in there if one != value])

    def undo(self, typed: Iterable[str] = ()) -> None:
        """Take back the last tap; what is typed into fields stays."""
        kept = {ASKED, CALLED, FROM, *typed}
        for at in reversed(range(len(self.taps))):
            key = self.taps[at][0]
            if key not in kept and not key.startswith("painter."):
                del self.taps[at]
                return

    # who is asked about

    @property
    def players(self) -> int | None:
        """How many players there are, once somebody has said."""
        size = small(self.one(COUNT))
        return size if size in self.sizes else None

    def names(self) -> tuple[str, ...]:
        """The players, by letters."""
        size = self.players
        return NAMES[: max(self.sizes[0], min(USUAL, self.sizes[-1])) if size is None else size]

    def called(self) -> list[tuple[str, str]]:
        """The letters of the players, each with the name at the table that the question comes from."""
        return list(zip(self.names(), [name[:LETTERS] for name in self.all(CALLED)], strict=False))

    def came_from(self) -> tuple[str, int] | None:
        """The table and the round that the question comes from."""
        match = re.fullmatch(r"([0-9a-f]{12})\.(\d{1,5})", self.one(FROM))
        return (match[1], int(match[2])) if match else None

    def people(self, key: str) -> list[str]:
        """The players tapped for a key, without those who have left the question since."""
        gone = NAMES[len(self.names()) :]
        return [name for name in self.all(key) if name not in gone]

    def painter(self, blank: Blank, choices: Sequence[str], usual: str = "") -> str:
        """Whose cards, or which side's, are being tapped."""
        painter = self.one(f"painter.{blank.key}")
        return painter if painter in choices else usual or choices[0]

    # the cards

    def card(self, text: str) -> Card | None:
        """The card that is written so, if the game has it."""
        return next((column.cards[text] for column in self.columns if text in column.cards), None)

    def copies(self, column: Column) -> int:
        """How often the deck has each card of a suit."""
        return column.box.most if column.box else 1

    @property
    def same(self) -> int:
        """How often the same number can lie anywhere."""
        return max([self.copies(column) for column in self.columns], default=1)


def columns(game: Game, options: Options) -> list[Column]:
    """The suits of a game with their cards, where the pad or the deck has single cards."""
    setup = Setup((), options, ((1, ()),))
    suits = []
    for row in (game.deck or game.rows)(setup):
        if row.suit:
            box = next((box for box in row.boxes if box.kind == "chips"), None)
            cards = {
                f"{row.key}-{item}": Card(row.suit, item, Text("%(suit)s %(value)s", suit=row.label, value=item))
                for item in (box.items if box else ())
            }
            suits.append(Column(row.key, row.suit, row.label, box, cards))
    return suits
