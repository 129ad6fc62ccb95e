"""Error pages, which say what happened, what is saved and what to do. Most keep the input of a form."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Flask, Response, current_app, g, jsonify, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.user_input import REASON_LENGTH, clean_text
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Plural, Text, speak
from scorekeeper.storage import access
from scorekeeper.storage.access import BY_ONE_LINK, LinkFull
from scorekeeper.storage.contract import DamagedLine, OpTaken, Unreadable, Unwritable
from scorekeeper.storage.tables import AgreedRound, NoSuchTable
from scorekeeper.table.admit import JournalRestored, Stale
from scorekeeper.table.journal import Line, Seen, Write
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_line, with_all_players
from scorekeeper.web.exchange.export import ExportBusy
from scorekeeper.web.forms import Form, ParsedField, new_op
from scorekeeper.web.http.hosts import ForeignHost
from scorekeeper.web.people.rate_limit import BY_ONE_NETWORK, NetworkFull, TooFast, TooMany
from scorekeeper.web.request import ForeignSite, LinksEnded, TableDeleted, language, tables
from scorekeeper.web.scoring.journal import LINES_ON_PAGE, describe_lines

SENTENCES = {
    400: Text("That did not arrive completely. Go back and try again."),
    403: Text("This link is view-only. Ask somebody who is scoring for the join code."),
    404: Text("There is no such page. The table might be on another phone."),
    405: Text("This page cannot be used that way."),
    413: Text("That is too large to send."),
    415: Text("Send JSON (Content-Type: application/json)."),
    429: Text("Too many tries. Wait a minute and try again."),
}
"""Texts for HTTP errors by status code."""

NOT_WRITTEN = {
    "disk": Text(
        "The disk with the scores cannot be written to; it might be full. Your entry is kept. Send it again later."
    ),
    "moved": Text("The scores were moved or deleted on the server. Your entry is kept. Tell the person who runs it."),
    "damaged": Text("The scores on the server are damaged. Your entry is kept. Tell the person who runs it."),
    "": Text("That could not be saved. Nothing is lost. Try again."),
}
"""Texts for failed writes, by the cause in `Unwritable`."""

NOT_READ = {
    "moved": Text("The scores were moved or deleted on the server. Tell the person who runs it."),
    "damaged": Text("The scores on the server are damaged. Tell the person who runs it."),
    "disk": Text("The disk with the scores cannot be read. Tell the person who runs this server."),
    "": Text("The scores cannot be read right now. Nothing is lost. Try again."),
}
"""Texts for failed reads, by the cause in `Unreadable`."""

MEANWHILE = Text("This was entered in the meantime. Your entry is not counted yet.")
BROUGHT_BACK = Text("The scores were restored from an older backup. Your entry is kept.")


class ReasonForm(Form):
    """The form that asks why an agreed round is changed."""

    reason = ParsedField(partial(clean_text, key="reason", most=REASON_LENGTH))


ErrorPage = tuple[str | Response, int]
"""Body and status code of a response."""


def render_error(
    title: Text, text: Text, status: int, kept: bool = False, joining: bool = False, back: str = "", again: bool = False
) -> ErrorPage:
    """Return an error page with this title, text and status. For a request to the API, return the text as JSON.

    With `kept`, the page offers to send the request's form again. With `joining`, it has a field for a join code.
    `back` is the address that restores a deleted table, or "" for no such button. With `again`, the phone keeps
    polling, because the table may be restored.
    """
    # Programs get the sentence alone, without a page around it.
    if _is_api():
        return jsonify(error=speak(text, catalogue(language()))), status
    fields = _list_fields() if kept else []
    return (
        render_template(
            "error.html",
            title=title,
            text=text,
            home=url_for("home.index"),
            again=request.full_path if kept else "",
            fields=fields,
            joining=joining,
            back=back,
            # Older than every line, so the phone polls the page until the table is restored.
            seen=Seen(0) if again else None,
        ),
        status,
    )


def _list_fields(*without: str) -> list[tuple[str, str]]:
    """Return the fields of this request's form, to send them again, except the ones named `without`."""
    # Without the token: the page has a new one, and the old one may be the reason for the refusal.
    return [(key, value) for key, value in request.form.items(multi=True) if key not in ("csrf_token", *without)]


class PlainError(NamedTuple):
    """An error page that always looks the same. Without a text, it shows the reason that the error gives."""

    title: Text
    status: int
    text: Text | None = None
    kept: bool = False
    """Whether the page offers to send the form again."""

    def render(self, error: Any) -> ErrorPage:
        """Return the page of an error."""
        return render_error(self.title, self.text or error.reason, self.status, self.kept)


