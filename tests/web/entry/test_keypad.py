"""Numbers as fields of a form, without script: sums, what leaving them writes, and those of the whole table."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.entry.numbers import parse_sum
from tests.support.http import Player, field, fill_in, keypad_lines, open_table, read_fields, token

SUMS = NumberBox("points", Text("Points"), least=-9999, most=9999, sums=True)


@pytest.mark.parametrize(
    ("typed", "total"),
    [
        ("25", 25),
        ("007", 7),
        ("0", 0),
        ("20+10-5", 25),
        ("20 + 10 \u2212 5", 25),
        ("-5", -5),
        ("20+", 20),
        ("20-", 20),
        ("+5", 5),
        ("", None),
        (" ", None),
    ],
)
def test_a_sum_is_added_up(typed: str, total: int | None) -> None:
    assert parse_sum(typed, SUMS) == total


@pytest.mark.parametrize(
    "rubbish", ["x", "1e5", "--5", "1+2=3", "\u0665", "9" * 99, "1.5", "<b>", "+", "9999+1", "1++2", "-"]
)
def test_what_is_no_sum_or_too_large_for_its_box_is_refused(rubbish: str) -> None:
    with pytest.raises(Malformed, match="from −9999 to 9999"):
        parse_sum(rubbish, SUMS)


# On the page


@pytest.fixture
def table(client: FlaskClient) -> Player:
    return open_table(client, ("Alice", "Bo", "Cleo"), "tally")


FIRST, SECOND, LAST = (f"1.points.points.{seat}." for seat in range(3))


def test_without_script_all_numbers_of_the_page_are_one_line(table: Player) -> None:
    answer = fill_in(table, {FIRST: "20+10-5", SECOND: "-3", LAST: "0"})
    assert answer.location == f"{table.url}2/"
    assert keypad_lines(table.page("1/")) == ["Alice 25 = 25", "Bo −3 = −3", "Cleo 0 = 0"]
    assert table.page("journal").count("Take back") == 1


def test_only_numbers_that_were_changed_on_the_page_are_written(table: Player) -> None:
    html = table.page("1/")
    table.tap(f"{FIRST}=7")
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "way", "at", "from")}
    data = {FIRST: "", SECOND: "5", LAST: "", **{f"was.{at}": "" for at in (FIRST, SECOND, LAST)}, "step": FIRST}
    assert table.client.post(f"{table.url}1/write", data={**hidden, **data}).status_code == 303
    assert keypad_lines(table.page("1/")) == ["Alice 7 = 7", "Bo 5 = 5", "Cleo – 0"]


def test_zero_is_written_nothing_is_not_and_deleting_an_entry_rubs_it_out(table: Player) -> None:
    fill_in(table, {}, on=FIRST)
    assert "Take back" not in table.page("journal")
    for typed, shown in (("0", "Alice 0 = 0"), ("", "Alice – 0")):
        fill_in(table, {FIRST: typed}, on=FIRST)
        assert keypad_lines(table.page("1/"))[0] == shown


@pytest.mark.parametrize(
    "name", ["on", "from", "step", "at", "1.points.points.0.", "x", "1.points.note..", "2.points.points.0."]
)
def test_rubbish_in_the_form_never_harms(table: Player, name: str) -> None:
    hidden = {key: field(table.page("1/"), key) for key in ("csrf_token", "op", "seen", "way")}
    for rubbish in ("x", "9" * 500, "1.nothing.here..", "\x00"):
        data = {**hidden, f"was.{FIRST}": "", FIRST: "", "on": FIRST, f"was.{name}": "", name: rubbish}
        answer = table.client.post(f"{table.url}1/write", data=data)
        assert answer.status_code in (303, 422)
    assert keypad_lines(table.page("1/")) == ["Alice – 0", "Bo – 0", "Cleo – 0"]


def test_a_note_is_kept_with_the_half_typed_sum(table: Player) -> None:
    words = "Bo; doubled = 50% <luck>"
    answer = table.send(
        {"tap": "1.points.note..=", "words": words, "at": "1.points.points.1.", "typed": "20+1"}, "1/?typed=20"
    )
    assert answer.status_code == 303
    html = table.client.get(answer.location).text
    assert read_fields(html)["1.points.points.1."] == "20+1"
    assert unescape(re.search(r'name="words"[^>]* value="([^"]*)"', html)[1]) == words  # type: ignore[index]
    assert "note: “Bo; doubled = 50% &lt;luck&gt;”" in table.page("journal")
    table.tap("1.points.points.0.=1;1.points.points.1.=2;1.points.points.2.=3")
    assert "50% &lt;luck&gt;" in table.page("1/sheet")
    table.send({"tap": "1.points.note..=", "words": " "})
    assert 'name="words" form="write" value=""' in table.page("1/")


@pytest.mark.parametrize(
    ("slug", "at", "there"),
    [("tally", "points.points.0.", "points.points.2."), ("diabolo", "red.trident..", "blue.trident..")],
)
def test_what_is_typed_is_written_on_the_way_to_another_number(
    client: FlaskClient, slug: str, at: str, there: str
) -> None:
    player = open_table(client, slug=slug)
    html = player.page("1/?way=totals")
    hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen", "way", "at", "from")}
    answer = client.post(f"{player.url}1/write?at=1.{there}", data={**hidden, f"was.1.{at}": "", f"1.{at}": "7"})
    assert answer.status_code == 303
    assert answer.location == f"{player.url}1/?at=1.{there}"
    page = client.get(answer.location).text
    assert "aria-current" in next(
        tag for tag in re.findall(r'<button[^>]*class="cell"[^>]*>', page) if f'value="1.{there}"' in tag
    )
    marks = player.client.application.extensions["tables"].load(player.table).marks(1)
    assert {encode_changes({spot: None}): mark for spot, mark in marks.items()} == {f"1.{at}=": 7}


LEFT = """format = 1
name = "Shells"
players = [2, 4]
[row.kept]
label = "Cards left"
[row.tricks]
label = "Tricks"
[row.first]
label = "First"
kind = "tick"
owner = "one"
points = "5 * first"
"""


def test_undo_leaves_what_is_typed(table: Player) -> None:
    table.tap(f"{FIRST}=7")
    line = re.search(r'class="undo" name="strike"[^>]* value="(\d+)"', table.page("1/"))
    assert line
    hidden = {key: field(table.page("1/"), key) for key in ("csrf_token", "op", "seen", "way", "at", "from")}
    typed = {f"was.{FIRST}": "7", FIRST: "7", f"was.{SECOND}": "", SECOND: "20+1"}
    data = {**hidden, **typed, "strike": line[1]}
    answer = table.client.post(f"{table.url}1/write", data=data)
    assert read_fields(table.client.get(answer.location).text) == {FIRST: "", SECOND: "20+1", LAST: ""}


def test_nobody_leads_at_the_foot_while_a_number_of_somebody_alone_is_missing(client: FlaskClient) -> None:
    answer = client.post("/pads/keep", data={"file": LEFT, "do": "play", "csrf_token": token(client)})
    player = open_table(client, ("Ann", "Bo"), answer.location.split("/")[2])
    player.tap("1.kept.kept.0.=31;1.kept.kept.1.=25;1.tricks.tricks.1.=4;1.first.first.0.=1")
    foot = player.page("1/?at=1.first.first..").split('class="running">')[1].split("</ul>")[0]
    assert re.findall(r"<b>([^<]*)</b>", foot) == ["36…", "29"]
    assert 'class="lead"' not in foot
    player.tap("1.tricks.tricks.0.=0")
    foot = player.page("1/?at=1.first.first..").split('class="running">')[1].split("</ul>")[0]
    assert re.findall(r'<li( class="lead")?><.*?<b>([^<]*)</b>', foot) == [(' class="lead"', "36"), ("", "29")]


WAY = "1/?way=totals"


@pytest.fixture
def sums(client: FlaskClient) -> Player:
    player = open_table(client, ("Michael", "Joe", "Anna"), "diabolo")
    player.page(WAY)  # this phone enters rounds like that from now on
    return player


def own(html: str) -> list[str]:
    part = html.split('id="whole"')[1].split("</p>", maxsplit=1)[0]
    keys = re.findall(r"<button.*?</button>", part, re.S)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", key)).split()) for key in keys]


def type_in(sums: Player, at: str, number: str) -> str:
    """Type a number, move on and return the entry page."""
    assert fill_in(sums, {at: number}, f"1/?at={at}", on=at).status_code == 303
    return sums.page("1/")


def test_once_the_sides_are_known_the_page_offers_who_doubles_above_the_hands(sums: Player) -> None:
    assert "×2" not in type_in(sums, "1.red.trident..", "5")
    html = type_in(sums, "1.red.harp..", "7")
    assert own(html) == ["Trident 5", "Harp 7"]
    assert html.index('id="whole"') < html.index("Joe ×2") < html.index('id="numbers"')
    sums.send({"tap": "1.red.double.1.=1", "at": "1.red.sum.0.", "typed": "5"})
    html = sums.page("1/?at=1.red.sum.0.&typed=5")
    assert re.search(r'class="side mine"[^>]*aria-pressed="true"[^>]*>Joe ×2', html)
    assert read_fields(html)["1.red.sum.0."] == "5"


def test_gains_and_losses_are_written_with_their_sign_and_totals_without(sums: Player) -> None:
    for number, row in (("5", "red"), ("3", "yellow")):
        ahead = "harp" if row == "red" else "trident"
        sums.tap(f"1.{row}.side..={ahead};1.{row}.top.0.=1;1.{row}.sum.0.={number}")
    sums.tap("1.green.side..=level;1.purple.side..=level;1.blue.side..=harp;1.blue.top.1.=1;1.blue.sum.1.=20")
    running = re.findall(r"<li[^>]*>.*?<span><bdi>(\w+).*?<b>([^<]*)</b>", sums.page("1/"), re.S)
    assert running == [("Michael", "+2"), ("Joe", "+20"), ("Anna", "0")]
    sheet = sums.page("1/sheet")
    assert re.findall(r"<td><b>([+−\d]+)</b><small>", sheet) == ["+5", "−3", "+20"]
    assert re.findall(r"<td[^>]*>([+−\d]+)</td>", sheet.split('class="total"')[1]) == ["2", "20", "0"]
    sums.tap("1.end.all..=1")
    tally = sums.page("")
    assert re.findall(r"<td[^>]*>(?:<b>)?([+−\d]+)<", tally.split("<tbody>")[1].split("</tbody>")[0]) == [
        "+2",
        "+20",
        "0",
    ]
    assert re.findall(r"<td[^>]*>([+−\d]+)</td>", tally.split('class="total"')[1].split("</tr>")[0]) == ["2", "20", "0"]
