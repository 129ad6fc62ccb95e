"""Rate limits per client network: on wrong join codes and on new tables. And one per phone, on entries."""

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import cast

from flask import current_app, request

from scorekeeper.cache import Cache
from scorekeeper.language.text import NotDone, Plural, Text
from scorekeeper.storage.contract import Storage, Unusable
from scorekeeper.storage.recent import Recent

NETWORK_BITS = 56
"""Bits of an IPv6 address that identify a client network. Providers give a household a prefix of 56 bits."""

SECONDS_PER_HOUR = 3600.0
"""Seconds in an hour."""

NEW_TABLES = 120
"""New tables per client network and hour, unless config.py sets another number. A club of thirty has four each."""

NEW_DRAFTS = 240
"""New drafts of pads that are stored per client network and hour. Beyond, pads can still be made and saved."""

MOST_NEW_TABLES = 10_000
"""Maximum of the setting NEW_TABLES, because the time of each new table is stored."""


def find_network(address: str) -> str:
    """Return the client network of an address: all of an IPv4 address, the first 56 bits of an IPv6 address.

    Return "" for what is no address, so that clients cannot make up networks.
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(number, IPv6Address):
        # A server that listens on IPv6 sees an IPv4 client as ::ffff:a.b.c.d.
        return str(number.ipv4_mapped or ip_network((int(number), NETWORK_BITS), strict=False))
    return str(number)


class TooMany(NotDone):
    """The client network has started as many tables as it may for now."""

    def __init__(self, most: int) -> None:
        super().__init__(
            Plural(
                "One table has been started from this network in the last hour. Try again later.",
                "%(most)s tables have been started from this network in the last hour. Try again later. Tables "
                "already started are not affected.",
                most,
                most=most,
            )
        )


def parse_new_tables(setting: object) -> int:
    """Return the setting NEW_TABLES, the number of new tables per client network and hour.

    Raise Unusable if it is invalid.
    """
    if type(setting) is int and 0 <= setting <= MOST_NEW_TABLES:
        return setting
    raise Unusable(Text("NEW_TABLES in config.py must be a number from 0 to %(most)s.", most=MOST_NEW_TABLES))


class NetworkFull(Exception):
    """Error: a link has admitted its maximum number of phones of this client network for now."""


class NetworkLimit:
    """Limit on what the phones of a client network do: as many events as `recent` counts.

    `exceeded` is the error that says so.
    """

    def __init__(self, recent: Recent, exceeded: Callable[[int], Exception] = TooMany) -> None:
        self.recent = recent
        self.exceeded = exceeded
        self._lock = Lock()

    def count(self, address: str, events: int = 1, link: str = "") -> None:
        """Count events from this address, separately for each `link`. If there are too many, count none and raise.

        The events of one request count for at most half of the limit, so that a club can import all its tables in one
        file.
        """
        key, most = f"{link} {find_network(address)}".lstrip(), self.recent.most
        share = min(events, max(most // 2, 1))
        with self._lock:
            if self.recent.count(key) + share > most:
                raise self.exceeded(most)
            for _ in range(share):
                self.recent.add(key)


def count_request(kind: str, events: int = 1, link: str = "") -> None:
    """Count events of the network of this request towards a limit of this app, and raise its error if it is exceeded.

    The kinds are "openings" of tables, "new_drafts" of pads, and "admissions" by a link.
    """
    limit: NetworkLimit = current_app.extensions[kind]
    limit.count(request.remote_addr or "", events, link)


BY_ONE_NETWORK = 250
"""Maximum number of phones of one client network that a link, or its code, admits within `SOME_TIME`.

