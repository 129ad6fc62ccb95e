"""Formats in which a group or a table can be exported."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from babel.dates import format_date

from scorekeeper.exchange import bgstats, native, spreadsheets
from scorekeeper.exchange.native import TRANSCRIPT, list_lines, mark_phone
from scorekeeper.games.pad import Seat, format_points
from scorekeeper.group.group import Group
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, join_sentences, speak
from scorekeeper.nights import find_night_date
from scorekeeper.table.journal import find_rounds
from scorekeeper.table.results import find_start, summarise_table
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line
from scorekeeper.version import VERSION


class Export(NamedTuple):
    """Tables to export, earliest first."""

    tables: tuple[Table, ...]
    group: Group | None = None
    """The group they belong to, or None for a table exported alone."""

    @property
    def stem(self) -> str:
        """The name of the exported file without its extension."""
        return f"group-{self.group.id}" if self.group else f"{self.tables[0].game.slug}-{self.tables[0].id}"

    def persons(self, table: Table) -> Mapping[Seat, str]:
        """Return the ids of the group members at a table by seat. Empty without a group."""
        return self.group.find_persons(table.id) if self.group else {}

    def names(self, table: Table) -> Mapping[Seat, str]:
        """Return the names of the group members at a table by seat. Empty without a group."""
        return {seat: self.group.names[person] for seat, person in self.persons(table).items()} if self.group else {}

    @property
    def named(self) -> list[spreadsheets.NamedTable]:
        """All tables, each with the names of its group members by seat."""
        return [(table, self.names(table)) for table in self.tables]

    @property
    def plays(self) -> list[bgstats.BGStatsPlay]:
        """The finished games of all tables."""
        return [
            bgstats.BGStatsPlay(table, result, self.names(table), self.persons(table))
            for table in self.tables
            for result in summarise_table(table).results
        ]


def export_group(group: Group, tables: Iterable[Table]) -> Export:
    """Return a group and its tables as an export, with the tables in the order of their last rounds."""
    return Export(tuple(sorted(tables, key=lambda table: (find_start(table, table.rounds), table.id))), group)


def write_own_file(export: Export, language: str) -> str:
    """Return an export as a Scorekeeper file (JSON). In a group, tables with secret choices are left out.

    Raise Malformed while a choice is secret at a table exported alone. `language` has no influence.
    """
    if export.group:
        return native.serialise(native.export_group(export.group, export.tables))
    return native.serialise(
        native.Package(None, (native.export_table(export.tables[0]),), native.list_pads(export.tables))
    )


def write_transcripts(export: Export) -> str:
    """Return the transcripts of all tables. In a group, tables with secret choices are left out.

    Raise Malformed while a choice is secret at a table exported alone.
    """
    tables = [table for table in export.tables if not export.group or not native.has_secrets(table)]
    return "\n".join(map(write_transcript, tables))


def summarise(export: Export, language: str) -> str:
    """Return a short summary of each table as plain text for a chat message, latest first."""
    return "\n".join(_summarise_table(table, export.names(table), language) for table in export.tables[::-1])


def _summarise_table(table: Table, names: Mapping[Seat, str], language: str) -> str:
    """Return game and day, the headline, and the players as lines of text. Players without a place come last.

    The others are in order of place. Before the first result, no players are listed.
    """
    standings = table.standings()
    locale = {"en": "en_GB"}.get(language, language)
    day = format_date(find_night_date(find_start(table, table.rounds)), "full", locale=locale)
    lines = [f"{bgstats.game_name(table, language)}, {day}"]
    if table.headline:
        lines.append(speak(join_sentences([table.headline, *table.late]), catalogue(language)))
    for place, side in table.by_place if standings.rounds else ():
        who = " & ".join(names.get(seat, table.setup.name(seat)) for seat in side)
        total = standings.format_total(side[0])
        lines.append(f"{place}{'. ' if place.isdigit() else ' '}{who} {total}".rstrip())
    return "\n".join(lines) + "\n"


class Format(NamedTuple):
    """An export format."""

    media_type: str
    """The media type of its files."""
    write: Callable[[Export, str], str]
    """Turns an export into a file, in the language with a code."""
    label: Text
    about: Text


FORMATS: dict[str, Format] = {
    "scorekeeper.json": Format(
        "application/json",
        write_own_file,
        Text("Scorekeeper file"),
        Text("Everything, to import into another Scorekeeper or to keep as a backup. The file gives nobody access."),
    ),
    "tables.csv": Format(
        "text/csv",
        lambda export, language: spreadsheets.format_tables(export.named),
        Text("Spreadsheet of tables"),
        Text("One row per player per table."),
    ),
    "rounds.csv": Format(
        "text/csv",
        lambda export, language: spreadsheets.format_rounds(export.named),
        Text("Spreadsheet of rounds"),
        Text("One row per player per round."),
    ),
    "plays.bgsplay": Format(
        "application/json",
        lambda export, language: bgstats.build_file(export.plays, language),
        Text("Plays for BG Stats"),
        Text("All finished games. Sending them twice does not create duplicates."),
    ),
    "transcript.txt": Format(
        "text/plain",
        lambda export, language: write_transcripts(export),
        Text("Transcript"),
        Text("Every entry in English, as text to read and keep."),
    ),
    "text.txt": Format(
        "text/plain", summarise, Text("Text for a chat message"), Text("A short summary of each table.")
    ),
}
"""The export formats, by file extension."""


def write_transcript(table: Table) -> str:
    """Return a whole table as English text for people: each entry, the time, the phone, and the result.

    Time, phone and the player whose phone it is stand before the first entry, and again where they change. Raise
    Malformed while a choice at the table is still secret.
    """
    game = table.game
    body, author, rounds = list[str](), "", 0
    for line in list_lines(table):
        setup = table.setup_before(line.seq + 1)
        assert setup
        if (newest := max(find_rounds(line.act), default=0)) > rounds:
            rounds = newest
            body += ["", f"{game.round_name} {rounds}"]
        seat, time = line.by.seat, datetime.fromtimestamp(line.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        who = () if seat is None or seat >= len(setup.players) else (setup.name(seat),)
        if (by := ", ".join((time, f"phone {mark_phone(line.by.browser)[1:5]}", *who))) != author:
            author = by
            body += [author] if body else ["", author]
        # On one line, whatever white space a name or a remark contains.
        said = str(describe_line(table, line, setup)).split()
        body.append(f"{line.seq:>3}  {' '.join(said)}")
    head = [TRANSCRIPT, f"version: {VERSION}", f"game: {game.name_for(table.setup.options)}", f"table: {table.id}"]
    points = ", ".join(
        f"{table.setup.name(seat)} {format_points(total)}" for seat, total in table.standings().totals.items()
    )
    headline = (table.headline, *table.late) if table.headline else ()
    result = f"Result: {points}. {' '.join(map(str, headline))}".split()
    return "\n".join([*head, *body, "", " ".join(result)]) + "\n"
