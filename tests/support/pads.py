"""Rounds of any pad: complete random ones, and ones given box by box."""

from random import Random
from typing import Any

from scorekeeper.games.game import Game, standings
from scorekeeper.games.pad import Mark, Problem, Setup, Sheet, Spot
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, NumberBox, TickBox
from scorekeeper.games.pads.pad import Box
from scorekeeper.games.standings import Standings
from tests.support.games import table_of

TRIES = 500


def a_whole_round(game: Game, setup: Setup, round: int, chance: Random) -> dict[Spot, Mark]:
    for _ in range(TRIES):
        marks = a_told_round(game, setup, round, chance)
        if game.score(setup, marks, round).decided:
            return marks
    raise AssertionError(f"{game.slug}: no round by chance is decided")


def a_told_round(game: Game, setup: Setup, round: int, chance: Random) -> dict[Spot, Mark]:
    """Return random marks in all boxes, possible or not."""
    seats = setup.seats(round)
    marks: dict[Spot, Mark] = {}
    for row in game.rows(setup):
        owner = chance.choice(seats)
        for box in row.boxes:
            for seat in (None,) if box.shared else seats:
                for item in box.parts:
                    mark = _mark(box, seat in (None, owner), chance)
                    if mark is not None:
                        marks[Spot(round, row.key, box.key, seat, item)] = mark
    return marks


def _mark(box: Box, owner: bool, chance: Random) -> Mark | None:
    match box:
        case NumberBox():
            return chance.randint(-3 if box.least < 0 else 0, min(box.most, 20))
        case TickBox():
            return 1 if owner else None
        case ChoiceBox():
            return chance.choice(box.items)
        case ChipsBox():
            return 1 if owner and chance.random() < 0.5 else None
    return None


# Marks given box by box

Marks = dict[Spot, Mark]


def make_marks(game: Game, setup: Setup, round: int, /, all_said: bool = True, **boxes: Any) -> Marks:
    """Return the marks of a round.

    A list has a mark per player, None for a blank; other values are shared by the table.
    """
    rows = {box.key: row.key for row in game.rows(setup) for box in row.boxes}
    marks: Marks = {}
    for key, value in boxes.items():
        each = enumerate(value) if isinstance(value, list) else [(None, value)]
        marks |= {Spot(round, rows[key], key, seat): mark for seat, mark in each if mark is not None}
    return {**marks, Spot(round, "end", "all"): 1} if all_said and "all" in rows else marks


def stand(game: Game, setup: Setup, marks: Marks, rounds: int) -> tuple[list[Sheet], Standings]:
    """Return the sheets of a number of rounds, and the standings after them."""
    sheets = [game.score(setup, marks, round) for round in range(1, rounds + 1)]
    seats = dict.fromkeys(seat for round in range(1, rounds + 1) for seat in setup.seats(round))
    return sheets, standings(game, setup, sheets, tuple(seats), True)


def play_untold(game: Game, players: int, *rounds: dict[str, Any]) -> tuple[Any, Any]:
    """Return the last sheet and the standings. Nobody has said that everything is entered."""
    setup = table_of(game, players)
    marks: Marks = {}
    for round, boxes in enumerate(rounds, 1):
        marks |= make_marks(game, setup, round, all_said=False, **boxes)
    sheets, standings = stand(game, setup, marks, len(rounds))
    return sheets[-1], standings


def list_problems(sheet: Sheet) -> list[Problem]:
    """Return the problems and open questions on a sheet."""
    return [*sheet.problems, *sheet.open]


def read_texts(sheet: Sheet) -> list[str]:
    """Return the texts of problems and open questions on a sheet."""
    return [str(problem.text) for problem in list_problems(sheet)]


def find_asked_seats(game: Game, setup: Setup, marks: Marks, round: int = 1) -> dict[str, list[int | None]]:
    (way,) = game.ways(setup)
    return {step.row: [ask.seat for ask in step.asks] for step in way.steps(setup, marks, round)}
