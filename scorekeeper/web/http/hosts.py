"""What a proxy says of who asks is believed from a proxy that config.py names, and from nobody else."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Config, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.language.text import Text
from scorekeeper.storage.check import Unusable

Network = IPv4Network | IPv6Network


class BehindProxies:
    """The app, told by proxies of these networks from which address, by which name and whether by https it is asked.

    What reaches it from any other address counts as asked from there, whatever it says of itself.
    """

    def __init__(self, app: WSGIApplication, trusted: Iterable[Network]) -> None:
        self.app = app
        self.believing = ProxyFix(app, x_for=1, x_proto=1, x_host=1)
        self.trusted = tuple(trusted)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        trusts = is_in(self.trusted, environ.get("REMOTE_ADDR", ""))
        return (self.believing if trusts else self.app)(environ, start_response)


def networks(setting: object, name: str = "TRUSTED_PROXIES") -> tuple[Network, ...]:
    """Read a setting of addresses, or networks such as 172.16.0.0/12. Raises Unusable, naming the setting."""
    given = [setting] if isinstance(setting, str) else setting
    try:
        if isinstance(given, list | tuple | set) and all(isinstance(one, str) for one in given):
            return tuple(ip_network(one) for one in given)
    except ValueError:
        pass
    raise Unusable(Text("%(name)s in config.py must be a list of addresses or networks.", name=name))


def is_in(trusted: Iterable[Network], address: str) -> bool:
    """Whether an address lies in one of these networks."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    short = getattr(number, "ipv4_mapped", None)
    return any(number in network or (short is not None and short in network) for network in trusted)


AT_HOME = ("local", "localhost", "localdomain", "lan", "home", "internal", "home.arpa", "fritz.box")
"""Endings that a home gives to the names of its computers, and that nobody else can have in the internet."""

REFUSED = "scorekeeper.refused_host"

NO_NAME = Text("The host name in this address is not valid. Check the address and try again.")


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
        _reachable(config)
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
            "This app does not answer to the name %(host)s. The person who runs it can add that name to "
            "TRUSTED_HOSTS in config.py.",
            host=bare(host),
        )


def named(config: Config) -> tuple[str, ...]:
    """The names of the setting TRUSTED_HOSTS, none if it is not set. Raises Unusable."""
    given = config.get("TRUSTED_HOSTS") or ()
    names = [given] if isinstance(given, str) else given
    if isinstance(names, list | tuple | set) and all(isinstance(one, str) for one in names):
        return tuple(names)
    raise Unusable(Text("TRUSTED_HOSTS in config.py must be a list of names."))


def _reachable(config: Config) -> None:
    """Make sure that the setting PUBLIC_URL is an address, if it is set. Raises Unusable."""
    given = config.get("PUBLIC_URL", "http://localhost/")
    try:
        if isinstance(given, str) and urlsplit(given).scheme in ("http", "https") and urlsplit(given).hostname:
            return
    except ValueError:
        pass
    raise Unusable(Text("PUBLIC_URL in config.py must be a whole address, such as https://scores.example.org/."))


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
