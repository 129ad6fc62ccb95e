"""Pads that players made, each stored once by its text, and the lists that contain them."""

from scorekeeper.games.own_pads import compute_slug
from scorekeeper.storage.contract import Storage, Transaction

MOST_KEPT = 100
"""Maximum number of pads in the list of a phone or group."""


class Full(Exception):
    """Error: the list of this phone or group is full."""


def find_pad_text(store: Storage, slug: str) -> str | None:
    """Return the text of a pad, or None if it is not stored."""
    rows = store.query("SELECT text FROM pads WHERE slug = ?", slug)
    return rows[0][0] if rows else None


def list_kept_pads(store: Storage, keeper: str) -> list[str]:
    """Return the slugs in the list of a phone or group, latest first."""
    sql = "SELECT slug FROM kept_pads WHERE keeper = ? AND newer = '' ORDER BY at DESC, slug"
    return [slug for (slug,) in store.query(sql, keeper)]


def find_newest_pads(store: Storage, keeper: str) -> dict[str, str]:
    """Return a dict from each pad that is or was in the list of a phone or group to its current version.

    Both are slugs. Pads that were removed from the list are left out.
    """
    return {
        slug: newer or slug for slug, newer in store.query("SELECT slug, newer FROM kept_pads WHERE keeper = ?", keeper)
    }


def keep_pad(store: Storage, text: str, keeper: str, now: int, instead: str = "") -> str:
    """Add a pad to the list of a phone or group and return its slug.

    `instead` is the slug of a pad that the new one replaces in the list, if any. Adding the same text again
    does not duplicate it. Raise Full if the list is full.
    """
    slug = compute_slug(text)
    with store.transaction(browser=keeper) as conn:
        store_text(conn, slug, text)
        at = _replace(conn, keeper, instead, slug, now) if instead not in ("", slug) else now
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


def let_go_of_pad(store: Storage, slug: str, keeper: str) -> None:
    """Remove a pad and its earlier versions from the list of a phone or group.

    Its text stays for tables that use it.
    """
    with store.transaction(browser=keeper) as conn:
        conn.execute("DELETE FROM kept_pads WHERE keeper = ? AND ? IN (slug, newer)", (keeper, slug))


def _replace(conn: Transaction, keeper: str, old: str, new: str, now: int) -> int:
    """Replace a pad and its earlier versions with a new one in the list of a phone or group.

    Return the Unix time that determines the place of the new pad in the list.
    """
    # Also if only the group has the old pad, so that this phone is not offered it beside the new one.
    conn.execute(
        "INSERT INTO kept_pads (keeper, slug, at) SELECT ?, slug, ? FROM pads WHERE slug = ?"
        " ON CONFLICT (keeper, slug) DO NOTHING",
        (keeper, now, old),
    )
    place = conn.execute("SELECT at FROM kept_pads WHERE keeper = ? AND slug = ?", (keeper, old)).fetchone()
    conn.execute("UPDATE kept_pads SET newer = ? WHERE keeper = ? AND ? IN (slug, newer)", (new, keeper, old))
    return int(place[0]) if place else now


def store_text(conn: Transaction, slug: str, text: str) -> None:
    """Store the text of a pad, unless it is stored already, within a transaction."""
    # The slug is the hash of the text, so an existing row has the same text.
    conn.execute("INSERT INTO pads VALUES (?, ?) ON CONFLICT (slug) DO NOTHING", (slug, text))
