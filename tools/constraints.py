"""Take the newest versions of dependencies: `constraints.txt`, `hashes.txt` and the bill of materials.

    .venv/bin/python -m tools.constraints flask werkzeug

This upgrades the named parts and nothing else, or all parts if none is named. If pip refuses because a part needs a
newer version of another one, name that one too. After a dependency was removed, delete `.venv` first: what is
installed there is written. `hashes.txt` needs uv (https://docs.astral.sh/uv/).
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.utils import canonicalize_name

from tools import sbom

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "constraints.txt"
HASHES = ROOT / "hashes.txt"
EVERYTHING = ".[names,postgres,test,check]"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def format_pins(frozen: str, before: str) -> str:
    """Return the output of `pip freeze` as the text of `constraints.txt`, under the remarks that it had before."""
    remarks = [line for line in before.splitlines() if line.startswith("#")]
    pins = re.findall(r"^([\w.-]+)==(\S+)$", frozen, re.M)
    parts = sorted((canonicalize_name(name), version) for name, version in pins)
    return "\n".join([*remarks, *(f"{name}=={version}" for name, version in parts)]) + "\n"


def leave_out(names: list[str], pins: str) -> str:
    """Return the text of `constraints.txt` without some parts."""
    free = {canonicalize_name(name) for name in names}
    return "".join(line for line in pins.splitlines(keepends=True) if line.partition("==")[0] not in free)


def read_command(hashes: str) -> list[str]:
    """Return the command that writes `hashes.txt`, which its head names."""
    return next(shlex.split(line.lstrip("# ")) for line in hashes.splitlines() if line.startswith("#   uv "))


def main(names: list[str]) -> int:
    """Upgrade parts and write all three files. Return the exit code."""
    if not shutil.which("uv"):
        print("hashes.txt needs uv, which is not installed. Nothing was changed.", file=sys.stderr)
        return 2
    before, hashes = PINS.read_text("utf-8"), HASHES.read_text("utf-8")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as others:
        others.write(leave_out(names, before) if names else "")
        others.flush()
        bound = ["--constraint", others.name]
        subprocess.run([*PIP, "install", *bound, "--editable", EVERYTHING], cwd=ROOT, check=True)
        how = [*names] if names else ["--upgrade-strategy", "eager", "--editable", EVERYTHING]
        subprocess.run([*PIP, "install", "--upgrade", *bound, *how], cwd=ROOT, check=True)
    frozen = subprocess.run([*PIP, "freeze", "--exclude-editable"], check=True, capture_output=True, text=True).stdout
    PINS.write_text(format_pins(frozen, before), "utf-8")
    subprocess.run(read_command(hashes), cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    head = "".join(line for line in hashes.splitlines(keepends=True) if line.startswith("#"))
    HASHES.write_text(head + HASHES.read_text("utf-8"), "utf-8")
    sbom.FILE.write_text(sbom.build(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
