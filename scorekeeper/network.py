"""The addresses under which phones reach this computer, with several networks, in a VPN, and in WSL."""

import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, ip_network
from pathlib import Path
from typing import NamedTuple

import ifaddr

from scorekeeper.language.text import Literal, Text

EVERYWHERE = ("0.0.0.0", "::", "")
"""Hosts that listen on all addresses."""

NOWHERE = "127.0.0.1"
"""The address of this computer for itself, if there is no network."""

BRIDGES = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel", "lxc", "lxd", "podman", "cali"),
    *("bridge10", "vethernet", "vmenet"),
)
"""Beginnings of the names of interfaces to containers and virtual machines. No phone is there."""

TUNNELS = (
    *("tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt"),
    *("wireguard", "openvpn", "nordlynx", "proton", "mullvad"),
)
"""Beginnings of the names of VPN interfaces."""

# Tailscale gives out these addresses, whatever the interface is called.
SHARED = ip_network("100.64.0.0/10")

INSIDE_WSL = ip_network("172.16.0.0/12")
"""Addresses that Windows gives to WSL in its own network, which phones do not reach."""


class Interface(NamedTuple):
    """A network interface: its name and one of its IPv4 addresses."""

    name: str
    address: str

    @property
    def is_tunnel(self) -> bool:
        """Whether it belongs to a VPN."""
        return self.name.lower().startswith(TUNNELS) or IPv4Address(self.address) in SHARED

    @property
    def is_for_phones(self) -> bool:
        """Whether phones can be in its network."""
        address = IPv4Address(self.address)
        return not (address.is_loopback or address.is_link_local or self.name.lower().startswith(BRIDGES))


class Reach(NamedTuple):
    """How phones reach this computer."""

    address: str
    """The IP address to show."""
    others: tuple[Interface, ...] = ()
    """The interfaces to further networks."""
    in_vpn: bool = False
    """Whether traffic goes through a VPN, which often shuts out local phones."""
    in_wsl: bool = False
    """Whether this runs in WSL behind Windows."""


def find_reach(host: str) -> Reach:
    """Return how phones reach a server that listens on `host`."""
    if host not in EVERYWHERE:
        return Reach(host)
    return choose(_list_interfaces(), _find_routed_address(), _is_wsl())


def choose(interfaces: Iterable[Interface], routed: str, is_wsl: bool) -> Reach:
    """Choose the address to show among those of all interfaces.

    `routed` is the address from which this computer reaches other networks, "" without one. A VPN is the last choice.
    """
    usable = [interface for interface in interfaces if interface.is_for_phones]
    local = [interface for interface in usable if not interface.is_tunnel]
    # The network with the router is most probably that of the phones.
    local.sort(key=lambda interface: interface.address != routed)
    in_vpn = any(interface.is_tunnel and interface.address == routed for interface in usable)
    if not local:
        return Reach(usable[0].address if usable else routed or NOWHERE, in_vpn=bool(usable))
    first, *others = local
    return Reach(first.address, tuple(others), in_vpn, is_wsl and IPv4Address(first.address) in INSIDE_WSL)


def list_notes(reach: Reach, port: int) -> Sequence[Text]:
    """Return sentences for the host on what else phones may need to get through."""
    notes = [
        Text(
            "On another network of this computer (%(name)s): %(address)s",
            name=Literal(other.name),
            address=format_url(other.address, port),
        )
        for other in reach.others
    ]
    if reach.in_vpn:
        notes.append(Text("This computer uses a VPN. If phones cannot connect, allow local networks in its settings."))
    if reach.in_wsl:
        command = (
            f"netsh interface portproxy add v4tov4 listenport={port} connectport={port} connectaddress={reach.address}"
        )
        notes.append(
            Text("Phones cannot reach WSL directly. In Windows, run as administrator: %(command)s", command=command)
        )
        notes.append(Text("Then phones open the address of the Windows computer, with port %(port)s.", port=port))
    return notes


def format_url(host: str, port: int) -> str:
    """Return the address as a URL, an IPv6 host in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _list_interfaces() -> list[Interface]:
    """Return the interfaces with an IPv4 address."""
    return [
        Interface(adapter.nice_name, str(address.ip))
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if address.is_IPv4
    ]


def _find_routed_address() -> str:
    """Return the address from which this computer reaches other networks, "" without one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.254.254.254", 9))  # sends nothing, but makes the system choose the network interface
        return str(probe.getsockname()[0])
    return ""


def _is_wsl() -> bool:
    with suppress(OSError):
        return "microsoft" in Path("/proc/sys/kernel/osrelease").read_text().lower()
    return False
