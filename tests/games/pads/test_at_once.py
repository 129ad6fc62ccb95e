"""Games that end at once by an entry, whatever the points: somebody has won, or all who play together have lost."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.own_pads import parse_own_game
from tests.support.games import table_of
from tests.support.pads import list_problems, make_marks, play_untold

DUEL = """format = 1
name = "Duel"
players = [2, 2]
rounds = "1"
wins_at_once = "peak"

[row.cards]
label = "Cards"

[row.coins]
label = "Coins"
counts = false

[row.peak]
label = "At the peak"
kind = "tick"
owner = "at most one"
default = 0
counts = false

[tie.coins]
label = "Coins"
most = "coins"
"""

PARTNERS = """format = 1
name = "Partners"
players = [4, 4]
teams = 2
over = "any(all(total >= 50))"
wins_at_once = "all_of_it"

[row.tricks]
label = "Tricks"
team = true

[row.all_of_it]
label = "All of it"
team = true
kind = "tick"
owner = "at most one"
default = 0
counts = false
"""

MISSION = """format = 1
name = "Mission"
players = [2, 5]
rounds = "3"
lost = "failed"

[row.stars]
label = "Stars"
shared = true
points = "stars"

[row.failed]
label = "Failed"
kind = "tick"
shared = true
default = 0
counts = false
"""

CODE = """format = 1
name = "Code"
players = [2, 6]
rounds = "1"
wins_at_once = "found"

[row.found]
label = "Found the word"
kind = "tick"
counts = false
owner = "one"
"""


def test_who_wins_at_once_is_ahead_of_more_points_and_of_tie_breaks() -> None:
    game = parse_own_game(DUEL)
    sheet, standings = play_untold(game, 2, {"cards": [9, 9], "coins": [5, None], "peak": [None, 1]})
    assert (list_problems(sheet), sheet.winners, sheet.ranks, standings.winners) == ([], (1,), {0: 2, 1: 1}, (1,))
    assert (str(sheet.verdict), str(sheet.reason)) == ("Bo wins.", "At the peak: that ended the game immediately.")
    (way,) = game.ways(table_of(game, 2))
    marks = make_marks(game, table_of(game, 2), 1, peak=[None, 1])
    assert all(step.done for step in way.steps(table_of(game, 2), marks, 1))
    level, _ = play_untold(game, 2, {"cards": [9, 9], "coins": [5, 6]})
    assert level.winners == (1,)


def test_the_rules_in_brief_name_what_wins_at_once() -> None:
    game = parse_own_game(PARTNERS)
    assert [str(text) for text in game.rules_in_words(table_of(game, 4))] == [
        "Highest score wins.",
        "Ends at 50.",
        "All of it: wins immediately.",
    ]


def test_partners_win_at_once_together() -> None:
    sheet, standings = play_untold(
        parse_own_game(PARTNERS), 4, {"tricks": [9, None, None, None], "all_of_it": [None, 1, None, None]}
    )
    assert (list_problems(sheet), standings.winners, standings.one_team) == ([], (1, 3), True)


def test_a_game_of_several_rounds_ends_once_it_is_lost() -> None:
    game = parse_own_game(MISSION)
    _, going = play_untold(game, 3, {"stars": 2})
    assert (going.end, str(going.leads())) == (None, "Alice, Bo and Cleo scored 2 together.")
    sheet, lost = play_untold(game, 3, {"stars": 2}, {"failed": 1})
    assert (list_problems(sheet), lost.winners, str(sheet.verdict)) == ([], (), "Alice, Bo and Cleo have lost.")
    assert str(lost.end.why) == "That ended the game immediately."
    _, won = play_untold(game, 3, {"stars": 2}, {"stars": 1}, {"stars": 0})
    assert won.winners == (0, 1, 2)


def test_where_nothing_scores_somebody_just_wins() -> None:
    sheet, standings = play_untold(parse_own_game(CODE), 3, {"found": [None, None, 1]})
    assert (sheet.winners, str(sheet.verdict), str(standings.wins())) == ((2,), "Cleo wins.", "Cleo wins.")
    none, open_still = play_untold(parse_own_game(CODE), 3, {})
    assert (none.decided, open_still.leads()) == (False, None)


@pytest.mark.parametrize("key", ["wins_at_once", "lost"])
def test_the_condition_can_use_entries_and_the_total(key: str) -> None:
    game = parse_own_game(MISSION.replace('lost = "failed"', f'{key} = "failed or total >= 7"'))
    _, standings = play_untold(game, 2, {"stars": 4}, {"stars": 3})
    assert bool(standings.winners) == (key == "wins_at_once")
    assert standings.lost == (key == "lost")


def test_who_loses_alone_is_what_happened_in_a_round() -> None:
    game = GAMES["skat"]
    setup = table_of(game, 3)
    lost = make_marks(game, setup, 1, declarer=[0, 1, 0], game="clubs", factor=2, lost=1)
    assert str(game.score(setup, lost, 1).verdict) == "Round 1: Bo −48."
