"""Host names and reverse proxies: which of them the app trusts.

Headers about the client are used only if they come from a proxy named in config.py.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Config
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.language.text import Text
from scorekeeper.storage.contract import Unusable

Network = IPv4Network | IPv6Network


class BehindProxies:
    """WSGI middleware that uses X-Forwarded headers only if they come from a trusted proxy.

    For other requests, the address that connects counts as the client's.
    """

    def __init__(self, app: WSGIApplication, trusted: Iterable[Network]) -> None:
        self.app = app
        # Only the last value of each header comes from the trusted proxy. Those before it can be made up by the client.
        self.believing = ProxyFix(app, x_for=0, x_proto=1, x_host=1)
        self.trusted = tuple(trusted)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass the request on. Use its X-Forwarded headers only if it comes from a trusted proxy."""
        address = environ.get("REMOTE_ADDR", "")
        if not is_in(self.trusted, address):
            return self.app(environ, start_response)
        environ["REMOTE_ADDR"] = find_client(self.trusted, address, environ.get("HTTP_X_FORWARDED_FOR", ""))
        return self.believing(environ, start_response)


def find_client(trusted: Iterable[Network], proxy: str, forwarded_for: str) -> str:
    """Return the address of a client, from the address of a proxy and its header X-Forwarded-For.

    Each proxy adds the address that connected to it. The last one that is no trusted proxy is the client. Return "" if
    that is no address.
    """
    client = proxy
    for text in reversed(forwarded_for.split(",")):
        if not text.strip() or not is_in(trusted, client):
            break
        client = strip_port_of_address(text.strip())
    return client


def strip_port_of_address(text: str) -> str:
    """Return an IP address without brackets and port, as in 192.0.2.7:5678 or [2001:db8::7]:5678.

    Return "" if it is none.
    """
    with_port = re.fullmatch(r"\[([^\[\]]+)\](?::\d+)?|([^:\[\]]+):\d+", text)
    address = (with_port[1] or with_port[2]) if with_port else text
    try:
        return str(ip_address(address))
    except ValueError:
        return ""


def parse_networks(setting: object) -> tuple[Network, ...]:
    """Parse the setting TRUSTED_PROXIES, which lists addresses or networks, such as 172.16.0.0/12.

    Raise Unusable if it is invalid.
    """
    given = [setting] if isinstance(setting, str) else setting
    try:
        if isinstance(given, list | tuple | set) and all(isinstance(network, str) for network in given):
            return tuple(ip_network(network) for network in given)
    except ValueError:
        pass
    raise Unusable(Text("%(name)s in config.py must be a list of addresses or networks.", name="TRUSTED_PROXIES"))


def is_in(trusted: Iterable[Network], address: str) -> bool:
    """Return whether an address is in one of these networks."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    # A server that listens on IPv6 sees IPv4 clients as ::ffff:a.b.c.d.
    short = getattr(number, "ipv4_mapped", None)
    return any(number in network or (short is not None and short in network) for network in trusted)


# .box is a public top-level domain, but fritz.box belongs to the maker of these routers (WIPO case D2024-0706), and the
# routers name every computer under it. Nobody else can put a name there, which DNS rebinding would need.
HOME_ENDINGS = ("local", "localhost", "localdomain", "lan", "home", "internal", "home.arpa", "fritz.box")
"""Domain endings that home routers give to the names of computers."""

REFUSED_HOST = "scorekeeper.refused_host"
"""Key in the WSGI environment for the reason why a host name is refused."""

NO_NAME = Text("The host name in this address is not valid. Check the address and try again.")


class ForeignHost(Exception):
    """The request is for a host name that is not the app's."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


