"""Which side of a row is ahead, what a row brings to whom, and who wins.

Plain numbers, in the order of the seats: the pad and the rulings both ask here.
"""

from collections.abc import Collection, Sequence

PLUS, LEVEL, MINUS = 1, 0, -1


def sign_of(harp: int, trident: int) -> int:
    """Say what a row does to the highest hand: PLUS if the harp is ahead, MINUS if the trident is, LEVEL else.

    A side without cards makes 0. Source: rulebook IT, scoring, cases 1 to 3.
    """
    return (harp > trident) - (harp < trident)


def leading(sums: Sequence[int]) -> tuple[int, ...]:
    """Who has the highest hand of a colour: positions of all who are level at the top; nobody, if all have none.

    Source: rulebook IT, scoring, level totals.
    """
    top = max(sums, default=0)
    return tuple([position for position, total in enumerate(sums) if top and total == top])


def row_points(sign: int, sums: Sequence[int], doubled: Collection[int]) -> list[int]:
    """What everybody gets in a row: the highest hand its own sum, with the sign of the row, the others nothing.

    `doubled` are the positions of those who committed a doubler; it counts twice only for its owner, and only where
    the row is PLUS. Source: rulebook IT, scoring, cases 1 and 2.
    """
    points = [0] * len(sums)
    for position in leading(sums):
        points[position] = sign * sums[position] * (2 if sign == PLUS and position in doubled else 1)
    return points


def winning(totals: Sequence[int]) -> tuple[int, ...]:
    """Who wins: most points; whoever is level shares the win.

    Gives positions. Source: rulebook IT, aim of the game; it has no tie-break.
    """
    most = max(totals)
    return tuple([position for position, total in enumerate(totals) if total == most])
