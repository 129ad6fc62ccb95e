"""Plays as comma-separated values for any spreadsheet: a line for each player and table, and one for each round.

After RFC 4180: CRLF, quotes doubled. What a person typed and a spreadsheet would take for a formula begins with an
apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from scorekeeper.games.pad import Seat
from scorekeeper.table.results import begun
from scorekeeper.table.table import Table

FORMULAS = ("=", "+", "-", "\u2212", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")

Names = Mapping[str, Mapping[Seat, str]]
"""What the persons in the seats of a table are called in their group."""

TABLE_HEAD = ("table", "game", "edition", "day", "over", "seat", "player", "rounds", "points", "place", "won")

ROUND_HEAD = ("table", "game", "edition", "day", "round", "decided", "seat", "player", "points", "place", "total")


def tables_csv(tables: Iterable[Table], names: Names) -> str:
    """A line for each player of each table: points, place, and whether they won."""
    return _csv(TABLE_HEAD, (line for table in tables for line in _of_table(table, names.get(table.id, {}))))


def rounds_csv(tables: Iterable[Table], names: Names) -> str:
    """A line for each player of each round."""
    return _csv(ROUND_HEAD, (line for table in tables for line in _of_rounds(table, names.get(table.id, {}))))


def _of_table(table: Table, names: Mapping[Seat, str]) -> Iterator[list[object]]:
    now = table.standings()
    head = [table.id, table.game.slug, _edition(table), day(begun(table, table.rounds))]
    for seat in now.totals:
        place, won = now.places.get(seat, "") if now.rounds else "", int(seat in now.winners)
        who = harmless(names.get(seat, table.setup.name(seat)))
        over = int(not table.goes_on)
        yield [*head, over, seat + 1, who, len(now.rounds), now.totals[seat], place, won]


def _of_rounds(table: Table, names: Mapping[Seat, str]) -> Iterator[list[object]]:
    head = [table.id, table.game.slug, _edition(table)]
    for round in range(1, table.rounds + 1):
        sheet, after = table.sheet(round), table.standings(round)
        for seat in filter(lambda seat: sheet.plays(seat, round), table.setup.seats(round)):
            place = sheet.ranks[seat] if sheet.decided else ""
            who = harmless(names.get(seat, table.setup.name(seat)))
            played = [day(begun(table, round)), round, int(sheet.decided)]
            yield [*head, *played, seat + 1, who, sheet.totals[seat], place, after.totals[seat]]


def _edition(table: Table) -> str:
    """The edition that is played, or what the table calls what it plays."""
    options = table.setup.options
    return harmless(table.game.named(options) or str(options.get("edition", "")))


def _csv(head: Iterable[str], lines: Iterable[list[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(lines)
    return out.getvalue()


def harmless(text: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def day(at: int) -> str:
    """The day of a time in seconds since 1970, here, as numbers."""
    return datetime.fromtimestamp(at).astimezone().date().isoformat()
