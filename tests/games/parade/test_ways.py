"""Four ways of entering a deal: what they ask, how many taps they take, and that all write the same."""

import re
from dataclasses import replace
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.entry import Step
from scorekeeper.games.pad import Mark, Setup, Sheet, Spot
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.cards import SLOTS
from tests.support.loops import at_least_one
from tests.support.marks import apply_changes, spot
from tests.support.parade import (
    EXAMPLE,
    NAMES,
    PEOPLE,
    THREE,
    TWO,
    Phone,
    Piles,
    cards,
    enter_deal,
    flip_and_read,
    play,
    random_deal,
    score,
    setup_of,
)
from tests.support.soak import SOAK, try_cases
from tests.support.walks import walk
from tests.support.ways import find_step


def step(way: str, key: str, marks: dict[Spot, Mark], setup: Setup = THREE) -> Step:
    return find_step(GAME, setup, way, key, marks)


def shows(asked: Step) -> list[str]:
    return [ask.show for ask in asked.asks]


def outcome(sheet: Sheet) -> tuple[object, ...]:
    """Return the content of a sheet without its working."""
    points = {key: (cell.points, cell.flipped) for key, cell in sheet.cells.items()}
    return points, sheet.notes, sheet.totals, sheet.ranks, sheet.winners, sheet.verdict, sheet.reason, sheet.decided


def without_doubts(sheet: Sheet) -> Sheet:
    """Return a sheet without doubts: a big pile is doubted, unless every card of it was entered."""
    return replace(sheet, problems=tuple([problem for problem in sheet.problems if problem.certain]))


def test_the_usual_way_comes_first() -> None:
    assert [(way.key, way.layout) for way in GAME.ways(THREE)] == [
        ("flip", "rows"),
        ("checked", "rows"),
        ("deck", "deck"),
        ("totals", "keypad"),
    ]


def test_a_colour_is_done_once_the_table_goes_on_and_no_pile_of_it_is_half_read() -> None:
    marks = {spot("red", "count", 0): 3, spot("red", "cards", 1, 4): 1}
    assert not step("flip", "red", marks).done  # Cheshire may have red as well
    assert step("flip", "red", marks | {spot("blue", "cards", 0, 2): 1}).done
    assert step("flip", "red", marks | {spot("purple", "nobody"): 1}).done
    half = marks | {spot("red", "count", 2): 2, spot("red", "cards", 2, 7): 1}
    assert not step("flip", "red", half | {spot("blue", "cards", 0, 2): 1}).done
    assert not step("flip", "red", {spot("blue", "cards", 0, 2): 1}).done


# Taps


@pytest.mark.parametrize(("way", "taps"), [("flip", 28), ("checked", 32), ("deck", 42), ("totals", 25)])
def test_the_printed_example_takes_so_many_taps(way: str, taps: int) -> None:
    assert enter_deal(THREE, way, EXAMPLE).taps == taps


def tapped_in_all(setup: Setup, way: str, piles: Piles) -> int:
    """Return the number of taps, with all keys: those of digits, those that lead on, and the one to the sheet."""
    phone = enter_deal(setup, way, piles)
    # A page of sizes leads on by itself unless somebody has none of the colour, a page of cards always does.
    on = sum(any(slot not in pile for pile in piles.values()) for slot in SLOTS) if way == "checked" else 0
    if way != "totals":
        return phone.taps + on + (len(piles) - 1) * (way == "deck") + 1
    typed = 0
    for ask, row in [(ask, step.key) for step in phone.compute_steps() for ask in step.asks]:
        pile = phone.pile(row, ask.seat or 0)
        number = len(pile) if ask.box == "count" else sum(pile)
        typed += 1 + len(str(number)) * bool(pile)
    return typed


