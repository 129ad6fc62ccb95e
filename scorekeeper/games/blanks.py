"""The blanks of a question to the referee: a class for each kind of value that a question asks for.

A game declares its questions with them, as in `blanks.Number("tokens", Text("Tokens each"), least=1)`. How each kind is
drawn and tapped is in `web/ask/widgets.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scorekeeper.games.cards import card
from scorekeeper.games.schema import LARGEST, LETTERS, Schema, whole
from scorekeeper.language.text import Text

MOST_PLAYERS = 12
"""Maximum number of players in a question, which may be more than the game allows."""

MOST_ROUNDS = 99

ANY: Schema = whole(-LARGEST, LARGEST)

WORD: Schema = {"type": "string", "maxLength": LETTERS}

Items = tuple[tuple[str, Text], ...]
"""The keys of what can be chosen, with their labels."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a question can name: the suits of a game, the values on its cards, and the number of cards."""

    suits: tuple[str, ...]
    values: tuple[str, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Blank(ABC):
    """One parameter of a question, entered by taps where possible. Each kind of value has a class.

    A blank that is not `needed` is left out of the question while nothing is entered. A tick, or a blank that may be
    empty, always has a value.
    """

    key: str
    label: Text
    needed: bool = field(default=True, kw_only=True)

    single: ClassVar = False
    """Whether the value is a single one, so that another one replaces it."""

    lists_players: ClassVar = False
    """Whether the value names the players. The first such blank limits the names in all later ones."""

    nullable: ClassVar = False
    """Whether the value can be null if it is not needed."""

    def schema(self, deck: Deck, players: Sequence[str] = ()) -> Schema:
        """Return the JSON Schema of the value. If `players` are given, other names are refused by most kinds."""
        schema = self._build_schema(deck, players)
        if self.needed or not self.nullable:
            return schema
        # An enum excludes everything it does not list, so null has to be in it too.
        words = {"enum": (*schema["enum"], None)} if "enum" in schema else {}
        return {**schema, **words, "type": (schema["type"], "null")}

    @abstractmethod
    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema: ...

    def convert(self, value: Any) -> Any:
        """Return a value that fits the schema as the ruling takes it."""
        return value


@dataclass(frozen=True, slots=True)
class RangeBlank(Blank):
    """A blank for which the page offers `least` to `most`.

    A question sent to the API may go beyond, because judging such values is a question of its own.
    """

    least: int = field(default=0, kw_only=True)
    most: int = field(default=10, kw_only=True)


# Cards


@dataclass(frozen=True, slots=True)
class Card(Blank):
    """A card. If `loose`, its value may be one that the deck does not have."""

    loose: bool = field(default=False, kw_only=True)

    single = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _describe_card(deck, self.loose)

    def convert(self, value: Any) -> Any:
        return card(value)


@dataclass(frozen=True, slots=True)
class CardRow(RangeBlank):
    """A row of `least` to `most` cards, in order. If `loose`, their values may be ones that the deck does not have."""

    loose: bool = field(default=False, kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        of = _describe_card(deck, self.loose)
        return _list_of(of, exactly=self.least) if self.least == self.most else _list_of(of, deck.cards)

    def convert(self, value: Any) -> Any:
        return [card(text) for text in value]


@dataclass(frozen=True, slots=True)
class CardValues(RangeBlank):
    """The values of several cards, `least` to `most`, each as often as there are cards with it."""

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _list_of(ANY, deck.cards)


@dataclass(frozen=True, slots=True)
class HandValues(RangeBlank):
    """The values of the cards in each player's hand, `least` to `most`."""

    lists_players = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _by_name(_list_of(ANY, deck.cards))


@dataclass(frozen=True, slots=True)
class Piles(Blank):
    """The cards in front of each player, by suit. If `loose`, only suits of the deck are checked."""

    loose: bool = field(default=False, kw_only=True)

    lists_players = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _by_name(_by_suit(_list_of(ANY, deck.cards), deck, self.loose))


@dataclass(frozen=True, slots=True)
class Sides(RangeBlank):
    """The values of the cards on each side of every suit, `least` to `most`. `items` are the sides."""

    items: Items = field(kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        sides = [item for item, _ in self.items]
        return _by_suit({**_object_of(sides, _list_of(ANY, deck.cards)), "required": sides}, deck)


# Suits and words


@dataclass(frozen=True, slots=True)
class Suit(Blank):
    """A suit."""

    single = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return {"type": "string", "enum": deck.suits}


@dataclass(frozen=True, slots=True)
class Suits(RangeBlank):
    """Several suits in the order tapped, each of them once. If `repeated`, `least` to `most` and any of them twice."""

    repeated: bool = field(default=False, kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _list_of({"type": "string", "enum": deck.suits}, deck.cards)


@dataclass(frozen=True, slots=True)
class Choice(Blank):
    """One of `items`. A question sent to the API may also have one of `words`."""

    items: Items = field(kw_only=True)
    words: tuple[str, ...] = field(default=(), kw_only=True)

    single = True
    nullable = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _one_of([*[item for item, _ in self.items], *self.words])


@dataclass(frozen=True, slots=True)
class Choices(Blank):
    """Any number of `items`."""

    items: Items = field(kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _list_of(_one_of([item for item, _ in self.items]), deck.cards)


@dataclass(frozen=True, slots=True)
class Tick(Blank):
    """Yes or no."""

    single = True
    nullable = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Word(Blank):
    """A word that is typed."""

    single = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return WORD


# People


@dataclass(frozen=True, slots=True)
class Players(RangeBlank):
    """The base of the kinds that say how many players there are, `least` to `most`."""


@dataclass(frozen=True, slots=True)
class PlayerCount(Players):
    """The number of players. If `loose`, a question sent to the API may have any number."""

    loose: bool = field(default=False, kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return whole(1, LARGEST) if self.loose else whole(self.least, self.most)


@dataclass(frozen=True, slots=True)
class Names(Players):
    """The names of the players, clockwise."""

    lists_players = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return {**_list_of(WORD, MOST_PLAYERS), "minItems": 1, "uniqueItems": True}


@dataclass(frozen=True, slots=True)
class Player(Blank):
    """One of the players."""

    single = True
    nullable = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _describe_player(players)


@dataclass(frozen=True, slots=True)
class People(Blank):
    """Any number of the players. If `loose`, they may be people who do not play."""

    loose: bool = field(default=False, kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _list_of(_describe_player(() if self.loose else players), MOST_PLAYERS)


@dataclass(frozen=True, slots=True)
class PeopleBySuit(Blank):
    """Any number of the players for each suit."""

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _by_suit(_list_of(_describe_player(players), MOST_PLAYERS), deck)


@dataclass(frozen=True, slots=True)
class Sayings(Blank):
    """One of `items` or nothing for each player."""

    items: Items = field(kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        said = _one_of([item for item, _ in self.items])
        return _object_of(players, said) if players else _by_name(said, 0)


# Numbers


@dataclass(frozen=True, slots=True)
class Number(RangeBlank):
    """A number. `items` may name each value; then no other number fits."""

    items: Items = field(default=(), kw_only=True)

    single = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return whole(self.least, self.most if self.items else LARGEST)


@dataclass(frozen=True, slots=True)
class NumberEach(RangeBlank):
    """A number for each player."""

    lists_players = True

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _by_name(whole(self.least, LARGEST))


@dataclass(frozen=True, slots=True)
class NumberRow(RangeBlank):
    """A number for each of `items`, in their order."""

    items: Items = field(kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _list_of(whole(self.least, self.most), exactly=len(self.items))


@dataclass(frozen=True, slots=True)
class Rounds(RangeBlank):
    """A number for each player in each round."""

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        known = {"propertyNames": {"enum": players}, "required": players} if players else {}
        return _list_of({**_by_name(ANY), **known}, MOST_ROUNDS)


@dataclass(frozen=True, slots=True)
class SuitSums(RangeBlank):
    """The sum of each player's cards in each suit."""

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        return _by_name(_by_suit(whole(self.least, LARGEST), deck))


@dataclass(frozen=True, slots=True)
class SuitCounts(Blank):
    """The number of each player's cards in each suit, and their sum, which can be null."""

    loose: bool = field(default=False, kw_only=True)

    def _build_schema(self, deck: Deck, players: Sequence[str]) -> Schema:
        count_and_sum = (whole(0, LARGEST), {**ANY, "type": ("integer", "null")})
        pair = {"type": "array", "prefixItems": count_and_sum, "minItems": 2, "maxItems": 2}
        return _by_name(_by_suit(pair, deck, self.loose))


# Parts of schemas


def _describe_card(deck: Deck, loose: bool) -> Schema:
    # No leading zeros, so that every card has exactly one text form.
    known = "0|[1-9][0-9]{0,3}" if loose else "|".join(deck.values)
    pattern, example = f"^({'|'.join(deck.suits)})-({known})$", f"{deck.suits[0]}-{deck.values[-1]}"
    return {"type": "string", "pattern": pattern, "examples": (example,)}


def _describe_player(players: Sequence[str]) -> Schema:
    return {"type": "string", "enum": tuple(players)} if players else WORD


def _one_of(words: Sequence[str]) -> Schema:
    return {"type": "string", "enum": tuple(dict.fromkeys(words))}


def _list_of(items: Schema, most: int = 0, exactly: int = 0) -> Schema:
    limits = {"minItems": exactly, "maxItems": exactly} if exactly else {"maxItems": most}
    return {"type": "array", "items": items, **limits}


def _by_name(of: Schema, least: int = 1) -> Schema:
    return {"type": "object", "additionalProperties": of, "minProperties": least, "maxProperties": MOST_PLAYERS}


def _by_suit(of: Schema, deck: Deck, loose: bool = False) -> Schema:
    # A suit that the deck does not have is reported at the value itself if it is loose, otherwise at the suit.
    return _object_of(deck.suits, of) if loose else {**_by_name(of, 0), "propertyNames": {"enum": deck.suits}}


def _object_of(names: Sequence[str], of: Schema) -> Schema:
    parts = dict.fromkeys(names, of)
    return {"type": "object", "properties": parts, "additionalProperties": False, "maxProperties": MOST_PLAYERS}
