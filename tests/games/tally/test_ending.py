"""The end of “Any game”: after a number of rounds, at a target, or never."""

import pytest

from scorekeeper.games.pad import Mark
from scorekeeper.games.tally import GAME
from scorekeeper.language.text import Text
from tests.support.any_game import describe_sheet, play, rounds, score
from tests.support.marks import Written, compute_standings, describe_end, explain_end
from tests.support.verdicts import by, cite_all


def over(marks: Written, **options: Mark) -> str | None:
    return describe_end(GAME, play("Alice", "Bo", "Cleo", **options), marks)


def explain(marks: Written, **options: Mark) -> list[Text]:
    return explain_end(GAME, play("Alice", "Bo", "Cleo", **options), marks)


def test_without_an_agreement_it_goes_on_for_ever() -> None:
    assert over(rounds(*[(99, 9999, 1)] * 99)) is None
    assert GAME.rounds(play("A")) == 0


def test_it_ends_after_the_agreed_rounds() -> None:
    assert over(rounds((1, 2, 3)), rounds=2) is None
    assert cite_all(explain(rounds((1, 2, 3), (9, 0, 0)), rounds=2)) == [
        by("agreed-end", count=2),
        by("winner", who="Alice", points="10"),
    ]
    assert cite_all(explain(rounds((1, 2, 3)), rounds=1)) == [
        by("agreed-end", count=1),
        by("winner", who="Cleo", points="3"),
    ]


@pytest.mark.parametrize(
    ("points", "options", "sentence"),
    [
        ((99, 100, 2), {"target": 100}, "Bo has reached 100. Bo wins with 100."),
        ((99, 100, 2), {"target": 100, "wins": "lowest"}, "Bo has reached 100. Cleo wins with 2."),
        ((101, 100, 2), {"target": 100}, "Alice and Bo have reached 100. Alice wins with 101."),
        ((99, 98, 2), {"target": 100}, None),
        ((12, -5, 20), {"start": 20, "count": "down", "wins": "highest"}, "Cleo has reached 0. Bo wins with 25."),
        ((12, 5, 20), {"start": 20, "count": "down", "wins": "lowest"}, "Cleo has reached 0. Cleo wins with 0."),
        ((12, 5, 20), {"start": 20, "count": "down"}, "Cleo has reached 0. Cleo wins with 0."),
        ((12, 5, 15), {"start": 20, "count": "down", "target": 5}, "Cleo has reached 5. Cleo wins with 5."),
        ((-12, -5, -20), {"start": 20, "target": 5}, "Cleo is down to 5 or less. Bo wins with 15."),
        ((-12, -5, -20), {"start": 20}, None),
        ((12, 5, 20), {"count": "down"}, None),
    ],
)
def test_it_ends_once_somebody_is_at_the_target(
    points: tuple[int, ...], options: dict[str, Mark], sentence: str | None
) -> None:
    assert over(rounds(points), **options) == sentence


def test_a_sheet_tells_of_its_round_also_where_that_ends_the_game() -> None:
    setup = play("Alice", "Bo", "Cleo", rounds=2)
    marks = rounds((30, 1, 1), (0, 25, 20))
    assert describe_sheet(score(marks, setup, 1)) == ("Round 1: Alice +30.", "")
    last = score(marks, setup, 2)
    assert describe_sheet(last) == ("Round 2: Bo +25.", "")
    assert last.winners == (1,)
    assert compute_standings(GAME, setup, marks).winners == (0,)


def test_the_rules_are_told_in_words() -> None:
    assert [str(text) for text in GAME.rules_in_words(play("A"))] == ["Highest score wins."]
    setup = play("A", wins="lowest", start=501, count="down", rounds=9)
    assert [str(text) for text in GAME.rules_in_words(setup)] == [
        "Lowest score wins.",
        "Everybody starts with 501.",
        "Points are subtracted.",
        "Play to 0: the game ends when somebody gets there.",
        "9 rounds.",
    ]
