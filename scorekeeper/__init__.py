"""Scorekeeper: score card games played on a real table.

`create_app` puts the web app together; the rules under `games/` need none of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app(instance: Path | None = None, **settings: object) -> Flask:
    """Put the app together for one instance folder.

    Raises scorekeeper.storage.lockfile.InUse when another process has that folder's database.
    """
    from scorekeeper.app import build

    return build(instance or Path.cwd() / "instance", settings)
