"""The ways of entering a round: how they are described, and which one this phone used last for each game."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import request, session

from scorekeeper.games.entry import Way
from scorekeeper.games.game import Game
from scorekeeper.games.referee import Referee
from scorekeeper.language.text import Text, join_sentences
from scorekeeper.table.seat_entry import OWN, make_own_way
from scorekeeper.table.table import Table
from scorekeeper.web.request import own_seat

MOVES = "play"
"""Key for entering a round move by move. All other ways have a key given by their game."""
MOVE_BY_MOVE = Text("Move by move")
MOVES_HINT = Text("Enter each card as it is played. The referee checks the rules and fills in the pad.")


MOST_REMEMBERED = 40
"""Maximum number of ways that a phone remembers besides the newest.

They are stored in a cookie, and there can be many pads.
"""


DECK_PLAYERS = 5
"""Number of players from which on the full deck is the default way.

The full deck then takes only a few more taps, and checks more.
"""


class WayChoice(NamedTuple):
    """A way as offered before a round."""

    key: str
    label: Text
    about: Text
    """What is tapped and how often."""
    chosen: bool


def describe_moves(referee: Referee[Any]) -> Text:
    """Return a description of entering move by move: what is entered, and with how many taps if that is known."""
    return join_sentences((MOVES_HINT, referee.taps)) if referee.taps else MOVES_HINT


def recall_way(game: Game) -> str:
    """Return the key of the way this phone used last for a game, or "" if none."""
    ways = session.get("ways")
    key = ways.get(game.slug) if isinstance(ways, dict) else None
    return key if isinstance(key, str) else ""


def remember_way(game: Game, key: str) -> None:
    """Remember the way with this key as the one used last for the game. "" forgets the way of this game."""
    before = dict(session.get("ways", {}))
    others = {slug: before[slug] for slug in before if slug != game.slug}
    # Cut to a maximum number, because browsers drop a cookie of more than 4 KiB.
    ways = {**dict([*others.items()][-MOST_REMEMBERED:]), game.slug: key} if key else others
    # The order says which way was used last, so it counts as a change. Without one no cookie is sent.
    if [*ways.items()] != [*before.items()]:
        session["ways"] = ways


def list_ways(game: Game, ways: Sequence[Way], asked: str = "") -> list[WayChoice]:
    """Return these ways of entering a game, and move by move last. Return none if there is only one.

    The chosen way is the one with the key `asked`, otherwise the one used last, otherwise the first.
    """
    taken = asked or recall_way(game)
    choices = [WayChoice(way.key, way.label, way.about, way.key == taken) for way in ways]
    if game.referee:
        choices.append(WayChoice(MOVES, MOVE_BY_MOVE, describe_moves(game.referee), taken == MOVES))
    if choices and not any(choice.chosen for choice in choices):
        choices[0] = choices[0]._replace(chosen=True)
    return choices if len(choices) > 1 else []


def describe_ways(ways: Sequence[WayChoice]) -> Text | None:
    """Return the way that a new table takes, and that the referee can follow the moves instead. Return None if there is
    no choice.
    """
    if not ways:
        return None
    taken = next(way for way in ways if way.chosen)
    if taken.key == MOVES or ways[-1].key != MOVES:
        return taken.label
    return Text("%(way)s, or move by move with the referee", way=taken.label)


def list_ways_of_phone(table: Table, round: int) -> list[Way]:
    """Return the ways in which this phone can enter a round on the pad, first that of its own seat if it has one."""
    seat = own_seat(table, round)
    own = [] if seat is None else [make_own_way(table.game, table.setup.at(round), seat, table.sheet(round))]
    return [*own, *table.game.ways(table.setup)]


def choose_way(table: Table, round: int) -> Way:
    """Return the way in which this phone enters the round.

    It is the way in the address or of the tapped page, otherwise the one used last time, otherwise the one the referee
    leads to. If the round has none of these, it is the way for the phone's own seat, or the default for the number of
    players.
    """
    ways = {way.key: way for way in list_ways_of_phone(table, round)}
    # A remembered way can be missing: another edition or number of players has other ways.
    for key in (request.values.get("way"), recall_way(table.game), _way_after_referee(table, round)):
        if key in ways:
            return ways[key]
    if OWN not in ways and len(table.setup.seats(round)) >= DECK_PLAYERS:
        ways = {key: way for key, way in ways.items() if way.layout == "deck"} or ways
    return next(iter(ways.values()))


def _way_after_referee(table: Table, round: int) -> str:
    """Return the key of the way that enters the rest of a round played move by move.

    Return "" if no referee is on in this round, or if the referee names no way.
    """
    play = table.known.plays.get(round)
    return play.referee.way if play and not play.stopped else ""


def take_way(table: Table, round: int) -> Way:
    """Return the way in which this phone enters the round, and remember it if the address asks for it.

    Only whole pages may call this. A prefetched part can arrive after the player has changed to another way.
    """
    way = choose_way(table, round)
    # The referee only leads to this way for the end of a round. Move by move stays remembered, for the next round.
    led = recall_way(table.game) == MOVES and way.key == _way_after_referee(table, round)
    if way.key == request.args.get("way") and not led:
        remember_way(table.game, way.key)
    return way
