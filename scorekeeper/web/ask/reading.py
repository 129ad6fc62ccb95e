"""Conversion of what was tapped and typed to the input of a ruling, with each blank in the shape of its schema."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scorekeeper.games.errors import Missing
from scorekeeper.games.question import Blank, BlankKind, schema
from scorekeeper.games.schema import Schema, names_in
from scorekeeper.language.text import Text
from scorekeeper.web.ask.question import ASKED, Question
from scorekeeper.web.inputs import parse_whole

OPEN = Text("This is missing.")

ROUNDS = 20
"""Maximum number of rounds in a question; no game takes more."""

NOTHING_TOO = ("several", "suits", "people", "people_by_suit", "said", "values", "hands", "sides")
"""Kinds of blank whose value can be empty even if the blank is required."""

OPEN_HANDS = ("piles", "sums")
"""Kinds of blank whose value leaves out the players without an entry if the blank is optional."""


def parse_question(question: Question) -> dict[str, object]:
    """Return the input of the ruling, by key of the blank.

    Raise Missing with the key of the first incomplete blank, or with "" if nothing has been tapped. Raise Malformed if
    a value is not valid.
    """
    values: dict[str, object] = {}
    missing: list[Missing] = []
    for blank in question.ruling.blanks:
        try:
            value = parse_blank(question, blank)
        except Missing as half:
            # Read on: what is wrong further down is reported before what is missing.
            missing.append(half)
            continue
        if value is not None:
            values[blank.key] = value
        elif blank.needed:
            missing.append(Missing(blank.key, OPEN))
    # On an untouched page nothing is named as missing yet.
    if not question.taps or not (values or missing):
        raise Missing("", OPEN)
    if missing:
        raise missing[0]
    return values


def parse_blank(question: Question, blank: Blank) -> Any:
    """Return the value of a blank, or None while it is empty.

    Raise Missing if part of it is missing. Raise Malformed if it is not valid.
    """
    shape = schema(blank, question.deck, question.list_names())
    if own := OWN.get(blank.kind):
        return own(question, blank, shape)
    value = _parse_value(question, blank, shape, blank.key)
    if blank.kind in OPEN_HANDS and not blank.needed:
        value = {name: part for name, part in value.items() if _is_filled(part)}
    if _is_filled(value) or (blank.needed and blank.kind in NOTHING_TOO):
        return value
    return None


def _is_filled(value: object) -> bool:
    """Return whether a value is not empty, at any depth."""
    return any(map(_is_filled, value.values())) if isinstance(value, dict) else value not in (None, [])


def _parse_value(question: Question, blank: Blank, shape: Schema, key: str) -> Any:
    """Return the value of a key in the shape of its schema: a dict by name, a list, or a single value.

    Return None if nothing is entered for a single value.
    """
    if "additionalProperties" in shape:
        parts = shape.get("properties", {})
        names = names_in(shape) or question.list_names()
        by_name = {
            name: _parse_value(question, blank, parts.get(name, shape["additionalProperties"]), f"{key}.{name}")
            for name in names
        }
        return {name: part for name, part in by_name.items() if part is not None}
    if "prefixItems" in shape:
        return _parse_pair(question, blank, key)
    # A typed word can be “F” without being the sixth player.
    texts = question.values(key) if blank.kind == "word" else question.list_people(key)
    if "items" in shape:
        return [_parse_one(question, blank, shape["items"], key, text) for text in texts]
    return _parse_one(question, blank, shape, key, texts[-1]) if texts else None


def _parse_one(question: Question, blank: Blank, shape: Schema, key: str, text: str) -> str | int:
    """Return `text` as a number if the schema `shape` asks for one, otherwise unchanged.

    The number is negative if the minus chip of `key` is chosen. Raise Malformed if the number is not valid.
    """
    if shape["type"] != "integer":
        return text
    number = parse_whole(text, key, blank.least, blank.most)
    # `abs`, because a number can be typed with a minus and have its chip chosen as well.
    return -abs(number) if question.value(f"{key}.minus") else number


def _parse_pair(question: Question, blank: Blank, key: str) -> list[int | None] | None:
    """Return [number of cards, sum], where an unknown sum is None. Return None if nothing is typed.

    Raise Missing if there is a sum without a number of cards.
    """
    count, total = question.value(f"{key}.count"), question.value(f"{key}.sum")
    if total and not count:
        raise Missing(blank.key, OPEN)
    known = parse_whole(total, f"{key}.sum", 0, 999) if total else None
    return [parse_whole(count, f"{key}.count", 0, 99), known] if count else None


def _parse_cards(question: Question, blank: Blank, shape: Schema) -> list[str] | None:
    """Return the tapped cards or suits in order. If there are none, return [] if that is valid, otherwise None.

    Raise Missing if there are too few.
    """
    chosen = question.values(blank.key)
    if 0 < len(chosen) < blank.least:
        raise Missing(blank.key, OPEN)
    return chosen or (None if blank.least or not blank.needed else [])


def _parse_tick(question: Question, blank: Blank, shape: Schema) -> bool | None:
    """Return whether the blank is ticked. If it is optional, return None instead of False."""
    return bool(question.value(blank.key)) or (False if blank.needed else None)


def _parse_piles(question: Question, blank: Blank, shape: Schema) -> dict[str, dict[str, list[int]]] | None:
    """Return each player's cards by suit. Return None while a pile is empty, unless the question is marked as complete.

    If the blank is optional, leave out players without cards, and return None if nobody has any.
    """
    piles: dict[str, dict[str, list[int]]] = {name: {} for name in question.list_names()}
    for name, pile in piles.items():
        for card in question.values(f"{blank.key}.{name}"):
            suit, _, value = card.rpartition("-")
            pile.setdefault(suit, []).append(parse_whole(value, f"{blank.key}.{name}", 0, 99))
    if not blank.needed:
        return {name: pile for name, pile in piles.items() if pile} or None
    return piles if all(piles.values()) or question.value(ASKED) else None


def _parse_all(question: Question, blank: Blank, of: Schema, key: str, names: Mapping[str, object]) -> dict[str, int]:
    """Return a dict from name to the number entered for it, or {} if none is entered. Raise Missing if only some are.

    `of` is the schema of one number. The number of a name has the key `key`, a dot and the name in the address.
    """
    typed = {name: _parse_value(question, blank, of, f"{key}.{name}") for name in names}
    numbers = {name: number for name, number in typed.items() if number is not None}
    if 0 < len(numbers) < len(typed):
        raise Missing(blank.key, OPEN)
    return numbers


def _parse_each(question: Question, blank: Blank, shape: Schema) -> dict[str, int] | None:
    """Return the number of each player, or None if none is entered. Raise Missing if only some are."""
    return (
        _parse_all(question, blank, shape["additionalProperties"], blank.key, dict.fromkeys(question.list_names()))
        or None
    )


def _parse_row(question: Question, blank: Blank, shape: Schema) -> list[int] | None:
    """Return the numbers of all items in order, or None if none is entered. Raise Missing if only some are."""
    return [*_parse_all(question, blank, shape["items"], blank.key, dict(blank.items)).values()] or None


def find_rounds(question: Question, blank: Blank) -> Iterator[int]:
    """Yield the round of each number typed into the blank. A round can be yielded several times."""
    for key, _ in question.taps:
        match = re.fullmatch(r"([0-9]{1,2})\.[A-Z]", key.removeprefix(f"{blank.key}."))
        if match and key.startswith(f"{blank.key}.") and 1 <= int(match[1]) <= ROUNDS:
            yield int(match[1])


def _parse_rounds(question: Question, blank: Blank, shape: Schema) -> list[dict[str, int]] | None:
    """Return each player's number for every round that is not blank, or None if all rounds are blank.

    Raise Missing if a round is incomplete.
    """
    of, names = shape["items"]["additionalProperties"], dict.fromkeys(question.list_names())
    numbers = sorted(set(find_rounds(question, blank)))
    rounds = [_parse_all(question, blank, of, f"{blank.key}.{number}", names) for number in numbers]
    return [points for points in rounds if points] or None


OWN: Mapping[BlankKind, Callable[[Question, Blank, Schema], object]] = {
    "cards": _parse_cards,
    "suit_list": _parse_cards,
    "tick": _parse_tick,
    "players": lambda question, blank, shape: question.players,
    "names": lambda question, blank, shape: list(question.list_names()),
    "piles": _parse_piles,
    "each": _parse_each,
    "row": _parse_row,
    "rounds": _parse_rounds,
}
"""Parsers for the kinds of blank whose taps differ in shape from their schema, or which must be complete."""
