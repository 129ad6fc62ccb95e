"""A limit for code that could run for ever."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ends_within(seconds: float) -> Iterator[None]:
    """Raise AssertionError in the block once it has run for so long. Only for the main thread."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"it has not ended after {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
