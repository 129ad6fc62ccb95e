"""Formats in which a group or a table can be exported, and the reader for those that can be imported."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from babel.dates import format_date

from scorekeeper.exchange import bgstats, own, sheets, transcript
from scorekeeper.games.pad import Seat, signed
from scorekeeper.group.group import Group
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.table.results import begun
from scorekeeper.table.table import Table


class Taken(NamedTuple):
    """Tables to export, earliest first, and the group they belong to or None."""

    tables: tuple[Table, ...]
    group: Group | None = None

    @property
    def stem(self) -> str:
        """The file name without its ending."""
        return f"group-{self.group.id}" if self.group else f"{self.tables[0].game.slug}-{self.tables[0].id}"

    def persons(self, table: Table) -> Mapping[Seat, str]:
        """Return the ids of the group members at a table, by seat. Empty without a group."""
        return self.group.seated(table.id) if self.group else {}

    def names(self, table: Table) -> Mapping[Seat, str]:
        """Return the group's names of the players at a table, by seat. Empty without a group."""
        return {seat: self.group.names[person] for seat, person in self.persons(table).items()} if self.group else {}

    @property
    def all_names(self) -> sheets.Names:
        """The group's names of the players at all tables, by table id and seat."""
        return {table.id: self.names(table) for table in self.tables}

    @property
    def plays(self) -> list[bgstats.Play]:
        """The finished games of all tables."""
        return [play for one in self.tables for play in bgstats.plays(one, self.names(one), self.persons(one))]


def of_group(group: Group, tables: Iterable[Table]) -> Taken:
    """Return a group and its tables as an export, the tables in the order of their last rounds."""
    return Taken(tuple(sorted(tables, key=lambda table: (begun(table, table.rounds), table.id))), group)


def own_file(taken: Taken, language: str) -> str:
    """Return the Scorekeeper file (JSON). Raise Malformed while a choice is secret at a table exported alone."""
    if taken.group:
        return own.written(own.of_group(taken.group, taken.tables))
    return own.written(own.Package(None, (own.of_table(taken.tables[0]),), own.pads_of(taken.tables)))


def transcripts(taken: Taken) -> str:
    """Return the transcripts of all tables. In a group, tables with secret choices are left out.

    Raise Malformed while a choice is secret at a table exported alone.
    """
    tables = [table for table in taken.tables if not taken.group or not own.secret(table)]
    return "\n".join(map(transcript.written, tables))


def read(source: bytes, *, results: bool = False) -> own.Package:
    """Parse a Scorekeeper file or transcripts. Raise Malformed if it is neither, or damaged.

    `results`: the totals in a transcript must match the scores of this release.
    """
    return transcript.read(source, results=results) if transcript.is_one(source) else own.read(source)


def for_a_chat(taken: Taken, language: str) -> str:
    """Return a short summary of each table as plain text for a chat message, latest first."""
    return "\n".join(_in_lines(table, taken.names(table), language) for table in taken.tables[::-1])


def _in_lines(table: Table, names: Mapping[Seat, str], language: str) -> str:
    """Return game, day, headline, and the players by place. Players without a place come last."""
    now = table.standings()
    lines = [f"{bgstats.game_name(table, language)}, {_day(table, language)}"]
    if table.headline:
        lines.append(speak(table.headline, catalogue(language)))
    for place, side in table.by_place if now.rounds else ():
        who = " & ".join(names.get(seat, table.setup.name(seat)) for seat in side)
        lines.append(f"{place}{'. ' if place.isdigit() else ' '}{who} {signed(now.totals[side[0]])}")
    return "\n".join(lines) + "\n"


def _day(table: Table, language: str) -> str:
    day = datetime.fromtimestamp(begun(table, table.rounds), UTC).astimezone().date()
    return str(format_date(day, "full", locale={"en": "en_GB"}.get(language, language)))


class Form(NamedTuple):
    """An export format: media type, a function from tables and language to text, label and explanation."""

    kind: str
    made: Callable[[Taken, str], str]
    label: Text
    about: Text


FORMS: dict[str, Form] = {
    "scorekeeper.json": Form(
        "application/json",
        own_file,
        Text("Scorekeeper file"),
        Text("Everything, to import into another Scorekeeper or to keep as a backup. The file gives nobody access."),
    ),
    "tables.csv": Form(
        "text/csv",
        lambda taken, language: sheets.tables_csv(taken.tables, taken.all_names),
        Text("Spreadsheet of tables"),
        Text("One row per player per table."),
    ),
    "rounds.csv": Form(
        "text/csv",
        lambda taken, language: sheets.rounds_csv(taken.tables, taken.all_names),
        Text("Spreadsheet of rounds"),
        Text("One row per player per round."),
    ),
    "plays.bgsplay": Form(
        "application/json",
        lambda taken, language: bgstats.file(taken.plays, language),
        Text("Plays for BG Stats"),
        Text("All finished games. Sending them twice does not create duplicates."),
    ),
    "transcript.txt": Form(
        "text/plain",
        lambda taken, language: transcripts(taken),
        Text("Transcript"),
        Text("Every entry and what the app made of it, as text you can read, keep and import again."),
    ),
    "text.txt": Form("text/plain", for_a_chat, Text("Text for a chat message"), Text("A short summary of each table.")),
}
"""The export formats, by the ending of the file name."""
