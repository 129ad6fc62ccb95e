"""The question whether rows, hands or sums of Diabolo are possible."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.diabolo.cards import COLOUR_SUM, COPIES, HAND, HAND_SUM, HIGHEST, SLOTS, VALUES, fewest_cards
from scorekeeper.games.diabolo.turn import (
    MOST_IN_ROW,
    MOST_ON_SIDE,
    SIDES,
    Row,
    fill_rows,
    in_row,
    is_locked,
    locks_needed,
)
from scorekeeper.games.errors import Missing
from scorekeeper.games.question import Answer
from scorekeeper.language.text import Text

Values = Sequence[int]

Hands = Mapping[str, Mapping[str, Values]]
"""The values of the cards in each player's hand, keyed by name and colour."""

REASONS = {
    "bad_value": Text("Values run from 1 to 5.").by("cards"),
    "copies_exceeded": Text("The deck should not contain that many of these cards.").by("copies"),
    "hand_size": Text("Everybody holds 6 cards.").by("six-cards"),
    "impossible_hand_total": Text("No 6 cards add up to these sums.").by("six-cards"),
    "impossible_sum": Text("Six cards of one colour add up to at most 30.").by("hand-sums"),
    "round_not_over": Text("Too few rows are locked, so the round is not over.").by("locks"),
    "row_over_five": Text("A row has at most 5 cards.").by("five"),
    "side_over_three": Text("A side has at most 3 cards.").by("three"),
    "too_many_locks": Text("Too many rows are locked: the round ended earlier.").by("locks"),
}

Sums = Mapping[str, Mapping[str, int]]


def validate(
    n: int | None = None,
    rows: Mapping[str, Row] | None = None,
    hands: Hands | None = None,
    hand_totals: Sums | None = None,
) -> Answer:
    """Return under `errors` a list of what is impossible, and under `warnings` what is very unlikely, both sorted.

    Raise Missing unless rows, hands or sums of hands are given.

    Rule: diabolo/cards, diabolo/copies, diabolo/six-cards, diabolo/hand-sums, diabolo/five, diabolo/three
    """
    if rows is None and hands is None and hand_totals is None:
        raise Missing("rows", Text("Ask about rows, hands or hand totals."))
    lying = {} if rows is None else fill_rows(rows)
    held, totals = hands or {}, hand_totals or {}
    errors = {*_check_rows(lying), *_check_hands(held), *_check_totals(totals)}
    # How many rows must be locked depends on the number of players.
    if lying and n is not None:
        errors |= {*_check_locks(lying, n)}
    if any(value not in VALUES for _, value in _list_cards(lying, held)):
        errors.add("bad_value")
    sums: Sums = {name: {colour: sum(cards) for colour, cards in hand.items()} for name, hand in held.items()}
    errors |= {*_check_sums(sums), *_check_sums(totals)}
    warnings = ["copies_exceeded"] if _exceeds_deck(lying, held, sums, totals) else []
    said = [REASONS[reason] for reason in (*sorted(errors), *warnings)]
    return {"errors": sorted(errors), "warnings": warnings, "because": said}


def _list_cards(lying: Mapping[str, Row], held: Hands) -> Iterator[tuple[str, int]]:
    """Yield the colour and value of every card in the rows and hands of a question."""
    for colour, row in lying.items():
        yield from ((colour, value) for side in SIDES for value in row[side])
    for hand in held.values():
        yield from ((colour, value) for colour, cards in hand.items() for value in cards)


def _check_rows(lying: Mapping[str, Row]) -> Iterator[str]:
    for row in lying.values():
        if max(len(row[side]) for side in SIDES) > MOST_ON_SIDE:
            yield "side_over_three"
        if in_row(row) > MOST_IN_ROW:
            yield "row_over_five"


def _check_locks(lying: Mapping[str, Row], players: int) -> Iterator[str]:
    count, needed = sum(map(is_locked, lying.values())), locks_needed(players)
    if count != needed:
        yield "round_not_over" if count < needed else "too_many_locks"


def _check_hands(held: Hands) -> Iterator[str]:
    for hand in held.values():
        if sum(map(len, hand.values())) != HAND:
            yield "hand_size"


def _check_totals(totals: Sums) -> Iterator[str]:
    """Yield an error for each player whose sums are impossible with six cards, each of one colour and worth 1 to 5."""
    for sums in totals.values():
        if sum(sums.values()) < HAND or sum(map(fewest_cards, sums.values())) > HAND:
            yield "impossible_hand_total"


def _check_sums(sums: Sums) -> Iterator[str]:
    if any(total > HAND * HIGHEST for hand in sums.values() for total in hand.values()):
        yield "impossible_sum"


def _exceeds_deck(lying: Mapping[str, Row], held: Hands, sums: Sums, totals: Sums) -> bool:
    """Return whether there are more copies of a card, or a higher sum, than the deck should have.

    `lying` holds the cards in the rows, `held` those in the hands, and `sums` the sums of the latter. `totals` are the
    sums that the question gives instead of cards. Values that no card has and impossible sums are ignored.
    """
    counts = Counter(_list_cards(lying, held))
    if any(count > COPIES.get(value, count) for (_, value), count in counts.items()):
        return True
    for slot in SLOTS:
        hand_sums = [
            max(sums.get(name, {}).get(slot, 0), totals.get(name, {}).get(slot, 0)) for name in {**sums, **totals}
        ]
        # Larger sums are impossible and reported as errors, so they are no doubt as well.
        if any(HAND_SUM < total <= HAND * HIGHEST for total in hand_sums):
            return True
        row = lying.get(slot, {})
        possible = all(total <= HAND * HIGHEST for total in hand_sums)
        if possible and sum(sum(cards) for cards in row.values()) + sum(hand_sums) > COLOUR_SUM:
            return True
    return False
