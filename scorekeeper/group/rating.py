"""A rating, for a group that turned one on: what is to be expected of whom, by all their games one after the other.

It is that of openskill: after each game, the strength of everybody in it is thought anew from who finished ahead of
whom, by Plackett and Luce's model of an order (Weng and Lin, "A Bayesian Approximation Method for Online Ranking",
Journal of Machine Learning Research 12, 2011, algorithm 4). Only places count, never points, so all games go into one.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, Self

from openskill.models import PlackettLuce, PlackettLuceRating

from scorekeeper.group.statistics import Played

START = 1000
"""What everybody begins with. All else stands to it as in openskill, whose own start is 25."""

SHOWN_FROM = 5
"""Games from which on somebody's rating is told: before, it says more of chance than of them."""

MODEL = PlackettLuce(mu=START, sigma=START / 3, beta=START / 6, tau=START / 300)


class Together(list[list[PlackettLuceRating]]):
    """Who played a game, by ratings that are told to nobody else: the model may write into them, and copies none."""

    def __deepcopy__(self, copied: object) -> Self:
        return self


class Rating(NamedTuple):
    """How strong somebody is thought to be, within what bounds in 19 of 20 cases, and by how many games."""

    person: str
    points: int
    give_or_take: int
    n: int


def ratings(games: Iterable[Played]) -> list[Rating]:
    """The rating of everybody who had a place in five games with another of the group, the highest first.

    The games come in the order in which they were played. Shared places are equal; guests, and those who joined late
    or left, have no part in it. In which order the seats of a table were entered changes nothing.
    """
    known, n = dict[str, PlackettLuceRating](), Counter[str]()
    for game in games:
        together = sorted(game.places, key=lambda person: (game.places[person], person))
        if len(together) < 2:
            continue
        n.update(together)
        before = Together([known.get(person) or MODEL.rating()] for person in together)
        after = MODEL.rate(before, ranks=[float(game.places[person]) for person in together])
        known.update({person: one for person, [one] in zip(together, after)})
    shown = [
        Rating(person, round(one.mu), round(2 * one.sigma), n[person])
        for person, one in known.items()
        if n[person] >= SHOWN_FROM
    ]
    return sorted(shown, key=lambda one: (-one.points, one.give_or_take, one.person))
