"""Questions to the referee: each kind of question, and the blanks that a question fills in.

The blanks are declared once. They serve to parse a question, report faults by key, draw the form and publish the JSON
Schema.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from typing import Literal as OneOf

from scorekeeper.games.cards import card
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.schema import LARGEST, LETTERS, Schema, flaws, missing, unknown, whole
from scorekeeper.language.text import Text

Answer = dict[str, object]

Question = Mapping[str, object]


BlankKind = OneOf[
    "cards", "card", "piles", "sides", "values", "hands",
    "suit", "suits", "suit_list", "choice", "several", "tick", "word",
    "players", "names", "seat", "people", "people_by_suit", "said",
    "number", "each", "row", "sums", "rounds", "quick",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Blank:
    """One parameter of a question, entered by taps where possible. These are the kinds:

    Cards, each as often as the deck has it: card, cards (a row of `least` to `most`, in order). Piles of them: piles
    (in front of each player, by suit), sides (in each suit on each of `items`). Numbers on cards, `least` to `most`,
    each as often as it is tapped: values, hands (for each player).

    Suits and words: suit, suits (several, in the order tapped), suit_list (`least` to `most`, repetition allowed). Also
    choice (one of `items`), several (any of them), tick, word (typed).

    People: players (how many there are), names (who they are), seat (one of them), people (several). Also
    people_by_suit (several for each suit), said (for each player one of `items` or nothing).

    Numbers, `least` to `most`: number (`items` may name each value), each (for each player), row (for each of `items`).
    Also sums (per player and suit), rounds (per player and round), quick (count and sum of cards, per player and suit).

    A blank that is not `needed` is left out of the question while nothing is entered. A tick, or a blank that may be
    empty, always has a value. The page offers `least` to `most`. A question sent to the API may go beyond, because
    judging such values is a question of its own. A `loose` blank accepts cards beyond the deck, people who do not play,
    and any number of players. `words` are accepted in addition to the `items`.
    """

    key: str
    label: Text
    kind: BlankKind
    least: int = 0
    most: int = 10
    items: tuple[tuple[str, Text], ...] = ()
    needed: bool = True
    loose: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """One kind of question; `answer` takes the values of its blanks as keyword arguments and returns the answer.

    Omitted values are not passed on; cards are passed as `Card`. The answer's `because` starts with the deciding
    reason. `facts` are keys of the answer, with labels, for values that its sentences do not mention. `rule` is the key
    of the rule to cite if the sentences cite none. `example` is a complete question as JSON.

    `answer` never raises because a rule is broken. It raises Malformed, with the key, if parts of the question
    contradict each other. It raises Missing if a part needs another one that is left out.
    """

    kind: str
    title: Text
    blanks: tuple[Blank, ...]
    answer: Callable[..., Answer]
    example: str
    facts: tuple[tuple[str, Text], ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a question can name: the suits of a game, the values on its cards, and the number of cards."""

    suits: tuple[str, ...]
    values: tuple[str, ...]
    cards: int


PLAYERS = 12
"""Maximum number of players in a question, which may be more than the game allows."""

ROUNDS = 99

ANY = whole(-LARGEST, LARGEST)

COUNT_AND_SUM = (whole(0, LARGEST), {**ANY, "type": ("integer", "null")})

PAIR: Schema = {"type": "array", "prefixItems": COUNT_AND_SUM, "minItems": 2, "maxItems": 2}

WORD: Schema = {"type": "string", "maxLength": LETTERS}

