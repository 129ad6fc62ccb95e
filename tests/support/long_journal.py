"""Long journals, written directly into the database: marks overwritten again and again in the same rounds."""

from itertools import cycle, islice

from scorekeeper.storage import journals
from scorekeeper.storage.journals import JournalEnd, make_row
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import By, dump
from tests.support.tables import Played


def extend_journal(store: Store, table_id: str, played: Played, lines: int, browser: str) -> None:
    """Add lines to a table until it has `lines`."""
    row = journals.list_rows(store, table_id)[-1]
    end = JournalEnd(row[0], row[2], row[-1])
    rows = []
    for text in islice(cycle([dump(act) for act in played.acts]), lines - end.seq):
        row, end = make_row(table_id, end, f"{end.seq:032x}", text, By(browser), end.at)
        rows.append((table_id, *row))
    with store.transaction(table_id) as conn:
        conn.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        conn.execute("UPDATE tables SET newest = ? WHERE id = ?", (end.hash, table_id))
