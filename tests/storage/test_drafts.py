"""Tests of stored drafts of pads: which ones a browser has, in which order, and how long they stay."""

from contextlib import closing
from pathlib import Path
from threading import Event

from scorekeeper.games.pads.draft import Draft, format_choices, name_draft, parse_choices
from scorekeeper.storage import access, journals
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Storage
from scorekeeper.storage.drafts import (
    DELETED_DRAFT,
    KEPT,
    KEPT_CLOSED,
    MOST_DRAFTS,
    SAVED_DRAFT,
    StoredDraft,
    drafts_of,
    drop_draft,
    keep_draft,
)
from scorekeeper.storage.erasing import plan_renaming, remove_old, rename
from scorekeeper.storage.files import DATABASE
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from tests.support.http import cookie

ME, OTHER = cookie("scoring"), cookie("other")

SHELLS = Draft(
    {
        "name": "Shells & “Zoë” \0",
        "players": [4, 4],
        "row": {
            "r1": {"label": "How many", "kind": "counter", "most": 9, "points": "table(r1, 0 , 3)"},
            "r2": {"label": "Medal", "choices": {"c1": {"label": "Gold", "value": 5}}, "points": "value(r2)"},
        },
        "tie": {"r1": {"fewest": "r1"}},
    }
)


def keep(store: Storage, *names: str, now: int = 100, browser: str = ME, state: str = "open") -> None:
    """Store a draft of each name, which is also its mark."""
    for name in names:
        keep_draft(store, browser, StoredDraft(name_draft(name), mark=name, state=state), now)


def names(store: Storage, now: int = 100, browser: str = ME) -> list[str]:
    return [stored.called for stored in drafts_of(store, browser, now)]


def test_a_draft_comes_back_as_it_was(store: Storage) -> None:
    stored = StoredDraft(SHELLS, "pad-1", "1a2b3c4d", "a group")
    keep_draft(store, ME, stored, 100)
    assert drafts_of(store, ME, 100) == [stored]
    assert access.is_known_browser(store, ME)
    assert not access.is_known_browser(store, OTHER)


def test_a_browser_has_only_so_many_drafts_and_the_oldest_goes(store: Storage) -> None:
    keep(store, *(f"{number}" for number in range(MOST_DRAFTS + 2)))
    assert names(store) == [f"{number}" for number in range(MOST_DRAFTS + 1, 1, -1)]


def test_a_saved_or_deleted_draft_is_offered_for_an_hour_or_until_the_next_tap(store: Storage) -> None:
    keep(store, "A")
    for state in (SAVED_DRAFT, DELETED_DRAFT):
        keep(store, "B", state=state)
        assert names(store, 100 + KEPT_CLOSED) == ["B", "A"]
        assert names(store, 101 + KEPT_CLOSED) == ["A"]
    keep(store, "C")
    assert names(store) == ["C", "A"]


def test_a_draft_that_nobody_changes_is_dropped(store: Storage) -> None:
    keep(store, "A")
    keep(store, "B", now=200)
    assert names(store, 100 + KEPT) == ["B", "A"]
    assert names(store, 101 + KEPT) == ["B"]
    groups = Groups(Tables(store))
    remove_old(groups, 365, 101 + KEPT, Event())
    assert store.query("SELECT mark FROM drafts") == [("B",)]
    keep(store, "C", now=201 + KEPT, browser=OTHER)
    assert store.query("SELECT mark FROM drafts") == [("C",)]


def test_a_damaged_draft_does_not_hide_the_others(store: Storage) -> None:
    keep(store, "A", "B", "C", "D")
    with store.transaction() as conn:
        for mark, text in (("A", "{"), ("B", "[]"), ("C", '{"content": {"row": [1]}, "base": "", "group": ""}')):
            conn.execute("UPDATE drafts SET draft = ? WHERE mark = ?", (text, mark))
    assert names(store) == ["D"]


def test_a_name_that_is_erased_is_erased_from_the_drafts_of_phones_that_know_it(store: Storage) -> None:
    groups = Groups(Tables(store))
    journals.remember_names(store, ME, ("Anna",), 100)
    for browser in (ME, OTHER):
        draft = name_draft("For Anna")
        row = draft.add_row("choice", "Anna")
        assert row
        row.part["choices"] = parse_choices("Anna 1, Annabel 2")
        keep_draft(store, browser, StoredDraft(draft, mark="A"), 100)
    rename(groups, plan_renaming(groups, "Anna", "", "Player {}".format), 200)
    (mine,), (other,) = drafts_of(store, ME, 100), drafts_of(store, OTHER, 100)
    (row,) = mine.draft.rows
    assert (mine.draft.name, row.label, format_choices(row.part["choices"])) == ("For …", "…", "… 1, Annabel 2")
    assert other.draft.name == "For Anna"


def test_drafts_are_in_a_backup_and_damaged_ones_are_found(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "instance")) as store:
        keep(store, "A", "B")
    copy = backup(tmp_path / "instance", tmp_path / "copy.db")
    restore(copy, tmp_path / "restored")
    with closing(Store(tmp_path / "restored")) as store:
        assert names(store) == ["B", "A"]
        with store.transaction() as conn:
            conn.execute("UPDATE drafts SET draft = '{' WHERE mark = 'A'")
    assert [str(fault) for fault in check(tmp_path / "restored" / DATABASE).faults] == ["Pad A cannot be read."]


def test_the_latest_draft_comes_first_even_within_a_second(store: Storage) -> None:
    keep(store, "A", "B", "C")
    keep(store, "A")
    assert names(store) == ["A", "C", "B"]
    drop_draft(store, ME, "C")
    assert names(store) == ["A", "B"]


def test_drafts_of_other_browsers_are_theirs(store: Storage) -> None:
    keep(store, "A")
    keep(store, "A", "B", browser=OTHER)
    drop_draft(store, OTHER, "A")
    assert names(store) == ["A"]
    assert names(store, browser=OTHER) == ["B"]
