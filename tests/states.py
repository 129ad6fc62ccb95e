"""Every page of the app in every state, to be walked in a browser: tables are not tapped together but written.

The app runs in this process, behind the server that phones talk to, so that its tables can be written directly.
"""

import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from scorekeeper import create_app
from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Setup, Spot
from scorekeeper.games.journal import Act, Agree, By, Strike, Write
from scorekeeper.paper import setup_for
from scorekeeper.server import front, listen
from scorekeeper.tables import Tables
from tests.asking import Asker, lettered
from tests.games.transcript import FOLDER, act_of, setup_of
from tests.web.test_asking import TAPPED

CROWD = (
    "Maximiliane Freifrau von Hohenlo",
    "عبد الرحمن بن محمد آل العزيز",
    "אליס מארץ הפלאות שמעבר לַמראה",
    "李小龍",
    "W" * 32,
    "Zoë O’Hara-Łukasiewicz 👩‍👩‍👧",
    "Bo",
    "Cleo",
    "Edgar",
    "Fifi",
    "Gus",
    "Hal",
)
"""Who sits at the tables: names as long as there can be, and such as are read from the right."""

PARTS = (0.0, 0.3, 0.6, 0.9, 0.97, 1.0)
"""How far a refereed round has come, in the states that are shown."""

Fields = tuple[tuple[str, str], ...]


class State(NamedTuple):
    """A page in one state: how it is called, its address, and what is sent to it, if anything is."""

    name: str
    path: str
    fields: Fields = ()
    phone: str = "scoring"
    """Which phone looks at it: scoring, watching, seated or new."""


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


class Author:
    """Somebody who opens tables and writes on them, as the phone called scoring."""

    def __init__(self, tables: Tables, names: Sequence[str] = CROWD) -> None:
        self.tables = tables
        self.names = names
        self.count = 0

    def open(self, game: Game, players: int = 99, **options: object) -> str:
        """A table of as many as may play."""
        usual = setup_for(game, max(game.seats[0], min(game.seats[1], players)))
        names = tuple(self.names[: len(usual.players)])
        return self._open(game, Setup(names, {**usual.options, **options}, usual.seating))  # type: ignore[dict-item]

    def _open(self, game: Game, setup: Setup) -> str:
        table = self.tables.open(game, setup, "scoring")
        self.tables.store.let_in(table, "watching", "watch", int(time.time()))
        self.tables.store.let_in(table, "seated", "score", int(time.time()))
        self.tables.store.take_seat(table, "seated", 0)
        return table

    def write(self, table: str, act: Act, browser: str = "scoring", why: str = "") -> int:
        """One line more."""
        self.count += 1
        return self.tables.record(table, act, f"op{self.count}", By(browser), 10**6, why)

    def retell(self, name: str, part: float = 1.0) -> tuple[str, str]:
        """A table at which the first part of a transcript was played, and the move that comes next."""
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        game = GAMES[name.partition("-")[0]]
        head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
        setup = setup_of(game, head)
        table = self._open(game, replace(setup, players=tuple(self.names[: len(setup.players)])))
        taps = [line[2:] for line in text.splitlines() if line.startswith("> ")]
        done = round(part * len(taps))
        found = self.tables.load(table)
        for number, tap in enumerate(taps[:done]):
            # What a transcript tells has been admitted before.
            self.tables.store.append(table, f"{table}{number}", act_of(tap, found), By("scoring"), 0, lambda: None)
        coming = taps[done] if done < len(taps) else ""
        return table, coming.removeprefix("move ") if coming.startswith("move ") else ""


def states(app: Running, names: Sequence[str] = CROWD, full: bool = False) -> list[State]:
    """Every page in every state; `full` with every number of players and every worked question."""
    author = Author(app.tables, names)
    return [
        *alone(),
        *(state for game in GAMES.values() for state in of_game(author, game)),
        *(state for game in GAMES.values() for state in told(author, game, full)),
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
    for path in ("/offline", "/patterns", "/paper/", "/rulings/", "/nothing/", "/t/nothing/"):
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
    everywhere = ("journal", "invite", "invite?watch=yes", "seat", "board")
    for path in ("", "1/sheet", "setup", *(everywhere if game.slug in ("parade", "tally") else ())):
        yield State(f"{game.slug} {path or 'tally'}, blank", here + path)
    if game.referee:
        yield State(f"{game.slug} play, blank", f"{here}1/play")


def told(author: Author, game: Game, full: bool) -> Iterator[State]:
    """The referee's pages: as far as each part of a round, looking at the next move, correcting, asking why."""
    found = sorted(FOLDER.glob(f"{game.slug}-referee-*.txt"))
    for path in found:
        # Every round, but few of them from the beginning: what is asked at the end differs with the players.
        for part in PARTS if full or path == found[-1] else PARTS[-2:-1]:
            table, coming = author.retell(path.stem, part)
            play = f"/t/{table}/1/play"
            name = f"{path.stem} {part}"
            yield State(name, play)
            if part >= 0.9:
                yield State(f"{name}, seated", play, phone="seated")
            if coming:
                yield State(f"{name}, looking", f"{play}?pick={coming}&suit={suit_in(coming)}")
            if part == 0.6:
                seq = author.tables.load(table).known.seq
                yield State(f"{name}, correcting", f"{play}?amend={seq}")
                yield State(f"{name}, asking", f"{play}?about=1.0")
                yield State(f"{name}, watched", play, phone="watching")
                yield State(f"{name}, refused", f"{play}/write", (("move", "1.nothing.."),))
                yield State(f"{name}, board", f"/t/{table}/board")
            if part == 1:
                yield State(f"{name}, sheet", f"/t/{table}/1/sheet")


def suit_in(move: str) -> str:
    """The suit of the card in a move, or nothing."""
    found = re.search(r"[a-z]+[0-9]?(?=-\d)", move)
    return found[0] if found else ""


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
    yield State(f"{game.slug} agreed, changed", f"/t/{table}/1/write", (("strike", str(line)),))
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
    yield State("not agreed on", f"{here}1/agree", (("seen", "2"),))


def secrets(author: Author, app: Running) -> Iterator[State]:
    """Doublers of Diabolo that are decided in secret on one phone."""
    game = GAMES["diabolo"]
    table = author.open(game, 5, doubler_commit="secret_simultaneous")
    author.write(table, Write({Spot(1, "red", "side"): "harp"}))
    phone = app.app.test_client()
    phone.set_cookie("browser", "scoring")
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
