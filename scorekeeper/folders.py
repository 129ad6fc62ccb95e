"""Location of templates, static files and scores: an installed program has them elsewhere than a checkout."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def find_folder(name: str) -> Path:
    """Return the path of a folder in the package, or in the checkout if the package has none."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def find_instance() -> Path:
    """Return the folder of the scores if none was chosen: `instance` here for a checkout, otherwise one of the user.

    An installed program is started in any folder, and must find its scores again.
    """
    installed = (PACKAGE / "templates").is_dir()
    return Path("~/.local/share/scorekeeper").expanduser() if installed else Path("instance")
