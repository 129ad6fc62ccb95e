"""Names and remarks that are markup, formulas or addresses stay plain text in every export format."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.games.user_input import clean_text
from scorekeeper.table.journal import By, Close, Write
from tests.support.http import cookie
from tests.support.loops import at_least_one
from tests.support.page import parse_page
from tests.support.payloads import bare, find_missing_names, known_names, listening, payloads

ME = cookie("scoring")

SEATS = 11

NOTE = Spot(1, POINTS_ROW, "note")

FORMULA = re.compile(r"[\s'\"\u200c\u200d]*[=+\-@\u2212\uff1d\uff0b\uff0d\uff20\t\r|]")
"""Pattern of a formula's start in any spreadsheet, after characters it skips. An apostrophe makes it text."""


@dataclass
class Played:
    """A group whose name, members, seats and remarks are payloads, or plain words for comparison."""

    client: FlaskClient
    group: str
    tables: list[str]
    names: list[str]
    remarks: list[str]

    def get(self, path: str) -> str:
        """Return the body of the answer."""
        return self.client.get(path).text


def remarks(canary: str) -> list[str]:
    """Return the payloads that a remark can hold."""
    remarked = []
    for payload in payloads(canary):
        try:
            remarked.append(clean_text(payload, "note", 80))
        except Malformed:
            continue
    return remarked


def play(app: Flask, group: str, names: list[str], notes: list[str]) -> Played:
    """Play tables until every member has sat at one, with a remark at each, and finish them."""
    groups = app.extensions["groups"]
    tables, by = groups.tables, By(ME)
    group_id = groups.open(group, tuple(names), ME)
    played = []
    for start in range(0, len(names), SEATS):
        some = tuple(names[start : start + SEATS])
        setup = Setup(some, {"rounds": 1}, ((1, tuple(range(len(some)))),))
        table = tables.open(GAMES["tally"], setup, ME)
        # Fewer points at each table, so that only the first one holds a record.
        marks = {Spot(1, POINTS_ROW, POINTS_BOX, seat): seat + SEATS - len(played) for seat in range(len(some))}
        note = {NOTE: notes[len(played) % len(notes)]}
        tables.record(table, Write({**marks, **note}), "w", by, tables.load(table).seen)
        tables.record(table, Close(9), "c", by, tables.load(table).seen)
        groups.take_in(group_id, tables.load(table), table, by.browser)
        played.append(table)
    client = app.test_client()
    client.set_cookie("browser", ME)
    return Played(client, group_id, played, names, notes)


@pytest.fixture
def canary() -> Iterator[str]:
    """The address of a server that fails the test if anything asks it."""
    with listening() as (port, asked):
        yield f"127.0.0.1:{port}"
        assert asked == []


@pytest.fixture
def typed(app: Flask, canary: str) -> Played:
    names = list(dict.fromkeys(known_names(canary)))
    assert len(names) >= 40
    return play(app, names[0], names, remarks(canary))


@pytest.fixture
def plain(app: Flask, typed: Played) -> Played:
    return play(app, "Friday", [f"P{number:02d}" for number in range(len(typed.names))], ["dry"])


@pytest.mark.parametrize("form", ["tables.csv", "rounds.csv"])
def test_no_cell_of_a_sheet_is_a_formula(typed: Played, form: str) -> None:
    answer = typed.client.get(f"/g/{typed.group}/take/{form}")
    head, *lines = csv.reader(io.StringIO(answer.text, newline=""))
    assert {len(line) for line in lines} == {len(head)}
    cells = [line[head.index("player")] for line in lines]
    assert {cell.removeprefix("'") for cell in cells} >= {name.removeprefix("'") for name in typed.names}
    for cell in (cell for line in lines for cell in line):
        assert cell.startswith("'") or not FORMULA.match(cell), cell


def list_elements(html: str) -> list[tuple[str, ...]]:
    """Return the elements of a page with the names of their attributes."""
    return [(one.tag, *sorted(one.attrs)) for one in parse_page(html).all()]


def test_the_evening_and_its_picture_are_built_of_nothing_else(typed: Played, plain: Played) -> None:
    for table, other in at_least_one(zip(typed.tables, plain.tables, strict=True)):
        page, usual = (one.get(f"/t/{id}/evening") for one, id in ((typed, table), (plain, other)))
        assert list_elements(page) == list_elements(usual)
        names = typed.names[typed.tables.index(table) * SEATS :][:SEATS]
        assert [name for name in names if bare(name) not in bare(unescape(page))] == []
        with Image.open(BytesIO(typed.client.get(f"/t/{table}/evening.png").data)) as image:
            assert image.size == (1080, 1350)
            assert [name for name in names if bare(name) not in bare(image.text["Description"])] == []


def test_paper_says_them_letter_by_letter_and_leads_nowhere(typed: Played) -> None:
    for number, table in enumerate(typed.tables):
        names = typed.names[number * SEATS :][:SEATS]
        paper = typed.client.get(f"/t/{table}/tally.pdf?paper=A4&journal=yes").data
        # Beside right-to-left words, PDF readers split other words.
        note = typed.remarks[number] if all(map(str.isascii, names)) else ""
        assert find_missing_names(paper, [*names, note]) == []
    assert find_missing_names(typed.client.get(f"/g/{typed.group}/season.pdf?paper=A4").data, []) == []


def test_the_text_for_a_chat_is_text_with_a_line_for_each(typed: Played) -> None:
    answer = typed.client.get(f"/g/{typed.group}/take/text.txt")
    assert (answer.mimetype, answer.headers["X-Content-Type-Options"]) == ("text/plain", "nosniff")
    lines = answer.text.splitlines()
    assert all(any(name in line for line in lines) for name in typed.names)
    assert len(lines) == len(typed.names) + 3 * len(typed.tables) - 1
