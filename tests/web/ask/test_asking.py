"""Ask the referee on its page: every question can be built by taps, and is answered by the rules."""

import re
from itertools import cycle, islice

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES, questions
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.game import Game
from scorekeeper.games.questions import Blank, EachBlank, ManyBlank, NumberBlank, PlayersBlank, Ruling, TickBlank
from scorekeeper.language.text import Text
from scorekeeper.rulings import answer_with_rules
from scorekeeper.web.ask.form import draw_blank, read_blank
from scorekeeper.web.ask.question import Question
from tests.support.asking import TAPPED, WORKED, Asker, NoSuchControl, about, facts, name_by_letters
from tests.support.http import text
from tests.support.loops import at_least_one
from tests.support.soak import SOAK

QUESTIONS = [(game, ruling) for game in GAMES.values() for ruling in game.rulings.values()]

NONSENSE = ("zzz", "-1", "999999999", "\u0000", "red-99", "A.B:C" * 50, "²")

FEW = len(NONSENSE) if SOAK else 3
"""How many of these stand in one place, other ones each time, where there are many places."""

MANY = 5
"""So many places are few."""

KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z]+[0-9]?-[0-9]+\b|\b(True|False|None)\b")

every_question = pytest.mark.parametrize(
    ("game", "ruling"), QUESTIONS, ids=[f"{game.slug}-{ruling.kind}" for game, ruling in QUESTIONS]
)


def shape(blank: Blank) -> tuple[type, ...]:
    """Return the kinds of a blank and of its parts, from the outside in."""
    return (type(blank), *(shape(blank.of) if isinstance(blank, EachBlank | ManyBlank) else ()))


OF_EACH_KIND = {shape(blank): (game, ruling) for game, ruling in QUESTIONS for blank in ruling.blanks}
"""A question for each kind of blank."""

SOME = [question for question in QUESTIONS if SOAK or question in OF_EACH_KIND.values()]

some_questions = pytest.mark.parametrize(
    ("game", "ruling"), SOME, ids=[f"{game.slug}-{ruling.kind}" for game, ruling in SOME]
)

every_worked = pytest.mark.parametrize(
    ("game", "ruling", "question"), [worked[:3] for worked in TAPPED], ids=[worked[3] for worked in TAPPED]
)


ADDRESSES: dict[str, str] = {}
"""Where every question stands once it has been tapped together."""


def whole(client: FlaskClient, game: Game, ruling: Ruling) -> Asker:
    """Return the page of a question, filled in with a worked example.

    Of the examples that fill in the most blanks, it is the one with the fewest taps.
    """
    asker = Asker(client, game, ruling)
    if asker.path not in ADDRESSES:
        worked = [question for _, one, question, _ in TAPPED if one is ruling]
        asker.ask(
            name_by_letters(
                min(worked, key=lambda question: (-sum(map(bool, question.values())), facts(question))), ruling
            )
        )
        ADDRESSES[asker.path] = asker.url
    asker.open(ADDRESSES[asker.path])
    return asker


def test_some_game_asks_for_every_kind_of_blank() -> None:
    kinds = {kind for kind in vars(questions).values() if isinstance(kind, type) and issubclass(kind, Blank)}
    assert {kind for kinds_of_one in OF_EACH_KIND for kind in kinds_of_one} == kinds - {Blank}


@every_worked
def test_a_worked_question_is_tapped_together_and_answered_in_words(
    client: FlaskClient, game: Game, ruling: Ruling, question: dict
) -> None:
    question = name_by_letters(question, ruling)
    asker = Asker(client, game, ruling)
    asker.ask(question)
    answer = answer_with_rules(game, ruling, question)
    assert answer_with_rules(game, ruling, asker.question()) == answer
    assert asker.refusals == 0
    for sentence in answer["because"]:
        assert str(sentence) in asker.words()
    for key, label in ruling.facts:
        assert (str(label) in asker.words()) or key not in answer
    assert not KEYS.search(asker.words())
    assert asker.taps <= facts(question)
    shared = client.application.test_client().get(asker.url)
    assert shared.text == asker.html


@pytest.mark.parametrize(
    ("edition", "shown", "hidden"),
    [
        ("en2013", "Purple Orange Grey", "Yellow Black"),
        ("es2013", "Purple Yellow Black", "Orange Grey"),
        ("de2014", "Yellow Orange Grey", "Purple Black"),
        ("nowhere", "Purple Orange Grey", "Yellow Black"),
    ],
)
@pytest.mark.parametrize("kind", ["removal", "score", "last_round", "validate"])
def test_colours_are_those_of_the_chosen_edition(
    client: FlaskClient, kind: str, edition: str, shown: str, hidden: str
) -> None:
    asker = about(client, "parade", kind, f"colours={edition}")
    assert [word for word in shown.split() if word not in asker.html] == []
    assert [word for word in hidden.split() if word in asker.html] == []


