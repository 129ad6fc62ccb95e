"""Database rows that an import can write."""

from scorekeeper.storage.groups import Groups


def read_rows(groups: Groups) -> list[tuple[object, ...]]:
    """Return every row of the database that an import could have written."""
    return [
        row
        for name in ("tables", "lines", "links", "members", "group_tables")
        for row in groups.store.query(f"SELECT '{name}', * FROM {name} ORDER BY 2, 3")
    ]
