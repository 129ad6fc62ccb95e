"""Benchmark of printing: growth of the worker's memory over two hundred sheets."""

import os
from pathlib import Path

from scorekeeper.printing import score_sheets
from scorekeeper.printing.press import Press
from tests.support.printing import SHORT, view


def worker_growth() -> float:
    """Return how many megabytes the worker grows from its 100th to its 200th sheet."""
    sheet = score_sheets.render_sheet(view(SHORT[:3]))
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
    """Return the resident memory of a process in bytes. Works on Linux only."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    print(f"worker growth from the 100th to the 200th sheet: {worker_growth():.2f} MB")
