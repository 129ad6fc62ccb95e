"""The commands `scorekeeper erase`, with a preview in sentences and a report, and `scorekeeper tables`."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.backup import find_database
from scorekeeper.storage.contract import DamagedLine, Unreadable, Unwritable
from scorekeeper.storage.engines import open_store
from scorekeeper.storage.erasing import (
    NotErased,
    Removal,
    Renaming,
    list_players,
    plan_removal,
    plan_renaming,
    remove,
    rename,
)
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.journals import Journals
from scorekeeper.storage.lockfile import DATABASE
from scorekeeper.storage.tables import Tables
from scorekeeper.table.names import is_same_name

BACKUPS = Text("Backups and exported files made before still contain it.")


class Erasing:
    """A planned erasure with the database open, as a context manager that closes the database.

    `preview` has sentences that tell what would be erased. `say` translates a text for the terminal. The constructor
    raises NotErased, Refused, InUse, Unusable or OSError on failure.
    """

    def __init__(
        self, instance: Path, address: str, id: str, name: str, with_tables: bool, say: Callable[[Text], str]
    ) -> None:
        if not (id or name.strip()):
            raise NotErased(Text("Say what to erase: the ID of a table or a group, or --name NAME."))
        if not address:
            find_database(instance)
        self.instance = instance
        self.sqlite = not address
        self.groups = Groups(Tables(open_store(instance, address)))
        self.what: Removal | Renaming
        try:
            if name.strip():
                numbered = lambda number: say(Text("Player %(number)s", number=number))  # noqa: E731 - said in one language
                self.what = plan_renaming(self.groups, name.strip(), id, numbered)
            else:
                self.what = plan_removal(self.groups, id, with_tables)
            self.preview = tuple(self._describe_plan())
        except Unreadable as broken:
            self.groups.store.close()
            raise _explain_not_erased(broken) from broken
        # Whatever ends the preview, the database must be unlocked.
        except BaseException:
            self.groups.store.close()
            raise

    def __enter__(self) -> "Erasing":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, broken: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.groups.store.close()

    def erase(self) -> Text:
        """Erase what was planned and return a sentence that reports it. Raise NotErased if that fails."""
        what, now = self.what, int(time.time())
        try:
            if isinstance(what, Renaming):
                rename(self.groups, what, now)
                ids = what.ids
                report = Text("Erased. It now reads %(name)s. %(backups)s", name=what.instead, backups=self._backups())
            else:
                remove(self.groups, what, now)
                ids = (*what.tables, *what.groups)
                counted = {"tables": len(what.tables), "groups": len(what.groups)}
                report = Text(
                    "Erased: tables %(tables)s, groups %(groups)s. %(backups)s", **counted, backups=self._backups()
                )
        except (Unreadable, Unwritable) as broken:
            raise _explain_not_erased(broken) from broken
        # The erasure is committed by now, so the message of a failure must not say that nothing was erased.
        try:
            self.groups.store.wipe(ids)
        except Unwritable as broken:
            text = "Erased, but traces might remain on the disk: %(why)s. Free some space, then use backup and restore."
            raise NotErased(Text(text, why=Literal(str(broken)))) from broken
        return report

    def _backups(self) -> Text:
        """Return a reminder that backups still contain what was erased. It names those beside the database."""
        beside = (
            sorted(path.name for path in self.instance.glob("*.db") if path.name != DATABASE) if self.sqlite else []
        )
        if not beside:
            return BACKUPS
        return Text(
            "%(backups)s Copies beside the database: %(files)s.", backups=BACKUPS, files=Literal(", ".join(beside))
        )

    def _describe_plan(self) -> Iterator[Text]:
        store, what = self.groups.store, self.what
        if isinstance(what, Renaming):
            groups = sum(map(store.is_group, what.ids))
            yield Text(
                "Tables with the name %(name)s: %(tables)s, groups: %(groups)s, phones that suggest it: %(phones)s. "
                "It becomes %(instead)s, and in remarks and other texts “…”.",
                name=what.name,
                tables=len(what.ids) - groups,
                groups=groups,
                phones=len(what.browsers),
                instead=what.instead,
            )
            if what.pads:
                yield Text("Score pads that contain it and stay as they are: %(pads)s.", pads=what.pads)
            return
        yield from (_describe(self.groups, id) for id in (*what.groups, *what.tables))


def list_tables(instance: Path, name: str) -> list[Text]:
    """Return a sentence for each table and group in a folder, with its id, the oldest first.

    `name` leaves out those in which nobody has that name, unless it is "".
    """
    groups = Groups(Tables(open_store(instance, "")))
    try:
        ids = [id for (id,) in groups.store.query("SELECT id FROM tables ORDER BY opened, id")]
        return [_describe(groups, id) for id in ids if not name or _is_in(groups.store, id, name)]
    finally:
        groups.store.close()


def _is_in(store: Journals, id: str, name: str) -> bool:
    """Return whether a player of a table, or a person of a group, has a name."""
    persons = [person for (person,) in store.query("SELECT name FROM persons WHERE group_id = ?", id)]
    return any(is_same_name(known, name) for known in (*persons, *list_players(store, id)))


def _describe(groups: Groups, id: str) -> Text:
    """Return what a table or a group is: its id, name or game, and players."""
    store = groups.store
    if store.is_group(id):
        name = "?"
        with suppress(DamagedLine):
            name = groups.load(id).name
        return Text("Group %(id)s: %(name)s.", id=id, name=name)
    row = store.table(id)
    game = groups.tables.game(row.game) if row else None
    return Text(
        "Table %(id)s: %(game)s, %(day)s, %(who)s, entries: %(lines)s.",
        id=id,
        game=game.name if game else "?",
        day=time.strftime("%Y-%m-%d", time.localtime(row.opened if row else 0)),
        who=list_players(store, id) or ("?",),
        lines=store.newest(id).seq,
    )


def _explain_not_erased(broken: Unreadable | Unwritable) -> NotErased:
    return NotErased(Text("Nothing was erased: %(why)s.", why=Literal(str(broken))))
