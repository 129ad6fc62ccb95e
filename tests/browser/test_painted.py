"""The benchmark of live updates works: a line is painted on every page in Chromium, after it was sent."""

from tests.support.browser import ADDRESS, HOST
from tools.bench_live import Night, measure


def test_every_line_is_painted_on_every_page_after_it_was_sent(server: str) -> None:
    night = Night(phones=6, pages=2, tables=2, seconds=4)
    evening = measure(server.replace(HOST, ADDRESS), night)
    assert len(evening.painted) == night.pages * night.seconds
    assert len(evening.received) == (night.phones - night.pages) * night.seconds
    assert min(evening.painted + evening.received) > 0
