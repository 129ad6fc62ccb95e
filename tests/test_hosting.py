"""Every command of docs/hosting.md is run: here those that need no root, with --soak also in a bare Debian."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.support.http import score_a_game
from tests.support.loops import at_least_one
from tests.support.postgres import FAST, NoPostgres, Server, running
from tests.support.server import COMMAND, clean_environment, lead_here, read_greeting, serving
from tests.support.soak import SOAK

pytestmark = pytest.mark.upkeep

ROOT = Path(__file__).parent.parent
HOSTING = ROOT / "hosting"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.M | re.S)
COMMANDS = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]
HERE = ("scorekeeper", "curl", "runuser", "export SCOREKEEPER", "install", "echo")
"""Commands that are run in the plain suite, on PostgreSQL and in folders of the test."""
BARE = ("python3", "/opt/scorekeeper/bin/pip", "apt-get")
"""Commands that install, which are run in the bare Debian."""
SERVICE = ("cp hosting", "systemd-analyze", "systemctl")
CONTAINERS = ("podman", "cd hosting", "[ -e .env ]")
ACCESS = """\
local all postgres trust
local all all peer
host all all 127.0.0.1/32 scram-sha-256
"""
"""The rules of access of Debian's PostgreSQL, except that tests cannot become the user postgres."""


def of(*words: str) -> list[str]:
    """Return the commands that begin with these words, wherever their program is."""
    return [line for line in COMMANDS if line.removeprefix("/opt/scorekeeper/bin/").startswith(words)]


def test_every_command_is_typed_somewhere() -> None:
    known = {*of(*HERE), *of(*BARE), *of("pip"), *of(*SERVICE), *of(*CONTAINERS)}
    assert set(COMMANDS) == known
    assert len(COMMANDS) == 29


def make_popen_arguments(line: str, environment: dict[str, str], folder: Path) -> dict[str, Any]:
    """Return the keyword arguments of Popen for a command typed in that folder."""
    heard = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return {"args": ["bash", "-c", f"exec {line}"], "cwd": folder, **heard, "env": lead_here(environment)}


@contextmanager
def start_server(line: str, environment: dict[str, str], folder: Path) -> Iterator[str]:
    """Run a server command for a block, and yield its output up to the place of its database."""
    with subprocess.Popen(**make_popen_arguments(line, environment, folder)) as process:
        _, said = read_greeting(process)
        try:
            yield said
        finally:
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=15)
        assert process.returncode == 0, errors


def request(question: str) -> None:
    """Request an address with `curl --fail`, or in the same way without curl.

    Raise an exception for an error status.
    """
    if shutil.which("curl"):
        subprocess.run(["bash", "-c", question], check=True, capture_output=True)
    else:
        urlopen(question.removeprefix("curl --fail ")).close()


