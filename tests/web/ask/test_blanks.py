"""The effect of taps on the blanks of a question, and the words of its answer."""

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.questions import NumberBlank
from scorekeeper.language.text import Text
from scorekeeper.rulings import answer_with_rules
from scorekeeper.web.ask.form import draw_blank, read_blank
from scorekeeper.web.ask.question import Question
from tests.support.asking import NoSuchControl, about


def test_the_same_card_lies_as_often_as_the_deck_has_it(client: FlaskClient) -> None:
    asker = about(client, "hawaiki", "place")
    for _ in range(2):
        asker.tap("tops:c1-4")
    assert [value for key, value in asker.fields() if key == "tops"] == ["c1-4", "c1-4"]
    asker.tap("tops:c1-4")
    assert asker.fields() == []


def test_undo_takes_back_the_last_tap_and_leaves_what_is_typed(client: FlaskClient) -> None:
    asker = about(client, "parade", "last_round", "active=A&front_colours=red&active=B&deck_before_draw=5")
    asker.tap("active:C")
    asker.tap("undo")
    assert asker.fields() == [("front_colours", "red"), ("deck_before_draw", "5")]
    asker.tap("undo")
    assert asker.fields() == [("deck_before_draw", "5")]
    with pytest.raises(NoSuchControl):
        asker.tap("undo")


def test_a_row_that_is_full_takes_no_further_card(client: FlaskClient) -> None:
    asker = about(client, "hawaiki", "place", "tops=c1-4&tops=c2-1&tops=c3-7")
    with pytest.raises(NoSuchControl):
        asker.tap("tops:c5-5")
    asker.send("tops:c5-5")
    assert [value for _, value in asker.fields()] == ["c1-4", "c2-1", "c3-7"]


def test_a_card_that_is_there_once_changes_its_owner(client: FlaskClient) -> None:
    asker = about(client, "parade", "score", "ruleset=zman&players.A=red-1&painter.players=B")
    assert re.search(r'class="taken" aria-label="Red 1, A"[^>]*>1<i>A</i>', asker.html)
    asker.tap("players.B:red-1")
    assert ("players.B", "red-1") in asker.fields()
    assert "players.A" not in dict(asker.fields())


def test_a_card_that_is_there_often_has_several_owners(client: FlaskClient) -> None:
    asker = about(client, "diabolo", "validate", "hands.A=red-1&painter.hands=B")
    asker.tap("hands.B:red-1")
    asker.tap("hands.B:red-1")
    assert asker.question() == {"hands": {"A": {"red": [1]}, "B": {"red": [1, 1]}}}
    assert "×2" in asker.words()


def test_who_leaves_the_question_is_asked_about_no_more_and_comes_back(client: FlaskClient) -> None:
    asker = about(client, "diabolo", "row", "names=4&heaven=4&hands.D=5&doubles=D")
    assert asker.question()["doubles"] == ["D"]
    asker.tap("names:3")
    assert asker.question() == {"heaven": [4], "hell": [], "hands": {"A": [], "B": [], "C": []}, "doubles": []}
    asker.tap("names:4")
    assert asker.question()["hands"] == {"A": [], "B": [], "C": [], "D": [5]}


def test_a_card_in_an_answer_is_said_in_words(client: FlaskClient) -> None:
    asker = about(client, "parade", "removal", "line_front_to_end=blue-5&played=green-3")
    assert re.search("The line afterwards Blue 5 5 Green 3 3", asker.words())


def test_a_long_answer_says_first_what_decides_and_the_rest_above_it(client: FlaskClient) -> None:
    cards = {"A": "red-10 red-9 blue-5 green-1", "B": "red-8 red-7 blue-6 green-2", "C": "red-6 blue-7 grey-1 orange-2"}
    query = "&".join(f"players.{name}={card}" for name, held in cards.items() for card in held.split())
    asker = about(client, "parade", "score", f"ruleset=zman&{query}")
    decides, *why = map(str, answer_with_rules(asker.game, asker.ruling, asker.question())["because"])
    above, dock = asker.html.split('id="dock"')
    assert decides in dock
    assert not any(sentence in dock for sentence in why)
    assert all(f"<p>{sentence}</p>" in above for sentence in why)
    assert "Show all" in dock


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("deck_before_draw=abc&active=A", "Cards in the deck before drawing Enter a number from 0 to 50"),
        ("deck_before_draw=0&active=A", "The empty deck has already started the last round."),
        ("deck_before_draw=3&active=A&already_final=1", "Still needed: Who started the last round."),
        ("deck_before_draw=3", "Still needed: Who has just played."),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(client: FlaskClient, query: str, words: str) -> None:
    asker = about(client, "parade", "last_round", query)
    assert words in asker.words()
    assert asker.status == (200 if "needed" in words else 422)


def test_a_large_blank_that_may_stay_open_is_folded_until_it_holds_something(client: FlaskClient) -> None:
    assert '<details class="fold-quick">' in about(client, "parade", "validate").html
    assert '<details class="fold-quick" open>' in about(client, "parade", "validate", "quick.A.red.count=1").html


def test_more_numbers_than_can_be_tapped_are_typed_within_their_range() -> None:
    parade = GAMES["parade"]
    height = NumberBlank(Text("Height"), most=40, key="height")
    question = Question(parade, parade.rulings["deck"], [("height", "41")])
    assert [field.key for line in draw_blank(question, height).typed for field in line.fields] == ["height"]
    with pytest.raises(Malformed):
        read_blank(question, height)
