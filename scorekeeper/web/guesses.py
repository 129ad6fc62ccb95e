"""Wrong join codes are counted, so that nobody can try them all, and nobody at a table is locked out by who tries.

Five letters of twenty make 20 ** 5 = 3,200,000 codes, and a table is open for joining ten minutes at a time. What any
number of strangers try in that time finds the code of a given table with a chance of at most

    from one household      60 tries a minute,           600 in ten minutes: 600 / 3,200,000 = 0.019 %
    from all together      500 tries a minute, and for
                           a table's own households
                           100 more,                   6,000 in ten minutes: 6,000 / 3,200,000 = 0.188 %
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock
from typing import cast

from flask import current_app

from scorekeeper.web.households import Recent, household

MINUTE = 60.0
FROM_ONE = 60
"""Wrong codes in a minute after which a household rests."""
BUSY = 60
"""Wrong codes in a minute, by everybody together, from which on less is heard of each household."""
FROM_ONE_WHEN_BUSY = 5
FROM_ALL = 500
"""Wrong codes in a minute after which everybody rests, but the households of the table whose code it is."""
FROM_HOMES = 100
"""What these may have tried in that minute, all of them together."""
TABLES = 4096
HOMES = 32
"""So many tables are remembered, each with so many households where a phone of it was let in."""


class Guesses:
    """What was tried in the last minute, by which households, and from which of them each table is played.

    Only codes count that are wrong or not heard: never a link, a right code that is heard, or anything that a phone
    does at its table. `clock` tells seconds that never go backwards.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._wrong: deque[float] = deque()
        self._tries = Recent(MINUTE, FROM_ONE)
        self._homes: OrderedDict[str, dict[str, None]] = OrderedDict()
        self._lock = Lock()

    def hears(self, address: str, table: str | None) -> bool:
        """Whether a code from this address is heard now; `table` is what it opens, None for nothing. It is counted."""
        here, now = household(address), self.clock()
        with self._lock:
            heard = self._hears(here, table, now)
            if not heard or table is None:
                self._tries.add(here, now)
            if heard and table is None:
                self._wrong.append(now)
        return heard

    def _hears(self, here: str, table: str | None, now: float) -> bool:
        while self._wrong and self._wrong[0] <= now - MINUTE:
            self._wrong.popleft()
        own = self._tries.count(here, now)
        if own >= FROM_ONE:
            return False
        if len(self._wrong) < (FROM_ALL if own < FROM_ONE_WHEN_BUSY else BUSY):
            return True
        homes = self._homes.get(table or "", {})
        tried = sum(self._tries.count(home, now) for home in homes)
        return here in homes and tried < FROM_HOMES and not self._tries.full

    def at_table(self, table: str, address: str) -> None:
        """Remember that a phone at this address is let in to the table."""
        with self._lock:
            homes = self._homes.setdefault(table, {})
            self._homes.move_to_end(table)
            if len(homes) < HOMES:
                homes[household(address)] = None
            if len(self._homes) > TABLES:
                self._homes.popitem(last=False)


def guesses() -> Guesses:
    """What was tried at this app."""
    return cast(Guesses, current_app.extensions["guesses"])
