"""The terminal hears of the same trouble once a second, however often it happens."""

import logging
import time

SECOND = 1.0

KINDS = 100
"""How many kinds of trouble are told apart."""


class Sparing(logging.Filter):
    """Lets a line pass if none of its kind, from the same source with the same words, has within the last second."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        kind = (record.name, str(record.msg).partition("\n")[0])
        now = time.monotonic()
        if now - self.said.get(kind, -SECOND) < SECOND:
            return False
        if len(self.said) >= KINDS:
            self.said.clear()
        self.said[kind] = now
        return True


def spare(*names: str) -> None:
    """Let these loggers, by their names, say the same only once a second."""
    for name in names:
        logging.getLogger(name).addFilter(_sparing)


_sparing = Sparing()
