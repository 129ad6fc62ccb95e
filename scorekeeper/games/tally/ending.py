"""When any game is over, and who has won it then."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.base import Marks, Seat, Setup, places
from scorekeeper.games.tally.options import lowest_wins, reached, rounds, target
from scorekeeper.games.tally.reading import Round, read, totals
from scorekeeper.text import Plural, Text


class Ending(NamedTuple):
    """The last round, who won, and both in words."""

    round: int
    winners: tuple[Seat, ...]
    verdict: Text
    reason: Text


def over(setup: Setup, marks: Marks) -> Text | None:
    """Say that no further round is played and who has won; None while the game goes on."""
    end = ending(setup, read(setup, marks))
    return Text("%(first)s %(second)s", first=end.reason, second=end.verdict) if end else None


def ending(setup: Setup, written: Mapping[int, Round]) -> Ending | None:
    """How the game ended, once the last round is played or somebody is at the target; nothing unfinished is decided.

    Those who play the last round can win it; whoever is level shares the win.
    """
    last = max(written, default=0)
    if not last or not all(number in written and written[number].whole for number in range(1, last + 1)):
        return None
    points = totals(setup, written, written[last].seats, last)
    reason = _reason(setup, points, last)
    if reason is None:
        return None
    winners = best(setup, points)
    who, most = setup.names(winners), minus(points[winners[0]])
    one, many = "%(who)s wins with %(points)s.", "%(who)s share the win with %(points)s."
    verdict = Plural(one, many, len(winners), who=who, points=most)
    return Ending(last, winners, verdict, reason)


def _reason(setup: Setup, points: Mapping[Seat, int], last: int) -> Text | None:
    """Why it is over after this round, if it is."""
    who = setup.names([seat for seat, total in points.items() if reached(setup, total)])
    if who:
        goal = target(setup)
        return Plural("%(who)s has reached %(goal)s.", "%(who)s have reached %(goal)s.", len(who), who=who, goal=goal)
    if 0 < rounds(setup) <= last:
        return Plural("The only round is played.", "All %(count)s rounds are played.", rounds(setup))
    return None


def ranks(setup: Setup, points: Mapping[Seat, int]) -> dict[Seat, int]:
    """Everybody's place; who is level shares it."""
    sign = 1 if lowest_wins(setup) else -1
    return places({seat: sign * number for seat, number in points.items()})


def best(setup: Setup, points: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Everybody on the first place."""
    return tuple([seat for seat, place in ranks(setup, points).items() if place == 1])


def minus(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\u2212")
