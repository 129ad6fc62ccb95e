"""Benchmark data of every game: its journal, its longest question, its printed pages."""

import json
import statistics
from collections.abc import Iterator
from pathlib import Path

from flask import g

from scorekeeper import create_app
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.questions import Ruling
from scorekeeper.printing import blank_pads, score_sheets
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.printing.press import Press
from scorekeeper.table.journal import Act, By, Change, Line, Write, dump, load
from scorekeeper.web.scoring.sheet import build_sheet
from tests.support.tables import Played, load_played_games
from tests.support.transcripts import FOLDER

EMPTY = '<!doctype html><html lang="en"><meta charset=utf-8><title>Empty</title><body>'

LINES = 120

TIMES = 15


def journal(played: Played) -> list[str]:
    """Return a long journal as it is stored: the acts of a game repeated in later rounds."""
    rounds = max(spot.round for act in played.acts for spot in act.changes)
    acts: list[Act] = [Change(played.setup)]
    while len(acts) < LINES:
        later = (len(acts) - 1) // len(played.acts) * rounds
        changes = played.acts[(len(acts) - 1) % len(played.acts)].changes
        acts.append(Write({spot._replace(round=spot.round + later): mark for spot, mark in changes.items()}))
    return [dump(act) for act in acts]


def lines(stored: list[str]) -> list[Line]:
    """Return a stored journal as parsed lines."""
    return [Line(seq, f"{seq:032x}", 1_790_000_000, By("b"), load(act)) for seq, act in enumerate(stored, 1)]


def score_questions() -> Iterator[tuple[Game, Ruling, str]]:
    """Yield game, ruling and the longest worked question of each game that can score a whole deal."""
    cases = json.loads((FOLDER.parent / "rulings.json").read_text(encoding="utf-8"))["rulings"]
    for game in GAMES.values():
        inputs = [json.dumps(case["input"]) for case in cases if (case["game"], case["kind"]) == (game.slug, "score")]
        if inputs:
            yield game, game.rulings["score"], max(inputs, key=len)


def pages(folder: Path) -> dict[tuple[str, str], str]:
    """Return the HTML to print for each game: the sheet of its first round, and a pad for four."""
    app = create_app(folder, NEW_TABLES=10_000)
    tables = app.extensions["tables"]
    pages_of = {}
    for played in load_played_games():
        table = tables.open(played.game, played.setup, "b")
        for number, act in enumerate(played.acts):
            tables.record(table, act, f"op{number}", By("b"), number + 1)
        with app.test_request_context():
            g.role = "score"
            pages_of[played.game.name, "sheet"] = score_sheets.render_sheet(build_sheet(tables.load(table), 1))
        pages_of[played.game.name, "pad for four"] = blank_pads.render_pad(played.game, PadRequest(4, "A4", 1))
    tables.store.close()
    return pages_of


def over_empty(folder: Path) -> dict[tuple[str, str], float]:
    """Return the time of printing each page relative to an empty page, measured in turns in the same worker.

    The clock is the worker's own processor time, so other programs do not count.
    """
    printed = pages(folder)
    press = Press(pages=(len(printed) + 1) * (TIMES + 2) + 1)
    spans: dict[str, list[float]] = {page: [] for page in (EMPTY, *printed.values())}
    try:
        press.print(EMPTY)
        assert press.worker
        worker = press.worker.process.pid
        for number in range(TIMES + 2):
            for page, seconds in spans.items():
                start = processor_time(worker)
                press.print(f"{page}<!--{number}-->")
                seconds.append(processor_time(worker) - start)
    finally:
        press.close()
    empty = statistics.median(spans[EMPTY][2:])
    return {what: statistics.median(spans[page][2:]) / empty for what, page in printed.items()}


def processor_time(process: int) -> float:
    """Return the processor seconds of a process. Works on Linux only."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{process}/task").glob("*/schedstat")) / 1e9