@pytest.fixture
def strict_postgres() -> Iterator[Server]:
    """A PostgreSQL server with the rules of access of Debian, which listens on the loopback address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = tuple(text for text in FAST if not text.startswith("listen_addresses="))
    try:
        with running((*settings, "listen_addresses=127.0.0.1", f"port={port}")) as server:
            server.stop()
            (server.data / "pg_hba.conf").write_text(ACCESS)
            server.start()
            yield server
    except NoPostgres as reason:
        pytest.skip(str(reason))


def test_what_is_typed_on_the_computer_itself_works(strict_postgres: Server, tmp_path: Path) -> None:
    postgres = strict_postgres
    places = {
        "runuser -u postgres -- ": "",
        ":PASSWORD@127.0.0.1/": f":scores7@127.0.0.1:{postgres.port}/",
        "/etc/": f"{tmp_path}/",
        "/opt/scorekeeper/bin/scorekeeper": f"{Path(sys.executable).parent}/scorekeeper"
        if SOAK
        else shlex.join(COMMAND),
        "/var/lib": str(tmp_path),
        "/var/backups": str(tmp_path),
    }
    environment = clean_environment() | {
        "PATH": f"{postgres.bin}{os.pathsep}{os.environ['PATH']}",
        "PYTHONUNBUFFERED": "1",
        "PGHOST": str(postgres.folder),
        "PGPORT": postgres.port,
        "PGUSER": "postgres",
    }
    asked = of("curl")
    for line in of(*HERE):
        for there, here in places.items():
            line = line.replace(there, here)
        if line.startswith("export "):
            name, _, value = line.removeprefix("export ").partition("=")
            environment[name] = value
        elif " run " in line or " demo " in line:
            port = re.search(r"--port (\d+)", line)
            with start_server(re.sub(r" --port \d+", "", line) + " --port 0", environment, tmp_path) as said:
                address = re.search(r"http://\S+/", said)
                assert address
                place = "postgresql://" if port else str(tmp_path)
                assert f"Scores are saved in {place}" in said or "demo" in line
                for question in asked:
                    request(question.replace("http://127.0.0.1:8000/", address[0]))
                assert score_a_game(address[0]) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
        elif line not in asked:
            # Without a terminal createuser reads the password from standard input.
            words = make_popen_arguments(line, environment, tmp_path) | {"start_new_session": True}
            ended = subprocess.run(**words, input="scores7\nscores7\n", timeout=60)
            assert ended.returncode == 0, (line, ended.stderr)
    assert list(tmp_path.glob("scorekeeper-*.db"))
    kept = tmp_path / "scorekeeper.env"
    assert kept.read_text() == f"SCOREKEEPER_DATABASE={environment['SCOREKEEPER_DATABASE']}\n"
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="There is no systemd here.")
def test_the_service_is_understood_and_can_do_little(tmp_path: Path) -> None:
    unit = tmp_path / "scorekeeper.service"
    text = (HOSTING / "scorekeeper.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/scorekeeper/bin/scorekeeper", sys.executable))
    ended = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    judged = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit)]  # 2.0 of 10
    ended = subprocess.run(judged, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout[-400:]


def test_an_app_is_asked_for_its_health_in_every_container() -> None:
    """Podman builds images in a format that has no health check, unless it is told otherwise."""
    (image,) = re.findall(r"^HEALTHCHECK .* CMD (.*)", (HOSTING / "Containerfile").read_text("utf-8"), re.M)
    asked = re.sub(r"[\[\]]", "", image).replace('"', "").removeprefix("/app/bin/python, -c, ")
    assert asked in (HOSTING / "compose.yaml").read_text("utf-8")
    assert all(" --format docker " in line for line in at_least_one(of("podman build")))


def test_no_password_and_no_name_has_a_default() -> None:
    compose = (HOSTING / "compose.yaml").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+)(:?\??)", compose)) == {("POSTGRES_PASSWORD", ":?"), ("SCORES_NAME", ":?")}
    assert "read_only: true" in compose


@pytest.mark.skipif(not shutil.which("openssl"), reason="There is no openssl here.")
def test_a_second_start_of_the_containers_uses_the_password_of_the_first(tmp_path: Path) -> None:
    (line,) = of("[ -e .env ]")
    subprocess.run(["bash", "-c", line], check=True, cwd=tmp_path)
    kept = (tmp_path / ".env").read_text()
    assert re.fullmatch(r"POSTGRES_PASSWORD=[0-9a-f]{48}\nSCORES_NAME=scores.example.org\n", kept)
    subprocess.run(["bash", "-c", line], check=True, cwd=tmp_path)
    assert (tmp_path / ".env").read_text() == kept
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600
    assert "hosting/.env" in (ROOT / ".gitignore").read_text().splitlines()


def test_scores_in_containers_go_back_to_an_earlier_version(postgres: Server, tmp_path: Path) -> None:
    """The commands for the database of `compose.yaml` are run on a server of the tests, without containers."""
    inside = "podman compose exec -T database "
    page = (ROOT / "docs" / "upgrading.md").read_text("utf-8")
    dump, *back = (line.removeprefix(inside) for line in page.splitlines() if line.startswith(inside))
    environment = clean_environment() | {
        "PATH": f"{postgres.bin}{os.pathsep}{os.environ['PATH']}",
        "PGHOST": str(postgres.folder),
    }
    (tmp_path / "checkout" / "hosting").mkdir(parents=True)

    def type_in(line: str) -> str:
        words: dict[str, Any] = {"cwd": tmp_path / "checkout" / "hosting", "env": environment}
        ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60, **words)
        assert ended.returncode == 0, (line, ended.stderr)
        return ended.stdout

    type_in("createuser --username postgres --superuser scorekeeper")
    type_in("createdb --username scorekeeper scores")
    address = postgres.address("scores").replace("postgres@", "scorekeeper@")
    lines = "psql --username scorekeeper --tuples-only --command 'SELECT count(*) FROM lines' scores"
    try:
        with serving(tmp_path / "one", database=address) as app:
            score_a_game(app.address)
        before = type_in(lines)
        type_in(dump)
        with serving(tmp_path / "one", database=address) as app:
            score_a_game(app.address)
        assert type_in(lines) != before
        for line in at_least_one(back):
            type_in(line)
        assert type_in(lines) == before
        with serving(tmp_path / "one", database=address) as app:
            score_a_game(app.address)
    finally:
        type_in("dropdb --username postgres --if-exists scores")
        type_in("dropdb --username postgres --if-exists newer")
        type_in("dropuser --username postgres scorekeeper")


def runner() -> str | None:
    """Return the program that can run containers here, or None."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True).returncode == 0:
            return name
    return None


