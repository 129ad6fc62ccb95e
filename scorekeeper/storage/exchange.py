"""Import and export of groups and tables.

An import is complete or changes nothing, and never changes existing tables.
"""

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scorekeeper.exchange import native
from scorekeeper.exchange.checks import could_be_typed
from scorekeeper.exchange.formats import FORMATS, Export, export_group
from scorekeeper.exchange.native import Package, StoredJournal
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.group import lines as group_lines
from scorekeeper.group.group import MOST_PERSONS, Group
from scorekeeper.language.text import Literal, Text, speak
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.backup import backup
from scorekeeper.storage.check import replay_journal
from scorekeeper.storage.contract import DamagedLine, Unwritable
from scorekeeper.storage.files import DATABASE
from scorekeeper.storage.groups import Groups, open_groups
from scorekeeper.storage.pads import find_pad_text
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table import journal as table_journal
from scorekeeper.table.journal import By, Line
from scorekeeper.table.results import Results, summarise_table
from scorekeeper.table.table import StoredTable, fold_table
from scorekeeper.table.wording import describe_line, with_all_players

TOO_LONG = Text(
    "This file takes too long to process here. Nothing was imported. The person who runs this server "
    "can import it with the command scorekeeper import."
)


class Imported(NamedTuple):
    """Result of an import."""

    id: str
    """The id of the imported group or, if the file has no group, of its first table."""
    is_group: bool
    tables: int
    """The number of new tables."""


class NewParts(NamedTuple):
    """Parts of a file that are not in the database yet: journals, one of which may be the group, and slugs of pads."""

    journals: tuple[StoredJournal, ...]
    pads: tuple[str, ...]

    @property
    def things(self) -> int:
        """The number of new journals and pads."""
        return len(self.journals) + len(self.pads)


def find_new_parts(groups: Groups, package: Package) -> NewParts:
    """Return the parts of a file that are not in the database yet.

    Raise Malformed if the database has a journal of the file with other lines.
    """
    new = tuple(journal for journal in package.tables if not _exists(groups, journal))
    if package.group and not _group_exists(groups, package, package.group, {journal.id for journal in new}):
        new = (*new, package.group)
    return NewParts(new, tuple(slug for slug in package.games if find_pad_text(groups.store, slug) is None))


def import_package(
    groups: Groups,
    package: Package,
    browser: str = "",
    coming: NewParts | None = None,
    seconds: float = float("inf"),
) -> Imported:
    """Import a file. The browser may then score at its new tables, unless it is "".

    `coming` has the new parts, if already known. A journal that exists with the same lines stays as it is, and the
    browser gets no access to it. A new group gets only tables in the file that are new or at which the browser may
    score.

    Raise Malformed, without writing anything, if the file is invalid or takes longer than `seconds` to check.
    """
    store, now = groups.store, int(time.time())
    made = package.games
    games = {**GAMES, **made}
    new, _ = find_new_parts(groups, package) if coming is None else coming
    tables, until, results = [journal for journal in new if journal.game], time.monotonic() + seconds, {}
    for journal in tables:
        if time.monotonic() > until:
            raise Malformed("", TOO_LONG)
        results[journal.id] = _check_table(journal, games[journal.game])
    group = _fold_group(package, package.group) if package.group and package.group in new else None
    if group and len(group.names) > MOST_PERSONS:
        more = Text("The group in this file has more than %(most)s members. Nothing was imported.", most=MOST_PERSONS)
        raise Malformed("", more)
    pads = {slug: game.file for slug, game in made.items()}
    journals.bring_in(store, tables, browser, now, group, pads)
    if package.group and new:
        # If results cannot be stored, they are computed when they are needed.
        with suppress(Unwritable):
            groups.keep(package.group.id, results)
    first = package.group or package.tables[0]
    return Imported(first.id, package.group is not None, len(tables))


def _fold_group(package: Package, own: StoredJournal) -> Group:
    """Return the group of a file, whose journal is `own`, with those of its tables that are in the file."""
    lines = [
        group_lines.ActLine(seq, line.at, line.phone, group_lines.parse_act(line.act, seq))
        for seq, line in enumerate(own.lines, 1)
    ]
    group = group_lines.fold(StoredTable(own.id, GROUP, "", 0, own.opened), lines)
    # A line may name any table, so it gives the group no table that is not in the file.
    return _with_tables(group, {journal.id for journal in package.tables})


def _with_tables(group: Group, ids: Collection[str]) -> Group:
    return replace(group, seatings={id: seating for id, seating in group.seatings.items() if id in ids})


HERE_OTHERWISE = Text("This is already here, with different entries. Nothing was imported.")


def _exists(groups: Groups, journal: StoredJournal) -> bool:
    """Return whether a table exists with the same lines. Raise Malformed if it exists with other lines."""
    if journals.find_table(groups.store, journal.id) is None:
        return False
    if access.is_group(groups.store, journal.id):
        raise Malformed("", HERE_OTHERWISE)
    table = groups.tables.load(journal.id)
    # While the stored one contains secrets, a comparison would reveal them.
    if native.has_secrets(table) or native.export_table(table) != journal:
        raise Malformed("", HERE_OTHERWISE)
    return True


