"""The documents hold: every command is run, every link resolves, and what lists the program lists all of it."""

import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.cli import scorekeeper
from scorekeeper.games.pads.reading import parse_pad
from tests.support.http import score_a_game
from tests.support.loops import at_least_one
from tests.support.postgres import Server
from tests.support.server import COMMAND, clean_environment, lead_here, read_greeting, serving

pytestmark = pytest.mark.upkeep

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
"""A block of code: its language and its lines."""

PROGRAM = re.compile(r"^(\.venv/bin/|/opt/scorekeeper/bin/)?scorekeeper ")

ELSEWHERE = re.compile(
    r"python3 dev\.py (?!run \S)|\.venv/bin/python (-m (pytest|tools\.(constraints|mutants)) |tools/capacity)"
    r"|\S+/pip install|systemctl |podman "
)
"""Commands that install, need root, or run all tests. Other tests run them, or their parts."""

QUIET = ("mkdir ", "mv ", "chown ")
"""Commands that print nothing."""

OWN = ("hosting.md", "pads-tutorial.md")
"""Pages whose commands have a test of their own: `test_hosting.py`, and below."""


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]


def commands(page: Path) -> list[str]:
    """Return the commands of a page, without remarks."""
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    return [re.sub(r"\s{2,}#.*", "", line) for line in lines if line]


WITH_COMMANDS = [page for page in PAGES if page.name not in OWN and commands(page)]


# Commands


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with scores and the copies that the app made of them, and the id of a table in it."""
    folder = tmp_path_factory.mktemp("scored")
    (folder / "stick").mkdir()
    (folder / "instance").mkdir()
    (folder / "instance" / "config.py").write_text(f"COPIES_TO = {str(folder / 'stick')!r}\n", "utf-8")
    with serving(folder / "instance") as app:
        score_a_game(app.address)
    (folder / "instance" / "config.py").unlink()
    scored = create_app(folder / "instance")
    store = scored.extensions["tables"].store
    (table_id,) = [row[0] for row in store.query("SELECT id FROM tables")]
    store.close()
    shutil.copytree(folder / "instance", folder / "var" / "lib" / "scorekeeper")
    (folder / "var" / "backups").mkdir()
    return folder, table_id


@pytest.fixture
def place(scored: tuple[Path, str], tmp_path: Path) -> Path:
    """A copy of that folder."""
    return Path(shutil.copytree(scored[0], tmp_path / "here"))


def put_here(line: str, place: Path, table_id: str, database: str) -> str:
    """Return a command with the places and names of the test in it."""
    stick = place / "stick"
    dated = sorted(stick.glob("scorekeeper-2???-??-??-*.db"))
    saved = sorted((place / "var" / "backups").glob("scorekeeper-2*.db"))
    for there, here in {
        "/media/stick/scorekeeper-2026-11-21-183000.db": str(dated[-1]) if dated else "",
        "/var/backups/scorekeeper-2026-11-21-183000.db": f"/var/backups/{saved[-1].name}" if saved else "",
        "python3 dev.py run ": "scorekeeper run ",  # as dev.py does
        "/media/stick": str(stick),
        "/var/": f"{place}/var/",
        "3f2a…": table_id,
        "Anna": "Alice",
        "postgresql://scorekeeper@db/scores": shlex.quote(database),
        ".venv/bin/python ": f"{shlex.quote(sys.executable)} ",
    }.items():
        line = line.replace(there, here)
    return PROGRAM.sub(lambda _: f"{shlex.join(COMMAND)} ", line)


def shell(line: str, place: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command in a folder."""
    return subprocess.run(
        ["bash", "-c", line], cwd=place, capture_output=True, text=True, timeout=120, env=lead_here(clean_environment())
    )


def serve_and_stop(line: str, place: Path) -> None:
    """Run a command that starts the app, score a game there, and stop it."""
    line = re.sub(r" --port \d+", "", line) + " --port 0"
    with subprocess.Popen(
        ["bash", "-c", f"exec {line}"],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=lead_here(clean_environment()),
    ) as app:
        address, _ = read_greeting(app)
        assert score_a_game(address) == {"Alice": 35, "Hatter": 27, "Cheshire": 31}
        app.send_signal(signal.SIGTERM)
        _, errors = app.communicate(timeout=15)
    assert app.returncode == 0, errors


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_every_command_of_a_page_works(
    page: Path, place: Path, scored: tuple[Path, str], request: pytest.FixtureRequest
) -> None:
    database = ""
    for line in at_least_one(commands(page)):
        if ELSEWHERE.match(f"{line} "):
            continue
        if "postgresql://" in line and not database:
            postgres: Server = request.getfixturevalue("postgres")
            database = postgres.database()
        typed = put_here(line, place, scored[1], database)
        if page.name == "personal-data.md":  # each of its commands is an example by itself
            shutil.rmtree(place / "instance")
            shutil.copytree(scored[0] / "instance", place / "instance")
        if re.search(r" (run|demo)\b", line):
            serve_and_stop(typed, place)
        elif line.startswith("curl"):
            with serving(place / "instance") as app:
                where = shlex.split(line)[-1].replace("http://127.0.0.1:8000/", app.address)
                assert json.load(urlopen(where))
        else:
            done = shell(typed, place)
            assert done.returncode == 0, (line, done.stderr)
            assert done.stdout or ">" in line or line.startswith(QUIET)


