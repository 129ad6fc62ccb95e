"""The rules about scoring, one test each."""

from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.cards import CARDS, SLOTS, looks
from tests.support.marks import read_texts, spot
from tests.support.parade import EXAMPLE, THREE, Piles, by_name, cards, play, score, score_cards
from tests.support.verdicts import by, cite

REST = {"purple": (10, 9), "green": (10,)}
"""Cards for a player who does not matter in the test."""


def test_there_are_66_cards_in_six_colours_each_once() -> None:
    assert len(CARDS) == len(set(CARDS.values())) == 66
    assert {card.colour for card in CARDS.values()} == set(SLOTS)
    assert {card.value for card in CARDS.values()} == set(range(11))


def test_two_to_six_play() -> None:
    assert GAME.seats == (2, 6)


def test_a_start_player_is_named() -> None:
    assert GAME.lead == "starter"


def test_the_two_kept_cards_join_the_own_cards_by_colour() -> None:
    before = score_cards({"A": {"red": (10, 9)}, "B": {"red": (8, 7)}, "C": {"red": (6,), "blue": (5,)}})
    after = score_cards({"A": {"red": (10, 9, 1)}, "B": {"red": (8, 7)}, "C": {"red": (6,), "blue": (5,)}})
    assert (before.totals[1], after.totals[1]) == (2, 15)
    assert cite(after.notes["red"]) == by("most", who="A", count=3)


def test_a_kept_card_of_a_new_colour_makes_a_new_pile() -> None:
    sheet = score_cards({"A": {"red": (10, 9), "grey": (7,)}, "B": {"red": (8, 7)}, "C": {"red": (6, 5)}})
    assert sheet.cells["grey", 0].points == 1


def test_each_colour_is_scored_by_itself() -> None:
    both: Piles = {
        "A": {"red": (9, 8), "blue": (1,)},
        "B": {"red": (7,), "blue": (6, 5)},
        "C": {"red": (4,), "blue": (3,)},
    }
    whole = score_cards(both)
    for slot in ("red", "blue"):
        alone = score_cards({name: {slot: hand[slot]} for name, hand in both.items()})
        assert {key: cell for key, cell in whole.cells.items() if key[0] == slot} == alone.cells


def test_most_cards_of_a_colour_count_one_each_whatever_their_value() -> None:
    sheet = score_cards({"A": {"red": (10, 9, 8)}, "B": {"red": (1, 0)}, "C": REST})
    assert (sheet.cells["red", 0].points, sheet.cells["red", 1].points) == (3, 1)


def test_all_who_tie_for_most_count_that_way() -> None:
    sheet = score_cards({"A": {"red": (10, 9)}, "B": {"red": (8, 7)}, "C": {"red": (6,), "blue": (5,)}})
    assert [sheet.cells["red", seat].points for seat in range(3)] == [2, 2, 6]
    assert cite(sheet.notes["red"]) == by("level", who="A and B", count=2)


def test_a_lone_zero_must_be_turned_too() -> None:
    sheet = score_cards({"A": {"red": (0,), "blue": (1,)}, "B": REST, "C": {"grey": (3, 4)}})
    assert sheet.cells["red", 0].points == 1


TIE = {
    "A": {"green": (10, 9, 8), "blue": (6, 1)},
    "B": {"red": (10, 9, 8), "blue": (7,)},
    "C": {"blue": (10, 9, 8), "green": (7, 5)},
}


def test_a_tie_on_points_goes_to_the_fewest_cards() -> None:
    sheet = score_cards(TIE)
    assert sheet.winners == (1,)
    assert cite(sheet.verdict) == by("winner", who="B", points="10")
    assert cite(sheet.reason) == by("tie", what="Cards (fewest)")
    assert sheet.ranks == {0: 2, 1: 1, 2: 3}


def test_a_tie_goes_to_the_fewest_cards_of_those_who_tie() -> None:
    sheet = score_cards(
        {"A": {"green": (10, 9), "red": (2,)}, "B": {"red": (10, 9, 8, 7)}, "C": {"green": (7,), "red": (5,)}}
    )
    assert (sheet.totals, sheet.winners) == ({0: 4, 1: 4, 2: 12}, (0,))
    assert cite(sheet.reason) == by("tie", what="Cards (fewest)")


def test_the_italian_rules_of_2008_have_no_tie_break() -> None:
    sheet = score_cards(TIE, edition="it2008")
    assert sheet.winners == (0, 1)
    assert cite(sheet.verdict) == by("winner", who="A and B", points="10")
    assert cite(sheet.reason) == by("winner")
    assert sheet.ranks == {0: 1, 1: 1, 2: 3}


def test_a_table_may_choose_the_tie_break() -> None:
    assert score_cards(TIE, tie_break="shared").winners == (0, 1)
    assert score_cards(TIE, edition="it2008", tie_break="fewest_cards").winners == (1,)


def test_the_printed_example_gives_35_27_and_31() -> None:
    sheet = score_cards(EXAMPLE)
    assert by_name(sheet, EXAMPLE) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
    assert cite(sheet.verdict) == by("winner", who="Hatter", points="27")
    assert str(sheet.reason) == "Lowest score wins."
    assert sheet.feet[0][1] == {0: 14, 1: 12, 2: 16}
    assert sheet.decided
    assert sheet.problems == ()


