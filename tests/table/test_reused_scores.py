"""Tests that scores taken over from a table with fewer lines equal those computed from nothing."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pad import MOST_ROUNDS, Mark, Setup, Sheet, Spot
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.games.referee import Action
from scorekeeper.table.journal import Act, Agree, Amend, By, Change, Close, Line, Reopen, Strike, Write
from scorekeeper.table.table import StoredTable, Table, fold_table
from tests.support.games import NAMES, TYPICAL, WRITTEN, any_option, marks_of, spots, table_of
from tests.support.soak import SOAK
from tests.support.walks import walk

ROUNDS = 4

JOURNALS, ACTS = (60, 40) if SOAK else (2, 20)

LOOKING_BACK = """format = 1
name = "Back"
players = [2, 4]
start = "5"
over = "total >= 99"
[option.bonus]
label = "Bonus"
most = 9
[let]
grown = "a + last(grown)"
[row.a]
label = "A"
points = "a + bonus"
[row.b]
label = "B"
points = "if(before(a) > 6, left(before(b)) + b, b)"
[row.c]
label = "C"
kind = "tick"
points = "10 * c + last(rank(a)) + grown"
[row.d]
label = "D"
points = "if(had >= 20, 0, d)"
[check.sum]
that = "before(a + d) < 60"
say = "Too many."
[tie.last]
label = "Last"
most = "last(a * 2)"
"""

GOING_OUT = """format = 1
name = "Out"
players = [2, 5]
wins = "fewest"
start = "3"
rounds = "4"
out = "total >= limit or (a = 0 and last(a) = 0 and round > 1)"
last_in = true
[option.limit]
label = "Out at"
most = 20
least = 6
[row.a]
label = "A"
[row.rest]
label = "Rest"
counts = false
[tie.rest]
label = "Rest"
most = "rest"
"""
"""A pad in which players go out early, are often tied, and enter tie-breaks in several rounds."""

PLAYED: dict[str, Game] = {
    **WRITTEN,
    **{
        slug: GAMES[slug]
        for slug in (*TYPICAL, "darts", "molkky", "chinchon", "phase_ten", "scopa", "spades", "cribbage", "mus")
    },
    "looking back": parse_own_game(LOOKING_BACK),
    "going out": parse_own_game(GOING_OUT),
}


def any_write(game: Game, table: Table, chance: Random) -> Write:
    """Return random marks of one round, some of them erased."""
    round = chance.randint(1, ROUNDS)
    places = list(spots(game, table.setup, round))
    changes: dict[Spot, Mark | None] = {}
    for spot, box in chance.sample(places, min(len(places), chance.choice((1, 2, len(places))))):
        low = list(range(box.most + 1))[:8] if isinstance(box, NumberBox) else marks_of(box)
        changes[spot] = chance.choice([*low, *low, None])
    return Write(changes)


def any_setup(game: Game, setup: Setup, chance: Random) -> Setup:
    """Return a setup with random new names, seats from a round on, or options for all rounds or from one on."""
    match chance.randrange(4):
        case 0:
            return replace(setup, players=tuple(chance.sample(NAMES, len(setup.players))), starter=chance.randrange(2))
        case 1:
            since, seats = chance.randint(2, ROUNDS), list(range(len(setup.players)))
            chance.shuffle(seats)
            few = tuple(seats[: chance.randint(min(2, len(seats)), len(seats))])
            return replace(setup, seating=(*[pair for pair in setup.seating if pair[0] < since], (since, few)))
    options = {option.key: any_option(option, chance) for option in game.options}
    since = chance.randint(1, ROUNDS)
    return replace(setup, options=options, earlier=((1, since - 1, setup.options),) if since > 1 else ())


def any_act(game: Game, table: Table, moves: list[Action], chance: Random) -> Act:
    lines = [line for line in table.lines if line.seq > 1]
    round = chance.randint(1, ROUNDS)
    writes = [line for line in lines if isinstance(line.act, Write)]
    match chance.randrange(12):
        case 0 | 1 if lines:
            return Strike(chance.choice(lines).seq)
        case 2 if writes:
            return Amend(chance.choice(writes).seq, any_write(game, table, chance))
        case 3 | 4:
            return Change(any_setup(game, table.setup, chance))
        case 5 | 6:
            seats = table.setup.seats(round)
            return Agree(round, seats, table.sheet_digest(round), table.outcome(round))
        case 7:
            return chance.choice((Reopen(round, "why"), Close(round)))
        case 8 | 9 if moves:
            return moves.pop(0)
    return any_write(game, table, chance)


def compute_all(sheet: Sheet) -> object:
    """Return a sheet with all values that are otherwise computed when first needed."""
    return replace(sheet, cells=dict(sheet.cells), told=dict(sheet.told))


@pytest.mark.parametrize("slug", PLAYED)
def test_what_is_taken_over_is_what_scoring_from_nothing_gives(slug: str) -> None:
    game, row = PLAYED[slug], StoredTable("id", slug, "", 0, 1000)
    agreed = decided = 0
    for seed in range(JOURNALS):
        chance = Random(f"{slug} {seed}")
        setup = table_of(game, chance.randint(*game.seats))
        first_moves = [step.move for step in walk(game, setup, chance) if step.move] if game.referee else []
        moves = [replace(move, round=number) for number in (1, 2) for move in first_moves[:6]]
        table = fold_table(row, (Line(1, "op", 1000, By("a"), Change(setup)),), game)
        for seq in range(2, ACTS + 2):
            act = any_act(game, table, moves, chance)
            table = fold_table(row, (*table.lines, Line(seq, f"op{seq}", 1000 + seq, By("a"), act)), game, table)
            anew = fold_table(row, table.lines, game)
            assert table.rounds == anew.rounds
            for round in range(1, ROUNDS + 1):
                assert compute_all(table.sheet(round)) == compute_all(anew.sheet(round)), (slug, seed, seq, round)
                assert table.standings(round) == anew.standings(round)
                assert table.find_agreements(round) == anew.find_agreements(round)
                agreed += bool(table.find_agreements(round))
                decided += table.sheet(round).decided
            assert table.standings() == anew.standings()
    assert agreed
    assert decided


@pytest.mark.parametrize("slug", PLAYED)
def test_a_sheet_is_worked_out_again_only_when_it_rests_on_something_else(slug: str) -> None:
    game, row, chance = PLAYED[slug], StoredTable("id", slug, "", 0, 1000), Random(slug)
    setup = table_of(game, game.seats[1])
    each = [{spot: marks_of(box)[0] for spot, box in spots(game, setup, round)} for round in range(1, ROUNDS + 1)]
    acts = [Change(setup), *map(Write, each)]
    table = fold_table(row, [Line(seq, f"op{seq}", 1000, By("a"), act) for seq, act in enumerate(acts, 1)], game)
    before = [table.sheet(round) for round in range(1, ROUNDS + 1)]
    spot, box = chance.choice(list(spots(game, setup, ROUNDS)))
    seq = len(acts) + 1
    table = fold_table(
        row, (*table.lines, Line(seq, "op", 1000, By("a"), Write({spot: marks_of(box)[-1]}))), game, table
    )
    assert [table.sheet(round) is before[round - 1] for round in range(1, ROUNDS)] == [True] * (ROUNDS - 1)
    table = fold_table(row, (*table.lines, Line(seq + 1, "op", 1000, By("a"), Strike(seq))), game, table)
    assert [table.sheet(round) is before[round - 1] for round in range(1, ROUNDS)] == [True] * (ROUNDS - 1)


def test_what_decides_a_tie_is_added_up_over_rounds_and_asked_of_nobody_who_is_out() -> None:
    game, row = PLAYED["going out"], StoredTable("id", "out", "", 0, 1000)
    setup = table_of(game, 3, limit=12)
    points = {1: (9, 1, 2), 2: (5, 2, 1), 3: (0, 1, 1), 4: (0, 1, 1)}
    marks: dict[Spot, Mark] = {
        Spot(round, "a", "a", seat): all[seat] for round, all in points.items() for seat in range(3)
    }
    rests = {Spot(1, "rest", "rest", 1): 4, Spot(2, "rest", "rest", 2): 7, Spot(3, "rest", "rest", 1): 1}
    lines = [Line(1, "a", 1, By("a"), Change(setup)), Line(2, "b", 1, By("a"), Write({**marks, **rests}))]
    table = fold_table(row, lines, game)
    assert dict(table.sheet(4).out) == {0: 1}
    assert [problem.spots for problem in table.sheet(4).open] == [
        (Spot(4, "rest", "rest", 1), Spot(4, "rest", "rest", 2))
    ]
    told = Write({Spot(4, "rest", "rest", 1): 0, Spot(4, "rest", "rest", 2): 0})
    table = fold_table(row, (*table.lines, Line(3, "c", 1, By("a"), told)), game, table)
    assert table.standings().winners == (2,)
    stays = Write({Spot(1, "a", "a", 0): 8})
    table = fold_table(row, (*table.lines, Line(4, "d", 1, By("a"), stays)), game, table)
    assert dict(table.sheet(4).out) == {0: 2}
    assert table.sheet(2).totals == {0: 5, 1: 2, 2: 1}


@pytest.mark.parametrize("last", [1, MOST_ROUNDS - 1])
def test_rules_that_apply_to_some_rounds_only_can_still_look_back_at_those_before(last: int) -> None:
    game, row, rules = GAMES["tally"], StoredTable("id", "tally", "", 0, 1000), {"out": "out", "target": 10}
    ends = replace(table_of(game, 3, **rules), earlier=((1, last, game.default_options()),))
    begins = replace(table_of(game, 3), earlier=((1, last, {**game.default_options(), **rules}),))
    marks = {
        Spot(round, "points", "points", seat): number
        for round in (last, last + 1)
        for seat, number in enumerate((8, 1, 2))
    }
    for setup, out in ((ends, {0: last + 1}), (begins, {})):
        lines = [Line(1, "a", 1, By("a"), Change(setup)), Line(2, "b", 1, By("a"), Write(dict(marks)))]
        assert dict(fold_table(row, lines, game).sheet(last + 1).out) == out


def test_what_somebody_had_goes_by_the_rules_of_each_round() -> None:
    game, row = PLAYED["looking back"], StoredTable("id", "back", "", 0, 1000)
    setup = replace(table_of(game, 2, bonus=0), earlier=((1, 1, {"bonus": 9}),))
    marks = {Spot(round, key, key, seat): 1 for round in (1, 2) for key in "abcd" for seat in (0, 1)}
    lines = [Line(1, "a", 1, By("a"), Change(setup)), Line(2, "b", 1, By("a"), Write(dict(marks)))]
    lines.append(Line(3, "c", 1, By("a"), Write({Spot(round, "end", "all"): 1 for round in (1, 2)})))
    table = fold_table(row, lines, game)
    first = table.sheet(1).totals[0]
    assert first == 10 + 1 + 10 + 1 + 1
    assert table.standings(1).totals[0] == 5 + first >= 20
    assert table.sheet(2).cells["d", 0].points == 0
