"""Where the templates and static files lie: inside the installed package, else beside it in a checkout."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The package's own copy of a folder where it has one, else the checkout's."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
