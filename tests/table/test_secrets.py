"""Tests of hidden boxes: sealed until everybody has marked them, then visible for ever."""

from dataclasses import replace
from random import Random

from scorekeeper.games import GAMES
from scorekeeper.games.boxes import ChipsBox, NumberBox
from scorekeeper.games.pad import SEALED, Mark, Marks, Row, Seat, Setup, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import Act, By, Change, Line, Strike, Write
from scorekeeper.table.secrets import find_secrets
from tests.support.games import change_game

HIDING = {"hides": "yes"}

SETUP = Setup(("Alice", "Bo", "Cleo"), HIDING, ((1, (0, 1, 2)),))


def rows(setup: Setup) -> tuple[Row, ...]:
    hidden = setup.options.get("hides") == "yes"
    boxes = (
        NumberBox("bid", Text("Bid"), most=9, hidden=hidden),
        ChipsBox("kept", Text("Kept"), items=("a", "b", "c"), hidden=hidden),
        NumberBox("open", Text("Open"), most=9),
    )
    return (Row("points", Text("Points"), boxes),)


GAME = change_game(GAMES["tally"], rows=rows)


def bid(seat: Seat, round: int = 1) -> Spot:
    return Spot(round, "points", "bid", seat)


def write(spot: Spot, mark: Mark | None) -> Write:
    return Write({spot: mark})


def journal(*acts: Act, setup: Setup = SETUP) -> list[Line]:
    return [Line(seq, f"op{seq}", 0, By("a"), act) for seq, act in enumerate([Change(setup), *acts], 1)]


def marks(*acts: Act, setup: Setup = SETUP) -> Marks:
    return fold(journal(*acts, setup=setup), GAME).marks


def lines(*acts: Act, setup: Setup = SETUP) -> list[Act]:
    """Return the acts of the lines as everybody may read them."""
    written = journal(*acts, setup=setup)
    hidden = find_secrets(GAME, written)
    return [hidden.line(line).act for line in written[1:]]


ALL = (write(bid(0), 3), write(bid(1), 0), write(bid(2), 5))

SEEN = {bid(0): 3, bid(1): 0, bid(2): 5}


def test_a_hidden_mark_is_sealed_until_everybody_has_one() -> None:
    assert marks(*ALL[:1]) == {bid(0): SEALED}
    assert marks(*ALL[:2]) == {bid(0): SEALED, bid(1): SEALED}
    assert marks(*ALL) == SEEN


def test_a_line_tells_that_something_is_decided_and_not_what() -> None:
    assert lines(*ALL[:2]) == [write(bid(0), SEALED), write(bid(1), SEALED)]
    assert lines(*ALL) == list(ALL)


def test_a_line_with_a_hidden_and_an_open_box_touches_the_secrets() -> None:
    spot = Spot(1, "points", "open", 0)
    both = journal(Write({spot: 4, bid(0): 3}), write(spot, 4))
    secrets = find_secrets(GAME, both)
    assert [secrets.touch(line) for line in both] == [False, True, False]


def test_who_rubs_out_a_mark_has_not_decided() -> None:
    undecided = ALL[0], write(bid(0), None), *ALL[1:]
    assert marks(*undecided) == {bid(1): SEALED, bid(2): SEALED}
    assert marks(*undecided, ALL[0]) == SEEN
    assert lines(*undecided, ALL[0])[0] == write(bid(0), SEALED)


def test_a_line_with_marks_of_two_rounds_decides_each_round_by_itself() -> None:
    both = Write({bid(0): 3, bid(1): 0, bid(2, 2): 5})
    assert set(marks(both).values()) == {SEALED}
    assert marks(both, ALL[2]) == {**SEEN, bid(2, 2): SEALED}


def test_what_has_been_seen_stays_seen() -> None:
    assert marks(*ALL, Strike(3)) == {bid(0): 3, bid(2): 5}
    assert lines(*ALL, Strike(3))[1] == ALL[1]
    assert marks(*ALL, Strike(3), Strike(5)) == SEEN


def test_a_line_put_back_can_be_the_last_that_was_waited_for() -> None:
    assert marks(ALL[0], Strike(2), *ALL[1:]) == {bid(1): SEALED, bid(2): SEALED}
    assert marks(ALL[0], Strike(2), *ALL[1:], Strike(3)) == SEEN


def test_rules_that_hide_from_now_on_hide_nothing_of_before() -> None:
    openly = replace(SETUP, options={})
    assert marks(ALL[0], setup=openly) == {bid(0): 3}
    later = (ALL[0], Change(SETUP), write(bid(0, 2), 4))
    assert marks(*later, setup=openly) == {bid(0): 3, bid(0, 2): SEALED}
    assert lines(*later, setup=openly) == [ALL[0], Change(SETUP), write(bid(0, 2), SEALED)]


def test_a_table_without_hidden_boxes_has_no_secrets() -> None:
    assert not find_secrets(GAMES["parade"], journal()).boxes


def by_hand(written: list[Line]) -> set[tuple[Spot, object]]:
    """Return the marks that were ever revealed: after each line, those of boxes that all three players have marked."""
    seen: set[tuple[Spot, object]] = set()
    for upto in range(1, len(written) + 1):
        openly = [line._replace(act=Change(replace(SETUP, options={}))) if line.seq == 1 else line for line in written]
        marks_so_far = fold(openly[:upto], GAME).marks
        for round in (1, 2):
            here = {spot: mark for spot, mark in marks_so_far.items() if spot.round == round}
            if {spot.seat for spot in here} == {0, 1, 2}:
                seen |= set(here.items())
    return seen


def test_random_journals_never_show_what_not_everybody_has_decided() -> None:
    chance = Random(3)
    sealed = told_openly = 0
    for _ in range(150):
        acts: list[Act] = []
        for seq in range(2, chance.randint(3, 16)):
            # Every number is entered only once, so that a mark identifies its line.
            spot = bid(chance.randrange(3), chance.randint(1, 2))
            strike = seq > 2 and chance.random() < 0.25
            acts.append(Strike(chance.randrange(2, seq)) if strike else write(spot, seq))
        written = journal(*acts)
        seen = by_hand(written)
        for spot, mark in fold(written, GAME).marks.items():
            assert mark == SEALED or (spot, mark) in seen
            sealed += mark == SEALED
            told_openly += mark != SEALED
        hidden = find_secrets(GAME, written)
        for line in written:
            shown = hidden.line(line).act
            if isinstance(line.act, Write) and isinstance(shown, Write):
                for where, told_there in line.act.changes.items():
                    assert shown.changes[where] == (told_there if (where, told_there) in seen else SEALED)
    assert sealed > 100
    assert told_openly > 100
