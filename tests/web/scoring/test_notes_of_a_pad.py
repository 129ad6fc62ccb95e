"""What a pad says about players at the end: on the sheet, the tally and the board."""

from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.table.notation import encode_changes
from tests.support.http import open_table


def test_a_skunk_stands_on_sheet_and_tally(client: FlaskClient) -> None:
    player = open_table(client, ("Ann", "Bob"), "cribbage")
    for round, play in ((1, (100, 50)), (2, (21, 8))):
        marks = {Spot(round, "play", "play", seat): number for seat, number in enumerate(play)}
        marks |= {Spot(round, "hand", "hand", seat): 0 for seat in (0, 1)}
        answer = player.tap(encode_changes({**marks, Spot(round, "end", "all"): 1}), f"{round}/")
        assert answer.status_code == 303, answer.text
    for page in ("2/sheet", ""):
        assert "Bob: A double skunk, with fewer than 61 points." in player.page(page)
