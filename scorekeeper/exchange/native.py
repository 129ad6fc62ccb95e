"""Scorekeeper's own file format: the complete journals of a group or a table, so that nobody is locked in.

The format is canonical: the same journals give the same bytes, so importing and exporting a file returns it unchanged.
Links, codes and browser ids are left out, because they give access. Phones are identified by a hash instead. A
choice that was taken back in secret stays hidden until everybody has decided.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from scorekeeper.exchange.checks import check_act, check_group_act
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.own_pads import decode_text, parse_own_game
from scorekeeper.games.pad import SEALED, Options
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.referee import Action
from scorekeeper.group import lines as group_lines
from scorekeeper.group.group import Group
from scorekeeper.language.text import Literal, Text
from scorekeeper.strictjson import read_json
from scorekeeper.table import journal
from scorekeeper.table.journal import Act, Amend, Change, Line, Write, check_seat, check_text, check_whole
from scorekeeper.table.table import Table
from scorekeeper.version import VERSION

FILE_FORMAT = 3
"""The number of this format. Files with a smaller one have neither clock nor pads, and can be imported, too."""

ID = re.compile("[0-9a-f]{12}")
"""The form of the id of a table or group: 12 hex digits."""

PHONE = re.compile("~[0-9a-f]{16}")
"""The form of the mark that stands for a phone in a file."""

NOT_OURS = Text("This is not a Scorekeeper file.")

NEWER = Text("This file comes from a newer version of Scorekeeper. Nothing was imported.")

NEWER_BY_NAME = Text("This file comes from Scorekeeper %(version)s, and this is %(own)s. Nothing was imported.")

RELEASE = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){2}")
"""The form of the version of a release."""

TRANSCRIPT = "Scorekeeper transcript"
"""The beginning of a transcript, which is text for people."""

ONLY_TO_READ = Text(
    "A transcript is for reading and cannot be imported. Nothing was imported. Where the table is, export it as a "
    "Scorekeeper file, whose name ends in scorekeeper.json, and import that file."
)

SECRET = Text("Some choices are still secret. Wait until everybody has decided.")

MOST_FILE_LINES = 200_000
"""The maximum number of lines in one journal."""

MOST_CORRECTIONS = 1000
"""The maximum number of lines of a table that strike or amend others.

