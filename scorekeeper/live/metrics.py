"""Figures for Prometheus: how much is asked and how quickly it is answered. No name, code or table is in them."""

import sys
from collections.abc import Callable

from scorekeeper.live.access_log import Answered

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds by which answers are told apart."""

BELL = "/t/<table_id>/bell"
"""A stream lasts as long as its phone listens, which says nothing of how quick the app is."""


class Metrics:
    """What this process has counted since it started; `listening` says how many streams are open.

    Raises ImportError where prometheus-client is not installed.
    """

    def __init__(self, listening: Callable[[], int]) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

        self.registry = CollectorRegistry()
        if sys.platform.startswith("linux"):
            ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "scorekeeper_requests", "Requests by what was asked.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "scorekeeper_answer_seconds",
            "Seconds to the end of an answer.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.lines = Counter("scorekeeper_lines", "Lines written in journals.", registry=self.registry)
        Gauge("scorekeeper_streams", "Phones that listen.", registry=self.registry).set_function(listening)

    def count(self, answered: Answered) -> None:
        """Count one request."""
        self.requests.labels(answered.method, answered.route, str(answered.status)).inc()
        if answered.route != BELL:
            self.seconds.labels(answered.route).observe(answered.seconds)

    def page(self) -> bytes:
        """All figures, as Prometheus reads them."""
        from prometheus_client import generate_latest

        page: bytes = generate_latest(self.registry)
        return page
