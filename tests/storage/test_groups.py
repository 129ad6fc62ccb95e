"""Tests of groups in a real database: their lines, and access to tables through a group."""

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Setup
from scorekeeper.games.shelf import PADS_FOLDER
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import DELETED, RUNNING
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.erasing import remove_old
from scorekeeper.storage.group_rows import RESTORABLE
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.results import list_rule_files, list_without_results, tables_of_group
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.journal import By, Change, Close, Seen, Strike
from scorekeeper.table.results import load

GAME = GAMES["tally"]

BY = By("host")


@pytest.fixture
def friday(groups: Groups) -> str:
    return groups.open("Friday", ("Anna", "Bo"), "host", "press")


def table(groups: Groups, *players: str, browser: str = "host") -> str:
    return groups.tables.open(GAME, Setup(players, {}, ((1, tuple(range(len(players)))),)), browser)


def take_in(groups: Groups, group: str, id: str, op: str = "in", **persons: str) -> None:
    groups.take_in(group, groups.tables.load(id), op, "host", {int(seat[1:]): who for seat, who in persons.items()})


def names(groups: Groups, group: str) -> list[str]:
    return [person.name for person in groups.load(group).persons]


def test_a_group_is_opened_once_for_each_press(groups: Groups, friday: str) -> None:
    assert groups.open("Friday", ("Anna", "Bo"), "host", "press") == friday
    assert groups.open("Friday", ("Anna", "Bo"), "other", "press") != friday
    assert names(groups, friday) == ["Anna", "Bo"]


def test_a_group_remembers_a_sign_that_a_member_chose_but_not_one_that_gave_way(groups: Groups, friday: str) -> None:
    def play(op: str, signs: tuple[int, ...]) -> list[str]:
        setup = Setup(("Anna", "Bo"), {}, ((1, (0, 1)),), signs=signs)
        id = groups.tables.open(GAME, setup, "host")
        groups.take_in(friday, groups.tables.load(id), op, "host", keep_signs=True)
        group = groups.load(friday)
        return [group.signs[person.id].outline for person in group.persons]

    assert play("in order", ()) == ["disc", "square"]
    assert play("Bo chooses gold", (0, 2)) == ["disc", "triangle"]
    assert play("Anna has the gold of Bo, who gives way", (2, 0)) == ["triangle", "triangle"]
    assert groups.load(friday).usual_sign("Bo") == 2


def test_a_sign_changed_at_a_table_of_the_group_is_remembered(groups: Groups, friday: str) -> None:
    id = table(groups, "Anna", "Bo")
    take_in(groups, friday, id)
    before = groups.tables.load(id)
    groups.tables.record(id, Change(replace(before.setup, signs=(5, 1))), "change", BY, before.seen)
    groups.keep_signs(friday, groups.tables.load(id), "host")
    kept = groups.load(friday)
    groups.keep_signs(friday, groups.tables.load(id), "host")
    assert [groups.load(friday).usual_sign(name) for name in ("Anna", "Bo")] == [5, 1]
    assert groups.load(friday) is kept, "nothing was written"


def test_what_its_pages_have_seen_grows_with_each_line_of_it_and_of_its_tables(groups: Groups, friday: str) -> None:
    seen = [journals.find_news(groups.store, friday)]
    rung: list[Seen] = []
    groups.tables.ring = lambda id, news: rung.extend([news] if id == friday and news else [])
    one, other = table(groups, "Anna", "Bo"), table(groups, "Anna", "Bo")
    for id in (one, other):
        take_in(groups, friday, id, id)
        seen.append(journals.find_news(groups.store, friday))
    groups.tables.record(one, Close(1), "close", BY, groups.tables.load(one).seen)
    seen.append(journals.find_news(groups.store, friday))
    groups.remove_table(friday, one, "host")
    seen.append(journals.find_news(groups.store, friday))
    groups.tables.record(one, Strike(2), "on", BY, groups.tables.load(one).seen)
    assert journals.find_news(groups.store, friday) == seen[-1], "it is theirs no more"
    assert seen == sorted(set(seen))
    assert rung == seen[1:]
    assert [Seen.parse(str(one)) for one in seen] == seen


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("damage", ["DELETE FROM groups", "UPDATE group_tables SET persons = 'none'"])
def test_rows_that_cannot_be_read_are_told(groups: Groups, friday: str, damage: str) -> None:
    take_in(groups, friday, table(groups, "Anna", "Cleo"))
    assert check(groups.store.path).faults == ()
    with groups.store.transaction() as conn:
        conn.execute(damage)
    with pytest.raises(DamagedLine):
        Groups(groups.tables).load(friday)
    faults = [str(fault) for fault in check(groups.store.path).faults]
    assert faults == [f"Group {friday}: its members or tables cannot be read."]


