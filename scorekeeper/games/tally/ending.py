"""When any game is over."""

from scorekeeper.games.base import Setup
from scorekeeper.games.standings import End, Standings, all_played, rounds_played
from scorekeeper.games.tally.options import reached, rounds, target
from scorekeeper.text import Plural


def over(setup: Setup, found: Standings) -> End | None:
    """Say why no further round is played: somebody is at the target, or all rounds are played.

    Nothing ends while a round is open.
    """
    if found.open or not found.rounds:
        return None
    there = [seat for seat in found.rounds[found.last] if reached(setup, found.totals[seat])]
    if there:
        one, many = "%(who)s has reached %(goal)s.", "%(who)s have reached %(goal)s."
        return End(Plural(one, many, len(there), who=setup.names(there), goal=target(setup)))
    return End(rounds_played(rounds(setup))) if all_played(rounds(setup), found) else None
