"""Export and import pages, and the addresses of the API for groups and tables."""

from collections.abc import Callable, Hashable
from contextlib import closing
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from flask import Blueprint, Response, current_app, jsonify, make_response, redirect, render_template, request, url_for
from flask_wtf.file import FileField
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from scorekeeper.cache import Cache
from scorekeeper.exchange import answers, bgstats, native
from scorekeeper.exchange.formats import FORMATS, Export, summarise
from scorekeeper.games.errors import Malformed
from scorekeeper.group.group import Group
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import NotDone, Text, in_words
from scorekeeper.printing.templates import draw_qr_code
from scorekeeper.storage import access, journals
from scorekeeper.storage.exchange import Imported, collect_group, find_new_parts, import_package
from scorekeeper.storage.results import tables_of_group
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.table import Table
from scorekeeper.web.forms import FileForm, parse_small
from scorekeeper.web.layout import (
    Head,
    build_group_head,
    build_group_menu,
    build_head,
    build_menu,
    came_from,
)
from scorekeeper.web.people.rate_limit import TooMany, count_request
from scorekeeper.web.request import (
    ensure_browser,
    groups,
    language,
    load_visible_group,
    load_visible_table,
    public_url,
    role,
    set_browser_cookie,
    tables,
)

FEW_LINES = 200
"""Number of lines of journals up to which an export is small. Writing it takes less than a tenth of a second."""

EXPORTS_IN_MEMORY = 64
"""Maximum number of large exports in memory."""

LETTERS_IN_MEMORY = 16 * 1024 * 1024
"""Maximum number of characters of all large exports in memory together."""


class ExportBusy(NotDone):
    """Another large export is being written."""

    def __init__(self) -> None:
        super().__init__(Text("Another large export is being written. Nothing is lost. Try again in a moment."))


class LargeExports:
    """The large exports of one app: written one at a time, and kept in memory until something is entered.

    Writing one takes seconds, during which all phones wait longer. Links are enough to ask for it, without any cookie.
    """

    def __init__(self) -> None:
        self._kept = Cache[Hashable, str](EXPORTS_IN_MEMORY, LETTERS_IN_MEMORY, len)
        self._writing = Lock()

    def get_or_write(self, key: Hashable, lines: int, write: Callable[[], str]) -> str:
        """Return an export from memory if it has the same `key`, otherwise what `write` returns.

        `lines` is the number of lines of the exported journals. A small export is always written anew. Raise
        ExportBusy if another large one is being written.
        """
        if lines <= FEW_LINES:
            return write()
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        # Refused at once: a waiting request would occupy one of the few worker threads.
        if not self._writing.acquire(blocking=False):
            raise ExportBusy
        try:
            written = write()
            self._kept.store(key, written)
            return written
        finally:
            self._writing.release()


bp = Blueprint("export", __name__)

BRING = "/bring"
"""Path of the import page."""

LARGEST_FILE = 5 * 1024 * 1024
"""The maximum size of an import request in bytes."""

BRINGING = Lock()
"""Lock that lets one import from a phone run at a time. A file with thousands of tables takes seconds."""

SECONDS = 60.0
"""Seconds that an import from a phone may take."""

MOST_JOURNALS = 4000
"""The maximum number of new journals in a file imported by phone, enough for ten years of a club."""

MOST_IMPORTED_LINES = 3000
"""The maximum number of lines of a table in a file imported by phone. No game night has nearly as many."""

TOO_MUCH = Text(
    "There is more in this file than a phone can import. Nothing was imported. The person who runs this "
    "server can import it with the command scorekeeper import."
)

IMPORT_BUSY = Text("Another file is being imported right now. Nothing was imported. Try again in a minute.")

TOO_MANY_TABLES = Text(
    "Too many tables came from this network in the last hour. Nothing was imported. Wait an hour, or ask "
    "the person who runs this server to import it with the command scorekeeper import."
)

OFFER = "bgstats"
"""The export format that opens BG Stats with a game."""


class Offer(NamedTuple):
    """A short address that opens BG Stats with a game."""

    url: str
    code: Markup | None
    """Its QR code for another phone, or None."""