def test_only_cards_that_are_nowhere_cannot_be_tapped(client: FlaskClient) -> None:
    assert 0 < len(WORKED) - len(TAPPED) <= 2
    asker = about(client, "parade", "validate", "names=2")
    with pytest.raises(NoSuchControl):
        asker.tap("players.A:red-11")
    asker.tap("players.A:red-10")
    assert asker.question()["players"] == {"A": {"red": [10]}}


@every_question
def test_of_two_answers_to_one_blank_the_last_one_counts(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    page = f"/rulings/{game.slug}/{ruling.kind}"
    html = client.get(page).text
    for blank in at_least_one(ruling.blanks):
        if isinstance(blank, ManyBlank | PlayersBlank):
            continue
        offered = re.findall(rf'name="do" value="{blank.key}:([^"]+)"', html)
        if len(offered) < 2:
            continue
        alone = client.get(f"{page}?{blank.key}={offered[-1]}").text
        both = client.get(f"{page}?{blank.key}={offered[0]}&{blank.key}={offered[-1]}").text
        assert text(both) == text(alone)
        assert chosen_values(both, blank.key) == chosen_values(alone, blank.key) == [offered[-1]]


def chosen_values(html: str, key: str) -> list[str]:
    """Return the values that are shown as chosen for a blank."""
    return re.findall(rf'value="{key}:([^"]+)"[^>]*aria-pressed="true"', html)


@every_question
def test_half_a_question_waits_for_the_rest_and_is_no_mistake(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    asker = Asker(client, game, ruling)
    assert asker.status == 200
    assert re.search("Still needed: |Tap to build your question", asker.words())
    assert "This is missing." not in asker.words()
    with pytest.raises(Missing):
        asker.question()


@some_questions
def test_nonsense_in_the_address_is_no_fault(client: FlaskClient, game: Game, ruling: Ruling) -> None:
    asker = whole(client, game, ruling)
    taps = asker.fields()
    refused = 0
    some = cycle(NONSENSE)
    places = {key: at for at, (key, _) in enumerate(taps)}
    for key, at in places.items():
        for nonsense in islice(some, FEW if len(places) > MANY else len(NONSENSE)):
            changed = [*taps[:at], (key, nonsense), *taps[at + 1 :]]
            answer = client.get(asker.path, query_string=changed)
            assert answer.status_code in (200, 422), (key, nonsense)
            assert ("notice certain" in answer.text) == (answer.status_code == 422)
            refused += answer.status_code == 422
    assert refused or all(isinstance(blank, TickBlank | PlayersBlank) for blank in ruling.blanks)


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
    assert "2×" in asker.words()


def test_who_leaves_the_question_is_asked_about_no_more_and_comes_back(client: FlaskClient) -> None:
    asker = about(client, "diabolo", "row", "names=4&heaven=4&hands.D=5&doubles=D")
    assert asker.question()["doubles"] == ["D"]
    asker.tap("names:3")
    assert asker.question() == {"heaven": [4], "hell": [], "hands": {"A": [], "B": [], "C": []}, "doubles": []}
    asker.tap("names:4")
    assert asker.question()["hands"] == {"A": [], "B": [], "C": [], "D": [5]}


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
    assert '<details class="fold fold-quick">' in about(client, "parade", "validate").html
    assert '<details class="fold fold-quick" open>' in about(client, "parade", "validate", "quick.A.red.count=1").html


def test_more_numbers_than_can_be_tapped_are_typed_within_their_range() -> None:
    parade = GAMES["parade"]
    height = NumberBlank(Text("Height"), most=40, key="height")
    question = Question(parade, parade.rulings["deck"], [("height", "41")])
    assert [field.key for line in draw_blank(question, height).typed for field in line.fields] == ["height"]
    with pytest.raises(Malformed):
        read_blank(question, height)


@pytest.mark.parametrize(
    ("called", "names"), [("called=Zoe&called=Bo", ("Zoe", "Bo", "C")), ("called=B&called=C", ("A", "B", "C"))]
)
def test_an_answer_names_players_as_the_table_does_unless_two_would_share_a_name(
    client: FlaskClient, called: str, names: tuple[str, ...]
) -> None:
    players = "players.A=red-1&players.B=red-2&players.C=red-3"
    asker = about(client, "parade", "score", f"{called}&names=3&ruleset=zman&{players}")
    assert asker.status == 200
    assert "{}, {} and {} share the win with 1.".format(*names) in asker.words()
