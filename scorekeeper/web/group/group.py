"""A group: what runs, a new table for those who play in one tap, what is finished; and the group itself."""

import time
from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import NamedTuple

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup, signed
from scorekeeper.group.group import Group
from scorekeeper.group.journal import Begun, Named, Rated
from scorekeeper.language.text import Text
from scorekeeper.storage.access import ARCHIVED, GROUPS
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.journal import Seen, Strike
from scorekeeper.table.names import same_name
from scorekeeper.table.results import Results
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import said_date, said_day
from scorekeeper.web.group.calendar import days
from scorekeeper.web.group.figures import game_said, standing_section
from scorekeeper.web.group.persons import names_of
from scorekeeper.web.group.wording import narrated
from scorekeeper.web.group.write import write_line
from scorekeeper.web.inputs import NAME_LENGTH, PlainForm, line_number, new_op, small, words
from scorekeeper.web.layout import Head, group_head, group_more, group_page
from scorekeeper.web.notice import Button, Notice
from scorekeeper.web.people import lists
from scorekeeper.web.people.new_table import as_it_is, opened
from scorekeeper.web.people.rate_limit import Openings, TooMany, guesses
from scorekeeper.web.people.shelf import own_pads, tiles
from scorekeeper.web.request import (
    LinksEnded,
    browser,
    followed_group,
    groups,
    keep_browser,
    known_browser,
    known_game,
    role,
    scored_group,
    seen_group,
    tables,
)

bp = Blueprint("group", __name__, url_prefix="/g")

PAST = 5
"""Finished tables on the page of a group."""

LATELY = 4
"""Games that a group has played lately, which come first."""

PAGE = 20
"""Tables on one page of its list."""


class Tile(NamedTuple):
    """A game that a tap opens for those who played last; `ready` if so many can play it."""

    game: Game
    ready: bool
    url: str


# opening one


@bp.route("/new", methods=["GET", "POST"])
def new() -> Response | str | tuple[str, int]:
    """Ask for a name and for who plays, and open the group; with a table, its players, and it is taken in."""
    table = _asked_table()
    if request.method == "GET":
        players = ", ".join(table.setup.names(table.everybody)) if table else ""
        return _form("", players, table)
    PlainForm().validate_on_submit()
    called, persons = request.form.get("group", ""), request.form.get("persons", "")
    try:
        group_name = words(called, "group", NAME_LENGTH)
        if not group_name:
            raise Malformed("group", Text("A group needs a name."))
        openings: Openings = current_app.extensions["openings"]
        address = request.remote_addr or ""
        id = groups().open(
            group_name,
            names_of(persons),
            known_browser(),
            request.form.get("op", "")[:64],
            lambda: openings.count(address),
        )
    except Malformed as wrong:
        return _form(called, persons, table, wrong.reason), 422
    except TooMany as enough:
        return _form(called, persons, table, enough.reason), 429
    guesses().at_table(id, address)
    where = url_for("group.page", group_id=id)
    if table:
        where = url_for("group_table.page", table_id=table.id, group=id)
    return keep_browser(make_response(redirect(where, 303)))


def _form(called: str, persons: str, table: Table | None, reason: Text | None = None) -> str:
    back = url_for("table.tally", table_id=table.id) if table else url_for("home.index")
    return render_template(
        "group/new.html",
        page=Head(Text("New group"), "", back),
        called=called,
        persons=persons,
        of_table=table.id if table else "",
        reason=reason,
        wrong=reason is not None,
        remembered=tables().store.names(browser(), 24) if browser() else [],
        most=NAME_LENGTH,
        op=new_op(),
    )


def _asked_table() -> Table | None:
    """The table whose players the new group begins with, if this browser may write on it."""
    id = request.values.get("table", "")[:64]
    try:
        return tables().load(id) if id and role(id) == "score" else None
    except NoSuchTable:
        return None


# its page


@bp.get("/<group_id>/")
def page(group_id: str) -> str:
    """Show what runs, a new table for those who played last, and what is finished."""
    return render_group(*followed_group(group_id))


