"""The caches of tables and groups: bounded by what their values weigh, not only by how many there are."""

from scorekeeper.cache import Cache


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
