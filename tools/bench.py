"""Benchmarks: speed as ratios within one run, each next to its target. They are not tests, because machines differ."""

import json
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.request import Request

from scorekeeper import create_app
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.questions import parse_inputs
from scorekeeper.rulings import deck
from scorekeeper.server import collect_seldom, listen, make_server, open_more_files
from scorekeeper.storage.store import Store
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import By, Change, Write, dump
from tests.support.http import PHONE_SAYS, Browser
from tests.support.tables import load_played_games, tap_game
from tools.bench_games import journal, lines, over_empty, score_questions
from tools.bench_groups import group_pages
from tools.bench_largest import largest
from tools.bench_live import live
from tools.bench_long import long_tables
from tools.bench_many import many
from tools.bench_paper import measure_start, worker_growth
from tools.bench_play import move_over_mark, replay

sys.path.insert(0, str(Path(__file__).parent.parent))


def span(work: Callable[[], object], inner: int, clock: Callable[[], float]) -> float:
    """Return the seconds of `inner` calls."""
    start = clock()
    for _ in range(inner):
        work()
    return clock() - start


def pair(
    one: Callable[[], object],
    other: Callable[[], object],
    inner: int = 1,
    clock: Callable[[], float] = time.perf_counter,
    turns: int = 15,
) -> float:
    """Return the median ratio of the time of `one` to that of `other`, measured in turns so that a busy moment does not
    count.

    Without disk access, the process clock excludes what other programs do meanwhile.
    """
    one(), other()
    return statistics.median(span(one, inner, clock) / span(other, inner, clock) for _ in range(turns))