def render_group(group: Group, live: Seen | None = None, notice: Notice | None = None) -> str:
    """The page of a group, which follows it from `live` on; `notice` is what was wrong with a tap."""
    by_table = groups().results(group)
    running, finished = _sorted(by_table)
    head_ = group_head(group)
    lineup = lineup_of(group, by_table)
    return render_template(
        "group/group.html",
        page=Head(group.name, "", url_for("home.index")),
        table=head_,
        more=group_more(group),
        group=group,
        running=[lists.running_row(tables().load(id)) for id in running[:PAST]],
        finished=[finished_row(group, id, by_table[id]) for id in finished[:PAST]],
        wins=standing_section(group, groups().figures(group)),
        figures_url=url_for("figures.page", group_id=group.id),
        further=len(finished) > PAST or len(running) > PAST,
        lineup=lineup,
        tiles=[_tile(group, game, len(lineup)) for game in _games(group, by_table)] if head_.scoring else [],
        notice=notice or taken_back(group),
        action=url_for("group.write", group_id=group.id),
        all_url=url_for("group.all_tables", group_id=group.id),
        op=new_op(),
        seen=group.seen,
        live=live,
    )


def _tile(group: Group, game: Game, players: int) -> Tile:
    least, most = game.seats
    url = url_for("seats.new", slug=game.slug, group=group.id)
    return Tile(game, least <= players <= most, url)


def _games(group: Group, by_table: Mapping[str, Results]) -> list[Game]:
    """The games with a tile on the first page, after those that the group has played lately and the pads it keeps.

    A pad that was changed since stands there as it is now.
    """
    played = [by_table[id].game for id in sorted(by_table, key=lambda id: -by_table[id].at)]
    newest = tables().store.newest_pads(group.id)
    lately = [known_game(slug) for slug in dict.fromkeys(newest.get(slug, slug) for slug in played)][:LATELY]
    kept = {game.slug: game for game in own_pads(group.id)}
    lately = [game for game in lately if not game.file or game.slug in kept]
    return [*{game.slug: game for game in (*lately, *kept.values(), *tiles())}.values()]


def _sorted(by_table: Mapping[str, Results]) -> tuple[list[str], list[str]]:
    """The tables that run and those that are finished, the latest first."""
    order = sorted(by_table, key=lambda id: (-by_table[id].at, id))
    return [id for id in order if not by_table[id].over], [id for id in order if by_table[id].over]


def finished_row(group: Group, table_id: str, results: Results) -> lists.Row:
    """A finished table of a group in two lines, its winners by the names they have in the group."""
    persons = group.seated(table_id)
    ahead = tuple([group.names[persons[seat]] if seat in persons else results.players[seat] for seat in results.ahead])
    return lists.finished_row(
        table_id, game_said(results.game, results.edition), results.at, ahead, signed(results.best), results.together
    )


def lineup_of(group: Group, by_table: Mapping[str, Results]) -> tuple[str, ...]:
    """Who plays: those who sat at the latest table, in their order, else everybody in the group."""
    latest = next(iter(sorted(by_table, key=lambda id: (-by_table[id].at, id))), None)
    if latest is None:
        return tuple([person.name for person in group.persons])
    persons = group.seated(latest)
    table = tables().load(latest)
    seats = table.setup.seats(max(table.rounds, 1))
    return tuple([group.names[persons[seat]] for seat in seats if seat in persons])


def taken_back(group: Group) -> Notice | None:
    """Right after an undo: what was taken back, and the button that puts it back."""
    line = group.just_taken_back
    if line is None or role(group.id) != "score":
        return None
    text = Text("Taken back: %(what)s", what=narrated(group, line))
    return Notice("struck", text, (Button(Text("Restore"), "strike", str(group.seq)),))


@bp.post("/<group_id>/open")
def open_table(group_id: str) -> Response | tuple[str, int]:
    """Open a table for those who played last, by the rules they last played that game with."""
    group = scored_group(group_id)
    PlainForm().validate_on_submit()
    game = tables().game(request.form.get("game", "")) or abort(422)
    by_table = groups().results(group)
    names = lineup_of(group, by_table)
    if not game.seats[0] <= len(names) <= game.seats[1]:
        return redirect(url_for("seats.new", slug=game.slug, group=group.id), 303)
    options, starter = game.default_options(), 0
    played = [id for id in sorted(by_table, key=lambda id: -by_table[id].at) if by_table[id].game == game.slug]
    if played:
        last = tables().load(played[0])
        options = {**options, **last.setup.options}
        before = as_it_is(last, last.rounds + 1)
        leader = before.names[before.starter]
        starter = next((place for place, one in enumerate(names) if same_name(one, leader)), 0)
    setup = Setup(names, options, ((1, tuple(range(len(names)))),), starter)
    try:
        return opened(game, setup, f"{request.form.get('op', '')[:60]} {game.slug}", group=group)
    except TooMany as enough:
        return render_group(group, notice=Notice("certain", enough.reason)), 429


