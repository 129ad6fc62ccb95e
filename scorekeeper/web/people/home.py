"""The home page: continue at a table, start one, or join one by its code or link."""

import time
from collections.abc import Callable
from typing import NamedTuple

from flask import Blueprint, current_app, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.signs import Sign
from scorekeeper.group.group import Group
from scorekeeper.language.text import Plural, Text
from scorekeeper.storage import access
from scorekeeper.storage.access import ARCHIVED, BY_ONE_LINK, CODE_LENGTH, CODE_LETTERS, FINISHED, RUNNING
from scorekeeper.storage.copies import Copies
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.web.forms import Form, TextField
from scorekeeper.web.group.calendar import count_by_day
from scorekeeper.web.layout import Head, came_from
from scorekeeper.web.people import lists, shelf
from scorekeeper.web.people.rate_limit import count_request, guesses
from scorekeeper.web.request import (
    TYPED_CODE,
    TableDeleted,
    browser,
    ensure_browser,
    groups,
    is_forwarded,
    is_localhost,
    is_phone,
    role,
    set_browser_cookie,
    tables,
)

bp = Blueprint("home", __name__)


RUNNING_SHOWN = 3
"""Maximum number of running tables on the home page. More would push the games off a small screen."""

SIGNS_OF_GROUP = 8
"""Maximum number of members whose signs are shown beside the name of a group."""

FINISHED_SHOWN = 5
"""Maximum number of finished tables on the home page."""


class GroupRow(NamedTuple):
    """A group in the list of the home page."""

    name: str
    url: str
    about: Text | None
    """How often it met."""
    signs: list[Sign]
    """The signs of its members."""


class CodeForm(Form):
    """The field for a join code."""

    code = TextField()


@bp.get("/")
def index() -> str:
    """Show this browser's running tables, the games, its finished tables, and the field for a code."""
    return render_home()


def render_home(error: Text | None = None, code: str = "") -> str:
    """Return the home page. `error` says what was wrong with the code that was typed, and `code` is that code."""
    # First, because it moves tables between the lists below.
    lists.sort_ended()
    # One more than is shown, to know whether there are others.
    running = lists.describe_list(RUNNING, RUNNING_SHOWN + 1)
    finished = lists.describe_list(FINISHED, FINISHED_SHOWN)
    copies: Copies | None = current_app.extensions["copies"]
    groups_here = [_describe_group(group) for group in lists.list_groups()]
    return render_template(
        "people/home.html",
        page=Head("Scorekeeper", "", ""),
        running=running[:RUNNING_SHOWN],
        further=len(running) > RUNNING_SHOWN,
        finished=finished,
        groups=groups_here,
        first_visit=not (running or finished or groups_here),
        archived=bool(lists.list_tables(ARCHIVED, 1) or lists.list_groups(ARCHIVED)),
        back=lists.find_removed(),
        tiles=shelf.list_tiles(shelf.FEW_TILES if running else shelf.TILES),
        games=len(GAMES) + len(shelf.list_saved()),
        error=error,
        code=code,
        # Not on phones: only the host can mend it.
        copies_trouble=copies.find_trouble() if copies and is_localhost() and not is_forwarded() else None,
    )


def _describe_group(group: Group) -> GroupRow:
    nights = len(count_by_day(groups().played(group).games))
    about = Plural("%(count)s game night", "%(count)s game nights", nights) if nights else None
    signs = [group.signs[person.id] for person in group.persons]
    return GroupRow(group.name, url_for("group.page", group_id=group.id), about, signs[:SIGNS_OF_GROUP])


@bp.get("/help")
def help_page() -> str:
    """Say in a few sentences how to use the app."""
    return render_template("people/help.html", page=Head(Text("Help"), "", came_from(url_for("home.index"))))


@bp.get("/apple-touch-icon.png")
def touch_icon() -> Response:
    """Return the icon for the home screen of an iPhone, which asks for it at this address."""
    return current_app.send_static_file("icon-180.png")


@bp.post("/join")
def join() -> Response | tuple[str, int]:
    """Give this browser access by a code typed on the home page."""
    return join_by_code(CodeForm().code.data)


@bp.get(f"/<string(length={CODE_LENGTH}):code>")
def code_page(code: str) -> Response | tuple[str, int]:
    """Give this browser access by a code in the address."""
    return join_by_code(code)


