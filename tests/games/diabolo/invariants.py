"""What holds at every step of a refereed round of Diabolo."""

from scorekeeper.games.diabolo.state import DiaboloRound
from scorekeeper.games.diabolo.turn import in_row, most_placements


def hold(state: DiaboloRound) -> None:
    """Check that no card is lost, that no row or side has too many, and that no more rows are locked than needed.

    The card that the next player draws counts as drawn. There is none when the round is over.
    """
    lying = [len(row[side]) for row in state.rows.values() for side in row]
    assert max(lying) <= 3
    assert max(in_row(row) for row in state.rows.values()) <= 5
    assert sum(lying) == state.placed <= most_placements(len(state.seats))
    assert sum(lying) + 6 * len(state.seats) + state.deck + (not state.over) == 70
    assert len(state.locked) <= state.needed
    for slot in state.locked:
        assert sorted(len(side) for side in state.rows[slot].values()) == [2, 3]
