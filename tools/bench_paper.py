"""Benchmarks of a start and of printing: the first page, the first PDF, further sheets, and the worker's memory."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from scorekeeper.printing import score_sheets
from scorekeeper.printing.press import Press
from tests.support.http import Browser, flip_taps
from tests.support.parade import EXAMPLE
from tests.support.printing import SHORT, view


def measure_worker_growth() -> float:
    """Return how many megabytes the worker grows from its 100th to its 200th sheet."""
    sheet = score_sheets.render_sheet(view(SHORT[:3]))
    press = Press()
    sizes = []
    try:
        for number in range(1, 201):
            press.print(f"{sheet}<!--{number}-->")
            if number % 100 == 0 and press.worker:
                sizes.append(resident(press.worker.process.pid))
    finally:
        press.close()
    return (sizes[1] - sizes[0]) / 1024 / 1024


class Start(NamedTuple):
    """Seconds from the start to the first page, of the first PDF five seconds later, and the mean of further ones.

    `megabytes` is the memory of the server then, with the process that prints.
    """

    page: float
    pdf: float
    sheet: float
    megabytes: float


def measure_start(instance: Path) -> Start:
    """Start the app as its owner does, and measure its first answers."""
    words = [
        sys.executable,
        "-m",
        "scorekeeper",
        "run",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--instance",
        str(instance),
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "SCOREKEEPER_THROWAWAY": "yes"}
    begun = time.perf_counter()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as app:
        assert app.stdout
        try:
            address = next(found[0] for line in app.stdout if (found := re.search(r"http://127\S+", line)))
            urlopen(address).read()
            page = time.perf_counter() - begun
            time.sleep(5)
            spans = measure_sheets(Browser(address))
            children = [file.read_text() for file in Path(f"/proc/{app.pid}/task").glob("*/children")]
            memory = sum(map(resident, (app.pid, *map(int, " ".join(children).split())))) / 1024 / 1024
        finally:
            app.terminate()
    return Start(page, spans[0], sum(spans[1:]) / len(spans[1:]), memory)


def measure_sheets(browser: Browser) -> list[float]:
    """Score a deal, then return the seconds of its PDF, and of the PDF after each of four changes."""
    browser.get("/games/parade/new")
    names = [("seat", name) for name in EXAMPLE]
    browser.post("/games/parade/new", [*names, ("starter", "0"), ("do", "open")])
    table = re.search(r"/t/[^/]+/", browser.url)
    assert table
    for tap in flip_taps():
        browser.post(f"{table[0]}1/write", [("tap", tap)])
    spans = []
    for number in range(5):
        browser.post(f"{table[0]}1/write", [("tap", f"1.red.count.0.={number + 1}")])
        begun = time.perf_counter()
        with browser.open(f"{browser.base}{table[0].lstrip('/')}1/sheet.pdf") as answer:
            assert answer.read().startswith(b"%PDF")
        spans.append(time.perf_counter() - begun)
    return spans


def resident(process: int) -> int:
    """Return the resident memory of a process in bytes. Works on Linux only."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