def play_deal(setup: Setup, seed: int) -> Piles:
    """Return the cards in front of each player after a deal with random moves."""
    *_, last = walk(GAME, setup, Random(seed))
    piles: dict[str, dict[str, tuple[int, ...]]] = {name: {} for name in setup.players}
    for where in GAME.referee.marks(last.state) if GAME.referee else ():
        if where.box == "cards" and where.seat is not None:
            pile = piles[setup.name(where.seat)]
            pile[where.row] = (*pile.get(where.row, ()), int(where.item))
    return piles


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_where_ways_are_chosen_they_say_how_many_taps_deals_take_on_the_average(players: int) -> None:
    setup = setup_of(players)
    deals = [play_deal(setup, seed) for seed in range(40 if SOAK else 4)]
    for way in at_least_one(GAME.ways(setup)):
        counted = mean(tapped_in_all(setup, way.key, piles) for piles in deals)
        about, of = map(int, re.findall(r"\d+", str(way.taps)))
        assert (of, about) == (players, pytest.approx(counted, rel=0.25)), way.key


@given(st.integers(0, 2**32), st.integers(2, 6), st.booleans())
@try_cases(100)
def test_every_way_gives_the_same_sheet(seed: int, players: int, shared: bool) -> None:
    piles = random_deal(Random(seed), players)
    setup = play(*NAMES[:players], tie_break="shared" if shared else "rules")
    sheets = {way: score(enter_deal(setup, way, piles).marks, setup) for way in PEOPLE}
    read = score(cards(piles), setup)
    assert read.decided
    assert sheets["deck"] == read
    assert without_doubts(sheets["flip"]) == without_doubts(sheets["checked"]) == without_doubts(read)
    assert outcome(sheets["totals"]) == outcome(read)


@given(st.integers(0, 2**32), st.integers(2, 6), st.lists(st.sampled_from([*PEOPLE]), min_size=2, max_size=4))
@try_cases(60)
def test_changing_the_way_loses_nothing(seed: int, players: int, ways: list[str]) -> None:
    piles = random_deal(Random(seed), players)
    setup = play(*NAMES[:players])
    phone = Phone(setup, ways[0], piles)
    for way in ways:
        phone.steps = next(candidate.steps for candidate in GAME.ways(setup) if candidate.key == way)
        before = dict(phone.marks)
        for step in phone.compute_steps():
            assert step.asks
        assert phone.marks == before
    PEOPLE[ways[-1]](phone)
    assert outcome(score(phone.marks, setup)) == outcome(score(cards(piles), setup))


# Flip and enter

BIG: dict[Spot, Mark] = {spot("red", "count", 2): 4}
READ: dict[Spot, Mark] = {spot("red", "cards", 0, 9): 1}
BOTH: dict[Spot, Mark] = {spot("red", "read"): 1, **{spot("red", "cards", 0, value): 1 for value in (9, 8, 7)}}


@pytest.mark.parametrize(
    ("setup", "marks", "asked", "hint"),
    [
        (THREE, {}, ["counts"] * 3, "Who has the biggest pile? Tap its size."),
        (THREE, BIG, ["chips", "chips", "backs"], "Cheshire flips. Enter the others."),
        (
            THREE,
            {spot("red", "count", seat): 3 for seat in (0, 1)},
            ["backs", "backs", "chips"],
            "Alice and Hatter",
        ),
        (THREE, {spot("red", "count", seat): 3 for seat in range(3)}, ["backs"] * 3, "All of them flip."),
        (THREE, READ, ["chips", "counts", "counts"], "Who has the biggest pile?"),
        (THREE, {spot("red", "nobody"): 1}, ["counts"] * 3, "Nobody has red."),
        (TWO, BOTH, ["chips", "chips"], "No pile has 2 more cards. Enter both."),
    ],
)
def test_sizes_are_asked_for_until_a_pile_flips_then_the_cards_of_the_others(
    setup: Setup, marks: dict[Spot, Mark], asked: list[str], hint: str
) -> None:
    red = step("flip", "red", marks, setup)
    assert shows(red) == asked
    assert str(red.hint).startswith(hint)


