"""A desktop that is asked to keep the screen on: a message bus of its own, with a screen saver that records requests.

Browsers ask it by two interfaces: that of freedesktop.org (Firefox, WebKit) and that of GNOME (Chromium).
"""

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from itertools import count

DAEMON = shutil.which("dbus-daemon")
NAMES = ("org.freedesktop.ScreenSaver", "org.gnome.SessionManager")


def can_run() -> bool:
    """Return whether a message bus can be started here and spoken to."""
    return bool(DAEMON and find_spec("jeepney"))


class ScreenSaver:
    """A screen saver at the message bus `address`."""

    def __init__(self, address: str) -> None:
        from jeepney import new_error, new_method_return
        from jeepney.bus_messages import message_bus
        from jeepney.io.blocking import open_dbus_connection

        self._error, self._answer = new_error, new_method_return
        self.address = address
        self.held: set[int] = set()
        """Numbers of the requests that have not been taken back."""
        self._numbers = count(1)
        self._bus = open_dbus_connection(address)
        for name in NAMES:
            self._bus.send_and_get_reply(message_bus.RequestName(name))
        threading.Thread(target=self._answer_all, daemon=True).start()

    @property
    def is_asleep(self) -> bool:
        """Whether nothing keeps the screen on."""
        return not self.held

    def _answer_all(self) -> None:
        from jeepney import HeaderFields, MessageType

        with suppress(OSError, ConnectionError, ValueError):
            while True:
                asked = self._bus.receive()
                if asked.header.message_type is not MessageType.method_call:
                    continue
                name = asked.header.fields[HeaderFields.member].lower()
                if name == "inhibit":
                    number = next(self._numbers)
                    self.held.add(number)
                    self._bus.send(self._answer(asked, "u", (number,)))
                elif name == "uninhibit":
                    self.held.discard(asked.body[0])
                    self._bus.send(self._answer(asked))
                else:
                    self._bus.send(self._error(asked, "org.freedesktop.DBus.Error.UnknownMethod"))

    def close(self) -> None:
        """Leave the bus."""
        self._bus.close()


@contextmanager
def screen_saver() -> Iterator[ScreenSaver]:
    """Run a message bus with a screen saver."""
    words = [str(DAEMON), "--session", "--nofork", "--print-address"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as bus:
        try:
            assert bus.stdout
            saver = ScreenSaver(bus.stdout.readline().strip())
            with closing(saver):
                yield saver
        finally:
            bus.terminate()
