"""The ways of entering a round: how each is told, and which this phone took last for each game."""

from typing import Any, NamedTuple

from flask import session

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.referee import Referee
from scorekeeper.language.text import Text, joined

MOVES = "play"
"""The key of telling a round move by move, beside those of a game's own ways."""
MOVE_BY_MOVE = Text("Move by move")
MOVES_HINT = Text("Enter each card as it is played. The referee checks the rules and fills in the pad.")


MOST_REMEMBERED = 40
"""Ways that a phone remembers beside the newest: they lie in a cookie, and there is no end of pads."""


class WayChoice(NamedTuple):
    """A way as it is offered before a round: what it is called, what is tapped and how often, whether it is taken."""

    key: str
    label: Text
    about: Text
    chosen: bool


def about_moves(referee: Referee[Any]) -> Text:
    """What is told to a referee, and with how many taps."""
    return joined((MOVES_HINT, referee.taps)) if referee.taps else MOVES_HINT


def remembered(game: Game) -> str:
    """The key of the way this phone took last for a game ("": none yet)."""
    ways = session.get("ways")
    key = ways.get(game.slug) if isinstance(ways, dict) else None
    return key if isinstance(key, str) else ""


def remember(game: Game, key: str) -> None:
    """Take this way for the game from now on; "" forgets it."""
    if remembered(game) != key:
        before = session.get("ways", {})
        session["ways"] = {**{slug: before[slug] for slug in [*before][-MOST_REMEMBERED:]}, game.slug: key}


def choices(game: Game, setup: Setup, asked: str = "") -> list[WayChoice]:
    """The ways of a game, the referee last, if there is a choice; the one asked for or remembered is taken."""
    taken = asked or remembered(game)
    ways = [WayChoice(way.key, way.label, way.about, way.key == taken) for way in game.ways(setup)]
    if game.referee:
        ways.append(WayChoice(MOVES, MOVE_BY_MOVE, about_moves(game.referee), taken == MOVES))
    return ways if len(ways) > 1 else []
