"""The sentences of the rulebook that command something, one test each, in its order."""

import pytest

from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.cards import COPIES, PER_COLOUR, SLOTS, VALUES
from scorekeeper.games.pad import Setup
from tests.support.diabolo import THREE, ask, cards, hand, level_but, play, points, score, side
from tests.support.marks import read_texts, spot
from tests.support.verdicts import by, cite_all

SIGNS = ("harp", "trident")


# Preparation and play


def test_d01_three_to_five_play() -> None:
    assert GAME.seats == (3, 5)


def test_d02_there_are_70_number_cards_in_five_colours() -> None:
    assert len(SLOTS) * PER_COLOUR == 70
    assert sum(COPIES.values()) == PER_COLOUR
    assert list(VALUES) == list(COPIES)
    assert sum(value * copies for value, copies in COPIES.items()) == 37


def test_d03_the_five_heaven_and_hell_cards_form_a_column() -> None:
    assert [row.key for row in GAME.rows(THREE) if row.suit] == ["red", "yellow", "green", "purple", "blue"]


def test_d04_each_player_has_one_doubler() -> None:
    twice = cards("red", "harp", (5,), (4,), (), doubled=(0,)) | cards("blue", "harp", (5,), (), (), doubled=(0,))
    assert by("spent", who="Michael", colours="red and blue") in cite_all(score(twice).problems)


# Scoring


def test_d19_all_five_rows_are_scored_locked_or_not() -> None:
    answer = ask(
        "round",
        n=3,
        rows={slot: {"heaven": [1], "hell": []} for slot in SLOTS},
        hands={"A": {slot: [1] for slot in SLOTS}, "B": {}, "C": {}},
        doubles={},
        order=[*SLOTS],
    )
    assert answer["totals"] == {"A": 5, "B": 0, "C": 0}
    marks = {key: mark for slot in SLOTS for key, mark in cards(slot, "harp", (1,), (), ()).items()}
    assert points(score({**marks, spot("red", "hand", 0, 1): 2, spot("end", "all"): 1})) == [6, 0, 0]


def test_d20_heaven_and_hell_are_summed_apart_and_compared() -> None:
    answer = ask("row", heaven=[4, 2, 1], hell=[5, 1], hands={"A": []}, doubles=[])
    assert (answer["heaven"], answer["hell"], answer["sign"]) == (7, 6, 1)
    sheet = score({spot("red", "harp"): 7, spot("red", "trident"): 6, **hand("red", 0, 3), **level_but("red")})
    assert points(sheet) == [3, 0, 0]
    assert str(sheet.notes["red"]) == "Harp 7, trident 6. Highest: Michael, 3. Gain: +3."


@pytest.mark.parametrize(("ahead", "error"), [("hell", "double_on_negative"), ("", "double_on_tied_row")])
def test_d22_then_and_only_then_a_doubler_may_be_used(ahead: str, error: str) -> None:
    sides = {"heaven": [1], "hell": [1], **({ahead: [5]} if ahead else {})}
    assert ask("row", **sides, hands={"A": [1], "B": [2]}, doubles=["B"])["error"] == error
    key = {"hell": "trident", "": "level"}[ahead]
    step = GAME.ways(THREE)[0].steps(THREE, side("red", key), 1)[0]
    assert not any(getattr(ask, "tick", "") for ask in step.asks)


def test_d22_a_doubler_doubles_no_loss() -> None:
    tied = [score(cards("red", ahead, (5,), (5,), (2,), doubled=(0,)) | level_but("red")) for ahead in SIGNS]
    assert [points(sheet) for sheet in tied] == [[10, 5, 0], [-5, -5, 0]]


def test_d23_whoever_uses_it_says_so_before_hands_are_shown() -> None:
    step = GAME.ways(THREE)[0].steps(THREE, side("red", "harp"), 1)[0]
    assert [getattr(ask, "tick", "") for ask in step.asks] == ["", "double", "double", "double"]
    assert str(step.hint) == "The harp is ahead. Who doubles? Then everybody shows red."


def test_d24_everybody_shows_the_cards_of_that_colour() -> None:
    step = GAME.ways(THREE)[0].steps(THREE, side("red", "trident"), 1)[0]
    assert [ask.seat for ask in step.asks if ask.box == "hand"] == [0, 1, 2]
    unread = score(side("red", "trident"))
    assert "Who is highest in red?" in read_texts(unread.open)


def test_d25_the_highest_hand_scores_its_sum_and_the_others_nothing() -> None:
    sheet = score(cards("red", "harp", (5, 1), (4, 1), (2, 2, 1)) | level_but("red"))
    assert points(sheet) == [6, 0, 0]
    assert [str(sheet.cells["red", seat].because) for seat in range(3)] == [
        "5 + 1",
        "5 is less than 6",
        "5 is less than 6",
    ]


def test_d26_a_used_doubler_makes_it_twice_as_much() -> None:
    sheet = score(cards("red", "harp", (5, 1), (4,), (), doubled=(0,)) | level_but("red"))
    assert points(sheet) == [12, 0, 0]
    assert str(sheet.cells["red", 0].because) == "(5 + 1) × 2"


