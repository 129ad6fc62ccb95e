"""Sentences that a pad says about players once the game has ended."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.pads.reading import parse_pad
from tests.support.games import table_of
from tests.support.marks import describe_end
from tests.support.pads import make_marks

GOLF = """format = 1
name = "Golf"
players = [2, 4]
over = "total >= 10"

[row.points]
label = "Points"

[note.nil]
who = "{who}"
say = "Not a single point."
"""


@pytest.mark.parametrize(
    ("players", "points", "said"),
    [
        (2, [121, 91], ""),
        (2, [121, 90], "Bo: A skunk, with fewer than 91 points. "),
        (2, [121, 61], "Bo: A skunk, with fewer than 91 points. "),
        (2, [121, 60], "Bo: A double skunk, with fewer than 61 points. "),
        (3, [121, 89, 58], "Bo: A skunk, with fewer than 91 points. Cleo: A double skunk, with fewer than 61 points. "),
        (4, [121, 58], "Bo and Dinah: A double skunk, with fewer than 61 points. "),
    ],
)
def test_a_skunk_is_said_at_the_end(players: int, points: list[int], said: str) -> None:
    game = GAMES["cribbage"]
    setup = table_of(game, players)
    first = [max(number - 100, 0) for number in points]
    rest = [number - before for number, before in zip(points, first, strict=True)]
    blank = [0] * len(points)
    marks = {
        **make_marks(game, setup, 1, play=first, hand=blank),
        **make_marks(game, setup, 2, play=rest, hand=blank),
    }
    ended = describe_end(game, setup, marks)
    assert ended is not None
    ending, _, winner = ended.removesuffix(".").rpartition(". ")
    assert "win" in winner
    assert f"{ending}. ".partition("game. ")[2] == said


def test_a_pad_of_ones_own_says_its_sentence_only_when_the_game_has_ended() -> None:
    game = parse_own_game(GOLF.format(who="total = 0"))
    setup = table_of(game, 3)
    assert describe_end(game, setup, make_marks(game, setup, 1, points=[9, 0, 0])) is None
    ended = describe_end(game, setup, make_marks(game, setup, 1, points=[10, 0, 0]))
    assert ended == "Alice ends the game. Bo and Cleo: Not a single point. Alice wins with 10."


@pytest.mark.parametrize("who", ["points = 0", "before(total) = 0", "score = 0", "'a'"])
def test_such_a_sentence_asks_for_totals_and_options_alone(who: str) -> None:
    with pytest.raises(Mistake) as wrong:
        parse_pad(GOLF.format(who=who), "golf")
    assert wrong.value.path == ("note", "nil", "who")


def test_a_shorter_game_has_no_skunk() -> None:
    game = GAMES["cribbage"]
    setup = table_of(game, 2, target=61)
    ended = describe_end(game, setup, make_marks(game, setup, 1, play=[61, 20], hand=[0, 0]))
    assert ended == "Alice ends the game. Alice wins with 61."
