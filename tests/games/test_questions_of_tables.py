"""A question filled in from a table is answered with the result on its sheet, whatever options the table has.

What nobody has entered yet is left open.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Missing
from scorekeeper.games.game import Game
from scorekeeper.games.options import Option
from scorekeeper.games.pad import Mark, Marks, Setup, Sheet, Spot
from scorekeeper.language.text import in_words
from scorekeeper.rulings import answer_with_rules
from scorekeeper.web.ask.form import read_inputs
from scorekeeper.web.ask.pages import build_taps
from scorekeeper.web.ask.question import Question
from tests.support.games import table_of
from tests.support.soak import SOAK
from tests.support.walks import walk

ASKED = {"parade": "score", "diabolo": "round", "hawaiki": "settle"}
"""The question of each game about the result of a round."""

TABLES, DEALS = (200, 12) if SOAK else (6, 2)


def values(option: Option, usual: Mark) -> tuple[Mark, ...]:
    """Return every choice of an option, or the limits of a number."""
    if option.choices:
        return tuple(key for key, _ in option.choices)
    if option.order:
        keys = [key for key, _ in option.order]
        return ",".join(keys), ",".join(reversed(keys))
    return (usual,) if option.words else tuple(dict.fromkeys((option.least, usual, option.most)))


def rules(game: Game, chance: Random) -> Iterator[dict[str, Mark]]:
    """Yield the options with each value of one of them, then with random values of all of them."""
    usual = game.default_options()
    every = {option.key: values(option, usual[option.key]) for option in game.options}
    for key, ones in every.items():
        yield from ({**usual, key: value} for value in ones)
    for _ in range(TABLES):
        yield {key: chance.choice(ones) for key, ones in every.items()}


def low_cards(setup: Setup, chance: Random) -> dict[Spot, Mark]:
    """Return a deal of Parade with few low cards, so that some piles are worth more when they flip."""
    marks: dict[Spot, Mark] = {Spot(1, "end", "all"): 1, Spot(1, "end", "sure"): 1}
    for colour in ("red", "blue", "purple", "green", "grey", "orange"):
        marks[Spot(1, colour, "nobody")] = 1
        cards = list(range(8))
        chance.shuffle(cards)
        for seat in setup.seats(1):
            for value in sorted(cards[: chance.choice((0, 1, 2))]):
                cards.remove(value)
                marks[Spot(1, colour, "cards", seat, str(value))] = 1
                marks.pop(Spot(1, colour, "nobody"), None)
    return marks


def hands(setup: Setup, rows: Marks, chance: Random) -> dict[Spot, Mark]:
    """Return six cards of Diabolo in each hand, most with a doubler on a row in which the harp is ahead."""
    marks: dict[Spot, Mark] = {Spot(1, "end", "all"): 1}
    colours = ("red", "blue", "purple", "green", "yellow")
    plus = [colour for colour in colours if rows[Spot(1, colour, "harp")] > rows[Spot(1, colour, "trident")]]
    for seat in setup.seats(1):
        for _ in range(6):
            spot = Spot(1, chance.choice(colours), "hand", seat, str(chance.randint(1, 5)))
            marks[spot] = int(marks.get(spot, 0)) + 1
        held = [colour for colour in plus if any((spot.row, spot.seat) == (colour, seat) for spot in marks)]
        marks |= {Spot(1, chance.choice(held), "double", seat): 1} if held and chance.random() < 0.7 else {}
    return marks


def rounds(game: Game, setup: Setup, chance: Random) -> Iterator[tuple[Marks, Any]]:
    """Yield the marks of finished rounds, and the referee’s state of them or None."""
    if game.slug == "parade":
        yield from ((low_cards(setup, chance), None) for _ in range(DEALS))
    assert game.referee
    *_, last = walk(game, setup, chance)
    marks = game.referee.marks(last.state)
    yield from (
        (marks | hands(setup, marks, chance), last.state) for _ in range(DEALS if game.slug == "diabolo" else 0)
    )
    yield marks, last.state


def convert_answer(
    game: Game, setup: Setup, sheet: Sheet, answer: Mapping[str, Any], asked: Mapping[str, Any]
) -> object:
    """Return the points and winners of an answer in the form of a sheet."""
    seats = setup.seats(1)
    names = dict(zip(seats, setup.names(seats)))
    if game.slug == "hawaiki":
        spent = {
            name: sheet.cells[("spent", seat)].points for seat, name in names.items() if ("spent", seat) in sheet.cells
        }
        before = {name: asked["tokens"][name] - (spent.get(name) or 0) for name in names.values()}
        return {seat: answer["tokens"][name] - before[name] for seat, name in names.items()}
    points = {seat: answer["totals"][name] for seat, name in names.items()}
    if game.slug == "diabolo":
        return points
    return points, tuple(seat for seat, name in names.items() if name in answer["winners"])


@pytest.mark.parametrize("slug", ASKED)
def test_a_question_filled_in_from_a_table_is_answered_as_its_sheet_has_it(slug: str) -> None:
    game, kind, asked_of = GAMES[slug], ASKED[slug], 0
    for number, options in enumerate(rules(game, Random(slug))):
        chance = Random(f"{slug} {number}")
        setup = table_of(game, chance.randint(*game.seats), **options)
        if game.cannot(setup.options):
            continue
        for marks, state in rounds(game, setup, chance):
            sheet = game.score(setup, marks, 1)
            asked = game.find_known_values(setup, marks, 1, state)[kind]
            needed = {blank.key for blank in game.rulings[kind].blanks if blank.needed}
            if not sheet.decided or needed - asked.keys():
                continue
            answer = answer_with_rules(game, game.rulings[kind], asked)
            expected = (sheet.totals, sheet.winners) if slug == "parade" else sheet.totals
            assert convert_answer(game, setup, sheet, answer, asked) == expected, (options, marks)
            asked_of += 1
    assert asked_of > 20


def test_the_house_rule_of_a_flip_that_hurts_is_asked_about_too() -> None:
    game = GAMES["parade"]
    piles = {0: {"red": [0], "blue": [1]}, 1: {"purple": [10, 9]}, 2: {"grey": [3, 4]}}
    cards = [(seat, colour, value) for seat, hand in piles.items() for colour, pile in hand.items() for value in pile]
    marks: dict[Spot, Mark] = {Spot(1, colour, "cards", seat, str(value)): 1 for seat, colour, value in cards}
    marks |= {Spot(1, "green", "nobody"): 1, Spot(1, "orange", "nobody"): 1, Spot(1, "end", "all"): 1}
    for rule, winners in (("best_of", ["Alice"]), ("compulsory", ["Alice", "Bo", "Cleo"])):
        setup = table_of(game, 3, majority_flip=rule)
        asked = game.find_known_values(setup, marks, 1, None)["score"]
        assert answer_with_rules(game, game.rulings["score"], asked)["winners"] == winners
        assert [setup.name(seat) for seat in game.score(setup, marks, 1).winners] == winners


def answer_at_once(game: Game, kind: str, setup: Setup, marks: Marks, state: Any) -> Mapping[str, Any] | None:
    """Return the answer that the page of a question from a table shows, in words. Return None if it is left open."""
    known = game.find_known_values(setup, marks, 1, state)[kind]
    taps = build_taps(game.rulings[kind], known, setup.names(setup.seats(1)))
    try:
        asked = read_inputs(Question(game, game.rulings[kind], taps))
        answer = in_words(answer_with_rules(game, game.rulings[kind], asked))
    except Missing:
        return None
    assert isinstance(answer, dict)
    # Less is wrong with a part of the cards than with all of them.
    return {"possible": not answer["errors"]} if kind == "validate" else answer


@pytest.mark.parametrize("slug", ASKED)
def test_no_question_is_answered_from_a_half_entered_round(slug: str) -> None:
    game, answered, chance = GAMES[slug], set(), Random(slug)
    for options in [*rules(game, chance)][::9]:
        setup = table_of(game, chance.randint(2, game.seats[1]), **options)
        if game.cannot(setup.options):
            continue
        for marks, state in list(rounds(game, setup, chance))[-2:]:
            entered = [spot for spot in marks if spot.row != "end"]
            if not game.score(setup, marks, 1).decided:
                continue
            for known, kind in product((None, state), game.rulings):
                whole = answer_at_once(game, kind, setup, marks, known)
                answered |= {kind} if whole else set()
                for size in (0, 1, 5, 12):
                    half = {spot: marks[spot] for spot in chance.sample(entered, min(size, len(entered)))}
                    if not game.score(setup, half, 1).decided:
                        assert answer_at_once(game, kind, setup, half, known) in (None, whole), (kind, half)
    assert answered >= {"parade": {"score", "validate"}, "diabolo": {"round", "validate"}, "hawaiki": {"settle"}}[slug]
