"""The file that holds a group or a table whole: its journals, so that nothing is locked in.

One canonical form: the same journals give the same bytes, and what is read in and written out again is the same file.
Links, codes and the numbers of browsers are not in it, for they let people in: each phone bears a mark that tells it
from others and opens nothing. What was taken back while it was still secret stays so.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import SEALED, Options
from scorekeeper.games.pads.own import own_game, plain_text
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.group import journal as group_journal
from scorekeeper.group.group import Group
from scorekeeper.language.text import Text
from scorekeeper.strictjson import read_json
from scorekeeper.table import journal
from scorekeeper.table.journal import Act, Change, Write
from scorekeeper.table.plain import seat, whole, word
from scorekeeper.table.table import Table

VERSION = 2

WITHOUT_PADS = 1
"""The version of a file whose tables are all of games that come with the app: it is the same as ever."""

ID = re.compile("[0-9a-f]{12}")

PHONE = re.compile("~[0-9a-f]{16}")
"""How a phone is marked in a file."""

FOREIGN = Text("This is not a Scorekeeper file.")

NEWER = Text("This file comes from a newer version of Scorekeeper. Nothing was imported.")

SECRET = Text("Some choices are still secret. Wait until everybody has decided.")

MOST_LINES = 200_000


class StoredLine(NamedTuple):
    """A line as the file has it: when, by which phone, in which seat, and what, as a line of JSON."""

    at: int
    phone: str
    seat: int | None
    act: str


class Journal(NamedTuple):
    """The journal of a table, or of a group, which has no game."""

    id: str
    game: str
    rules_version: int
    opened: int
    lines: tuple[StoredLine, ...]


class Package(NamedTuple):
    """What one file holds: tables, the group that they belong to, if it is of one, and the pads that people made."""

    group: Journal | None
    tables: tuple[Journal, ...]
    pads: tuple[str, ...] = ()

    @property
    def games(self) -> Mapping[str, Game]:
        """The games of its pads, by their slugs."""
        return {game.slug: game for game in map(own_game, self.pads)}


# out


def of_table(table: Table) -> Journal:
    """The journal of a table. Raises Malformed while something is decided in secret there."""
    if secret(table):
        raise Malformed("table", SECRET)
    lines = tuple(
        [
            StoredLine(line.at, phone(line.by.browser), line.by.seat, dumped(act))
            for line in table.lines
            for act in [line.act if table.shown(line) == line else Write({})]
        ]
    )
    return Journal(table.id, table.game.slug, table.row.rules_version, table.row.opened, lines)


def dumped(act: Act) -> str:
    """A line as a file has it, its options in the order of their names, so that the same line is the same text."""
    if isinstance(act, Change):
        setup = act.setup
        earlier = tuple((first, last, _in_order(then)) for first, last, then in setup.earlier)
        act = Change(replace(setup, options=_in_order(setup.options), earlier=earlier))
    return journal.dump(act)


def _in_order(options: Options) -> Options:
    return dict(sorted(options.items()))


def secret(table: Table) -> bool:
    """Whether something is decided in secret at a table, or a round is still told that may hold such a thing."""
    if any(mark == SEALED for mark in table.known.marks.values()):
        return True
    return any(play.unfinished is not None and not play.stopped for play in table.known.plays.values())


def of_group(group: Group, tables: Iterable[Table]) -> Package:
    """The journal of a group and those of its tables, but for such where something is still secret."""
    lines = [
        StoredLine(line.at, phone(line.by.browser), line.by.seat, group_journal.dump(line.act)) for line in group.lines
    ]
    own = Journal(group.id, "", 0, group.row.opened, tuple(lines))
    no_secrets = [table for table in tables if not secret(table)]
    return Package(own, tuple(sorted(map(of_table, no_secrets))), pads_of(no_secrets))


def pads_of(tables: Iterable[Table]) -> tuple[str, ...]:
    """The texts of the pads that people made for these tables."""
    return tuple(sorted({table.game.file for table in tables} - {""}))


def phone(browser: str) -> str:
    """How a phone is told from others, without its number."""
    return browser if PHONE.fullmatch(browser) else f"~{sha256(browser.encode()).hexdigest()[:16]}"


def written(package: Package) -> str:
    """The file, a line of a journal on each of its own."""
    group = f'"group":{_written(package.group)},\n' if package.group else ""
    tables = ",\n".join(map(_written, package.tables))
    pads = '"pads":[\n' + ",\n".join(map(_json, package.pads)) + "],\n" if package.pads else ""
    version = VERSION if pads else WITHOUT_PADS
    return f'{{"scorekeeper":{version},\n{group}{pads}"tables":[{tables}]}}\n'


def _written(one: Journal) -> str:
    head = {"id": one.id, "game": one.game, "rules_version": one.rules_version, "opened": one.opened}
    lines = [{"at": at, "phone": phone, "seat": seat, "act": json.loads(act)} for at, phone, seat, act in one.lines]
    return f'{_json(head)[:-1]},"lines":[\n' + ",\n".join(map(_json, lines)) + "]}"


def _json(value: Mapping[str, object] | str) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


# in


def read(source: bytes | str) -> Package:
    """Read a file, strictly. Raises Malformed with one sentence for what is wrong with it."""
    try:
        plain = read_json(source)
        if not isinstance(plain, dict) or type(plain.get("scorekeeper")) is not int:
            raise Malformed("", FOREIGN)
        if plain["scorekeeper"] > VERSION:
            raise Malformed("", NEWER)
        if not plain.keys() <= {"scorekeeper", "group", "pads", "tables"}:
            raise Malformed("", FOREIGN)
        group = _journal(plain["group"], ()) if "group" in plain else None
        pads = tuple(plain_text(word(text)) for text in plain.get("pads", ()))
        package = Package(group, (), tuple(sorted(pads)))
        known = {*GAMES, *package.games}
        tables = tuple(sorted(_journal(one, known) for one in plain["tables"]))
    except Mistake as wrong:
        raise Malformed("pads", Text("A pad in this file cannot be read: %(why)s", why=wrong.said)) from None
    except (KeyError, TypeError, ValueError, AttributeError) as broken:
        raise Malformed("", FOREIGN) from broken
    ids = [one.id for one in (*tables, *((group,) if group else ()))]
    if not ids or len(set(ids)) < len(ids) or (group is None and len(tables) != 1):
        raise Malformed("", FOREIGN)
    if {one.game for one in tables} & package.games.keys() != package.games.keys() or len(set(pads)) < len(pads):
        raise Malformed("", FOREIGN)
    return package._replace(tables=tables)


def _journal(plain: Any, known: Collection[str]) -> Journal:
    """A journal as the file has it, of one of these games; each of its lines is read and written anew.

    Of a group where there are none. Raises ValueError, Malformed …
    """
    slug = word(plain["game"])
    if known and slug not in known:
        raise Malformed("game", Text("This version of Scorekeeper does not have the game %(game)s.", game=slug[:40]))
    if not ID.fullmatch(word(plain["id"])) or (slug and not known) or len(plain["lines"]) > MOST_LINES:
        raise ValueError(plain["id"])
    lines = tuple(_line(one, slug) for one in plain["lines"])
    if [line.at for line in lines] != sorted(line.at for line in lines):
        raise ValueError(plain["id"])
    first = group_journal.load(lines[0].act) if not slug else journal.load(lines[0].act) if lines else None
    if not isinstance(first, journal.Change if slug else group_journal.Named):
        raise ValueError(plain["id"])
    return Journal(plain["id"], slug, whole(plain["rules_version"]), whole(plain["opened"], most=LATEST), lines)


LATEST = group_journal.LATEST


def _line(plain: Any, slug: str) -> StoredLine:
    act = json.dumps(plain["act"], ensure_ascii=False)
    text = dumped(journal.load(act)) if slug else group_journal.dump(group_journal.load(act))
    if not PHONE.fullmatch(word(plain["phone"])):
        raise ValueError(plain["phone"])
    return StoredLine(whole(plain["at"], most=LATEST), plain["phone"], seat(plain["seat"]), text)
