"""What a file that is brought in writes."""

from scorekeeper.storage.groups import Groups


def everything(groups: Groups) -> list[tuple[object, ...]]:
    """Every row of the database that a file could have written."""
    return [
        row
        for name in ("tables", "lines", "links", "members", "group_tables")
        for row in groups.store._read(f"SELECT '{name}', * FROM {name} ORDER BY 2, 3")
    ]
