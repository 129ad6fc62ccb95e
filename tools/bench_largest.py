"""Benchmark of the largest possible table: time of its running totals after a tap, from the lines to the page."""

import statistics
import time
from pathlib import Path

from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pad import MOST_ROUNDS, Setup, Spot
from scorekeeper.storage.pads import keep_pad
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Write
from tests.support.http import open_table

ROWS, PLAYERS, TIMES = 24, 12, 5

PAD = f"""format = 1
name = "Largest"
players = [{PLAYERS}, {PLAYERS}]
rounds = "{MOST_ROUNDS}"
"""

ROW = """[row.{key}]
label = "{key}"
most = 9999
points = "{key} + before({key})"
"""
"""Each row depends on all earlier rounds, so a tap in the first round changes every sheet."""


def measure_tap_in_first_round(folder: Path) -> float:
    """Return the processor seconds of the totals after a tap in the first round."""
    app = create_app(folder, TESTING=True, NEW_TABLES=10_000)
    tables: Tables = app.extensions["tables"]
    keys = [f"r{number}" for number in range(ROWS)]
    game = parse_own_game(PAD + "".join(ROW.format(key=key) for key in keys))
    client = open_table(app.test_client(), ("Anna", "Bruno")).client
    cookie = client.get_cookie("browser")
    assert cookie
    by = By(cookie.value)
    keep_pad(tables.store, game.file, by.browser, 0)
    seats = tuple(range(PLAYERS))
    setup = Setup(tuple(f"Player {seat}" for seat in seats), game.default_options(), ((1, seats),))
    table = tables.open(game, setup, by.browser)
    for round in range(1, MOST_ROUNDS + 1):
        marks = Write({Spot(round, key, key, seat): 7 + round % 3 for key in keys for seat in seats})
        tables.record(table, marks, f"filled {round}", by, round)
    url = f"/t/{table}/"
    assert client.get(url).status_code == 200
    spent = statistics.median(_tap(client, tables, url, table, by, number) for number in range(TIMES))
    tables.store.close()
    return spent


def _tap(client: FlaskClient, tables: Tables, url: str, table: str, by: By, number: int) -> float:
    start = time.process_time()
    seen = tables.load(table).seen
    tables.record(table, Write({Spot(1, "r0", "r0", 0): 20 + number}), f"tap {number}", by, seen)
    assert client.get(url).status_code == 200
    return time.process_time() - start