def show(what: str, figure: float, goal: str, met: bool, form: str = "{:.2f}") -> None:
    """Print one line: name, value, target, and whether it is missed."""
    print(f"{what:<58} {form.format(figure):>9}   goal {goal:<10} {'' if met else 'MISSED'}".rstrip())


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve the app with a hello route, on a real server as `scorekeeper run` starts it. Yield its address."""
    app = create_app(folder, NEW_TABLES=10_000)
    app.add_url_rule("/hello", "hello", lambda: "hello")
    # On all addresses: the browsers of the measurement open the one in the network.
    listening = listen("0.0.0.0", 0)
    open_more_files()
    collect_seldom()
    server = make_server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        app.extensions["tables"].store.close()


CLIENT = """
import socket, sys, time
host, port, cookie = sys.argv[1], int(sys.argv[2]), sys.argv[3]
conn = socket.create_connection((host, port))
conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
def one(ask):
    conn.sendall(ask)
    got = b""
    while b"\\r\\n\\r\\n" not in got:
        got += conn.recv(262144)
    head, _, body = got.partition(b"\\r\\n\\r\\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    length = int(head.lower().split(b"content-length: ")[1].split(b"\\r\\n")[0])
    while len(body) < length:
        body += conn.recv(262144)
for path in sys.stdin:
    ask = f"GET {path.strip()} HTTP/1.1\\r\\nHost: {host}:{port}\\r\\nCookie: {cookie}\\r\\n\\r\\n".encode()
    start = time.perf_counter()
    for _ in range(15): one(ask)
    print(time.perf_counter() - start, flush=True)
"""


def over_hello(base: str, cookie: str, path: str, turns: int) -> float:
    """Return the requests per second of a page relative to the hello route, asked over a socket from another process.

    Fifteen requests of each in turns, and the median, so that other load of the machine affects both.
    """
    host, port = base.removeprefix("http://").split(":")
    client = [sys.executable, "-c", CLIENT, host, port, cookie]
    with subprocess.Popen(client, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as asking:
        assert asking.stdin
        assert asking.stdout

        def spent(path: str) -> float:
            print(path, file=asking.stdin)
            return float(asking.stdout.readline())

        spent("/hello"), spent(path)
        ratio = statistics.median(spent("/hello") / spent(path) for _ in range(turns))
        asking.stdin.close()
    return ratio


def pages(base: str) -> None:
    """Compare the running totals and entry pages of every game with a hello route, and print the bytes of a
    first load.
    """
    browser = Browser(base)
    weigh("home", browser, "/", 50_000)
    for played in load_played_games():
        table = tap_game(browser, played)
        cookie = "; ".join(f"{each.name}={each.value}" for each in browser.jar)
        for name, path, goal, turns in (("tally", table, 0.15, 120), ("entry", f"{table}1/", 0.1, 40)):
            ratio = over_hello(base, cookie, path, turns)
            show(f"{played.game.name}: {name} page over hello, requests/s", ratio, f"≥ {goal:.2f} ×", ratio >= goal)
        weigh(f"{played.game.name}: entry page", browser, f"{tap_game(browser, replace(played, taps=()))}1/", 50_000)
        weigh(f"{played.game.name}: entry page, all entered", browser, f"{table}1/")


def weigh(name: str, browser: Browser, path: str, most: int = 0) -> None:
    """Print the bytes of a first load, compressed as browsers accept it, next to the maximum. 0: no maximum."""
    phone = {"User-Agent": PHONE_SAYS}
    with browser.open(Request(browser.base.rstrip("/") + path, headers=phone)) as answer:
        # Browsers with JavaScript load what is inside <noscript> only after the page.
        at_first = re.sub(r"(?s)<noscript>.*?</noscript>", "", answer.read().decode())
        assets = set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', at_first))
    goal = f"≤ {most}" if most else "printed"
    for over, accepted in (("http", "gzip"), ("https", "gzip, br")):
        total = 0
        for asset in (path, *assets):
            wish = Request(browser.base.rstrip("/") + asset, headers={"Accept-Encoding": accepted, **phone})
            with browser.open(wish) as answer:
                total += len(answer.read())
        show(f"{name}, first load over {over}, bytes", total, goal, not most or total <= most, "{:.0f}")


def appending(folder: Path) -> None:
    """Compare appending a line to a journal with a bare INSERT at the same durability."""
    store = Store(folder)
    act = Write({Spot(1, "red", "cards", 0, "7"): 1})
    table = store.open_table("parade", Change(Setup(("A", "B"), {}, ((1, (0, 1)),))), By("b"), 1)
    raw = sqlite3.connect(folder / "raw.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=FULL")
    # The same kind of table and settings as the app's, so that only the app's own work makes the difference.
    raw.execute(
        "CREATE TABLE lines (t TEXT, seq INTEGER, op TEXT, act TEXT, PRIMARY KEY (t, seq)) STRICT, WITHOUT ROWID"
    )
    count = [0]

    def append() -> None:
        count[0] += 1
        store.append(table, f"op{count[0]}", act, By("b"), 5, lambda: None)

    def insert() -> None:
        count[0] += 1
        raw.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", (table, count[0], f"op{count[0]}", dump(act)))

    ratio = pair(append, insert, 5, turns=150)
    show("append of a line over a raw INSERT", ratio, "≤ 1.20 ×", ratio <= 1.2)
    store.close()
    raw.close()


def rules() -> None:
    """Compare folding and scoring the journals of every game, and score rulings, with parsing their JSON."""
    for played in load_played_games():
        stored = journal(played)
        decoded = lines(stored)
        ratio = pair(
            partial(fold, decoded), lambda stored=stored: [json.loads(text) for text in stored], 20, time.process_time
        )
        show(f"{played.game.name}: fold of {len(stored)} lines over json.loads", ratio, "≤ 1.00 ×", ratio <= 1)
        ratio = pair(
            lambda stored=stored: fold(lines(stored)),
            lambda stored=stored: [json.loads(text) for text in stored],
            20,
            time.process_time,
        )
        show(f"{played.game.name}: the same lines read and folded over it", ratio, "≤ 3.00 ×", ratio <= 3)
    for game, ruling, text in score_questions():
        ratio = pair(
            partial(ruling.answer, **parse_inputs(ruling.blanks, json.loads(text), deck(game.slug))),
            partial(json.loads, text),
            200,
            time.process_time,
        )
        # A ruling reads the question as a pad and scores its sheet, so that pages and rulings always agree.
        show(f"{game.name}: {ruling.kind} ruling over json.loads", ratio, "≤ 60.00 ×", ratio <= 60)


def largest_table(folder: Path) -> None:
    """Print how long the largest table takes after a tap, and compare its last round with its first."""
    spent, ratio = largest(folder)
    show("running totals after a tap, largest table, s", spent, "≤ 0.50", spent <= 0.5)
    show("a tap in round 99 over one in round 1", ratio, "≤ 2.00 ×", ratio <= 2)


def paper(folder: Path) -> None:
    """Compare printing sheets and pads with printing an empty page, and print the memory growth over many sheets."""
    for (game, what), ratio in over_empty(folder).items():
        goal = 30 if what == "sheet" else 100
        show(f"{game}: PDF of a {what} over an empty page", ratio, f"≤ {goal:.2f} ×", ratio <= goal)
    with tempfile.TemporaryDirectory() as fresh:
        start = measure_start(Path(fresh) / "instance")
    show("from the command to the first page, s", start.page, "≤ 1.00", start.page <= 1)
    show("the first PDF, five seconds after a start, s", start.pdf, "≤ 1.00", start.pdf <= 1)
    show("a sheet after that, ms", 1000 * start.sheet, "≤ 200", start.sheet <= 0.2, "{:.0f}")
    growth = worker_growth()
    show("worker memory from the 100th to the 200th PDF, MB", growth, "≤ 2.00", growth <= 2)


def referee() -> None:
    """Measure following the moves of the longest possible deal."""
    spent, ratio = replay()
    show("following the longest Parade deal, ms", spent, "≤ 1.00", spent <= 1)
    show("the same over json.loads of its lines", ratio, "≤ 4.00 ×", ratio <= 4)


def long(folder: Path) -> None:
    """Measure a tap, and a page of the journal, at a table that is nearly full."""
    ratio, spent, size = long_tables(folder)
    show("a tap on 19,900 lines over one on 1,000", ratio, "≤ 2.00 ×", ratio <= 2)
    show("a page of a journal of 19,900 lines, ms", spent, "≤ 100", spent <= 100)
    show("the same, bytes", size, "≤ 100000", size <= 100_000, "{:.0f}")


def group() -> None:
    """Measure the pages of a group of twenty members and two thousand tables."""
    spans = group_pages()
    show("a group of 2,000 tables, ms", 1000 * spans.warm, "≤ 150", spans.warm <= 0.15, "{:.0f}")
    show("the same, first after a start, ms", 1000 * spans.cold, "≤ 1500", spans.cold <= 1.5, "{:.0f}")
    show("its figures and its rating, ms", 1000 * spans.figures_warm, "≤ 150", spans.figures_warm <= 0.15, "{:.0f}")
    cold = spans.figures_cold
    show("the same, first after a start, ms", 1000 * cold, "≤ 1500", cold <= 1.5, "{:.0f}")
    show("working out 2,000 tables at a start, s", spans.kept, "printed", True, "{:.1f}")
    show("the group over the page of one table", spans.ratio, "printed", True)


def main() -> None:
    """Run all benchmarks once."""
    with tempfile.TemporaryDirectory() as folder:
        with serve(Path(folder) / "served") as base:
            pages(base)
            ratio = move_over_mark(base)
            show("a move told to the referee over a written mark", ratio, "≤ 2.00 ×", ratio <= 2)
            live(base, show)
        (Path(folder) / "append").mkdir()
        appending(Path(folder) / "append")
        rules()
        many(Path(folder), show)
        long(Path(folder) / "long")
        group()
        referee()
        largest_table(Path(folder) / "largest")
        paper(Path(folder) / "printed")


if __name__ == "__main__":
    main()
