"""The pads that come with the app. Each file in scorekeeper/pads is a game."""

from pathlib import Path

from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.reading import parse_pad

PADS_FOLDER = Path(__file__).parents[2] / "pads"


def load_pad(path: Path) -> Pad:
    """Return the supplied pad in a file, which is named for its slug. Raise Mistake if it is not valid."""
    return parse_pad(path.read_text(encoding="utf-8"), path.stem, supplied=True)


def pads() -> tuple[Pad, ...]:
    """Return every supplied pad, sorted by file name. Raise Mistake if one of them is not valid."""
    # Sorted, because the order of a directory differs between file systems.
    return tuple(map(load_pad, sorted(PADS_FOLDER.glob("*.toml"))))
