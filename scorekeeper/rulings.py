"""Questions to the referee as JSON: answers, JSON Schemas, and checks of a file of rulings."""

import json
from collections.abc import Iterable, Iterator
from functools import cache

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Options, Setup
from scorekeeper.games.pads.boxes import ChipsBox
from scorekeeper.games.questions import Answer, QuestionDeck, QuestionSuit, Ruling, parse_inputs
from scorekeeper.games.rule import Rule
from scorekeeper.language.text import ENGLISH, Catalogue, Literal, Text, in_words, rules, speak
from scorekeeper.strictjson import check_json, make_printable


def answer_with_rules(game: Game, ruling: Ruling, question: object) -> Answer:
    """Return the answer to a question, with the rules on which it is based under `rules`.

    Raise Malformed, with the key of each value that is not valid.
    """
    if not isinstance(question, dict):
        raise Malformed("", Text("The question must be a JSON object."))
    answer = ruling.answer(**parse_inputs(ruling.blanks, question, deck(game.slug)))
    return {**answer, "rules": [_rule_as_json(rule) for rule in find_rules(game, ruling, answer)]}


def find_rules(game: Game, ruling: Ruling, answer: Answer) -> list[Rule]:
    """Return the rules cited by an answer or, if it cites none, the main rule of this kind of question."""
    return [rule for key in rules(*answer["because"]) or (ruling.rule,) if (rule := game.rule(key))]


def _rule_as_json(rule: Rule) -> Answer:
    """Return a rule as part of an answer."""
    answered: Answer = {"key": rule.key, "sentence": rule.sentence}
    if rule.sources:
        answered["sources"] = [source.said for source in rule.sources]
    if rule.because:
        answered["because"] = rule.because
    return answered


def build_schema(game: Game, ruling: Ruling) -> dict[str, object]:
    """Return the JSON Schema of a kind of question, with an example."""
    cards = deck(game.slug)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": ruling.title,
        "type": "object",
        "properties": {blank.key: {"title": blank.label, **blank.schema(cards)} for blank in ruling.blanks},
        "required": [blank.key for blank in ruling.blanks if blank.needed],
        "additionalProperties": False,
        "examples": [json.loads(ruling.example)],
    }


def list_suits(game: Game, options: Options) -> list[QuestionSuit]:
    """Return the suits of a game that questions can name, as they look under these options."""
    suits = []
    for row in game.deck(Setup((), options, ((1, ()),))):
        box = next((box for box in row.boxes if isinstance(box, ChipsBox)), None)
        if row.suit:
            cards = (box.items, box.most) if box else ()
            suits.append(QuestionSuit(row.key, row.label, row.suit, *cards))
    return suits


@cache
def deck(slug: str) -> QuestionDeck:
    """Return the suits of a game under its default rules.

    Cached for the life of the process, because the rules of a game never change.
    """
    return list_suits(GAMES[slug], GAMES[slug].default_options())


def list_games() -> list[str]:
    """Return the keys of the games about which the referee answers questions."""
    return [game.slug for game in GAMES.values() if game.rulings]


def find_ruling(game: str, kind: str | None) -> tuple[Game, Ruling]:
    """Return a game and one of its kinds of question. Raise Malformed if there is no such game or kind."""
    if game not in GAMES:
        text = "There is no %(name)s. Choose one of: %(known)s."
        raise Malformed("game", Text(text, **_quote_names(game, list_games())))
    if not GAMES[game].rulings:
        text = "The referee answers no questions about %(name)s. Choose one of: %(known)s."
        raise Malformed("game", Text(text, **_quote_names(game, list_games())))
    rulings = GAMES[game].rulings
    if kind is None:
        choose = Text("Choose one of %(known)s.", known=Literal(", ".join(rulings)))
        raise Malformed("kind", Text("This is missing. %(expected)s", expected=choose))
    if kind not in rulings:
        raise Malformed("kind", Text("There is no %(name)s. Choose one of: %(known)s.", **_quote_names(kind, rulings)))
    return GAMES[game], rulings[kind]


