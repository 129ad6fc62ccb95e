"""What may be added to the journal of a group: nothing that writes over others unseen or speaks of who is not there."""

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.group.group import Group
from scorekeeper.group.journal import Act, Added, Begun, Joined, Left, Line, Merged, Named, Parted, Rated, Renamed
from scorekeeper.language.text import Text
from scorekeeper.table.admit import NO_LINE_TO_TAKE_BACK, TAKEN_BACK, BroughtBack, Stale
from scorekeeper.table.journal import By, Seen, Strike

MOST_PERSONS = 200

MOST_TABLES = 10_000

NOBODY = Text("That member is not in this group.")


def admit_line(now: Group, act: Act, by: By, page: Seen) -> None:
    """Refuse what cannot be added to the journal as it stands, from a page that has seen so much.

    Raises BroughtBack, Stale, Illegal, Malformed.
    """
    if not now.follows(page):
        raise BroughtBack
    if isinstance(act, Strike):
        if act.seq == 1 or now.line(act.seq) is None:
            raise Illegal(NO_LINE_TO_TAKE_BACK)
        if act.seq in now.struck:
            raise Illegal(TAKEN_BACK)
        return
    since = tuple(line for line in now.lines[page.seq :] if line.by.browser != by.browser and _clash(now, act, line))
    if since:
        raise Stale(())
    _possible(now, act)


def _clash(now: Group, act: Act, line: Line) -> bool:
    """Whether somebody else has said something else of the same meanwhile."""
    theirs = line.act
    if line.seq in now.struck or theirs == act or isinstance(theirs, Strike):
        return False
    return _about(theirs) == _about(act) != ""


def _about(act: Act) -> str:
    """What two lines may both speak of: the group's name, a person's, whom that person is, a table, the rating."""
    match act:
        case Named():
            return "name"
        case Renamed(person):
            return f"name {person}"
        case Merged(person) | Parted(person):
            return f"merge {person}"
        case Joined(table_id) | Left(table_id):
            return f"table {table_id}"
        case Rated():
            return "rating"
    return ""


def _possible(now: Group, act: Act) -> None:
    """Refuse what speaks of who or what is not there. Raises Malformed."""
    match act:
        case Added(person, name):
            if person in now.names or len(now.names) >= MOST_PERSONS:
                raise Malformed("name", Text("This group cannot have any more members."))
            _free(now, name)
        case Renamed(person, name):
            _there(now, person)
            _free(now, name, person)
        case Merged(person, into):
            _two_in_one(now, person, into)
        case Parted(person):
            if person not in now.merged:
                raise Malformed("person", Text("That member is already separate."))
        case Joined(table_id, persons):
            _seats(now, table_id, [seat for seat, _ in persons], [person for _, person in persons])
        case Left(table_id):
            if table_id not in now.tables:
                raise Malformed("table", Text("That table is not in this group."))
        case Begun(season):
            if any(one.name == season for one in now.seasons):
                raise Malformed("season", Text("There is already a season called %(name)s.", name=season))


def _there(now: Group, person: str) -> None:
    """Refuse somebody who is not in the group, or somebody else now. Raises Malformed."""
    if now.person(person) is None:
        raise Malformed("person", NOBODY)


def _two_in_one(now: Group, person: str, into: str) -> None:
    """Refuse to merge who cannot be one and the same. Raises Malformed."""
    _there(now, person)
    _there(now, into)
    if person == into:
        raise Malformed("person", Text("You cannot merge a member with themselves."))
    if any({person, into} <= set(now.seated(table_id).values()) for table_id in now.tables):
        both = (now.names[person], now.names[into])
        raise Malformed(
            "person", Text("%(who)s played at the same table, so they cannot be the same person.", who=both)
        )


def _free(now: Group, name: str, but: str = "") -> None:
    """Refuse a name that somebody else has. Raises Malformed."""
    has = now.called(name)
    if has is not None and has != but:
        raise Malformed("name", Text("%(name)s is already in this group.", name=now.names[has]))


def _seats(now: Group, table_id: str, seats: list[int], persons: list[str]) -> None:
    """Refuse a table whose seats are matched to who is not there, or twice to the same person. Raises Malformed."""
    if table_id not in now.tables and len(now.tables) >= MOST_TABLES:
        raise Malformed("table", Text("This group cannot have any more tables."))
    if any(person not in now.names for person in persons):
        raise Malformed("person", NOBODY)
    each = [now.who(person) for person in persons]
    if len(set(seats)) < len(seats) or len(set(each)) < len(each):
        raise Malformed("person", Text("Nobody can sit in two seats at one table."))
