"""Every page of the app in every state, to be walked in a browser: tables are not tapped together but written.

The app runs in this process, behind the server that phones talk to, so that its tables can be written directly.
"""

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from scorekeeper import create_app
from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Spot
from scorekeeper.games.journal import Agree, Strike, Write
from scorekeeper.server import front, listen
from scorekeeper.tables import Tables
from tests.asking import Asker, lettered
from tests.author import CROWD, Author
from tests.conftest import cookie
from tests.refereed import State, at_odds, told
from tests.web.test_asking import TAPPED

UNSHOWN = "Z\u0330\u0331\u0332\u0333\u0330" + "W" * 60
"""What cannot be shown as it is typed."""


class Running(NamedTuple):
    """The app as it runs, and its address on this computer."""

    app: Flask
    port: int

    @property
    def tables(self) -> Tables:
        tables = self.app.extensions["tables"]
        assert isinstance(tables, Tables)
        return tables


@contextmanager
def running(instance: Path) -> Iterator[Running]:
    """The app behind its own server, in a thread that ends with the block."""
    listening = listen("127.0.0.1", 0)
    app = create_app(instance)
    server = front(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield Running(app, listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()
        app.extensions["tables"].store.close()


def states(app: Running, names: Sequence[str] = CROWD, full: bool = False) -> list[State]:
    """Every page in every state; `full` with every number of players and every worked question."""
    author = Author(app.tables, names)
    return [
        *alone(),
        *(state for game in GAMES.values() for state in of_game(author, game)),
        *(state for game in GAMES.values() for state in told(author, game, full)),
        *(state for game in GAMES.values() for state in at_odds(author, game)),
        *scored(author),
        *refused(author),
        *secrets(author, app),
        *rulings(app, full),
    ]


def alone() -> Iterator[State]:
    """The pages that need no table."""
    yield State("home without tables", "/", phone="new")
    yield State("home", "/")
    yield State("home, wrong code", "/join", (("code", "BCDFG"),))
    for path in (
        "/tables/running",
        "/tables/finished",
        "/tables/archived",
        "/offline",
        "/patterns",
        "/paper/",
        "/rulings/",
        "/nothing/",
        "/t/nothing/",
    ):
        yield State(path, path)
    for slug in GAMES:
        new = f"/games/{slug}/new"
        seats = tuple(("seat", name) for name in CROWD[:3])
        yield State(f"new {slug}", new, phone="new")
        yield State(f"new {slug}, typing", new, (("do", "naming"), ("rules", "open"), *seats), "new")
        yield State(f"new {slug}, refused", new, (("do", "add"), ("name", CROWD[0]), *seats), "new")
        yield State(f"pads of {slug}", f"/paper/{slug}")


def of_game(author: Author, game: Game) -> Iterator[State]:
    """The pages of a table at which nothing is written yet, in every way of entering."""
    table = author.open(game)
    here = f"/t/{table}/"
    setup = author.tables.load(table).setup
    for way in game.ways(setup):
        yield State(f"{game.slug} {way.key}, blank", f"{here}1/?way={way.key}")
    yield State(f"{game.slug} own, blank", f"{here}1/?way=own", phone="seated")
    everywhere = ("journal", "invite", "invite?watch=yes", "seat", "board", "end", "rematch")
    for path in ("", "1/sheet", "setup", *(everywhere if game.slug in ("parade", "tally") else ())):
        yield State(f"{game.slug} {path or 'tally'}, blank", here + path)
    if game.referee:
        yield State(f"{game.slug} play, blank", f"{here}1/play")


def scored(author: Author) -> Iterator[State]:
    """The pages of tables at which whole games were scored: open, decided, agreed, changed."""
    for game in GAMES.values():
        table, _ = author.retell(game.slug)
        here = f"/t/{table}/"
        setup = author.tables.load(table).setup
        for way in game.ways(setup):
            yield State(f"{game.slug} {way.key}", f"{here}1/?way={way.key}")
        yield State(f"{game.slug} own", f"{here}1/?way=own", phone="seated")
        for path in ("", "1/sheet", "journal", "board", "setup"):
            yield State(f"{game.slug} {path or 'tally'}", here + path)
            if path in ("", "1/sheet", "journal"):
                yield State(f"{game.slug} {path or 'tally'}, watched", here + path, phone="watching")
        yield State(f"{game.slug} taken back", f"{here}write", (("strike", "2"),))
        yield from agreed(author, game)
    yield from troubled(author)


def agreed(author: Author, game: Game) -> Iterator[State]:
    """A round that all agreed to: its sheet, and what a change of it asks for."""
    table, _ = author.retell(game.slug)
    found = author.tables.load(table)
    author.write(table, Agree(1, found.setup.seats(1), found.came_to(1)))
    yield State(f"{game.slug} agreed", f"/t/{table}/1/sheet")
    yield State(f"{game.slug} agreed, entry", f"/t/{table}/1/")
    line = next(line.seq for line in found.standing if line.seq > 1)
    changed = ("strike", str(line))
    yield State(f"{game.slug} agreed, changed", f"/t/{table}/1/write", (changed,))
    yield State(f"{game.slug} agreed, changed, refused", f"/t/{table}/1/write", (changed, ("reason", UNSHOWN)))
    again, _ = author.retell(game.slug)
    found = author.tables.load(again)
    author.write(again, Agree(1, found.setup.seats(1), found.came_to(1)))
    author.write(again, Strike(line), why="The cat sat on " + "W" * 60)
    yield State(f"{game.slug} open again", f"/t/{again}/1/sheet")
    yield State(f"{game.slug} open again, journal", f"/t/{again}/journal")


def troubled(author: Author) -> Iterator[State]:
    """A deal of Parade with certain and doubtful problems, in every way, and its keypad in use."""
    game = GAMES["parade"]
    table = author.open(game, 6)
    marks: Mapping[Spot, int] = {
        Spot(1, "red", "count", 1): 3,
        **{Spot(1, "red", "cards", 0, str(card)): 1 for card in range(4, 11)},
        **{Spot(1, "blue", "cards", seat, "3"): 1 for seat in (0, 2)},
    }
    for spot, mark in marks.items():
        author.write(table, Write({spot: mark}))
    here = f"/t/{table}/"
    for way in game.ways(author.tables.load(table).setup):
        yield State(f"trouble {way.key}", f"{here}1/?way={way.key}")
    yield State("trouble, whose card", f"{here}1/?way=flip&why=1.red.cards.2.7")
    yield State("trouble, typing", f"{here}1/?way=totals&at=1.red.count.0.&typed=99")
    yield State("trouble, sheet", f"{here}1/sheet")
    yield State("trouble, tally", here)
    author.write(table, Strike(author.tables.load(table).known.seq))
    yield State("trouble, taken back", f"{here}1/?way=flip")
    yield State("trouble, taken back, journal", f"{here}journal")


def refused(author: Author) -> Iterator[State]:
    """What cannot be written: somebody was faster, it cannot stand there, this phone only watches."""
    table = author.open(GAMES["parade"], 3)
    here = f"/t/{table}/"
    author.write(table, Write({Spot(1, "red", "count", 1): 3}), "seated")
    yield State("too late", f"{here}1/write", (("tap", "1.red.count.1.=4"), ("seen", "1")))
    yield State("no such place", f"{here}1/write", (("tap", "1.nowhere.count.1.=4"),))
    yield State("not for watching", f"{here}1/write", (("tap", "1.red.count.1.=4"),), "watching")
    yield State("seat is taken", f"{here}seat", (("seat", "0"),))
    for game in GAMES.values():
        table = author.open(game)
        tap = next(
            (
                f"1.{row.key}.{box.key}..="
                for row in game.rows(author.tables.load(table).setup)
                for box in row.boxes
                if box.kind == "words"
            ),
            "",
        )
        if tap:
            yield State(f"{game.slug}, remark refused", f"/t/{table}/1/write", (("tap", tap), ("words", UNSHOWN)))
    yield State("not agreed on", f"{here}1/agree", (("seen", "2"),))


def secrets(author: Author, app: Running) -> Iterator[State]:
    """Doublers of Diabolo that are decided in secret on one phone."""
    game = GAMES["diabolo"]
    table = author.open(game, 5, doubler_commit="secret_simultaneous")
    author.write(table, Write({Spot(1, "red", "side"): "harp"}))
    phone = app.app.test_client()
    phone.set_cookie("browser", cookie("scoring"))
    html = phone.get(f"/t/{table}/1/?way=fast").text
    covers = sorted(set(re.findall(r"secret\?at=\w+(?:&amp;seat=\d)?", html)))
    assert covers
    yield State("to decide in secret", f"/t/{table}/1/?way=fast")
    yield State("a cover", f"/t/{table}/1/{covers[0].partition('&')[0]}")
    yield State("behind the cover", f"/t/{table}/1/{covers[0].replace('&amp;', '&')}")


def rulings(app: Running, full: bool) -> Iterator[State]:
    """Questions to the referee: blank, and with an answer."""
    asked = set()
    for game, ruling, question, name in TAPPED:
        path = f"/rulings/{game.slug}/{ruling.kind}"
        if path not in asked:
            yield State(f"{game.slug} {ruling.kind}, blank", path)
        if path not in asked or full:
            asked.add(path)
            asker = Asker(app.app.test_client(), game, ruling)
            asker.ask(lettered(question, ruling))
            asker.send("ask")
            yield State(name, asker.url)
    for slug in GAMES:
        if GAMES[slug].rulings:
            yield State(f"questions of {slug}", f"/rulings/{slug}/")
