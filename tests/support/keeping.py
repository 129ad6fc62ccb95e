"""A full disk, a moved, locked or damaged database: nothing is acknowledged that is not there, and it is said."""

FULL, WRITING, SYNCING, READ_ONLY = 13, 778, 1034, 8
"""What SQLite hears from a full disk, one that fails to write or to sync, and one that is read-only."""
