"""Write the software bill of materials that the wheel contains (CycloneDX, in `.dist-info/sboms`).

    .venv/bin/python -m tools.sbom

It lists what is installed with the app in the versions of `constraints.txt`, what its extras add, and the bundled
fonts. The hashes of a part are those of its files on PyPI, from `hashes.txt`. `tests/test_packaging.py` fails if it is
out of date.
"""

import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorekeeper.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "sbom.cdx.json"

SCHEMA = "http://cyclonedx.org/schema/bom-1.6.schema.json"

FONTS = {
    "IBM Plex Sans": "OFL-1.1",
}
"""Fonts in `static/fonts`, with their licences."""


ANY_VERSION = {"pip": "MIT"}
"""Parts that come with Python and have no pin, with their licences. sqlite-utils needs pip for its plugins."""

NOT_INSTALLED = {"zeroconf": ("LGPL-2.1-or-later", ["ifaddr"])}
"""Parts that `dev.py` does not install: their licences, and what they need themselves."""


def read_hashes() -> dict[str, list[str]]:
    """Return the SHA-256 hashes in `hashes.txt` by `name==version`."""
    hashes: dict[str, list[str]] = {}
    part = ""
    for line in (ROOT / "hashes.txt").read_text("utf-8").splitlines():
        if named := re.match(r"([\w.-]+==[\w.]+)", line):
            part = named[1]
        elif part and (found := re.search(r"--hash=sha256:([0-9a-f]{64})", line)):
            hashes.setdefault(part, []).append(found[1])
    return hashes


def read_pins() -> dict[str, str]:
    """Return the versions in `constraints.txt` by name."""
    lines = re.findall(r"^([\w.-]+)==([\w.]+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.M)
    return {canonicalize_name(name): version for name, version in lines}


def find_parts(lines: list[str], pins: dict[str, str]) -> dict[str, list[str]]:
    """Return all direct and indirect dependencies that have a pin, each with those that it needs itself.

    Conditions about the system are ignored, so that the list is the same on each of them.
    """
    parts: dict[str, set[str]] = {}
    ahead = [Requirement(line) for line in lines]
    while ahead:
        wanted = ahead.pop()
        name = canonicalize_name(wanted.name)
        if name not in pins and name not in ANY_VERSION:
            continue
        needed = [part for part in list_needed(wanted) if canonicalize_name(part.name) in {*pins, *ANY_VERSION}]
        new = {canonicalize_name(part.name) for part in needed} - parts.get(name, set())
        if new or name not in parts:
            parts.setdefault(name, set()).update(new)
            ahead += needed
    return {name: sorted(own) for name, own in parts.items()}


def list_needed(wanted: Requirement) -> list[Requirement]:
    """Return what a package needs by itself and for the extras with which it is wanted."""
    if wanted.name in NOT_INSTALLED:
        return list(map(Requirement, NOT_INSTALLED[wanted.name][1]))
    try:
        needed = map(Requirement, distribution(wanted.name).requires or [])
    except PackageNotFoundError:
        return []
    extras = {f'extra == "{extra}"' for extra in wanted.extras}
    return [
        part
        for part in needed
        if "extra ==" not in str(part.marker or "") or any(extra in str(part.marker) for extra in extras)
    ]


def read_licence(name: str) -> str:
    """Return the licence of a package, in one line."""
    if name in ANY_VERSION:
        return ANY_VERSION[name]
    if name in NOT_INSTALLED:
        return NOT_INSTALLED[name][0]
    about = distribution(name).metadata
    if said := (about.get_all("License-Expression") or [""])[0]:
        return said
    listed = [line.split(" :: ")[-1] for line in about.get_all("Classifier") or () if line.startswith("License ::")]
    return " and ".join(sorted(listed)) or (about.get_all("License") or ["unknown"])[0].splitlines()[0]


def component(name: str, version: str, hashes: list[str], optional: bool) -> dict[str, Any]:
    """Return the entry of a package. `version` is "" if any version will do."""
    address = f"pkg:pypi/{name}@{version}" if version else f"pkg:pypi/{name}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        **({"version": version} if version else {}),
        "scope": "optional" if optional else "required",
        **({"hashes": [{"alg": "SHA-256", "content": content} for content in hashes]} if hashes else {}),
        "licenses": [{"license": {"name": read_licence(name)}}],
        "purl": address,
    }


def build() -> str:
    """Return the bill of materials as JSON."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pins, hashes = read_pins(), read_hashes()
    extras = project["optional-dependencies"]
    needed = find_parts(project["dependencies"], pins)
    optional = find_parts([*extras["postgres"], *extras["names"]], pins)
    own = f"pkg:pypi/{project['name']}@{VERSION}"
    fonts = [
        {"type": "data", "bom-ref": f"font:{name}", "name": name, "licenses": [{"license": {"id": licence}}]}
        for name, licence in FONTS.items()
    ]
    graph = optional | needed
    document: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": project["name"],
                "version": VERSION,
                "licenses": [{"license": {"id": project["license"]}}],
                "purl": own,
            }
        },
        "components": [
            *(
                component(name, pins.get(name, ""), hashes.get(f"{name}=={pins.get(name)}", []), name not in needed)
                for name in sorted(graph)
            ),
            *fonts,
        ],
        "dependencies": [
            {"ref": own, "dependsOn": [_ref(name, pins) for name in sorted(_names(project["dependencies"]))]},
            *(
                {"ref": _ref(name, pins), "dependsOn": [_ref(part, pins) for part in parts]}
                for name, parts in sorted(graph.items())
            ),
        ],
    }
    # From the content, so that the same content always has the same number.
    number = uuid5(NAMESPACE_URL, json.dumps(document, sort_keys=True))
    document = {"$schema": SCHEMA, "serialNumber": f"urn:uuid:{number}", **document}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _names(lines: list[str]) -> list[str]:
    return [canonicalize_name(Requirement(line).name) for line in lines]


def _ref(name: str, pins: dict[str, str]) -> str:
    return f"pkg:pypi/{name}@{pins[name]}" if name in pins else f"pkg:pypi/{name}"


if __name__ == "__main__":
    FILE.write_text(build(), encoding="utf-8")
