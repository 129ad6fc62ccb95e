"""What a proxy says of who asks is believed from a proxy that config.py names, and from nobody else."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.sound import Unusable
from scorekeeper.text import Text

Network = IPv4Network | IPv6Network


class BehindProxies:
    """The app, told by proxies of these networks from which address, by which name and whether by https it is asked.

    What reaches it from any other address counts as asked from there, whatever it says of itself.
    """

    def __init__(self, app: WSGIApplication, trusted: Iterable[Network]) -> None:
        self.app = app
        self.told = ProxyFix(app, x_for=1, x_proto=1, x_host=1)
        self.trusted = tuple(trusted)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        trusts = _is_in(self.trusted, environ.get("REMOTE_ADDR", ""))
        return (self.told if trusts else self.app)(environ, start_response)


def networks(setting: object) -> tuple[Network, ...]:
    """Read the setting TRUSTED_PROXIES: addresses, or networks such as 172.16.0.0/12. Raises Unusable."""
    given = [setting] if isinstance(setting, str) else setting
    try:
        if isinstance(given, list | tuple | set) and all(isinstance(one, str) for one in given):
            return tuple(ip_network(one) for one in given)
    except ValueError:
        pass
    raise Unusable(Text("TRUSTED_PROXIES in config.py must be a list of addresses or networks."))


def _is_in(trusted: Iterable[Network], address: str) -> bool:
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    short = getattr(number, "ipv4_mapped", None)
    return any(number in network or (short is not None and short in network) for network in trusted)
