"""SQLite error codes of a failing disk."""

FULL, WRITE_ERROR, SYNC_ERROR, READ_ONLY = 13, 778, 1034, 8
"""Error codes of a full disk, of one that fails to write or to sync, and of a read-only one."""
