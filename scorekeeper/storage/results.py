"""What the games of many tables came to, kept so that counting over them reads no journal; a part of the store."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.storage.access import DELETED
from scorekeeper.storage.contract import Connection


class Kept(NamedTuple):
    """A table of a group: the hash of its newest line, and what its games came to, if that is kept as of this line."""

    table_id: str
    hash: str
    results: str | None


class KeptResults:
    """What the games of tables came to, each as of a line and by the rules of a release."""

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def _write(self, table_id: str = "", browser: str = "") -> AbstractContextManager[Connection]:
        raise NotImplementedError

    def tables_of_group(self, group_id: str) -> list[Kept]:
        """All tables of a group that are not deleted, in the order of their ids."""
        sql = (
            "SELECT id, newest, CASE WHEN results.hash = newest || ? THEN results END FROM group_tables "
            "JOIN tables ON tables.id = group_tables.table_id LEFT JOIN results ON results.table_id = tables.id "
            "WHERE group_id = ? AND NOT EXISTS "
            "(SELECT 1 FROM members WHERE members.table_id = tables.id AND list = ?) ORDER BY id"
        )
        return [Kept(*row) for row in self._read(sql, rules(), group_id, DELETED)]

    def unkept(self, after: str, most: int) -> list[Kept]:
        """Tables of groups of which it is not kept what they came to by the rules of today, in the order of their ids.

        At most so many, those after an id.
        """
        sql = (
            "SELECT id, newest, NULL FROM tables LEFT JOIN results ON results.table_id = tables.id "
            "WHERE id > ? AND (results.hash IS NULL OR results.hash != newest || ?) "
            "AND EXISTS (SELECT 1 FROM group_tables WHERE group_tables.table_id = tables.id) ORDER BY id LIMIT ?"
        )
        return [Kept(*row) for row in self._read(sql, after, rules(), most)]

    def keep_results(self, kept: Sequence[Kept] | Iterable[Kept]) -> None:
        """Keep what tables came to as of these lines."""
        with self._write() as conn:
            conn.executemany(
                "INSERT INTO results VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET "
                "hash = excluded.hash, results = excluded.results",
                sorted((one.table_id, one.hash + rules(), one.results) for one in kept),
            )


@cache
def rules() -> str:
    """The rules that results are worked out by, in a few letters: those of another release are worked out anew."""
    package = Path(__file__).parent.parent
    files = sorted([*(package / "games").rglob("*.py"), *(package / "table").rglob("*.py")])
    return f" {sha256(b''.join(file.read_bytes() for file in files)).hexdigest()[:12]}"
