"""Ratings of the persons of a group: estimates of strength, updated after each game in the order of play.

The algorithm is openskill’s Plackett–Luce model (Weng and Lin, “A Bayesian Approximation Method for Online Ranking”,
Journal of Machine Learning Research 12, 2011, algorithm 4). After each game it updates the strength of all players from
their places. Points do not count, so games of all kinds contribute to one rating.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, Self

from openskill.models import PlackettLuce, PlackettLuceRating

from scorekeeper.group.statistics import PlayedGame

STARTING_RATING = 1000
"""Initial rating. The other parameters have the same proportions to it as in openskill, where it is 25."""

SHOWN_FROM = 5
"""Minimum number of games for a rating to be shown. A rating from fewer games is mostly chance."""

MODEL = PlackettLuce(mu=STARTING_RATING, sigma=STARTING_RATING / 3, beta=STARTING_RATING / 6, tau=STARTING_RATING / 300)


class PlayersOfGame(list[list[PlackettLuceRating]]):
    """The ratings of the players of one game, one list per player or team. The model changes them in place."""

    # openskill 6 copies the ratings before each game to protect those of the caller, which nobody needs here.
    def __deepcopy__(self, copied: object) -> Self:
        return self


class Rating(NamedTuple):
    """The rating of a person."""

    person: str
    points: int
    give_or_take: int
    """Its 95 % margin of error in points."""
    n: int
    """The number of games on which it is based."""


def compute_ratings(games: Iterable[PlayedGame]) -> list[Rating]:
    """Return the ratings of persons with enough games against others of the group, highest first.

    `games` must be in the order in which they were played. Shared places are ties. Guests, and players who joined late
    or left, are ignored. Partners are rated as a team. The order of the seats has no influence.
    """
    known, n = dict[str, PlackettLuceRating](), Counter[str]()
    for game in games:
        # Sorted by place and id, so that the order of the seats changes no rating.
        sides = _list_sides(game)
        # A game against guests alone says nothing about the members, nor does one that all play together.
        if len(sides) < 2:
            continue
        n.update([person for side in sides for person in side])
        before = PlayersOfGame([known.get(person) or MODEL.rating() for person in side] for side in sides)
        after = MODEL.rate(before, ranks=[float(game.places[side[0]]) for side in sides])
        for side, updated in zip(sides, after):
            known.update(zip(side, updated, strict=True))
    shown = [
        Rating(person, round(strength.mu), round(2 * strength.sigma), n[person])
        for person, strength in known.items()
        if n[person] >= SHOWN_FROM
    ]
    return sorted(shown, key=lambda rating: (-rating.points, rating.give_or_take, rating.person))


def _list_sides(game: PlayedGame) -> list[list[str]]:
    sides: dict[int | str, list[str]] = {}
    for person in sorted(game.places, key=lambda person: (game.places[person], person)):
        sides.setdefault(game.teams.get(person, person), []).append(person)
    return [*sides.values()]