def test_the_tutorial_of_pads_goes_as_it_is_told(tmp_path: Path) -> None:
    page = DOCS / "pads-tutorial.md"
    wrong, right, *others = blocks(page, "toml")
    (complaint,) = blocks(page, "text")
    first, second = commands(page)
    (tmp_path / "golf.toml").write_text(wrong, "utf-8")
    done = shell(put_here(first, tmp_path, "", ""), tmp_path)
    assert (done.returncode, done.stderr) == (2, complaint)
    (tmp_path / "golf.toml").write_text(wrong.replace("win = ", "wins = "), "utf-8")
    for line in (first, second):
        done = shell(put_here(line, tmp_path, "", ""), tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / "golf.pdf").read_bytes().startswith(b"%PDF")
    for pad in at_least_one([right, *others]):
        assert parse_pad(pad, "example").rows


# Links


def headings(page: Path) -> set[str]:
    """Return the anchors of a page, as GitHub makes them of its headings."""
    lines = re.findall(r"^#+ (.*)", BLOCK.sub("", page.read_text("utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def links(page: Path) -> list[str]:
    """Return the targets of the links and pictures of a page."""
    text = re.sub(r"`[^`\n]*`", "", BLOCK.sub("", page.read_text("utf-8")))
    return re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / unquote(path)).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        assert not anchor or anchor in headings(target), link


OF_FILES = ("ACCESSIBILITY", "CONTRIBUTING", "docs/adding-a-game", "docs/architecture", "docs/quality", "docs/sources")
"""Pages that name files of the project."""


@pytest.mark.parametrize("page", OF_FILES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    folders = ("scorekeeper", "static", "templates", "tests", "tools", "hosting")
    there = [f"/{path.relative_to(ROOT)}" for folder in folders for path in (ROOT / folder).rglob("*")]
    text = BLOCK.sub("", (ROOT / f"{page}.md").read_text("utf-8"))
    for name in at_least_one(re.findall(r"`([\w/.-]+\.(?:py|html|css|js|toml|json))`", text)):
        assert name == "config.py" or any(path.endswith(f"/{name}") for path in there) or (ROOT / name).is_file(), name


def test_every_page_is_found_from_the_index() -> None:
    found = {DOCS / "README.md"}
    ahead = list(found)
    while ahead:
        page = ahead.pop()
        for link in links(page):
            target = (page.parent / link.partition("#")[0]).resolve()
            if target.suffix == ".md" and target not in found:
                found.add(target)
                ahead.append(target)
    assert set(DOCS.rglob("*.md")) <= found


# Lists of the program


def test_every_address_of_the_api_is_listed(client: FlaskClient) -> None:
    paths = client.get("/api/v1/openapi.json").get_json()["paths"]
    page = (DOCS / "programs.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(/api/v1/\S+)` \|", page, re.M))
    listed |= {f"/api/v1/take/LINK/{name}" for name in re.findall(r"^\| `…\.(\S+)` \|", page, re.M)}
    asked = {path for path, methods in paths.items() if "post" not in methods}
    there = {path.replace("{link}", "LINK").replace("{table}", "ID") for path in asked}
    assert there - listed == {"/api/v1/take/LINK/bgstats"}  # a page for people
    assert listed <= there


def test_every_command_is_named() -> None:
    section = (DOCS / "home.md").read_text("utf-8").split("## Command line")[1].split("\n## ")[0]
    (listed,) = re.findall(r"Its commands are (.*?);", section, re.S)
    assert set(re.findall(r"`(\w+)`", listed)) == set(scorekeeper.commands)


def test_every_setting_is_described() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "scorekeeper").rglob("*.py"))
    used = set(re.findall(r"config(?:\[|\.get\()\"([A-Z_]+)\"", source)) - {"LARGER_BODIES"}
    page = (DOCS / "config.md").read_text("utf-8")
    described = set(re.findall(r"^\| `([A-Z_]+)` \|", page.split("## Environment variables")[0], re.M))
    assert len(used) > 8
    assert used <= described
    assert described - used == {"MAX_CONTENT_LENGTH"} - used


def test_every_environment_variable_is_described() -> None:
    files = [*(ROOT / "scorekeeper").rglob("*.py"), *(ROOT / "hosting").iterdir(), ROOT / "tests/support/soak.py"]
    used = {name for path in files for name in re.findall(r"SCOREKEEPER_[A-Z_]+", path.read_text("utf-8"))}
    page = (DOCS / "config.md").read_text("utf-8").split("## Environment variables")[1]
    assert used == set(re.findall(r"^\| `(SCOREKEEPER_[A-Z_]+)` \|", page, re.M))


def test_the_examples_of_settings_are_accepted(tmp_path: Path) -> None:
    for number, text in enumerate(at_least_one(blocks(DOCS / "config.md", "python"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "config.py").write_text(text, "utf-8")
        app = create_app(folder)
        app.extensions["tables"].store.close()
