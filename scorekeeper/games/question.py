"""Questions to the referee: each kind of question, and how one is parsed.

The blanks of a question are declared once. They serve to parse it, report faults by key, draw the form and publish the
JSON Schema.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.blanks import Blank, Deck
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.schema import flaws, missing, unknown
from scorekeeper.language.text import Text

Answer = dict[str, object]

Question = Mapping[str, object]


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


def parse_question(blanks: Sequence[Blank], question: Question, deck: Deck) -> dict[str, Any]:
    """Parse a question. Return the values of its blanks by key, without those of optional blanks that are empty.

    Raise Malformed with all faults, each with its key. Raise Missing if parts are missing and nothing else is wrong.
    """
    values: dict[str, Any] = {}
    wrong: list[Malformed] = []
    players: Sequence[str] = ()
    for blank in blanks:
        shape = blank.schema(deck, players)
        if blank.key not in question:
            wrong += [missing(blank.key, shape)] if blank.needed else []
            continue
        value: Any = question[blank.key]
        if its_flaws := [*flaws(value, shape, blank.key)]:
            wrong += its_flaws
        elif value is not None:
            values[blank.key] = blank.convert(value)
            # The first blank that lists the players limits the names in all later ones.
            players = players or (tuple(value) if blank.lists_players else ())
    wrong += unknown(question, [blank.key for blank in blanks])
    if wrong:
        # A fault needs fixing, a missing part may still be on its way: report the fault first.
        first = next((flaw for flaw in wrong if not isinstance(flaw, Missing)), wrong[0])
        first.others = tuple([flaw for flaw in wrong if flaw is not first])
        raise first
    return values
