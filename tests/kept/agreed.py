"""A thousand random rounds that everybody agreed to, as journals. `tools/agreed.py` writes those of each release."""

import gzip
import json
from pathlib import Path

from scorekeeper.table.journal import Act, By, Line, load
from scorekeeper.table.table import StoredTable, Table, fold_table

FOLDER = Path(__file__).parent
MANY = 1_000


def journals(release: str) -> list[tuple[Table, str]]:
    """Return the tables of a release as replayed today, with the slugs of their games."""
    lines = gzip.decompress((FOLDER / f"{release}.jsonl.gz").read_bytes()).decode().splitlines()
    kept = [json.loads(line) for line in lines]
    return [(table(slug, [load(text) for text in texts]), slug) for slug, texts in kept]


def table(slug: str, acts: list[Act]) -> Table:
    """Return a table with these lines."""
    lines = [Line(seq, f"op{seq}", 1_790_000_000, By("b"), act) for seq, act in enumerate(acts, 1)]
    return fold_table(StoredTable("t", slug, "BCDFG", 0, 0), lines)


def read_end(played: Table) -> dict[str, object]:
    """Return how a game has ended, as JSON: the kind of its end, totals, places and winners."""
    standings = played.standings()
    assert standings.end
    return {
        "kind": standings.end.why.message,
        "totals": list(standings.totals.values()),
        "places": [standings.places.get(seat) for seat in standings.totals],
        "winners": list(standings.winners),
    }


def finished(release: str) -> list[tuple[str, Table, dict[str, object]]]:
    """Return the finished games of a release as replayed today, with the keys of their games and the kept results."""
    lines = gzip.decompress((FOLDER / f"ends-{release}.json.gz").read_bytes()).decode().splitlines()
    kept = [json.loads(line) for line in lines]
    return [(slug, table(slug, [load(text) for text in texts]), result) for slug, texts, result in kept]
