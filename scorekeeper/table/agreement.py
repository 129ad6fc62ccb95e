"""What a table agrees to: the sheet of a round as it stands, so that whatever changes it afterwards is seen."""

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.games.pad import Cell, Marks, Seat, Setup, Sheet
from scorekeeper.language.text import Plural, Text

OTHERWISE = Text("This is the result that was agreed. Under the current rules it would be different.")


class Outcome(NamedTuple):
    """What a sheet came to when somebody agreed to it: totals and ranks by seat, winners, points by row and seat.

    `pad` says what it was worked out from, in 32 letters (`Written.pad`). A rule that is mended later changes neither.
    """

    pad: str
    totals: tuple[tuple[Seat, int], ...]
    ranks: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]
    cells: tuple[tuple[str, Seat, int | None], ...]


def sheet_digest(marks: Marks, round: int, sheet: Sheet) -> str:
    """What a sheet came to, in 32 letters: other marks, other players, other points or winners give another one.

    The names of players are not in it, so a name may be put right at any time.
    """
    written = sorted([*map(str, spot[1:]), str(mark)] for spot, mark in marks.items() if spot.round == round)
    points = sorted(sheet.totals.items())
    return letters([written, points, sheet.winners])


def letters(what: Sequence[object]) -> str:
    """Anything that JSON can say, in 32 letters: something else gives others."""
    return letters_of(json.dumps(what))


def letters_of(text: str) -> str:
    """The same of what is JSON already."""
    return sha256(text.encode()).hexdigest()[:32]


def outcome(pad: str, sheet: Sheet) -> Outcome:
    """What a sheet comes to that was worked out from that pad."""
    cells = [(row, seat, cell.points) for (row, seat), cell in sheet.cells.items()]
    return Outcome(
        pad,
        tuple(sorted(sheet.totals.items())),
        tuple(sorted(sheet.ranks.items())),
        sheet.winners,
        tuple(sorted(cells)),
    )


def as_agreed(today: Sheet, setup: Setup, agreed: Outcome, whole: bool) -> Sheet:
    """The sheet that was agreed, where the rules of today would have it otherwise: its points without their working.

    `whole`: the round is a game of its own, so it has winners.
    """
    winners = agreed.winners
    one, many = "%(who)s wins, as agreed.", "%(who)s share the win, as agreed."
    verdict = Plural(one, many, len(winners), who=setup.names(winners)) if winners and whole else Text("Agreed")
    return replace(
        today,
        cells={(row, seat): _cell(today.cells.get((row, seat)), points) for row, seat, points in agreed.cells},
        notes={},
        totals=dict(agreed.totals),
        ranks=dict(agreed.ranks),
        winners=winners,
        verdict=verdict,
        reason=OTHERWISE,
        feet=(),
        problems=(),
        open=(),
    )


def _cell(today: Cell | None, points: int | None) -> Cell:
    """A cell as it was agreed; its working, if that gives the same today."""
    return today if today is not None and today.points == points else Cell(points)
