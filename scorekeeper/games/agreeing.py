"""What a table agrees to: the sheet of a round as it stands, so that whatever changes it afterwards is seen."""

import json
from hashlib import sha256

from scorekeeper.games.base import Marks, Sheet


def came_to(marks: Marks, round: int, sheet: Sheet) -> str:
    """What a sheet came to, in 32 letters: other marks, other players, other points or winners give another one.

    The names of players are not in it, so a name may be put right at any time.
    """
    written = sorted([*map(str, spot[1:]), str(mark)] for spot, mark in marks.items() if spot.round == round)
    points = sorted(sheet.totals.items())
    return sha256(json.dumps([written, points, sheet.winners]).encode()).hexdigest()[:32]
