"""What lies on a table of Parade, as far as it answers a question to the referee."""

from typing import Any

from scorekeeper.games.pad import Marks, Setup
from scorekeeper.games.parade.board import Procession
from scorekeeper.games.parade.cards import EDITIONS, USUAL_EDITION, edition
from scorekeeper.games.parade.options import breaks_ties, fewest_cards_win
from scorekeeper.games.parade.scoring import Reading, read_round
from scorekeeper.games.question import Question


def lying(setup: Setup, marks: Marks, round: int, now: Procession | None) -> dict[str, Question]:
    """What is known of each kind of question, players by their names; `now` is the deal as the referee knows it.

    Ours: nobody has to tell the referee what lies on the table already.
    """
    reading = read_round(setup, marks, round)
    known: dict[str, dict[str, Any]] = {
        "removal": {},
        "score": {"ruleset": _ruleset(setup)},
        "last_round": {},
        "validate": {"quick": _quick(reading)},
    }
    found = {kind: {**_colours(setup), **values} for kind, values in known.items()}
    if all(pile.complete or not pile.marked for colour in reading.colours for pile in colour.piles):
        found["score"]["players"] = _piles(reading)
    if now and not now.laying and not now.keeping:
        found["removal"]["line_front_to_end"] = [str(card) for card in now.line]
    if now and now.before:
        found["last_round"] |= _last_turn(now)
    chosen = str(setup.options.get("edition", USUAL_EDITION))
    return {**found, "deck": {"n": len(reading.seats)}, "label": {"edition": chosen}}


def _ruleset(setup: Setup) -> str:
    """The rules that a deal is scored by, the tie-break that the table agreed on included."""
    found, fewest = edition(setup.options).ruleset, fewest_cards_win(setup)
    return found if breaks_ties(found) == fewest else "zman" if fewest else "it2008"


def _colours(setup: Setup) -> dict[str, str]:
    """Whose words and hues the cards have, where they are not the usual ones."""
    chosen = str(setup.options.get("colours", "edition"))
    key = str(setup.options.get("edition", USUAL_EDITION)) if chosen == "edition" else chosen
    return {} if EDITIONS[key].colours == EDITIONS[USUAL_EDITION].colours else {"colours": key}


def _piles(reading: Reading) -> dict[str, dict[str, list[int]]]:
    return {
        name: {colour.slot: list(pile.cards) for colour in reading.colours if (pile := colour.piles[at]).cards}
        for at, name in enumerate(reading.names)
    }


def _quick(reading: Reading) -> dict[str, dict[str, tuple[int, int | None]]]:
    """How many cards everybody has of each colour, and their sum where it is known."""
    return {
        name: {colour.slot: (pile.size, pile.value) for colour in reading.colours if (pile := colour.piles[at]).size}
        for at, name in enumerate(reading.names)
    }


def _last_turn(now: Procession) -> dict[str, Any]:
    """The turn that was just played: who had which colours then, and how many cards there were to draw from."""
    assert now.before
    seats = {seat: now.name(seat) for seat in now.seats}
    within = bool(now.last) and now.left < len(now.last)
    final = {"already_final": True, "final_trigger": seats[now.last[-1]]} if within else {}
    return {
        "seats": list(seats.values()),
        "active": seats[now.before.seat],
        "front_colours": sorted(now.colours(now.seats.index(now.before.seat))),
        "deck_before_draw": now.deck + now.before.drew,
        "ruleset": now.ruleset,
        **final,
    }
