"""Where the scores lie, and whether that place lasts: what a container keeps in itself goes when it goes."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from scorekeeper.language.text import Text
from scorekeeper.storage.check import Unusable

MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files by which Docker and Podman say that a process runs in a container."""

SIGNS = ("KUBERNETES_SERVICE_HOST", "SCOREKEEPER_CONTAINER")
"""Variables of the environment that say so too."""

ALLOWED = "SCOREKEEPER_THROWAWAY"
"""The variable that allows scores to be thrown away, for trying the app out."""

FLEETING = ("overlay", "aufs", "fuse-overlayfs", "tmpfs", "ramfs")
"""Kinds of file systems that do not outlast a container."""


def in_container(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this process runs in a container that is made to be thrown away."""
    return any(name in environment for name in SIGNS) or any(mark.exists() for mark in MARKS)


def outlasts(folder: Path, mounts: str) -> bool:
    """Whether a folder lies on a volume of a container, or on a disk; `mounts`: what Linux has in its mountinfo.

    A computer that was made from a container's image may bear its marks, and yet keep what is on its disk.
    """
    whole = folder.absolute().resolve()
    over = [(point, kind) for point, kind in _mounted(mounts) if whole.is_relative_to(point)]
    _, kind = max(over, key=lambda one: len(one[0].parts), default=(Path("/"), FLEETING[0]))
    return kind not in FLEETING


def admit_place(folder: Path, environment: Mapping[str, str] = os.environ) -> None:
    """Refuse a folder that a container would throw away. Raises Unusable."""
    mounts = Path("/proc/self/mountinfo")
    if environment.get(ALLOWED) or not in_container(environment) or not mounts.exists():
        return
    if not outlasts(folder, mounts.read_text(encoding="utf-8", errors="surrogateescape")):
        text = (
            "Scores would be saved in %(path)s, which is lost when this container is removed. Mount a volume "
            "there, or choose a mounted folder with --instance. To run without saving, set %(allowed)s=yes."
        )
        raise Unusable(Text(text, path=folder.absolute(), allowed=ALLOWED))


def _mounted(mounts: str) -> Iterator[tuple[Path, str]]:
    """Each place where a file system is mounted, and its kind; the last one at a place hides the others."""
    for line in reversed(mounts.splitlines()):
        first, _, second = line.partition(" - ")
        point = first.split(" ")[4].encode("utf-8", "surrogateescape").decode("unicode_escape")
        yield Path(point), second.split(" ")[0]