class Hosts:
    """WSGI middleware that marks requests for an unknown host name, to protect against DNS rebinding.

    IP addresses, localhost and the host of the setting PUBLIC_URL are always allowed. So are the names in the setting
    TRUSTED_HOSTS, or names of home networks if it is not set.
    """

    def __init__(self, app: "WSGIApplication", config: Config) -> None:
        self.app = app
        self.config = config
        self.only = parse_trusted_hosts(config)
        _check_public_url(config)
        config["TRUSTED_HOSTS"] = None  # otherwise Flask answers 400 by itself, without a page in the reader's language

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Pass the request on. If its host name is refused, mark the request and change the name to localhost.

        So the refusal is a normal page, and no link in it contains the foreign name.
        """
        host = environ.get("HTTP_HOST")
        if host is not None and (reason := self._find_flaw(host)):
            environ["HTTP_HOST"] = "localhost"
            environ[REFUSED_HOST] = reason
        return self.app(environ, start_response)

    def _find_flaw(self, host: str) -> Text | None:
        if not is_valid_host(host):
            return NO_NAME
        name = strip_port(host).removesuffix(".")
        public = urlsplit(self.config.get("PUBLIC_URL") or "").hostname
        # DNS rebinding needs a name that an attacker can point to this computer. No name server is asked for an IP
        # address or localhost, and nobody on the internet can own a name of a home network.
        good = name in ("localhost", public) or parse_ip(name) is not None
        if not good:
            good = host_is_trusted(host.lower(), self.only) if self.only else is_home(host)
        if good:
            return None
        return Text(
            "This app does not answer to the name %(host)s. The person who runs it can add that name to "
            "TRUSTED_HOSTS in config.py.",
            host=strip_port(host),
        )


def parse_trusted_hosts(config: Config) -> tuple[str, ...]:
    """Return the names in the setting TRUSTED_HOSTS, or () if it is not set.

    Raise Unusable if it is not a list of names.
    """
    given = config.get("TRUSTED_HOSTS") or ()
    names = [given] if isinstance(given, str) else given
    if isinstance(names, list | tuple | set) and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise Unusable(Text("TRUSTED_HOSTS in config.py must be a list of names."))


def _check_public_url(config: Config) -> None:
    given = config.get("PUBLIC_URL", "http://localhost/")
    try:
        if isinstance(given, str) and urlsplit(given).scheme in ("http", "https") and urlsplit(given).hostname:
            return
    except ValueError:
        pass
    raise Unusable(Text("PUBLIC_URL in config.py must be a whole address, such as https://scores.example.org/."))


# The same few names come with every request.
@lru_cache(64)
def is_valid_host(host: str) -> bool:
    """Return whether a host name with an optional port is valid in a URL."""
    name = strip_port(host).removesuffix(".")
    try:
        if name.startswith("["):
            ip_address(name[1:-1])
        else:
            # Encoding rejects empty labels and labels of more than 63 characters, decoding rejects invalid Punycode.
            name.encode("idna").decode("idna")
    except ValueError:
        return False
    # 253 characters are the maximum of a domain name.
    return 0 < len(name) < 254 and host_is_trusted(host)


def is_home(host: str) -> bool:
    """Return whether a host is a name in a home network.

    Such a name has no dot, or one of the endings in `HOME_ENDINGS`.
    """
    name = strip_port(host).removesuffix(".")
    return "." not in name or name.endswith(tuple(f".{ending}" for ending in HOME_ENDINGS))


@lru_cache(64)
def is_this_computer(host: str) -> bool:
    """Return whether a host name means the computer on which the browser runs, such as localhost or 127.0.1.1."""
    name = strip_port(host).removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = parse_ip(name)
    return address is not None and (address.is_loopback or address.is_unspecified)


def is_bare_name(host: str) -> bool:
    """Return whether a host name has no dot and is no address. Phones mostly do not know such a name of a computer."""
    name = strip_port(host).removesuffix(".")
    return "." not in name and parse_ip(name) is None


def parse_ip(text: str) -> IPv4Address | IPv6Address | None:
    """Return an IP address, with or without brackets, or None if it is none."""
    try:
        address = ip_address(text.strip("[]"))
    except ValueError:
        return None
    # A server that listens on IPv6 sees IPv4 clients as ::ffff:a.b.c.d.
    return getattr(address, "ipv4_mapped", None) or address


def strip_port(host: str) -> str:
    """Return a host name without its port, in lower case."""
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return name.lower()
