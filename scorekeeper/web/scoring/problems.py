"""What is wrong with a sheet, as pages show it: signs beside what it spoils, and notices with what would mend it."""

from collections.abc import Mapping

from scorekeeper.games.pad import Problem, Seat, Sheet
from scorekeeper.table.spelled import spelled
from scorekeeper.web.notice import Button, Notice

Signs = Mapping[tuple[str, Seat | None], str]
"""By row and player, or by row alone: "certain" or "doubtful"; nothing where all is well."""


def signs(sheet: Sheet) -> Signs:
    """The sign of each place that a problem spoils; what is certain covers what is doubtful."""
    worst: dict[tuple[str, Seat | None], str] = {}
    for problem in sheet.problems:
        sign = "certain" if problem.certain else "doubtful"
        for spot in problem.spots:
            for place in ((spot.row, spot.seat), (spot.row, None)):
                if worst.get(place) != "certain":
                    worst[place] = sign
    return worst


def sign_of(signs_of_rows: Signs, *seats: Seat) -> str:
    """The sign beside the points of a player, or of partners: the gravest of all rows."""
    own = [sign for (_, whose), sign in signs_of_rows.items() if whose in seats]
    return "certain" if "certain" in own else own[-1] if own else ""


def notice(problem: Problem) -> Notice:
    """A problem as it is shown: its sentence, and the taps that would mend it."""
    cures = [Button(cure.label, "tap", spelled(cure.changes)) for cure in problem.cures]
    return Notice("certain" if problem.certain else "doubtful", problem.text, tuple(cures))
