"""Problems of a sheet as pages show them: signs beside the affected points, and notices with buttons that fix them."""

from collections.abc import Mapping

from scorekeeper.games.pad import Problem, Seat, Sheet
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.notice import Button, Notice

Signs = Mapping[tuple[str, Seat | None], str]
"""“certain” or “doubtful” by row key and seat. The seat None stands for the whole row. The rest has no problem."""


def find_signs(sheet: Sheet) -> Signs:
    """Return the signs of a sheet. A row with a certain and a doubtful problem has the sign “certain”."""
    worst: dict[tuple[str, Seat | None], str] = {}
    for problem in sheet.problems:
        sign = "certain" if problem.certain else "doubtful"
        for spot in problem.spots:
            # Under None as well, for pages that show one sign per row.
            for place in ((spot.row, spot.seat), (spot.row, None)):
                if worst.get(place) != "certain":
                    worst[place] = sign
    return worst


def find_worst_sign(signs_of_rows: Signs, *seats: Seat) -> str:
    """Return the most serious sign that these seats have in any row, or "" if none. Their total shows it."""
    own = [sign for (_, whose), sign in signs_of_rows.items() if whose in seats]
    return "certain" if "certain" in own else own[-1] if own else ""


def build_notice(problem: Problem) -> Notice:
    """Return a problem as a notice, with a button for each way to fix it."""
    cures = [Button(cure.label, "tap", encode_changes(cure.changes)) for cure in problem.cures]
    return Notice("certain" if problem.certain else "doubtful", problem.text, tuple(cures))
