"""Tests of moves in words: a move that was taken back is told as it was told when it was made."""

from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.table.build import fold_table
from scorekeeper.table.journal import By, Change, Line, Strike
from scorekeeper.table.moves import narrate_move
from scorekeeper.table.table import StoredTable
from tests.support.games import table_of
from tests.support.walks import walk


@pytest.mark.parametrize("slug", ["parade", "diabolo", "hawaiki"])
def test_a_move_that_was_taken_back_is_told_as_when_it_was_made(slug: str) -> None:
    game, setup = GAMES[slug], table_of(GAMES[slug], 3)
    stored = StoredTable("t", slug, 1, "", 0, 0)
    steps = [step for step, _ in zip(walk(game, setup, Random(slug)), range(15), strict=False) if step.move]
    acts = [Change(setup), *[step.move for step in steps if step.move]]
    lines = [Line(seq, f"op{seq}", seq, By("a"), act) for seq, act in enumerate(acts, 1)]
    assert game.referee
    for step, line in zip(steps, lines[1:], strict=True):
        assert step.move
        told = game.referee.narrate(step.state, step.move, False)
        undone = Line(len(lines) + 1, "undo", 0, By("a"), Strike(line.seq))
        assert narrate_move(fold_table(stored, [*lines, undone], game), line) == told
