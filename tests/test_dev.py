"""dev.py finds missing packages, and does nothing if nothing is missing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from tests.support.server import clean_environment

ROOT = Path(__file__).parent.parent


def dev_py(*words: str, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """Run dev.py with a bare Python that sees no installed packages."""
    return subprocess.run([sys.executable, "-I", str(ROOT / "dev.py"), *words], capture_output=True, text=True, cwd=cwd)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout without installed dependencies."""
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(dev, "STAMP", tmp_path / ".venv" / "installed")
    for name in ("PYTHON", "PIP"):
        monkeypatch.setattr(dev, name, tmp_path / ".venv" / name.lower())
    return tmp_path


def test_windows_is_told_to_use_wsl() -> None:
    # Windows has no module `fcntl`.
    program = (
        f"import runpy, sys; sys.modules['fcntl'] = None; runpy.run_path({str(ROOT / 'dev.py')!r}, None, '__main__')"
    )
    ended = subprocess.run([sys.executable, "-I", "-c", program, "run"], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout + ended.stderr) == (
        1,
        "Scorekeeper does not run on Windows itself, but it does in WSL: see docs/home.md.\n",
    )


def test_without_a_word_it_says_what_it_can_do(tmp_path: Path) -> None:
    ended = dev_py(cwd=tmp_path)
    assert ended.returncode == 2
    for word in dev.EXTRAS:
        assert f"python3 dev.py {word} " in ended.stderr


def test_it_needs_the_standard_library_alone() -> None:
    imported = re.findall(r"^(?:import|from) (\w+)", (ROOT / "dev.py").read_text(), re.M)
    assert imported
    assert set(imported) <= set(sys.stdlib_module_names)


def test_what_is_missing_is_named_as_debian_names_it(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "SHARED_LIBRARIES", {"libscorekeeper-absent.so.0": "absent"})
    monkeypatch.setattr(dev, "BROWSERS", ("scorekeeper-absent-browser",))
    monkeypatch.setattr(dev, "POPPLER", ("scorekeeper-absent-program",))
    missing = dev.missing_packages(tests=True)
    assert missing[-2:] == ["poppler-utils", "chromium"]
    assert ("absent" in missing) is sys.platform.startswith("linux")
    assert not {"chromium", "poppler-utils"} & set(dev.missing_packages(tests=False))
    assert "absent" not in dev.missing_packages(tests=False, printing=False)


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Debian with only Chromium, whose apt logs its arguments and has Chromium in version 150 only."""
    for name, does in (
        ("dpkg-query", "printf 150"),
        ("apt-get", f'echo "$@" >> {tmp_path}/asked; case "$*" in *=150) ;; *) exit 100 ;; esac'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_a_chromium_without_windows_is_had_only_in_the_version_that_is_there(apt: Path) -> None:
    assert dev.beside_chromium() == ["chromium-headless-shell=150"]
    assert "--simulate" in (apt / "asked").read_text().splitlines()[0]
    (apt / "dpkg-query").write_text("#!/bin/sh\nprintf 151\n")
    assert dev.beside_chromium() == []
    (apt / "dpkg-query").write_text("#!/bin/sh\nexit 1\n")
    assert dev.beside_chromium() == []
    assert len((apt / "asked").read_text().splitlines()) == 2


def test_nothing_is_done_when_everything_is_there(elsewhere: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for program in (dev.PYTHON, dev.PIP):
        program.write_text("")
    dev.write_stamp({"test"})
    assert dev.python_parts({"test"})
    assert dev.python_parts(set())
    assert capfd.readouterr() == ("", "")


def test_a_moved_checkout_is_noticed(elsewhere: Path) -> None:
    dev.PIP.write_text(f"#!{dev.VENV}/bin/python\n")
    assert not dev.was_moved()
    dev.PIP.write_text("#!/somewhere/else/.venv/bin/python\n")
    assert dev.was_moved()


@pytest.mark.parametrize("words", [[], ["-x"], ["-m", "not browser"], ["--soak", "-q"]])
def test_all_tests_are_spread_over_the_cores(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert dev.side_by_side(words)[:2] == ["-n", str(dev.WORKERS)]
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert dev.side_by_side(words)[:2] == ["-n", "3"]


@pytest.mark.parametrize(
    "words",
    [
        ["-k", "parade"],
        ["-kparade"],
        ["-n", "0"],
        ["tests/test_dev.py"],
        ["-x", "tests/test_dev.py::test_x"],
        ["tests/web/"],
    ],
)
def test_a_few_tests_need_not_wait_for_workers(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert dev.side_by_side(words) == []


def test_soak_runs_the_tests_that_have_a_long_form() -> None:
    files = ("tests/browser/test_heard.py", "tests/browser/test_one_screen.py")
    command = [sys.executable, "-m", "pytest", "--co", "-q", "-p", "no:cacheprovider", "--soak", *files]
    said = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=clean_environment(), check=True).stdout
    assert [said.count(f"{file}::") for file in files] == [10, 0]
