"""Benchmark of pad files: the sheet of a pad file compared with that of the same game in Python, from lines to HTML."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from flask import g

from scorekeeper import create_app
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.pads.own import parse_own_game
from scorekeeper.printing import score_sheets
from scorekeeper.storage.pads import keep_pad
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Write
from scorekeeper.table.table import fold_table
from scorekeeper.web.scoring.sheet import build_sheet
from tests.support import diabolo_by_hand, parade_by_hand

PROOF = Path(__file__).parent.parent / "tests" / "games" / "pads" / "proof"

Marks = dict[Spot, Mark]

Sheet = Callable[[], object]

BOXES: Mapping[str, Mapping[str, str]] = {
    "parade": {"cards": "{}", "nobody": "{}_nobody"},
    "diabolo": {"trident": "{}_trident", "harp": "{}_harp", "sum": "{}", "double": "{}_double"},
}
"""Names of boxes in the pad file, by game and by their name in the Python game."""


def parade() -> Marks:
    """Return the marks of a random deal of four players."""
    marks: Marks = {}
    for seat, hand in enumerate(parade_by_hand.random_deal(Random(3), 4).values()):
        for row, values in hand.items():
            marks |= {Spot(1, row, "cards", seat, str(value)): 1 for value in values}
    rows = {spot.row for spot in marks}
    blank = [row for row in ("red", "blue", "purple", "green", "grey", "orange") if row not in rows]
    return marks | {Spot(1, row, "nobody"): 1 for row in blank} | {Spot(1, "end", "all"): 1}


def diabolo() -> Marks:
    """Return the marks of a random round of four players."""
    played = diabolo_by_hand.random_round(Random(3), 4)
    marks: Marks = {Spot(1, "end", "all"): 1}
    for row in diabolo_by_hand.COLOURS:
        marks |= {
            Spot(1, row, "harp"): sum(played.heaven.get(row, [])),
            Spot(1, row, "trident"): sum(played.hell.get(row, [])),
        }
        for seat, (name, hand) in enumerate(played.hands.items()):
            marks |= {Spot(1, row, "sum", seat): sum(hand[row])} if hand.get(row) else {}
            marks |= {Spot(1, row, "double", seat): 1} if name in played.doubles.get(row, []) else {}
    return marks


def sheets(folder: Path) -> Iterator[tuple[str, Sheet, Sheet]]:
    """Yield for both games a function that renders the sheet of the pad file, and one for the game in Python."""
    app = create_app(folder, NEW_TABLES=10_000)
    tables: Tables = app.extensions["tables"]
    with app.test_request_context():
        g.role = "score"
        for slug, marks in (("parade", parade()), ("diabolo", diabolo())):
            told = parse_own_game((PROOF / f"{slug}.toml").read_text(encoding="utf-8"))
            keep_pad(tables.store, told.file, "b", 0)
            by_file = {_rename_box(spot, BOXES[slug]): mark for spot, mark in marks.items()}
            yield slug, _drawing(tables, told, by_file), _drawing(tables, GAMES[slug], marks)
    tables.store.close()


def _rename_box(spot: Spot, boxes: Mapping[str, str]) -> Spot:
    return spot if spot.row == "end" else spot._replace(box=boxes[spot.box].format(spot.row))


def _drawing(tables: Tables, game: Game, marks: Marks) -> Sheet:
    """Return a function that renders the sheet of a table from its lines."""
    setup = Setup(("Anna", "Bruno", "Chiara", "Dario"), game.default_options(), ((1, (0, 1, 2, 3)),))
    table = tables.open(game, setup, "b")
    tables.record(table, Write(marks), "op", By("b"), 1)
    played = tables.load(table)
    assert played.sheet(1).decided
    return lambda: score_sheets.render_sheet(build_sheet(fold_table(played.stored, played.lines, game), 1))