@bp.get(f"/<string(length={CODE_LENGTH}):code>/tv")
def watch_by_code(code: str) -> Response | tuple[str, int]:
    """Give this browser watch-only access by a code. The address is short enough to type on a television."""
    return join_by_code(code, "watch")


@bp.get("/tv")
def television() -> str:
    """Ask for a code. The address is short enough to type on a television."""
    return render_television()


@bp.post("/tv")
def watch() -> Response | tuple[str, int]:
    """Give this browser watch-only access by a code typed on a television."""
    return join_by_code(CodeForm().code.data, "watch", render_television)


def render_television(error: Text | None = None, code: str = "") -> str:
    """Return the page that asks for a code. `error` says what was wrong with the one that was typed."""
    return render_template("people/tv.html", page=Head(Text("TV scoreboard"), "", ""), error=error, code=code)


def render_no_table(code: str) -> str:
    """Return the page for a code that no table has, with the table that this phone was at last."""
    return render_template(
        "people/no_table.html",
        page=Head(Text("Enter a code"), "", url_for("home.index")),
        error=Text("No table with the code %(code)s", code=code),
        code=code,
        last=next(iter(lists.describe_list(RUNNING, 1)), None),
    )


def join_by_code(
    typed: str, by_role: str = "score", render: Callable[[Text, str], str] | None = None
) -> Response | tuple[str, int]:
    """Give this browser access to the table with the code that was typed, or return a page with the reason why not.

    `render` makes that page, by default the home page.
    """
    render = render or render_home
    code = "".join(typed.split()).upper()
    # Shortened, because the page shows again what was typed.
    shown = code[:12]
    # Not counted as a guess: it cannot be the code of any table.
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
        reason = Text("Codes have five letters and no vowels.") if code else Text("Enter the five-letter table code.")
        return render(reason, shown), 422
    now = int(time.time())
    table_id = access.find_by_code(tables().store, code, now)
    is_join_code = table_id is not None
    # The letters on a TV scoreboard can only watch, wherever they are entered.
    if not table_id and (watched := access.find_by_letters(tables().store, code, now)):
        table_id, by_role = watched, "watch"
    # Not counted as a guess: whoever scores at this table already has access and learns nothing from the code.
    if table_id and role(table_id) == "score":
        return grant_access(table_id, by_role)
    if not guesses().accepts(request.remote_addr or "", table_id):
        return render(Text("Too many wrong codes. Wait a minute, or scan the table’s QR code."), shown), 429
    if not table_id:
        if render is not render_home:
            return render(Text("No table has the code %(code)s. Ask for a new code.", code=shown), shown), 404
        return render_no_table(shown), 404
    if is_join_code and by_role == "watch":
        session[TYPED_CODE] = code
    return grant_access(table_id, by_role)


@bp.get("/j/<link>")
def link_page(link: str) -> Response:
    """Give this browser access by a link, to score or to watch.

    Raise NoSuchTable if the link is unknown, TableDeleted if its table was deleted.
    """
    table_and_role = access.find_by_link(tables().store, link)
    if not table_and_role:
        raise NoSuchTable(link)
    table, by_role = table_and_role
    if access.is_deleted(tables().store, table):
        raise TableDeleted(table, access.may_score(tables().store, table, browser()))
    return grant_access(table, by_role)


def grant_access(table_id: str, by_role: str) -> Response:
    """Store that this browser may see a table or group, to score or to watch, and redirect to it.

    A scoring phone without a seat is asked to choose one. A watch-only device other than a phone gets the TV
    scoreboard. Raise LinkFull or NetworkFull if too many joined this way.
    """
    known = access.find_member(tables().store, table_id, ensure_browser())
    # A phone that has access already is never refused.
    if known is None or known.ended:
        count_request("admissions", link=access.find_link(tables().store, table_id, by_role))
    member = tables().let_in(table_id, ensure_browser(), by_role, BY_ONE_LINK)
    # While strangers guess codes, this network can still join the table.
    guesses().at_table(table_id)
    asked = member.role == "score" and member.seat is None
    if access.is_group(tables().store, table_id):
        where = url_for("group.page", group_id=table_id)
    else:
        board = by_role == "watch" and not is_phone()
        where = url_for("board.page" if board else "own.page" if asked else "table.tally", table_id=table_id)
    return set_browser_cookie(make_response(redirect(where, 303)))