RUNNER = runner() if SOAK else None


@pytest.mark.skipif(not RUNNER, reason="With --soak, where containers can run.")
def test_the_image_is_built_and_serves() -> None:
    assert RUNNER
    for line in of("podman build"):
        if RUNNER.endswith("docker"):
            line = line.replace(" --format docker", "")
        subprocess.run(line.replace("podman", RUNNER, 1), shell=True, check=True, cwd=ROOT)
    words = [RUNNER, "run", "--detach", "--rm", "--read-only", "--tmpfs", "/tmp", "--volume", "/data"]
    words += ["--publish", "127.0.0.1::8000", "scorekeeper"]
    name = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    try:
        asked = subprocess.run([RUNNER, "port", name, "8000"], check=True, capture_output=True, text=True)
        address = f"http://{asked.stdout.split()[0]}/"
        for _ in range(300):
            try:
                assert score_a_game(address) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
                break
            except OSError:
                time.sleep(0.1)
    finally:
        subprocess.run([RUNNER, "stop", name], check=True, capture_output=True)


CAN_BARE = SOAK and not RUNNER and sys.platform == "linux" and os.geteuid() == 0 and shutil.which("debootstrap")


@pytest.mark.skipif(not CAN_BARE, reason="With --soak, as root, where debootstrap is and no container can run.")
def test_the_steps_of_the_image_work_in_a_bare_debian(tmp_path: Path) -> None:
    """Run the steps of the image in a bare Debian, because containers cannot run here."""
    bare, data = tmp_path / "bare", tmp_path / "data"
    text = (HOSTING / "Containerfile").read_text("utf-8").replace("\\\n", "")
    (suite,) = set(re.findall(r"^FROM .*debian:(\w+)", text, re.M))
    subprocess.run(["debootstrap", "--variant=minbase", suite, str(bare)], check=True, capture_output=True)
    for name in re.findall(r"^!(.*)", (ROOT / ".dockerignore").read_text("utf-8"), re.M):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        (bare / "src").mkdir(exist_ok=True)
        copy(ROOT / name, bare / "src" / name)
    shutil.copy("/etc/resolv.conf", bare / "etc" / "resolv.conf")
    inside = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    if certificates := os.environ.get("PIP_CERT"):  # of a network whose proxy has an authority of its own
        shutil.copy(certificates, bare / "opt" / "ca.crt")  # where no package writes
        inside |= {"PIP_CERT": "/opt/ca.crt", "SSL_CERT_FILE": "/opt/ca.crt"}
    build = dict(word.split("=") for line in re.findall(r"^ENV (PIP.*)", text, re.M) for word in line.split())
    for step in re.findall(r"^RUN (.*)", text, re.M):
        words = ["chroot", str(bare), "sh", "-ec", re.sub(r"--mount=\S+ ", "", step)]
        done = subprocess.run(words, env=inside | build, capture_output=True, text=True)
        assert done.returncode == 0, (step, done.stderr[-2000:])
    for name in ("src", "build", "wheels"):
        shutil.rmtree(bare / name)
    data.mkdir()
    os.chown(data, 10001, 10001)
    set_up = (
        f"mount --bind {bare} {bare} && mount -o remount,ro,bind {bare} && mount -t tmpfs tmpfs {bare}/tmp && "
        f"mount --bind {data} {bare}/data && mount -t proc proc {bare}/proc && "
        f"exec chroot --userspec=10001:10001 {bare} "
        "/app/bin/scorekeeper run --log --instance /data --host 127.0.0.1 --port 0"
    )
    environment = inside | {"PYTHONUNBUFFERED": "1", "SCOREKEEPER_CONTAINER": "yes", "TZ": "Europe/Berlin"}
    where = "import time; print(*time.tzname)"
    words = ["chroot", str(bare), "/app/bin/python", "-c", where]
    assert subprocess.run(words, env=environment, capture_output=True, text=True).stdout == "CET CEST\n"
    with start_server(f"unshare --mount sh -c '{set_up}'", environment, tmp_path) as said:
        address = re.search(r"http://\S+/", said)
        assert address
        assert "Scores are saved in /data/scorekeeper.db" in said
        assert score_a_game(address[0]) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
        for _ in range(200):
            with urlopen(f"{address[0]}readyz") as answer:
                told = answer.read().decode()
            if "starting" not in told:
                break
            time.sleep(0.1)
        assert '"printer": "ok"' in told
        (asked,) = re.findall(r"^HEALTHCHECK .* CMD (.*)", text, re.M)
        healthy = json.loads(asked.replace("http://127.0.0.1:8000/", address[0]))
        subprocess.run(["chroot", str(bare), *healthy], env=inside, check=True)
    assert (data / "scorekeeper.db").stat().st_uid == 10001
