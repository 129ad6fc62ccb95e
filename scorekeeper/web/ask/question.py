"""A question to the referee while it is being built: the taps so far, the players, and the cards of the game.

The question is the list of pairs in the page's address, in the order of the taps.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Options, Suit
from scorekeeper.games.questions import ManyBlank, PlayersBlank, QuestionSuit, Ruling
from scorekeeper.language.text import Literal, Text
from scorekeeper.rulings import list_suits
from scorekeeper.web.forms import parse_small

PLAYER_LETTERS = ("A", "B", "C", "D", "E", "F")
"""Letters that stand for the players of a question, clockwise."""

ASSUMED_PLAYERS = 3
"""Number of players assumed until a number is chosen."""

MOST_NAME_LETTERS = 40
"""Maximum length of a displayed name, because an address can contain any text."""

COUNT_FIELD = "names"
"""Key of the pair in the address that holds the number of players."""

CALLED_PLAYERS = "called"
"""Key of the pairs with the players' names, for a question from a table. The names are only displayed."""

FROM = "from"
"""Key of the pair with the table and round from which the question is asked. The page links back to them."""

ASKED = "asked"
"""Key of the pair that marks the question as complete. Piles without cards then count as empty."""


class DrawnCard(NamedTuple):
    """A card of the game."""

    suit: Suit
    value: str
    name: Text
    """Its full name, such as “Green 7”."""
    copies: int
    """How many of it the deck has."""


class Question:
    """A question to the referee, as built by the taps so far."""

    def __init__(self, game: Game, ruling: Ruling, taps: Iterable[tuple[str, str]]) -> None:
        self.game = game
        self.ruling = ruling
        # Empty fields of the form are no taps.
        self.taps = [(key, value) for key, value in taps if value and key != "do"]
        # An address can repeat a key that holds a single value; the last one counts.
        for blank in ruling.blanks:
            if not isinstance(blank, ManyBlank) and len(self.values(blank.key)) > 1:
                self.replace(blank.key, self.value(blank.key))
        counting = next((blank for blank in ruling.blanks if isinstance(blank, PlayersBlank)), None)
        least, most = (counting.least, counting.most) if counting else (min(2, game.seats[0]), game.seats[1])
        # A question has letters for six players only.
        self.sizes = range(least, min(most, len(PLAYER_LETTERS)) + 1)
        self.suits = list_suits(game, self._list_options(game))
        self.cards = {f"{suit.key}-{value}": _draw_card(suit, value) for suit in self.suits for value in suit.values}
        """The cards of the game, by their names in an address, such as `green-7`."""

    # what was tapped

    def _list_options(self, game: Game) -> Options:
        """Return the game's options: those chosen in the question, such as the suits, and defaults for the others."""
        asked = {blank.key for blank in self.ruling.blanks}
        choices = {option.key: dict(option.choices) for option in game.options if option.key in asked}
        chosen = {key: self.value(key) for key, known in choices.items() if self.value(key) in known}
        return {**game.default_options(), **chosen}

    def values(self, key: str) -> list[str]:
        """Return all values tapped for a key, in order."""
        return [value for tapped, value in self.taps if tapped == key]

    def value(self, key: str) -> str:
        """Return the value tapped last for a key, or ""."""
        return next((value for tapped, value in reversed(self.taps) if tapped == key), "")

    def replace(self, key: str, *values: str) -> None:
        """Replace all values of a key with these."""
        self.taps = [(other, value) for other, value in self.taps if other != key] + [(key, value) for value in values]

    def choose(self, key: str, value: str) -> None:
        """Make this the only value of a key. If it already is, remove it."""
        self.replace(key, *([] if self.values(key) == [value] else [value]))

    def add(self, key: str, value: str, each: int = 1, most: int = 999) -> None:
        """Add a value to a key.

        If the key already has the value `each` times, or has `most` values, remove all copies of this value instead.
        """
        present = self.values(key)
        if present.count(value) < each and len(present) < most:
            self.taps.append((key, value))
        else:
            self.replace(key, *[tapped for tapped in present if tapped != value])

    def undo(self, typed: Iterable[str] = ()) -> None:
        """Remove the player's last tap. Selecting a player or side does not count as a tap.

        The keys `typed` belong to text fields. Their values stay, because the fields would send them again.
        """
        # These are no taps of the player, and selecting a painter changes nothing in the question.
        kept = {ASKED, CALLED_PLAYERS, FROM, *typed}
        for at in reversed(range(len(self.taps))):
            key = self.taps[at][0]
            if key not in kept and not key.startswith("painter."):
                del self.taps[at]
                return

    # who is asked about

    @property
    def players(self) -> int | None:
        """The chosen number of players, or None if none is chosen or the game does not allow it."""
        size = parse_small(self.value(COUNT_FIELD))
        return size if size in self.sizes else None

    def list_names(self) -> tuple[str, ...]:
        """Return the letters of the players."""
        size = self.players
        return PLAYER_LETTERS[: max(self.sizes[0], min(ASSUMED_PLAYERS, self.sizes[-1])) if size is None else size]

    def find_called(self) -> dict[str, str]:
        """Return the names of the players at the table from which the question is asked, by their letters.

        It is empty for a question from nowhere, and leaves out players without such a name.
        """
        names = [name[:MOST_NAME_LETTERS] for name in self.values(CALLED_PLAYERS)]
        called = dict(zip(self.list_names(), names, strict=False))
        # A name can be the letter of a player who was added to the question, and then all keep their letters.
        everybody = {called.get(letter, letter) for letter in self.list_names()}
        return called if len(everybody) == len(self.list_names()) else {}

    def call_by_name(self, value: Any) -> Any:
        """Return a part of the input with the names of players in place of their letters."""
        match value:
            case str():
                return self.find_called().get(value, value)
            case list():
                return [self.call_by_name(part) for part in value]
            case dict():
                return {self.call_by_name(key): self.call_by_name(part) for key, part in value.items()}
        return value

    def call(self, letter: str) -> Text:
        """Return what a player is called: by name if that is known, otherwise by letter."""
        return Literal(self.find_called().get(letter, letter))

    def find_origin(self) -> tuple[str, int] | None:
        """Return the id of the table and the round from which the question is asked, or None."""
        # The page links back to it, so anything but an id and a number is ignored.
        match = re.fullmatch(r"([0-9a-f]{12})\.(\d{1,5})", self.value(FROM))
        return (match[1], int(match[2])) if match else None

    def list_people(self, key: str) -> list[str]:
        """Return the values tapped for a key. Leave out players beyond the current number of players."""
        # Their taps stay in the address, so that they come back with a larger number of players.
        gone = PLAYER_LETTERS[len(self.list_names()) :]
        return [name for name in self.values(key) if name not in gone]

    def find_painter(self, key: str, choices: Sequence[str], usual: str = "") -> str:
        """Return the player or side selected for the blank with this key, whose cards are being tapped.

        If none of the choices is selected, return `usual` if given, otherwise the first choice.
        """
        painter = self.value(f"painter.{key}")
        return painter if painter in choices else usual or choices[0]


def _draw_card(suit: QuestionSuit, value: str) -> DrawnCard:
    name = Text("%(suit)s %(value)s", suit=suit.name, value=value)
    return DrawnCard(suit.suit, value, name, suit.copies)
