"""The page that adds a table to a group. Seats are matched to members by name, and a tap corrects a match."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Refusal
from scorekeeper.games.pad import Seat
from scorekeeper.group.group import Group
from scorekeeper.language.text import Text
from scorekeeper.storage import access
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.table import Table
from scorekeeper.web.forms import OP_LENGTH, DictField, Form, TextField, new_op
from scorekeeper.web.layout import Head, build_head, build_menu
from scorekeeper.web.people.lists import list_groups
from scorekeeper.web.request import browser, groups, load_scorable_table, role, tables

bp = Blueprint("group_table", __name__, url_prefix="/t/<table_id>/group")

NEW, NOT_A_MEMBER = "new", "nobody"
"""Values of the choices that are not members: a player who becomes a member, and one who does not."""


class Match(NamedTuple):
    """A seat, the name of its player, and the choices for which member this player is.

    Each choice has a value, a name and whether it is chosen.
    """

    seat: Seat
    name: str
    choices: list[tuple[str, Text | str, bool]]


class TakeInForm(Form):
    """The form that adds a table to a group with a member in each seat, and the button that removes it."""

    op = TextField(most=OP_LENGTH)
    group = TextField()
    leave = TextField()
    seat = DictField()

    def person(self, seat: Seat) -> str | None:
        """Return what was chosen for a seat: the id of a member, NEW or NOBODY. Return None if nothing was."""
        chosen: str | None = self.seat.data.get(str(seat))
        return chosen

    def parse_matches(self, table: Table, group: Group) -> tuple[dict[Seat, str], set[Seat]]:
        """Return the ids of the members chosen for seats, and the seats whose players are not members.

        Seats of new members are left out.
        """
        said, nobody = dict[Seat, str](), set[Seat]()
        for seat in table.everybody:
            chosen = self.person(seat)
            if chosen == NOT_A_MEMBER:
                nobody.add(seat)
            elif chosen not in (None, "", NEW):
                said[seat] = group.resolve(chosen)
        return said, nobody


@bp.get("")
def page(table_id: str) -> str:
    """Ask which group a table belongs to, and which member sat in each seat."""
    table = load_scorable_table(table_id)
    return _render(table, _find_group(request.args.get("group", "")), TakeInForm())


def _find_group(group_id: str) -> Group | None:
    """Return the group with this id, otherwise this phone's only group.

    Return None if the phone has several groups or none. Groups in which it may not score are ignored.
    """
    mine = _list_groups()
    # With several groups the page asks, because a table in the wrong group is seen by all its members.
    return next((group for group in mine if group.id == group_id), mine[0] if len(mine) == 1 else None)


def _list_groups() -> list[Group]:
    return [group for group in list_groups() if role(group.id) == "score"]


def _render(table: Table, group: Group | None, form: TakeInForm) -> str:
    return render_template(
        "group/take_in.html",
        page=Head(Text("Group"), table.name, url_for("table.tally", table_id=table.id)),
        table=build_head(table),
        more=build_menu(table, "plus"),
        group=group,
        groups=_list_groups(),
        here=url_for("group_table.page", table_id=table.id),
        new_url=url_for("group.new", table=table.id),
        inside=group is not None and table.id in group.tables,
        matches=[_build_match(table, group, seat, form.person(seat)) for seat in table.everybody] if group else [],
        form=form,
        op=new_op(),
    )


def _build_match(table: Table, group: Group, seat: Seat, chosen: str | None) -> Match:
    """Return the choices for a seat. What was `chosen` in the form comes first, else from the group, else the name."""
    name = table.setup.name(seat)
    if chosen is None and table.id in group.tables:
        chosen = group.find_persons(table.id).get(seat, NOT_A_MEMBER)
    chosen = chosen or group.find_id(name) or NEW
    choices: list[tuple[str, Text | str, bool]] = []
    choices += [(person.id, person.name, person.id == chosen) for person in group.persons]
    if group.find_id(name) is None:
        choices.insert(0, (NEW, Text("New: %(name)s", name=name), chosen == NEW))
    return Match(seat, name, [*choices, (NOT_A_MEMBER, Text("Not a member"), chosen == NOT_A_MEMBER)])


@bp.post("")
def take_in(table_id: str) -> Response | tuple[str, int]:
    """Add the table to the group with these members in its seats, or remove it from the group.

    Answer 422 if that is refused.
    """
    table = load_scorable_table(table_id)
    form = TakeInForm()
    group = _find_group(form.group.data)
    if group is None:
        raise NoSuchTable(table_id)
    try:
        if form.leave.sent:
            groups().remove_table(group.id, table.id, browser())
            return redirect(url_for("table.tally", table_id=table_id), 303)
        said, nobody = form.parse_matches(table, group)
        groups().take_in(group.id, table, f"{form.op.data or new_op()} in {table.id}", browser(), said, nobody)
    except Refusal as wrong:
        form.refuse(wrong.reason)
        return _render(table, groups().load(group.id), form), 422
    return redirect(url_for("group.page", group_id=group.id), 303)


class TableGroup(NamedTuple):
    """A group whose members have access to a table."""

    name: str
    since: int
    """The Unix timestamp at which the table was added."""
    scoring: int
    """Counts the phones that may score in the group."""
    mine: bool
    """Whether this phone is one of them."""


def list_groups_of(table: Table) -> list[TableGroup]:
    """Return the groups of a table in the order in which it was added to them, without deleted or damaged ones."""
    found = []
    for group_id in access.list_groups_with(tables().store, table.id):
        # A deleted group gives nobody access.
        if access.is_deleted(tables().store, group_id):
            continue
        try:
            group = groups().load(group_id)
        # A damaged group must not block the pages of its tables.
        except (DamagedLine, NoSuchTable):
            continue
        seating = group.seatings.get(table.id)
        since = seating.since if seating else group.stored.opened
        scoring = access.count_members(tables().store, group_id, "score")
        found.append(TableGroup(group.name, since, scoring, role(group_id) == "score"))
    return sorted(found, key=lambda group: (group.since, group.name))
