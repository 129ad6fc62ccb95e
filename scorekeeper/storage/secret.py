"""The key that signs cookies and forms. It is generated, so there is no default that others know."""

import os
import secrets
import stat
from pathlib import Path

from scorekeeper.language.text import Text
from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.files import write_for_owner
from scorekeeper.storage.lockfile import SECRET_KEY

KEY_LENGTH, KEY_LETTERS = 16, 8
"""Minimum length of a key set by the owner, and minimum number of different characters."""


def check_key(key: object) -> None:
    """Check that a key set by the owner is hard to guess. Raise Unusable if not."""
    raw = key.encode() if isinstance(key, str) else key
    if raw is not None and not (isinstance(raw, bytes) and len(raw) >= KEY_LENGTH and len(set(raw)) >= KEY_LETTERS):
        raise Unusable(
            Text(
                "SECRET_KEY in config.py is too easy to guess. Remove it and one will be generated, or set "
                "%(most)s random characters.",
                most=2 * KEY_LENGTH,
            )
        )


def read_secret_key(instance: Path) -> bytes:
    """Return the SECRET_KEY of the Flask app. The first time, generate it in a file that only this user can read.

    Raise PermissionError if other users can read the file.
    """
    path = instance / SECRET_KEY
    if path.exists() and path.stat().st_size:
        if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise PermissionError(Text("Other users can read %(path)s. Run: chmod 600 %(path)s", path=path))
        return path.read_bytes()
    key = secrets.token_bytes(32)
    write_for_owner(path, key)
    return key
