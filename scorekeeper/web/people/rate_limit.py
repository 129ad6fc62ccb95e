"""Households, and what each did of late: the limits on wrong codes and on new tables stand on both."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import cast

from flask import current_app

from scorekeeper.language.text import Plural, Text
from scorekeeper.storage.check import Unusable
from scorekeeper.storage.contract import Recent

SHARED = 56
"""Bits of a long address that all phones of a household have in common."""

HOUSEHOLDS_IN_MEMORY = 4096
"""How many households are remembered at a time."""

HOUR = 3600.0

NEW_TABLES = 120
"""New tables of one household within an hour, unless config.py says otherwise: for a club of thirty, four each."""


MANY = 10_000
"""What config.py may say at most: the time of each is remembered."""


def household(address: str) -> str:
    """Who asks, as one household: the whole of a short address, the first 56 bits of a long one."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, IPv6Address):
        # A server that listens on long addresses sees a short one as the end of a long one.
        return str(number.ipv4_mapped or ip_network((int(number), SHARED), strict=False))
    return str(number)


class Alone:
    """What each household did within the last `seconds`; the newest `most` of each are remembered.

    Not safe from several threads at once: whoever uses it holds a lock. Times never go backwards.
    """

    def __init__(self, seconds: float, most: int) -> None:
        self.seconds = seconds
        self.most = most
        self._done: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, household: str, now: float) -> int:
        """How often the household did it within the last seconds, up to `most`."""
        self._forget(now)
        done = self._done.get(household, ())
        return sum(1 for at in done if at > now - self.seconds)

    def add(self, household: str, now: float) -> None:
        """The household does it now; where too many are remembered, the one that was idle longest is forgotten."""
        self._forget(now)
        self._done.setdefault(household, deque(maxlen=self.most)).append(now)
        self._done.move_to_end(household)
        if len(self._done) > HOUSEHOLDS_IN_MEMORY:
            self._done.popitem(last=False)

    @property
    def full(self) -> bool:
        """Whether some of what was done of late may have been forgotten."""
        return len(self._done) >= HOUSEHOLDS_IN_MEMORY

    def _forget(self, now: float) -> None:
        while self._done and next(iter(self._done.values()))[-1] <= now - self.seconds:
            self._done.popitem(last=False)


Shared = Callable[[str, float, int], Recent | None]
"""Where something is counted by all processes together: its kind, its seconds, the most; None where there is one."""


def nowhere(kind: str, seconds: float, most: int) -> None:
    """Nothing is counted by anybody else."""


class TooMany(Exception):
    """This household has opened as many tables as it may for now."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.reason = Plural(
            "One table has been started from this network in the last hour. Try again later.",
            "%(most)s tables have been started from this network in the last hour. Try again later. Tables "
            "already started are not affected.",
            most,
            most=most,
        )


def new_tables(setting: object) -> int:
    """Read the setting NEW_TABLES: how many tables a household opens within an hour. Raises Unusable."""
    if type(setting) is int and 0 <= setting <= MANY:
        return setting
    raise Unusable(Text("NEW_TABLES in config.py must be a number from 0 to %(most)s.", most=MANY))


class Openings:
    """The tables that each household opened within the last hour, at most so many.

    `clock` tells seconds that never go backwards.
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic, shared: Shared = nowhere) -> None:
        self.most = most
        self.clock = clock
        self._opened: Recent = shared("openings", HOUR, most) or Alone(HOUR, most)
        self._lock = Lock()

    def count(self, address: str, tables: int = 1) -> None:
        """Count so many tables more from this address. Raises TooMany instead when that is more than its share.

        What comes in one file counts as half of the share at most: a club that moves here has its years in one.
        """
        here, now = household(address), self.clock()
        share = min(tables, max(self.most // 2, 1))
        with self._lock:
            if self._opened.count(here, now) + share > self.most:
                raise TooMany(self.most)
            for _ in range(share):
                self._opened.add(here, now)


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

EVERYBODY = ""
"""Under what wrong codes are counted, whoever tried them."""

TABLES = 4096

HOMES = 32
"""So many tables are remembered, each with so many households where a phone of it was let in."""


class Guesses:
    """What was tried in the last minute, by which households, and from which of them each table is played.

    Only codes count that are wrong or not heard: never a link, a right code that is heard, or anything that a phone
    does at its table. `clock` tells seconds that never go backwards.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, shared: Shared = nowhere) -> None:
        self.clock = clock
        self._wrong: Recent = shared("wrong", MINUTE, FROM_ALL) or Alone(MINUTE, FROM_ALL)
        self._tries: Recent = shared("tries", MINUTE, FROM_ONE) or Alone(MINUTE, FROM_ONE)
        self._homes: OrderedDict[str, dict[str, None]] = OrderedDict()
        self._lock = Lock()

    def hears(self, address: str, table_id: str | None) -> bool:
        """Whether a code from this address is heard now; `table` is what it opens, None for nothing. It is counted."""
        here, now = household(address), self.clock()
        with self._lock:
            heard = self._hears(here, table_id, now)
            if not heard or table_id is None:
                self._tries.add(here, now)
            if heard and table_id is None:
                self._wrong.add(EVERYBODY, now)
        return heard

    def _hears(self, here: str, table_id: str | None, now: float) -> bool:
        own = self._tries.count(here, now)
        if own >= FROM_ONE:
            return False
        if self._wrong.count(EVERYBODY, now) < (FROM_ALL if own < FROM_ONE_WHEN_BUSY else BUSY):
            return True
        homes = self._homes.get(table_id or "", {})
        tried = sum(self._tries.count(home, now) for home in homes)
        return here in homes and tried < FROM_HOMES and not self._tries.full

    def at_table(self, table_id: str, address: str) -> None:
        """Remember that a phone at this address is let in to the table."""
        with self._lock:
            homes = self._homes.setdefault(table_id, {})
            self._homes.move_to_end(table_id)
            if len(homes) < HOMES:
                homes[household(address)] = None
            if len(self._homes) > TABLES:
                self._homes.popitem(last=False)


def guesses() -> Guesses:
    """What was tried at this app."""
    return cast(Guesses, current_app.extensions["guesses"])
