"""The name scorekeeper.local, in a network namespace of its own: nothing is announced in the network outside."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorekeeper.language.text import NotDone
from scorekeeper.local_name import NAME_SETTING, parse_name
from tests.support.server import clean_environment

ROOT = Path(__file__).parents[1]
HERE = "10.77.0.1"

NETWORK = (
    f"ip link add home0 type veth peer name home1 && ip addr add {HERE}/24 dev home0 && ip link set lo up && "
    "ip link set home0 up multicast on && ip link set home1 up && echo ready && exec sleep 600"
)
"""Commands that make a network with one address, with multicast."""

ASK = r"""
import re, socket, struct, sys
asked = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
asked.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("10.77.0.1"))
asked.settimeout(3)
name = b"".join(bytes([len(part)]) + part.encode() for part in sys.argv[1].split(".")) + bytes(1)
asked.sendto(struct.pack("!6H", 7, 0, 1, 0, 0, 0) + name + struct.pack("!2H", 1, 1), ("224.0.0.251", 5353))
try:
    answer = asked.recv(9000)
    print(socket.inet_ntoa(re.search(rb"\0\x01[\0\x80]\x01....\0\x04(....)", answer, re.S)[1]))
except TimeoutError:
    print("nobody")
"""
"""Program that asks the network for the address of a name, written without zeroconf."""


@pytest.fixture(scope="module")
def zeroconf(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with zeroconf. It is not installed beside the app, where every server would announce its name."""
    folder = tmp_path_factory.mktemp("zeroconf")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target"]
    wanted = [str(folder), "-c", str(ROOT / "constraints.txt"), "zeroconf"]
    if subprocess.run([*pip, *wanted], capture_output=True, timeout=120).returncode:
        pytest.skip("zeroconf cannot be installed")
    return str(folder)


@pytest.fixture
def inside() -> Iterator[list[str]]:
    """The words before a command that runs it in a network of its own."""
    if not (shutil.which("unshare") and shutil.which("nsenter") and shutil.which("ip")):
        pytest.skip("no network namespaces")
    words = ["unshare", "--net", "sh", "-c", NETWORK]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as network:
        try:
            assert network.stdout
            if network.stdout.readline() != "ready\n":
                pytest.skip("no network namespaces")
            yield ["nsenter", "--target", str(network.pid), "--net"]
        finally:
            network.kill()


@pytest.fixture
def start(inside: list[str], zeroconf: str, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """A function that starts a server in that network, and returns the line with its name."""
    with ExitStack() as stack:

        def begin(setting: str = "scorekeeper", until: str = "Or type") -> str:
            instance = tmp_path / str(len(list(tmp_path.iterdir())))
            environment = clean_environment() | {"PYTHONPATH": f"{ROOT}{os.pathsep}{zeroconf}", NAME_SETTING: setting}
            words = [*inside, sys.executable, "-m", "scorekeeper", "run", "--port", "0", "--instance", str(instance)]
            server = stack.enter_context(
                subprocess.Popen(words, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
            )
            stack.callback(server.send_signal, signal.SIGTERM)
            assert server.stdout
            return next(line for line in server.stdout if line.startswith(until))

        yield begin


def ask(inside: list[str], name: str) -> str:
    """Return the address that somebody in the network has for a name."""
    run = [*inside, sys.executable, "-c", ASK, name]
    return subprocess.run(run, capture_output=True, text=True, timeout=20, check=True).stdout.strip()


def test_a_name_leads_to_the_server_and_a_second_server_takes_the_next_free_one(
    start: Callable[..., str], inside: list[str]
) -> None:
    assert ask(inside, "scorekeeper.local") == "nobody"
    assert re.search(r" http://scorekeeper\.local:\d+/, .* http://scorekeeper\.local:\d+/tv$", start())
    assert ask(inside, "scorekeeper.local") == HERE
    assert "http://scorekeeper-2.local:" in start()
    assert ask(inside, "scorekeeper-2.local") == HERE


def test_the_name_is_off_with_one_setting(start: Callable[..., str], inside: list[str]) -> None:
    start("", until="Scores are saved in")
    assert ask(inside, "scorekeeper.local") == "nobody"


def test_a_name_is_letters_digits_and_hyphens() -> None:
    assert [parse_name(setting) for setting in ("Scores-2", None, "", False)] == ["scores-2", "", "", ""]
    for setting in ("a.b", "-a", "ä", "x" * 64, 7):
        with pytest.raises(NotDone):
            parse_name(setting)
