"""Every way in which the cards of one colour can be spread over the players, against a slow reading."""

from collections.abc import Iterator
from random import Random

import pytest

from scorekeeper.games.pad import Cell
from scorekeeper.games.parade.cards import SLOTS, VALUES
from tests.support import parade_by_hand
from tests.support.marks import spot
from tests.support.parade import cards, play, score

WAYS = {2: 78, 3: 364, 4: 1365, 5: 4368, 6: 12376}
"""The number of ways by the number of players; 18,551 in all."""

NOTHING = Cell(0)
"""The cell of a player in a colour that nobody has."""


def counted_out(players: int, left: int = len(VALUES)) -> Iterator[tuple[int, ...]]:
    """Yield a number of cards per player, in every way, with at most all cards of the colour in total."""
    if not players:
        yield ()
        return
    for count in range(left + 1):
        for rest in counted_out(players - 1, left - count):
            yield (count, *rest)


@pytest.mark.parametrize("players", WAYS)
def test_whoever_has_most_of_a_colour_turns_it_however_its_cards_are_counted_out(players: int) -> None:
    chance = Random(players)
    names = parade_by_hand.NAMES[:players]
    setup = play(*names)
    ways = list(counted_out(players))
    wrong = []
    for start in range(0, len(ways), len(SLOTS)):  # six ways on one pad, one in each colour
        piles: parade_by_hand.Piles = {name: {} for name in names}
        shown = list(zip(SLOTS, ways[start : start + len(SLOTS)], strict=False))
        for slot, sizes in shown:
            left = chance.sample(VALUES, len(VALUES))
            for name, size in zip(names, sizes, strict=True):
                piles[name][slot] = tuple([left.pop() for _ in range(size)])
        sheet = score({**cards(piles), spot("end", "all"): 1}, setup)
        for slot, sizes in shown:
            now = [sheet.cells.get((slot, seat), NOTHING) for seat in range(players)]
            most = [name for name in names if parade_by_hand.has_most(piles, name, slot)]
            by_hand = [(parade_by_hand.points(piles, name, slot), name in most) for name in names]
            said = str(sheet.notes.get(slot, ""))
            if [(cell.points, cell.flipped) for cell in now] != by_hand or any(name not in said for name in most):
                wrong.append((sizes, by_hand, now, said))
    assert wrong == []
    assert len(ways) == WAYS[players]