@bp.get("/<group_id>/tables")
def all_tables(group_id: str) -> str:
    """Show all tables of a group, or those of one day, the latest first, a page at a time."""
    group, live = followed_group(group_id)
    by_table = groups().results(group)
    day = _asked_day()
    running, finished = _sorted(by_table)
    number = max(small(request.args.get("page", "")) or 1, 1)
    ids = [*running, *finished]
    if day:
        there = days(groups().played(group)).get(day, ())
        ids = [id for id in ids if id in there]
    shown = ids[(number - 1) * PAGE : number * PAGE]
    here = partial(url_for, "group.all_tables", group_id=group.id, day=day and day.isoformat())
    return group_page(
        "group/tables.html",
        group,
        said_date(day, with_year=True) if day else Text("All tables"),
        "archive",
        live,
        running=[lists.running_row(tables().load(id)) for id in shown if not by_table[id].over],
        finished=[finished_row(group, id, by_table[id]) for id in shown if by_table[id].over],
        later=here(page=number - 1) if number > 1 else "",
        earlier=here(page=number + 1) if len(ids) > number * PAGE else "",
    )


def _asked_day() -> date | None:
    """The day that the address asks for; None where that is none."""
    try:
        return date.fromisoformat(request.args.get("day", ""))
    except ValueError:
        return None


# the group itself


@bp.get("/<group_id>/settings")
def settings(group_id: str) -> str:
    """Show how a group is renamed, a season begun, a rating turned on, and how the group is deleted."""
    return _settings(scored_group(group_id))


def _settings(group: Group, reason: Text | None = None, called: str | None = None, season: str = "") -> str:
    """The page where a group is renamed; what was typed and refused is kept."""
    seasons = [(season.name, said_day(season.start, time.time())) for season in group.seasons]
    return group_page(
        "group/settings.html",
        group,
        Text("Settings and delete"),
        "pencil",
        seasons=seasons,
        called=group.name if called is None else called,
        season=season,
        reason=reason,
        wrong=reason is not None,
        most=NAME_LENGTH,
    )


@bp.post("/<group_id>/write")
def write(group_id: str) -> Response | tuple[str, int]:
    """Rename the group, begin a season now, show a rating or none, or take a line back or put it back."""
    group = scored_group(group_id)
    try:
        if "strike" in request.form:
            write_line(group, Strike(line_number(request.form["strike"]) or 0))
        elif "season" in request.form:
            season = words(request.form["season"], "season", NAME_LENGTH)
            if not season:
                raise Malformed("season", Text("A season needs a name."))
            write_line(group, Begun(season, int(time.time())))
        elif "rating" in request.form:
            write_line(group, Rated(request.form["rating"] == "on"))
            return redirect(url_for("figures.page", group_id=group_id), 303)
        else:
            called = words(request.form.get("group", ""), "group", NAME_LENGTH)
            if not called:
                raise Malformed("group", Text("A group needs a name."))
            write_line(group, Named(called))
    except Refusal as wrong:
        typed = request.form
        return _settings(groups().load(group_id), wrong.reason, typed.get("group"), typed.get("season", "")), 422
    return redirect(url_for("group.page", group_id=group_id), 303)


@bp.post("/<group_id>/archive")
def archive(group_id: str) -> Response:
    """Take a group off the home page of this phone; its tables stay where they are."""
    seen_group(group_id)
    PlainForm().validate_on_submit()
    tables().store.put_into(group_id, browser(), ARCHIVED)
    return redirect(url_for("home.index", back=group_id), 303)


@bp.post("/<group_id>/unarchive")
def unarchive(group_id: str) -> Response:
    """Put a group back onto the home page of this phone."""
    seen_group(group_id)
    PlainForm().validate_on_submit()
    tables().store.put_into(group_id, browser(), GROUPS)
    return redirect(url_for("home.index"), 303)


@bp.post("/<group_id>/delete")
def delete(group_id: str) -> Response:
    """Take a group off the lists of everybody; whoever scores in it can put it back."""
    group = scored_group(group_id)
    PlainForm().validate_on_submit()
    tables().delete(group.id)
    for table_id in group.tables:
        tables().ring(table_id, None)
    return redirect(url_for("home.index", back=group_id), 303)


@bp.post("/<group_id>/restore")
def restore(group_id: str) -> Response:
    """Put a deleted group back onto the lists of everybody. Raises NoSuchTable, LinksEnded, or 403 for a watcher."""
    member = tables().store.member(group_id, browser()) if browser() else None
    if member is None or not tables().store.is_group(group_id):
        raise NoSuchTable(group_id)
    if member.ended:
        raise LinksEnded(group_id)
    if member.role != "score":
        abort(403)
    PlainForm().validate_on_submit()
    tables().restore(group_id)
    return redirect(url_for("group.page", group_id=group_id), 303)
