"""Metrics for Prometheus: number of requests and response times. They contain no name, code or table."""

import sys
from collections.abc import Callable

from scorekeeper.live.access_log import FinishedRequest

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram of response times, in seconds."""

BELLS = ("/t/<table_id>/bell", "/g/<group_id>/bell")
"""Routes that are left out of the response times: a stream lasts as long as its phone listens."""


class Metrics:
    """Counters of this process since it started. `listening` returns the number of open streams.

    Raise ImportError if prometheus-client is not installed.
    """

    def __init__(self, listening: Callable[[], int]) -> None:
        # Imported here, because the package is an optional dependency.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

        self.registry = CollectorRegistry()
        # It reads /proc.
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

    def count(self, answered: FinishedRequest) -> None:
        """Count one request and its response time."""
        self.requests.labels(answered.method, answered.route, str(answered.status)).inc()
        if answered.route not in BELLS:
            self.seconds.labels(answered.route).observe(answered.seconds)

    def page(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        from prometheus_client import generate_latest

        page: bytes = generate_latest(self.registry)
        return page
