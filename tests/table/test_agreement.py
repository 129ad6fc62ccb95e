"""Tests of agreements: they hold for the marks, winners and points of a round."""

from dataclasses import replace

from scorekeeper.games.pad import Cell, Setup, Sheet, Spot
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.agreement import SCORED_DIFFERENTLY, digest_sheet, make_outcome, restore_agreed

SETUP = Setup(("Ann", "Bob"), {}, ((1, (0, 1)),))

CELLS = {("cards", 0): Cell(5, Literal("2 + 3")), ("cards", 1): Cell(7, Literal("3 + 4"))}

SHEET = Sheet(CELLS, {}, {0: 5, 1: 7}, {0: 2, 1: 1}, (1,), Text("Bob wins."), Text(""))

MARKS = {Spot(1, "cards", "cards", 0): 5, Spot(1, "cards", "cards", 1): 7}


def test_other_marks_points_or_winners_are_another_sheet_and_other_words_are_none() -> None:
    digest = digest_sheet(MARKS, SHEET)
    assert len(digest) == 32
    assert digest_sheet(MARKS, replace(SHEET, verdict=Text("Bob!"), ranks={})) == digest
    others = (
        digest_sheet({**MARKS, Spot(1, "cards", "cards", 0): 4}, SHEET),
        digest_sheet({**MARKS, Spot(1, "coins", "cards", 0): 4}, SHEET),
        digest_sheet({**MARKS, Spot(1, "tiles", "cards", 0): 4}, SHEET),
        digest_sheet(MARKS, replace(SHEET, totals={0: 5, 1: 8})),
        digest_sheet(MARKS, replace(SHEET, winners=(0, 1))),
    )
    assert len({digest, *others}) == 6


def test_an_agreed_sheet_shows_the_agreed_points_and_the_working_only_where_it_leads_there() -> None:
    agreed = make_outcome("", replace(SHEET, cells={**CELLS, ("cards", 0): Cell(9)}, totals={0: 9, 1: 7}, winners=(0,)))
    shown = restore_agreed(SHEET, SETUP, agreed, True)
    assert shown.cells == {("cards", 0): Cell(9), ("cards", 1): CELLS["cards", 1]}
    assert (shown.totals, shown.winners, shown.reason) == ({0: 9, 1: 7}, (0,), SCORED_DIFFERENTLY)


def test_an_agreed_round_names_a_winner_only_where_it_is_a_game_of_its_own() -> None:
    both = replace(SHEET, winners=(0, 1))
    assert str(restore_agreed(SHEET, SETUP, make_outcome("", SHEET), True).verdict) == "Bob wins, as agreed."
    assert (
        str(restore_agreed(SHEET, SETUP, make_outcome("", both), True).verdict)
        == "Ann and Bob share the win, as agreed."
    )
    assert str(restore_agreed(SHEET, SETUP, make_outcome("", SHEET), False).verdict) == "Agreed"
    partners = restore_agreed(SHEET, SETUP, make_outcome("", both), True, True)
    assert str(partners.verdict) == "Ann and Bob win, as agreed."
