"""Signs of players: given in order, kept when chosen, and told apart at every table."""

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Setup
from scorekeeper.games.signs import OUTLINES, Sign, complete_signs, give_signs, omit_given_signs
from scorekeeper.table.journal import Change, dump, load

FOUR = Setup(("Alice", "Hatter", "Cheshire", "Dodo"), {}, ((1, (0, 1, 2, 3)),))


def outlines(setup: Setup) -> list[str]:
    return [setup.sign(seat).outline for seat in range(len(setup.players))]


def test_signs_are_given_in_order_and_a_chosen_one_is_left_to_its_player() -> None:
    assert outlines(FOUR) == ["disc", "square", "triangle", "diamond"]
    assert complete_signs((2, 0), 4) == (2, 0, 1, 3)
    assert give_signs([None, 0, None], [None] * 3) == [1, 0, 2]


def test_from_the_ninth_player_on_the_outlines_come_again_hollow() -> None:
    assert [Sign(number).outline for number in range(16)] == [*OUTLINES, *OUTLINES]
    assert [Sign(number).hollow for number in range(16)] == [False] * 8 + [True] * 8
    assert len({str(Sign(number).name.fill_gaps()) for number in range(8)}) == 8


def test_a_usual_sign_is_taken_from_a_guest_but_not_from_whom_it_belongs_to() -> None:
    assert give_signs([0, None], [None, 0]) == [1, 0]
    assert give_signs([0, None], [0, 0]) == [0, 1]


def test_a_player_who_joins_does_not_get_the_sign_of_one_who_left() -> None:
    assert give_signs([0, None], [None, None], away=[1]) == [0, 2]


@pytest.mark.parametrize("signs", ["[0,1,2,3,4]", "[-1]", '["disc"]', "[100]", "[true]"])
def test_signs_that_nobody_can_have_are_refused(signs: str) -> None:
    with pytest.raises(Malformed):
        load(dump(Change(FOUR))[:-1] + f',"signs":{signs}}}')


def test_a_line_without_chosen_signs_reads_as_it_always_did() -> None:
    assert "signs" not in dump(Change(FOUR))
    assert omit_given_signs([0, 1, 2]) == ()
    before = '{"players":["Alice","Bo"],"options":{},"seating":[[1,[0,1]]],"starter":0}'
    act = load(before)
    assert isinstance(act, Change)
    assert act.setup.signs == ()
    assert dump(act).replace(" ", "") == before
