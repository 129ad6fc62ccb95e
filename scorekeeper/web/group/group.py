"""Pages of a group: its tables, a new table in one tap, settings, and archiving or deleting the group."""

import time
from contextlib import suppress
from datetime import date
from functools import partial

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.game import Game
from scorekeeper.games.signs import Sign
from scorekeeper.games.user_input import NAME_LENGTH, clean_text
from scorekeeper.group.group import Group
from scorekeeper.group.played import Played
from scorekeeper.language.text import Plural, Text
from scorekeeper.nights import find_night_date
from scorekeeper.storage import journals
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.pads import find_newest_pads
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.journal import Seen
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import format_day, format_long_date, format_night
from scorekeeper.web.forms import OP_LENGTH, Form, ListField, ParsedField, TextField, new_op, parse_small
from scorekeeper.web.group.calendar import count_by_day, describe_limits, find_requested_day
from scorekeeper.web.group.figures import build_overview
from scorekeeper.web.group.night import find_date, find_night
from scorekeeper.web.group.persons import parse_names
from scorekeeper.web.layout import Head, build_group_head, build_group_menu, render_group_page
from scorekeeper.web.notice import Notice
from scorekeeper.web.people import lists
from scorekeeper.web.people.new_table import start_table
from scorekeeper.web.people.rate_limit import TooMany, count_request, guesses
from scorekeeper.web.people.seating import SeatedPlayer, SeatPlan, copy_seating
from scorekeeper.web.people.shelf import FEW_TILES, TILES, build_tile, list_own_pads, list_tiles
from scorekeeper.web.request import (
    browser,
    ensure_browser,
    find_game,
    groups,
    load_live_group,
    load_scorable_group,
    role,
    set_browser_cookie,
    tables,
)

bp = Blueprint("group", __name__, url_prefix="/g")

TABLES_OF_GROUP_SHOWN = 5
"""Maximum number of running tables, and of finished ones, on the page of a group."""

RECENT_GAMES = 4
"""Maximum number of recently played games that are shown before all others."""

TABLES_ON_PAGE = 20
"""Number of tables on a page of the list of all tables."""


# A new group


def parse_group_name(typed: str) -> str:
    """Return the name of a group. Raise Malformed if it is invalid or blank."""
    return _clean_title(typed, "group", Text("A group needs a name."))


def _clean_title(typed: str, key: str, blank: Text) -> str:
    """Return a name. Raise Malformed if it is invalid, or with the reason `blank` if nothing is typed."""
    cleaned = clean_text(typed, key, NAME_LENGTH)
    if not cleaned:
        raise Malformed(key, blank)
    return cleaned


NAMES_OFFERED = 24
"""Maximum number of names that this phone remembers and offers."""


class NewGroupForm(Form):
    """The form that creates a group with its first members."""

    op = TextField(most=OP_LENGTH)
    group = ParsedField(parse_group_name)
    persons = ParsedField(parse_names)
    known = ListField(most=NAMES_OFFERED)
    """The tapped names, which this phone remembers."""


class TileForm(Form):
    """A tile that starts a table of a game."""

    # Shorter than in other forms, because the game is added to the key.
    op = TextField(most=60)
    game = TextField()


@bp.route("/new", methods=["GET", "POST"])
def new() -> Response | str | tuple[str, int]:
    """Ask for a name and members, and create the group.

    If the address names a table, its players become the first members, and the next page adds the table to the group.
    """
    table = _find_requested_table()
    form = NewGroupForm()
    if request.method == "GET":
        form.persons.data = ", ".join(table.setup.names(table.everybody)) if table else ""
        return _render_new(form, table)
    # Tapped names come before those that are typed.
    form.persons.data = ", ".join([*(form.known.data or ()), *filter(None, [form.persons.data])])
    form.known.data = []
    if not form.validate():
        return _render_new(form, table), 422
    try:
        group_id = groups().open(
            form.group.value, form.persons.value, ensure_browser(), form.op.data, lambda: count_request("openings")
        )
    except TooMany as enough:
        form.refuse(enough.reason)
        return _render_new(form, table), 429
    guesses().at_table(group_id)
    where = url_for("group.page", group_id=group_id)
    if table:
        where = url_for("group_table.page", table_id=table.id, group=group_id)
    return set_browser_cookie(make_response(redirect(where, 303)))


def _render_new(form: NewGroupForm, table: Table | None) -> str:
    back = url_for("table.tally", table_id=table.id) if table else url_for("home.index")
    return render_template(
        "group/new.html",
        page=Head(Text("New group"), "", back),
        form=form,
        of_table=table.id if table else "",
        remembered=(
            journals.list_names(tables().store, browser(), NAMES_OFFERED) if browser() and not form.persons.data else []
        ),
        most=NAME_LENGTH,
        op=new_op(),
    )


