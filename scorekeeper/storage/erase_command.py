"""The commands `scorekeeper erase`, with a preview in sentences and a report, and `scorekeeper tables`."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.games.user_input import is_same_name
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage import access, journals
from scorekeeper.storage.contract import DamagedLine, StorageFailed, Unwritable
from scorekeeper.storage.erasing import (
    ErasurePlan,
    NotErased,
    list_players,
    plan_removal,
    plan_renaming,
    remove,
    rename,
)
from scorekeeper.storage.files import DATABASE
from scorekeeper.storage.groups import Groups

BACKUPS = Text("Backups and exported files made before still contain it.")


def plan(groups: Groups, id: str, name: str, with_tables: bool, say: Callable[[Text], str]) -> ErasurePlan:
    """Return what to erase: a name, or a table or group if the name is "". `say` translates a text for the terminal.

    Raise NotErased if there is nothing of that kind.
    """
    if not (id or name):
        raise NotErased(Text("Say what to erase: the ID of a table or a group, or --name NAME."))
    with _explained():
        if name:
            return plan_renaming(groups, name, id, lambda number: say(Text("Player %(number)s", number=number)))
        return plan_removal(groups.store, id, with_tables)


def describe_plan(groups: Groups, what: ErasurePlan) -> Iterator[Text]:
    """Yield sentences that tell what would be erased."""
    if not what.name:
        yield from (_describe(groups, id) for id in what.ids)
        return
    tables, of_groups = _count(groups, what.ids)
    yield Text(
        "Tables with the name %(name)s: %(tables)s, groups: %(groups)s, phones that suggest it: %(phones)s. "
        "It becomes %(instead)s, and in remarks and other texts “…”.",
        name=what.name,
        tables=tables,
        groups=of_groups,
        phones=len(what.browsers),
        instead=what.instead,
    )
    if what.pads:
        yield Text("Score pads that contain it and stay as they are: %(pads)s.", pads=what.pads)


def erase(groups: Groups, what: ErasurePlan, beside: Sequence[str]) -> Text:
    """Erase what was planned and return a sentence that reports it. `beside` are copies that still contain it.

    Raise NotErased if that fails.
    """
    backups = BACKUPS
    if beside:
        text = "%(backups)s Copies beside the database: %(files)s."
        backups = Text(text, backups=BACKUPS, files=Literal(", ".join(beside)))
    with _explained():
        if what.name:
            rename(groups, what, int(time.time()))
            report = Text("Erased. It now reads %(name)s. %(backups)s", name=what.instead, backups=backups)
        else:
            tables, of_groups = _count(groups, what.ids)
            remove(groups.store, what.ids)
            text = "Erased: tables %(tables)s, groups %(groups)s. %(backups)s"
            report = Text(text, tables=tables, groups=of_groups, backups=backups)
    # The erasure is committed by now, so the message of a failure must not say that nothing was erased.
    try:
        groups.store.wipe(what.ids)
    except Unwritable as broken:
        text = "Erased, but traces might remain on the disk: %(why)s. Free some space, then use backup and restore."
        raise NotErased(Text(text, why=Literal(str(broken)))) from broken
    return report


def _count(groups: Groups, ids: Sequence[str]) -> tuple[int, int]:
    """Return how many of these ids are those of tables, and of groups."""
    of_groups = sum(access.is_group(groups.store, id) for id in ids)
    return len(ids) - of_groups, of_groups


def list_beside(instance: Path) -> list[str]:
    """Return the names of other databases in the folder of the database, which may be its backups."""
    return sorted(path.name for path in instance.glob("*.db") if path.name != DATABASE)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except StorageFailed as broken:
        raise NotErased(Text("Nothing was erased: %(why)s.", why=Literal(str(broken)))) from broken


def list_tables(groups: Groups, name: str) -> list[Text]:
    """Return a sentence for each table and group, with its id, the oldest first.

    `name` leaves out those in which nobody has that name, unless it is "".
    """
    store, found = groups.store, []
    for (id,) in store.query("SELECT id FROM tables ORDER BY opened, id"):
        persons = [person for (person,) in store.query("SELECT name FROM persons WHERE group_id = ?", id)]
        if not name or any(is_same_name(known, name) for known in (*persons, *list_players(store, id))):
            found.append(_describe(groups, id))
    return found


def _describe(groups: Groups, id: str) -> Text:
    store = groups.store
    if access.is_group(store, id):
        name = "?"
        with suppress(DamagedLine):
            name = groups.load(id).name
        return Text("Group %(id)s: %(name)s.", id=id, name=name)
    row = journals.find_table(store, id)
    game = groups.tables.game(row.game) if row else None
    return Text(
        "Table %(id)s: %(game)s, %(day)s, %(who)s, entries: %(lines)s.",
        id=id,
        game=game.name if game else "?",
        day=time.strftime("%Y-%m-%d", time.localtime(row.opened if row else 0)),
        who=list_players(store, id) or ("?",),
        lines=journals.find_newest(store, id).seq,
    )
