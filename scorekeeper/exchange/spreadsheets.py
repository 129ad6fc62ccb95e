"""CSV exports for spreadsheets: one row per player per table, or one row per player per round.

The format is RFC 4180, with CRLF line ends and doubled quotes. Text typed by people is escaped if a spreadsheet
would run it as a formula.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.games.pad import Seat
from scorekeeper.nights import find_night_date
from scorekeeper.table.results import find_start
from scorekeeper.table.table import Table

FORMULA_SIGNS = ("=", "+", "-", "\u2212", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""First characters of cells that spreadsheets read as formulas, including full-width forms and a true minus sign."""

NamedTable = tuple[Table, Mapping[Seat, str]]
"""A table with the names of its group members by seat."""

TABLE_HEAD = ("table", "game", "edition", "day", "over", "seat", "player", "rounds", "points", "place", "won", "joined")

ROUND_HEAD = ("table", "game", "edition", "day", "round", "decided", "seat", "player", "points", "place", "total")


def format_tables(tables: Iterable[NamedTable]) -> str:
    """Return tables as CSV, with one row per player per table: points, place and whether they won."""
    return _format_csv(TABLE_HEAD, (line for table, names in tables for line in _list_players(table, names)))


def format_rounds(tables: Iterable[NamedTable]) -> str:
    """Return rounds as CSV, with one row per player per round: points, place in the round and the total after it."""
    return _format_csv(ROUND_HEAD, (line for table, names in tables for line in _list_rounds(table, names)))


def _list_players(table: Table, names: Mapping[Seat, str]) -> Iterator[list[object]]:
    standings = table.standings()
    head = [table.id, table.game.slug, _find_edition(table), format_day(find_start(table, table.rounds))]
    for seat in standings.totals:
        place, won = standings.ranking.get(seat, "") if standings.rounds else "", int(seat in standings.winners)
        who = escape_formula(names.get(seat, table.setup.name(seat)))
        over = int(not table.goes_on)
        points = standings.totals[seat] if standings.scored else ""
        result = [len(standings.rounds), points, place, won, standings.find_joining(seat)]
        yield [*head, over, seat + 1, who, *result]


def _list_rounds(table: Table, names: Mapping[Seat, str]) -> Iterator[list[object]]:
    head = [table.id, table.game.slug, _find_edition(table)]
    for round in range(1, table.rounds + 1):
        sheet, after = table.sheet(round), table.standings(round)
        for seat in filter(lambda seat: sheet.plays(seat, round), table.setup.seats(round)):
            place = table.rank_round(round).get(seat, "") if sheet.decided else ""
            who = escape_formula(names.get(seat, table.setup.name(seat)))
            played = [format_day(find_start(table, round)), round, int(sheet.decided)]
            points = sheet.totals[seat] if after.scored and sheet.knows_points(seat) else ""
            total = after.totals[seat] if after.scored else ""
            yield [*head, *played, seat + 1, who, points, place, total]


def _find_edition(table: Table) -> str:
    """Return the name that a table gave its game, otherwise the edition it plays, otherwise ""."""
    options = table.setup.options
    return escape_formula(table.game.get_own_name(options) or str(options.get("edition", "")))


def _format_csv(head: Iterable[str], lines: Iterable[list[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(lines)
    return out.getvalue()


def escape_formula(text: str) -> str:
    """Return text escaped with an apostrophe if a spreadsheet would read it as a formula."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def format_day(at: int) -> str:
    """Return the date of the game night of a Unix timestamp, such as 2026-11-22."""
    return find_night_date(at).isoformat()
