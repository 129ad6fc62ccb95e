"""The capacity model gives known results, and names the busiest station first."""

from math import inf
from typing import Any

import pytest

from tests.support.loops import at_least_one
from tools.capacity import Cost, Layout, Station, busy, find_layout, fullest, holds, queue, stations

COST = Cost(
    phones=4,
    tap=0.004,
    page=0.008,
    news=0.005,
    rest=0.001,
    unfolded=0.0,
    append=0.002,
    read=0.0002,
    reads=10,
    bytes=20_000,
    pace=0.01,
    synced=0.001,
    database=0.003,
    heard=0.0001,
    told=0.00001,
    looked=0.00002,
)


@pytest.mark.parametrize("load", [0.2, 0.5, 0.8])
def test_one_place_with_equal_uses_waits_as_the_formula_says(load: float) -> None:
    waits = queue(Station("", (0.01,)), load / 0.01, count=100_000)
    assert waits.busy == pytest.approx(load, rel=0.02)
    assert waits.mean == pytest.approx(load * 0.01 / (2 * (1 - load)), rel=0.05)  # the Pollaczek–Khinchine formula
    assert waits.mean < waits.p95 < 10 * waits.mean


def test_uses_of_one_line_wait_for_each_other() -> None:
    waits = queue(Station("", (0.01, 0.02, 0.03)), 0.001)
    assert waits.mean == pytest.approx((0 + 0.01 + 0.03) / 3, rel=0.01)
    assert queue(Station("", (0.01, 0.02, 0.03), places=3), 0.001).p95 == 0


def test_lines_are_shared_out_among_equal_shares() -> None:
    alone, shared = Station("", (0.01,)), Station("", (0.01,), shares=5)
    assert queue(shared, 300) == queue(alone, 60)
    assert busy(shared, 300) == pytest.approx(0.6)


def test_what_is_more_than_full_has_waits_without_end() -> None:
    waits = queue(Station("", (0.01,)), 100)
    assert waits.busy == pytest.approx(1)
    assert (waits.mean, waits.p95) == (inf, inf)


def test_the_same_seed_gives_the_same_waits_and_another_one_others() -> None:
    station = Station("", (0.01,))
    assert queue(station, 50, seed=7) == queue(station, 50, seed=7)
    assert queue(station, 50, seed=7) != queue(station, 50, seed=8)


@pytest.mark.parametrize("layout", [Layout(1), Layout(4, 1)])
def test_twice_the_tables_keep_everything_twice_as_busy(layout: Layout) -> None:
    for station in at_least_one(stations(COST, layout, 100)):
        once = busy(station, 100 * COST.pace)
        assert once > 0
        assert busy(station, 200 * COST.pace) == pytest.approx(2 * once)


@pytest.mark.parametrize(
    ("dear", "layout", "first"),
    [
        ({"page": 0.5}, Layout(1), "core of an app process"),
        ({"append": 0.5}, Layout(1), "writer of SQLite"),
        ({"phones": 400, "news": 0.0}, Layout(1), "streams of a process"),
        ({"bytes": 100e6}, Layout(9, 1), "network of the proxy"),
        ({"read": 1.0}, Layout(9, 1), "connections of a process"),
        ({"synced": 0.5}, Layout(9, 1), "disk of PostgreSQL"),
        ({"database": 0.5}, Layout(9, 1), "cores of PostgreSQL"),
        ({"told": 0.5}, Layout(9, 4), "notices"),
    ],
)
def test_what_has_least_room_is_named_first(dear: dict[str, Any], layout: Layout, first: str) -> None:
    named = fullest(stations(COST._replace(**dear), layout, 10), 1)
    assert named[0].name == first
    assert all(station.more for station in named)


def test_a_layout_holds_as_many_tables_as_keep_its_fullest_seven_tenths_busy() -> None:
    most = holds(COST, Layout(1))
    assert max(busy(station, most * COST.pace) for station in stations(COST, Layout(1), most)) == pytest.approx(0.7)
    folding = COST._replace(unfolded=0.1)  # more tables than one process caches, so each is folded again
    assert 256 < holds(folding, Layout(1)) < most


def test_what_is_needed_is_enough_and_one_less_is_not() -> None:
    processes, databases = find_layout(COST, 100_000)
    assert databases > 1
    fewer = (Layout(processes - 1, databases), Layout(processes, databases - 1))
    with pytest.raises(ValueError):
        # Every process is notified of a thousand lines per second, which already takes all its time.
        find_layout(COST._replace(heard=0.01), 100_000)
    for layout, enough in ((Layout(processes, databases), True), (fewer[0], False), (fewer[1], False)):
        inside = [
            station for station in stations(COST, layout, 100_000) if station.name.endswith(("process", "PostgreSQL"))
        ]
        assert all(busy(station, 100_000 * COST.pace) <= 0.7 for station in inside) is enough
