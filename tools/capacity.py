"""Capacity: the number of tables that given machines can serve, from a measured game night and a queueing model.

The model uses numbers only, no clock and no database. `evening.py` plays the game night on SQLite and on PostgreSQL and
reads the processor time of each process, so it needs Linux.
"""

import statistics
import tempfile
from collections.abc import Mapping, Sequence
from heapq import heapreplace
from math import ceil, inf
from pathlib import Path
from random import Random
from typing import NamedTuple

from scorekeeper.live.events import MOST_STREAMS, STREAM_LIFE
from scorekeeper.storage.contract import POLL
from scorekeeper.storage.engines import open_store
from scorekeeper.storage.postgres_connections import CONNECTIONS
from scorekeeper.storage.tables import TABLES_IN_MEMORY
from tests.support.postgres import SAFE
from tests.support.postgres import running as running_postgres
from tools.evening import Meter, measure_notices, measure_sync, of_store, on_engine, statements

HOURS, GAMES = 3, 4
"""Length of a game night, and the number of games played in it, each at a table of its own. Assumed."""

WATTS = 10.0
"""Power of one busy core with its share of memory, fans and power supply: a server of 32 cores that draws 320 W.

Assumed, not measured. Idle power is not included.
"""

NETWORK = 1e9 / 8
"""Bytes per second of the proxy that all phones use. Assumed: one gigabit."""

CORES = 2
"""Cores of each machine, as many as where it is measured, with one app process per core."""

FULL = 0.7
"""Utilisation above which a station counts as full: beyond it waiting times grow steeply."""

SEED = 1


class Station(NamedTuple):
    """A resource that lines queue for: equal shares, each with parallel places, and the seconds of each use by one
    line.
    """

    name: str
    uses: tuple[float, ...]
    shares: int = 1
    places: int = 1
    more: str = ""
    """What the operator adds when the station is full."""
    held: bool = False
    """Whether it is occupied all night, so that nothing queues for it. A line's use is then the time between lines."""


class Waits(NamedTuple):
    """Result of a simulated queue: utilisation, and mean and 95th percentile of the wait in seconds."""

    busy: float
    mean: float
    p95: float


def busy(station: Station, lines: float) -> float:
    """Return the utilisation of a station at `lines` per second over all its shares."""
    return lines * sum(station.uses) / (station.shares * station.places)


def queue(station: Station, lines: float, seed: int = SEED, count: int = 20_000) -> Waits:
    """Simulate one share of a station, first come first served.

    Lines arrive at random, each with all its uses at once.
    """
    if busy(station, lines) >= 1:
        return Waits(busy(station, lines), inf, inf)
    chance, clock, spent = Random(seed), 0.0, 0.0
    free = [0.0] * station.places
    waited = []
    for _ in range(count):
        clock += chance.expovariate(lines / station.shares)
        for use in station.uses:
            begun = max(clock, free[0])
            heapreplace(free, begun + use)
            waited.append(begun - clock)
            spent += use
    return Waits(spent / clock / station.places, statistics.fmean(waited), statistics.quantiles(waited, n=20)[-1])


def fullest(stations: Sequence[Station], lines: float) -> list[Station]:
    """Return the stations, the busiest first."""
    return sorted(stations, key=lambda station: -busy(station, lines))


class Cost(NamedTuple):
    """Cost of one line in seconds, bytes and numbers."""

    phones: int
    tap: float
    page: float
    news: float
    rest: float
    """The line's share of joining and of reconnecting the event stream."""
    unfolded: float
    """Additional seconds of the first page of a table that is no longer in memory."""
    append: float
    """Seconds until the line is stored. With SQLite nothing else can write meanwhile."""
    read: float
    reads: float
    bytes: float
    pace: float
    """Lines per second of one table."""
    synced: float = 0.0
    """The part of it in which PostgreSQL waits for its disk."""
    database: float = 0.0
    """Processor seconds of PostgreSQL."""
    heard: float = 0.0
    """Processor seconds of each other app process, which is notified of the line."""
    told: float = 0.0
    """Processor seconds of PostgreSQL to notify one of them."""
    looked: float = 0.0
    """Processor seconds of PostgreSQL to check one table with connected phones."""


class Layout(NamedTuple):
    """Number of app processes, and of PostgreSQL databases on machines of their own (0: SQLite)."""

    processes: int
    databases: int = 0


def stations(cost: Cost, layout: Layout, tables: float) -> list[Station]:
    """Return the resources that the lines of so many tables queue for."""
    processes, databases = layout
    unfolded = cost.unfolded if tables > TABLES_IN_MEMORY * processes else 0.0
    more = "app processes, each with a core" if databases else "PostgreSQL, and app processes on it"
    heard = cost.heard * (processes - 1)  # each process is notified of the lines of all others
    work = (cost.tap + unfolded, cost.page, *[cost.news] * (cost.phones - 1), cost.rest + heard)
    app = [
        Station("core of an app process", work, processes, more=more),
        Station("streams of a process", (cost.phones / cost.pace,), processes, MOST_STREAMS, more, held=True),
        Station("network of the proxy", (cost.bytes / NETWORK,), more="a second proxy"),
    ]
    if not databases:
        return [*app, Station("writer of SQLite", (cost.append,), more="PostgreSQL")]
    # Every process asks for the tables of its phones a second before POLL is over.
    looks = min(cost.phones, processes) / (POLL - 1) / cost.pace  # the proxy distributes the phones of a table
    asked = (cost.append, *[cost.read] * round(cost.reads))
    return [
        *app,
        Station("connections of a process", asked, processes, CONNECTIONS, more),
        Station("disk of PostgreSQL", (cost.synced,), databases, more="a quicker disk, then partitions by table id"),
        Station(
            "cores of PostgreSQL",
            (cost.database, cost.looked * looks),
            databases,
            CORES,
            "cores, then partitions by table id",
        ),
        Station("notices", (cost.told * (processes - 1),), places=CORES, more="cores where NOTIFY is called"),
    ]