def answer(game: str, kind: str | None, question: object, words: Catalogue = ENGLISH) -> str:
    """Return the referee’s answer as JSON. Raise Malformed, with the key of each value that is not valid."""
    answered = answer_with_rules(*find_ruling(game, kind), question)
    return json.dumps(in_words(answered, words), ensure_ascii=False, allow_nan=False)


def explain(game: str, kind: str | None, words: Catalogue = ENGLISH) -> str:
    """Return the JSON Schema of a kind of question, and a command that asks it.

    Without a kind, return a command for each kind. Raise Malformed if there is no such game or kind.
    """
    if kind is None and game in GAMES and (kinds := GAMES[game].rulings.values()):
        return "\n".join(
            f"scorekeeper rule {game} {ruling.kind} --help    # {speak(ruling.title, words)}" for ruling in kinds
        )
    asked = find_ruling(game, kind)
    shape = json.dumps(in_words(build_schema(*asked), words), ensure_ascii=False, indent=1)
    return f"{shape}\n\necho '{asked[1].example}' | scorekeeper rule {game} {kind}"


def lines(wrong: Malformed, words: Catalogue = ENGLISH) -> list[str]:
    """Return an error as lines of text: key and reason of each value that is not valid."""
    reasons = [(error.key, speak(error.reason, words)) for error in (wrong, *wrong.others)]
    return [f"{key}: {reason}" if key else reason for key, reason in reasons]


def check(file: object) -> tuple[list[str], int]:
    """Answer every ruling in a file. Return a line for each ruling that differs, and the number of those that agree.

    Raise Malformed if the file has no list of rulings.
    """
    rulings = file.get("rulings") if isinstance(file, dict) else None
    if not isinstance(rulings, list):
        raise Malformed("rulings", Text("The file must contain a list of rulings."))
    differing = [line for number, ruling in enumerate(rulings, 1) for line in _differs(number, ruling)]
    return differing, len(rulings) - len(differing)


KEYS = ("id", "game", "kind", "source", "input", "expected", "rationale")
"""The keys of a ruling in a file."""


def _differs(number: int, ruling: object) -> Iterator[str]:
    """Yield one line that says how the answer differs from a ruling, or nothing if they agree.

    `number` is the position of the ruling in its file. The line begins with its id or, if it has none, `number`.
    """
    if not isinstance(ruling, dict):
        yield f"{number}: expected a ruling got {_json(ruling)}"
        return
    name = ruling.get("id", number)
    expected = ruling.get("expected")
    unknown = [f" ({key} is not known here)" for key in ruling if key not in KEYS][:1]
    if not isinstance(expected, dict):
        yield f"{name}: expected an answer to compare with got none{''.join(unknown)}"
        return
    if "input" not in ruling:
        yield f"{name}: expected {_json(expected)} got no input{''.join(unknown)}"
        return
    try:
        got = json.loads(answer(str(ruling.get("game")), str(ruling.get("kind")), check_json(ruling.get("input"))))
    except Malformed as wrong:
        yield f"{name}: expected {_json(expected)} got a refusal: {wrong}"
    except Exception as fault:  # one fault must not hide the other rulings
        yield f"{name}: expected {_json(expected)} got a fault: {fault!r}"
    else:
        # A ruling may leave out parts of the answer, such as the sentences.
        answered = {key: got[key] for key in expected if key in got}
        if _json(answered) != _json(expected):
            yield f"{name}: expected {_json(expected)} got {_json(answered)}"


def _json(value: object) -> str:
    """Return a value as JSON with sorted keys, to compare and print it. Unlike `==`, this tells true from 1."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _quote_names(name: str, known: Iterable[str]) -> dict[str, object]:
    return {"name": Literal(make_printable(name)), "known": Literal(", ".join(known))}