def test_a_counted_pile_that_does_not_flip_is_read_with_a_check_sum() -> None:
    marks: dict[Spot, Mark] = {spot("red", "count", 2): 4, spot("red", "count", 0): 2, spot("red", "cards", 0, 9): 1}
    red = step("flip", "red", marks)
    assert str(red.asks[0].hint) == "Enter 2 cards: 1 of 2 done"
    del marks[spot("red", "cards", 0, 9)]
    assert str(step("flip", "red", marks).asks[0].hint) == "Enter 2 cards"


def test_when_a_read_pile_turns_out_bigger_the_cure_asks_for_the_other() -> None:
    marks: dict[Spot, Mark] = {spot("red", "count", 1): 3}
    marks |= {spot("red", "cards", 0, value): 1 for value in (9, 8, 7, 6)}
    marks = apply_changes(marks, score(marks).problems[0].cures[0].changes)
    red = step("flip", "red", marks)
    assert shows(red) == ["backs", "chips", "chips"]
    assert str(red.asks[1].hint) == "Enter 3 cards"


def test_moving_on_from_the_last_colour_says_that_this_is_all() -> None:
    orange = step("flip", "orange", {spot("orange", "count", 0): 1})
    assert orange.then == {spot("end", "all"): 1}
    both = step("flip", "orange", {})
    assert both.then == {spot("orange", "nobody"): 1, spot("end", "all"): 1}


def test_two_players_may_read_both() -> None:
    red = step("flip", "red", {}, TWO)
    assert str(red.hint) == "Tap the size of the pile that has 2 more cards."
    assert [str(choice.label) for choice in red.choices] == ["No pile has 2 more: enter both"]
    both = step("flip", "red", apply_changes({}, red.choices[0].changes), TWO)
    assert [(ask.show, ask.level) for ask in both.asks] == [("chips", 0)] * 2
    back = step("flip", "red", apply_changes(apply_changes({}, red.choices[0].changes), both.choices[0].changes), TWO)
    assert shows(back) == ["counts"] * 2


@pytest.mark.parametrize(
    ("size", "label", "points"), [(1, "Alice leaves 0 face up", 0), (2, "Alice leaves 1 + 0 face up", 1)]
)
def test_by_the_house_rule_one_tap_leaves_a_pile_open(size: int, label: str, points: int) -> None:
    setup = play("Alice", "Hatter", "Cheshire", majority_flip="best_of")
    marks: dict[Spot, Mark] = {spot("red", "count", 0): size}
    (choice,) = step("flip", "red", marks, setup).choices
    assert str(choice.label) == label
    left = apply_changes(marks, choice.changes)
    assert score(left, setup).cells["red", 0].points == points
    assert shows(step("flip", "red", left, setup))[0] == "chips"
    assert step("flip", "red", {spot("red", "count", 0): 3}, setup).choices == ()


# The other ways


def test_checked_asks_for_all_sizes_and_then_for_the_piles_that_stay_face_up() -> None:
    phone = Phone(THREE, "checked", EXAMPLE)
    assert [step.key for step in phone.compute_steps()] == ["red", "blue", "purple", "green", "grey", "orange"]
    phone.tap({spot("red", "count", 0): 3, spot("red", "count", 2): 4})
    last = phone.compute_steps()[-1]
    assert (last.key, str(last.title), [ask.seat for ask in last.asks]) == ("red-read", "Enter red", [0])
    assert str(last.asks[0].hint) == "Enter 3 cards"
    assert last.then == {spot("end", "all"): 1}


def test_a_step_is_done_when_nothing_in_it_is_open() -> None:
    phone = enter_deal(THREE, "flip", EXAMPLE)
    assert all(step.done for step in phone.compute_steps())
    phone.marks = apply_changes(phone.marks, {spot("red", "count", 2): None})
    assert step("flip", "blue", phone.marks).done
    flip_and_read(phone)
    assert all(step.done for step in phone.compute_steps())