def test_in_the_printed_example_two_tie_for_most_grey_and_both_flip() -> None:
    sheet = score_cards(EXAMPLE)
    assert [str(note) for note in sheet.notes.values()] == [
        "Most: Cheshire, 4.",
        "Most: Alice, 5.",
        "Most: Hatter, 4.",
        "Most: Cheshire, 4.",
        "Most: Alice and Hatter, 3 each.",
        "Most: Cheshire, 3.",
    ]


def test_the_spanish_edition_says_black_and_yellow() -> None:
    spanish = looks(play("A", "B", edition="es2013"))
    assert (str(spanish["grey"].label), spanish["grey"].suit.hue) == ("Black", "grey")
    assert (str(spanish["orange"].label), spanish["orange"].suit.hue) == ("Yellow", "yellow")


def test_the_german_edition_of_2014_has_yellow_and_no_purple() -> None:
    row = next(row for row in GAME.rows(play("A", "B", edition="de2014")) if row.key == "purple")
    assert row.suit is not None
    assert (str(row.label), row.suit.hue, row.suit.shape, str(row.suit.letters)) == ("Yellow", "yellow", "moon", "Ye")


def test_the_colours_can_be_chosen_apart_from_the_rules() -> None:
    setup = play("A", "B", edition="it2008", colours="es2013")
    assert str(looks(setup)["grey"].label) == "Black"
    assert "Tied players share the win." in map(str, GAME.rules_in_words(setup))


def test_with_two_players_two_more_cards_flip() -> None:
    sheet = score_cards({"A": {"grey": (10, 9, 8, 7)}, "B": {"grey": (6, 5)}})
    assert sheet.totals == {0: 4, 1: 11}
    assert cite(sheet.notes["grey"]) == by("two", who="A", more=2)


def test_with_two_players_two_cards_against_none_flip() -> None:
    sheet = score_cards({"A": {"red": (10, 9)}, "B": {"grey": (6,), "blue": (3,)}})
    assert [sheet.cells["red", 0].points, sheet.cells["grey", 1].points] == [2, 6]


def test_with_two_players_one_card_more_does_not_flip() -> None:
    sheet = score_cards({"A": {"blue": (1,), "red": (1,)}, "B": {"blue": (6, 5)}})
    assert [sheet.cells["blue", seat].points for seat in range(2)] == [1, 11]
    assert cite(sheet.notes["blue"]) == by("two", who="B")


def test_with_two_players_level_piles_count_their_values() -> None:
    sheet = score_cards({"A": {"green": (3, 2)}, "B": {"green": (10, 9)}})
    assert sheet.totals == {0: 5, 1: 19}
    assert cite(sheet.notes["green"]) == by("two", count=2)


def test_by_the_house_rule_a_flip_that_hurts_may_be_left() -> None:
    hands: Piles = {"A": {"red": (0,), "blue": (9, 8)}, "B": {"blue": (1, 0)}, "C": REST}
    sheet = score_cards(hands, majority_flip="best_of")
    assert [sheet.cells["red", 0].points, sheet.cells["blue", 0].points, sheet.cells["blue", 1].points] == [0, 2, 1]
    assert str(sheet.notes["red"]) == "Most, but left face up (house rule): A."
    assert str(sheet.notes["blue"]) == "Most, but left face up (house rule): B."
    assert [str(sheet.cells["blue", 1].because), sheet.cells["blue", 1].flipped] == ["1 + 0", False]
    rules = GAME.rules_in_words(play("A", "B", "C", majority_flip="best_of"))
    assert "House rule: you can skip a flip that costs you points." in map(str, rules)


def test_by_the_house_rule_a_flip_that_costs_nothing_is_not_left() -> None:
    sheet = score_cards({"A": {"red": (1,)}, "B": {"blue": (2, 0)}, "C": REST}, majority_flip="best_of")
    assert [(sheet.cells[key].points, sheet.cells[key].flipped) for key in (("red", 0), ("blue", 1))] == [
        (1, True),
        (2, True),
    ]


def test_the_rules_of_a_table_in_words() -> None:
    assert [str(text) for text in GAME.rules_in_words(play("A", "B", edition="de2014", deals=3))] == [
        "Rules: German 2014.",
        "Only an empty deck starts the last round.",
        "Two players: a pile flips with 2 more cards.",
        "Tie-break: fewest cards.",
        "House rule: 3 deals, points are added.",
    ]
    assert [str(text) for text in GAME.rules_in_words(THREE)] == [
        "Rules: English 2013.",
        "The last round starts at six colours or an empty deck.",
        "The biggest pile of each colour flips; tied piles all flip.",
        "Tie-break: fewest cards.",
    ]


def test_marks_of_other_deals_and_of_people_who_sit_out_change_nothing() -> None:
    marks = cards(EXAMPLE)
    elsewhere = {where._replace(round=2): mark for where, mark in marks.items()} | {spot("red", "cards", 7, 9): 1}
    assert score({**marks, **elsewhere}) == score(marks)
    assert read_texts(score({**marks, **elsewhere}).problems) == []
