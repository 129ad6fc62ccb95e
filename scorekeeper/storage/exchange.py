"""Groups and tables from a file: all of it is written in one go, or nothing, and nothing that is here already."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scorekeeper.exchange import own
from scorekeeper.exchange.checked import as_typed
from scorekeeper.exchange.own import Journal, Package
from scorekeeper.exchange.taken import FORMS, Taken, of_group, read
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.group import group as groups_
from scorekeeper.group import journal as group_journal
from scorekeeper.language.text import Literal, Text, speak
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.check import following
from scorekeeper.storage.contract import DamagedLine, Unwritable
from scorekeeper.storage.engines import opened
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.journals import Copied
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table import journal
from scorekeeper.table.journal import By, Line
from scorekeeper.table.results import Results, results
from scorekeeper.table.table import Table, TableRow, folded
from scorekeeper.table.wording import everybody, narrated

TOO_LONG = Text(
    "This file takes too long to work out here. Nothing was imported. The person who runs this server "
    "can import it with the command scorekeeper import."
)


class Brought(NamedTuple):
    """What came in: the id of the group, else of the table, and how many tables are new."""

    id: str
    is_group: bool
    tables: int


class Arriving(NamedTuple):
    """What of a file is not here yet: its journals, and the slugs of its pads."""

    journals: tuple[Journal, ...]
    pads: tuple[str, ...]

    @property
    def things(self) -> int:
        """How many that are."""
        return len(self.journals) + len(self.pads)


def arriving(groups: Groups, package: Package) -> Arriving:
    """What of a file is not here yet. Raises Malformed where something goes on otherwise here."""
    all_journals = (*package.tables, *((package.group,) if package.group else ()))
    new = tuple(one for one in all_journals if not _here(groups, one))
    return Arriving(new, tuple(slug for slug in package.games if groups.store.pad(slug) is None))


def bring_in(
    groups: Groups,
    package: Package,
    browser: str = "",
    coming: Arriving | None = None,
    seconds: float = float("inf"),
) -> Brought:
    """Take in what a file holds; `browser` may then score there. Raises Malformed, and then nothing is written.

    `coming` is what of it is not here yet, where that was asked before. A file that takes longer than that to be worked
    out is refused as well.

    What is here already with the same lines stays as it is, and nobody is let in to it: a group gets the tables that
    come with it, and those at which `browser` scores already, whatever its lines say of others.
    """
    store, now = groups.store, int(time.time())
    made = package.games
    games = {**GAMES, **made}
    new, _ = arriving(groups, package) if coming is None else coming
    come_to = _all_sound([one for one in new if one.game], games, time.monotonic() + seconds)
    if package.group:
        groups_.fold(TableRow(package.group.id, GROUP, 0, "", 0, 0), _group_lines(package.group))
    holds = dict[str, set[str]]()
    if package.group and package.group in new:
        lines = _group_lines(package.group)
        group = groups_.fold(TableRow(package.group.id, GROUP, 0, "", 0, 0), lines)
        holds[group.id] = {one.id for one in package.tables} & group.told.keys()
    pads = {slug: game.file for slug, game in made.items()}
    store.bring_in([_copied(one) for one in new], browser, now, holds, pads)
    if package.group and new:
        with suppress(Unwritable):  # then it is worked out when somebody asks
            groups.keep(package.group.id, come_to)
    first = package.group or package.tables[0]
    return Brought(first.id, package.group is not None, sum(1 for one in new if one.game))


def _copied(one: Journal) -> Copied:
    lines = [(line.at, By(line.phone, line.seat), line.act) for line in one.lines]
    return Copied(one.id, one.game, one.rules_version, one.opened, lines)


def _here(groups: Groups, one: Journal) -> bool:
    """Whether a journal is here already, line for line. Raises Malformed where it goes on otherwise."""
    if groups.store.table(one.id) is None:
        return False
    if (GROUP if groups.store.is_group(one.id) else one.game) != one.game or _kept(groups, one) != one:
        raise Malformed("", Text("It is already here, with different entries. Nothing was imported."))
    return True


def _kept(groups: Groups, one: Journal) -> Journal | None:
    """The journal of that id as it is here; None while something is secret there, which the answer must not tell."""
    if not one.game:
        return own.of_group(groups.load(one.id), ()).group
    table = groups.tables.load(one.id)
    return None if own.secret(table) else own.of_table(table)


def _all_sound(tables: Iterable[Journal], games: Mapping[str, Game], until: float) -> dict[str, Results]:
    """What each table came to, worked out before that time (monotonic seconds). Raises Malformed."""
    come_to = {}
    for one in tables:
        if time.monotonic() > until:
            raise Malformed("", TOO_LONG)
        come_to[one.id] = _sound(one, games[one.game])
    return come_to


def _sound(one: Journal, game: Game) -> Results:
    """What a table came to; one whose lines no table could have is refused. Raises Malformed."""
    try:
        table = _table(one, game)
        for draw in (game.rows, game.ways, game.rules_in_words, game.rounds, game.lowest_wins):
            draw(table.setup)
        table_results = results(table)
        _in_words(table)
        faults = [*following(game, list(table.lines))]
    except Exception as broken:  # whatever a made-up journal leads to, it is no table
        raise Malformed("", own.FOREIGN) from broken
    if (
        faults
        or not as_typed(table)
        or any(not all(seat < game.seats[1] for seat in order) for _, order in table.setup.seating)
    ):
        raise Malformed("", Text("A table in this file breaks the rules of its game. Nothing was imported."))
    return table_results


def _in_words(table: Table) -> None:
    """Say each line as the journal does, as it was written and as it reads now."""
    setup = everybody(table)
    for line in table.lines:
        now = table.corrections.now(line)
        for one in (line,) if now is line else (line, now):
            speak(narrated(table, one, setup, table.setup_before(line)))


def _table(one: Journal, game: Game) -> Table:
    lines = [
        Line(number, f"in {number}", line.at, By(line.phone, line.seat), journal.load(line.act))
        for number, line in enumerate(one.lines, 1)
    ]
    return folded(TableRow(one.id, one.game, one.rules_version, "", 0, one.opened), lines, game)


def _group_lines(one: Journal) -> Iterator[group_journal.Line]:
    for number, line in enumerate(one.lines, 1):
        act = group_journal.load(line.act)
        yield group_journal.Line(number, f"in {number}", line.at, By(line.phone, line.seat), act)


def all_of(groups: Groups, group: groups_.Group) -> Taken:
    """A group with all its tables that can be read and are not deleted."""
    tables = []
    for table_id in groups.results(group):
        with suppress(DamagedLine, NoSuchTable):
            tables.append(groups.tables.load(table_id))
    return of_group(group, tables)


def taken(groups: Groups, id: str) -> Taken:
    """A group or a table by its id. Raises NoSuchTable."""
    if groups.store.is_group(id):
        return all_of(groups, groups.load(id))
    return Taken((groups.tables.load(id),))


def write_out(instance: Path, id: str, target: Path, language: str, address: str = "") -> Path:
    """Write a group or a table to a new file, in the form that the end of its name says; return the file.

    With an address, the scores are in PostgreSQL. The database may be in use: a copy of it is read.
    Raises Malformed, Refused, Unusable, OSError.
    """
    form = next((form for form in FORMS if target.name.endswith(form)), None)
    if form is None:
        known = Literal(", ".join(FORMS))
        raise Malformed("", Text("The file name must end in one of: %(forms)s.", forms=known))
    with TemporaryDirectory() as folder:
        if address:
            from scorekeeper.storage.moving import to_sqlite

            to_sqlite(address, Path(folder) / "instance", ended=False)
        else:
            restore(backup(instance, Path(folder) / "copy.db"), Path(folder) / "instance")
        groups = Groups(Tables(Store(Path(folder) / "instance")))
        try:
            content = FORMS[form].made(taken(groups, id), language)
        except NoSuchTable:
            raise Malformed("", Text("There is no group and no table %(id)s.", id=Literal(repr(id)))) from None
        finally:
            groups.store.close()
    with target.open("x", encoding="utf-8", newline="") as file:
        file.write(content)
    return target


def fitting(source: bytes) -> int:
    """How many tables a file holds that fit, each line and the results. Raises Malformed."""
    package = read(source, results=True)
    for one in package.tables:
        _sound(one, {**GAMES, **package.games}[one.game])
    return len(package.tables)


def read_in(instance: Path, source: bytes, address: str = "") -> tuple[Brought, str]:
    """Take in a file while no other process has the database; what came in, and the link that scores there.

    With an address, into PostgreSQL, which others may be using. Raises Malformed, InUse, Unusable, OSError.
    """
    package = read(source)
    groups = Groups(Tables(opened(instance, address)))
    try:
        brought = bring_in(groups, package)
        return brought, f"/j/{groups.store.link(brought.id, 'score')}"
    finally:
        groups.store.close()
