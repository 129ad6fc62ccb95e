"""Rate limit for log messages: each message of a logger at most once a second."""

import logging
import time

SECOND = 1.0

MESSAGES_IN_MEMORY = 100
"""Maximum number of messages remembered at a time."""


class RepeatFilter(logging.Filter):
    """Log filter that drops a message if the same logger has written it within the last second."""

    def __init__(self) -> None:
        super().__init__()
        self.last_logged: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the record.

        Messages are compared before their values are filled in, by their first line.
        """
        kind = (record.name, str(record.msg).partition("\n")[0])
        now = time.monotonic()
        if now - self.last_logged.get(kind, -SECOND) < SECOND:
            return False
        # Messages can contain text from clients, so their number must be limited.
        if len(self.last_logged) >= MESSAGES_IN_MEMORY:
            self.last_logged.clear()
        self.last_logged[kind] = now
        return True


def limit_repeats(*names: str) -> None:
    """Limit the named loggers to one identical message per second."""
    for name in names:
        logging.getLogger(name).addFilter(_repeat_filter)


_repeat_filter = RepeatFilter()
