"""Tables and pages in every state, for tests over all pages. Tables are written directly, not tapped."""

import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from scorekeeper import create_app
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.pads.boxes import WordsBox
from scorekeeper.games.referee import STOP, Action
from scorekeeper.printing.blank_pads import make_setup
from scorekeeper.server import listen, make_server
from scorekeeper.storage import access, journals
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import Act, Agree, Amend, By, Strike, Write
from scorekeeper.table.notation import decode_move, encode_move, parse_changes
from scorekeeper.table.table import Table, add_act
from tests.support.asking import TAPPED, Asker, name_by_letters
from tests.support.games import WALKED, WRITTEN
from tests.support.http import Browser, cookie
from tests.support.transcripts import FOLDER, act_of, setup_of
from tests.support.walks import picks
from tools import patterns

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
"""Names of players at the tables: as long as possible, and in scripts written from right to left."""


class Author:
    """A writer that starts tables and adds lines, as the phone named scoring."""

    def __init__(self, tables: Tables, names: Sequence[str] = CROWD) -> None:
        self.tables = tables
        self.names = names
        self.count = 0

    def open(self, game: Game, players: int = 99, **options: object) -> str:
        """Start a table with as many players as allowed, at most `players`, and return its id."""
        usual = make_setup(game, max(game.seats[0], min(game.seats[1], players)))
        names = tuple(self.names[: len(usual.players)])
        return self.open_as(game, Setup(names, {**usual.options, **options}, usual.seating))  # type: ignore[dict-item]

    def open_as(self, game: Game, setup: Setup) -> str:
        table = self.tables.open(game, setup, cookie("scoring"))
        access.let_in(self.tables.store, table, cookie("watching"), "watch", int(time.time()))
        access.let_in(self.tables.store, table, cookie("seated"), "score", int(time.time()))
        access.take_seat(self.tables.store, table, cookie("seated"), 0)
        return table

    def write(self, table_id: str, act: Act, phone: str = "scoring", why: str = "") -> int:
        """Add a line and return its number."""
        self.count += 1
        seen = self.tables.load(table_id).seen
        return self.tables.record(table_id, act, f"op{self.count}", By(cookie(phone)), seen, why)

    def retell(self, name: str, part: float = 1.0, options: Mapping[str, Mark] | None = None) -> tuple[str, str]:
        """Start a table and play the first part of a transcript. Return the table's id and the next move, "" if there
        is none.

        `options` are added to those of the transcript, or replace them.
        """
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        game = GAMES[name.partition("-")[0]]
        head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
        setup = setup_of(game, head)
        players = tuple(self.names[: len(setup.players)])
        table = self.open_as(game, replace(setup, players=players, options={**setup.options, **(options or {})}))
        taps = [line[2:] for line in text.splitlines() if line.startswith("> ")]
        done = round(part * len(taps))
        opened = self.tables.load(table)
        for number, tap in enumerate(taps[:done]):
            # Appended without checks, which is faster: the lines of a transcript have been admitted before.
            journals.append(
                self.tables.store,
                table,
                f"{table}{number}",
                act_of(tap, opened),
                By(cookie("scoring")),
                0,
                lambda: None,
            )
        coming = taps[done] if done < len(taps) else ""
        return table, coming.removeprefix("move ") if coming.startswith("move ") else ""


PARTS = (0.0, 0.3, 0.6, 0.9, 0.97, 1.0)
"""Fractions of a refereed round at which its states are shown."""

Fields = tuple[tuple[str, str], ...]


class State(NamedTuple):
    """A page in one state: its name, its address, and the fields that are sent to it, if any."""

    name: str
    path: str
    fields: Fields = ()
    phone: str = "scoring"
    """The phone that opens it: scoring, watching, seated or new."""


def list_referee_states(author: Author, game: Game, full: bool) -> Iterator[State]:
    """Yield the referee's pages at several points of a round: previewing, correcting, asking why."""
    files = sorted(FOLDER.glob(f"{game.slug}-referee-*.txt"))
    for path in files:
        # One file has all parts. Others have only the end, where pages differ with the number of players.
        for part in PARTS if full or path == files[-1] else PARTS[-2:-1]:
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
                for seq, suit in dict.fromkeys(find_notes(author.tables.load(table))):
                    yield State(f"{name}, noted {seq} {suit}", f"{play}?amend={seq}&suit={suit}")


def find_notes(table: Table) -> Iterator[tuple[int, str]]:
    """Yield, for each kind of note on chips, the first line at which it appears, and the suit to open for it."""
    play, known = table.known.plays[1], set()
    for seq, state in sorted(play.before.items()):
        for pick in (pick for entry in play.referee.entries(state) for pick in picks(entry)):
            if isinstance(pick.action, Action) and pick.note and pick.note not in known:
                known.add(pick.note)
                yield seq, suit_in(encode_move(pick.action))


