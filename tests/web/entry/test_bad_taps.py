"""Taps that no page offers, at every game: each is refused with a sentence, and the pad stays as it is."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote_from_bytes

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Marks
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, NumberBox, TickBox, WordsBox
from scorekeeper.games.pads.pad import Box
from scorekeeper.table.notation import encode_changes, parse_changes
from scorekeeper.table.table import Table
from tests.support.games import NAMES, WALKED, marks_of, spots
from tests.support.http import NUMBER, Player, field, open_table
from tests.support.soak import SOAK

HUGE = "9" * 4000

LETTERS = ("abc", "\u0663", "\uff13", "\x00", "\ud800", "\u202e3", " ", "%ff", "' OR 1")

EVERY_NTH = 1 if SOAK else 9
"""Of the taps with rubbish in them, which are read and sent.

There are seven taps for each rubbish, so that every ninth is in turn of each rubbish, and in each part.
"""

RUBBISH = (HUGE, "-1", "1e3", "1.0", "0x1", *LETTERS)

PARTS = ("round", "row", "box", "seat", "item")

REFUSED = (404, 409, 422)

ALL_BUT_WORDS = (NumberBox, TickBox, ChipsBox, ChoiceBox)

SENTENCE = re.compile(r"[A-Z][^<>]{8,}[.?]\s*<")

every_game = pytest.mark.parametrize("slug", WALKED)


@pytest.fixture
def player(client: FlaskClient, slug: str) -> Player:
    """A phone at a table with the minimum number of players."""
    return open_table(client, NAMES[: GAMES[slug].seats[0]], slug)


def table_of(player: Player) -> Table:
    table: Table = player.client.application.extensions["tables"].load(player.table)
    return table


def pad(player: Player) -> Marks:
    return table_of(player).known.marks


def write_all_over(player: Player, *kinds: type[Box]) -> None:
    """Write a mark in every box of these kinds, so that pages show everything they can."""
    table = table_of(player)
    written = {spot: marks_of(box)[0] for spot, box in spots(table.game, table.setup) if isinstance(box, kinds)}
    assert not written or player.tap(encode_changes(written)).status_code == 303


def pages(player: Player) -> Iterator[str]:
    """Yield the entry page of every way: blank, with all choices made, and complete. Keypads have a page per number."""
    table = table_of(player)
    for kinds in ((), (ChoiceBox,), ALL_BUT_WORDS):
        write_all_over(player, *kinds)
        for way in table.game.ways(table.setup):
            html = player.page(f"1/?way={way.key}")
            steps = sorted(set(re.findall(r'/write(\?at=[^"]*)"', html)))
            yield from (html, *(player.page(f"1/{step}&way={way.key}") for step in steps))


def list_changes(player: Player) -> list[str]:
    """Return every single change that a button on these pages writes."""
    button = re.compile(r'name="(?:tap|why)"(?: [^>]*?)? value="([^"]*)"')
    values = []
    for html in pages(player):
        values += [unescape(value) for value in button.findall(html)]
        values += [f"{at}=1" for at, *_ in NUMBER.findall(html)]
    parts = {part for value in values for part in value.split(";") if part.count(".") == 4}
    return sorted(part if "=" in part else f"{part}=1" for part in parts)


def kinds(taps: list[str]) -> list[str]:
    """Return one tap per kind of box; others of that kind differ only in row, seat, item or mark."""
    return list({tap.split(".")[2]: tap for tap in taps}.values())


def spoil(tap: str) -> Iterator[str]:
    """Yield the tap with an invalid value in each of its parts, and in place of the whole."""
    where, _, mark = tap.partition("=")
    parts = where.split(".")
    for rubbish in RUBBISH:
        for place in range(len(PARTS)):
            yield ".".join([*parts[:place], rubbish, *parts[place + 1 :]]) + f"={mark}"
        yield f"{where}={rubbish}"
        yield rubbish
    yield from (where, f"{where}.x={mark}", f"{tap};", f";{tap}", f"{tap};{where}", f"{'.'.join(parts[:-1])}={mark}")


def move_to_other_rounds(tap: str) -> Iterator[str]:
    """Yield the tap in rounds that the page does not show."""
    yield from (f"{round}.{tap.partition('.')[2]}" for round in ("0", "2", "99", "100"))


def right_after_all(table: Table) -> re.Pattern[str]:
    """Return a pattern of taps that look invalid but are valid: any remark, and −1 in a box for negative numbers."""
    spelled_so = ["$."]
    for row in table.game.rows(table.setup):
        for box in row.boxes:
            whose = "" if box.shared else "[0-9]"
            mark = ".*" if isinstance(box, WordsBox) else "-1" if isinstance(box, NumberBox) and box.least < 0 else "$."
            spelled_so.append(rf"1\.{row.key}\.{box.key}\.{whose}\.={mark}")
    return re.compile("|".join(spelled_so), re.S)


def send(player: Player, hidden: dict[str, str], path: str, **fields: str) -> TestResponse:
    """Send a form as bytes, so that invalid Unicode can be sent as well."""
    sent = {**hidden, **fields}
    body = "&".join(f"{key}={quote_from_bytes(sent[key].encode('utf-8', 'surrogatepass'))}" for key in sent)
    form = "application/x-www-form-urlencoded"
    return player.client.post(f"{player.url}{path}", data=body.encode(), content_type=form)


def hidden_fields(player: Player) -> dict[str, str]:
    html = player.page()
    return {name: field(html, name) for name in ("csrf_token", "seen")}


def some_of(number: int, tap: str) -> list[str]:
    """Return some spoilt forms of a tap, others for each number, in the long form all."""
    return [*spoil(tap)][number % EVERY_NTH :: EVERY_NTH]


@every_game
def test_whatever_is_wrong_in_a_tap_is_refused_with_a_sentence_and_the_pad_stays(player: Player) -> None:
    taps = list_changes(player)
    hidden, before = hidden_fields(player), table_of(player)
    rows, right = before.game.rows(before.setup), right_after_all(before)
    assert {tap.split(".")[2] for tap in taps} >= {
        box.key for row in rows for box in row.boxes if isinstance(box, ChipsBox)
    }
    for number, tap in enumerate(taps):
        assert parse_changes(tap, before.setup, rows)
        for wrong in some_of(number, tap):
            if not right.fullmatch(wrong):
                with pytest.raises(Malformed) as refusal:
                    parse_changes(wrong, before.setup, rows)
                assert str(refusal.value.reason).endswith(".")
    for number, tap in enumerate(kinds(taps)):
        for wrong in (*some_of(number, tap), *move_to_other_rounds(tap)):
            if not right.fullmatch(wrong):
                answer = send(player, hidden, "1/write", tap=wrong)
                assert answer.status_code in REFUSED, wrong[:99]
                assert SENTENCE.search(answer.text), wrong[:99]
    assert pad(player) == before.known.marks
