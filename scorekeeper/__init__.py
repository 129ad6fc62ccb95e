"""Scorekeeper: keep score of card and board games at a real table.

`create_app` builds the web app; the rules under `games/` do not depend on it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.version import VERSION

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["__version__", "create_app"]

__version__ = VERSION


def create_app(instance: Path | None = None, **settings: object) -> Flask:
    """Return the web app for one instance folder, by default ./instance. `settings` override its config.py.

    Raise scorekeeper.storage.files.InUse if another process has the database of that folder open.
    """
    # Imported here, so that rules and command line work without loading Flask.
    from scorekeeper.app import build

    return build(instance or Path.cwd() / "instance", settings)
