"""A name for this computer in the local network: scorekeeper.local, by multicast DNS.

It needs zeroconf, which is optional. Phones and televisions can then type a name instead of an address. A second server
in the same network takes the next free name.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address
from threading import Event, Thread
from typing import Any

from scorekeeper.language.text import NotDone, Text

NAME_SETTING = "SCOREKEEPER_LOCAL_NAME"
"""Environment variable with the default of the setting LOCAL_NAME."""

DEFAULT = "scorekeeper"
LOCAL_LABEL = re.compile("[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?")
LAST = 9
"""The last number that is tried after a name: scorekeeper-9.local."""
NAME_PATIENCE = 1500
"""Milliseconds in which another computer can say that it has the name."""
SERVICE = "_http._tcp.local."


def parse_name(setting: object) -> str:
    """Return the name of the setting LOCAL_NAME, "" if it is turned off. Raise NotDone if it is invalid."""
    if setting in (None, "", False):
        return ""
    if isinstance(setting, str) and LOCAL_LABEL.fullmatch(setting.lower()):
        return setting.lower()
    raise NotDone(Text("LOCAL_NAME in config.py must be letters, digits and hyphens, or None."))


def is_available() -> bool:
    """Return whether zeroconf is installed."""
    with suppress(ImportError):
        import zeroconf  # noqa: F401

        return True
    return False


class LocalName:
    """A name that is announced until `close`. It is looked for in the background, because others must be asked first.

    `tell` is called with the name when it is announced, such as "scorekeeper.local", or with None if all are taken.
    """

    def __init__(self, wanted: str, addresses: Sequence[str], port: int, tell: Callable[[str | None], None]) -> None:
        self.wanted = wanted
        self.addresses = addresses
        self.port = port
        self.tell = tell
        self._zeroconf: Any = None
        self._ending = Event()
        self._thread = Thread(target=self._announce, name="local name", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the name back."""
        self._ending.set()
        self._thread.join(NAME_PATIENCE / 1000 * 2)
        if self._zeroconf:
            with suppress(OSError, TimeoutError):
                self._zeroconf.unregister_all_services()
            self._zeroconf.close()

    def _announce(self) -> None:
        # A network without multicast is no reason not to serve.
        with suppress(OSError, TimeoutError):
            self._announce_free_name()

    def _announce_free_name(self) -> None:
        from zeroconf import IPVersion, NonUniqueNameException, ServiceInfo, Zeroconf

        zeroconf = self._zeroconf = Zeroconf(interfaces=list(self.addresses), ip_version=IPVersion.V4Only)
        for number in range(1, LAST + 1):
            name = self.wanted if number == 1 else f"{self.wanted}-{number}"
            if self._ending.is_set():
                return
            if self._is_taken(name):
                continue
            packed = [IPv4Address(address).packed for address in self.addresses]
            service = ServiceInfo(
                SERVICE, f"{name}.{SERVICE}", port=self.port, server=f"{name}.local.", addresses=packed
            )
            with suppress(NonUniqueNameException):
                zeroconf.register_service(service)
                self.tell(f"{name}.local")
                return
        self.tell(None)

    def _is_taken(self, name: str) -> bool:
        """Return whether another computer has the name, or another server on this one."""
        from zeroconf import AddressResolverIPv4

        answer = AddressResolverIPv4(f"{name}.local.")
        if not answer.request(self._zeroconf, NAME_PATIENCE):
            return False
        if not set(answer.parsed_addresses()) <= set(self.addresses):
            return True
        service = self._zeroconf.get_service_info(SERVICE, f"{name}.{SERVICE}", NAME_PATIENCE)
        return service is not None and service.port != self.port
