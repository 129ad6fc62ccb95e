"""What lies on a table of Diabolo, as far as it answers a question to the referee."""

from typing import Any

from scorekeeper.games.diabolo.board import State
from scorekeeper.games.diabolo.options import row_order
from scorekeeper.games.diabolo.pad import score
from scorekeeper.games.diabolo.scoring import Reading, read_round
from scorekeeper.games.pad import Marks, Setup
from scorekeeper.games.question import Question


def lying(setup: Setup, marks: Marks, round: int, now: State | None) -> dict[str, Question]:
    """What is known of each kind of question, players by their names; `now` is the round as the referee knows it.

    Ours: nobody has to tell the referee what lies on the table already.
    """
    reading = read_round(setup, marks, round)
    players = {"n": len(reading.seats)}
    held, sums = _hands(reading), _sums(reading)
    whole: dict[str, Any] = {**players, **({"hands": held} if held else {}), **_doubles(reading)}
    told = {"hands": held} if held else {"hand_totals": sums} if sums else {}
    found: dict[str, dict[str, Any]] = {
        "row": {},
        "round": {**whole, "order": list(row_order(setup))},
        "place": {**players},
        "can_play": {},
        "setup": {**players},
        "game": _rounds(setup, marks, round),
        "validate": {**players, **told},
    }
    if now and now.placed:
        rows = {slot: {side: list(cards) for side, cards in row.items()} for slot, row in now.rows.items()}
        for kind in ("round", "place", "validate"):
            found[kind]["rows"] = rows
        found["can_play"]["locked"] = list(now.locked)
    return {**found}


def _hands(reading: Reading) -> dict[str, dict[str, list[int]]]:
    """What everybody holds, where the hands are told card by card; nothing where any is told otherwise."""
    every = [hand for colour in reading.colours for hand in colour.hands]
    if any(hand.marked and not hand.cards for hand in every) or not any(hand.cards for hand in every):
        return {}
    return {
        name: {colour.slot: list(colour.hands[at].cards) for colour in reading.colours if colour.hands[at].cards}
        for at, name in enumerate(reading.names)
    }


def _sums(reading: Reading) -> dict[str, dict[str, int]]:
    """What the hands of everybody make, as far as they are told."""
    found = {
        name: {colour.slot: own for colour in reading.colours if (own := colour.hands[at].own) is not None}
        for at, name in enumerate(reading.names)
    }
    return found if any(found.values()) else {}


def _doubles(reading: Reading) -> dict[str, dict[str, list[str]]]:
    """Who doubles which row."""
    who = {
        colour.slot: [name for _, _, name, hand in reading.each(colour) if hand.doubler] for colour in reading.colours
    }
    return {"doubles": {slot: names for slot, names in who.items() if names}}


def _rounds(setup: Setup, marks: Marks, round: int) -> dict[str, Any]:
    """The points of the rounds that are decided, as far as the same people played them."""
    seats = setup.seats(round)
    names = list(setup.names(seats))
    sheets = [score(setup, marks, one) for one in range(1, round + 1) if setup.seats(one) == seats]
    points = [{setup.name(seat): sheet.totals[seat] for seat in seats} for sheet in sheets if sheet.decided]
    first = {"first_dealer": setup.name(setup.starter)} if setup.starter in seats else {}
    return {"seats": names, **first, **({"rounds": points} if points else {})}
