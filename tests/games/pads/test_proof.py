"""Diabolo as a pad file: it scores exactly like the game in Python, and leaves the same entries open."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Sheet, Spot
from scorekeeper.games.pads.game import PadGame
from scorekeeper.games.pads.reading import parse_pad
from tests.support import diabolo_by_hand
from tests.support.rulings import RULINGS
from tests.support.soak import SOAK

MANY = 10_000 if SOAK else 150

HERE = Path(__file__).parent / "proof"

Marks = dict[Spot, Mark]


def load_game(name: str) -> Game:
    """Return the game of a pad file beside this test."""
    return PadGame(parse_pad((HERE / f"{name}.toml").read_text(encoding="utf-8"), name))


DIABOLO = load_game("diabolo")

OWN_DIABOLO = GAMES["diabolo"]


def at(game: Game, players: int, **options: Mark) -> Setup:
    """Return a table with this number of players and these options."""
    seats = tuple(range(players))
    return Setup(tuple("ABCDEF"[:players]), {**game.default_options(), **options}, ((1, seats),))


def by_keys(marks: Marks, boxes: Mapping[str, str]) -> Marks:
    """Return marks of the game in Python as marks of the pad file, whose boxes are named after their rows."""
    return {
        spot._replace(box=boxes.get(spot.box, "{}").format(spot.row) if spot.row != "end" else spot.box): mark
        for spot, mark in marks.items()
    }


def outcome(sheet: Sheet) -> tuple[bool, object, object]:
    """Return what two sheets must agree on: whether anything is open, and otherwise points and winners."""
    if sheet.open:
        return True, None, None
    return False, dict(sheet.totals), sheet.winners


# Diabolo

DIABOLO_BOXES = {"trident": "{}_trident", "harp": "{}_harp", "sum": "{}", "double": "{}_double"}


def a_round(played: diabolo_by_hand.Round) -> Marks:
    """Return the marks of a round entered as sums, row by row. A player without a colour stays blank."""
    marks: Marks = {Spot(1, "end", "all"): 1}
    for slot in diabolo_by_hand.COLOURS:
        marks[Spot(1, slot, "harp")] = sum(played.heaven.get(slot, []))
        marks[Spot(1, slot, "trident")] = sum(played.hell.get(slot, []))
        for seat, (name, hand) in enumerate(played.hands.items()):
            if hand.get(slot):
                marks[Spot(1, slot, "sum", seat)] = sum(hand[slot])
            if name in played.doubles.get(slot, []):
                marks[Spot(1, slot, "double", seat)] = 1
    return marks


@pytest.mark.parametrize(
    "ruling",
    [ruling for ruling in RULINGS if ruling["game"] == "diabolo" and ruling["kind"] in ("row", "round")],
    ids=lambda ruling: ruling["id"],
)
def test_diabolo_scores_every_worked_row_and_round(ruling: dict[str, Any]) -> None:
    asked, expected = ruling["input"], ruling["expected"]
    if ruling["kind"] == "row":
        hands = {name: {"red": values} for name, values in asked["hands"].items()}
        played = diabolo_by_hand.Round(
            {"red": asked["heaven"]}, {"red": asked["hell"]}, hands, {"red": asked["doubles"]}
        )
    else:
        sides = [{slot: row[side] for slot, row in asked["rows"].items()} for side in ("heaven", "hell")]
        played = diabolo_by_hand.Round(*sides, asked["hands"], asked["doubles"])
    marks = a_round(played)
    hands_told = {spot.row for spot in marks if spot.box == "sum"}
    marks |= {Spot(1, slot, "sum", 0): 0 for slot in diabolo_by_hand.COLOURS if slot not in hands_told}
    sheet = DIABOLO.score(at(DIABOLO, len(asked["hands"])), by_keys(marks, DIABOLO_BOXES), 1)
    assert sheet.decided
    assert {name: sheet.totals[seat] for seat, name in enumerate(asked["hands"])} == (
        expected.get("points") or expected["totals"]
    )


def test_diabolo_by_chance_comes_out_alike_and_leaves_as_much_open() -> None:
    chance, wrong, open = Random(70), [], 0
    for number in range(MANY):
        players = chance.randint(3, 5)
        marks = a_round(diabolo_by_hand.random_round(chance, players))
        if chance.random() < 0.5:
            marks = {spot: mark for spot, mark in marks.items() if spot.row == "end" or chance.random() < 0.8}
        own = OWN_DIABOLO.score(at(OWN_DIABOLO, players), marks, 1)
        sheet = DIABOLO.score(at(DIABOLO, players), by_keys(marks, DIABOLO_BOXES), 1)
        if any(problem.certain for problem in own.problems):
            continue
        open += bool(own.open)
        if outcome(own) != outcome(sheet):
            wrong.append((number, outcome(own), outcome(sheet), own.open, sheet.open))
    assert wrong == []
    assert MANY / 20 < open < MANY
