"""Questions to the referee. Each is a function that answers it, and its signature declares what is asked.

    @ruling(Text("Can a token be paid?"), rule="sacrifice", example='{"tokens": 2, "used": false}')
    def variant(
        tokens: Annotated[int, NumberBlank(Text("Tokens"))],
        used: Annotated[bool, TickBlank(Text("Already used this round"))],
    ) -> Answer: ...

The form, the JSON Schema, the parser and the API come from this signature. A parameter with a default may be left out.
How each kind of blank is drawn and tapped is in `web/ask/form.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import Parameter, signature
from typing import Any, NamedTuple
from typing import Literal as OneOf

from scorekeeper.games.cards import card
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.pad import Marks, Setup, Suit
from scorekeeper.games.pads.piles import Pile
from scorekeeper.games.pads.sheet import PadRound
from scorekeeper.games.schema import LARGEST_ANSWER, MOST_IN_WORD, Schema, flaws, missing, unknown, whole
from scorekeeper.language.text import Text

MOST_PLAYERS = 12
"""Maximum number of players in a question, which may be more than the game allows."""

MOST_LISTED = 99
"""Maximum number of rounds in a question."""

WORD: Schema = {"type": "string", "maxLength": MOST_IN_WORD}

NO_LABEL = Text("")

Items = tuple[tuple[str, Text], ...]
"""The keys of what can be chosen, with their labels."""

Answer = dict[str, Any]

Inputs = Mapping[str, object]
"""The values of a question as JSON, by the key of their blank."""


class QuestionSuit(NamedTuple):
    """A suit that a question can name, with its cards."""

    key: str
    name: Text
    suit: Suit
    values: tuple[str, ...] = ()
    """The values on its cards, as text, or none if neither the deck nor the pad lists single cards."""
    copies: int = 1
    """How many of each card the deck has."""


QuestionDeck = Sequence[QuestionSuit]
"""The suits that a question can name."""


def _count_cards(deck: QuestionDeck) -> int:
    """Return the number of cards, or 99, which stands for “no limit”, if no single cards are listed."""
    return sum(len(suit.values) * suit.copies for suit in deck) or 99


def _list_suits(deck: QuestionDeck) -> tuple[str, ...]:
    return tuple([suit.key for suit in deck])


# Kinds of blank


@dataclass(frozen=True, slots=True)
class Blank(ABC):
    """One parameter of a question, or a part of one. Each kind of value has a class."""

    label: Text = NO_LABEL
    key: str = field(default="", kw_only=True)
    """The name of the parameter; "" for a part of a blank."""
    needed: bool = field(default=True, kw_only=True)
    """Whether the question cannot be asked without it: the parameter has no default."""

    def schema(self, deck: QuestionDeck, players: Sequence[str] = ()) -> Schema:
        """Return the JSON Schema of the value. If `players` are given, most kinds refuse other names."""
        schema = self._build_schema(deck, players)
        if self.needed or not isinstance(self, ChoiceBlank | TickBlank | PlayerBlank):
            return schema
        # An enum excludes everything it does not list, so null has to be in it too.
        words = {"enum": (*schema["enum"], None)} if "enum" in schema else {}
        return {**schema, **words, "type": (schema["type"], "null")}

    @abstractmethod
    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema: ...

    def convert(self, value: Any) -> Any:
        """Return a value that fits the schema as the function takes it."""
        return value


@dataclass(frozen=True, slots=True)
class NumberBlank(Blank):
    """A number from `least` to `most`, or the key of one of `items`."""

    least: int = 0
    most: int = 10
    items: Items = ()
    bounds: OneOf["both", "least", "none"] = "least"
    """The bounds that a question sent to the API must keep. Judging values beyond them is a question of its own."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        exact = bool(self.items) or self.bounds == "both"
        return whole(-LARGEST_ANSWER if self.bounds == "none" else self.least, self.most if exact else LARGEST_ANSWER)


@dataclass(frozen=True, slots=True)
class ChoiceBlank(Blank):
    """One of `items` or, without items, a suit of the deck."""

    items: Items = ()
    words: tuple[str, ...] = ()
    """Further words that a question sent to the API may have."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        keys = [*[item for item, _ in self.items], *self.words] if self.items else _list_suits(deck)
        return {"type": "string", "enum": tuple(dict.fromkeys(keys))}


@dataclass(frozen=True, slots=True)
class TickBlank(Blank):
    """Yes or no."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class WordBlank(Blank):
    """A word that is typed."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        return WORD


@dataclass(frozen=True, slots=True)
class PlayersBlank(Blank):
    """The players, clockwise: `least` to `most` names."""

    least: int = 1
    most: int = MOST_PLAYERS
    counted: bool = False
    """Whether only their number is asked."""
    loose: bool = False
    """Whether a question sent to the API may have any number."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        if self.counted:
            return whole(1, LARGEST_ANSWER) if self.loose else whole(self.least, self.most)
        return {**_list_of(WORD, MOST_PLAYERS), "minItems": 1, "uniqueItems": True}


