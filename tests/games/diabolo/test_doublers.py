"""Secret doublers: who is asked, and what a tap writes. Their points are in `rounds.toml`."""

import pytest

from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.rules import rules_in_words
from scorekeeper.games.entry import Step
from scorekeeper.games.pad import SEALED, Mark, Marks, Setup, Spot
from tests.support.diabolo import play, score, side
from tests.support.marks import Written, apply_changes, read_texts, spot
from tests.support.verdicts import by, cite_all
from tests.support.ways import find_step

HIDDEN = play("Michael", "Joe", "Anna", doubler_commit="secret_simultaneous")
OPEN = play("Michael", "Joe", "Anna")


def decide(row: str, *how: Mark | None) -> Written:
    """Return the secret decisions of all players about a row."""
    return {spot(row, "double", seat): mark for seat, mark in enumerate(how) if mark is not None}


def step(key: str, marks: Marks, way: str = "hands", setup: Setup = HIDDEN) -> Step:
    return find_step(GAME, setup, way, key, marks)


def shows(asked: Step) -> list[tuple[int | None, str, str]]:
    return [(ask.seat, ask.show, str(ask.hint)) for ask in asked.asks if ask.box == "double"]


PLUS_RED = side("red", "harp")


def test_the_box_is_hidden_where_the_table_agreed_on_it() -> None:
    for setup, hides in ((OPEN, False), (HIDDEN, True)):
        box = GAME.rows(setup)[0].box("double")
        assert box is not None
        assert box.secret is hides
    assert "Doublers are hidden and revealed together." in [str(text) for text in rules_in_words(HIDDEN)]


@pytest.mark.parametrize("way", ["hands", "fast"])
def test_a_row_that_gains_asks_everybody_in_secret_before_any_hand(way: str) -> None:
    red = step("red", PLUS_RED, way)
    assert shows(red) == [(seat, "secret", "Double red?") for seat in range(3)]
    assert {ask.box for ask in red.asks} == {"side", "double"}
    assert str(red.hint) == "The harp is ahead. Everybody decides in secret whether to double."
    assert not red.done


def test_committing_and_keeping_are_both_marks() -> None:
    ask = next(ask for ask in step("red", PLUS_RED).asks if ask.seat == 1)
    assert [(str(choice.label), choice.changes) for choice in ask.choices] == [
        ("Use my doubler", {spot("red", "double", 1): 1}),
        ("Keep my doubler", {spot("red", "double", 1): 0}),
    ]


def test_who_has_decided_is_shown_and_no_more() -> None:
    red = step("red", PLUS_RED | decide("red", SEALED, None, SEALED))
    assert shows(red) == [(0, "wait", "decided"), (1, "secret", "Double red?"), (2, "wait", "decided")]
    assert red.choices == ()


@pytest.mark.parametrize("way", ["hands", "fast"])
def test_then_the_hands_are_asked_for(way: str) -> None:
    red = step("red", PLUS_RED | decide("red", 1, 0, 0), way)
    assert not any(ask.show in ("secret", "wait") for ask in red.asks)
    assert any(ask.box in ("hand", "top") for ask in red.asks)
    assert str(red.hint) == "The harp is ahead. Doubled by Michael. Everybody shows red."
    assert "Doubled by Michael and Anna." in str(step("red", PLUS_RED | decide("red", 1, 0, 1)).hint)
    assert "Nobody doubles red." in str(step("red", PLUS_RED | decide("red", 0, 0, 0)).hint)


@pytest.mark.parametrize("row", ["trident", "level"])
def test_rows_that_do_not_gain_ask_nobody(row: str) -> None:
    assert shows(step("red", side("red", row))) == []


def test_only_the_boxes_of_those_who_are_undecided_are_marked_as_open() -> None:
    sheet = score(PLUS_RED | decide("red", SEALED, None, SEALED), HIDDEN)
    (waits,) = [problem for problem in sheet.open if "Waiting for Joe" in str(problem.text)]
    assert waits.spots == (spot("red", "double", 1),)


def test_a_sealed_doubler_is_neither_counted_nor_spent() -> None:
    marks = PLUS_RED | side("yellow", "harp") | decide("red", SEALED, SEALED)
    assert shows(step("yellow", marks))[0] == (0, "wait", "first red")
    assert read_texts(score(marks, HIDDEN).problems) == []


def test_a_spent_doubler_is_marked_along_with_the_next_decision() -> None:
    marks = PLUS_RED | decide("red", 1, 0, 0) | side("yellow", "harp")
    yellow = step("yellow", marks)
    assert shows(yellow) == [
        (0, "wait", "doubler already used"),
        (1, "secret", "Double yellow?"),
        (2, "secret", "Double yellow?"),
    ]
    commit = next(ask for ask in yellow.asks if ask.seat == 1).choices[0]
    assert commit.changes == {spot("yellow", "double", 1): 1, spot("yellow", "double", 0): 0}


def test_nobody_is_asked_when_all_doublers_are_spent() -> None:
    marks = PLUS_RED | decide("red", 1, 1, 1) | side("yellow", "harp")
    assert shows(step("yellow", marks)) == []


def test_that_nobody_doubles_is_offered_until_somebody_has_decided() -> None:
    (nobody,) = step("red", PLUS_RED).choices
    assert str(nobody.label) == "Nobody doubles red"
    assert nobody.changes == {spot("red", "double", seat): 0 for seat in range(3)}
    assert step("red", PLUS_RED | decide("red", SEALED)).choices == ()


def test_moving_on_from_the_last_row_leaves_open_what_is_being_decided() -> None:
    assert step("blue", PLUS_RED).then == {}
    assert step("blue", apply_changes(PLUS_RED, decide("red", 0, 0, 0))).then == {spot("end", "all"): 1}


def test_who_spent_the_doubler_elsewhere_meanwhile_can_be_marked_by_the_table() -> None:
    marks = side("yellow", "harp") | decide("yellow", SEALED, SEALED) | PLUS_RED | decide("red", 0, 0, 1)
    (show,) = step("yellow", marks).choices
    assert (str(show.label), show.changes) == ("Reveal the doublers", {spot("yellow", "double", 2): 0})
    assert by("secret", what="Yellow") in cite_all(score(marks, HIDDEN).open)


def test_nothing_is_revealed_while_somebody_who_has_a_doubler_is_undecided() -> None:
    marks = side("yellow", "harp") | decide("yellow", SEALED) | PLUS_RED | decide("red", 0, 0, 1)
    assert step("yellow", marks).choices == ()


def test_hands_that_are_told_already_stay_on_the_screen() -> None:
    marks: dict[Spot, Mark] = {**PLUS_RED, spot("red", "hand", 0, 5): 1}
    assert {"double", "hand"} <= {ask.box for ask in step("red", marks).asks}
    assert not any(ask.tick for ask in step("red", marks).asks if ask.show == "chips")


def test_a_doubler_that_is_taken_back_is_decided_all_the_same() -> None:
    marks = side("red", "harp") | decide("red", 1, 0, 0) | {spot("red", "sum", 0): 5}
    michael = step("red", marks, "totals").choices[0]
    assert michael.changes == {spot("red", "double", 0): 0}


def test_moving_on_says_nothing_of_a_row_that_is_being_decided() -> None:
    assert step("red", PLUS_RED | decide("red", SEALED)).then == {}
