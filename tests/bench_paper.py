"""What printing costs: a sheet against an empty page, and the worker's memory over two hundred sheets."""

import os
import statistics
import time
from pathlib import Path

from scorekeeper import paper
from scorekeeper.printing import Press
from tests.test_paper_sheet import SHORT, view

EMPTY = '<!doctype html><html lang="en"><meta charset=utf-8><title>Empty</title><body>'
TIMES = 15


def sheet_over_empty() -> float:
    """How many times as long the sheet of three players takes as a page with nothing on it, in the same worker."""
    sheet = paper.sheet_html(view(SHORT[:3]))
    press = Press(kept=0)
    spans: dict[str, list[float]] = {EMPTY: [], sheet: []}
    try:
        for number in range(TIMES + 2):
            for page, seconds in spans.items():
                start = time.perf_counter()
                press.print(f"{page}<!--{number}-->")
                seconds.append(time.perf_counter() - start)
    finally:
        press.close()
    return statistics.median(spans[sheet][2:]) / statistics.median(spans[EMPTY][2:])


def worker_growth() -> float:
    """How many megabytes the worker grows from its 100th to its 200th sheet."""
    sheet = paper.sheet_html(view(SHORT[:3]))
    press = Press(kept=0)
    sizes = []
    try:
        for number in range(1, 201):
            press.print(f"{sheet}<!--{number}-->")
            if number % 100 == 0 and press.worker:
                sizes.append(resident(press.worker.process.pid))
    finally:
        press.close()
    return (sizes[1] - sizes[0]) / 1024 / 1024


def resident(process: int) -> int:
    """The memory a process holds, in bytes; only Linux tells."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    print(f"sheet over empty page: {sheet_over_empty():.1f} ×")
    print(f"worker growth from the 100th to the 200th sheet: {worker_growth():.2f} MB")
