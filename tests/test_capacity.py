"""The capacity model gives known results, and names the busiest station first."""

from typing import Any

import pytest

from tools.capacity import Cost, Layout, Station, busy, find_layout, fullest, holds, queue, stations

pytestmark = pytest.mark.upkeep

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
