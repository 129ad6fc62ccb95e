"""Decide what can be added to the journal of a group.

Acts that overwrite unseen changes from other phones, or name persons or tables that do not exist, are refused.
"""

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.group.group import Group
from scorekeeper.group.journal import (
    Act,
    AddPerson,
    AddTable,
    GiveSign,
    Line,
    MergePersons,
    NameGroup,
    RemoveTable,
    RenamePerson,
    SeparatePerson,
    ShowRatings,
    StartSeason,
)
from scorekeeper.language.text import Text
from scorekeeper.table.admit import NO_LINE_TO_TAKE_BACK, TAKEN_BACK, JournalRestored, Stale
from scorekeeper.table.journal import By, Erased, Seen, Strike

MOST_PERSONS = 200
"""The maximum number of persons of a group, with those merged into others."""

MOST_TABLES = 10_000

FULL = Text("This group cannot have any more members.")

NOBODY = Text("That member is not in this group.")


def check_number_of_persons(persons: int) -> None:
    """Raise Malformed if a group cannot have as many persons."""
    if persons > MOST_PERSONS:
        raise Malformed(
            "name", Text("A group can have at most %(most)s members. Enter fewer names.", most=MOST_PERSONS)
        )


def admit_line(group: Group, act: Act, by: By, page: Seen) -> None:
    """Check that an act can be added to a group's journal.

    `page` is the state of the journal that the sending page showed. Raise JournalRestored if the journal was restored
    from an older backup since then. Raise Stale if the act conflicts with lines of other phones that the page did not
    show. Raise Illegal or Malformed if the act itself is not allowed.
    """
    # First, because in a restored journal the numbers of lines mean other lines.
    if not group.follows(page):
        raise JournalRestored
    if isinstance(act, Strike):
        line = group.line(act.seq)
        # The first line gives the group its name. An erased line must not come back.
        if act.seq == 1 or line is None or isinstance(line.act, Erased):
            raise Illegal(NO_LINE_TO_TAKE_BACK)
        if act.seq in group.struck:
            raise Illegal(TAKEN_BACK)
        # Taking back an undo can bring back a person after others have taken the place.
        if len(group.after((act,)).names) > MOST_PERSONS:
            raise Illegal(FULL)
        return
    since = tuple(
        line for line in group.lines[page.seq :] if line.by.browser != by.browser and _conflicts_with(group, act, line)
    )
    if since:
        raise Stale
    _check_act(group, act)


def _conflicts_with(group: Group, act: Act, line: Line) -> bool:
    """Return whether a line contradicts `act` about its subject. Undone lines and undos never contradict it."""
    theirs = line.act
    # Two phones that say the same do not conflict.
    if line.seq in group.struck or theirs == act or isinstance(theirs, Strike):
        return False
    # An act without a subject, such as a new member, is only checked by `_check_act`.
    return _find_subject(theirs) == _find_subject(act) != ""


def _find_subject(act: Act) -> str:
    """Return a key for what an act is about, such as a table. Return "" if no other act can conflict with it."""
    match act:
        case NameGroup():
            return "name"
        case RenamePerson(person):
            return f"name {person}"
        case MergePersons(person) | SeparatePerson(person):
            return f"merge {person}"
        case AddTable(table_id) | RemoveTable(table_id):
            return f"table {table_id}"
        case ShowRatings():
            return "rating"
        case GiveSign(person):
            return f"sign {person}"
    return ""


def _check_act(group: Group, act: Act) -> None:
    """Check that an act refers to existing persons and tables and to free names. Raise Malformed if not."""
    match act:
        case AddPerson(person, name):
            _check_new_person(group, person, name)
        case GiveSign(person):
            _check_person(group, person)
        case RenamePerson(person, name):
            _check_person(group, person)
            _check_name(group, name, person)
        case MergePersons(person, into):
            _check_merge(group, person, into)
        case SeparatePerson(person):
            if person not in group.merged:
                raise Malformed("person", Text("That member is already separate."))
        case AddTable(table_id, persons):
            _check_seats(group, table_id, [seat for seat, _ in persons], [person for _, person in persons])
        case RemoveTable(table_id):
            if table_id not in group.tables:
                raise Malformed("table", Text("That table is not in this group."))
        case StartSeason(season):
            if any(existing.name == season for existing in group.seasons):
                raise Malformed("season", Text("There is already a season called %(name)s.", name=season))


def _check_new_person(group: Group, person: str, name: str) -> None:
    """Check that a person can be added. Raise Malformed if the id or the name is taken or the group is full."""
    if person in group.names or len(group.names) >= MOST_PERSONS:
        raise Malformed("name", FULL)
    _check_name(group, name)


def _check_person(group: Group, person: str) -> None:
    """Check that a person is in the group and not merged into another one. Raise Malformed if not."""
    if group.person(person) is None:
        raise Malformed("person", NOBODY)


def _check_merge(group: Group, person: str, into: str) -> None:
    """Check that two persons can be merged. Raise Malformed if not, for example if they played at the same table."""
    _check_person(group, person)
    _check_person(group, into)
    if person == into:
        raise Malformed("person", Text("You cannot merge a member with themselves."))
    if any({person, into} <= set(group.find_persons(table_id).values()) for table_id in group.tables):
        both = (group.names[person], group.names[into])
        raise Malformed(
            "person", Text("%(who)s played at the same table, so they cannot be the same person.", who=both)
        )


def _check_name(group: Group, name: str, but: str = "") -> None:
    """Check that a name is free. Raise Malformed if a person other than `but` has it."""
    has = group.find_id(name)
    if has is not None and has != but:
        raise Malformed("name", Text("%(name)s is already in this group.", name=group.names[has]))


def _check_seats(group: Group, table_id: str, seats: list[int], persons: list[str]) -> None:
    """Check that a table can be added with these seats. Raise Malformed if a person is unknown or has two seats."""
    if table_id not in group.tables and len(group.tables) >= MOST_TABLES:
        raise Malformed("table", Text("This group cannot have any more tables."))
    if any(person not in group.names for person in persons):
        raise Malformed("person", NOBODY)
    # Compared after merges, because two ids may have become one person.
    resolved = [group.resolve(person) for person in persons]
    if len(set(seats)) < len(seats) or len(set(resolved)) < len(resolved):
        raise Malformed("person", Text("Nobody can sit in two seats at one table."))