The limit exists because checking such a line can mean replaying all lines before it.
"""

MOST_CHANGES = 100
"""The maximum number of changes of players or rules in the journal of a table: one per round, and one more."""


class StoredLine(NamedTuple):
    """A line of a journal in a file."""

    at: int
    """When it was opened, as a Unix timestamp."""
    phone: str
    """The hash that identifies the phone."""
    seat: int | None
    """The seat of the phone, or None."""
    act: str
    """The act as JSON."""


class StoredJournal(NamedTuple):
    """The journal of a table or group."""

    id: str
    game: str
    """The slug of the game, "" for a group."""
    opened: int
    """When it was opened, as a Unix timestamp."""
    lines: tuple[StoredLine, ...]


class Package(NamedTuple):
    """The content of a file."""

    group: StoredJournal | None
    """The group that the tables belong to, or None."""
    tables: tuple[StoredJournal, ...]
    pads: tuple[str, ...] = ()
    """The texts of pads made by people."""

    @property
    def games(self) -> Mapping[str, Game]:
        """The games of the pads in the file, by slug."""
        return {game.slug: game for game in [parse_own_game(text, stored=True) for text in self.pads]}


# Export


def export_table(table: Table) -> StoredJournal:
    """Return the journal of a table for a file. Raise Malformed while a choice at the table is still secret."""
    lines = tuple(
        [
            StoredLine(line.at, mark_phone(line.by.browser), line.by.seat, dump_act(line.act))
            for line in list_lines(table)
        ]
    )
    return StoredJournal(table.id, table.game.slug, table.stored.opened, lines)


def list_lines(table: Table) -> list[Line]:
    """Return the lines of a table as exported. Raise Malformed while a choice at the table is still secret."""
    if has_secrets(table):
        raise Malformed("table", SECRET)
    # What the table hides becomes an empty line, so that the numbers of the lines after it stay the same.
    return [line if table.hide_secrets(line) == line else line._replace(act=Write({})) for line in table.lines]


def dump_act(act: Act) -> str:
    """Return an act as JSON with its options sorted by key, so that equal acts give equal text."""
    if isinstance(act, Change):
        setup = act.setup
        earlier = tuple((first, last, _sort_options(then)) for first, last, then in setup.earlier)
        act = Change(replace(setup, options=_sort_options(setup.options), earlier=earlier))
    return journal.dump(act)


def _sort_options(options: Options) -> Options:
    return dict(sorted(options.items()))


def has_secrets(table: Table) -> bool:
    """Return whether a choice at a table is secret: a sealed mark, or a sealed move of a refereed round."""
    if any(mark == SEALED for mark in table.known.marks.values()):
        return True
    # Undone and corrected moves as well, because a file holds the whole journal.
    acts = (line.act.act if isinstance(line.act, Amend) else line.act for line in table.lines)
    moves = (act for act in acts if isinstance(act, Action))
    return any(table.is_refereed(move.round) and table.is_sealed(move) for move in moves)


def export_group(group: Group, tables: Iterable[Table]) -> Package:
    """Return a group as the content of a file. Tables with secret choices are left out."""
    lines = [StoredLine(at, NO_PHONE, None, group_lines.dump_act(act)) for at, act in group_lines.list_lines(group)]
    own = StoredJournal(group.id, "", group.stored.opened, tuple(lines))
    no_secrets = [table for table in tables if not has_secrets(table)]
    return Package(own, tuple(sorted(map(export_table, no_secrets))), list_pads(no_secrets))


def list_pads(tables: Iterable[Table]) -> tuple[str, ...]:
    """Return the texts of the pads made by people that tables use, sorted and without duplicates."""
    return tuple(sorted({table.game.file for table in tables} - {""}))


def mark_phone(browser: str) -> str:
    """Return the mark of a phone: a hash of its browser id, which gives no access."""
    # An imported phone has a mark already. It is kept, so that exporting again gives the same file.
    return browser if PHONE.fullmatch(browser) else f"~{sha256(browser.encode()).hexdigest()[:16]}"


NO_PHONE = mark_phone("")
"""The mark in the lines of a group, which does not record who has changed it."""


def serialise(package: Package) -> str:
    """Return the text of a file (JSON), with one line of a journal per line of text."""
    group = f'"group":{_serialise_journal(package.group)},\n' if package.group else ""
    tables = ",\n".join(map(_serialise_journal, package.tables))
    pads = '"pads":[\n' + ",\n".join(map(_to_json, package.pads)) + "],\n" if package.pads else ""
    return f'{{"scorekeeper":{FILE_FORMAT},"version":"{VERSION}",\n{group}{pads}"tables":[{tables}]}}\n'


def _serialise_journal(stored: StoredJournal) -> str:
    head = {"id": stored.id, "game": stored.game, "opened": stored.opened}
    lines = [{"at": at, "phone": phone, "seat": seat, "act": json.loads(act)} for at, phone, seat, act in stored.lines]
    return f'{_to_json(head)[:-1]},"lines":[\n' + ",\n".join(map(_to_json, lines)) + "]}"


def _to_json(value: Mapping[str, object] | str) -> str:
    # Sorted keys and no spaces, so that equal content gives equal bytes.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


# Import


def parse(source: bytes | str) -> Package:
    """Parse a file. Raise Malformed with a sentence that says what is wrong, even for unknown fields."""
    beginning = source[:200] if isinstance(source, str) else source[:200].decode(errors="replace")
    if beginning.lstrip("\ufeff \t\r\n").startswith(TRANSCRIPT):
        raise Malformed("", ONLY_TO_READ)
    try:
        package = _parse_package(_parse_head(source))
    except Mistake as wrong:
        raise Malformed("pads", Text("A pad in this file cannot be read: %(why)s", why=wrong.said)) from None
    except (KeyError, TypeError, ValueError, AttributeError) as broken:
        raise Malformed("", NOT_OURS) from broken
    if not _is_canonical(package):
        raise Malformed("", NOT_OURS)
    return package


def _parse_head(source: bytes | str) -> dict[str, Any]:
    """Return the JSON object of a file. Raise Malformed if it is not a Scorekeeper file or from a newer version."""
    plain = read_json(source)
    # `type`, because `true` is an int for isinstance.
    if not isinstance(plain, dict) or type(plain.get("scorekeeper")) is not int:
        raise Malformed("", NOT_OURS)
    release = str(plain.get("version", ""))
    if plain["scorekeeper"] > FILE_FORMAT:
        named = NEWER_BY_NAME.fill_gaps(version=Literal(release), own=Literal(VERSION))
        raise Malformed("", named if RELEASE.fullmatch(release) else NEWER)
    if not plain.keys() <= {"scorekeeper", "version", "group", "pads", "tables"}:
        raise Malformed("", NOT_OURS)
    if release and not RELEASE.fullmatch(release):
        raise Malformed("", NOT_OURS)
    return plain


def _parse_package(plain: dict[str, Any]) -> Package:
    group = _parse_journal(plain["group"], ()) if "group" in plain else None
    pads = tuple(decode_text(check_text(text)) for text in plain.get("pads", ()))
    package = Package(group, (), tuple(sorted(pads)))
    known = {*GAMES, *package.games}
    return package._replace(tables=tuple(sorted(_parse_journal(journal, known) for journal in plain["tables"])))


def _is_canonical(package: Package) -> bool:
    """Return whether a file has tables or a group, each once, and exactly the pads that its tables use."""
    ids = [stored.id for stored in (*package.tables, *((package.group,) if package.group else ()))]
    # Without a group, a file holds exactly one table.
    if not ids or len(set(ids)) < len(ids) or (package.group is None and len(package.tables) != 1):
        return False
    # A pad that no table uses would be lost in the next export, so the file could not come out unchanged.
    used = {table.game for table in package.tables}
    return package.games.keys() <= used and len(set(package.pads)) == len(package.pads)


def _parse_journal(plain: Any, known: Collection[str]) -> StoredJournal:
    """Parse the journal of a table, or of a group if `known` is empty. `known` are the slugs of available games.

    Raise Malformed, KeyError, TypeError or ValueError if it is invalid. `parse` turns the last three into Malformed.
    """
    slug = check_text(plain["game"])
    if known and slug not in known:
        raise Malformed("game", Text("This version of Scorekeeper does not have the game %(game)s.", game=slug[:40]))
    if not ID.fullmatch(check_text(plain["id"])) or (slug and not known) or len(plain["lines"]) > MOST_FILE_LINES:
        raise ValueError(plain["id"])
    lines = tuple(_parse_line(line, slug, seq) for seq, line in enumerate(plain["lines"], 1))
    _check_lines(lines, slug)
    opened = check_whole(plain["opened"], most=group_lines.LATEST_TIME)
    return StoredJournal(plain["id"], slug, opened, lines)


def _check_lines(lines: tuple[StoredLine, ...], slug: str) -> None:
    """Raise ValueError or Malformed if lines cannot be those of a table of this game, or of a group if `slug` is ""."""
    times = [line.at for line in lines]
    # Results are ordered by these times, so they must not go backwards.
    if not lines or times != sorted(times):
        raise ValueError(lines)
    first = lines[0].act
    if not (isinstance(journal.load(first), Change) if slug else "group" in group_lines.parse_act(first, 1)):
        raise ValueError(first)
    _check_count(lines, ('{"strike"', '{"amend"'), MOST_CORRECTIONS if slug else MOST_FILE_LINES)
    _check_count(lines, ('{"players"',), MOST_CHANGES)


def _check_count(lines: tuple[StoredLine, ...], begin: tuple[str, ...], most: int) -> None:
    """Raise Malformed if the acts of more than `most` lines start with one of the texts in `begin`."""
    # By the first key of the JSON, because parsing hundreds of thousands of lines again would be slow.
    if sum(line.act.startswith(begin) for line in lines) > most:
        raise Malformed("", Text("A table can have at most %(most)s corrections.", most=most))


def _parse_line(plain: Any, slug: str, seq: int) -> StoredLine:
    act = json.dumps(plain["act"], ensure_ascii=False)
    if slug:
        text = dump_act(check_act(journal.load(act, seq)))
    else:
        text = group_lines.dump_act(check_group_act(group_lines.parse_act(act, seq)))
    if not PHONE.fullmatch(check_text(plain["phone"])):
        raise ValueError(plain["phone"])
    return StoredLine(
        check_whole(plain["at"], most=group_lines.LATEST_TIME), plain["phone"], check_seat(plain["seat"]), text
    )