@bp.get("/t/<table_id>/take")
@bp.get("/g/<group_id>/take")
def page(table_id: str = "", group_id: str = "") -> str:
    """Show the page with the export formats of a table or group."""
    if group_id:
        group = load_visible_group(group_id)
        # Without its tables, as loading thousands of them takes seconds.
        export, head, menu = Export((), group), build_group_head(group), build_group_menu(group, "share")
    else:
        table = load_visible_table(table_id)
        export, head, menu = Export((table,)), build_head(table), build_menu(table, "share")
    plays = [] if export.group else export.plays
    return render_template(
        "exchange/take.html",
        page=Head(Text("Export"), export.group.name if export.group else export.tables[0].name, came_from(head.url)),
        table=head,
        more=menu,
        here=request.path,
        forms=FORMATS,
        in_group=bool(group_id),
        secret=any(native.has_secrets(table) for table in export.tables),
        for_chat="" if group_id else summarise(export, language()),
        link=bgstats.build_link(plays[-1], language()) if plays else "",
        offer=offer_game(export.tables[0]) if plays else None,
        any_plays=bool(plays or group_id),
    )


@bp.get("/t/<table_id>/take/<form>")
@bp.get("/g/<group_id>/take/<form>")
def download(form: str, table_id: str = "", group_id: str = "") -> Response:
    """Return a table, or a group with its tables, as a download in an export format."""
    return _download(load_visible_group(group_id) if group_id else load_visible_table(table_id), form)


def _download(source: Table | Group, form: str) -> Response:
    """Return a table, or a group with its tables, as a download in the format with the key `form`.

    Raise NoSuchTable for an unknown format, Malformed while a choice at the table is secret, or ExportBusy.
    """
    if form not in FORMATS:
        raise NoSuchTable(form)
    exports: LargeExports = current_app.extensions["large_exports"]
    spoken, store = language(), tables().store
    if isinstance(source, Group):
        stem, lines = Export((), source).stem, journals.count_lines(store, source.id)
        newest = repr([(row.table_id, row.hash) for row in tables_of_group(store, source.id)])
    else:
        stem, lines, newest = Export((source,)).stem, len(source.lines), ""

    def write() -> str:
        export = collect_group(groups(), source) if isinstance(source, Group) else Export((source,))
        return FORMATS[form].write(export, spoken)

    key = (form, spoken, source.id, source.seen, sha256(newest.encode()).digest())
    made = exports.get_or_write(key, lines, write)
    response = Response(made, content_type=f"{FORMATS[form].media_type}; charset=utf-8")
    if form != "text.txt":  # that one is read and copied, not kept
        response.headers["Content-Disposition"] = f'attachment; filename="{stem}.{form}"'
    return response


def offer_game(table: Table, round: int = 0, with_code: bool = True) -> Offer | None:
    """Return an offer to open BG Stats with the game of a round. If `round` is 0, offer the latest finished game.

    Return None if that game is not finished. `with_code`: include a QR code for another phone.
    """
    play = _find_play(table, round)
    if play is None:
        return None
    link, of_round = access.find_link(tables().store, table.id, "watch"), play.result.round or None
    code = draw_qr_code(public_url("export.by_link", link=link, form=OFFER, round=of_round)) if with_code else None
    return Offer(url_for("export.by_link", link=link, form=OFFER, round=of_round), code)


def _find_play(table: Table, round: int) -> bgstats.BGStatsPlay | None:
    """Return the finished game that consists of a round or ended with it. If `round` is 0, return the latest one.

    Return None if there is none.
    """
    plays = [play for play in Export((table,)).plays if round in (0, play.result.round or table.rounds)]
    return plays[-1] if plays else None


# Import


@bp.route(BRING, methods=["GET", "POST"])
def bring() -> Answer | str | tuple[str, int]:
    """Import a group or table from a file. Tables and groups that the server already has stay unchanged.

    Answer 409, 422, 429 or 503 with the reason if this phone cannot import the file.
    """
    if request.method == "GET":
        return _render_import()
    # Refused at once: a waiting request would occupy one of the few worker threads.
    if not BRINGING.acquire(blocking=False):
        return _render_import(IMPORT_BUSY), 503
    try:
        brought = _import(_read_upload())
    except Malformed as wrong:
        return _render_import(wrong.reason), 422
    except TooMany:
        return _render_import(TOO_MANY_TABLES), 429
    finally:
        BRINGING.release()
    # Everything was here before, and this phone has no access to it: a file must not give access.
    if role(brought.id) == "":
        return _render_import(Text("Everything in this file is already here. Ask for its link or code.")), 409
    where = url_for("table.tally", table_id=brought.id)
    if brought.is_group:
        where = url_for("group.page", group_id=brought.id)
    return set_browser_cookie(make_response(redirect(where, 303)))


