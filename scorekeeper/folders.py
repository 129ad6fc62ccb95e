"""Location of templates and static files: inside the installed package, otherwise beside it in a checkout."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def find_folder(name: str) -> Path:
    """Return the path of a folder in the package, or in the checkout if the package has none."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
