"""Tests of moves in words, and of what is moved on the real table after a correction."""

from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.games.parade.cards import CARDS
from scorekeeper.games.referee import Action
from scorekeeper.table.journal import Act, Amend, By, Change, Line, Strike, Write
from scorekeeper.table.table import StoredTable, fold_table
from scorekeeper.table.wording import list_moves_on_table, narrate_move
from tests.support.games import table_of
from tests.support.walks import walk


@pytest.mark.parametrize("slug", ["parade", "diabolo", "hawaiki"])
def test_a_move_that_was_taken_back_is_told_as_when_it_was_made(slug: str) -> None:
    game, setup = GAMES[slug], table_of(GAMES[slug], 3)
    stored = StoredTable("t", slug, "", 0, 0)
    steps = [step for step, _ in zip(walk(game, setup, Random(slug)), range(15), strict=False) if step.move]
    acts = [Change(setup), *[step.move for step in steps if step.move]]
    lines = [Line(seq, f"op{seq}", seq, By("a"), act) for seq, act in enumerate(acts, 1)]
    assert game.referee
    for step, line in zip(steps, lines[1:], strict=True):
        assert step.move
        told = game.referee.narrate(step.state, step.move, False)
        undone = Line(len(lines) + 1, "undo", 0, By("a"), Strike(line.seq))
        assert narrate_move(fold_table(stored, [*lines, undone], game), line) == told


A, B, C, D = [(card,) for card in list(CARDS)[:4]]

LAID = [Action(1, "line", None, card) for card in (A, B, C)]


@pytest.mark.parametrize(
    ("acts", "moved"),
    [
        ([Strike(2)], 1),
        ([Strike(3)], 1),
        ([Amend(2, Action(1, "line", None, D))], 2),
        ([Amend(4, Action(1, "line", None, D))], 2),
        ([Strike(2), Strike(5)], 1),
        ([Strike(4)], None),
        ([Strike(4), Strike(5)], None),
        ([], None),
        ([Write({Spot(1, "red", "count", 0): 2})], None),
        ([Write({Spot(1, "red", "count", 0): 2}), Strike(5)], None),
        ([Action(2, "line", None, A), Strike(5)], None),
        ([Write({Spot(1, "red", "count", 0): 2}), Action(1, "line", None, D), Strike(5)], None),
        ([Action(2, "line", None, A), Action(1, "line", None, D), Strike(5)], None),
        ([Strike(9)], None),
        ([Amend(2, Action(1, "line", None, B)), Amend(2, Action(1, "line", None, D))], 2),
        ([Amend(2, Action(1, "line", None, B)), Write({Spot(1, "red", "count", 0): 2}), Strike(5)], None),
    ],
)
def test_after_a_correction_of_an_earlier_move_it_is_told_what_to_move(acts: list[Act], moved: int | None) -> None:
    lines = [Change(table_of(GAMES["parade"], 3)), *LAID, *acts]
    table = fold_table(
        StoredTable("t", "parade", "", 0, 0),
        [Line(seq, f"op{seq}", seq, By("a"), act) for seq, act in enumerate(lines, 1)],
    )
    said = list_moves_on_table(table, 1)
    assert (None if said is None else len(said)) == moved