@dataclass(frozen=True, slots=True)
class PlayerBlank(Blank):
    """One of the players."""

    loose: bool = False
    """Whether it can be anybody."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        return {"type": "string", "enum": tuple(players)} if players and not self.loose else WORD


@dataclass(frozen=True, slots=True)
class CardBlank(Blank):
    """A card."""

    loose: bool = False
    """Whether its value may be one that the deck does not have."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        # No leading zeros, so that every card has exactly one text form.
        values = dict.fromkeys(value for suit in deck for value in suit.values)
        known = "0|[1-9][0-9]{0,3}" if self.loose else "|".join(values)
        pattern, example = f"^({'|'.join(_list_suits(deck))})-({known})$", f"{deck[0].key}-{deck[0].values[-1]}"
        return {"type": "string", "pattern": pattern, "examples": (example,)}

    def convert(self, value: Any) -> Any:
        return card(value)


@dataclass(frozen=True, slots=True)
class ManyBlank(Blank):
    """A list of values of one kind, in order."""

    of: Blank = field(kw_only=True)
    least: int = 0
    most: int = 0
    """Maximum number that the page takes. 0: as many as the deck has cards."""
    repeated: bool = False
    """Whether a value can be tapped more than once."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        of = self.of.schema(deck, players)
        if self.least and self.least == self.most:
            return _list_of(of, exactly=self.least)
        match self.of:
            case PlayerBlank():
                return _list_of(of, MOST_PLAYERS)
            case EachBlank():
                # Each part names all players, and nobody else.
                known = {"propertyNames": {"enum": players}, "required": players} if players else {}
                return _list_of({**of, **known}, MOST_LISTED)
        return _list_of(of, _count_cards(deck))

    def convert(self, value: Any) -> Any:
        return [self.of.convert(part) for part in value]


@dataclass(frozen=True, slots=True)
class CardsBlank(Blank):
    """The values of somebody's cards, by suit."""

    loose: bool = False
    """Whether a suit that the deck does not have is reported at the value itself, not at the suit."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        return _by_suit(_list_of(whole(-LARGEST_ANSWER, LARGEST_ANSWER), _count_cards(deck)), deck, self.loose)


@dataclass(frozen=True, slots=True)
class EachBlank(Blank):
    """A value for each player, each suit, or each of some items."""

    of: Blank = field(kw_only=True)
    by: OneOf["players", "suits"] | Items = field(kw_only=True)
    listed: bool = False
    """Whether the values of items are a list, in the order of the items."""
    partial: bool = False
    """Whether values may be left out. In a list, all but the first are then null."""
    loose: bool = False
    """As in `CardsBlank`, for suits."""

    def _build_schema(self, deck: QuestionDeck, players: Sequence[str]) -> Schema:
        of = self.of.schema(deck, players)
        if self.by == "players":
            return _object_of(players, of) if self.partial and players else _by_name(of, 0 if self.partial else 1)
        if self.by == "suits":
            return _by_suit(of, deck, self.loose)
        items = [item for item, _ in self.by]
        if not self.listed:
            return {**_object_of(items, of), "required": items}
        if not self.partial:
            return _list_of(of, exactly=len(items))
        others = [{**whole(-LARGEST_ANSWER, LARGEST_ANSWER), "type": ("integer", "null")} for _ in items[1:]]
        return {"type": "array", "prefixItems": (of, *others), "minItems": len(items), "maxItems": len(items)}


def _list_of(items: Schema, most: int = 0, exactly: int = 0) -> Schema:
    limits = {"minItems": exactly, "maxItems": exactly} if exactly else {"maxItems": most}
    return {"type": "array", "items": items, **limits}


def _by_name(of: Schema, least: int = 1) -> Schema:
    return {"type": "object", "additionalProperties": of, "minProperties": least, "maxProperties": MOST_PLAYERS}


def _by_suit(of: Schema, deck: QuestionDeck, loose: bool) -> Schema:
    return (
        _object_of(_list_suits(deck), of)
        if loose
        else {**_by_name(of, 0), "propertyNames": {"enum": _list_suits(deck)}}
    )


def _object_of(names: Sequence[str], of: Schema) -> Schema:
    parts = dict.fromkeys(names, of)
    return {"type": "object", "properties": parts, "additionalProperties": False, "maxProperties": MOST_PLAYERS}


# Questions


class AtTable(NamedTuple):
    """A round at a table from which questions are asked."""

    setup: Setup
    marks: Marks
    round: int
    played: PadRound
    """The round as entered on the pad, without what earlier rounds hand on."""
    state: Any
    """The round as the referee follows it, None if there is no referee."""

    def read_piles(self, read: Callable[[Pile], object]) -> dict[str, dict[str, Any]]:
        """Return what `read` returns for the piles on the pad, by player's name and suit, without None."""
        suits = self.played.written.suits
        return {
            self.setup.name(seat): {
                key: said for key, suit in suits.items() if (said := read(suit.piles[seat])) is not None
            }
            for seat in self.played.seats
        }


