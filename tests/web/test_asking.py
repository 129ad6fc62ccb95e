"""Ask the referee on its page: every question of every game is tapped together and answered as the rules do."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.base import Blank, BlankKind, Game, Malformed, Missing, Ruling
from scorekeeper.web.asking import KINDS
from scorekeeper.web.question import Question
from tests.asking import Asker, NotThere, facts, lettered

QUESTIONS = [(game, ruling) for game in GAMES.values() for ruling in game.rulings.values()]
WORKED = [
    (GAMES[worked["game"]], GAMES[worked["game"]].rulings[worked["kind"]], worked["input"], worked["id"])
    for worked in json.loads((Path(__file__).parents[1] / "games" / "rulings.json").read_text("utf-8"))["rulings"]
]
NONSENSE = ("zzz", "-1", "999999999", "0.5", "\u0000", "red-99", "-", "A.B:C", "🂡" * 50, "None", "²")
KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z]+[0-9]?-[0-9]+\b|\b(True|False|None)\b")

every_question = pytest.mark.parametrize(
    ("game", "ruling"), QUESTIONS, ids=[f"{game.slug}-{ruling.kind}" for game, ruling in QUESTIONS]
)


def in_the_deck(game: Game, ruling: Ruling, question: dict) -> bool:
    """Whether all the cards in front of players exist, each as often as the deck has it."""
    known = {text for column in Question(game, ruling, ()).columns for text in column.cards}
    lying: list[str] = []
    for blank in ruling.blanks:
        if blank.kind == "piles":
            for pile in question.get(blank.key, {}).values():
                lying += [f"{suit}-{card}" for suit, cards in pile.items() for card in cards]
    exclusive = any(column.box and column.box.exclusive for column in Question(game, ruling, ()).columns)
    return known.issuperset(lying) and (len(set(lying)) == len(lying) or not exclusive)


TAPPED = [worked for worked in WORKED if in_the_deck(*worked[:3])]
every_worked = pytest.mark.parametrize(
    ("game", "ruling", "question"), [worked[:3] for worked in TAPPED], ids=[worked[3] for worked in TAPPED]
)


def whole(client: FlaskClient, game: Game, ruling: Ruling) -> Asker:
    """The page of a question with one that is worked on it."""
    question = next(question for _, one, question, _ in WORKED if one is ruling and in_the_deck(game, ruling, question))
    asker = Asker(client, game, ruling)
    asker.ask(lettered(question, ruling))
    return asker


def test_every_kind_of_blank_can_be_drawn_and_some_game_asks_for_it() -> None:
    assert set(KINDS) == set(get_args(BlankKind))
    assert {blank.kind for _, ruling in QUESTIONS for blank in ruling.blanks} == set(KINDS)


@every_question
def test_every_question_is_offered_and_asks_for_all_its_blanks(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    for index in ("/rulings/", f"/rulings/{game.slug}/"):
        assert f'"/rulings/{game.slug}/{ruling.kind}"' in client.get(index).text
    asker = Asker(client, game, ruling)
    assert str(ruling.title) in asker.words()
    for blank in ruling.blanks:
        assert str(blank.label) in asker.words()
        assert f'id="blank-{blank.key}"' in asker.html


@every_worked
def test_a_worked_question_is_tapped_together_and_answered(
    client: FlaskClient, game: Game, ruling: Ruling, question: dict
) -> None:
    question = lettered(question, ruling)
    asker = Asker(client, game, ruling)
    asker.ask(question)
    answer = ruling.answer(question)
    assert ruling.answer(asker.question()) == answer
    assert asker.refusals == 0
    for sentence in answer["because"]:
        assert sentence in asker.words()
    for key, label in ruling.facts:
        assert (str(label) in asker.words()) or key not in answer
    assert asker.taps <= facts(question)
    shared = client.application.test_client().get(asker.url)
    assert shared.text == asker.html


@every_worked
def test_a_page_shows_no_keys(client: FlaskClient, game: Game, ruling: Ruling, question: dict) -> None:
    asker = Asker(client, game, ruling)
    assert not KEYS.search(asker.words())
    asker.ask(lettered(question, ruling))
    assert not KEYS.search(asker.words())


def test_only_cards_that_are_nowhere_cannot_be_tapped(client: FlaskClient) -> None:
    assert 0 < len(WORKED) - len(TAPPED) <= 2
    asker = about(client, "parade", "validate", "names=2")
    with pytest.raises(NotThere):
        asker.tap("players.A:red-11")
    asker.tap("players.A:red-10")
    assert asker.question()["players"] == {"A": {"red": [10]}}


@every_question
def test_half_a_question_waits_for_the_rest_and_is_no_mistake(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    asker = Asker(client, game, ruling)
    assert asker.status == 200
    assert re.search("Still open: |Tap the question together", asker.words())
    assert "This is missing." not in asker.words()
    with pytest.raises(Missing):
        asker.question()


@every_question
def test_nonsense_in_the_address_is_no_fault(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    asker = whole(client, game, ruling)
    taps = asker.fields()
    refused = 0
    for at in {key: at for at, (key, _) in enumerate(taps)}.values():
        key = taps[at][0]
        for nonsense in NONSENSE:
            changed = [*taps[:at], (key, nonsense), *taps[at + 1 :]]
            answer = client.get(asker.path, query_string=changed)
            assert answer.status_code in (200, 422), (key, nonsense)
            assert ("notice certain" in answer.text) == (answer.status_code == 422)
            refused += answer.status_code == 422
    assert refused or all(blank.kind in ("tick", "players") for blank in ruling.blanks)


@every_question
def test_nonsense_tapped_is_no_fault(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    asker = whole(client, game, ruling)
    keys = [part for blank in ruling.blanks for part in (blank.key, f"{blank.key}.Z", f"painter.{blank.key}")]
    for key in [*keys, "", "painter", "names", "asked", "x.y.z"]:
        for tap in (key, f"{key}:", f"{key}:zzz", f"{key}:99", ":", "undo", "ask", "undo:1", "\u0000\r\n"):
            answer = client.get(asker.path, query_string=[*asker.fields(), ("do", tap)])
            assert answer.status_code == 303
            assert client.get(answer.location).status_code in (200, 422)


@every_question
def test_undo_takes_back_one_tap_after_the_other(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    asker = whole(client, game, ruling)
    for _ in range(200):
        try:
            asker.tap("undo")
        except NotThere:
            break
    assert [key for key in re.findall('<input type=hidden name="([^"]*)"', asker.html) if "painter." not in key] == []


@pytest.mark.parametrize("path", ["/rulings/nothing/", "/rulings/tally/", "/rulings/tally/score", "/rulings/x/y"])
def test_what_nobody_asks_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


# a game of one question: what the kinds do with what is tapped


def about(client: FlaskClient, slug: str, kind: str, query: str = "") -> Asker:
    """The page of one question."""
    asker = Asker(client, GAMES[slug], GAMES[slug].rulings[kind])
    asker.open(f"{asker.path}?{query}")
    return asker


def test_a_card_tapped_again_leaves_the_line(client: FlaskClient) -> None:
    asker = about(client, "parade", "removal", "line_front_to_end=red-1&line_front_to_end=blue-2")
    asker.tap("line_front_to_end:red-1")
    assert asker.fields() == [("line_front_to_end", "blue-2")]


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
    with pytest.raises(NotThere):
        asker.tap("undo")


def test_a_row_that_is_full_takes_no_further_card(client: FlaskClient) -> None:
    asker = about(client, "hawaiki", "place", "tops=c1-4&tops=c2-1&tops=c3-7")
    with pytest.raises(NotThere):
        asker.tap("tops:c5-5")
    asker.send("tops:c5-5")
    assert [value for _, value in asker.fields()] == ["c1-4", "c2-1", "c3-7"]


def test_a_card_that_is_there_once_changes_its_owner(client: FlaskClient) -> None:
    asker = about(client, "parade", "score", "ruleset=zman&players.A=red-1&painter.players=B")
    assert re.search(r'class=taken aria-label="Red 1, A"[^>]*>1<i>A</i>', asker.html)
    asker.tap("players.B:red-1")
    assert ("players.B", "red-1") in asker.fields()
    assert "players.A" not in dict(asker.fields())


def test_a_card_that_is_there_often_has_several_owners(client: FlaskClient) -> None:
    asker = about(client, "diabolo", "validate", "hands.A=red-1&painter.hands=B")
    asker.tap("hands.B:red-1")
    asker.tap("hands.B:red-1")
    assert asker.question() == {"hands": {"A": {"red": [1]}, "B": {"red": [1, 1]}}}
    assert "×2" in asker.words()


def test_somebody_without_cards_is_waited_for_until_that_is_all(client: FlaskClient) -> None:
    asker = about(client, "parade", "score", "names=2&ruleset=zman&players.A=red-1")
    assert "Still open: Cards in front" in asker.words()
    asker.tap("ask")
    assert asker.question()["players"] == {"A": {"red": [1]}, "B": {}}
    assert "B wins with 0." in asker.words()


def test_who_leaves_the_question_is_asked_about_no_more_and_comes_back(client: FlaskClient) -> None:
    asker = about(client, "diabolo", "row", "names=4&heaven=4&hands.D=5&doubles=D")
    assert asker.question()["doubles"] == ["D"]
    asker.tap("names:3")
    assert asker.question() == {"heaven": [4], "hell": [], "hands": {"A": [], "B": [], "C": []}, "doubles": []}
    asker.tap("names:4")
    assert asker.question()["hands"] == {"A": [], "B": [], "C": [], "D": [5]}


def test_the_next_number_is_for_the_next_player(client: FlaskClient) -> None:
    asker = about(client, "hawaiki", "settle")
    for name, number in (("A", 10), ("B", 0), ("C", 30)):
        asker.tap(f"tokens.{name}:{number}")
    asker.tap("painter.tokens:B")
    asker.tap("tokens.B:9")
    assert dict(asker.fields()) == {"tokens.A": "10", "tokens.B": "9", "tokens.C": "30"}


def test_points_below_0_have_a_chip_and_may_be_typed_so(client: FlaskClient) -> None:
    asker = about(client, "diabolo", "game", "first_dealer=A&rounds.1.A=4&rounds.1.B=10&rounds.1.C=-3")
    asker.tap("rounds.1.B.minus:1")
    assert asker.question()["rounds"] == [{"A": 4, "B": -10, "C": -3}]
    assert "A 4, B −10 and C −3" in asker.words().replace("\u00a0", " ")


def test_half_a_round_is_waited_for_and_a_blank_one_is_none(client: FlaskClient) -> None:
    half = "first_dealer=A&rounds.2.A=4&rounds.2.B=1"
    assert "Still open: Points of each round" in about(client, "diabolo", "game", half).words()
    asker = about(client, "diabolo", "game", f"{half}&rounds.2.C=0")
    assert asker.question()["rounds"] == [{"A": 4, "B": 1, "C": 0}]


def test_the_end_of_a_question_is_where_its_page_comes_back_to(client: FlaskClient) -> None:
    path = "/rulings/parade/removal"
    assert client.get(f"{path}?do=played:green-3").location == f"{path}?played=green-3#blank-played"
    assert client.get(f"{path}?played=green-3&do=ask").location == f"{path}?played=green-3&asked=1#answer"


def test_a_card_in_an_answer_is_said_in_words(client: FlaskClient) -> None:
    asker = about(client, "parade", "removal", "line_front_to_end=blue-5&played=green-3")
    assert re.search("The line afterwards Blue 5 5 Green 3 3", asker.words())


def test_an_answer_without_sentences_says_that_all_is_well(client: FlaskClient) -> None:
    quick = "names=2&quick.A.red.count=2&quick.A.red.sum=3&quick.B.red.count=2&quick.B.red.sum=3"
    assert "Nothing speaks against it." in about(client, "parade", "validate", quick).words()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("deck_before_draw=abc&active=A", "Cards in the deck before drawing Write a number from 0 to 50"),
        ("deck_before_draw=0&active=A", "An empty deck has started the last round before."),
        ("deck_before_draw=3&active=A&already_final=1", "Still open: Who started the last round."),
        ("deck_before_draw=3", "Still open: Who has just played."),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(client: FlaskClient, query: str, words: str) -> None:
    asker = about(client, "parade", "last_round", query)
    assert words in asker.words()
    assert asker.status == (200 if "open" in words else 422)


def test_a_large_blank_that_may_stay_open_is_folded_until_it_holds_something(client: FlaskClient) -> None:
    assert '<details class="fold-quick">' in about(client, "parade", "validate").html
    assert '<details class="fold-quick" open>' in about(client, "parade", "validate", "quick.A.red.count=1").html


def test_a_blank_that_no_game_has_yet_may_hold_numbers_beyond_the_chips(client: FlaskClient) -> None:
    drawn = KINDS["number"].draw(about_nothing(), Blank("height", GAMES["parade"].round_name, "number", most=40))
    assert [field.key for line in drawn.typed for field in line.fields] == ["height"]
    with pytest.raises(Malformed):
        KINDS["number"].read(
            Question(*QUESTIONS[0], [("height", "41")]), Blank("height", GAMES["parade"].round_name, "number", most=40)
        )


def about_nothing() -> Question:
    """A question nobody has tapped anything of."""
    return Question(*QUESTIONS[0], [])
