"""Wrong join codes are counted, so that nobody can try them all, and nobody at a table is locked out by who tries."""

import time
from collections import OrderedDict, deque
from ipaddress import ip_address
from threading import Lock

WRONG_CODES = 60
"""Wrong codes in a minute, by everybody together, from which on the next rules hold."""
WRONG_HERE = 5
"""Then an address rests that gave so many of them itself."""
WRONG_AT_MOST = 600
"""From here on every address rests."""
KEPT = 4096
"""How many tables are remembered with the addresses of their phones."""


class Guesses:
    """What was tried in the last minute, and from which addresses each table is played.

    Only wrong codes count: never a link, a right code, or anything that a phone does at its table. A right code from an
    address where a phone of that table is already is always heard, whoever else guesses there.
    """

    def __init__(self) -> None:
        self.wrong: deque[tuple[float, str]] = deque()
        self.homes: OrderedDict[str, set[str]] = OrderedDict()
        self.lock = Lock()

    def rests(self, address: str, table: str | None) -> bool:
        """Whether codes from this address are not heard now; `table` is what its code would open, if anything."""
        here = _network(address)
        with self.lock:
            while self.wrong and self.wrong[0][0] < time.monotonic() - 60:
                self.wrong.popleft()
            if len(self.wrong) < WRONG_CODES or here in self.homes.get(table or "", ()):
                return False
            own = sum(1 for _, other in self.wrong if other == here)
            return own >= WRONG_HERE or len(self.wrong) >= WRONG_AT_MOST

    def was_wrong(self, address: str) -> None:
        """Count a wrong code."""
        with self.lock:
            self.wrong.append((time.monotonic(), _network(address)))

    def at_table(self, table: str, address: str) -> None:
        """Remember that a phone at this address is let in to the table."""
        with self.lock:
            self.homes.setdefault(table, set()).add(_network(address))
            self.homes.move_to_end(table)
            while len(self.homes) > KEPT:
                self.homes.popitem(last=False)


def _network(address: str) -> str:
    """The address, or of a long one the half that a household shares."""
    try:
        number = ip_address(address)
    except ValueError:
        return address
    return number.exploded[:19] if number.version == 6 else address


guesses = Guesses()