def test_a_person_is_removed_and_restored_with_their_seats_and_merges(groups: Groups, friday: str) -> None:
    id, other = table(groups, "Anna", "Bo"), table(groups, "Annabel", "Bo")
    take_in(groups, friday, id, "in")
    take_in(groups, friday, other, "in too")
    anna, bo, annabel = (person.id for person in groups.load(friday).persons)
    groups.merge(friday, annabel, anna, "host")
    before = groups.load(friday)
    for _ in range(2):  # sent twice
        groups.remove_person(friday, anna, "host")
    assert names(groups, friday) == ["Bo", "Annabel"]
    assert [groups.load(friday).find_persons(one) for one in (id, other)] == [{1: bo}, {0: annabel, 1: bo}]
    for _ in range(2):
        groups.restore_person(friday, anna, "host")
    after = groups.load(friday)
    assert (after.names, after.merged, after.tables) == (before.names, before.merged, before.tables)


def test_who_was_removed_is_not_restored_over_a_new_person_of_the_name(groups: Groups, friday: str) -> None:
    anna = groups.load(friday).persons[0].id
    groups.remove_person(friday, anna, "host")
    groups.add_persons(friday, ["anna"], "host")
    with pytest.raises(Malformed, match="already in this group"):
        groups.restore_person(friday, anna, "host")
    assert names(groups, friday) == ["Bo", "anna"]


def test_who_was_removed_an_hour_ago_is_restored_no_more_and_forgotten(groups: Groups, friday: str) -> None:
    anna = groups.load(friday).persons[0].id
    groups.remove_person(friday, anna, "host")
    with groups.store.transaction() as conn:
        conn.execute("UPDATE persons SET removed = removed - ? WHERE id = ?", (RESTORABLE + 1, anna))
    again = Groups(groups.tables)
    with pytest.raises(Malformed, match="not in this group"):
        again.restore_person(friday, anna, "host")
    remove_old(again, 0, int(time.time()), Event())
    assert groups.store.query("SELECT name FROM persons ORDER BY place") == [("Bo",)]


def test_a_merge_of_two_persons_can_be_taken_back_whatever_came_after(groups: Groups, friday: str) -> None:
    groups.add_persons(friday, ["Annabel"], "host")
    anna, bo, annabel = (person.id for person in groups.load(friday).persons)
    for _ in range(2):
        groups.merge(friday, annabel, anna, "host")
    groups.merge(friday, anna, bo, "host")
    with pytest.raises(Malformed, match="themselves"):
        groups.merge(friday, bo, bo, "host")
    assert names(groups, friday) == ["Bo"]
    for _ in range(2):
        groups.separate(friday, anna, "host")
    assert (names(groups, friday), groups.load(friday).merged) == (["Anna", "Bo"], {annabel: anna})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda groups, group, anna, bo, table: groups.add_persons(group, ["ANNA"], "host"), "already in this group"),
        (lambda groups, group, anna, bo, table: groups.rename_person(group, bo, "Anna", "host"), "already in this"),
        (
            lambda groups, group, anna, bo, table: groups.rename_person(group, "c" * 12, "X", "host"),
            "not in this group",
        ),
        (lambda groups, group, anna, bo, table: groups.merge(group, anna, bo, "host"), "at the same table"),
        (lambda groups, group, anna, bo, table: groups.merge(group, anna, "c" * 12, "host"), "not in this group"),
        (
            lambda groups, group, anna, bo, table: take_in(groups, group, table, s0=anna, s1=anna),
            "two seats",
        ),
        (lambda groups, group, anna, bo, table: take_in(groups, group, table, s0="c" * 12), "not in this"),
        (lambda groups, group, anna, bo, table: groups.start_season(group, "Winter", 900, "host"), "already a season"),
        (
            lambda groups, group, anna, bo, table: groups.add_persons(group, [f"P{n}" for n in range(200)], "host"),
            "more",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    groups: Groups, friday: str, change: Callable[[Groups, str, str, str, str], None], why: str
) -> None:
    id = table(groups, "Anna", "Bo")
    take_in(groups, friday, id)
    groups.start_season(friday, "Winter", 5, "host")
    groups.start_season(friday, "Winter", 6, "host")  # the same tap, sent again
    before = groups.load(friday)
    anna, bo = (person.id for person in before.persons)
    with pytest.raises(Malformed, match=why):
        change(groups, friday, anna, bo, id)
    after = groups.load(friday)
    assert (after.names, after.merged, after.tables, after.seasons) == (
        before.names,
        before.merged,
        before.tables,
        before.seasons,
    )


