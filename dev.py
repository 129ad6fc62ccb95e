#!/usr/bin/env python3
"""Run, test and work on Scorekeeper from a fresh clone.

    python3 dev.py run        start the app so that phones on the same network can open it
    python3 dev.py test       run all tests, including the browser tests
    python3 dev.py check      check linting, formatting and types, then documents, packages, planted bugs and PostgreSQL
    python3 dev.py bench      how long people wait: a page, a tap, 1,000 phones, a PDF, a group
    python3 dev.py soak       run the long tests: process kills, power cuts, phones going offline, 1,000 games of each
    python3 dev.py pictures   take screenshots for docs/pictures/; `pictures FOLDER` takes every state, size and theme
    python3 dev.py words      update the translation catalogues from the source

Arguments after the command are passed on: `python3 dev.py run --port 9000`, `python3 dev.py test -k parade`. The first
start installs the dependencies and says so. Needs Python 3.11 and nothing else.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed"
PYTHON = VENV / "bin" / "python"
PIP = VENV / "bin" / "pip"
EXTRAS: dict[str, set[str]] = {
    "run": set(),
    "test": {"test"},
    "check": {"check", "test"},
    "bench": {"test"},
    "soak": {"test"},
    "pictures": {"test"},
    "words": set(),
}
PYTEST = {"test": ["-m", "pytest"], "soak": ["-m", "pytest", "--soak"]}
"""Commands that pytest runs. The others are programs in tools/."""
WORKERS = 4
"""Maximum number of test processes: each has a browser of its own."""
ALONE = ("-k", "-n", "--co", "--collect-only", "--lf", "--last-failed", "--pdb")
"""Options of pytest that are faster, or only possible, in one process."""
MEMORY = Path("/dev/shm")
"""Folder in memory on Linux."""
ROOM = 4 * 2**30
"""Bytes that must be free there."""
PROGRAMS = {"words": "tools/catalogues.py"}
"""Commands whose program has another name."""
BROWSING = ("test", "check", "bench", "soak", "pictures")
"""Commands that run tests, or open pages in a browser."""
SHARED_LIBRARIES = {"libpangoft2-1.0.so.0": "libpangoft2-1.0-0", "libharfbuzz-subset.so.0": "libharfbuzz-subset0"}
"""Libraries that WeasyPrint loads to print a PDF, and their Debian packages."""
DRIVER_LIBRARIES = {"libatomic.so.1": "libatomic1"}
"""Library that the driver of the browser tests loads, and its Debian package."""
POPPLER = ("pdftoppm", "pdftotext")
"""Programs that turn printed pages into images and text in tests."""
WINDOWLESS = "chromium-headless-shell"
"""Chromium without windows, in which tests take three quarters of the time."""
BROWSERS = (WINDOWLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ELSEWHERE = {
    "brew": "brew install pango",
    "dnf": "sudo dnf install pango",
    "zypper": "sudo zypper install libpango-1_0-0 libharfbuzz-subset0",
    "pacman": "sudo pacman -S --needed pango",
    "apk": "sudo apk add pango",
}


def main(words: list[str]) -> int:
    """Install what a command needs, then run it. Return the exit code."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file may be started with an older Python
        say(f"Scorekeeper needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
        return 1
    if importlib.util.find_spec("fcntl") is None:
        say("Scorekeeper does not run on Windows itself, but it does in WSL: see docs/home.md.")
        return 1
    if not words or words[0] not in EXTRAS:
        asked = bool(words) and words[0] in ("-h", "--help", "help")
        print(__doc__, file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    word, rest = words[0], words[1:]
    if not native_parts(tests=word in BROWSING) or not python_parts(EXTRAS[word]):
        return 1
    if word == "run":
        return hand_over([str(PYTHON), "-m", "scorekeeper", "run", "--instance", str(ROOT / "instance"), *rest])
    os.chdir(ROOT)
    beside = side_by_side(rest) if word == "test" else []
    if word in ("test", "check"):
        write_to_memory()
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # without bytecode each worker compiles every test again
    if word == "check":
        return check()
    return hand_over([str(PYTHON), *PYTEST.get(word, [PROGRAMS.get(word, f"tools/{word}.py")]), *beside, *rest])


def side_by_side(rest: list[str]) -> list[str]:
    """Return the pytest options for all tests, or none for a few: without those of `check`, spread over processes.

    Tests wait for much of their time, so there is one process more than cores.
    """
    few = any(word.startswith(ALONE) or (ROOT / word.partition("::")[0]).exists() for word in rest)
    return [] if few else [*spread(), "-m", "not upkeep"]


def spread() -> list[str]:
    """Return the pytest options that spread test files over processes, none on a computer with one core."""
    cores = os.cpu_count() or 1
    return ["-n", str(min(cores + 1, WORKERS)), "--dist", "loadfile", "--no-loadscope-reorder"] if cores > 1 else []


def write_to_memory() -> None:
    """Let tests write their databases to memory if there is space: each of thousands would wait for the disk."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def check() -> int:
    """Run linters, type checker and tests of upkeep, all even if the first fails. Return the highest exit code."""
    commands = (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy", "--strict", "scorekeeper", "dev.py"],
        ["pytest", "-m", "upkeep", *spread()],
    )
    return max(subprocess.call([str(PYTHON), "-m", *command], cwd=ROOT) for command in commands)


def hand_over(command: list[str]) -> NoReturn:
    """Replace this process by a command, so that Ctrl-C and the exit code are the command's."""
    sys.stdout.flush()
    os.execv(command[0], command)


# System packages


def native_parts(tests: bool, printing: bool = True) -> bool:
    """Install missing system packages with apt if possible, and say what is missing.

    Return False if the app cannot start.
    """
    wanted = missing_packages(tests, printing)
    if wanted and debian():
        apt_install(wanted)
        wanted = missing_packages(tests, printing)
    if tests and debian() and os.geteuid() == 0 and not shutil.which(WINDOWLESS):
        apt_install(beside_chromium())
    if any(package.endswith("-venv") for package in wanted):
        say(f"Python cannot make its own environment here. Type: {apt_line(wanted)}")
        return False
    if "chromium" in wanted:
        say("No Chromium was found, which the browser tests need. Install it, or type after this: ")
        say(f"  {PYTHON} -m playwright install chromium")
    if "poppler-utils" in wanted:
        say("No Poppler was found, which the tests of printed pages need: install poppler-utils.")
    if set(wanted) & set(SHARED_LIBRARIES.values()):
        line = apt_line(wanted) if debian() else next((ELSEWHERE[tool] for tool in ELSEWHERE if shutil.which(tool)), "")
        say("Printing to PDF will be missing: Pango was not found." + (f" To have it, type: {line}" if line else ""))
    return True


def missing_packages(tests: bool, printing: bool = True) -> list[str]:
    """Return the Debian names of the packages that are missing."""
    wanted = []
    if not whole_venv() and importlib.util.find_spec("ensurepip") is None:
        wanted.append(f"python3.{sys.version_info.minor}-venv")
    if printing and sys.platform.startswith("linux"):
        wanted += [package for library, package in SHARED_LIBRARIES.items() if not loads(library)]
    if tests and sys.platform.startswith("linux"):
        wanted += [package for library, package in DRIVER_LIBRARIES.items() if not loads(library)]
    if tests and not all(map(shutil.which, POPPLER)):
        wanted.append("poppler-utils")
    if tests and not any(map(shutil.which, BROWSERS)):
        wanted.append("chromium")
    return wanted


def beside_chromium() -> list[str]:
    """Return the package of windowless Chromium if apt has it in the version of the installed Chromium, otherwise none.

    Other versions would replace installed packages.
    """
    asked = ("dpkg-query", "--show", "--showformat", "${Version}", "chromium")
    version = subprocess.run(asked, check=False, capture_output=True, text=True).stdout
    package = f"{WINDOWLESS}={version}"
    # --no-remove and the exact version: nothing that is installed may be replaced for this.
    tried = ["apt-get", "install", "--simulate", "--no-install-recommends", "--no-remove", package]
    had = bool(version) and subprocess.run(tried, check=False, capture_output=True).returncode == 0
    return [package] if had else []


def loads(library: str) -> bool:
    """Return whether the system can load a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def debian() -> bool:
    """Return whether apt installs packages here (Debian, Ubuntu and relatives)."""
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def ubuntu() -> bool:
    """Return whether this is Ubuntu, where the package chromium is a wrapper for a snap."""
    release = Path("/etc/os-release")
    return release.exists() and "ID=ubuntu" in release.read_text().splitlines()


def apt_line(packages: list[str]) -> str:
    """Return the command to type."""
    return " ".join(["sudo apt-get install --no-install-recommends", *packages])


def apt_install(packages: list[str]) -> None:
    """Announce and install Debian packages, as root or through sudo.

    Failures are ignored: callers check what is missing.
    """
    packages = [package for package in packages if package != "chromium" or not ubuntu()]
    sudo = [] if os.geteuid() == 0 else [shutil.which("sudo") or ""]
    if not packages or sudo == [""]:
        return
    say(f"Installing {', '.join(packages)} with apt-get" + (", through sudo." if sudo else "."))
    apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    install = [*apt, "install", "-y", "-q", "--no-install-recommends", *packages]
    # An update takes longer than the installation, so it runs only if there are no lists or they are too old.
    listed = any(Path("/var/lib/apt/lists").glob("*_Packages*"))
    if listed and subprocess.call(install) == 0:
        return
    subprocess.call([*apt, "update", "-q"])
    subprocess.call(install)


# Python packages


def python_parts(extras: set[str]) -> bool:
    """Install Scorekeeper and its dependencies into .venv, unless they are up to date. Return whether that worked."""
    digest, there = read_stamp()
    # Extras of earlier commands are kept, so that `run` and `test` in turn do not reinstall each time.
    wanted = extras | there
    if digest == fingerprint() and extras <= there and whole_venv():
        return True
    if not whole_venv() or was_moved():
        say("Making .venv for the parts of Scorekeeper.")
        if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]) != 0:
            say("Python could not make .venv, so nothing can be installed into it.")
            return False
    say("Installing the parts of Scorekeeper into .venv; this takes a minute the first time.")
    # Removed first, so that an interrupted installation is not taken for a complete one.
    STAMP.unlink(missing_ok=True)
    name = f".[{','.join(sorted(wanted))}]" if wanted else "."
    pip = [str(PYTHON), "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-input"]
    bound = {"PIP_CONSTRAINT": "constraints.txt", "PIP_BUILD_CONSTRAINT": "constraints.txt"}
    if subprocess.call([*pip, "-c", "constraints.txt", "-e", name], cwd=ROOT, env=os.environ | bound) != 0:
        say("The parts could not be installed; what pip said stands above. Is there a network?")
        return False
    write_stamp(wanted)
    return True


def whole_venv() -> bool:
    """Return whether .venv has a Python and a pip."""
    return PYTHON.exists() and PIP.exists()


def was_moved() -> bool:
    """Return whether the folder was moved or copied since .venv was made, so that its programs have wrong paths."""
    return str(VENV).encode() not in PIP.read_bytes()[:1000]


def fingerprint() -> str:
    """Return a digest of the lists of dependencies and their versions."""
    lists = ("pyproject.toml", "constraints.txt")
    return hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in lists)).hexdigest()


def read_stamp() -> tuple[str | None, set[str]]:
    """Return the fingerprint and extras of the last installation, None and an empty set if there was none."""
    if not STAMP.exists():
        return None, set()
    digest, *extras = STAMP.read_text().split() or [""]
    return digest, set(extras)


def write_stamp(extras: set[str]) -> None:
    """Record what is installed now."""
    STAMP.write_text(" ".join([fingerprint(), *sorted(extras)]) + "\n")


def say(sentence: str) -> None:
    """Print a message on standard error."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
