"""Who flips, what a pile is worth, and who wins.

Plain numbers, in the order of the seats: the pad, the rulings and the referee all ask here.
"""

from collections.abc import Sequence

LEAD_OF_TWO = 2
"""With two players, how many cards more it takes to flip."""

KEPT = 2
"""Cards of the last hand that each player keeps; as many go out of the game unseen."""


def flipping(sizes: Sequence[int]) -> tuple[int, ...]:
    """Who turns the pile of a colour face down: all who have most of it.

    Takes the sizes of the piles of one colour and gives positions in them. With two players it takes two cards more
    than the other; a colour nobody has flips nowhere.
    Source: rulebook FR 2015, scoring, rule 1, and rules for 2 players.
    """
    if len(sizes) == 2:
        lead = sizes[0] - sizes[1]
        return () if -LEAD_OF_TWO < lead < LEAD_OF_TWO else (0,) if lead > 0 else (1,)
    top = max(sizes, default=0)
    if not top:
        return ()
    return tuple([position for position, size in enumerate(sizes) if size == top])


def better_open(size: int, total: int) -> bool:
    """Whether a pile that may flip is worth less face up: only 0 alone, or 0 and 1.

    House rule; every rulebook turns the pile whatever its values.
    """
    return total < size


BETTER_OPEN = {1: (0,), 2: (0, 1)}
"""The piles that are worth less face up, by size."""


def winning(totals: Sequence[int], cards: Sequence[int], fewest_cards: bool) -> tuple[int, ...]:
    """Who wins: fewest points, and where that breaks ties, fewest cards; whoever is still level shares the win.

    Gives positions. Source: rulebook FR 2015, victory; the Italian one of 2008 has no tie-break.
    """
    least = min(totals)
    tied = [position for position, total in enumerate(totals) if total == least]
    if fewest_cards and len(tied) > 1:
        fewest = min(cards[position] for position in tied)
        tied = [position for position in tied if cards[position] == fewest]
    return tuple(tied)


def breaks_ties(ruleset: str) -> bool:
    """Whether the rules count cards when points are level: all but those of 2008 do."""
    return ruleset != "it2008"


def most_cards(players: int) -> int:
    """The most cards that can lie in front of the players: the discards and the last card played never do."""
    return 66 - KEPT * players - 1
