"""Tests of removing a name from a journal, in players, remarks and reasons, while agreements stay valid."""

from dataclasses import replace

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.table.erasing import list_names, remove_name, replace_name
from scorekeeper.table.journal import Act, Agree, Amend, By, Change, Erased, Line, Reopen, Write, dump, load
from scorekeeper.table.table import StoredTable, fold_table

TALLY = GAMES["tally"]

ROW = StoredTable("t", "tally", "", 0, 0)

SETUP = Setup(("Ann", "Bo"), {"name": "ann’s game"}, ((1, (0, 1)),))

POINTS = Write({Spot(1, "points", "points", 0): 3, Spot(1, "points", "points", 1): 5})


def remark(words: str) -> Write:
    return Write({Spot(1, "points", "note"): words})


def lines(*acts: Act) -> list[Line]:
    return [Line(seq, f"op{seq}", 100 + seq, By("phone"), act) for seq, act in enumerate(acts, 1)]


def agree_after(*acts: Act) -> list[Line]:
    """Return these lines followed by an agreement of both players to the first round."""
    table = fold_table(ROW, lines(*acts), TALLY)
    return lines(*acts, Agree(1, (0, 1), table.sheet_digest(1), table.outcome(1)))


def test_a_name_goes_from_who_plays_and_from_all_free_text() -> None:
    before = lines(
        Change(SETUP), POINTS, remark("ANN, Anna"), Amend(3, remark("no: Ann")), Reopen(1, "Ann says so"), Erased("Cy")
    )
    after = [line.act for line in remove_name(ROW, TALLY, before, "Ann", "Player 1")]
    assert after == [
        Change(replace(SETUP, players=("Player 1", "Bo"), options={"name": "…’s game"})),
        POINTS,
        remark("…, Anna"),
        Amend(3, remark("no: …")),
        Reopen(1, "… says so"),
        Erased("Cy"),
    ]


def test_rules_of_earlier_rounds_lose_it_as_well() -> None:
    setup = replace(SETUP, players=("Al", "Bo"), options={}, earlier=((1, 2, {"name": "Ann", "rounds": 3}),))
    (line,) = remove_name(ROW, TALLY, lines(Change(setup)), "Ann", "Player 1")
    assert line.act == Change(replace(setup, earlier=((1, 2, {"name": "…", "rounds": 3}),)))


def test_an_agreement_to_a_round_with_a_remark_holds_afterwards() -> None:
    before = agree_after(Change(SETUP), POINTS, remark("Ann was late"))
    after = remove_name(ROW, TALLY, before, "Ann", "Player 1")
    assert fold_table(ROW, before, TALLY).all_agree(1)
    assert fold_table(ROW, after, TALLY).all_agree(1)
    assert fold_table(ROW, after, TALLY).find_agreed_outcome(1) is not None


def test_an_agreement_that_did_not_hold_does_not_hold_afterwards() -> None:
    before = lines(*[line.act for line in agree_after(Change(SETUP), POINTS)], remark("Ann was late"), points_of_bo(6))
    after = remove_name(ROW, TALLY, before, "Ann", "Player 1")
    assert not fold_table(ROW, before, TALLY).all_agree(1)
    assert not fold_table(ROW, after, TALLY).all_agree(1)


def points_of_bo(points: int) -> Write:
    return Write({Spot(1, "points", "points", 1): points})


def test_where_only_players_are_called_otherwise_an_agreement_is_as_it_was() -> None:
    before = agree_after(Change(replace(SETUP, options={})), POINTS, remark("Cy was late"))
    after = remove_name(ROW, TALLY, before, "Ann", "Player 1")
    assert after[1:] == before[1:]


def test_a_word_that_a_choice_is_spelled_with_is_no_name() -> None:
    choice = Write({Spot(1, "points", "best"): "Ann"})
    assert remove_name(ROW, TALLY, lines(Change(SETUP), choice), "Ann", "Player 1")[1].act == choice


def test_every_name_that_players_ever_had_is_listed() -> None:
    renamed = Change(replace(SETUP, players=("Ann", "Cy")))
    assert [*list_names(lines(Change(SETUP), POINTS, renamed))] == ["Ann", "Bo", "Ann", "Cy"]


def test_a_line_that_a_name_was_erased_is_read_back() -> None:
    assert load(dump(Erased("Player 1"))) == Erased("Player 1")


def test_an_agreement_holds_afterwards_if_every_line_before_it_had_the_name() -> None:
    before = agree_after(Change(SETUP), Write({**POINTS.changes, **remark("Ann was late").changes}))
    after = remove_name(ROW, TALLY, before, "Ann", "Player 1")
    assert fold_table(ROW, before, TALLY).all_agree(1)
    assert fold_table(ROW, after, TALLY).all_agree(1)


def test_free_text_is_never_longer_than_it_was() -> None:
    assert replace_name("Bo, Bo and bo; Bob", "Bo") == "…, … and …; Bob"
    assert replace_name("a.b axb", "a.b") == "… axb"
    assert replace_name("Zoë, Zoëx", "zoë") == "…, Zoëx"
