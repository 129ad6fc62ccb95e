"""The frame of every page at a table or group: title, back arrow, join code, menu, primary button."""

import time
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from flask import current_app, g, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from scorekeeper.games.referee import Action
from scorekeeper.group.group import Group
from scorekeeper.language.text import Plural, Text
from scorekeeper.storage import journals
from scorekeeper.storage.access import seconds_open
from scorekeeper.table.journal import Amend, Line, Seen, Write
from scorekeeper.table.table import StoredTable, Table
from scorekeeper.table.wording import describe_line, narrate_move, with_all_players
from scorekeeper.web.forms import new_op
from scorekeeper.web.notice import Button, Notice
from scorekeeper.web.request import browser, tables


class Link(NamedTuple):
    """What leads to another page: a menu entry, a primary button, a choice."""

    label: Text
    url: str
    icon: str = ""
    about: Text | None = None
    """A line that explains the entry, or None."""
    post: bool = False
    """Whether it is a button, not a link."""
    current: bool = False


class Head(NamedTuple):
    """The titles of a page."""

    title: Text | str
    subtitle: Text | str
    back: str
    """The address that the back arrow leads to."""
    locked: bool = False
    """Whether every seat has agreed to the sheet on the page."""


def came_from(usual: str) -> str:
    """Return the address of the page of this app that led here, or `usual` if none did.

    A page that leads to itself, and one that only answers a form, is not gone back to. The back arrow sends no Referer,
    so going back twice never leads in a circle.
    """
    try:
        before = urlsplit(request.referrer or "")
    except ValueError:
        return usual
    if request.method != "GET" or before.netloc != request.host or before.path == request.path:
        return usual
    try:
        path = "/" + before.path.removeprefix(request.root_path).lstrip("/")
        current_app.url_map.bind("").match(path, method="GET")
    except HTTPException:
        return usual
    return f"{request.root_path}{path}{'?' if before.query else ''}{before.query}"


class TableHead(NamedTuple):
    """What the top bar shows of a table or group."""

    id: str
    code: str
    """The join code, or "" if it is not shown."""
    url: str
    invite_url: str
    scoring: bool
    """Whether this phone may score."""
    over: bool = False
    """Whether the game is over."""
    next_url: str = ""
    """The address of the table at which its players play again, or ""."""


def find_join_code(row: StoredTable) -> str:
    """Return the join code of a table or group, or "" once it has expired."""
    return row.code if seconds_open(row.open_until, time.time()) else ""


def build_head(table: Table) -> TableHead:
    """Return what the top bar shows of a table. The join code is shown only to those who score, while it is valid."""
    scoring = g.role == "score"
    over = not table.goes_on
    following = journals.find_rematch(tables().store, table.id, browser()) if over else ""
    return TableHead(
        id=table.id,
        code=find_join_code(table.stored) if scoring else "",
        url=url_for("table.tally", table_id=table.id),
        invite_url=url_for("invite.page", table_id=table.id) if scoring else "",
        scoring=scoring,
        over=over,
        next_url=url_for("table.tally", table_id=following) if following else "",
    )


def build_group_head(group: Group) -> TableHead:
    """Return what the top bar shows of a group. The join code is shown only to those who score, while it is valid."""
    scoring = g.role == "score"
    return TableHead(
        id=group.id,
        code=find_join_code(group.stored) if scoring else "",
        url=url_for("group.page", group_id=group.id),
        invite_url=url_for("invite.page", group_id=group.id) if scoring else "",
        scoring=scoring,
    )


def build_group_menu(group: Group, here: str = "") -> list[Link]:
    """Return the menu of a group. `here` is the icon of the entry that leads to the current page."""
    find = partial(url_for, group_id=group.id)
    links = [
        Link(Text("Invite"), find("invite.page"), "qr"),
        Link(Text("Members"), find("persons.page"), "people"),
        Link(Text("Statistics"), find("figures.page"), "bars"),
        Link(Text("All tables"), find("group.all_tables"), "list"),
        Link(Text("Export"), find("export.page"), "share"),
        Link(Text("Archive on this phone"), find("lists.archive"), "close", post=True),
        Link(Text("Settings, delete"), find("group.settings"), "pencil"),
    ]
    # Who only watches can neither invite nor change anything.
    return [link._replace(current=link.icon == here) for link in (links if g.role == "score" else links[1:-1])]


def render_group_page(
    template: str, group: Group, title: Text | str, here: str, live: Seen | None = None, back: str = "", **parts: object
) -> str:
    """Return a page of a group other than its start page as HTML. `parts` are further values for the template.

    `here` is the icon of its menu entry. `live` is the state of the journals for a page that updates itself, or None.
    """
    return render_template(
        template,
        page=Head(title, group.name, back or url_for("group.page", group_id=group.id)),
        table=build_group_head(group),
        more=build_group_menu(group, here),
        group=group,
        live=live,
        op=new_op(),
        **parts,
    )


