"""Tests of the address that the start shows: that of the network in which the phones are."""

import socket

import pytest

from scorekeeper.language.text import speak
from scorekeeper.network import Interface, Reach, choose, find_reach, format_url, list_notes

LOOP = Interface("lo", "127.0.0.1")
HOME = Interface("wlan0", "192.168.178.21")
CABLE = Interface("eth0", "192.168.2.7")
DOCKER = Interface("docker0", "172.17.0.1")
VPN = Interface("tun0", "10.8.0.6")
TAILSCALE = Interface("Ethernet 3", "100.101.102.103")
SHARING = Interface("bridge100", "192.168.64.1")
HYPER_V = Interface("vEthernet (WSL (Hyper-V firewall))", "172.29.16.1")
ALONE = Interface("eth1", "169.254.12.9")


def test_without_a_named_host_the_address_for_phones_is_one_of_this_computer() -> None:
    address = find_reach("0.0.0.0").address
    with socket.socket() as here:
        here.bind((address, 0))  # fails for an address that does not belong to this computer
        assert here.getsockname()[0] == address


@pytest.mark.parametrize(
    ("host", "address"), [("192.168.1.17", "http://192.168.1.17:8000/"), ("fd00::1", "http://[fd00::1]:8000/")]
)
def test_an_address_is_written_as_a_browser_wants_it(host: str, address: str) -> None:
    assert format_url(host, 8000) == address


@pytest.mark.parametrize(
    ("interfaces", "routed", "reach"),
    [
        ([LOOP, HOME], HOME.address, Reach(HOME.address)),
        # The router is in the network of the phones.
        ([LOOP, CABLE, HOME], HOME.address, Reach(HOME.address, (CABLE,))),
        ([LOOP, CABLE, HOME], CABLE.address, Reach(CABLE.address, (HOME,))),
        # A hotspot of this computer has no router.
        ([LOOP, HOME], "", Reach(HOME.address)),
        # Containers and virtual machines have no phones.
        ([LOOP, DOCKER, HOME], HOME.address, Reach(HOME.address)),
        ([LOOP, DOCKER, HOME], DOCKER.address, Reach(HOME.address)),
        ([LOOP, SHARING, HYPER_V, HOME], HOME.address, Reach(HOME.address)),
        # The only way out of a computer can be the switch of its virtual machines.
        ([LOOP, HYPER_V], HYPER_V.address, Reach(HYPER_V.address)),
        # An address that an interface made up for lack of a network reaches nobody.
        ([LOOP, ALONE, HOME], HOME.address, Reach(HOME.address)),
        ([LOOP, ALONE], "", Reach("127.0.0.1")),
        ([LOOP], "", Reach("127.0.0.1")),
        ([], "", Reach("127.0.0.1")),
        # Phones are not in a VPN, even if everything goes through it.
        ([LOOP, VPN, HOME], VPN.address, Reach(HOME.address, in_vpn=True)),
        ([LOOP, VPN, HOME], HOME.address, Reach(HOME.address)),
        ([LOOP, TAILSCALE, HOME], TAILSCALE.address, Reach(HOME.address, in_vpn=True)),
        ([LOOP, VPN], VPN.address, Reach(VPN.address, in_vpn=True)),
    ],
)
def test_the_address_shown_is_that_of_the_network_of_the_phones(
    interfaces: list[Interface], routed: str, reach: Reach
) -> None:
    assert choose(interfaces, routed, is_wsl=False) == reach


def test_wsl_is_reached_only_in_the_network_of_windows() -> None:
    inside = Interface("eth0", "172.28.240.5")
    assert choose([LOOP, inside], inside.address, is_wsl=True) == Reach(inside.address, in_wsl=True)
    # With networkingMode=mirrored it has the addresses of Windows.
    assert choose([LOOP, HOME], HOME.address, is_wsl=True) == Reach(HOME.address)
    assert choose([LOOP, inside], inside.address, is_wsl=False) == Reach(inside.address)


def test_the_start_says_what_else_phones_need() -> None:
    command = "netsh interface portproxy add v4tov4 listenport=9000 connectport=9000 connectaddress=172.28.240.5"
    said = [speak(note) for note in list_notes(Reach("172.28.240.5", (CABLE,), in_vpn=True, in_wsl=True), 9000)]
    assert said == [
        "On another network of this computer (eth0): http://192.168.2.7:9000/",
        "This computer uses a VPN. If phones cannot connect, allow local networks in its settings.",
        f"Phones cannot reach WSL directly. In Windows, run as administrator: {command}",
        "Then phones open the address of the Windows computer, with port 9000.",
    ]
    assert list_notes(Reach(HOME.address), 9000) == []


def test_a_named_host_needs_no_search() -> None:
    assert find_reach("127.0.0.1") == Reach("127.0.0.1")
