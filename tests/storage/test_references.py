"""A line of a journal undoes or corrects only an earlier line. No other is imported or read, and none is a loop."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.exchange import native
from scorekeeper.exchange.native import StoredJournal, StoredLine
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Setup
from scorekeeper.games.referee import Action
from scorekeeper.storage import journals
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import Act, Amend, Change, Strike, dump
from tests.support.http import cookie

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
    journal = StoredJournal(TABLE, game, 1, tuple([StoredLine(1, PHONE, None, text) for text in texts]))
    journals.bring_in(store, [journal], cookie("scoring"), 1, None, {})
    store.close()


@circles
def test_a_file_is_refused_if_a_line_refers_to_no_earlier_one(acts: tuple[Act, ...]) -> None:
    with pytest.raises(Malformed, match=r"Entry \d undoes or corrects no earlier entry\."):
        native.parse(write_file(acts))


@circles
def test_a_stored_line_that_refers_to_no_earlier_one_is_damaged(tmp_path: Path, acts: tuple[Act, ...]) -> None:
    damage(tmp_path, "parade", [dump(act) for act in (START, *acts)])
    assert any("corrects no earlier entry" in str(fault) for fault in check(tmp_path / "scorekeeper.db").faults)
    app = create_app(tmp_path, TESTING=True)
    store = app.extensions["tables"].store
    with pytest.raises(DamagedLine):
        journals.load_lines(store, TABLE)
    assert get_status(app, f"/t/{TABLE}/1/play") == 503
    store.close()


def get_status(app: Flask, path: str) -> int:
    phone = app.test_client()
    phone.set_cookie("browser", cookie("scoring"))
    return phone.get(path).status_code