def _find_requested_table() -> Table | None:
    """Return the table whose players join the new group. None if there is none or this phone may not score at it."""
    table_id = request.values.get("table", "")[:64]
    try:
        return tables().load(table_id) if table_id and role(table_id) == "score" else None
    except NoSuchTable:
        return None


# The page of a group


@bp.get("/<group_id>/")
def page(group_id: str) -> str:
    """Show running tables, tiles that start a table with the latest players, and finished tables."""
    return render_group(*load_live_group(group_id))


def render_group(group: Group, live: Seen | None = None, notice: Notice | None = None) -> str:
    """Return the page of a group. It updates itself if `live` is set. `notice` says what was wrong with a tap."""
    played = groups().played(group)
    running, finished = _sort_tables(played)
    head = build_group_head(group)
    return render_template(
        "group/group.html",
        page=Head(group.name, _describe_size(played), url_for("home.index")),
        table=head,
        more=build_group_menu(group),
        group=group,
        members=len(group.persons),
        first_signs=[Sign(number) for number in range(3)],
        tables=len(played.results),
        night=_find_last_night(played),
        share_url=_build_picture_url(played) or head.invite_url,
        running=lists.describe_running_tables(running[:TABLES_OF_GROUP_SHOWN]),
        finished=[describe_finished(played, table_id) for table_id in finished[:TABLES_OF_GROUP_SHOWN]],
        overview=build_overview(played, time.time()),
        figures_url=url_for("figures.page", group_id=group.id),
        lineup=find_lineup(played),
        tiles=[build_tile(game.slug, group.id) for game in _list_games(played)] if head.scoring else [],
        notice=notice,
        all_url=url_for("group.all_tables", group_id=group.id),
        op=new_op(),
        live=live,
    )


def _describe_size(played: Played) -> Text:
    nights = len(count_by_day(played.games))
    if not played.results:
        return Text("New group")
    about = Plural("%(count)s table", "%(count)s tables", len(played.results))
    if not nights:
        return about
    met = Plural("%(count)s game night", "%(count)s game nights", nights)
    return Text("%(nights)s · %(tables)s", nights=met, tables=about)


def _find_last_night(played: Played) -> tuple[str, str] | None:
    """Return the date of the latest game night and the address of its tables. None without a finished table."""
    at = max((results.at for results in played.results.values() if results.over), default=0)
    day = find_night_date(at)
    url = url_for("group.all_tables", group_id=played.group.id, day=day.isoformat())
    return (format_night(at, time.time()), url) if at else None


def _build_picture_url(played: Played, day: date | None = None) -> str:
    """Return the address of the picture of a game night, by default of the latest. "" if no member won a game then."""
    night = find_night(played, day)
    return url_for("night.page", group_id=played.group.id, day=find_date(night).isoformat()) if night else ""


def _list_games(played: Played) -> list[Game]:
    """Return the games with a tile on the group's page: recently played ones, saved pads, then those of the home page.

    A pad that was changed appears in its newest version.
    """
    slugs = [played.results[table_id].game for table_id in played.latest]
    newest = find_newest_pads(tables().store, played.group.id)
    lately = [find_game(slug) for slug in dict.fromkeys(newest.get(slug, slug) for slug in slugs)][:RECENT_GAMES]
    kept = {game.slug: game for game in list_own_pads(played.group.id)}
    # A pad that the group has removed from its list is no longer offered, even if it was played lately.
    lately = [game for game in lately if not game.file or game.slug in kept]
    # All others are one tap further. Once a group has played, its nights and statistics should be in sight.
    most = FEW_TILES if lately else TILES
    usual = [tile.game for tile in list_tiles() if tile.game]
    return [*{game.slug: game for game in (*lately, *kept.values(), *usual)}.values()][:most]


def _sort_tables(played: Played) -> tuple[list[str], list[str]]:
    """Return the tables that go on, and those that are over, each latest first."""
    over = [id for id in played.latest if played.results[id].over]
    return [id for id in played.latest if not played.results[id].over], over


def describe_finished(played: Played, table_id: str) -> lists.ListedTable:
    """Return a finished table of a group as a row of a list, with the winners' names in the group."""
    group, results, persons = played.group, played.results[table_id], played.group.find_persons(table_id)
    ahead = tuple([group.names[persons[seat]] if seat in persons else results.players[seat] for seat in results.ahead])
    return lists.describe_finished(table_id, results, ahead, results.at)


def find_lineup(played: Played) -> tuple[str, ...]:
    """Return the names of the members at the latest undamaged table, in seat order. Without one, return all names."""
    group = played.group
    for table_id in played.latest:
        with suppress(DamagedLine):
            table = tables().load(table_id)
            persons, seats = group.find_persons(table_id), table.setup.seats(max(table.rounds, 1))
            return tuple([group.names[persons[seat]] for seat in seats if seat in persons])
    return tuple([person.name for person in group.persons])


