"""Pages that list, add, rename, merge and separate the members of a group."""

import re
import secrets

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.group.admit import check_number_of_persons
from scorekeeper.group.group import Group, Person
from scorekeeper.group.journal import Act, AddPerson, MergePersons, RenamePerson, SeparatePerson
from scorekeeper.language.text import Text
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.journal import Seen
from scorekeeper.table.names import normalise_name
from scorekeeper.web.forms import LineForm, ParsedField, TextField
from scorekeeper.web.group.drawing import draw_charts
from scorekeeper.web.group.figures import list_member_sections
from scorekeeper.web.group.write import write_line
from scorekeeper.web.inputs import clean_name
from scorekeeper.web.layout import render_group_page
from scorekeeper.web.request import groups, load_live_group, load_scorable_group

bp = Blueprint("persons", __name__, url_prefix="/g/<group_id>/persons")


@bp.get("")
def page(group_id: str) -> str:
    """Show the members of the group."""
    return _render(*load_live_group(group_id))


def _render(group: Group, live: Seen | None = None, form: "MembersForm | None" = None) -> str:
    return render_group_page("group/persons.html", group, Text("Members"), "people", live, form=form or MembersForm())


@bp.post("")
def add(group_id: str) -> Response | tuple[str, int]:
    """Add members whose names are separated by commas. Answer 422 and add none if a name is refused."""
    group = load_scorable_group(group_id)
    form = MembersForm()
    if form.validate():
        *others, last = (AddPerson(secrets.token_hex(6), name) for name in form.name.value)
        try:
            write_line(group, form, last, others)
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
    check_number_of_persons(len(names))
    cleaned: dict[str, str] = {}
    for name in map(clean_name, names):
        normalised = normalise_name(name)
        if normalised in cleaned:
            raise Malformed("name", Text("%(name)s is already in this group.", name=name))
        cleaned[normalised] = name
    return list(cleaned.values())


class MembersForm(LineForm):
    """The form that adds members."""

    # `parse_names` returns nothing for a blank field; `clean_name("")` then gives the reason.
    name = ParsedField(lambda typed: parse_names(typed) or [clean_name("")])


class PersonForm(LineForm):
    """The form that renames a member, and buttons that merge it into another one or separate a merged one."""

    name = TextField()
    into = TextField(most=12)
    part = TextField(most=12)

    def parse_act(self, person_id: str) -> Act:
        """Return what the form does with this member. Raise Malformed if the name is invalid."""
        if self.part.sent:
            return SeparatePerson(self.part.data)
        if self.into.sent:
            return MergePersons(person_id, self.into.data)
        return RenamePerson(person_id, clean_name(self.name.data))


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
    games = groups().games(group)
    return render_group_page(
        "group/person.html",
        group,
        person.name,
        "people",
        live,
        url_for("persons.page", group_id=group.id),
        person=person,
        sections=list_member_sections(group, person, games),
        drawings=draw_charts(person, games),
        merged=group.merged_into(person.id),
        others=[other for other in group.persons if other.id != person.id],
        form=form or PersonForm(),
    )


@bp.post("/<person_id>")
def change(group_id: str, person_id: str) -> Response | tuple[str, int]:
    """Rename a member, merge it into another one, or separate two merged ones. Answer 422 if that is refused."""
    group = load_scorable_group(group_id)
    person = _find_person(group, person_id)
    form = PersonForm()
    try:
        write_line(group, form, form.parse_act(person.id))
    except Refusal as wrong:
        form.refuse(wrong.reason)
        return _render_person(groups().load(group_id), person, form=form), 422
    current_id = groups().load(group_id).resolve(person.id)
    return redirect(url_for("persons.person", group_id=group_id, person_id=current_id), 303)