def test_the_same_tap_takes_a_table_in_once(groups: Groups, friday: str) -> None:
    id = table(groups, "Dora", "Edgar")
    take_in(groups, friday, id)
    take_in(groups, friday, id)
    assert names(groups, friday) == ["Anna", "Bo", "Dora", "Edgar"]
    groups.add_persons(friday, ["Finn"], "host", "tap")
    groups.add_persons(friday, ["Finn"], "host", "tap")
    assert names(groups, friday) == ["Anna", "Bo", "Dora", "Edgar", "Finn"]


def test_which_groups_a_table_is_in_is_known_as_soon_as_it_is_written(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo")
    assert [access.list_groups_with(store, id) for _ in range(2)] == [[], []]
    take_in(groups, friday, id)
    assert [access.list_groups_with(store, id) for _ in range(2)] == [[friday], [friday]]
    groups.remove_table(friday, id, "host")
    assert access.list_groups_with(store, id) == []


# Who may see a table because of its group


def test_a_phone_in_the_group_may_at_its_tables_what_it_may_in_it(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo")
    access.let_in(store, friday, "guest", "score", 5)
    access.let_in(store, friday, "screen", "watch", 5)
    assert [access.find_role(store, id, phone) for phone in ("guest", "screen", "stranger")] == ["", "", ""]
    take_in(groups, friday, id)
    assert [access.find_role(store, id, phone) for phone in ("guest", "screen", "stranger")] == ["score", "watch", ""]


def test_a_table_that_leaves_the_group_is_closed_to_its_phones(groups: Groups, friday: str) -> None:
    store, id, rung = groups.store, table(groups, "Anna", "Bo"), []
    access.let_in(store, friday, "guest", "score", 5)
    take_in(groups, friday, id)
    groups.tables.ring = lambda id, newest: rung.extend([(id, newest)] if id != friday else [])
    groups.remove_table(friday, id, "host")
    assert [access.find_role(store, id, phone) for phone in ("guest", "host")] == ["", "score"]
    assert rung == [(id, None)]


def test_the_links_of_a_group_end_what_it_opened_at_its_tables(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo")
    access.let_in(store, friday, "guest", "score", 5)
    take_in(groups, friday, id)
    access.take_seat(store, id, "guest", 1)
    assert access.find_seat_claims(store, id) == {1: "guest"}
    assert [row.id for row in access.list_tables_of(store, "guest")] == [id]
    rung: list[tuple[str, Seen | None]] = []
    groups.tables.ring = lambda table, newest: rung.append((table, newest))
    groups.tables.end_links(friday, "host")
    assert access.find_role(store, id, "guest") == ""
    member = access.find_member(store, id, "guest")
    assert member
    assert member.ended
    assert access.find_seat_claims(store, id) == {}
    assert access.list_tables_of(store, "guest") == []
    assert rung == [(friday, None), (id, None)]


def test_what_a_phone_was_let_in_to_itself_comes_before_its_group(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo")
    take_in(groups, friday, id)
    access.let_in(store, friday, "guest", "score", 5)
    access.let_in(store, id, "guest", "watch", 5)
    assert access.find_role(store, id, "guest") == "watch"
    access.end_links(store, id, "host", 6)
    assert access.find_role(store, id, "guest") == "score"


def test_a_table_deleted_for_everybody_is_deleted_for_its_group(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo")
    access.let_in(store, friday, "guest", "score", 5)
    take_in(groups, friday, id)
    access.delete(store, id, 100)
    member = access.find_member(store, id, "guest")
    assert member
    assert (member.list, access.find_role(store, id, "guest"), access.may_score(store, id, "guest")) == (
        DELETED,
        "",
        True,
    )
    access.restore(store, id)
    assert access.find_member(store, id, "guest").list == RUNNING


def test_what_is_not_kept_by_the_rules_of_today_is_worked_out_before_anybody_asks(groups: Groups, friday: str) -> None:
    store, ids = groups.store, [table(groups, "Anna", "Bo") for _ in range(20)]
    for id in ids[:-1]:
        take_in(groups, friday, id, id)
    by_table = groups.played(groups.load(friday)).results
    with store.transaction() as conn:
        conn.execute("UPDATE results SET hash = hash || 'of another release'")
        conn.execute("DELETE FROM results WHERE table_id = ?", (ids[0],))
    stopped = Event()
    stopped.set()
    groups.catch_up(stopped)
    assert {entry.results for entry in tables_of_group(store, friday)} == {None}
    groups.catch_up(Event())
    assert {
        entry.table_id: load(entry.results) for entry in tables_of_group(store, friday) if entry.results
    } == by_table
    assert len(by_table) == len(ids) - 1
    assert list_without_results(store, "", 99) == [], "a table that is in no group is counted nowhere"


def test_a_table_that_is_deleted_or_put_back_is_news_to_its_group(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo")
    take_in(groups, friday, id)
    before = journals.find_news(store, friday)
    rung: list[object] = []
    groups.tables.ring = lambda group, news: rung.extend([(group, news)] if group == friday else [])
    groups.tables.delete(id)
    deleted = journals.find_news(store, friday)
    assert deleted > before
    groups.tables.restore(id)
    assert journals.find_news(store, friday) == before, "what is shown again is what was shown"
    assert rung == [(friday, deleted), (friday, None)]


def test_neither_a_group_nor_a_table_that_is_not_there_is_the_table_of_a_group(groups: Groups, friday: str) -> None:
    other, played = groups.open("Other", (), "host"), groups.tables.load(table(groups, "Anna"))
    for id in (friday, "nowhere"):
        with pytest.raises(Illegal, match="scores at that table"):
            groups.take_in(other, replace(played, stored=played.stored._replace(id=id)), "in", "host")
        assert access.list_groups_with(groups.store, id) == []
    assert groups.load(other).tables == {}


def test_only_who_scores_at_a_table_takes_it_in_or_puts_it_back(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo", browser="owner")
    access.let_in(store, id, "host", "watch", 5)
    for attempt in (1, 2):
        with pytest.raises(Illegal, match="scores at that table"):
            take_in(groups, friday, id, f"in {attempt}")
        access.let_in(store, id, "host", "score", 6)
        take_in(groups, friday, id, f"in {attempt}")
        assert groups.load(friday).tables.keys() == {id}
        groups.remove_table(friday, id, "host")
        access.end_links(store, id, "owner", 7)
        with pytest.raises(Illegal, match="scores at that table"):
            take_in(groups, friday, id, f"back {attempt}")
        assert groups.load(friday).tables == {}
    access.let_in(store, id, "host", "score", 8)
    take_in(groups, friday, id, "back at last")
    assert groups.load(friday).tables.keys() == access.list_table_ids(groups.store, friday) == {id}


def test_what_scores_at_a_table_by_a_group_takes_it_into_another_one(groups: Groups, friday: str) -> None:
    store, id = groups.store, table(groups, "Anna", "Bo")
    take_in(groups, friday, id)
    access.let_in(store, friday, "guest", "score", 5)
    other = groups.open("Other", (), "guest")
    groups.take_in(other, groups.tables.load(id), "in", "guest")
    assert {*access.list_groups_with(store, id)} == {friday, other}


def test_a_group_is_no_table_and_a_table_no_group(groups: Groups, friday: str) -> None:
    with pytest.raises(NoSuchTable):
        groups.tables.load(friday)
    with pytest.raises(NoSuchTable):
        groups.load(table(groups, "Anna"))
    assert access.list_groups_of(groups.store, "host") == [friday]
    assert [row.id for row in access.list_tables_of(groups.store, "host")] != [friday]


def test_results_are_worked_out_anew_after_a_release_with_another_pad() -> None:
    assert set(PADS_FOLDER.glob("*.toml")) < set(list_rule_files())
