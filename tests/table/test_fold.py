"""Tests that a table extended by a line equals one folded from all its lines."""

from collections.abc import Iterator
from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.table.build import add_lines, fold_table
from scorekeeper.table.growing_sequence import GrowingSequence
from scorekeeper.table.journal import Act, Agree, Amend, By, Change, Line, Reopen, SetClock, Strike, Write
from scorekeeper.table.table import StoredTable, Table
from tests.support.games import WALKED
from tests.support.loops import at_least_one

ROUNDS = 3

LINES = 40


def spots(game: Game, setup: Setup) -> list[Spot]:
    """Return the spots of the pad, those of all seats and of the table."""
    return [
        Spot(round, row.key, box.key, seat, item)
        for round in range(1, ROUNDS + 1)
        for row in game.rows(setup)
        for box in row.boxes
        for seat in ((None,) if box.shared else setup.seats(round))
        for item in box.parts[:3]
    ]


def write_randomly(table: Table, random: Random) -> Write:
    """Return random marks at a few spots."""
    places = random.sample(spots(table.game, table.setup), random.randint(1, 3))
    return Write({place: random.choice([None, 0, 1, 1, 4]) for place in places})


def move_randomly(table: Table, random: Random) -> Action | None:
    """Return a legal move, or now and then an illegal one. None if nothing can be moved."""
    round = random.randint(1, ROUNDS)
    play = table.play(round)
    if play is None:
        return None
    picks = [
        pick.action for entry in play.referee.entries(play.state) for group in entry.groups for pick in group.picks
    ]
    return random.choice(picks) if picks else Action(round, "stop")


def acts(table: Table, random: Random) -> Iterator[Act | None]:
    """Yield an act of each kind."""
    setup, seq = table.setup, random.randint(1, table.known.seq + 2)
    yield write_randomly(table, random)
    yield move_randomly(table, random)
    yield move_randomly(table, random)
    yield Agree(random.randint(1, ROUNDS), (random.choice(setup.seats(1)),), table.sheet_digest(1))
    yield Reopen(random.randint(1, ROUNDS), "why")
    yield Strike(seq)
    yield Amend(seq, move_randomly(table, random) or write_randomly(table, random))
    yield Change(Setup(setup.players[::-1], setup.options, setup.seating, 1 - setup.starter))
    yield SetClock("turn", random.choice(setup.seats(1)))


PARTS = ("known", "lines", "effective_lines", "rounds", "corrections", "secrets", "newest_in", "setups")


def everything(table: Table) -> dict[str, object]:
    """Return all parts of the state of a table by name."""
    return {part: getattr(table, part) for part in PARTS}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("slug", WALKED)
def test_a_table_folded_line_by_line_is_the_table_folded_from_the_start(slug: str, seed: int) -> None:
    game, random = GAMES[slug], Random(f"{slug} {seed}")
    setup = Setup(("A", "B", "C"), game.default_options(), ((1, (0, 1, 2)),), 0)
    row = StoredTable("t", slug, "BCDFG", 0, 0)
    table = fold_table(row, (Line(1, "op1", 1, By("a"), Change(setup)),))
    weights = (12, 6, 6, 2, 1, seed % 3, seed % 2, seed % 2, seed % 2)
    for seq in range(2, LINES):
        act = random.choices([*acts(table, random)], weights)[0]
        by = random.choice([By("a"), By("b", 0), By("c", 1)])
        line = Line(seq, f"op{seq}", seq, by, act or write_randomly(table, random))
        table = add_lines(table, row, (line,))
        assert everything(table) == everything(fold_table(row, table.lines))


TALLY = StoredTable("t", "tally", "BCDFG", 0, 0)

SETUP = Setup(("A", "B"), GAMES["tally"].default_options(), ((1, (0, 1)),))

FIRST = Line(1, "op1", 1, By("a"), Change(SETUP))

SPOT = spots(GAMES["tally"], SETUP)[0]


def write(seq: int) -> Line:
    return Line(seq, f"op{seq}", seq, By("a"), Write({SPOT: seq}))


def test_several_lines_at_once_are_what_they_are_one_by_one() -> None:
    more = tuple(map(write, range(2, 9)))
    assert everything(add_lines(fold_table(TALLY, (FIRST,)), TALLY, more)) == everything(
        fold_table(TALLY, (FIRST, *more))
    )


def test_a_line_that_only_adds_something_replays_no_earlier_one() -> None:
    table = fold_table(TALLY, (FIRST,))
    written = add_lines(table, TALLY, (write(2),))
    undone = add_lines(written, TALLY, (Line(3, "op3", 3, By("a"), Strike(2)),))
    assert written.corrections is table.corrections
    assert undone.corrections is not table.corrections


def test_a_cached_digest_makes_no_state_different() -> None:
    table, other = [fold_table(TALLY, (FIRST, write(2))) for _ in range(2)]
    digest = table.known.written.digest_pad(1)
    assert table.known == other.known
    assert other.known.written.digest_pad(1) == digest


def test_sequences_are_equal_if_they_are_of_one_kind_and_hold_the_same() -> None:
    assert GrowingSequence([1, 2]) == GrowingSequence([1]).with_more([2])
    assert GrowingSequence([1, 2]) != GrowingSequence([1, 3])
    assert GrowingSequence([1, 2]) != (1, 2)


@pytest.mark.parametrize("steps", [[3], [511, 1], [512, 1, 1], [1, 1, 1024], [700, 700, 700, 0]])
def test_what_has_grown_is_what_was_put_in(steps: list[int]) -> None:
    grown, plain = GrowingSequence[int](), list[int]()
    for step in at_least_one(steps):
        more = range(len(plain), len(plain) + step)
        before, grown = grown, grown.with_more(more)
        assert list(before) == plain
        plain += more
        assert grown == GrowingSequence(plain)
        assert (len(grown), list(grown), list(reversed(grown))) == (len(plain), plain, plain[::-1])
        assert [grown[place] for place in range(-len(plain), len(plain))] == [*plain, *plain]
        for part in (slice(0, 5), slice(500, 530), slice(-3, None), slice(None, None, 200), slice(9, 2)):
            assert grown[part] == tuple(plain[part])
        with pytest.raises(IndexError):
            grown[len(plain)]
