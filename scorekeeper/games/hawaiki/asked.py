"""What lies on a table of Hawaiki, as far as it answers a question to the referee."""

from typing import Any

from scorekeeper.games.hawaiki.board import Round
from scorekeeper.games.hawaiki.options import both_baselines, tokens_each, variants
from scorekeeper.games.hawaiki.pad import read
from scorekeeper.games.pad import Marks, Setup
from scorekeeper.games.question import Question


def lying(setup: Setup, marks: Marks, round: int, now: Round | None) -> dict[str, Question]:
    """What is known of each kind of question, players by their names; `now` is the round as the referee knows it.

    Ours: nobody has to tell the referee what lies on the table already.
    """
    reading = read(setup, marks, round)
    players = reading.players
    settle: dict[str, Any] = {"tokens": {player.name: player.held for player in players}}
    if reading.finisher:
        settle |= {
            "hands": {player.name: player.cards or 0 for player in players if player not in reading.missing},
            "finisher": reading.finisher.name,
        }
    found: dict[str, dict[str, Any]] = {
        "place": {},
        "announce": {},
        "draws": {"players": [player.name for player in players]},
        "settle": settle,
        "setup": {"n": len(players), "tokens": tokens_each(setup)},
        "variant": {},
        "reshuffle": {},
    }
    if now and not now.opening and not now.stop:
        for kind, values in _told(now).items():
            found[kind] |= values
    return {**found}


def _told(now: Round) -> dict[str, dict[str, Any]]:
    """What the referee knows: the piles, whose turn it is and with what."""
    tops = [f"{top.colour}-{top.value}" for top in now.tops if top]
    began = [f"{top.colour}-{top.value}" for top in now.began if top]
    whole = len(tops) == len(now.piles)
    both = {"baseline_tops": began} if both_baselines(now.setup) and len(began) == len(now.piles) else {}
    played = variants(now.setup)
    variant = {"variant": played[0], "used_this_round": now.used(now.turn, played[0])} if len(played) == 1 else {}
    hand = {"hand": now.hands[now.turn]} if now.hands[now.turn] else {}
    return {
        "place": {"tops": tops, **both} if whole else {},
        "draws": {"active": now.name(now.turn), **({"combo": now.owes} if now.owes else {})},
        "variant": {**variant, **hand, "tokens": now.held(now.turn)},
        "reshuffle": {"draw": now.draw, "piles": [len(pile) for pile in now.piles]},
    }