TICK: Schema = {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class _SchemaBuilder:
    """A builder of the schema of one blank. `players` are the names that earlier blanks of the question have listed."""

    blank: Blank
    deck: Deck
    players: tuple[str, ...]

    def card(self) -> Schema:
        suits, values = self.deck.suits, self.deck.values
        # No leading zeros, so that every card has exactly one text form.
        known = "0|[1-9][0-9]{0,3}" if self.blank.loose else "|".join(values)
        pattern, example = f"^({'|'.join(suits)})-({known})$", f"{suits[0]}-{values[-1]}"
        return {"type": "string", "pattern": pattern, "examples": (example,)}

    def suit(self) -> Schema:
        return {"type": "string", "enum": self.deck.suits}

    def item(self) -> Schema:
        known = tuple(dict.fromkeys([*[item for item, _ in self.blank.items], *self.blank.words]))
        return {"type": "string", "enum": known}

    def player(self) -> Schema:
        return {"type": "string", "enum": self.players} if self.players and not self.blank.loose else WORD

    def number(self) -> Schema:
        return whole(self.blank.least, self.blank.most if self.blank.items else LARGEST)

    def size(self) -> Schema:
        return whole(1, LARGEST) if self.blank.loose else whole(self.blank.least, self.blank.most)

    def several(self, of: Schema, most: int = 0, exactly: int = 0) -> Schema:
        limits = {"minItems": exactly, "maxItems": exactly} if exactly else {"maxItems": most or self.deck.cards}
        return {"type": "array", "items": of, **limits}

    def row(self) -> Schema:
        return self.several(self.card(), exactly=self.blank.least if self.blank.least == self.blank.most else 0)

    def by_name(self, of: Schema, least: int = 1) -> Schema:
        return {"type": "object", "additionalProperties": of, "minProperties": least, "maxProperties": PLAYERS}

    def by_suit(self, of: Schema) -> Schema:
        if self.blank.loose:
            return self.object_of(self.deck.suits, of)
        return {**self.by_name(of, 0), "propertyNames": {"enum": self.deck.suits}}

    def object_of(self, names: Sequence[str], of: Schema) -> Schema:
        parts = dict.fromkeys(names, of)
        return {"type": "object", "properties": parts, "additionalProperties": False, "maxProperties": PLAYERS}

    def sides(self) -> Schema:
        sides = [item for item, _ in self.blank.items]
        return self.by_suit({**self.object_of(sides, self.several(ANY)), "required": sides})

    def sayings(self) -> Schema:
        return self.object_of(self.players, self.item()) if self.players else self.by_name(self.item(), 0)

    def round(self) -> Schema:
        known = {"propertyNames": {"enum": self.players}, "required": self.players} if self.players else {}
        return {**self.by_name(ANY), **known}


SHAPES: Mapping[BlankKind, Callable[[_SchemaBuilder], Schema]] = {
    "card": _SchemaBuilder.card,
    "cards": _SchemaBuilder.row,
    "piles": lambda of: of.by_name(of.by_suit(of.several(ANY))),
    "sides": _SchemaBuilder.sides,
    "values": lambda of: of.several(ANY),
    "hands": lambda of: of.by_name(of.several(ANY)),
    "suit": _SchemaBuilder.suit,
    "suits": lambda of: of.several(of.suit()),
    "suit_list": lambda of: of.several(of.suit()),
    "choice": _SchemaBuilder.item,
    "several": lambda of: of.several(of.item()),
    "tick": lambda of: TICK,
    "word": lambda of: WORD,
    "players": _SchemaBuilder.size,
    "names": lambda of: {**of.several(WORD, PLAYERS), "minItems": 1, "uniqueItems": True},
    "seat": _SchemaBuilder.player,
    "people": lambda of: of.several(of.player(), PLAYERS),
    "people_by_suit": lambda of: of.by_suit(of.several(of.player(), PLAYERS)),
    "said": _SchemaBuilder.sayings,
    "number": _SchemaBuilder.number,
    "each": lambda of: of.by_name(of.number()),
    "row": lambda of: of.several(of.number(), exactly=len(of.blank.items)),
    "sums": lambda of: of.by_name(of.by_suit(of.number())),
    "rounds": lambda of: of.several(of.round(), ROUNDS),
    "quick": lambda of: of.by_name(of.by_suit(PAIR)),
}
"""The function that builds the schema, for every kind of blank."""

NAMING = ("names", "piles", "hands", "each")
"""The kinds of blank that list the players. The first of them limits the names in all later blanks."""

NULL = ("choice", "tick", "seat")
"""The kinds of blank that can be null if they are optional."""


def schema(blank: Blank, deck: Deck, players: Sequence[str] = ()) -> Schema:
    """Return the JSON Schema of a blank. If `players` are given, other names are refused unless the blank is loose."""
    shape = SHAPES[blank.kind](_SchemaBuilder(blank, deck, tuple(players)))
    if blank.needed or blank.kind not in NULL:
        return shape
    # An enum excludes everything it does not list, so null has to be in it too.
    words = {"enum": (*shape["enum"], None)} if "enum" in shape else {}
    return {**shape, **words, "type": (shape["type"], "null")}


def parse_question(blanks: Sequence[Blank], question: Question, deck: Deck) -> dict[str, Any]:
    """Parse a question. Return the values of its blanks by key, without those of optional blanks that are empty.

    Raise Malformed with all faults, each with its key. Raise Missing if parts are missing and nothing else is wrong.
    """
    values: dict[str, Any] = {}
    wrong: list[Malformed] = []
    players: Sequence[str] = ()
    for blank in blanks:
        shape = schema(blank, deck, players)
        if blank.key not in question:
            wrong += [missing(blank.key, shape)] if blank.needed else []
            continue
        value: Any = question[blank.key]
        if its_flaws := [*flaws(value, shape, blank.key)]:
            wrong += its_flaws
        elif value is not None:
            values[blank.key] = _as_cards(blank, value)
            # The first blank that lists the players limits the names in all later ones.
            players = players or (tuple(value) if blank.kind in NAMING else ())
    wrong += unknown(question, [blank.key for blank in blanks])
    if wrong:
        # A fault needs fixing, a missing part may still be on its way: report the fault first.
        first = next((flaw for flaw in wrong if not isinstance(flaw, Missing)), wrong[0])
        first.others = tuple([flaw for flaw in wrong if flaw is not first])
        raise first
    return values


def _as_cards(blank: Blank, value: Any) -> Any:
    if blank.kind == "card":
        return card(value)
    return [card(text) for text in value] if blank.kind == "cards" else value
