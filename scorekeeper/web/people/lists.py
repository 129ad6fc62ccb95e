"""Lists of this browser's tables, and pages to finish, archive, delete and restore a table."""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.standings import lost_together, scored_together, won_with
from scorekeeper.group.group import Group
from scorekeeper.language.text import Literal, Plural, Text, join_sentences
from scorekeeper.printing.score_sheets import PlayerTotal
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import ARCHIVED, DELETED, FINISHED, GROUP, GROUPS, RUNNING, Listed
from scorekeeper.storage.contract import DamagedLine, Unwritable
from scorekeeper.table.journal import Close
from scorekeeper.table.results import Results, dump, find_start, load, summarise_table
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import format_night, format_weekday
from scorekeeper.web.forms import Form, TextField, parse_small
from scorekeeper.web.group.figures import describe_game
from scorekeeper.web.layout import (
    Head,
    Link,
    build_head,
    build_menu,
    describe_round,
    find_join_code,
    label_ending,
)
from scorekeeper.web.request import (
    browser,
    check_access,
    current_author,
    find_game,
    find_member,
    groups,
    load_scorable_table,
    load_visible_table,
    role,
    tables,
)
from scorekeeper.web.scoring.tally import build_primary

bp = Blueprint("lists", __name__)

TABLES_IN_LIST = 20
"""Number of tables per page of a list."""

GROUPS_SHOWN = 20
"""Maximum number of groups in a list."""

MOST_SORTING_PASSES = 8
"""Maximum number of searches for finished tables in one request, so that a long list delays nobody."""

LIST_NAMES = {
    RUNNING: Text("In progress"),
    FINISHED: Text("Finished"),
    ARCHIVED: Text("Archived"),
}
"""Titles of the lists."""


class ListedTable(NamedTuple):
    """A table in a list."""

    id: str
    game: Text | str
    """The name of the table or its game."""
    about: Text
    """The progress or the date."""
    standings: list[PlayerTotal]
    """Best first. Empty if `won` says how the game ended."""
    won: Text | None = None
    code: str = ""
    """The join code, "" if it is not shown."""
    primary: Link | None = None
    """What leads to the next round, None if this phone only watches or the table has ended."""


def describe_list(kept_list: str, most: int, skip: int = 0) -> list[ListedTable]:
    """Return this browser's tables in a list as its rows, latest first. Leave out those that cannot be read."""
    listed = list_tables(kept_list, most, skip)
    if kept_list == RUNNING:
        return describe_running_tables(row.id for row in listed)
    rows = []
    for row in listed:
        with suppress(DamagedLine):
            rows.append(_describe_stored(row))
    return rows


def describe_running_tables(table_ids: Iterable[str]) -> list[ListedTable]:
    """Return the running tables with these ids as rows of a list. Leave out those that cannot be read."""
    return [describe_running(table) for table in _load_readable(table_ids)]


def _load_readable(table_ids: Iterable[str]) -> Iterator[Table]:
    for table_id in table_ids:
        # A damaged table must not close the whole list. It reports its error when it is opened.
        with suppress(DamagedLine):
            yield tables().load(table_id)


