"""Drafts of pads, one row per browser and draft, with the draft as JSON."""

import json
from contextlib import suppress
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.games.pads.draft import Draft, map_texts, write_draft
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.contract import Storage, Transaction
from scorekeeper.table.erasing import replace_name

MOST_DRAFTS = 12
"""Maximum number of drafts of a browser."""

KEPT = 60 * 24 * 3600
"""Seconds for which a draft is stored after its last change."""

KEPT_CLOSED = 3600
"""Seconds for which a browser is offered to change the pad that it saved last, or to restore its last deleted draft."""

OPEN_DRAFT, SAVED_DRAFT, DELETED_DRAFT = "open", "saved", "deleted"
"""States of a draft."""


class StoredDraft(NamedTuple):
    """A draft of a pad."""

    draft: Draft
    base: str = ""
    """The slug of the saved pad that it changes, "" if it changes none; once saved, that of the new pad."""
    mark: str = ""
    """Identifies it among the drafts of its browser."""
    group: str = ""
    """The id of the group for which it is made, or ""."""
    state: str = OPEN_DRAFT

    @property
    def called(self) -> str:
        """The name of the draft, or the label of its first row if it has no name."""
        return self.draft.name or next((row.label for row in self.draft.rows), "…")

    @property
    def open(self) -> bool:
        """Whether the draft is neither saved nor deleted."""
        return self.state == OPEN_DRAFT

    def serialise(self) -> str:
        """Return the draft as JSON, without its mark and state."""
        return json.dumps({"base": self.base, "group": self.group, "content": self.draft.content})

    @classmethod
    def load(cls, mark: str, state: str, text: str) -> "StoredDraft":
        """Return the draft that `serialise` returned as JSON. Raise ValueError if it is damaged."""
        try:
            stored = json.loads(text)
            draft = Draft(stored["content"])
            # Damaged content cannot be written.
            write_draft(draft)
            return cls(draft, stored["base"], mark, stored["group"], state)
        except (KeyError, TypeError, AttributeError, StopIteration, RecursionError) as wrong:
            raise ValueError(f"draft {mark}") from wrong


def drafts_of(store: Storage, browser: str, now: int) -> list[StoredDraft]:
    """Return the drafts of a browser, latest first. Only the first one can be saved or deleted."""
    sql = (
        "SELECT mark, state, draft FROM drafts "
        "WHERE browser = ? AND at >= CASE state WHEN 'open' THEN ? ELSE ? END ORDER BY place DESC"
    )
    drafts = []
    for row in store.query(sql, browser, now - KEPT, now - KEPT_CLOSED):
        # A damaged draft is reported by `scorekeeper check`. It must not hide the others.
        with suppress(ValueError):
            drafts.append(StoredDraft.load(*row))
    return drafts


def keep_draft(store: Storage, browser: str, stored: StoredDraft, now: int) -> None:
    """Store a draft as the latest one of its browser, in place of its earlier version.

    Delete what it replaces: saved and deleted drafts of the browser, its oldest ones beyond `MOST_DRAFTS`, and all
    drafts that are too old.
    """
    with store.transaction(browser=browser) as conn:
        drop_old_drafts(conn, now)
        conn.execute(
            "DELETE FROM drafts WHERE browser = ? AND (state != ? OR mark = ?)", (browser, OPEN_DRAFT, stored.mark)
        )
        # Numbered, because the time does not tell the order of two taps in the same second.
        (newest,) = conn.execute("SELECT max(place) FROM drafts WHERE browser = ?", (browser,)).fetchone()
        place = (newest or 0) + 1
        row = (browser, stored.mark, now, place, stored.state, stored.serialise())
        conn.execute("INSERT INTO drafts VALUES (?, ?, ?, ?, ?, ?)", row)
        conn.execute(
            "DELETE FROM drafts WHERE browser = ? AND place NOT IN "
            "(SELECT place FROM drafts WHERE browser = ? ORDER BY place DESC LIMIT ?)",
            (browser, browser, MOST_DRAFTS),
        )


def drop_draft(store: Storage, browser: str, mark: str) -> None:
    """Delete a draft, if it exists."""
    with store.transaction(browser=browser) as conn:
        conn.execute("DELETE FROM drafts WHERE browser = ? AND mark = ?", (browser, mark))


def drop_old_drafts(conn: Transaction, now: int) -> None:
    """Delete the drafts of all browsers that have not been changed for too long, within a transaction."""
    conn.execute("DELETE FROM drafts WHERE at < ?", (now - KEPT,))


def find_damaged_drafts(db: Database) -> list[Text]:
    """Return the faults of an SQLite database in the table of drafts, for `scorekeeper check`."""
    faults = []
    for row in db["drafts"].rows:
        try:
            StoredDraft.load(row["mark"], row["state"], row["draft"])
        except ValueError:
            faults.append(Text("Pad %(pad)s cannot be read.", pad=Literal(row["mark"])))
    return faults


def remove_name(conn: Transaction, browser: str, name: str) -> None:
    """Replace a name with “…” in the drafts of a browser, within a transaction."""
    stored_rows = conn.execute("SELECT mark, state, draft FROM drafts WHERE browser = ?", (browser,)).fetchall()
    for mark, state, text in stored_rows:
        with suppress(ValueError):
            stored = StoredDraft.load(mark, state, text)
            draft = Draft(map_texts(stored.draft.content, lambda words: replace_name(words, name)))
            if draft != stored.draft:
                changed = stored._replace(draft=draft).serialise()
                conn.execute("UPDATE drafts SET draft = ? WHERE browser = ? AND mark = ?", (changed, browser, mark))