A club of 200 behind one address fits. One visitor cannot use up the link for everybody else.
"""


ENTRIES_A_SECOND = 20.0
"""Entries per second that a phone can keep up. Nobody taps as fast."""

ENTRIES_AT_ONCE = 2000
"""Entries that a phone can send at once, such as those of an evening without a connection."""

PHONES_IN_MEMORY = 4096
"""Maximum number of phones whose entries are counted at a time."""


class TooFast(NotDone):
    """The phone has sent more entries than anybody can tap."""

    def __init__(self) -> None:
        super().__init__(
            Text("More entries came from this phone than anybody can tap. Nothing is lost. Try again in a moment.")
        )


class EntryLimit:
    """Limit on entries per phone: `ENTRIES_AT_ONCE`, and `ENTRIES_A_SECOND` more in each second since.

    `clock` returns seconds that never go backwards.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._tapped = Cache[str, float](PHONES_IN_MEMORY)
        """When each phone could have tapped all its entries, one after the other.

        Times are counted in entries, `ENTRIES_A_SECOND` in each second.
        """
        self._lock = Lock()

    def count(self, browser: str) -> None:
        """Count an entry of the phone with this id. Raise TooFast, without counting it, if there are too many."""
        now = self.clock() * ENTRIES_A_SECOND
        with self._lock:
            tapped = max(self._tapped.get(browser) or now, now)
            too_fast = tapped + 1 > now + ENTRIES_AT_ONCE
            self._tapped.store(browser, tapped if too_fast else tapped + 1)
        if too_fast:
            raise TooFast


SECONDS_PER_MINUTE = 60.0
"""Seconds in a minute."""

MOST_PER_NETWORK = 60
"""Wrong codes per minute after which a client network must wait."""

MANY_GUESSES = 60
"""Wrong codes per minute from all networks together, after which the limit for each network is lower."""

MOST_PER_NETWORK_WHEN_BUSY = 5
"""Wrong codes per minute after which a client network must wait while all networks together exceed `MANY_GUESSES`."""

MOST_IN_ALL = 500
"""Wrong codes per minute from all networks, after which only networks known at the code's table are let in."""

MOST_PER_TABLE = 100
"""Wrong codes per minute from all known networks of a table, after which these networks must wait as well."""

EVERYBODY = ""
"""Key under which the wrong codes from all networks together are counted."""

GUESSED_TABLES = 4096
"""Maximum number of tables whose client networks are stored."""

NETWORKS_PER_TABLE = 32
"""Maximum number of client networks stored per table."""


class Guesses:
    """Limit on guesses of join codes, per client network and for all networks together.

    Networks known at a table can still join it when all networks together exceed their limit. Only wrong or rejected
    codes count: never links, accepted codes, or anything done at a table.
    """

    def __init__(self, store: Storage) -> None:
        self.wrong = store.recent("wrong", SECONDS_PER_MINUTE, MOST_IN_ALL)
        self.tries = store.recent("tries", SECONDS_PER_MINUTE, MOST_PER_NETWORK)
        self._homes = Cache[str, tuple[str, ...]](GUESSED_TABLES)
        self._lock = Lock()

    def accepts(self, address: str, table_id: str | None) -> bool:
        """Return whether a code from this address is accepted now. Count it if it is rejected or wrong.

        `table_id` is the table that the code opens, None if it opens none.
        """
        here = find_network(address)
        with self._lock:
            accepted = self._accepts(here, table_id)
            if not accepted or table_id is None:
                self.tries.add(here)
            if accepted and table_id is None:
                self.wrong.add(EVERYBODY)
        return accepted

    def _accepts(self, here: str, table_id: str | None) -> bool:
        # With five letters, a code is guessed after a few million tries. The limits keep even a large botnet from that.
        # A table already in play stays open for the networks it is played from.
        own = self.tries.count(here)
        if own >= MOST_PER_NETWORK:
            return False
        if self.wrong.count(EVERYBODY) < (MOST_IN_ALL if own < MOST_PER_NETWORK_WHEN_BUSY else MANY_GUESSES):
            return True
        homes = self._homes.get(table_id or "") or ()
        tried = sum(self.tries.count(home) for home in homes)
        return here in homes and tried < MOST_PER_TABLE and not self.tries.full

    def at_table(self, table_id: str) -> None:
        """Remember that the client network of this request has access to the table.

        Only the first networks of a table are remembered.
        """
        with self._lock:
            homes = (*(self._homes.get(table_id) or ()), find_network(request.remote_addr or ""))
            # The first networks stay: those who come later with a link cannot push out the phones at the table.
            self._homes.store(table_id, tuple(dict.fromkeys(homes))[:NETWORKS_PER_TABLE])


def guesses() -> Guesses:
    """Return this app's limit on guesses of join codes."""
    return cast(Guesses, current_app.extensions["guesses"])
