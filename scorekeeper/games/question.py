"""What can be asked of the referee: a kind of question, the blanks it asks for, and how an input is read."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.language.text import Text

Answer = dict[str, object]


BlankKind = OneOf[
    "cards", "card", "piles", "sides", "values", "hands",
    "suit", "suits", "suit_list", "choice", "several", "tick", "word",
    "players", "names", "seat", "people", "people_by_suit", "said",
    "number", "each", "row", "sums", "rounds", "quick",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Blank:
    """One thing the Ask the referee page asks for, by taps where it can be.

    Cards, each as often as the game's deck holds it: card, cards (a row of `least` to `most`, in its order), piles (in
    front of each player; by suit), sides (in each suit on each of `items`). Numbers on cards, `least` to `most`, each
    as often as it is tapped: values, hands (for each player).
    Suits and words: suit, suits (several, in the order tapped), suit_list (`least` to `most` of them, the same one
    again and again), choice (one of `items`), several (any of them), tick, word (typed).
    People: players (how many there are), names (who they are), seat (one of them), people (several), people_by_suit
    (several for each suit), said (for each player one of `items` or nothing).
    Numbers, `least` to `most`: number (`items` may give each a name), each (for each player), row (for each of
    `items`), sums (per player and suit), rounds (for each player, round after round), quick (how many cards and
    which sum, per player and suit).

    What is not `needed` is left out of the question while it is open. A tick, and what may hold nothing, is never open.
    """

    key: str
    label: Text
    kind: BlankKind
    least: int = 0
    most: int = 10
    items: tuple[tuple[str, Text], ...] = ()
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Ruling:
    """One kind of question to the referee: `answer` takes the input as read from JSON and returns the answer.

    Its `because` begins with what decides. `facts` names the keys of the answer that the sentences leave unsaid, `rule`
    the rule that an answer follows whose sentences name none.
    Raises Malformed, naming the key, if the input cannot be understood; never refuses for the rules' sake.
    """

    kind: str
    title: Text
    blanks: tuple[Blank, ...]
    answer: Callable[[Mapping[str, object]], Answer]
    facts: tuple[tuple[str, Text], ...] = ()
    rule: str = ""


Question = Mapping[str, object]

TOO_LARGE = 10**15
"""No count or sum of a table comes near it."""


def need(question: Question, key: str) -> object:
    """What stands under a key. Raises Malformed when the key is missing. Ours: how a question is spelled."""
    try:
        return question[key]
    except KeyError:
        raise Missing(key, Text("This is missing.")) from None


def whole(value: object, key: str, least: int = 0, most: int = TOO_LARGE) -> int:
    """A whole number from `least` to `most`. Raises Malformed. Ours: how a question is spelled."""
    if type(value) is not int or not least <= value <= most:
        if most == TOO_LARGE:
            raise Malformed(key, Text("Write a whole number from %(least)s on.", least=least))
        raise Malformed(key, Text("Write a whole number from %(least)s to %(most)s.", least=least, most=most))
    return value


def word(value: object, key: str, known: Collection[str] = ()) -> str:
    """A word, one of those known if any are given. Raises Malformed. Ours: how a question is spelled."""
    if not isinstance(value, str):
        raise Malformed(key, Text("Write a word here."))
    if known and value not in known:
        raise Malformed(key, Text("Choose one of %(known)s.", known=", ".join(known)))
    return value


def several(value: object, key: str) -> Sequence[object]:
    """A list. Raises Malformed. Ours: how a question is spelled."""
    if not isinstance(value, (list, tuple)):
        raise Malformed(key, Text("Write a list here."))
    return value


def tick(value: object, key: str) -> bool:
    """Yes or no. Raises Malformed. Ours: how a question is spelled."""
    if not isinstance(value, bool):
        raise Malformed(key, Text("Say true or false."))
    return value


def names(value: object, key: str) -> list[str]:
    """The players, each named once. Raises Malformed. Ours: how a question is spelled."""
    found = [word(part, key) for part in several(value, key)]
    if not found or len(set(found)) < len(found):
        raise Malformed(key, Text("Name every player once."))
    return found
