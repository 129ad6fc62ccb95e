"""By which names the app may be called; what comes under any other is refused before anything else is looked at.

Links, QR codes and invitations bear the name by which a page was asked for, so a made-up one must not get onto them;
nor may a page from elsewhere reach a computer in a living room by giving that computer a name of its own.
"""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Config, request
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.sound import Unusable
from scorekeeper.text import Text

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

AT_HOME = ("local", "localhost", "localdomain", "lan", "home", "internal", "home.arpa", "fritz.box")
"""Endings that a home gives to the names of its computers, and that nobody else can have in the internet."""
REFUSED = "scorekeeper.refused_host"
NO_NAME = Text("No computer can have the name in this address. Look at the address and try again.")


class NotOurs(Exception):
    """The app is called by a name that is not its own."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


class Hosts:
    """In front of the app: a request under a name that is not its own comes to it as one that is to be refused.

    `named` are the names of the setting TRUSTED_HOSTS, which then are the only ones; without them numbers and the names
    of a home are good, and that of the setting PUBLIC_URL.
    """

    def __init__(self, app: "WSGIApplication", config: Config) -> None:
        self.app = app
        self.config = config
        self.only = named(config)
        config["TRUSTED_HOSTS"] = None  # Flask would refuse without a page

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer one request; whatever is said on the page of a refusal, the name is not."""
        host = environ.get("HTTP_HOST")
        if host is not None and (reason := self._flaw(host)):
            environ["HTTP_HOST"] = "localhost"
            environ[REFUSED] = reason
        return self.app(environ, start_response)

    def _flaw(self, host: str) -> Text | None:
        if not can_be(host):
            return NO_NAME
        if self.only:
            good = host_is_trusted(host.lower(), self.only)
        else:
            public = urlsplit(self.config.get("PUBLIC_URL") or "").hostname
            good = is_home(host) or bare(host) == public
        if good:
            return None
        return Text(
            "This app is not known as %(host)s. Whoever runs it can name it in config.py, under TRUSTED_HOSTS.",
            host=bare(host),
        )


def named(config: Config) -> tuple[str, ...]:
    """The names of the setting TRUSTED_HOSTS, none if it is not set. Raises Unusable."""
    given = config.get("TRUSTED_HOSTS") or ()
    names = [given] if isinstance(given, str) else given
    if isinstance(names, list | tuple | set) and all(isinstance(one, str) for one in names):
        return tuple(names)
    raise Unusable(Text("TRUSTED_HOSTS in config.py must be a list of names."))


def called_by_name() -> None:
    """Refuse what came under a name that is not the app's. Raises NotOurs."""
    if reason := request.environ.get(REFUSED):
        raise NotOurs(reason)


def can_be(host: str) -> bool:
    """Whether a name and its port can stand in an address at all."""
    name = bare(host).removesuffix(".")
    try:
        if name.startswith("["):
            ip_address(name[1:-1])
        else:
            # Both ways, as it is read: neither takes labels of no letter or of more than 63, the second no odd code.
            name.encode("idna").decode("idna")
    except ValueError:
        return False
    return 0 < len(name) < 254 and host_is_trusted(host)


def is_home(host: str) -> bool:
    """Whether it is a number, or a name that only a home network gives: without a dot, or with such an ending."""
    name = bare(host).removesuffix(".")
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return "." not in name or name.endswith(tuple(f".{ending}" for ending in AT_HOME))
    return True


def bare(host: str) -> str:
    """The name without its port, in small letters."""
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return name.lower()
