"""Long journals, written directly into the database: marks overwritten again and again in the same rounds."""

from itertools import cycle, islice

from scorekeeper.storage.store import Store
from scorekeeper.table.journal import dump
from tests.support.tables import Played


def extend_journal(store: Store, table_id: str, played: Played, lines: int, browser: str) -> None:
    """Add lines to a table until it has `lines`."""
    first = store.newest(table_id)
    texts = islice(cycle([dump(act) for act in played.acts]), lines - first.seq)
    at = store.lines(table_id)[-1].at
    rows = [(table_id, seq, f"{seq:032x}", at, browser, text) for seq, text in enumerate(texts, first.seq + 1)]
    with store.transaction(table_id) as conn:
        conn.executemany("INSERT INTO lines (table_id, seq, op, at, browser, act) VALUES (?, ?, ?, ?, ?, ?)", rows)
