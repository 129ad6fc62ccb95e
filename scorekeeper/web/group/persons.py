"""Pages that list, add, rename, merge and separate the members of a group, and show the points of one over time."""

import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.pad import format_points
from scorekeeper.games.user_input import clean_name, normalise_name
from scorekeeper.group import statistics
from scorekeeper.group.group import MOST_PERSONS, Group, Person
from scorekeeper.group.statistics import GameKind, PlayedGame, Point
from scorekeeper.language.text import Text
from scorekeeper.storage.groups import list_restorable
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.journal import Seen
from scorekeeper.web.formatting import format_night
from scorekeeper.web.forms import OP_LENGTH, Form, ParsedField, TextField
from scorekeeper.web.group.figures import describe_kind, list_member_sections, sheet_url
from scorekeeper.web.layout import render_group_page
from scorekeeper.web.request import browser, groups, load_live_group, load_scorable_group

CHART_WIDTH, HEIGHT, LEFT_MARGIN, RIGHT, TOP, BOTTOM = 358, 130, 44, 12, 12, 14
"""Size and inner margins of a chart, in SVG units."""

GAMES_IN_CHART = 60
"""The maximum number of games in a chart. Older ones are left out."""


class Chart(NamedTuple):
    """A line chart of a member's points."""

    title: Text
    sentence: Text
    """The chart in words."""
    points: str
    """The `points` attribute of its SVG polyline."""
    dots: list[tuple[float, float]]
    """The x and y coordinates of the games."""
    marks: list[tuple[float, str]]
    """The y coordinates of the highest and the lowest points, with their labels."""
    listed: list[tuple[str, str, str]]
    """Day, points and address of the sheet for each game, the latest first."""
    width: int = CHART_WIDTH
    height: int = HEIGHT
    left: int = LEFT_MARGIN
    right: int = CHART_WIDTH - RIGHT


def draw_charts(person: Person, games: Sequence[PlayedGame]) -> list[Chart]:
    """Return a chart of the latest `GAMES_IN_CHART` games of each kind that the member has played at least twice."""
    by_kind = statistics.list_points(games, person.id)
    return [_draw_chart(person, kind, points[-GAMES_IN_CHART:]) for kind, points in by_kind.items() if len(points) > 1]


def _draw_chart(person: Person, kind: GameKind, points: Sequence[Point]) -> Chart:
    low, high = min(point.points for point in points), max(point.points for point in points)
    # If all points are equal the range is 0. Dividing by 1 then draws a flat line.
    across, down = (
        (CHART_WIDTH - LEFT_MARGIN - RIGHT) / (len(points) - 1),
        (HEIGHT - TOP - BOTTOM) / ((high - low) or 1),
    )
    dots = [
        (round(LEFT_MARGIN + across * place, 1), round(TOP + down * (high - point.points), 1))
        for place, point in enumerate(points)
    ]
    marks = [(float(TOP), format_points(high))]
    if low != high:
        marks.append((float(HEIGHT - BOTTOM), format_points(low)))
    sentence = Text(
        "%(who)s, %(game)s: %(count)s games, from %(low)s to %(high)s points, most recently %(last)s.",
        who=person.name,
        game=describe_kind(kind),
        count=len(points),
        low=format_points(low),
        high=format_points(high),
        last=format_points(points[-1].points),
    )
    listed = [
        (format_night(point.at, time.time()), format_points(point.points), sheet_url(point.table_id, point.round))
        for point in reversed(points)
    ]
    return Chart(
        title=describe_kind(kind),
        sentence=sentence,
        points=" ".join(f"{x},{y}" for x, y in dots),
        dots=dots,
        marks=marks,
        listed=listed,
    )


bp = Blueprint("persons", __name__, url_prefix="/g/<group_id>/persons")


@bp.get("")
def page(group_id: str) -> str:
    """Show the members of the group."""
    return _render(*load_live_group(group_id))


def _render(group: Group, live: Seen | None = None, form: "MembersForm | PersonForm | None" = None) -> str:
    removed = list_restorable(group, time.time())
    return render_group_page(
        "group/persons.html", group, Text("Members"), "people", live, form=form or MembersForm(), removed=removed
    )


