"""Could a round have come to this? Every reason why not, and every doubt."""

from collections import Counter
from collections.abc import Iterator, Mapping

from scorekeeper.games.base import Answer, Missing
from scorekeeper.games.diabolo.cards import COLOUR_SUM, COPIES, HAND, HAND_SUM, HIGHEST, SLOTS, VALUES, fewest_cards
from scorekeeper.games.diabolo.questions import Question, by_colour, hands, named, need, rows, whole
from scorekeeper.games.diabolo.turn import (
    MOST_IN_ROW,
    MOST_ON_SIDE,
    PLAYERS,
    SIDES,
    Row,
    in_row,
    locked,
    locks_needed,
)
from scorekeeper.text import Text

FORMS = ("rows", "hands", "hand_totals")
"""What may be looked at, one or several: the rows, the hands card by card, or the sums of the hands."""

REASONS = {
    "bad_value": Text("The values go from 1 to 5."),
    "copies_exceeded": Text("The deck should not have so many of these cards."),
    "hand_size": Text("Everybody holds 6 cards."),
    "impossible_hand_total": Text("No 6 cards make these sums."),
    "impossible_sum": Text("Six cards of one colour make 30 at the most."),
    "round_not_over": Text("Too few rows are locked, the round is not over."),
    "row_over_five": Text("A row has 5 cards at the most."),
    "side_over_three": Text("A side has 3 cards at the most."),
    "too_many_locks": Text("Too many rows are locked, the round was over before."),
}

Sums = Mapping[str, Mapping[str, int]]


def validate(question: Question) -> Answer:
    """Say what is wrong: `errors` cannot be, `warnings` hardly can be; both sorted, each from REASONS.

    Raises Missing where none of FORMS is asked. Source: rulebook IT, preparation, rules of placing and end.
    """
    if not any(form in question for form in FORMS):
        raise Missing(FORMS[0], Text("Ask about rows, hands or hand totals."))
    players = whole(question["n"], "n", *PLAYERS) if "n" in question else None
    lying = rows(question) if "rows" in question else {}
    held = hands(question) if "hands" in question else {}
    told = _hand_totals(question) if "hand_totals" in question else {}
    errors = {*_in_rows(lying), *_in_hands(held), *_in_totals(told)}
    if lying and players is not None:
        errors |= {*_in_locks(lying, players)}
    if any(value not in VALUES for _, value in _cards(lying, held)):
        errors.add("bad_value")
    sums: Sums = {name: {colour: sum(cards) for colour, cards in hand.items()} for name, hand in held.items()}
    errors |= {*_impossible(sums), *_impossible(told)}
    warnings = ["copies_exceeded"] if _exceeded(lying, held, sums, told) else []
    said = [REASONS[reason] for reason in (*sorted(errors), *warnings)]
    return {"errors": sorted(errors), "warnings": warnings, "because": said}


def _hand_totals(question: Question) -> Sums:
    key = "hand_totals"
    return {
        name: {
            colour: whole(total, f"{key}.{name}.{colour}", 0)
            for colour, total in by_colour(sums, f"{key}.{name}").items()
        }
        for name, sums in named(need(question, key), key).items()
    }


def _cards(lying: Mapping[str, Row], held: Mapping[str, Mapping[str, list[int]]]) -> Iterator[tuple[str, int]]:
    """Every card that is told, by colour and value."""
    for colour, row in lying.items():
        yield from ((colour, value) for side in SIDES for value in row[side])
    for hand in held.values():
        yield from ((colour, value) for colour, cards in hand.items() for value in cards)


def _in_rows(lying: Mapping[str, Row]) -> Iterator[str]:
    for row in lying.values():
        if max(len(row[side]) for side in SIDES) > MOST_ON_SIDE:
            yield "side_over_three"
        if in_row(row) > MOST_IN_ROW:
            yield "row_over_five"


def _in_locks(lying: Mapping[str, Row], players: int) -> Iterator[str]:
    count, needed = sum(map(locked, lying.values())), locks_needed(players)
    if count != needed:
        yield "round_not_over" if count < needed else "too_many_locks"


def _in_hands(held: Mapping[str, Mapping[str, list[int]]]) -> Iterator[str]:
    for hand in held.values():
        if sum(map(len, hand.values())) != HAND:
            yield "hand_size"


def _in_totals(told: Sums) -> Iterator[str]:
    """Sums that six cards cannot make: each card makes 1 to 5, and belongs to one colour."""
    for sums in told.values():
        if sum(sums.values()) < HAND or sum(map(fewest_cards, sums.values())) > HAND:
            yield "impossible_hand_total"


def _impossible(sums: Sums) -> Iterator[str]:
    if any(total > HAND * HIGHEST for hand in sums.values() for total in hand.values()):
        yield "impossible_sum"


def _exceeded(lying: Mapping[str, Row], held: Mapping[str, Mapping[str, list[int]]], sums: Sums, told: Sums) -> bool:
    """Whether the likely list of cards would have to be wrong. A value that no card has counts as no copy."""
    counts = Counter(_cards(lying, held))
    if any(count > COPIES.get(value, count) for (_, value), count in counts.items()):
        return True
    for slot in SLOTS:
        hand_sums = [max(sums.get(name, {}).get(slot, 0), told.get(name, {}).get(slot, 0)) for name in {**sums, **told}]
        if any(HAND_SUM < total <= HAND * HIGHEST for total in hand_sums):
            return True
        row = lying.get(slot, {})
        possible = all(total <= HAND * HIGHEST for total in hand_sums)
        if possible and sum(sum(cards) for cards in row.values()) + sum(hand_sums) > COLOUR_SUM:
            return True
    return False
