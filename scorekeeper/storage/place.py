"""Check that scores are stored where they last: files inside a container are lost together with it."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from scorekeeper.language.text import Text
from scorekeeper.storage.contract import Unusable

CONTAINER_FILES = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files that Docker and Podman create in a container."""

CONTAINER_SETTINGS = ("KUBERNETES_SERVICE_HOST", "SCOREKEEPER_CONTAINER")
"""Environment variables that are set in a container."""

ALLOWED = "SCOREKEEPER_THROWAWAY"
"""Environment variable that permits losing the scores, for trying out the app."""

FLEETING = ("overlay", "aufs", "fuse-overlayfs", "tmpfs", "ramfs")
"""File systems that are lost with a container."""


def in_container(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether this process seems to run in a container."""
    return any(name in environment for name in CONTAINER_SETTINGS) or any(mark.exists() for mark in CONTAINER_FILES)


def outlasts(folder: Path, mounts: str) -> bool:
    """Return whether a folder is on a disk or a mounted volume. `mounts` is the content of Linux’s mountinfo.

    A computer installed from a container image may look like a container and still keep its files.
    """
    whole = folder.absolute().resolve()
    over = [(point, kind) for point, kind in _parse_mounts(mounts) if whole.is_relative_to(point)]
    _, kind = max(over, key=lambda mount: len(mount[0].parts), default=(Path("/"), FLEETING[0]))
    return kind not in FLEETING


def check_place(folder: Path, environment: Mapping[str, str] = os.environ) -> None:
    """Check that a folder outlasts the container, if there is one. Raise Unusable if not."""
    mounts = Path("/proc/self/mountinfo")
    if environment.get(ALLOWED) or not in_container(environment) or not mounts.exists():
        return
    if not outlasts(folder, mounts.read_text(encoding="utf-8", errors="surrogateescape")):
        text = (
            "Scores would be saved in %(path)s, which is lost when this container is removed. Mount a volume "
            "there, or choose a mounted folder with --instance. To run without saving, set %(allowed)s=yes."
        )
        raise Unusable(Text(text, path=folder.absolute(), allowed=ALLOWED))


def _parse_mounts(mounts: str) -> Iterator[tuple[Path, str]]:
    """Yield mount points and their file systems, latest first, because a later one hides an earlier one."""
    for line in reversed(mounts.splitlines()):
        # See proc(5): the fifth field is the mount point, the first after “ - ” the type of the file system.
        first, _, second = line.partition(" - ")
        # Linux writes spaces in paths as \040.
        point = first.split(" ")[4].encode("utf-8", "surrogateescape").decode("unicode_escape")
        yield Path(point), second.split(" ")[0]
