"""A group of twenty persons and two thousand tables: its page beside that of one table, warm and just started."""

import tempfile
import time
from pathlib import Path
from random import Random

from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.scoring import POINTS, ROW
from scorekeeper.group import journal as group
from scorekeeper.storage.journals import Copied
from scorekeeper.table.journal import By, Change, Write, dump
from tests.support.http import cookie

PERSONS, TABLES, SEATS, ROUNDS = 20, 2000, 5, 3

ME = cookie("scoring")


def journals(chance: Random, tables: int = TABLES) -> list[Copied]:
    """The group, then its tables, one each hour."""
    persons = [f"{number:012x}" for number in range(PERSONS)]
    told: list[group.Act] = [group.Named("Friday"), *(group.Added(one, f"P{one[-2:]}") for one in persons)]
    found = []
    for number in range(tables):
        sitting = chance.sample(persons, SEATS)
        setup = Setup(tuple(f"P{one[-2:]}" for one in sitting), {"rounds": ROUNDS}, ((1, tuple(range(SEATS))),))
        acts = [Change(setup), *(_round(round, chance) for round in range(1, ROUNDS + 1))]
        lines = [(number * 3600 + place, By(ME), dump(act)) for place, act in enumerate(acts)]
        found.append(Copied(f"{number:012x}", "tally", 1, number * 3600, lines))
        told.append(group.Joined(found[-1].id, tuple(enumerate(sitting))))
    lines = [(0, By(ME), group.dump(act)) for act in told]
    return [Copied("f" * 12, "", 0, 0, lines), *found]


def _round(round: int, chance: Random) -> Write:
    return Write({Spot(round, ROW, POINTS, seat): chance.randint(0, 50) for seat in range(SEATS)})


def seconds(client: FlaskClient, path: str, times: int = 1) -> float:
    """How long a page takes."""
    start = time.perf_counter()
    for _ in range(times):
        assert client.get(path).status_code == 200
    return (time.perf_counter() - start) / times


def group_page() -> tuple[float, float, float]:
    """Seconds of the page of the group, warm and just started, and how many times as long as the page of a table."""
    with tempfile.TemporaryDirectory() as folder:
        here, all_journals = Path(folder) / "instance", journals(Random(7))
        app = create_app(here)
        store = app.extensions["tables"].store
        store.bring_in(all_journals, ME, 0, {all_journals[0].id: {one.id for one in all_journals[1:]}}, {})
        client = app.test_client()
        client.set_cookie("browser", ME)
        path, table = f"/g/{all_journals[0].id}/", f"/t/{all_journals[1].id}/"
        seconds(client, path), seconds(client, table)
        warm = seconds(client, path, 9)
        ratio = warm / seconds(client, table, 9)
        store.close()
        app = create_app(here)
        client = app.test_client()
        client.set_cookie("browser", ME)
        cold = seconds(client, path)
        app.extensions["tables"].store.close()
    return warm, cold, ratio
