"""A line of a journal undoes or corrects only an earlier line. No other is imported or read, and none is a loop."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as some

from scorekeeper import create_app
from scorekeeper.exchange import native
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Setup
from scorekeeper.games.referee import Action
from scorekeeper.storage import journals
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.journals import ImportedJournal
from scorekeeper.storage.store import Store
from scorekeeper.table.admit import Stale, admit_line, explain_uncorrectable, find_reopened_rounds
from scorekeeper.table.journal import Act, Amend, By, Change, Line, Seen, Strike, dump, list_targets
from scorekeeper.table.moves import list_moves_on_table
from scorekeeper.table.table import StoredTable, fold_table
from scorekeeper.table.wording import describe_line
from tests.support.http import cookie
from tests.support.loops import at_least_one
from tests.support.time_limit import ends_within

PHONE = f"~{0:016}"

TABLE = "0123456789ab"

START = Change(Setup(("Ann", "Bo", "Cid"), {}, ((1, (0, 1, 2)),)))

CARD = Action(1, "line", None, ("red-0",))

OTHER_CARD = Action(1, "line", None, ("red-1",))

CIRCLES: dict[str, tuple[Act, ...]] = {
    "undoes itself": (CARD, Strike(3)),
    "corrects itself": (CARD, Amend(3, OTHER_CARD)),
    "undo each other": (CARD, Strike(4), Strike(3)),
    "undoes a correction of it": (CARD, Amend(4, OTHER_CARD), Strike(3)),
    "undo in a circle": (CARD, Strike(5), Strike(3), Strike(4)),
    "undoes the next": (Strike(3), CARD),
    "undoes what never comes": (CARD, Strike(9)),
}

circles = pytest.mark.parametrize("acts", CIRCLES.values(), ids=CIRCLES)


def write_file(acts: Sequence[Act], game: str = "parade") -> str:
    """Return a file with one table whose lines are START and these acts."""
    lines = [{"at": 1, "phone": PHONE, "seat": None, "act": json.loads(dump(act))} for act in (START, *acts)]
    table = {"id": TABLE, "game": game, "opened": 1, "lines": lines}
    return json.dumps({"scorekeeper": 1, "tables": [table]})


def damage(folder: Path, game: str, texts: Sequence[str]) -> None:
    """Store a journal that the app would refuse."""
    store = Store(folder)
    journal = ImportedJournal(TABLE, game, 1, [(1, By(PHONE), text) for text in texts])
    journals.bring_in(store, [journal], cookie("scoring"), 1, None, {})
    store.close()


@circles
def test_a_file_is_refused_if_a_line_refers_to_no_earlier_one(acts: tuple[Act, ...]) -> None:
    with pytest.raises(Malformed, match=r"Entry \d undoes or corrects no earlier entry\."):
        native.parse(write_file(acts))


@circles
def test_a_stored_line_that_refers_to_no_earlier_one_is_damaged(tmp_path: Path, acts: tuple[Act, ...]) -> None:
    damage(tmp_path, "parade", [dump(act) for act in (START, *acts)])
    with ends_within(20):
        assert any("corrects no earlier entry" in str(fault) for fault in check(tmp_path / "scorekeeper.db").faults)
    app = create_app(tmp_path, TESTING=True)
    store = app.extensions["tables"].store
    with pytest.raises(DamagedLine):
        journals.load_lines(store, TABLE)
    for path in list_pages_of_a_table(app):
        with ends_within(20):
            assert get_status(app, path) in (200, 302, 303, 404, 405, 422, 503), path
    assert get_status(app, f"/t/{TABLE}/1/play") == 503
    store.close()


def list_pages_of_a_table(app: Flask) -> list[str]:
    """Return the address of each page of the table."""
    values = {"table_id": TABLE, "round": 1, "seq": 3}
    with app.test_request_context():
        adapter = app.url_map.bind("localhost")
        return [
            adapter.build(rule.endpoint, values, force_external=False, append_unknown=False)
            for rule in at_least_one(app.url_map.iter_rules())
            if "GET" in (rule.methods or ())
            and "table_id" in rule.arguments <= values.keys()
            and not rule.rule.endswith("/bell")
        ]


def get_status(app: Flask, path: str) -> int:
    phone = app.test_client()
    phone.set_cookie("browser", cookie("scoring"))
    return phone.get(path).status_code


references = some.lists(
    some.one_of(
        some.builds(Strike, some.integers(1, 12)),
        some.builds(Amend, some.integers(1, 12), some.sampled_from((CARD, OTHER_CARD))),
        some.sampled_from((CARD, OTHER_CARD)),
    ),
    max_size=10,
)


@given(references, some.integers(1, 14))
def test_whatever_lines_refer_to_following_them_ends(acts: list[Act], seq: int) -> None:
    lines = [Line(number, f"op{number}", 1, By("a"), act) for number, act in enumerate((START, *acts), 1)]
    with ends_within(20):
        table = fold_table(StoredTable(TABLE, "parade", "", 0, 0), lines, GAMES["parade"])
        for line in lines:
            targets = [target.seq for target in list_targets(lines, line.act)]
            assert targets == sorted(set(targets), reverse=True)
            describe_line(table, line, table.setup, table.setup_before(line.seq))
        list_moves_on_table(table, 1)
        explain_uncorrectable(table, seq, By("b"))
        for act in (Strike(seq), Amend(seq, CARD)):
            find_reopened_rounds(table, act)
            with suppress(Illegal, Malformed, Stale):
                admit_line(table, act, By("b"), Seen(1))
