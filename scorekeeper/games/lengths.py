"""How much a question to the referee may hold: as many cards as the game has, as many players as sit at any table."""

from collections.abc import Mapping

from scorekeeper.games.base import Answer, Blank, Game, Malformed, Ruling, Setup
from scorekeeper.text import Text

PLAYERS = 12
"""More never play any game; a question may name more than may play the one it is about."""
ROUNDS = 99
LETTERS = 99
"""The longest name or word."""
OF_PLAYERS = ("names", "people", "people_by_suit")
"""The kinds of blank whose lists hold players."""


def answered(game: Game, ruling: Ruling, question: Mapping[str, object]) -> Answer:
    """The referee's answer. Raises Malformed, naming the key, also for a list that is longer than any at a table."""
    for blank in ruling.blanks:
        if blank.key in question:
            _fits(question[blank.key], blank.key, longest(game, blank))
    return ruling.answer(question)


def longest(game: Game, blank: Blank) -> int:
    """How many entries a list in this blank may have."""
    if blank.kind in OF_PLAYERS:
        return PLAYERS
    return ROUNDS if blank.kind == "rounds" else cards(game)


def cards(game: Game) -> int:
    """How many cards a game has, with its usual rules; 99 where it has none of its own."""
    setup = Setup((), game.default_options(), ((1, ()),))
    boxes = [box for row in (game.deck or game.rows)(setup) if row.suit for box in row.boxes if box.kind == "chips"]
    return sum(len(box.items) * box.most for box in boxes) or ROUNDS


def _fits(part: object, key: str, most: int) -> None:
    """Make sure that no list, no word and nothing under names is too long. Raises Malformed."""
    if isinstance(part, str) and len(part) > LETTERS:
        raise Malformed(key, Text("There is room for %(most)s letters.", most=LETTERS))
    if isinstance(part, dict):
        if len(part) > PLAYERS:
            raise Malformed(key, Text("There is room for %(most)s here, no more.", most=PLAYERS))
        for name, under in part.items():
            _fits(name, key, most)
            _fits(under, f"{key}.{name}", most)
    elif isinstance(part, list | tuple):
        if len(part) > most:
            raise Malformed(key, Text("There is room for %(most)s here, no more.", most=most))
        for one in part:
            _fits(one, key, most)
