"""Files of the instance folder, written so that a crash or another user does no harm."""

import os
from pathlib import Path


def write_for_owner(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read. It appears under its name only once it is complete."""
    aside = path.with_name(f"{path.name}.new")
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
        # Synced first, because the new name can reach the disk before the content does.
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def sync_folder(folder: Path) -> None:
    """Sync the directory entries of a folder to disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
