"""What players agreed to: the result of a round, kept so that nothing can change it unnoticed.

An agreement stores a digest of the sheet and its outcome. If a later entry changes the digest, the agreement is void.
If a later release scores the same marks differently, the agreed outcome is shown instead. An update never changes a
result that was agreed on at the table.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.games.pad import Cell, Marks, Seat, Setup, Sheet
from scorekeeper.language.text import Plural, Text

SCORED_DIFFERENTLY = Text("This is the result that was agreed. Under the current rules it would be different.")


class Outcome(NamedTuple):
    """Result of a round when it was agreed to. A later fix of the rules changes none of it."""

    pad_digest: str
    """Identifies what the round was scored from (`Known.digest_pad`)."""
    totals: tuple[tuple[Seat, int], ...]
    """Each seat with its total."""
    ranks: tuple[tuple[Seat, int], ...]
    """Each seat with its rank."""
    winners: tuple[Seat, ...]
    cells: tuple[tuple[str, Seat, int | None], ...]
    """The row, the seat and the points of each cell."""


def digest_sheet(marks: Marks, sheet: Sheet) -> str:
    """Return 32 hex digits that identify the marks of a round, the seats with their totals, and the winners.

    Player names are left out, so that a name can be corrected without voiding an agreement.
    """
    # Sorted as text, because None and numbers have no order. Stored agreements rely on this exact form.
    written = sorted([*map(str, spot[1:]), str(mark)] for spot, mark in marks.items())
    points = sorted(sheet.totals.items())
    return digest([written, points, sheet.winners])


def digest(what: Sequence[object]) -> str:
    """Return the digest of a value that JSON can represent, as 32 hex digits."""
    return sha256(json.dumps(what).encode()).hexdigest()[:32]


def make_outcome(pad_digest: str, sheet: Sheet) -> Outcome:
    """Return the outcome of a sheet. `pad_digest` identifies what the sheet was scored from."""
    # Only points, because wording and working may improve with each release.
    cells = [(row, seat, cell.points) for (row, seat), cell in sheet.cells.items()]
    return Outcome(
        pad_digest,
        tuple(sorted(sheet.totals.items())),
        tuple(sorted(sheet.ranks.items())),
        sheet.winners,
        tuple(sorted(cells)),
    )


def restore_agreed(today: Sheet, setup: Setup, agreed: Outcome, whole: bool, together: bool = False) -> Sheet:
    """Return a sheet with the agreed points, ranks and winners in place of those that today’s rules give.

    Use it only if the two differ. Notes and problems of today’s sheet are dropped; cells with other points lose their
    working. `whole` tells whether the round is a game of its own, which has winners, and `together` whether these are
    one team.
    """
    winners = agreed.winners
    who = setup.names(winners)
    if not winners or not whole:
        verdict = Text("Agreed")
    elif together and len(winners) > 1:
        verdict = Text("%(who)s win, as agreed.", who=who)
    else:
        one, many = "%(who)s wins, as agreed.", "%(who)s share the win, as agreed."
        verdict = Plural(one, many, len(winners), who=who)
    return replace(
        today,
        cells={(row, seat): _restore_cell(today.cells.get((row, seat)), points) for row, seat, points in agreed.cells},
        # Notes and problems explain today’s result, so they would contradict the agreed one.
        notes={},
        totals=dict(agreed.totals),
        ranks=dict(agreed.ranks),
        winners=winners,
        verdict=verdict,
        reason=SCORED_DIFFERENTLY,
        feet=(),
        lost=today.lost and not winners,
        problems=(),
        open=(),
    )


def _restore_cell(today: Cell | None, points: int | None) -> Cell:
    """Return a cell with the agreed points. It keeps today’s working only if that leads to the same points."""
    return today if today is not None and today.points == points else Cell(points)
