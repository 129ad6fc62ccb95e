"""What the bench measures is there: a line is painted on every page in Chromium, after it was sent."""

from tools.bench_live import Night, seen


def test_every_line_is_painted_on_every_page_after_it_was_sent(server: str) -> None:
    night = Night(phones=6, pages=2, tables=2, seconds=4)
    found = seen(server.replace("table.home", "127.0.0.1"), night)
    assert len(found.painted) == night.pages * night.seconds
    assert len(found.received) == (night.phones - night.pages) * night.seconds
    assert min(found.painted + found.received) > 0