class ImportForm(FileForm):
    """The form that imports a group or table."""

    file = FileField()


def _read_upload() -> bytes:
    given = ImportForm().file.data
    if given is None:
        return b""
    # Larger uploads are in a temporary file, which is deleted when it is closed.
    with closing(given):
        sent: bytes = given.read()
        return sent


def _import(source: bytes) -> Imported:
    """Import a file and return what was imported.

    New tables count towards the limit of new tables for this network. A file that is invalid or contains nothing new
    counts as one table. Raise Malformed or TooMany if the file is refused.
    """
    try:
        package = native.parse(source)
        new = find_new_parts(groups(), package)
        if len(new.journals) > MOST_JOURNALS or any(
            len(journal.lines) > MOST_IMPORTED_LINES for journal in new.journals if journal.game
        ):
            raise Malformed("", TOO_MUCH)
    # Invalid files count as well, because reading them costs time.
    except Malformed:
        count_request("openings")
        raise
    count_request("openings", max(new.things, 1))
    return import_package(groups(), package, ensure_browser(), new, SECONDS)


def _render_import(reason: Text | None = None) -> str:
    return render_template(
        "exchange/bring.html",
        page=Head(Text("Import"), "", url_for("home.index")),
        reason=reason,
        wrong=reason is not None,
    )


# API, with a link that scores or only watches


@bp.get("/api/v1/take/<link>/<form>")
def by_link(link: str, form: str) -> Answer:
    """Return the group or table behind a link in an export format. Raise NoSuchTable if there is none.

    The format "bgstats" redirects to BG Stats with the game of the URL parameter `round`, otherwise the latest one.
    Raise NoSuchTable if no such game is finished.
    """
    behind = _load_behind(link)
    if form == OFFER and isinstance(behind, Table):
        play = _find_play(behind, parse_small(request.args.get("round", "")) or 0)
        if play:
            return redirect(bgstats.build_link(play, language()))
    return _download(behind, form)


@bp.get("/api/v1/tables/<link>")
def table_as_json(link: str) -> Response:
    """Return the table behind a link as JSON. Raise NoSuchTable if there is none."""
    table = _load_behind(link)
    if isinstance(table, Group):
        raise NoSuchTable(link)
    return _as_json(answers.describe_table(table, {}))


@bp.get("/api/v1/groups/<link>")
def group_as_json(link: str) -> Response:
    """Return the group behind a link as JSON: members, tables, ratings. Raise NoSuchTable if there is none."""
    return _as_json(answers.describe_group(groups().played(_load_group_behind(link))))


@bp.get("/api/v1/groups/<link>/tables/<table_id>")
def table_of_group_as_json(link: str, table_id: str) -> Response:
    """Return one table of the group behind a link as JSON. Raise NoSuchTable if there is none."""
    group = _load_group_behind(link)
    # The link opens only tables of its group, whatever id the address names.
    if table_id not in group.tables or access.is_deleted(tables().store, table_id):
        raise NoSuchTable(table_id)
    return _as_json(answers.describe_table(tables().load(table_id), group.find_persons(table_id)))


def _as_json(answer: answers.TableAnswer | answers.GroupAnswer) -> Response:
    return jsonify(in_words(answers.to_plain(answer), catalogue(language())))


def _load_group_behind(link: str) -> Group:
    group = _load_behind(link)
    if not isinstance(group, Group):
        raise NoSuchTable(link)
    return group


def _load_behind(link: str) -> Table | Group:
    """Return the table or group behind a link. Raise NoSuchTable if the link was revoked or its target deleted."""
    store = tables().store
    id, _ = access.find_by_link(store, link) or ("", "")
    if not id or access.is_deleted(store, id):
        raise NoSuchTable(link)
    return groups().load(id) if access.is_group(store, id) else tables().load(id)