NOT_NOW, NOT_WORKED = Text("Not right now"), Text("That did not work")

ERROR_PAGES: Mapping[type[Exception], PlainError] = {
    ForeignHost: PlainError(NOT_WORKED, 400),
    CSRFError: PlainError(
        Text("Tap once more"), 400, Text("This page was from an earlier visit. Your entry is kept."), kept=True
    ),
    # Not offered to be sent again, because another site may have filled in the form.
    ForeignSite: PlainError(
        Text("Not sent from this app"),
        403,
        Text(
            "This was sent from another web site, or the browser hides where it was sent from. Nothing was saved. Open "
            "the page here and try again."
        ),
    ),
    Illegal: PlainError(NOT_NOW, 422),
    Malformed: PlainError(NOT_WORKED, 422, kept=True),
    OpTaken: PlainError(
        NOT_WORKED, 422, Text("That tap was already counted as something else. Go back and try again.")
    ),
    ExportBusy: PlainError(NOT_NOW, 503),
    # Kept, because the same form can be sent again once the limit allows it. Scripts do so by themselves.
    TooFast: PlainError(NOT_NOW, 429, kept=True),
    TooMany: PlainError(NOT_NOW, 429, kept=True),
    LinkFull: PlainError(
        NOT_NOW,
        429,
        Text(
            "%(most)s phones have joined this way within a month, which is the limit. They can all continue. "
            "Ask somebody who scores for a new link.",
            most=BY_ONE_LINK,
        ),
    ),
    NetworkFull: PlainError(
        NOT_NOW,
        429,
        Text(
            "%(most)s phones have joined this way from this network within a month, which is the limit. They can all "
            "continue. Join from another network, or ask somebody who scores for a new link.",
            most=BY_ONE_NETWORK,
        ),
    ),
}


def register(app: Flask) -> None:
    """Register all error handlers with the app."""
    for error, page in ERROR_PAGES.items():
        app.register_error_handler(error, page.render)
    app.register_error_handler(HTTPException, handle_http)
    app.register_error_handler(NoSuchTable, handle_no_such_table)
    app.register_error_handler(LinksEnded, handle_links_ended)
    app.register_error_handler(TableDeleted, handle_table_deleted)
    app.register_error_handler(Stale, handle_stale)
    app.register_error_handler(AgreedRound, handle_agreed_round)
    app.register_error_handler(Unwritable, handle_unwritable)
    app.register_error_handler(Unreadable, handle_unreadable)
    app.register_error_handler(DamagedLine, handle_damaged_line)


def handle_http(error: HTTPException) -> ErrorPage | HTTPException:
    """Return the page for an HTTP error, or the error itself if it is a redirect."""
    code = error.code or 500
    if code < 400:
        return error
    text = SENTENCES.get(code, Text("That did not go through. Nothing is lost. Try again."))
    if code == 413 and request.endpoint == "export.bring":
        text = Text(
            "This file is larger than 5 MB. Nothing was imported. The person who runs this server can import it "
            "with the command scorekeeper import."
        )
    # The text for 415 tells programs to send JSON. People get a page about forms instead.
    if code == 415 and not _is_api():
        text = Text("Use the form on its page to send this.")
    if code == 404 and _is_api():
        text = Text("There is nothing at this address. All questions: %(index)s", index=url_for("api.index"))
    return render_error(Text("Page not found") if code == 404 else NOT_WORKED, text, code)


def _is_api() -> bool:
    return request.path.startswith("/api/")


def _is_group() -> bool:
    return request.path.startswith("/g/")


def handle_no_such_table(error: NoSuchTable) -> ErrorPage:
    """Return the page for an unknown table or group.

    A table that this browser may not see gets the same answer, so that nobody can find out which tables exist.
    """
    title, text = Text("Table not found"), Text("This phone is not at that table. Join with its code or link.")
    if _is_group():
        title, text = Text("Group not found"), Text("This phone is not in that group. Join with its code or link.")
    if _is_api():
        text = Text("There is nothing here. Check the link and the format.")
    return render_error(title, text, 404)


def handle_links_ended(error: LinksEnded) -> ErrorPage:
    """Return the page for a revoked link. This browser once had access, so the page may say that the table exists."""
    text = Text(
        "Somebody at the table has made new links. What you tapped is kept here. Ask for the new code to send it."
    )
    if _is_group():
        text = Text("Somebody in the group has made new links. Ask for the new code.")
    return render_error(Text("This link no longer works"), text, 403, kept=request.method == "POST", joining=True)


