"""A phone for each player: first all enter counts, then each the cards that stay face up. Rows wait by name."""

from scorekeeper.games.entry import Ask, Counts, Wait
from scorekeeper.games.pad import Changes, Mark, Spot
from scorekeeper.games.parade import GAME
from scorekeeper.table.seat_entry import make_own_way
from tests.support.marks import apply_changes, spot
from tests.support.parade import EXAMPLE, THREE, score

Pad = dict[Spot, Mark]


def find_ask(marks: Pad, seat: int, row: str) -> Ask:
    """Return the only question on the phone of a seat in a row."""
    steps = make_own_way(GAME, THREE, seat, score(marks)).steps(THREE, marks, 1)
    (asked,) = [ask for step in steps if step.row == row for ask in step.asks]
    return asked


def enter_counts(*players: str) -> Pad:
    return {
        spot(slot, "count", seat): len(cards)
        for seat, (name, hand) in enumerate(EXAMPLE.items())
        if name in players
        for slot, cards in hand.items()
    }


def read(marks: Pad, seat: int, row: str, card: int) -> Pad:
    """Return the pad after a card is tapped on the phone of a seat."""
    ask = find_ask(marks, seat, row)
    assert ask.show == "chips"
    changes: Changes = {spot(row, "cards", seat, card): 1, **ask.besides}
    return apply_changes(marks, changes)


def test_nobody_is_waited_for_who_has_counted_a_later_colour() -> None:
    marks = enter_counts("Alice", "Hatter", "Cheshire")
    assert find_ask(marks, 0, "green").show == "chips"  # Hatter has no green and has gone on


def test_nobody_sees_a_pile_flip_before_all_have_counted() -> None:
    assert find_ask(enter_counts("Cheshire"), 2, "red").show == "wait"
    assert find_ask(enter_counts("Cheshire", "Alice"), 2, "red").show == "wait"
    flipped = find_ask(enter_counts("Cheshire", "Alice", "Hatter"), 2, "red")
    assert (flipped.show, flipped.level) == ("backs", 4)


def test_the_first_card_read_says_that_the_last_colour_left_blank_is_none() -> None:
    marks = enter_counts("Alice", "Hatter", "Cheshire")
    assert str(find_ask(marks, 1, "orange").hint) == "Waiting for Alice"
    marks = read(marks, 0, "red", 10)
    assert marks[spot("orange", "count", 0)] == 0
    assert find_ask(marks, 1, "orange").show == "chips"


def test_the_example_comes_out_on_three_phones() -> None:
    marks = enter_counts("Alice", "Hatter", "Cheshire")
    taps = {seat: len(hand) for seat, hand in enumerate(EXAMPLE.values())}
    for seat, hand in enumerate(EXAMPLE.values()):
        for row, cards in hand.items():
            for card in cards if find_ask(marks, seat, row).show == "chips" else ():
                marks = read(marks, seat, row, card)
                taps[seat] += 1
    sheet = score(marks)
    assert sheet.decided
    assert [sheet.totals[seat] for seat in range(3)] == [35, 27, 31]
    assert taps == {0: 11, 1: 10, 2: 11}


def test_a_row_waits_by_name_for_those_who_still_count() -> None:
    marks = enter_counts("Alice")
    ask = find_ask(marks, 0, "red")
    assert ask.show == "wait"
    assert str(ask.hint) == "Waiting for Hatter and Cheshire"
    assert str(find_ask(enter_counts("Alice", "Hatter"), 0, "red").hint) == "Waiting for Cheshire"


def test_who_waits_for_others_can_still_change_the_own_count() -> None:
    ask = find_ask(enter_counts("Alice"), 0, "red")
    assert isinstance(ask, Wait)
    assert isinstance(ask.told, Counts)
    assert (ask.told.seat, ask.told.box) == (0, "count")
