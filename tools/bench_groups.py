"""Benchmark of a group of twenty members and two thousand tables: its pages, usually and right after a start."""

import tempfile
import time
from pathlib import Path
from random import Random
from threading import Event
from typing import NamedTuple

from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.exchange.native import StoredJournal, StoredLine
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.group.group import Group, Person, Seating
from scorekeeper.storage import journals
from scorekeeper.table.journal import Change, Write, dump
from scorekeeper.table.table import StoredTable
from tests.support.http import cookie

PERSONS, TABLES, SEATS, ROUNDS = 20, 2000, 5, 3

ME = cookie("scoring")


def make_journals(chance: Random, tables: int = TABLES) -> tuple[Group, list[StoredJournal]]:
    """Return the group and the journals of its tables, one table per hour."""
    persons = [f"{number:012x}" for number in range(PERSONS)]
    copied, seatings = [], dict[str, Seating]()
    for number in range(tables):
        sitting = chance.sample(persons, SEATS)
        setup = Setup(tuple(f"P{person[-2:]}" for person in sitting), {"rounds": ROUNDS}, ((1, tuple(range(SEATS))),))
        acts = [Change(setup), *(_round(round, chance) for round in range(1, ROUNDS + 1))]
        lines = [StoredLine(number * 3600 + place, ME, None, dump(act)) for place, act in enumerate(acts)]
        copied.append(StoredJournal(f"{number:012x}", "tally", number * 3600, tuple(lines)))
        seatings[copied[-1].id] = Seating(dict(enumerate(sitting)), number * 3600, ME)
    everybody = tuple([Person(person, f"P{person[-2:]}") for person in persons])
    return Group(StoredTable("f" * 12, "", "", 0, 0), "Friday", everybody, seatings, (), rated=True), copied


def _round(round: int, chance: Random) -> Write:
    return Write({Spot(round, POINTS_ROW, POINTS_BOX, seat): chance.randint(0, 50) for seat in range(SEATS)})


def seconds(client: FlaskClient, path: str, times: int = 1) -> float:
    """Return the mean seconds of a page."""
    start = time.perf_counter()
    for _ in range(times):
        assert client.get(path).status_code == 200
    return (time.perf_counter() - start) / times


class Spans(NamedTuple):
    """Seconds of the page of a group and of its statistics with ratings: usually, and the first after a start."""

    page: float
    first_page: float
    figures: float
    first_figures: float


def measure_group() -> Spans:
    """Measure a group that has just been imported."""
    with tempfile.TemporaryDirectory() as folder:
        here, (group, all_journals) = Path(folder) / "instance", make_journals(Random(7))
        first = create_app(here).extensions["groups"]
        journals.bring_in(first.store, all_journals, ME, 0, group, {})
        first.catch_up(Event())
        first.store.close()
        pages = [_measure_after_start(here, f"/g/{group.id}/{part}") for part in ("", "figures")]
    return Spans(*pages[0], *pages[1])


def _measure_after_start(instance: Path, path: str) -> tuple[float, float]:
    """Return the seconds of a page, and those of the first one after a start."""
    app = create_app(instance)
    client = app.test_client()
    client.set_cookie("browser", ME)
    first = seconds(client, path)
    usual = seconds(client, path, 9)
    app.extensions["tables"].store.close()
    return usual, first
