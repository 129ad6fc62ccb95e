"""The pads that come with the app: every file in scorekeeper/pads is a game."""

from pathlib import Path

from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.reading import pad_of

FOLDER = Path(__file__).parents[2] / "pads"


def pads() -> tuple[Pad, ...]:
    """Every pad on the shelf, by the name of its file. Raises Mistake. Ours: a pad is found by its file."""
    return tuple(pad_of(path.read_text(encoding="utf-8"), path.stem) for path in sorted(FOLDER.glob("*.toml")))