@bp.post("")
def add(group_id: str) -> Response | tuple[str, int]:
    """Add members whose names are separated by commas. Answer 422 and add none if a name is refused."""
    load_scorable_group(group_id)
    form = MembersForm()
    if form.validate():
        try:
            groups().add_persons(group_id, form.name.value, browser(), form.op.data)
            return redirect(url_for("persons.page", group_id=group_id), 303)
        except Refusal as wrong:
            form.refuse(wrong.reason)
    return _render(groups().load(group_id), form=form), 422


def parse_names(typed: str) -> list[str]:
    """Return names that are separated by commas.

    Raise Malformed if there are too many, or if a name is invalid or occurs twice.
    """
    names = [name for name in re.split("[,;\n]", typed) if name.strip()]
    # Before anything else, because a form can hold thousands of names.
    if len(names) > MOST_PERSONS:
        many = Text("A group can have at most %(most)s members. Enter fewer names.", most=MOST_PERSONS)
        raise Malformed("name", many)
    cleaned: dict[str, str] = {}
    for name in map(clean_name, names):
        normalised = normalise_name(name)
        if normalised in cleaned:
            raise Malformed("name", Text("%(name)s is already in this group.", name=name))
        cleaned[normalised] = name
    return list(cleaned.values())


class MembersForm(Form):
    """The form that adds members."""

    op = TextField(most=OP_LENGTH)
    # `parse_names` returns nothing for a blank field; `clean_name("")` then gives the reason.
    name = ParsedField(lambda typed: parse_names(typed) or [clean_name("")])


class PersonForm(Form):
    """The form that renames a member, and the buttons that merge, separate, remove or restore one."""

    name = TextField()
    into = TextField(most=12)
    part = TextField(most=12)
    remove = TextField()
    restore = TextField()

    def change(self, group_id: str, person_id: str) -> None:
        """Do with a member what the form says. Raise Malformed if that cannot be done."""
        if self.part.sent:
            groups().separate(group_id, self.part.data, browser())
        elif self.into.sent:
            groups().merge(group_id, person_id, self.into.data, browser())
        elif self.remove.sent:
            groups().remove_person(group_id, person_id, browser())
        elif self.restore.sent:
            groups().restore_person(group_id, person_id, browser())
        else:
            groups().rename_person(group_id, person_id, clean_name(self.name.data), browser())


@bp.get("/<person_id>")
def person(group_id: str, person_id: str) -> str:
    """Show one member, with the forms for renaming and merging."""
    group, live = load_live_group(group_id)
    return _render_person(group, _find_person(group, person_id), live)


def _find_person(group: Group, person_id: str) -> Person:
    """Return the member with this id, or the one it was merged into. Raise NoSuchTable if there is none."""
    # An old link to a merged member leads to the member that took over its games.
    known = group.person(group.resolve(person_id))
    if known is None:
        raise NoSuchTable(person_id)
    return known


def _render_person(group: Group, person: Person, live: Seen | None = None, form: PersonForm | None = None) -> str:
    played = groups().played(group)
    return render_group_page(
        "group/person.html",
        group,
        person.name,
        "people",
        live,
        url_for("persons.page", group_id=group.id),
        person=person,
        sections=list_member_sections(person, played),
        drawings=draw_charts(person, played.games),
        merged=group.merged_into(person.id),
        others=[other for other in group.persons if other.id != person.id],
        form=form or PersonForm(),
    )


@bp.post("/<person_id>")
def change(group_id: str, person_id: str) -> Response | tuple[str, int]:
    """Rename, merge, separate, remove or restore a member. Answer 422 if that is refused."""
    group = load_scorable_group(group_id)
    form = PersonForm()
    if all(person_id != person.id for person in group.everybody):
        raise NoSuchTable(person_id)
    try:
        # The name goes to the member that took over the games. All else is about this member only.
        form.change(group_id, group.resolve(person_id) if form.name.sent else person_id)
    except Refusal as wrong:
        form.refuse(wrong.reason)
        group = groups().load(group_id)
        person = group.person(group.resolve(person_id))
        return (_render_person(group, person, form=form) if person else _render(group, form=form)), 422
    group = groups().load(group_id)
    if group.person(group.resolve(person_id)) is None:
        return redirect(url_for("persons.page", group_id=group_id), 303)
    return redirect(url_for("persons.person", group_id=group_id, person_id=group.resolve(person_id)), 303)