def _group_exists(groups: Groups, package: Package, own: StoredJournal, new: Collection[str]) -> bool:
    """Return whether the group of a file exists with the same members and tables.

    `new` are the ids of the tables in the file that do not exist yet. Raise Malformed if the group exists and differs.
    """
    if journals.find_table(groups.store, own.id) is None:
        return False
    group = _fold_group(package, own)
    if not access.is_group(groups.store, group.id):
        raise Malformed("", HERE_OTHERWISE)
    stored = groups.load(group.id)
    # An earlier import left out tables to which that phone had no access.
    both = stored.seatings.keys() & group.seatings.keys()
    here, there = (native.export_group(_with_tables(one, both), ()).group for one in (stored, group))
    if here != there or new & group.seatings.keys():
        raise Malformed("", HERE_OTHERWISE)
    return True


def _check_table(journal: StoredJournal, game: Game) -> Results:
    """Return the results of a table. Raise Malformed if its lines could not come from the app."""
    try:
        lines = [
            Line(number, f"in {number}", line.at, By(line.phone, line.seat), table_journal.load(line.act, number))
            for number, line in enumerate(journal.lines, 1)
        ]
        table = fold_table(StoredTable(journal.id, journal.game, "", 0, journal.opened), lines, game)
        # Pages call all of these, and a forged setup could make any of them fail.
        for draw in (game.rows, game.ways, game.rules_in_words, game.rounds, game.lowest_wins):
            draw(table.setup)
        table_results = summarise_table(table)
        # The journal page describes each line as written and as corrected.
        setup = with_all_players(table)
        for line in table.lines:
            corrected = table.known.corrections.apply(line)
            for version in (line,) if corrected is line else (line, corrected):
                speak(describe_line(table, version, setup))
        faults = [*replay_journal(table.stored, game, lines)]
    # A forged journal can cause any error. Whatever it is, the file is invalid.
    except Exception as broken:
        raise Malformed("", native.NOT_OURS) from broken
    if (
        faults
        or not could_be_typed(table)
        or any(not all(seat < game.seats[1] for seat in order) for _, order in table.setup.seating)
    ):
        raise Malformed("", Text("A table in this file breaks the rules of its game. Nothing was imported."))
    return table_results


def collect_group(groups: Groups, group: Group) -> Export:
    """Return a group with all its tables that are readable and not deleted, for export."""
    tables = []
    for table_id in groups.played(group).results:
        with suppress(DamagedLine, NoSuchTable):
            tables.append(groups.tables.load(table_id))
    return export_group(group, tables)


def collect(groups: Groups, id: str) -> Export:
    """Return a group or table for export. Raise NoSuchTable if there is none."""
    if access.is_group(groups.store, id):
        return collect_group(groups, groups.load(id))
    return Export((groups.tables.load(id),))


@contextmanager
def copied(instance: Path, address: str = "") -> Iterator[Path]:
    """Copy the database, which may be in use, and remove the copy in the end. Yield the folder of the copy.

    `address` is that of a PostgreSQL database, "" for the SQLite database in the folder. Raise Refused, Unusable or
    OSError if that fails.
    """
    with TemporaryDirectory() as folder:
        if address:
            from scorekeeper.storage.moving import to_sqlite

            to_sqlite(address, Path(folder), ended=False)
        else:
            # A backup does not need the lock that the running server holds.
            backup(instance, Path(folder) / DATABASE)
        yield Path(folder)


def export_file(instance: Path, id: str, target: Path, language: str, address: str) -> Path:
    """Export a group or table to the new file `target`, in the format of its suffix. Return the path.

    `address` is that of a PostgreSQL database, "" for the SQLite database in the folder. Either may be in use.

    Raise Malformed, Refused, Unusable or OSError if that fails.
    """
    form = next((form for form in FORMATS if target.name.endswith(form)), None)
    if form is None:
        known = Literal(", ".join(FORMATS))
        raise Malformed("", Text("The file name must end in one of: %(forms)s.", forms=known))
    with copied(instance, address) as folder, open_groups(folder) as groups:
        try:
            content = FORMATS[form].write(collect(groups, id), language)
        except NoSuchTable:
            raise Malformed("", Text("There is no group and no table %(id)s.", id=Literal(repr(id)))) from None
    # Mode x, so that no existing file is overwritten.
    with target.open("x", encoding="utf-8", newline="") as file:
        file.write(content)
    return target


def check_file(source: bytes) -> int:
    """Check the lines of all tables in an exported file. Return the number of tables.

    Raise Malformed if any table is invalid.
    """
    package = native.parse(source)
    for journal in package.tables:
        _check_table(journal, {**GAMES, **package.games}[journal.game])
    return len(package.tables)


def import_file(instance: Path, source: bytes, address: str = "") -> tuple[Imported, str, str]:
    """Import a file from the command line.

    Return the result, the place of the database, and the path of a link with which to score.

    `address` is that of a PostgreSQL database, which may be in use. If it is "", the SQLite database in the folder is
    used, which must not be in use. Raise Malformed, InUse, Unusable or OSError if that fails.
    """
    package = native.parse(source)
    with open_groups(instance, address) as groups:
        brought = import_package(groups, package)
        return brought, groups.store.place, f"/j/{access.find_link(groups.store, brought.id, 'score')}"
