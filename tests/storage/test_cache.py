"""The caches of tables and groups: bounded by what their values weigh, not only by how many there are."""

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS, ROW
from scorekeeper.storage.cache import Cache
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import MARKS_IN_MEMORY
from scorekeeper.table.journal import By, Write


def test_values_stored_longest_ago_are_dropped_when_all_together_weigh_too_much() -> None:
    cache = Cache[str, str](10, room=9, weigh=len)
    for key, value in (("a", "aaaa"), ("b", "bbbb"), ("a", "a"), ("c", "cccc")):
        cache.store(key, value)
    assert [cache.get(key) for key in "abc"] == ["a", "bbbb", "cccc"]
    cache.store("d", "d")
    assert [cache.get(key) for key in "abcd"] == ["a", None, "cccc", "d"]
    assert cache.pop("c") == "cccc"
    cache.store("e", "e" * 7)
    assert [cache.get(key) for key in "ade"] == ["a", "d", "e" * 7]


def test_the_newest_value_stays_whatever_it_weighs() -> None:
    cache = Cache[str, str](10, room=3, weigh=len)
    cache.store("a", "a")
    cache.store("b", "bbbbbb")
    assert (cache.get("a"), cache.get("b")) == (None, "bbbbbb")


def test_large_tables_take_no_more_memory_than_many_small_ones(groups: Groups) -> None:
    """Each round of twelve players has twelve marks, so a table of 99 rounds counts as 1,200 marks and lines."""
    tables, players = groups.tables, tuple("ABCDEFGHIJKL")
    opened = []
    for number in range(MARKS_IN_MEMORY // 1200 + 3):
        table = tables.open(GAMES["tally"], Setup(players, {}, ((1, tuple(range(12))),)), "host", f"{number}")
        marks = {Spot(round, ROW, POINTS, seat): 5 for round in range(1, 100) for seat in range(12)}
        tables.record(table, Write(marks), f"w{number}", By("host"), 1)
        opened.append(tables.load(table))
    assert tables.load(opened[-1].id) is opened[-1]
    assert tables.load(opened[0].id) is not opened[0]