def handle_table_deleted(error: TableDeleted) -> ErrorPage:
    """Return the page for a deleted table or group. A phone that may score in it gets a button to restore it."""
    tapped, is_group = request.method == "POST", access.is_group(tables().store, error.table)
    title = Text("This table was deleted")
    text = Text("Nothing is lost. Anybody who can score at this table can restore it.")
    back = url_for("lists.restore", table_id=error.table)
    if is_group:
        title = Text("This group was deleted")
        text = Text("Nothing is lost. Anybody who can score in this group can restore it.")
        back = url_for("lists.restore", group_id=error.table)
    # Restoring is offered only to those who could have deleted it.
    shown = back if error.scoring else ""
    return render_error(title, text, 404, kept=tapped, back=shown, again=not (tapped or is_group))


def handle_unwritable(error: Unwritable) -> ErrorPage:
    """Log the cause of a failed write and return its page, which offers to send the form again."""
    current_app.logger.error("Nothing was written: %s.", error)
    return render_error(Text("Not saved"), NOT_WRITTEN[error.cause], 503, kept=True)


def handle_unreadable(error: Unreadable) -> ErrorPage:
    """Log the cause of a failed read and return its page."""
    current_app.logger.error("Nothing could be read: %s.", error)
    return render_error(NOT_NOW, NOT_READ[error.cause], 503, kept=request.method == "POST")


def handle_damaged_line(error: DamagedLine) -> ErrorPage:
    """Log which line of a table, or that a group, is damaged and return the page for it."""
    current_app.logger.error("Damaged: %s. Ask: scorekeeper check", error)
    text = Text("Entry %(seq)s of this table is damaged on the server. Tell the person who runs it.", seq=error.seq)
    if not error.seq:
        text = NOT_READ["damaged"]
    return render_error(NOT_NOW, text, 503, kept=request.method == "POST")


def handle_stale(error: Stale) -> ErrorPage:
    """Return the page for an entry made on an outdated page.

    The page shows what other phones have written since, with one button to send the entry and one to drop it. A page is
    also outdated if a backup has been restored since, because the lines that it showed may be gone.
    """
    brought_back = isinstance(error, JournalRestored)
    table = tables().load(str((request.view_args or {})["table_id"]))
    # Only a phone that scores sends such an entry, and `describe_lines` reads the role.
    g.setdefault("role", "score")
    fields = _list_fields("op", "seen")
    # A new idempotency key: sent again from here, the entry is based on another state of the table.
    fields += [("op", new_op()), ("seen", str(table.seen))]
    return (
        render_template(
            "conflict.html",
            title=Text("Restored from a backup") if brought_back else Text("Somebody else was faster"),
            why=BROUGHT_BACK if brought_back else MEANWHILE,
            # Limited, because a phone that was offline can have missed thousands of lines.
            mine=_describe_refused(table, error.refused),
            meanwhile=describe_lines(table, error.since[-LINES_ON_PAGE:]),
            again=request.full_path,
            fields=fields,
            back=url_for("table.tally", table_id=table.id),
        ),
        409,
    )


def _describe_refused(table: Table, line: Line | None) -> Text | None:
    """Return what an entry that came too late says. Return None for a move, which depends on those before it."""
    if line is None or not isinstance(line.act, Write):
        return None
    return describe_line(table, line, with_all_players(table))


def handle_agreed_round(error: AgreedRound) -> ErrorPage:
    """Return the page that asks for a reason before an agreed round is changed.

    The form is accepted when it is sent again with a reason.
    """
    table = tables().load(str((request.view_args or {})["table_id"]))
    numbers = tuple(map(str, error.rounds))
    asked = Plural(
        "%(round)s %(numbers)s is agreed. Why are you changing it?",
        "%(round)s %(numbers)s are agreed. Why are you changing them?",
        len(numbers),
        round=table.game.round_name,
        numbers=numbers,
    )
    # The reason has a field of its own.
    fields = _list_fields("reason")
    # The first time nothing is typed yet, which is no error. A refused reason stays in its field.
    form = ReasonForm()
    form.validate()
    return (
        render_template(
            "scoring/agreed.html",
            form=form,
            title=Text("Agreed"),
            asked=asked,
            again=request.full_path,
            fields=fields,
            most=REASON_LENGTH,
            back=url_for("sheet.page", table_id=table.id, round=error.rounds[0]),
        ),
        409,
    )
