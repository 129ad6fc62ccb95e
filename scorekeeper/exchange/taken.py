"""What can be taken along of a group or a table, in each of its forms."""

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
    """What is taken along: tables, the earliest first, and the group that they belong to, if it is one."""

    tables: tuple[Table, ...]
    group: Group | None = None

    @property
    def stem(self) -> str:
        """How its files are called."""
        return f"group-{self.group.id}" if self.group else f"{self.tables[0].game.slug}-{self.tables[0].id}"

    def persons(self, table: Table) -> Mapping[Seat, str]:
        """Who sat in which seat of a table, by the number in the group."""
        return self.group.seated(table.id) if self.group else {}

    def names(self, table: Table) -> Mapping[Seat, str]:
        """What they are called in the group."""
        return {seat: self.group.names[person] for seat, person in self.persons(table).items()} if self.group else {}

    @property
    def all_names(self) -> sheets.Names:
        """The same of all tables."""
        return {table.id: self.names(table) for table in self.tables}

    @property
    def plays(self) -> list[bgstats.Play]:
        """The games that are over."""
        return [play for one in self.tables for play in bgstats.plays(one, self.names(one), self.persons(one))]


def of_group(group: Group, tables: Iterable[Table]) -> Taken:
    """A group with its tables."""
    return Taken(tuple(sorted(tables, key=lambda table: (begun(table, table.rounds), table.id))), group)


def own_file(taken: Taken, language: str) -> str:
    """The file that holds all of it. Raises Malformed while something is secret at the table."""
    if taken.group:
        return own.written(own.of_group(taken.group, taken.tables))
    return own.written(own.Package(None, (own.of_table(taken.tables[0]),), own.pads_of(taken.tables)))


def transcripts(taken: Taken) -> str:
    """Each table line by line, but for those of a group where something is still secret. Raises Malformed."""
    tables = [table for table in taken.tables if not taken.group or not own.secret(table)]
    return "\n".join(map(transcript.written, tables))


def read(source: bytes, *, results: bool = False) -> own.Package:
    """What a file holds that was taken along, whichever it is; `results` as for a transcript. Raises Malformed."""
    return transcript.read(source, results=results) if transcript.is_one(source) else own.read(source)


def for_a_chat(taken: Taken, language: str) -> str:
    """Each table in a few lines of plain words to paste in a chat, the latest first."""
    return "\n".join(_in_lines(table, taken.names(table), language) for table in taken.tables[::-1])


def _in_lines(table: Table, names: Mapping[Seat, str], language: str) -> str:
    """The game, the day, who won, and what everybody has, the best first; who has no place comes last."""
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
    """A form in which something is taken along: its media type, what makes it in a language, and what it is for."""

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
"""The forms by the end of their names."""