def suit_in(move: str) -> str:
    """Return the suit of the card in a move, "" if there is none."""
    match = re.search(r"[a-z]+[0-9]?(?=-\d)", move)
    return match[0] if match else ""


def list_conflict_states(author: Author, game: Game) -> Iterator[State]:
    """Yield states of a refereed round with conflicts: a later tap, a referee switched off, a move no longer valid."""
    files = sorted(FOLDER.glob(f"{game.slug}-referee-*.txt"))
    for path in files[-1:]:  # a slice, because games without a referee have no files
        name = path.stem
        # The next line of a transcript can also be a mark on the pad, which is no move.
        table, coming = next(
            retold for retold in (author.retell(name, part / 10) for part in range(6, 0, -1)) if retold[1]
        )
        here = f"/t/{table}/1/play"
        author.write(table, decode_move(coming), "seated")
        seq = author.tables.load(table).known.seq
        yield State(f"{name}, too late", f"{here}/write", (("move", coming), ("seen", str(seq - 1))))
        author.write(table, Action(1, STOP))
        for page in ("1/play", "1/", "journal"):
            yield State(f"{name}, sent away, {page}", f"/t/{table}/{page}")
        yield State(f"{name}, sent away, watched", here, phone="watching")
        yield from list_misfit_states(author, name)
        yield from list_agreed_move_states(author, name)


def list_misfit_states(author: Author, name: str) -> Iterator[State]:
    """Yield states of a round in which a correction has made a later move invalid."""
    table, _ = author.retell(name, 0.6)
    wrong = next(act for act in corrections(author.tables.load(table)) if misfit(author.tables.load(table), act))
    author.write(table, wrong)
    here = f"/t/{table}/"
    for page in ("1/play", "1/sheet", "journal", "", "board"):
        yield State(f"{name}, misfit, {page}", here + page)
    yield State(f"{name}, misfit, watched", f"{here}1/play", phone="watching")
    yield State(f"{name}, misfit, seated", f"{here}1/play", phone="seated")
    seq = misfit(author.tables.load(table))
    yield State(f"{name}, misfit, mending", f"{here}1/play?amend={seq}")
    yield State(f"{name}, misfit, refused", f"{here}1/play/write", (("move", "1.nothing.."),))


def list_agreed_move_states(author: Author, name: str) -> Iterator[State]:
    """Yield states of a complete round that is agreed, so that a change needs a reason."""
    table, _ = author.retell(name)
    table_now = author.tables.load(table)
    author.write(table, Agree(1, table_now.setup.seats(1), table_now.sheet_digest(1)))
    here = f"/t/{table}/1/play"
    yield State(f"{name}, agreed", here)
    last = max(table_now.known.plays[1].before)
    yield State(f"{name}, agreed, taken back", f"{here}/write", (("strike", str(last)),))
    act = next(act for act in corrections(table_now) if misfit(table_now, act))
    move = encode_move(act.act)
    yield State(f"{name}, agreed, corrected", f"{here}/write", (("amend", str(act.seq)), ("move", move)))


def misfit(table: Table, act: Amend | None = None) -> int | None:
    """Return the first invalid line of the first round, also after `act`; None if all lines are valid."""
    play = (add_act(table, act) if act else table).known.plays[1]
    return play.misfit.seq if play.misfit else None


def corrections(table: Table) -> Iterator[Amend]:
    """Yield corrections of each move of the first round that the rules allow in its place, newest first."""
    play = table.known.plays[1]
    for seq, state in sorted(play.before.items(), reverse=True):
        line = table.line(seq)
        for pick in (pick for entry in play.referee.entries(state) for pick in picks(entry)):
            if pick.cannot is None and line and pick.action != line.act:
                try:
                    play.instead(seq, pick.action)
                except Illegal:
                    continue
                yield Amend(seq, pick.action)


UNSHOWN = "Z\u0330\u0331\u0332\u0333\u0330" + "W" * 60
"""A text that cannot be shown as typed."""


class Running(NamedTuple):
    """A running app and its port."""

    app: Flask
    port: int

    @property
    def tables(self) -> Tables:
        tables = self.app.extensions["tables"]
        assert isinstance(tables, Tables)
        return tables


