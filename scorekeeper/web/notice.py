"""Notices within a page, with buttons that fix the problem, and the problems of a sheet as notices and signs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.games.pad import Choice, Problem, Seat, Sheet
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_changes


class Button(NamedTuple):
    """A button with the name and value that its form sends."""

    label: Text
    name: str
    value: str


class Notice(NamedTuple):
    """A message shown beside what it concerns."""

    kind: str
    """"certain", "doubtful", "open", "struck", "moved" or "plain"."""
    text: Text
    buttons: tuple[Button, ...] = ()
    """Buttons that fix the problem."""
    url: str = ""
    """The address of the page where a missing entry is made.

    It is "" if no entry is missing or if that page shows the notice itself.
    """


Signs = Mapping[tuple[str, Seat | None], str]
"""“certain” or “doubtful” by row key and seat. The seat None stands for the whole row. The rest has no problem."""

ALIKE = {
    "%(colour)s has not been entered yet.": "colour",
    "Which side is ahead in %(colour)s?": "colour",
    "Who is highest in %(colour)s?": "colour",
    "%(what)s: not entered yet.": "what",
    "%(what)s: %(who)s still missing.": "what",
}
"""Sentences that can name several rows at once, each with the gap for their names."""


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


def merge_alike(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems, with those that differ only in their row as one, in the order of the first of each kind."""
    kinds: dict[object, list[Problem]] = {}
    for problem in problems:
        gap = ALIKE.get(problem.text.message, "")
        others = {key: value for key, value in problem.text.values.items() if key != gap}
        kinds.setdefault((problem.text.message, repr(others)) if gap else problem.text, []).append(problem)
    return [_merge(alike) for alike in kinds.values()]


def _merge(alike: list[Problem]) -> Problem:
    first = alike[0]
    if len(alike) == 1:
        return first
    gap = ALIKE[first.text.message]
    names = tuple(problem.text.values[gap] for problem in alike)
    count = {"count": len(names)} if "count" in first.text.values else {}
    text = first.text.replace_values(**{gap: names}, **count)
    spots = tuple(spot for problem in alike for spot in problem.spots)
    cures = [problem.cures[0] for problem in alike if len(problem.cures) == 1]
    all_at_once = {spot: mark for cure in cures for spot, mark in cure.changes.items()}
    cure = (Choice(Text("Nobody has any"), all_at_once),) if len(cures) == len(alike) else ()
    return replace(first, spots=spots, text=text, cures=cure)
