"""How much a question to the referee may hold: as many cards as the game has, as many players as sit at any table."""

import json
from collections.abc import Iterator, Mapping

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.question import Answer, Blank, Ruling
from scorekeeper.games.rule import Rule
from scorekeeper.language.text import ENGLISH, Catalogue, Literal, Text, in_words, rules
from scorekeeper.strictjson import checked

PLAYERS = 12
"""More never play any game; a question may name more than may play the one it is about."""

ROUNDS = 99

LETTERS = 99
"""The longest name or word."""

OF_PLAYERS = ("names", "people", "people_by_suit")
"""The kinds of blank whose lists hold players."""


def answered(game: Game, ruling: Ruling, question: Mapping[str, object]) -> Answer:
    """The referee's answer, and under `rules` those that it follows: key, sentence, where each stands or why.

    Raises Malformed, naming the key, also for a list that is longer than any at a table.
    """
    for blank in ruling.blanks:
        if blank.key in question:
            _fits(question[blank.key], blank.key, longest(game, blank))
    answer = ruling.answer(question)
    return {**answer, "rules": [_told(rule) for rule in followed(game, ruling, answer)]}


def followed(game: Game, ruling: Ruling, answer: Answer) -> list[Rule]:
    """The rules that an answer follows: those its sentences name, else the one that such a question is about."""
    because = answer.get("because")
    said = rules(*because) if isinstance(because, list | tuple) else ()
    return [rule for key in said or (ruling.rule,) if (rule := game.rule(key))]


def _told(rule: Rule) -> Answer:
    """A rule as an answer carries it."""
    told: Answer = {"key": rule.key, "sentence": rule.sentence}
    if rule.sources:
        told["sources"] = [source.said for source in rule.sources]
    if rule.because:
        told["because"] = rule.because
    return told


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


def answer(game: str, kind: str, question: object, words: Catalogue = ENGLISH) -> str:
    """The referee's answer as JSON. Raises Malformed, naming the key, for a question that cannot be understood."""
    if game not in GAMES:
        raise Malformed("game", Text("There is none called %(name)s; there is %(known)s.", **_named(game, GAMES)))
    rulings = GAMES[game].rulings
    if kind not in rulings:
        raise Malformed("kind", Text("There is none called %(name)s; there is %(known)s.", **_named(kind, rulings)))
    if not isinstance(question, dict):
        raise Malformed("", Text("The question must be a JSON object."))
    found = in_words(answered(GAMES[game], rulings[kind], question), words)
    return json.dumps(found, ensure_ascii=False, allow_nan=False)


def check(file: object) -> tuple[list[str], int]:
    """Answer every ruling of a file: a line for each that differs, and how many agree. Raises Malformed."""
    rulings = file.get("rulings") if isinstance(file, dict) else None
    if not isinstance(rulings, list):
        raise Malformed("rulings", Text("The file must hold a list of them."))
    differing = [line for number, ruling in enumerate(rulings, 1) for line in _differs(number, ruling)]
    return differing, len(rulings) - len(differing)


def _differs(number: int, ruling: object) -> Iterator[str]:
    """The line that says how an answer differs from the ruling, if it does."""
    if not isinstance(ruling, dict):
        yield f"{number}: expected a ruling got {_json(ruling)}"
        return
    name = ruling.get("id", number)
    expected = ruling.get("expected")
    if not isinstance(expected, dict):
        yield f"{name}: expected an answer to compare with got none"
        return
    try:
        got = json.loads(answer(str(ruling.get("game")), str(ruling.get("kind")), checked(ruling.get("input"))))
    except Malformed as wrong:
        yield f"{name}: expected {_json(expected)} got a refusal: {wrong}"
    except Exception as fault:  # one fault must not hide the other rulings
        yield f"{name}: expected {_json(expected)} got a fault: {fault!r}"
    else:
        told = {key: got[key] for key in expected if key in got}
        if _json(told) != _json(expected):
            yield f"{name}: expected {_json(expected)} got {_json(told)}"


def _json(value: object) -> str:
    """A value as it compares: true is not 1, and the order of keys does not matter."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _named(name: str, known: Mapping[str, object]) -> dict[str, object]:
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:40])
    return {"name": Literal(shown), "known": Literal(", ".join(known) or "–")}
