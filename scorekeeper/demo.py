"""Demo: an instance with some tables and a group, erased and filled again at regular intervals."""

import json
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from flask import Flask, Response, g, request

from scorekeeper.folders import PACKAGE
from scorekeeper.games import GAMES
from scorekeeper.games.pad import Options, Setup
from scorekeeper.language.text import ENGLISH, Catalogue, Text
from scorekeeper.server import RESTART_DEMO, listen, serve
from scorekeeper.storage import access
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Write
from scorekeeper.table.notation import parse_changes
from scorekeeper.web.errors import ErrorPage, render_error
from scorekeeper.web.people.rate_limit import NetworkFull, count_request
from scorekeeper.web.request import browser, ensure_browser, set_browser_cookie

MINUTES = 60
"""Minutes for which visitors' entries are kept."""

HOST = "demo"
"""Browser id that starts the demo tables. No real browser can have it."""

FOR_NOBODY = ("lists.delete", "invite.end")
"""Endpoints that would take a table or group from all visitors."""

DEMO_TABLES = PACKAGE / "demo.json"
"""File with the demo tables. Each line is written as in the value of a button."""


def demo(host: str, port: int, words: Catalogue = ENGLISH, log: bool = False, minutes: float = MINUTES) -> int:
    """Serve an instance with demo tables until Ctrl-C, and return the exit code.

    A new instance replaces it every `minutes`. `words` is the catalogue for the terminal. With `log`, each request is
    logged.
    """
    # The port is chosen once, so that the address stays the same each time the demo starts again.
    if not port:
        with listen(host, 0) as free:
            port = free.getsockname()[1]
    code = RESTART_DEMO
    while code == RESTART_DEMO:
        with tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
            code = serve(host, port, Path(folder), words, log, fill, minutes)
    return code


def fill(app: Flask) -> None:
    """Start the demo tables and their group, and give every visitor access to them."""
    tables: Tables = app.extensions["tables"]
    groups: Groups = app.extensions["groups"]
    games = json.loads(DEMO_TABLES.read_text(encoding="utf-8"))
    opened = [_start_table(tables, **table) for table in games["tables"]]
    group = groups.open(games["group"], games["persons"], HOST)
    for number, table in enumerate(opened):
        groups.take_in(group, tables.load(table), f"in{number}", HOST)
    _let_in(app, (*opened, group))
    _protect(app, (*opened, group))


def _start_table(tables: Tables, game: str, players: Sequence[str], options: Options, lines: Sequence[str]) -> str:
    """Start a table, enter the marks in `lines` and return its id."""
    of = GAMES[game]
    setup = Setup(tuple(players), {**of.default_options(), **options}, ((1, tuple(range(len(players)))),))
    table = tables.open(of, setup, HOST)
    for line in lines:
        seen = tables.load(table).seen
        tables.record(table, Write(parse_changes(line, setup, of.rows(setup))), f"op{seen.seq}", By(HOST), seen)
    return table


def _let_in(app: Flask, everywhere: Sequence[str]) -> None:
    """Give every browser that opens the home page access to the tables and groups with the ids `everywhere`."""
    tables: Tables = app.extensions["tables"]

    @app.before_request
    def let_in() -> None:
        if request.endpoint != "home.index" or request.method != "GET":
            return
        # One table stands for all: visitors get access to all of them at once.
        if browser() and access.find_role(tables.store, everywhere[0], browser()):
            return
        # Each visit without a cookie stores further rows. Beyond the limit, visitors can start their own tables.
        with suppress(NetworkFull):
            count_request("admissions", link=HOST)
            g.demo = True
            for id in everywhere:
                access.let_in(tables.store, id, ensure_browser(), "score", int(time.time()))

    @app.after_request
    def keep(response: Response) -> Response:
        if g.get("demo"):
            set_browser_cookie(response)
        return response


def _protect(app: Flask, everywhere: Sequence[str]) -> None:
    """Refuse to delete the tables and groups with the ids `everywhere`, and to end their links."""

    @app.before_request
    def protect() -> ErrorPage | None:
        where = request.view_args or {}
        if request.endpoint not in FOR_NOBODY or where.get("table_id", where.get("group_id")) not in everywhere:
            return None
        text = Text("All visitors of this demo use this table or group. Start one of your own to try that.")
        return render_error(Text("Not in the demo"), text, 403)
