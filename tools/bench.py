"""Benchmarks: how long people wait for the app, on one page. They are not tests, because machines differ."""

import asyncio
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper import create_app
from scorekeeper.server import collect_seldom, listen, make_server, open_more_files
from tools.bench_groups import measure_group
from tools.bench_largest import measure_tap_in_first_round
from tools.bench_live import Night, measure
from tools.bench_paper import measure_start, measure_worker_growth
from tools.bench_taps import time_taps

PHONES = 1000
"""Number of phones that follow 20 tables at the same time."""


def show(what: str, figure: float, unit: str, most: float) -> None:
    """Print one line: what people wait for, how long, the target, and whether it is missed."""
    number = f"{figure:.0f}" if figure >= 10 else f"{figure:.2f}"
    print(f"{what:<52} {number:>7} {unit:<3} goal ≤ {most:g} {'MISSED' * (figure > most)}".rstrip())


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve the app on a real server as `scorekeeper run` starts it. Yield its address."""
    app = create_app(folder, NEW_TABLES=10_000)
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


def find_slow(spans: list[float]) -> float:
    """Return the 95th percentile of seconds in milliseconds."""
    return 1000 * statistics.quantiles(spans or [float("inf")] * 2, n=20)[-1]


def main() -> None:
    """Run all benchmarks once."""
    print("Server, phones and browser share this machine:")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before.")
    with tempfile.TemporaryDirectory() as folder:
        start = measure_start(Path(folder) / "started")
        show("start: from the command to the first page", start.page, "s", 1)
        show("memory of the server after a game and five sheets", start.megabytes, "MB", 250)
        with serve(Path(folder) / "served") as base:
            taps = asyncio.run(time_taps(base))
            show("first page in a browser that has nothing yet", 1000 * taps.first_page, "ms", 1000)
            show("a tap is drawn, median of 20", 1000 * statistics.median(taps.drawn), "ms", 50)
            show("the page after a tap has arrived, median of 20", 1000 * statistics.median(taps.answered), "ms", 100)
            night = Night(PHONES)
            delays = measure(base, night)
            show(f"{PHONES} phones: a tap is on the others, 95 %", find_slow(delays.received), "ms", 500)
            show("the same, drawn in Chromium", find_slow(delays.painted), "ms", 500)
            missing = night.phones * night.seconds - len(delays.received) - len(delays.painted)
            show(f"the same, missing of {night.phones * night.seconds}", missing, "", 0)
        totals = measure_tap_in_first_round(Path(folder) / "largest")
        show("totals after a tap: 99 rounds, 12 players, 24 rows", 1000 * totals, "ms", 500)
        show("the first sheet as a PDF, five seconds after a start", 1000 * start.pdf, "ms", 1000)
        show("a sheet as a PDF", 1000 * start.sheet, "ms", 200)
        show("memory that 100 more sheets take", measure_worker_growth(), "MB", 2)
        group = measure_group()
        show("a group of 2,000 tables", 1000 * group.page, "ms", 150)
        show("the same, first after a start", 1000 * group.first_page, "ms", 1500)
        show("its statistics", 1000 * group.figures, "ms", 150)
        show("the same, first after a start", 1000 * group.first_figures, "ms", 1500)


if __name__ == "__main__":
    main()
