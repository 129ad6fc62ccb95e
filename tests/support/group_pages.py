"""The pages of groups in every state, for tests over all pages."""

from collections.abc import Iterator

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage import access
from scorekeeper.table.journal import By, Close, Write
from tests.support.games import WALKED
from tests.support.http import cookie
from tests.support.tables import UNSHOWN, Author, Running, State


def list_group_states(author: Author, app: Running) -> Iterator[State]:
    """Yield states of an empty group, of one with finished and running tables, and of refused entries."""
    groups = app.app.extensions["groups"]
    by, names = By(cookie("scoring")), tuple(author.names)
    empty = groups.open(names[0], (), by.browser)
    group = groups.open("Friday" if names[0] == "Alice" else names[4], names[:6], by.browser)
    access.let_in(groups.store, group, cookie("watching"), "watch", 1)
    for slug in WALKED:
        table, _ = author.retell(slug)
        played = author.tables.load(table)
        groups.take_in(group, played, f"in {table}", by.browser)
        if played.next_round is not None and slug != "diabolo":
            author.write(table, Close(played.rounds))
    for number in range(4):
        table = author.open(GAMES["tally"], 3, rounds=1)
        marks = {Spot(1, POINTS_ROW, POINTS_BOX, seat): (number * 7 + seat * seat) % 10 for seat in range(3)}
        author.write(table, Write(marks))
        groups.take_in(group, author.tables.load(table), f"in {table}", by.browser)
    loose, _ = author.retell("tally")
    persons = [person.id for person in groups.load(group).persons]
    groups.start_season(group, "Winter", 1, by.browser)
    groups.merge(group, persons[-1], persons[4], by.browser)
    groups.show_ratings(group, True, by.browser)
    groups.remove_person(group, persons[3], by.browser)
    here = f"/g/{group}/"
    yield State("new group", "/g/new")
    yield State("new group, refused", "/g/new", (("group", ""), ("persons", names[0])))
    yield State("group, empty", f"/g/{empty}/")
    yield State("group, empty, persons", f"/g/{empty}/persons")
    yield State("no group", "/g/nothing/")
    one = f"persons/{persons[4]}"
    for path in ("", "persons", one, f"persons/{persons[0]}", "figures", "tables", "night"):
        name = {one: "one person", f"persons/{persons[0]}": "first person"}.get(path, path) or "page"
        yield State(f"group {name}", here + path)
        yield State(f"group {name}, watched", here + path, phone="watching")
    yield State("figures of a season", f"{here}figures?season=0")
    for slug in ("parade", "tally", "hawaiki"):
        over, _ = author.retell(slug)
        yield State(f"evening of {slug}", f"/t/{over}/evening")
    yield State("evening, nothing scored", f"/t/{author.open(GAMES['tally'])}/evening", phone="watching")
    yield State("group take", f"{here}take", phone="watching")
    yield State("table take", f"/t/{loose}/take")
    yield State("bring in", "/bring")
    yield State("bring in, refused", "/bring", (("file", ""),))
    for path in ("settings", "invite", "invite?watch=yes"):
        yield State(f"group {path}", here + path)
    yield State("group, name refused", f"{here}persons/{persons[0]}", (("name", UNSHOWN),))
    yield State("group, person refused", f"{here}persons", (("name", names[0]),))
    yield State("group, season refused", f"{here}write", (("season", UNSHOWN),))
    yield State("taking in", f"/t/{loose}/group?group={group}")
    yield State("taking in, asked which", f"/t/{loose}/group")
    twice = (("group", group), ("seat.0", persons[0]), ("seat.1", persons[0]))
    yield State("taking in, refused", f"/t/{loose}/group", twice)
    yield State("taken in", f"/t/{next(iter(groups.load(group).tables))}/group?group={group}")
