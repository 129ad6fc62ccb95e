"""Cards, colours and the rules of a table in words. Deals worked by hand are in `rounds.toml`."""

from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.cards import CARDS, SLOTS, looks
from scorekeeper.rulings import answer_with_rules
from tests.support.marks import read_texts, spot
from tests.support.parade import EXAMPLE, cards, play, score


def test_there_are_66_cards_in_six_colours_each_once() -> None:
    assert len(CARDS) == len(set(CARDS.values())) == 66
    assert {card.colour for card in CARDS.values()} == set(SLOTS)
    assert {card.value for card in CARDS.values()} == set(range(11))


def test_two_to_six_play() -> None:
    assert GAME.seats == (2, 6)


def test_a_start_player_is_named() -> None:
    assert GAME.lead == "starter"


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


def test_marks_of_other_deals_and_of_people_who_sit_out_change_nothing() -> None:
    marks = cards(EXAMPLE)
    elsewhere = {where._replace(round=2): mark for where, mark in marks.items()} | {spot("red", "cards", 7, 9): 1}
    assert score({**marks, **elsewhere}) == score(marks)
    assert read_texts(score({**marks, **elsewhere}).problems) == []


def test_a_colour_of_which_nobody_has_a_card_is_not_in_the_answer() -> None:
    players = {"A": {}, "B": {}}
    answer = answer_with_rules(GAME, GAME.rulings["score"], {"ruleset": "zman", "players": players})
    assert answer["by_colour"] == players
