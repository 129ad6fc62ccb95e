"""Put questions to the referee outside any table, one by one or a whole file of worked ones."""

import json
from collections.abc import Iterator, Mapping

from scorekeeper.games import GAMES
from scorekeeper.games.base import Malformed
from scorekeeper.games.lengths import answered
from scorekeeper.strictjson import checked
from scorekeeper.text import ENGLISH, Catalogue, Literal, Text, in_words


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
