"""Benchmark of a table that is nearly full against one of 1,000 lines: time of a tap and of a page of the journal."""

import statistics
import time
from pathlib import Path

from scorekeeper import create_app
from tests.support.http import Player, field, open_table
from tests.support.long_journal import extend_journal
from tests.support.tables import Played, load_played_games

SHORT, LONG = 1_000, 19_900

TIMES = 25


def tap(player: Player, number: int) -> float:
    """Return the seconds of a tap until its page is loaded."""
    html = player.page()
    data = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
    start = time.perf_counter()
    answer = player.client.post(f"{player.url}1/write", data={**data, "tap": f"1.red.count.0.={number % 5}"})
    assert answer.status_code == 303
    player.page()
    return time.perf_counter() - start


def long_tables(folder: Path) -> tuple[float, float, int]:
    """Return how much longer a tap takes on the long table, and milliseconds and bytes of a page of its journal."""
    app = create_app(folder, TESTING=True, NEW_TABLES=10_000)
    store = app.extensions["tables"].store
    parade: Played = next(played for played in load_played_games() if played.game.slug == "parade")
    players = []
    for lines in (SHORT, LONG):
        player = open_table(app.test_client(), parade.setup.players)
        cookie = player.client.get_cookie("browser")
        assert cookie
        extend_journal(store, player.table, parade, lines, cookie.value)
        tap(player, 1)
        players.append(player)
    spans = [[tap(player, number) for player in players] for number in range(TIMES)]
    ratio = statistics.median(long / short for short, long in spans)
    taken = []
    for before in range(LONG, LONG // 2, -LONG // 20):
        start = time.perf_counter()
        html = players[1].page(f"journal?before={before}")
        taken.append(1000 * (time.perf_counter() - start))
    store.close()
    return ratio, max(taken), len(html.encode())