def test_d27_a_doubler_that_brought_nothing_is_out_for_the_rest_of_this_scoring() -> None:
    spent = cards("red", "harp", (5,), (4,), (), doubled=(0, 1))
    again = cards("yellow", "harp", (), (3,), (), doubled=(1,))
    assert points(score(spent | again | level_but("red", "yellow"))) == [10, 3, 0]


def test_d28_the_purple_example_joe_has_4_and_2_and_gets_12() -> None:
    answer = ask(
        "row", heaven=[4, 2, 1], hell=[5, 1], doubles=["Michael", "Joe"], hands={"Michael": [5], "Joe": [4, 2]}
    )
    assert (answer["points"], answer["spent"]) == ({"Michael": 0, "Joe": 12}, ["Joe", "Michael"])
    marks = cards("purple", "harp", (5,), (4, 2), (), doubled=(0, 1)) | level_but("purple")
    sheet = score(marks | {spot("purple", "harp"): 7, spot("purple", "trident"): 6})
    assert points(sheet) == [0, 12, 0]
    assert str(sheet.notes["purple"]) == (
        "Harp 7, trident 6. Highest: Joe, 6. Doubled: Joe, +12. Doubler used up: Michael."
    )


def test_d30_the_green_example_michael_loses_4() -> None:
    answer = ask("row", heaven=[2, 2, 1], hell=[5, 2], hands={"Michael": [3, 1], "Joe": []}, doubles=[])
    assert answer["points"] == {"Michael": -4, "Joe": 0}
    marks = {spot("green", "harp"): 5, spot("green", "trident"): 7, **hand("green", 0, 3, 1), **level_but("green")}
    sheet = score(marks)
    assert points(sheet) == [-4, 0, 0]
    assert str(sheet.notes["green"]) == "Harp 5, trident 7. Highest: Michael, 4. Loss: −4."
    assert str(sheet.cells["green", 0].because) == "−(3 + 1)"


@pytest.mark.parametrize(("ahead", "each"), [("harp", 5), ("trident", -5)])
def test_d33_level_highest_hands_each_gain_or_lose_the_full_amount(ahead: str, each: int) -> None:
    sheet = score(cards("red", ahead, (3, 2), (5,), (4,)) | level_but("red"))
    assert points(sheet) == [each, each, 0]


# After scoring


def test_d34_the_deal_moves_left() -> None:
    answer = ask("game", seats=["A", "B", "C"], first_dealer="B", rounds=[{"A": 0, "B": 0, "C": 0}] * 4)
    assert answer["dealers"] == ["B", "C", "A", "B"]
    assert answer["starters"] == ["C", "A", "B", "C"]


def test_d35_everybody_gets_the_doubler_back() -> None:
    spent = cards("red", "harp", (5,), (), (), doubled=(0,))
    again = {where._replace(round=2): mark for where, mark in spent.items()}
    second = GAME.score(THREE, spent | again, 2)
    assert second.totals[0] == 10
    assert second.problems == ()


def test_d36_points_are_noted_positive_and_negative() -> None:
    marks = cards("red", "trident", (5,), (), ()) | cards("blue", "harp", (), (4,), ()) | level_but("red", "blue")
    sheet = score(marks)
    assert points(sheet) == [-5, 4, 0]
    assert sheet.ranks == {1: 1, 2: 2, 0: 3}
    assert ask("game", seats=["A", "B"], first_dealer="A", rounds=[{"A": -5, "B": -7}])["totals"] == {"A": -5, "B": -7}


def rounds(**options: int) -> int:
    return GAME.rounds(play("A", "B", "C", "D", **options))


def test_d37_the_number_of_rounds_is_agreed_before_and_equal_for_all() -> None:
    assert rounds() == ask("setup", n=4)["default_rounds"] == 4
    assert rounds(rounds=6) == 6
    note = "Not everybody deals the same number of times."
    told = [[str(text) for text in GAME.rules_in_words(play("A", "B", "C", rounds=n))] for n in (0, 3, 4, 6)]
    assert [note in words for words in told] == [False, False, True, False]
    assert GAME.rules_in_words(Setup((), GAME.default_options(), ((1, ()),)))


def test_d38_the_highest_total_wins() -> None:
    sheet = score(cards("red", "trident", (5,), (1,), ()) | level_but("red"))
    assert sheet.winners == (1, 2)
    assert str(sheet.verdict) == "Round 1: Joe and Anna 0."
    sheet = score(cards("red", "harp", (1,), (1,), ()) | level_but("red"))
    assert str(sheet.verdict) == "Round 1: Michael and Joe +1."
    sheet = score(cards("red", "harp", (5,), (1,), ()) | level_but("red"))
    assert sheet.winners == (0,)
    assert str(sheet.verdict) == "Round 1: Michael +5."
    assert not GAME.lowest_wins(THREE)
    tie = ask("game", seats=["A", "B", "C"], first_dealer="A", rounds=[{"A": -1, "B": -2, "C": -1}])
    assert tie["winners"] == ["A", "C"]
