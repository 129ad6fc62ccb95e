"""Marks to test with: boxes of red seat by seat, cards that are read, the rest of a deal."""

from scorekeeper.games.base import Mark, Marks, Setup, Spot
from tests.games.parade.table import THREE, cards, said, score, spot

Written = dict[Spot, Mark]


def red(**boxes: tuple[Mark | None, ...]) -> Written:
    """Marks in red, one for each seat: `red(count=(4, None, 3))`."""
    return {
        spot("red", box, seat): mark for box, row in boxes.items() for seat, mark in enumerate(row) if mark is not None
    }


def read(seat: int, *values: int, row: str = "red") -> Written:
    return {spot(row, "cards", seat, value): 1 for value in values}


def rest(setup: Setup = THREE) -> Written:
    """Enough cards in other colours that the deal could be over, and the word that this is all."""
    piles = [
        ("blue", (10, 9)),
        ("green", (8, 7)),
        ("grey", (6, 5)),
        ("orange", (4, 3)),
        ("purple", (2, 1)),
        ("red", ()),
    ]
    hands = {name: dict([piles[seat]]) for seat, name in enumerate(setup.players)}
    return {where: mark for where, mark in cards(hands).items() if where.row != "red"} | {spot("end", "all"): 1}


def certain(marks: Marks, setup: Setup = THREE) -> list[str]:
    return said([problem for problem in score(marks, setup).problems if problem.certain])
