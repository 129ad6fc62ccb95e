"""What was tapped and typed, as the question it comes to: each blank in the shape that its game gave it."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scorekeeper.games.errors import Missing
from scorekeeper.games.question import Blank, BlankKind, schema
from scorekeeper.games.schema import Schema, names_in
from scorekeeper.language.text import Text
from scorekeeper.web.ask.question import ASKED, Question
from scorekeeper.web.inputs import whole

OPEN = Text("This is missing.")

ROUNDS = 20
"""More rounds than any table plays in one game."""

NOTHING_TOO = ("several", "suits", "people", "people_by_suit", "said", "values", "hands", "sides")
"""The kinds of blank where nothing is an answer too, if one is needed."""

OPEN_HANDS = ("piles", "sums")
"""The kinds of blank that leave out who has nothing, if none is needed."""


def put_together(question: Question) -> dict[str, object]:
    """The input of the ruling. Raises Missing, naming the first blank that is open; Malformed for what cannot be."""
    values: dict[str, object] = {}
    missing: list[Missing] = []
    for blank in question.ruling.blanks:
        try:
            value = read_blank(question, blank)
        except Missing as half:
            missing.append(half)
            continue
        if value is not None:
            values[blank.key] = value
        elif blank.needed:
            missing.append(Missing(blank.key, OPEN))
    if not question.taps or not (values or missing):
        raise Missing("", OPEN)
    if missing:
        raise missing[0]
    return values


def read_blank(question: Question, blank: Blank) -> Any:
    """What a blank holds, None while nothing is there. Raises Missing for half of it, Malformed for what cannot be."""
    shape = schema(blank, question.deck, question.names())
    if own := OWN.get(blank.kind):
        return own(question, blank, shape)
    value = _gathered(question, blank, shape, blank.key)
    if blank.kind in OPEN_HANDS and not blank.needed:
        value = {name: part for name, part in value.items() if _holds(part)}
    if _holds(value) or (blank.needed and blank.kind in NOTHING_TOO):
        return value
    return None


def _holds(value: object) -> bool:
    """Whether anything stands in it."""
    return any(map(_holds, value.values())) if isinstance(value, dict) else value not in (None, [])


def _gathered(question: Question, blank: Blank, shape: Schema, key: str) -> Any:
    """What stands under a key: under names, in a list, or alone and None where nothing is."""
    if "additionalProperties" in shape:
        parts = shape.get("properties", {})
        names = names_in(shape) or question.names()
        by_name = {
            name: _gathered(question, blank, parts.get(name, shape["additionalProperties"]), f"{key}.{name}")
            for name in names
        }
        return {name: part for name, part in by_name.items() if part is not None}
    if "prefixItems" in shape:
        return _pair(question, blank, key)
    texts = question.all(key) if blank.kind == "word" else question.people(key)
    if "items" in shape:
        return [_one(question, blank, shape["items"], key, text) for text in texts]
    return _one(question, blank, shape, key, texts[-1]) if texts else None


def _one(question: Question, blank: Blank, shape: Schema, key: str, text: str) -> str | int:
    """One number, below 0 where its chip says so, or one word."""
    if shape["type"] != "integer":
        return text
    number = whole(text, key, blank.least, blank.most)
    return -abs(number) if question.one(f"{key}.minus") else number


def _pair(question: Question, blank: Blank, key: str) -> list[int | None] | None:
    """How many cards, and their sum where it is known."""
    count, total = question.one(f"{key}.count"), question.one(f"{key}.sum")
    if total and not count:
        raise Missing(blank.key, OPEN)
    known = whole(total, f"{key}.sum", 0, 999) if total else None
    return [whole(count, f"{key}.count", 0, 99), known] if count else None


def _cards(question: Question, blank: Blank, shape: Schema) -> list[str] | None:
    """The row of cards, or suits, once there are enough."""
    chosen = question.all(blank.key)
    if 0 < len(chosen) < blank.least:
        raise Missing(blank.key, OPEN)
    return chosen or (None if blank.least or not blank.needed else [])


def _tick(question: Question, blank: Blank, shape: Schema) -> bool | None:
    """Whether it was tapped; where it may stay open, only that it was."""
    return bool(question.one(blank.key)) or (False if blank.needed else None)


def _piles(question: Question, blank: Blank, shape: Schema) -> dict[str, dict[str, list[int]]] | None:
    """Everybody's cards by suit.

    Somebody without cards is waited for, until it is said that this is all; where the cards may stay open, who has none
    is not asked about.
    """
    piles: dict[str, dict[str, list[int]]] = {name: {} for name in question.names()}
    for name, pile in piles.items():
        for card in question.all(f"{blank.key}.{name}"):
            suit, _, value = card.rpartition("-")
            pile.setdefault(suit, []).append(whole(value, f"{blank.key}.{name}", 0, 99))
    if not blank.needed:
        return {name: pile for name, pile in piles.items() if pile} or None
    return piles if all(piles.values()) or question.one(ASKED) else None


def _all_of(question: Question, blank: Blank, of: Schema, key: str, names: Mapping[str, object]) -> dict[str, int]:
    """A number under each of these names, or nothing at all. Raises Missing for some of them."""
    typed = {name: _gathered(question, blank, of, f"{key}.{name}") for name in names}
    numbers = {name: number for name, number in typed.items() if number is not None}
    if 0 < len(numbers) < len(typed):
        raise Missing(blank.key, OPEN)
    return numbers


def _each(question: Question, blank: Blank, shape: Schema) -> dict[str, int] | None:
    """Everybody's number, once all are there."""
    return _all_of(question, blank, shape["additionalProperties"], blank.key, dict.fromkeys(question.names())) or None


def _row(question: Question, blank: Blank, shape: Schema) -> list[int] | None:
    """The numbers of all items, in their order."""
    return [*_all_of(question, blank, shape["items"], blank.key, dict(blank.items)).values()] or None


def rounds_typed(question: Question, blank: Blank) -> Iterator[int]:
    """The numbers of the rounds in which something is typed."""
    for key, _ in question.taps:
        match = re.fullmatch(r"([0-9]{1,2})\.[A-Z]", key.removeprefix(f"{blank.key}."))
        if match and key.startswith(f"{blank.key}.") and 1 <= int(match[1]) <= ROUNDS:
            yield int(match[1])


def _rounds(question: Question, blank: Blank, shape: Schema) -> list[dict[str, int]] | None:
    """Everybody's number in each round; a round that is not typed is none. Raises Missing for half a round."""
    of, names = shape["items"]["additionalProperties"], dict.fromkeys(question.names())
    numbers = sorted(set(rounds_typed(question, blank)))
    rounds = [_all_of(question, blank, of, f"{blank.key}.{number}", names) for number in numbers]
    return [points for points in rounds if points] or None


OWN: Mapping[BlankKind, Callable[[Question, Blank, Schema], object]] = {
    "cards": _cards,
    "suit_list": _cards,
    "tick": _tick,
    "players": lambda question, blank, shape: question.players,
    "names": lambda question, blank, shape: list(question.names()),
    "piles": _piles,
    "each": _each,
    "row": _row,
    "rounds": _rounds,
}
"""The kinds of blank that are tapped in another shape than they are asked in, or that are waited for."""
