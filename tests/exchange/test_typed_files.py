"""Text in imported files passes the same checks as in forms; otherwise the file is refused with a sentence."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exchange import native
from scorekeeper.exchange.formats import FORMATS
from scorekeeper.games.errors import Malformed
from scorekeeper.storage.exchange import collect, import_package
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from tests.exchange.import_rows import read_rows
from tests.kept.agreed import journals
from tests.support.loops import at_least_one

NASTY = {
    "NUL": "A\0",
    "escape": "\x1b[31mA",
    "line ends": "A\r\nSet-Cookie: a=b",
    "turned round": "\u202egnp",
    "private": "\ue000",
    "token": "\ue001",
    "zero width": "A\u200bB",
    "apart": "A  B",
    "blank around": " A",
    "not composed": "e\u0301",
    "stacked": "a" + "\u0301" * 9,
    "line separator": "A\u2028B",
    "unassigned": "\u0378",
    "long": "é" * 201,
    "very long": "A" * 100_000,
}

PHONE = f"~{0:016}"


def file(acts: list[Any], group: list[Any] | None = None) -> str:
    """Return a file with a table of these lines, in a group of those lines."""

    def lines(acts: list[Any]) -> list[dict[str, Any]]:
        return [{"at": 1, "phone": PHONE, "seat": None, "act": act} for act in acts]

    table = {"id": "a" * 12, "game": "tally", "opened": 1, "lines": lines(acts)}
    own_group = {"id": "b" * 12, "game": "", "opened": 1, "lines": lines(group or [])}
    return json.dumps({"scorekeeper": 1, "tables": [table], **({"group": own_group} if group else {})})


def setup(name: str = "Anna", **options: object) -> dict[str, Any]:
    return {"players": [name, "Bo"], "options": options, "seating": [[1, [0, 1]]], "starter": 0}


def write(words: str) -> dict[str, Any]:
    return {"write": [[1, "points", "note", None, "", words]]}


ONE = {"person": "c" * 12, "name": "Anna"}

SAID: dict[str, Callable[[str], str]] = {
    "player": lambda text: file([setup(text)]),
    "player later": lambda text: file([setup(), setup(text)]),
    "what is played": lambda text: file([setup(name=text)]),
    "option": lambda text: file([setup(nonsense=text)]),
    "key of an option": lambda text: file([setup(**{text: 1})]),
    "option before": lambda text: file([{**setup(), "earlier": [[1, 1, {"name": text}]]}]),
    "remark": lambda text: file([setup(), write(text)]),
    "remark corrected": lambda text: file([setup(), write("dry"), {"amend": 2, "to": write(text)}]),
    "reason": lambda text: file([setup(), {"reopen": 1, "why": text}]),
    "row": lambda text: file([setup(), {"write": [[1, text, "points", 0, "", 5]]}]),
    "box": lambda text: file([setup(), {"write": [[1, "points", text, 0, "", 5]]}]),
    "chip": lambda text: file([setup(), {"write": [[1, "points", "points", 0, text, 5]]}]),
    "move": lambda text: file([setup(), {"move": text, "round": 1, "seat": 0, "of": []}]),
    "what with": lambda text: file([setup(), {"move": "lay", "round": 1, "seat": 0, "of": [text]}]),
    "agreed": lambda text: file([setup(), {"agree": 1, "seats": [0], "of": text}]),
    "agreed row": lambda text: file(
        [setup(), {"agree": 1, "seats": [0], "of": "x", "outcome": ["x", [], [], [], [[text, 0, 1]]]}]
    ),
    "group": lambda text: file([setup()], [{"group": text}]),
    "group renamed": lambda text: file([setup()], [{"group": "G"}, {"group": text}]),
    "person": lambda text: file([setup()], [{"group": "G"}, {**ONE, "name": text}]),
    "person renamed": lambda text: file([setup()], [{"group": "G"}, ONE, {"rename": "c" * 12, "name": text}]),
    "season": lambda text: file([setup()], [{"group": "G"}, {"season": text, "from": 5}]),
    "table": lambda text: file([setup()], [{"group": "G"}, {"table": text, "persons": []}]),
    "table left": lambda text: file([setup()], [{"group": "G"}, {"leave": text}]),
}

NEEDED = ("player", "player later", "group", "group renamed", "person", "person renamed", "season", "table")


@pytest.mark.parametrize("said", SAID)
def test_a_file_is_refused_whose_words_no_form_takes(groups: Groups, said: str) -> None:
    before = read_rows(groups)
    empty = {"empty": ""} if said in NEEDED else {}
    for kind, text in {**NASTY, **empty}.items():
        with pytest.raises(Malformed) as refused:
            import_package(groups, native.parse(SAID[said](text).encode()), "guest")
        assert str(refused.value.reason), kind
        assert len(str(refused.value.reason)) < 200
    assert read_rows(groups) == before


@pytest.mark.parametrize("said", ["player", "what is played", "remark", "group", "person", "person renamed", "season"])
def test_what_a_form_takes_is_taken(groups: Groups, said: str) -> None:
    assert import_package(groups, native.parse(SAID[said]("Zoë & O\u2019Hara").encode()), "guest").tables == 1


@pytest.mark.parametrize("options", [{"rounds": 100_000}, {"rounds": -1}, {"target": "many"}, {"wins": "nobody"}])
def test_an_option_that_no_form_keeps_is_refused(groups: Groups, options: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        import_package(groups, native.parse(file([setup(**options)]).encode()), "guest")


# Files exported by any release can be imported


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Groups]:
    """The database of an earlier release."""
    folder = tmp_path / "old"
    folder.mkdir()
    shutil.copy(Path("tests/storage/databases/1.0.0.db"), folder / "scorekeeper.db")
    groups = Groups(Tables(Store(folder)))
    yield groups
    groups.store.close()


def test_every_table_of_an_earlier_release_comes_in(old: Groups, elsewhere: Groups) -> None:
    ids = [id for (id,) in old.store.query("SELECT id FROM tables WHERE game != '' ORDER BY id")]
    came = 0
    for id in ids:
        table = old.tables.load(id)
        if native.has_secrets(table) or any(play.misfit for play in table.known.plays.values()):
            continue
        text = FORMATS["scorekeeper.json"].write(collect(old, id), "en")
        assert import_package(elsewhere, native.parse(text.encode()), "guest").id == id
        came += 1
    assert came == 18


def test_every_journal_that_was_ever_agreed_comes_in() -> None:
    for table, _ in at_least_one(journals("1.0")):
        journal = native.export_table(table)
        assert native.parse(native.serialise(native.Package(None, (journal._replace(id="a" * 12),)))).tables


@pytest.mark.parametrize("said", ["player", "group", "person", "season"])
def test_a_name_of_33_letters_is_as_long_in_a_file_as_in_a_form(groups: Groups, said: str) -> None:
    with pytest.raises(Malformed):
        import_package(groups, native.parse(SAID[said]("A" * 33).encode()), "guest")
    assert import_package(groups, native.parse(SAID[said]("A" * 32).encode()), "guest").tables == 1
