"""The pads that people made, each kept once by its text, and who keeps which in a list; a part of the store."""

from contextlib import AbstractContextManager
from typing import Any

from scorekeeper.games.pads.own import slug_of
from scorekeeper.storage.contract import Connection

MOST_KEPT = 100
"""Pads in the list of a phone or a group."""


class Full(Exception):
    """This phone or group keeps as many pads as it may."""


class KeptPads:
    """Pads by their slugs. A text that was kept once stays: tables may name it for ever."""

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def _write(self, table_id: str = "", browser: str = "") -> AbstractContextManager[Connection]:
        raise NotImplementedError

    def pad(self, slug: str) -> str | None:
        """The text of a pad, if it is kept here."""
        rows = self._read("SELECT text FROM pads WHERE slug = ?", slug)
        return rows[0][0] if rows else None

    def pads_of(self, keeper: str) -> list[str]:
        """The pads in the list of a phone or a group, the one that came last first."""
        sql = "SELECT slug FROM kept_pads WHERE keeper = ? AND newer = '' ORDER BY at DESC, slug"
        return [slug for (slug,) in self._read(sql, keeper)]

    def newest_pads(self, keeper: str) -> dict[str, str]:
        """Every pad that is or was in the list of a phone or a group, with the one that stands in its place now."""
        return {
            slug: newer or slug
            for slug, newer in self._read("SELECT slug, newer FROM kept_pads WHERE keeper = ?", keeper)
        }

    def keep_pad(self, text: str, keeper: str, now: int, instead: str = "") -> str:
        """Keep a pad in the list of a phone or a group and return its slug; it takes the place of `instead` there.

        The same text again is kept once. Raises Full.
        """
        slug = slug_of(text)
        with self._write(browser=keeper) as conn:
            keep_text(conn, slug, text)
            at = _replaced(conn, keeper, instead, slug, now) if instead not in ("", slug) else now
            there = conn.execute(
                "SELECT count(*) FROM kept_pads WHERE keeper = ? AND slug != ? AND newer = ''", (keeper, slug)
            ).fetchone()
            if there[0] >= MOST_KEPT:
                raise Full
            conn.execute(
                "INSERT INTO kept_pads (keeper, slug, at) VALUES (?, ?, ?)"
                " ON CONFLICT (keeper, slug) DO UPDATE SET at = excluded.at, newer = ''",
                (keeper, slug, at),
            )
        return slug

    def let_go_of_pad(self, slug: str, keeper: str) -> None:
        """Take a pad off the list of a phone or a group; its text stays, for tables that are scored by it."""
        with self._write(browser=keeper) as conn:
            conn.execute("DELETE FROM kept_pads WHERE keeper = ? AND ? IN (slug, newer)", (keeper, slug))


def _replaced(conn: Connection, keeper: str, old: str, new: str, now: int) -> int:
    """Put a pad and all that it once took the place of behind a new one; since when its place is in the list."""
    conn.execute(
        "INSERT INTO kept_pads (keeper, slug, at) SELECT ?, slug, ? FROM pads WHERE slug = ?"
        " ON CONFLICT (keeper, slug) DO NOTHING",
        (keeper, now, old),
    )
    place = conn.execute("SELECT at FROM kept_pads WHERE keeper = ? AND slug = ?", (keeper, old)).fetchone()
    conn.execute("UPDATE kept_pads SET newer = ? WHERE keeper = ? AND ? IN (slug, newer)", (new, keeper, old))
    return int(place[0]) if place else now


def keep_text(conn: Connection, slug: str, text: str) -> None:
    """Keep the text of a pad within a transaction."""
    conn.execute("INSERT INTO pads VALUES (?, ?) ON CONFLICT (slug) DO NOTHING", (slug, text))