def holds(cost: Cost, layout: Layout) -> float:
    """Return the number of tables at which the first station is full."""
    for tables in (1, TABLES_IN_MEMORY * layout.processes + 1):
        most = FULL / max(busy(station, cost.pace) for station in stations(cost, layout, tables))
        if most <= TABLES_IN_MEMORY * layout.processes:
            break
    return most


def find_layout(cost: Cost, tables: float) -> Layout:
    """Return the fewest app processes and databases with which no station is full at so many tables.

    Raise ValueError if app processes are full from notifying each other.
    """
    layout = Layout(1, 1)
    while True:
        parts = stations(cost, layout, tables)
        shares = {station.name: ceil(station.shares * busy(station, tables * cost.pace) / FULL) for station in parts}
        wanted = Layout(
            max(share for name, share in shares.items() if name.endswith("process")),
            max(share for name, share in shares.items() if name.endswith("PostgreSQL")),
        )
        if wanted.processes <= layout.processes and wanted.databases <= layout.databases:
            return layout
        if wanted.processes > tables:
            raise ValueError(tables)
        layout = Layout(max(wanted.processes, layout.processes), max(wanted.databases, layout.databases))


def costs(meter: Meter, database: float, reads: int, lines: int, times: Mapping[str, float]) -> Cost:
    """Return the cost of a line, from the measured games."""
    taps = len(meter.kinds["tap"])
    phones = len(meter.kinds["join"]) // GAMES
    again = HOURS * 3600 / STREAM_LIFE / GAMES * phones * meter.mean("stream")
    return Cost(
        phones=phones,
        tap=meter.mean("tap"),
        page=meter.mean("page"),
        news=meter.mean("news"),
        rest=(meter.total(0, "join") + GAMES * again) / taps,
        reads=reads / lines,
        database=database * GAMES / taps,
        bytes=meter.total(1) / taps,
        pace=taps / (HOURS * 3600),
        **times,
    )


def tell(name: str, cost: Cost, layout: Layout, tables: float = 0) -> None:
    """Print the number of tables a layout can serve, or its utilisation at `tables`, and which station is
    full first.
    """
    tables = tables or holds(cost, layout)
    lines = tables * cost.pace
    print(f"\n{name}: {tables:,.0f} tables at once, {lines:,.2f} lines/s")
    by_room = fullest(stations(cost, layout, tables), lines)
    for station in by_room:
        waits = queue(station, lines)
        wait = "held, not waited for" if station.held else f"p95 wait {1000 * waits.p95:,.1f} ms"
        print(f"  {station.name:<28} {100 * busy(station, lines):7.2f} %   {wait}")
    print(f"  first: {by_room[0].name}; then add: {by_room[0].more}")


def main() -> None:
    """Measure a game night, then print the capacity."""
    with tempfile.TemporaryDirectory() as name, running_postgres(SAFE) as server:
        folder = Path(name)
        for part in ("counted", "lite", "post", "store"):
            (folder / part).mkdir()
        reads, writes, lines, size = statements(folder / "counted")
        lite, _ = on_engine(folder / "lite", GAMES)
        post, database = on_engine(folder / "post", GAMES, server.database(), server.process.pid)
        times = {}
        for engine, address in (("SQLite", ""), ("PostgreSQL", server.database())):
            store = open_store(folder / "store", address)
            times[engine] = of_store(store)
            store.close()
        waited = measure_sync(server.database())
        notices = measure_notices(folder / "post", server.database(), server.process.pid)
    print(f"An evening of one table: {GAMES} games in {HOURS} hours. A game: {lines} lines, {size:,} bytes of journal,")
    print(
        f"{reads} statements read, {writes} write; PostgreSQL itself takes {1000 * database:.0f} ms of processor time."
    )
    for engine, meter in (("SQLite", lite), ("PostgreSQL", post)):
        spent = meter.total(0) + (database * GAMES if meter is post else 0)
        requests = sum(map(len, meter.kinds.values()))
        print(f"{engine}: {requests} requests, {meter.total(1) / 1e6:.2f} MB sent, {spent:.1f} s of processor time,")
        print(f"  roughly {spent * WATTS / 3600:.4f} Wh at {WATTS:.0f} W for a busy core (assumed)")
        for kind in meter.kinds:
            print(f"  {kind:<8} {len(meter.kinds[kind]):4} × {1000 * meter.mean(kind):6.2f} ms")
        print("  " + ", ".join(f"{what} {1000 * spent:.2f} ms" for what, spent in times[engine].items()))
    print(f"A line waits {1000 * waited:.2f} ms for the disk of PostgreSQL.")
    print("Of another process: " + ", ".join(f"{what} {1000 * spent:.3f} ms" for what, spent in notices.items()))
    one = costs(lite, 0, reads, lines, times["SQLite"])
    many = costs(post, database, reads, lines, times["PostgreSQL"])._replace(synced=waited, **notices)
    tell("ten tables on one machine, SQLite", one, Layout(1), 10)
    tell("one machine, SQLite", one, Layout(1))
    tell("ten machines: nine for the app, one for PostgreSQL", many, Layout(9 * CORES, 1))
    wanted = find_layout(many, 100_000)
    tell(f"100,000 tables: {wanted.processes} app processes, {wanted.databases} PostgreSQL", many, wanted, 100_000)


if __name__ == "__main__":
    main()