@dataclass(frozen=True, slots=True)
class Ruling:
    """One kind of question."""

    kind: str
    title: Text
    blanks: tuple[Blank, ...]
    answer: Callable[..., Answer]
    """The function that answers it. It takes the values by key, without those left out, and cards as `Card`.

    The answer's `because` starts with the deciding reason. It never raises because a rule is broken. It raises
    Malformed, with the key, if parts of the question contradict each other, and Missing if a part needs another one.
    """
    example: str
    """A complete question as JSON."""
    facts: tuple[tuple[str, Text], ...]
    """Keys of the answer, with labels, for values that its sentences do not mention."""
    rule: str
    """The key of the rule to cite if the sentences cite none."""
    known: Callable[[AtTable], Inputs]
    """Returns the values that a table can already fill in besides its players, which are given by name."""

    def fill_in(self, at: AtTable) -> Inputs:
        """Return the values that a table can already fill in.

        Decision: ask-known
        """
        names = list(at.setup.names(at.setup.seats(at.round)))
        asked = {
            blank.key: len(names) if blank.counted else names
            for blank in self.blanks
            if isinstance(blank, PlayersBlank)
        }
        return {**asked, **self.known(at)}


def ruling(
    title: Text,
    *,
    example: str,
    rule: str,
    facts: tuple[tuple[str, Text], ...] = (),
    known: Callable[[AtTable], Inputs] = lambda _: {},
) -> Callable[[Callable[..., Answer]], Ruling]:
    """Make the decorated function a kind of question, by its name, with the blanks in its annotations."""

    def make(answer: Callable[..., Answer]) -> Ruling:
        blanks = [
            replace(parameter.annotation.__metadata__[0], key=key, needed=parameter.default is Parameter.empty)
            for key, parameter in signature(answer).parameters.items()
        ]
        return Ruling(answer.__name__, title, tuple(blanks), answer, example, facts, rule, known)

    return make


def by_kind(*rulings: Ruling) -> dict[str, Ruling]:
    """Return the questions of a game by their kinds, in this order."""
    return {ruling.kind: ruling for ruling in rulings}


def parse_inputs(blanks: Sequence[Blank], inputs: Inputs, deck: QuestionDeck) -> dict[str, Any]:
    """Parse a question. Return the values of its blanks by key, without those of optional blanks that are empty.

    Raise Malformed with all faults, each with its key. Raise Missing if parts are missing and nothing else is wrong.
    """
    values: dict[str, Any] = {}
    wrong: list[Malformed] = []
    players: Sequence[str] = ()
    for blank in blanks:
        shape = blank.schema(deck, players)
        if blank.key not in inputs:
            wrong += [missing(blank.key, shape)] if blank.needed else []
            continue
        value: Any = inputs[blank.key]
        if its_flaws := [*flaws(value, shape, blank.key)]:
            wrong += its_flaws
        elif value is not None:
            values[blank.key] = blank.convert(value)
            match blank:
                case PlayersBlank(counted=False) | EachBlank(by="players", partial=False):
                    # The first blank that names the players limits the names in all later ones.
                    players = players or tuple(value)
    wrong += unknown(inputs, [blank.key for blank in blanks])
    if wrong:
        # A fault needs fixing, a missing part may still be on its way: report the fault first.
        first = next((flaw for flaw in wrong if not isinstance(flaw, Missing)), wrong[0])
        first.others = tuple([flaw for flaw in wrong if flaw is not first])
        raise first
    return values
