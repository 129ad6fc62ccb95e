"""Stored results of tables, so that statistics need not read journals."""

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from scorekeeper.storage.access import DELETED
from scorekeeper.storage.contract import Storage


class Kept(NamedTuple):
    """A table of a group, the hash of its newest line, and its results as JSON.

    The results are None if none are stored for that line and the current rules.
    """

    table_id: str
    hash: str
    results: str | None


def tables_of_group(store: Storage, group_id: str) -> list[Kept]:
    """Return all tables of a group that are not deleted, ordered by id."""
    # The stored hash names the newest line and the rules, so a change of either invalidates the results.
    sql = (
        "SELECT id, newest, CASE WHEN results.hash = newest || ? THEN results END FROM group_tables "
        "JOIN tables ON tables.id = group_tables.table_id LEFT JOIN results ON results.table_id = tables.id "
        "WHERE group_id = ? AND NOT EXISTS "
        "(SELECT 1 FROM members WHERE members.table_id = tables.id AND list = ?) ORDER BY id"
    )
    return [Kept(*row) for row in store.query(sql, _digest_rules(), group_id, DELETED)]


def list_without_results(store: Storage, after: str, most: int) -> list[Kept]:
    """Return at most `most` tables of groups without results under the current rules, ordered by id.

    Only ids after `after` are returned.
    """
    sql = (
        "SELECT id, newest, NULL FROM tables LEFT JOIN results ON results.table_id = tables.id "
        "WHERE id > ? AND (results.hash IS NULL OR results.hash != newest || ?) "
        "AND EXISTS (SELECT 1 FROM group_tables WHERE group_tables.table_id = tables.id) ORDER BY id LIMIT ?"
    )
    return [Kept(*row) for row in store.query(sql, after, _digest_rules(), most)]


def keep_results(store: Storage, kept: Sequence[Kept] | Iterable[Kept]) -> None:
    """Store results of tables. Each is valid while the line with its hash is the newest."""
    with store.transaction() as conn:
        conn.executemany(
            "INSERT INTO results VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET "
            "hash = excluded.hash, results = excluded.results",
            # Sorted, so that two processes lock rows in the same order and cannot deadlock.
            sorted((row.table_id, row.hash + _digest_rules(), row.results) for row in kept),
        )


@cache
def _digest_rules() -> str:
    """Return a short digest of the rules, which invalidates results stored by another release."""
    return f" {sha256(b''.join(file.read_bytes() for file in list_rule_files())).hexdigest()[:12]}"


def list_rule_files() -> list[Path]:
    """Return the files on which the results of a table depend: code, and the pads that come with the app."""
    package = Path(__file__).parent.parent
    # Any change of these files counts: computing results again is cheap, a wrong one is not.
    code = [file for folder in ("games", "table") for file in (package / folder).rglob("*.py")]
    return sorted([*code, *(package / "pads").glob("*.toml")])
