"""Random rounds with the referee: what holds at every step, and that the pad gives the same result."""

from random import Random

import pytest

from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.cards import SLOTS
from scorekeeper.games.diabolo.referee import REFEREE
from scorekeeper.games.diabolo.state import DiaboloRound
from scorekeeper.games.diabolo.turn import in_row, most_placements
from scorekeeper.games.errors import Illegal
from scorekeeper.games.pad import Setup
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import Act, By, Change, Line, Write
from tests.support.diabolo import NAMES, Deal, hand, placing, play, start_round, stuck
from tests.support.loops import at_least_one
from tests.support.marks import Written, spot
from tests.support.soak import SOAK

GAMES = 1000 if SOAK else 30
PLAYERS = pytest.mark.parametrize("players", [3, 4, 5])


def hold(dealt: Deal) -> None:
    """Check the state against the real cards: none is lost, and no row or side has too many.

    The next player has not drawn yet, but the referee counts that card as drawn.
    """
    state = dealt.state
    lying = [len(row[side]) for row in state.rows.values() for side in row]
    held = sum(map(len, dealt.hands.values()))
    assert max(lying) <= 3
    assert max(in_row(row) for row in state.rows.values()) <= 5
    assert sum(lying) + held + len(dealt.deck) == 70
    assert len(dealt.deck) == state.deck + (not state.over)
    assert held == 6 * len(dealt.hands)
    assert len(state.locked) <= state.needed
    for slot in state.locked:
        assert sorted(len(side) for side in state.rows[slot].values()) == [2, 3]


def check_board(state: DiaboloRound) -> None:
    """Check that exactly the cards that fit can be tapped, and that each preview can be entered."""
    board = REFEREE.view(state)
    assert str(board.title) == f"{state.name(state.current)} plays"
    for group in REFEREE.entries(state)[0].groups:
        assert all((pick.cannot is not None) == (group.key in state.locked) for pick in group.picks)
        for pick in group.picks[:1]:
            if pick.cannot is None:
                assert all(REFEREE.apply(state, reply.action) for reply in REFEREE.preview(state, pick.action).replies)


@PLAYERS
def test_a_thousand_rounds_break_no_rule(players: int) -> None:
    chance = Random(players)
    for number in range(GAMES):
        dealt = Deal(chance, play(*NAMES[:players]), dealer=number % players)
        order = []
        for state, action in dealt.moves():
            hold(dealt)
            if number % 10 == 0:
                check_board(state)
            assert str(REFEREE.narrate(state, action, False)).startswith(NAMES[state.current])
            order.append(state.current)
        hold(dealt)
        assert len(dealt.state.locked) == dealt.state.needed
        assert dealt.state.placed <= most_placements(players)
        assert order == [(number + 1 + turn) % players for turn in range(len(order))]
        assert {len(cards) for cards in dealt.hands.values()} == {6}


@PLAYERS
def test_a_wrong_claim_is_refused_whenever_it_is_made(players: int) -> None:
    chance = Random(players)
    for _ in range(GAMES // 10):
        dealt = Deal(chance, play(*NAMES[:players]))
        for state, action in at_least_one(dealt.moves()):
            others = [seat for seat in state.seats if seat != state.current]
            with pytest.raises(Illegal, match=f"It is {NAMES[state.current]}’s turn"):
                REFEREE.apply(state, action.__class__(1, action.kind, chance.choice(others), action.of))
            for slot in state.locked:
                with pytest.raises(Illegal, match="is locked: it has five cards"):
                    REFEREE.apply(state, placing(state, f"{slot}-1 harp"))
            if not state.locked:
                with pytest.raises(Illegal, match="No row is locked"):
                    REFEREE.apply(state, stuck(state))


def test_five_hundred_turns_of_nothing_but_stuck_players_end_nowhere_else() -> None:
    state = start_round()
    for card in ("red-1 harp", "red-2 trident", "red-3 harp", "red-1 trident", "red-4 harp"):
        state = REFEREE.apply(state, placing(state, card))
    for _ in range(500):
        state = REFEREE.apply(state, stuck(state))
    assert (state.deck, state.placed) == (52 - 5 - 1, 5)


# The pad


def hands_of(dealt: Deal) -> Written:
    """Return the marks of all hands, on a pad that is complete."""
    marks: Written = {spot("end", "all"): 1}
    for seat, cards in dealt.hands.items():
        for slot in SLOTS:
            marks |= hand(slot, seat, *[value for colour, value in cards if colour == slot])
    held = {colour for cards in dealt.hands.values() for colour, _ in cards}
    return marks | {spot(slot, "nobody"): 1 for slot in SLOTS if slot not in held}


def build_journal(setup: Setup, dealt: Deal) -> list[Line]:
    """Return the journal of a table with every move of a round."""
    acts: list[Act] = [Change(setup), *[action for _, action in dealt.moves()]]
    return [Line(seq, f"op{seq}", 0, By("a"), act) for seq, act in enumerate(acts, 1)]


@PLAYERS
def test_a_refereed_round_and_the_same_sums_by_hand_give_the_same_sheet(players: int) -> None:
    chance = Random(players)
    setup = play(*NAMES[:players])
    for _ in range(GAMES // 5):
        dealt = Deal(chance, setup)
        told = build_journal(setup, dealt)
        hands = Write(hands_of(dealt))
        known = fold([*told, Line(len(told) + 1, "hands", 0, By("a"), hands)], GAME)
        sums = {
            spot(slot, side): sum(dealt.state.rows[slot][end])
            for slot in SLOTS
            for side, end in (("harp", "heaven"), ("trident", "hell"))
        }
        by_hand = Line(2, "op2", 0, By("a"), Write({**sums, **hands.changes}))
        sheet = GAME.score(setup, known.marks, 1)
        assert known.plays[1].unfinished is None
        assert sheet == GAME.score(setup, fold([told[0], by_hand], GAME).marks, 1)
        assert sheet.decided
        assert sheet.problems == ()


def test_the_round_goes_on_with_the_sums_already_known() -> None:
    setup = play(*NAMES[:3])
    known = fold(build_journal(setup, Deal(Random(4), setup)), GAME)
    steps = GAME.ways(setup)[0].steps(setup, known.marks, 1)
    sheet = GAME.score(setup, known.marks, 1)
    for step in steps:
        assert any(choice.chosen for choice in step.asks[0].choices)
        harp, trident = known.marks[spot(step.row, "harp")], known.marks[spot(step.row, "trident")]
        assert str(step.hint).startswith(f"Harp {harp}, trident {trident}.")
    assert not sheet.decided


def test_what_a_hand_writes_stands_over_the_sums_of_the_referee() -> None:
    setup = play(*NAMES[:3])
    told = build_journal(setup, Deal(Random(4), setup))
    corrected = Write({spot("red", "harp"): 15})
    known = fold([*told, Line(len(told) + 1, "op", 0, By("a"), corrected)], GAME)
    assert known.marks[spot("red", "harp")] == 15
    assert spot("red", "trident") in known.marks