@bp.post("/<group_id>/open")
def open_table(group_id: str) -> Response | tuple[str, int]:
    """Start a table for the players of the latest table, with the options last used for the game.

    If the game does not allow that many players, redirect to the page where they are chosen. Answer 429 if this network
    has started too many tables.
    """
    group = load_scorable_group(group_id)
    form = TileForm()
    game = tables().game(form.game.data) or abort(422)
    played = groups().played(group)
    names = find_lineup(played)
    # The line-up may not fit this game, or may have changed since the page was rendered: let them choose who plays.
    if not game.seats[0] <= len(names) <= game.seats[1]:
        return redirect(url_for("seats.new", slug=game.slug, group=group.id), 303)
    seating = SeatPlan(game)
    if latest := next((id for id in played.latest if played.results[id].game == game.slug), None):
        last = tables().load(latest)
        seating = copy_seating(last, last.rounds + 1)
    leader = seating.names[seating.starter] if latest else ""
    seating.players, seating.group = [SeatedPlayer(name) for name in names], group
    # The lead goes on from the last table. Seats may have changed since, so its player is found by name.
    seating.starter = seating.find(leader) or 0
    try:
        # The slug is part of the key: two tiles of the same page start two tables.
        return start_table(seating, f"{form.op.data} {game.slug}")
    except TooMany as enough:
        return render_group(group, notice=Notice("certain", enough.reason)), 429


@bp.get("/<group_id>/tables")
def all_tables(group_id: str) -> str:
    """Show all tables of a group, or those of one day, latest first, a page at a time."""
    group, live = load_live_group(group_id)
    played = groups().played(group)
    day = find_requested_day()
    number = max(parse_small(request.args.get("page", "")) or 1, 1)
    running, finished = _sort_tables(played)
    ids = [*running, *finished]
    if day:
        there = count_by_day(played.games).get(day, ())
        ids = [table_id for table_id in ids if table_id in there]
    shown = ids[(number - 1) * TABLES_ON_PAGE : number * TABLES_ON_PAGE]
    here = partial(url_for, "group.all_tables", group_id=group.id, day=day and day.isoformat())
    return render_group_page(
        "group/tables.html",
        group,
        format_long_date(day, with_year=True) if day else Text("All tables"),
        "list",
        live,
        picture_url=_build_picture_url(played, day) if day else "",
        running=lists.describe_running_tables(table_id for table_id in shown if not played.results[table_id].over),
        finished=[describe_finished(played, table_id) for table_id in shown if played.results[table_id].over],
        later=here(page=number - 1) if number > 1 else "",
        earlier=here(page=number + 1) if len(ids) > number * TABLES_ON_PAGE else "",
    )


# Settings


class SettingsForm(Form):
    """The forms of the settings page. They have the same address, and each sends one of the fields."""

    season = TextField()
    end = TextField()
    rating = TextField()
    group = TextField()

    def change(self, group_id: str, now: int) -> None:
        """Do what the form says. A season begins `now`. Raise Malformed if a name is invalid."""
        if self.season.sent:
            name = _clean_title(self.season.data, "season", Text("A season needs a name."))
            groups().start_season(group_id, name, now, browser())
        elif self.end.sent:
            groups().remove_season(group_id, self.end.data, browser())
        elif self.rating.sent:
            groups().show_ratings(group_id, self.rating.data == "on", browser())
        else:
            groups().rename(group_id, parse_group_name(self.group.data), browser())


@bp.get("/<group_id>/settings")
def settings(group_id: str) -> str:
    """Show the page for renaming the group, seasons, ratings, and deleting the group."""
    return _render_settings(load_scorable_group(group_id), SettingsForm())


def _render_settings(group: Group, form: SettingsForm) -> str:
    """Return the settings page. Refused names of the group and of a season stay in their fields."""
    seasons = [(season.name, format_day(season.start, time.time())) for season in group.seasons]
    return render_group_page(
        "group/settings.html",
        group,
        Text("Settings, delete"),
        "pencil",
        limits=describe_limits(),
        seasons=seasons,
        form=form,
        most=NAME_LENGTH,
        about_deleting=lists.describe_deleting(group=True),
    )


@bp.post("/<group_id>/write")
def write(group_id: str) -> Response | tuple[str, int]:
    """Rename the group, start or remove a season, or turn ratings on or off. Answer 422 if that is refused."""
    load_scorable_group(group_id)
    form = SettingsForm()
    try:
        form.change(group_id, int(time.time()))
    except Refusal as wrong:
        form.refuse(wrong.reason)
        return _render_settings(groups().load(group_id), form), 422
    return redirect(url_for("figures.page" if form.rating.sent else "group.page", group_id=group_id), 303)
