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
        found = self._read("SELECT text FROM pads WHERE slug = ?", slug)
        return found[0][0] if found else None

    def pads_of(self, keeper: str) -> list[str]:
        """The pads in the list of a phone or a group, the one that came last first."""
        sql = "SELECT slug FROM kept_pads WHERE keeper = ? ORDER BY at DESC, slug"
        return [slug for (slug,) in self._read(sql, keeper)]

    def keep_pad(self, text: str, keeper: str, now: int, instead: str = "") -> str:
        """Keep a pad in the list of a phone or a group and return its slug; `instead` leaves that list.

        The same text again is kept once. Raises Full.
        """
        slug = slug_of(text)
        with self._write(browser=keeper) as conn:
            keep_text(conn, slug, text)
            if instead != slug:
                conn.execute("DELETE FROM kept_pads WHERE keeper = ? AND slug = ?", (keeper, instead))
            there = conn.execute(
                "SELECT count(*) FROM kept_pads WHERE keeper = ? AND slug != ?", (keeper, slug)
            ).fetchone()
            if there[0] >= MOST_KEPT:
                raise Full
            conn.execute(
                "INSERT INTO kept_pads VALUES (?, ?, ?) ON CONFLICT (keeper, slug) DO UPDATE SET at = excluded.at",
                (keeper, slug, now),
            )
        return slug

    def let_go_of_pad(self, slug: str, keeper: str) -> None:
        """Take a pad off the list of a phone or a group; its text stays, for tables that are scored by it."""
        with self._write(browser=keeper) as conn:
            conn.execute("DELETE FROM kept_pads WHERE keeper = ? AND slug = ?", (keeper, slug))


def keep_text(conn: Connection, slug: str, text: str) -> None:
    """Keep the text of a pad within a transaction."""
    conn.execute("INSERT INTO pads VALUES (?, ?) ON CONFLICT (slug) DO NOTHING", (slug, text))