def sort_ended() -> None:
    """Move running tables that have ended to this browser's finished ones.

    Move back finished tables that have been continued. On a full disk, leave the lists as they are.
    """
    # Sorting can wait: a full disk must not stop anybody from reading the lists.
    with suppress(Unwritable):
        # A line was written after the outcome was stored, for example to go on with a finished table.
        gone_on = [row.id for row in list_tables(FINISHED, TABLES_IN_LIST) if row.newest != row.outcome_of]
        for table in _load_readable(gone_on):
            _store_outcome(table)
        for _ in range(MOST_SORTING_PASSES):
            running = [row.id for row in list_tables(RUNNING, TABLES_IN_LIST // 4)]
            ended = [table for table in _load_readable(running) if not table.goes_on]
            for table in ended:
                _store_outcome(table)
            if not ended:
                break


def list_groups(kept: str = GROUPS) -> list[Group]:
    """Return up to `GROUPS_SHOWN` groups in this browser's list `kept`, latest first.

    Groups with a damaged line are left out.
    """
    mine = []
    for group_id in access.list_groups_of(tables().store, browser(), GROUPS_SHOWN, kept) if browser() else []:
        with suppress(DamagedLine):
            mine.append(groups().load(group_id))
    return mine


def list_tables(kept_list: str, most: int, skip: int = 0) -> list[Listed]:
    """Return this browser's tables in the list `kept_list`. Tables of unknown games are left out."""
    rows = access.list_tables_of(tables().store, browser(), kept_list, most, skip) if browser() else []
    return [row for row in rows if tables().game(row.game)]


def _store_outcome(table: Table) -> None:
    ended = not table.goes_on
    at = find_start(table, table.rounds) if ended else table.lines[-1].at
    results = summarise_table(table)
    # Of a table with hundreds of games, the list needs only the last one.
    outcome = dump(results._replace(results=results.results[-1:]))
    access.keep_outcome(tables().store, table.id, table.known.seq, outcome, at, FINISHED if ended else RUNNING)


def describe_running(table: Table) -> ListedTable:
    """Return a running table as a row: its progress and standings. Players without a place come last."""
    most = table.game.rounds(table.setup)
    about = describe_round(table, min(max(table.rounds, 1), most or table.rounds + 1))
    if day := format_weekday(table.lines[-1].at, time.time()):
        about = Text("%(round)s, %(day)s", round=about, day=day)
    standings = table.standings()
    totals = [
        PlayerTotal(
            name=table.heading(side),
            leader=side[0] in standings.leaders,
            total=standings.format_total(side[0]),
            signs=tuple(map(table.setup.sign, side)),
        )
        for _, side in table.by_place
    ]
    won = join_sentences([table.headline, *table.late]) if table.headline and standings.won_or_lost else None
    scoring = role(table.id) == "score"
    return ListedTable(
        id=table.id,
        game=table.name,
        about=about,
        standings=[] if won else totals,
        won=won,
        code=find_join_code(table.stored) if scoring else "",
        primary=build_primary(table, url_for("table.tally", table_id=table.id)) if scoring else None,
    )


def _describe_stored(row: Listed) -> ListedTable:
    """Return a finished table as a row, from its stored results if they are up to date, otherwise from its journal."""
    results = None
    if row.outcome and row.newest == row.outcome_of:
        # Earlier releases stored something else.
        with suppress(ValueError):
            results = load(row.outcome)
    results = results or summarise_table(tables().load(row.id))
    return describe_finished(row.id, results, tuple([results.players[seat] for seat in results.ahead]), row.at)


def describe_finished(table_id: str, results: Results, ahead: tuple[str, ...], at: int) -> ListedTable:
    """Return a finished table as a row: the date of its game night, and who won. `ahead` are their names."""
    return ListedTable(
        id=table_id,
        game=describe_game(results.game, results.edition),
        about=Literal(format_night(at, time.time())),
        standings=[],
        won=_describe_outcome(results, ahead),
    )


def _describe_outcome(results: Results, ahead: tuple[str, ...]) -> Text:
    if not ahead:
        return Text("Nothing was scored.")
    if not find_game(results.game).together:
        return won_with(ahead, results.points, results.together)
    return lost_together(ahead) if results.lost else scored_together(ahead, results.points)


def find_removed() -> Link | None:
    """Return the just archived or deleted table or group that the address names.

    Return None if it has been restored since, or if this browser may not restore it.
    """
    id = request.args.get("back", "")[:64]
    # The address can name any table, so nothing is said of one to which this browser has no access.
    member = access.find_member(tables().store, id, browser()) if id and browser() else None
    row = journals.find_table(tables().store, id) if member and not member.ended else None
    if member is None or row is None:
        return None
    where: dict[str, Any] = {"group_id" if row.game == GROUP else "table_id": id}
    known = groups().load(id) if row.game == GROUP else tables().game(row.game)
    if known is None:
        return None
    if member.list == ARCHIVED:
        return Link(Text("Archived on this phone: %(game)s.", game=known.name), url_for("lists.unarchive", **where))
    if member.list == DELETED and member.role == "score":
        return Link(Text("Deleted for everybody: %(game)s.", game=known.name), url_for("lists.restore", **where))
    return None


@bp.get("/tables/<any(running, finished, archived):list>")
def page(list: str) -> str:
    """Show one list of this browser, a page at a time."""
    number = max(parse_small(request.args.get("page", "")) or 1, 1)
    sort_ended()
    further = list_tables(list, 1, number * TABLES_IN_LIST)
    return render_template(
        "lists.html",
        page=Head(LIST_NAMES[list], "", url_for("home.index")),
        lists=[(name, url_for("lists.page", list=key), key == list) for key, name in LIST_NAMES.items()],
        rows=describe_list(list, TABLES_IN_LIST, (number - 1) * TABLES_IN_LIST),
        list=list,
        archived=list == ARCHIVED,
        groups=list_groups(ARCHIVED) if list == ARCHIVED and number == 1 else [],
        back=find_removed(),
        later=url_for("lists.page", list=list, page=number - 1) if number > 1 else "",
        earlier=url_for("lists.page", list=list, page=number + 1) if further else "",
    )


class Ending(NamedTuple):
    """What the pages of the end say besides the result."""

    take_url: str
    group_url: str
    inside: Group | None
    """A group that has the table, or None."""
    about_deleting: Text


def describe_ending(table: Table) -> Ending:
    """Return what can be done with a table besides playing."""
    return Ending(
        url_for("export.page", table_id=table.id),
        url_for("group_table.page", table_id=table.id) if g.role == "score" else "",
        _find_group(table.id),
        describe_deleting(),
    )


@bp.get("/t/<table_id>/end")
def end(table_id: str) -> str | Response:
    """Show the page that finishes, archives or deletes a table. A finished one has all that on its final result."""
    table = load_visible_table(table_id)
    if table.standings().rounds and not table.goes_on:
        return redirect(url_for("evening.page", table_id=table_id), 303)
    return render_template(
        "ending.html",
        page=Head(table.name, label_ending(g.role == "score"), url_for("table.tally", table_id=table_id)),
        table=build_head(table),
        more=build_menu(table, "flag" if g.role == "score" else "close"),
        ending=describe_ending(table),
        rest_label=Text("New table, group, export, archive"),
        goes_on=table.goes_on,
        undecided=_warn_of_open_rounds(table),
    )


def describe_deleting(group: bool = False) -> Text:
    """Return a sentence that says what becomes of a deleted table, or of a deleted group."""
    days = current_app.config["ERASE_DELETED_AFTER"]
    if group:
        kept = Text("Removes it from every phone in this group. Nothing is lost: anybody who can score can restore it.")
        erased = Text(
            "Removes it from every phone in this group. "
            "Anybody who can score can restore it for %(days)s days, then it is erased.",
            days=days,
        )
    else:
        kept = Text("Removes it from every phone at this table. Nothing is lost: anybody who can score can restore it.")
        erased = Text(
            "Removes it from every phone at this table. "
            "Anybody who can score can restore it for %(days)s days, then it is erased.",
            days=days,
        )
    return erased if days else kept


def _find_group(table_id: str) -> Group | None:
    """Return a group that has this table and in which this browser can score, or None."""
    group_ids = access.list_groups_with(tables().store, table_id)
    group_id = next((group_id for group_id in group_ids if role(group_id) == "score"), None)
    return groups().load(group_id) if group_id and g.role == "score" else None


def _warn_of_open_rounds(table: Table) -> Text | None:
    """Return a warning about rounds that have started but do not count, or None if there are none."""
    open_rounds = table.standings().open
    if not open_rounds:
        return None
    return Plural(
        "%(round)s %(numbers)s has no result yet and does not count.",
        "%(round)s %(numbers)s have no result yet and do not count.",
        len(open_rounds),
        round=table.game.round_name,
        numbers=tuple([str(number) for number in open_rounds]),
    )


@bp.get("/t/<table_id>/up")
def up(table_id: str) -> Response:
    """Redirect from a table to a group of it that this browser is in, otherwise to the home page.

    The back arrow of the running totals leads here: that page is cached for many phones, and not all are in a group.
    """
    load_visible_table(table_id)
    group = next(filter(role, access.list_groups_with(tables().store, table_id)), None)
    return redirect(url_for("group.page", group_id=group) if group else url_for("home.index"))


@bp.post("/t/<table_id>/close")
def close(table_id: str) -> Response:
    """Finish the table, and redirect to a page that offers to undo this."""
    table = load_scorable_table(table_id)
    if table.goes_on:
        # The same key on all phones, so that two taps at once write one line.
        op = f"close {table.known.seq}"
        tables().record(table_id, Close(table.rounds), op, current_author(table), table.known.seq)
    played = tables().load(table_id).standings().rounds
    return redirect(url_for("evening.page" if played else "table.tally", table_id=table_id), 303)


@bp.post("/t/<table_id>/archive")
@bp.post("/g/<group_id>/archive")
def archive(table_id: str = "", group_id: str = "") -> Response:
    """Move a table or group to the archived ones of this phone. The tables of a group stay where they are."""
    id = table_id or group_id
    check_access(id)
    access.put_into(tables().store, id, browser(), ARCHIVED)
    return redirect(_find_next_page(back=id), 303)


@bp.post("/t/<table_id>/unarchive")
@bp.post("/g/<group_id>/unarchive")
def unarchive(table_id: str = "", group_id: str = "") -> Response:
    """Move an archived table or group back to the others of this phone."""
    id = table_id or group_id
    check_access(id)
    # A table even if it has ended: `sort_ended` moves it to the finished ones.
    kept_list = GROUPS if access.is_group(tables().store, id) else RUNNING
    access.put_into(tables().store, id, browser(), kept_list)
    return redirect(_find_next_page(), 303)


@bp.post("/t/<table_id>/delete")
@bp.post("/g/<group_id>/delete")
def delete(table_id: str = "", group_id: str = "") -> Response:
    """Delete a table or group for everybody. Anybody who can score there can restore it."""
    id = table_id or group_id
    check_access(id)
    if g.role != "score":
        abort(403)
    is_group = access.is_group(tables().store, id)
    # Phones at these tables may have had access only through the group. Notifying them lets them find out.
    told = groups().load(id).tables if is_group else ()
    tables().delete(id)
    for other in told:
        tables().ring(other, None)
    return redirect(url_for("home.index", back=id), 303)


@bp.post("/t/<table_id>/restore")
@bp.post("/g/<group_id>/restore")
def restore(table_id: str = "", group_id: str = "") -> Response:
    """Restore a deleted table or group for everybody.

    Raise NoSuchTable or LinksEnded if this browser has no access. Answer 403 if it can only watch.
    """
    id = table_id or group_id
    # Not `check_access`: that refuses what is deleted.
    if find_member(id).role != "score":
        abort(403)
    tables().restore(id)
    is_group = access.is_group(tables().store, id)
    where = url_for("group.page", group_id=id) if is_group else url_for("table.tally", table_id=id)
    return redirect(where, 303)


class ListForm(Form):
    """A button in a list of tables. `list` is the list."""

    list = TextField()


def _find_next_page(**more: Any) -> str:
    """Return the address of the list in which the button was tapped, otherwise of the home page.

    `more` is added to the query.
    """
    kept_list = ListForm().list.data
    return url_for("lists.page", list=kept_list, **more) if kept_list in LIST_NAMES else url_for("home.index", **more)