def has_one_round(table: Table) -> bool:
    """Return whether the game has a single round, and no more were played."""
    return table.game.rounds(table.setup) == 1 and table.rounds <= 1


def describe_round(table: Table, round: int) -> Text:
    """Return "Deal 3 of 5", or "Deal 3" if the number of rounds is open or exceeded.

    A game of one round needs no number: return how many play it.
    """
    if has_one_round(table):
        players = len(table.setup.seats(1))
        return Plural("%(count)s player", "%(count)s players", players)
    most = table.game.rounds(table.setup)
    message = "%(round)s %(number)s of %(most)s" if 1 < most >= round else "%(round)s %(number)s"
    return Text(message, round=table.game.round_name, number=round, most=most)


UNDO_SECONDS = 6
"""Seconds for which pages say what was just taken back, as in `static/app.css`. Later the history has it."""


def describe_undo(table: Table, round: int | None = None) -> Notice | None:
    """Return a notice about the line just taken back, with a button to restore it.

    Return None if the newest entry is no undo or older than six seconds, or this phone only watches. `round` is the
    round whose page shows the notice, if any. Moves of that round are described without its number.
    """
    line = table.just_taken_back
    if g.role != "score" or line is None or time.time() - table.lines[-1].at >= UNDO_SECONDS:
        return None
    if isinstance(line.act, Action) and line.act.round == round:
        what = narrate_move(table, table.hide_secrets(line))
    else:
        what = describe_line(table, line, with_all_players(table))
    text = Text("Taken back: %(what)s", what=what)
    if isinstance(line.act, Write) and not any(mark is not None for mark in line.act.changes.values()):
        # That it is not so any more that somebody has no card would be hard to read.
        again = {spot: table.known.marks.get(spot) for spot in line.act.changes}
        what = describe_line(table, line._replace(act=Write(again)), with_all_players(table))
        text = Text("Back again: %(what)s", what=what)
    return Notice("struck", text, (Button(Text("Restore"), "strike", str(table.known.seq)),))


def build_undo(line: Line | None) -> Button:
    """Return the button that takes back a line. Its value is "" if there is none.

    Its label tells a correction from the move that was entered last.
    """
    label = Text("Undo correction") if line and isinstance(line.act, Amend) else Text("Undo")
    return Button(label, "strike", str(line.seq) if line else "")


def build_menu(table: Table, here: str = "") -> list[Link]:
    """Return the menu of a table. `here` is the icon of the entry that leads to the current page."""
    find = partial(url_for, table_id=table.id)
    prints, end = find("card.list_prints"), find("lists.end")
    export = Link(Text("Export"), find("export.page"), "share", Text("Transcript, file, spreadsheet, text"))
    help = Link(Text("Help"), url_for("home.help_page"), "book")
    if g.role == "score":
        board, about_board = find("invite.page", watch="yes"), Text("Address and QR code for the big screen")
        links = [
            Link(Text("Invite"), find("invite.page"), "qr", Text("Code, QR code and link to this table")),
            Link(Text("TV scoreboard"), board, "tv", about_board),
            Link(Text("Players and rules"), find("seats.change"), "people", Text("Colours, seats, names, rules")),
            link_rules(table),
            Link(Text("Print"), prints, "print", Text("Scores, blank score pads, card")),
            export,
            Link(label_ending(True), end, "flag", Text("New table, group, archive")),
            help,
        ]
    else:
        links = [
            Link(Text("TV scoreboard"), find("board.page"), "tv"),
            link_rules(table),
            Link(Text("Print"), prints, "print", Text("Scores, blank score pads")),
            export,
            Link(label_ending(False), end, "close", Text("Remove from the list on this phone")),
            help,
        ]
    return [link._replace(current=link.icon == here) for link in links]


def link_rules(table: Table) -> Link:
    """Return what somebody in doubt looks up: the referee. For most games only the rules can answer."""
    if table.game.rulings:
        return Link(Text("Ask the referee"), url_for("rulings.ask_newest", table_id=table.id), "whistle")
    return Link(Text("Rules"), url_for("rulings.show_rules", slug=table.game.slug), "book")


def build_pad_url(table: Table) -> str:
    """Return the address of the page that prints a blank pad for this table's number of players and options."""
    usual, chosen = table.game.default_options(), table.setup.options
    # Without the words that a table gave: a blank pad only takes rules.
    picked = [option.key for option in table.game.options if not option.words]
    rules = {key: chosen[key] for key in picked if chosen.get(key, usual[key]) != usual[key]}
    seats = table.setup.seats(max(table.rounds, 1))
    asked = [("players", str(len(seats))), *rules.items(), *[("name", name) for name in table.setup.names(seats)]]
    return f"{url_for('paper.form', slug=table.game.slug)}?{urlencode(asked)}"


def label_ending(scoring: bool) -> Text:
    """Return the menu label of the page for finishing or archiving a table. `scoring`: this phone may score."""
    return Text("Finish the table") if scoring else Text("Archive")
