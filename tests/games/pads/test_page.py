"""A pad on the page of pad files is played, places with a race after a tie, and so is a game without points."""

import re
from pathlib import Path

from scorekeeper.games.own_pads import parse_own_game
from tests.support.pads import play_untold

PAGE = (Path(__file__).parents[3] / "docs" / "pads.md").read_text(encoding="utf-8")

RACES, *_ = re.findall(r"```toml\n(.*?)```", PAGE, re.S)

ESCAPE = """
format = 1
name = "Escape"
players = [1, 6]
rounds = "1"
lost = "time = 'up'"

[row.time]
label = "Time"
shared = true
choices = { left = "Escaped", up = "Time is up" }
counts = false
"""


def test_places_score_and_a_tie_after_the_last_race_is_raced_off() -> None:
    game = parse_own_game(RACES)
    races = [{"place": [1, 2, 3]}, {"place": [2, 1, 3]}, {"place": [3, 2, 1]}]
    sheet, standings = play_untold(game, 3, *races)
    assert (sheet.totals, standings.totals, standings.winners) == ({0: 5, 1: 7, 2: 10}, {0: 22, 1: 24, 2: 20}, (1,))
    level, tied = play_untold(game, 3, *races[:2], {"place": [1, 2, 3]}, {"place": [1, 2, 3]})
    assert (level.decided, tied.winners) == (True, (0,))
    _, still = play_untold(game, 2, {"place": [1, 2]}, {"place": [2, 1]}, {"place": [3, 3]})
    assert still.winners == ()
    _, won = play_untold(game, 2, *[{"place": [1, 2]}, {"place": [2, 1]}] * 2, {"place": [2, 1]})
    assert won.winners == (1,)


def test_all_escape_or_lose_without_points() -> None:
    game = parse_own_game(ESCAPE)
    assert str(play_untold(game, 2, {"time": "left"})[0].verdict) == "Alice and Bo win."
    assert str(play_untold(game, 2, {"time": "up"})[0].verdict) == "Alice and Bo have lost."
    assert str(play_untold(game, 1, {"time": "left"})[1].wins()) == "Alice wins."