@contextmanager
def running(instance: Path, host: str = "127.0.0.1") -> Iterator[Running]:
    """Run the app with the page of all components behind its own server for a block, in a thread."""
    listening = listen(host, 0)
    app = create_app(instance)
    app.register_blueprint(patterns.bp)
    server = make_server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield Running(app, listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()
        app.extensions["tables"].store.close()


def list_states(app: Running, names: Sequence[str] = CROWD, full: bool = False) -> list[State]:
    """Return every page in every state, if `full` with every number of players and every worked question."""
    from tests.support.group_pages import list_group_states  # imported late, because both import this module
    from tests.support.own_pads import list_own_pad_states

    author = Author(app.tables, names)
    return [
        *list_tableless_states(),
        *([State("/patterns", "/patterns")] if patterns.bp.name in app.app.blueprints else []),
        *(state for game in WALKED.values() for state in list_blank_states(author, game)),
        *(state for game in WALKED.values() for state in list_referee_states(author, game, full)),
        *(state for game in WALKED.values() for state in list_conflict_states(author, game)),
        *list_scored_states(author),
        *list_life_states(author),
        *list_refusal_states(author),
        *list_secret_states(author, app),
        *list_ruling_states(app, full),
        *list_group_states(author, app),
        *list_own_pad_states(author, app),
    ]


def list_tableless_states() -> Iterator[State]:
    """Yield states of the pages that need no table."""
    yield State("home without tables", "/", phone="new")
    yield State("home", "/")
    yield State("home, wrong code", "/join", (("code", "BCDFG"),))
    for path in (
        "/tables/running",
        "/tables/finished",
        "/tables/archived",
        "/offline",
        "/paper/",
        "/rulings/",
        "/nothing/",
        "/t/nothing/",
    ):
        yield State(path, path)
    for slug in WALKED:
        new = f"/games/{slug}/new"
        seats = tuple(("seat", name) for name in CROWD[:3])
        yield State(f"new {slug}", new, phone="new")
        yield State(f"new {slug}, typing", new, (("do", "naming"), ("rules", "open"), *seats), "new")
        yield State(f"new {slug}, refused", new, (("do", "add"), ("name", CROWD[0]), *seats), "new")
        yield State(f"pads of {slug}", f"/paper/{slug}")
        yield State(f"rules of {slug}", f"/rules/{slug}")


def list_blank_states(author: Author, game: Game) -> Iterator[State]:
    """Yield states of a table without entries, in every way of entering."""
    table = author.open(game)
    here = f"/t/{table}/"
    setup = author.tables.load(table).setup
    for way in game.ways(setup):
        yield State(f"{game.slug} {way.key}, blank", f"{here}1/?way={way.key}")
    yield State(f"{game.slug} own, blank", f"{here}1/?way=own", phone="seated")
    everywhere = ("journal", "invite", "invite?watch=yes", "seat", "board", "end", "rematch")
    for path in ("", "1/sheet", "setup", *(everywhere if game.slug in ("parade", "tally") else ())):
        yield State(f"{game.slug} {path or 'tally'}, blank", here + path)
    if game.rulings:
        yield State(f"{game.slug} asked", f"{here}1/ask")
    if game.referee:
        yield State(f"{game.slug} play, blank", f"{here}1/play")


def list_scored_states(author: Author) -> Iterator[State]:
    """Yield states of tables with complete games: open, decided, agreed, changed."""
    for game in WALKED.values():
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
        yield from list_agreed_states(author, game)
    yield from list_trouble_states(author)


def list_life_states(author: Author) -> Iterator[State]:
    """Yield states of life counters: full, blank, with a player out, and with an undone tap."""
    for players in (1, 2, 3, 6):
        table = author.open(GAMES["tally"], players, start=40, count="down", out="out")
        here = f"/t/{table}/"
        yield State(f"lives of {players}, blank", f"{here}1/?way=lives")
        author.write(table, Write({Spot(1, "points", "points", 0): 40}))
        author.write(table, Write({Spot(1, "points", "points", players - 1): -1234}))
        yield State(f"lives of {players}", f"{here}1/?way=lives")
        yield State(f"lives of {players}, taken back", f"{here}1/write", (("strike", "2"),))


def list_agreed_states(author: Author, game: Game) -> Iterator[State]:
    """Yield states of an agreed round: its sheet, and what a change asks for."""
    table, _ = author.retell(game.slug)
    table_now = author.tables.load(table)
    author.write(table, Agree(1, table_now.setup.seats(1), table_now.sheet_digest(1)))
    yield State(f"{game.slug} agreed", f"/t/{table}/1/sheet")
    yield State(f"{game.slug} agreed, entry", f"/t/{table}/1/")
    line = next(line.seq for line in table_now.known.effective if line.seq > 1)
    changed = ("strike", str(line))
    yield State(f"{game.slug} agreed, changed", f"/t/{table}/1/write", (changed,))
    yield State(f"{game.slug} agreed, changed, refused", f"/t/{table}/1/write", (changed, ("reason", UNSHOWN)))
    again, _ = author.retell(game.slug)
    table_now = author.tables.load(again)
    author.write(again, Agree(1, table_now.setup.seats(1), table_now.sheet_digest(1)))
    author.write(again, Strike(line), why="The cat sat on " + "W" * 60)
    yield State(f"{game.slug} open again", f"/t/{again}/1/sheet")
    yield State(f"{game.slug} open again, journal", f"/t/{again}/journal")


def list_trouble_states(author: Author) -> Iterator[State]:
    """Yield states of a deal of Parade with errors and doubts, in every way, and of its keypad."""
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


def list_refusal_states(author: Author) -> Iterator[State]:
    """Yield states of refusals: another phone was faster, invalid places, watch-only phones, a closed code."""
    table = author.open(GAMES["parade"], 3)
    here = f"/t/{table}/"
    author.write(table, Write({Spot(1, "red", "count", 1): 3}), "seated")
    yield State("too late", f"{here}1/write", (("tap", "1.red.count.1.=4"), ("seen", "1")))
    yield State("sizes told, totals", f"{here}1/?way=totals")
    yield State("no such place", f"{here}1/write", (("tap", "1.nowhere.count.1.=4"),))
    yield State("not for watching", f"{here}1/write", (("tap", "1.red.count.1.=4"),), "watching")
    yield State("seat is taken", f"{here}seat", (("seat", "0"),))
    for game in WALKED.values():
        table = author.open(game)
        tap = next(
            (
                f"1.{row.key}.{box.key}..="
                for row in game.rows(author.tables.load(table).setup)
                for box in row.boxes
                if isinstance(box, WordsBox)
            ),
            "",
        )
        if tap:
            yield State(f"{game.slug}, remark refused", f"/t/{table}/1/write", (("tap", tap), ("words", UNSHOWN)))
    yield State("not agreed on", f"{here}1/agree", (("seen", "2"),))
    table = author.open(GAMES["tally"])
    access.open_joining(author.tables.store, table, 0)
    yield State("the code has closed", f"/t/{table}/")


def list_secret_states(author: Author, app: Running) -> Iterator[State]:
    """Yield states of Diabolo with doublers decided in secret on one phone."""
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


def list_ruling_states(app: Running, full: bool) -> Iterator[State]:
    """Yield questions to the referee, blank and answered."""
    asked = set()
    for game, ruling, question, name in TAPPED:
        path = f"/rulings/{game.slug}/{ruling.kind}"
        if path not in asked:
            yield State(f"{game.slug} {ruling.kind}, blank", path)
        if path not in asked or full:
            asked.add(path)
            asker = Asker(app.app.test_client(), game, ruling)
            asker.ask(name_by_letters(question, ruling))
            asker.send("ask")
            yield State(name, asker.url)
    for slug in WALKED:
        if GAMES[slug].rulings:
            yield State(f"questions of {slug}", f"/rulings/{slug}/")


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its setup, and what was tapped."""

    game: Game
    setup: Setup
    taps: tuple[str, ...]

    @property
    def acts(self) -> list[Write]:
        """The lines that the taps write."""
        rows = self.game.rows(self.setup)
        return [Write(parse_changes(tap, self.setup, rows)) for tap in self.taps]


def load_played_games() -> list[Played]:
    """Return the transcripts of all games in Python, in the order of the home page. What was undone there stays."""
    games = []
    for game in sorted(WRITTEN.values(), key=lambda game: game.shelf):
        text = (FOLDER / f"{game.slug}.txt").read_text(encoding="utf-8")
        head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
        taps = [line[2:] for line in text.splitlines() if line.startswith("> ") and not line.startswith("> take")]
        games.append(Played(game, setup_of(game, head), tuple(taps)))
    return games


def tap_game(browser: Browser, played: Played) -> str:
    """Start a table and tap through a game, as a browser without JavaScript does. Return the table's address."""
    new = f"/games/{played.game.slug}/new"
    browser.get(new)
    seats = [("seat", name) for name in played.setup.players]
    options = [(f"option.{key}", str(value)) for key, value in played.setup.options.items()]
    browser.post(new, [*seats, *options, ("starter", str(played.setup.starter)), ("do", "open")])
    table = f"/t/{browser.url.split('/t/')[1].split('/')[0]}/"
    for tap in played.taps:
        browser.post(f"{table}{tap.split('.')[0]}/write", [("tap", tap)])
    return table
