"""Numbers of the whole table on the app's own keypad without script, and the buttons between them."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.support.http import Player, fill_in, keypad_lines, open_table, primary, read_fields

WAY = "1/?way=totals"


@pytest.fixture
def table(client: FlaskClient) -> Player:
    player = open_table(client, ("Michael", "Joe", "Anna"), "diabolo")
    player.page(WAY)  # this phone enters rounds like that from now on
    return player


def own(html: str) -> list[str]:
    """Return the words of the keys of the numbers of the table."""
    part = html.split('id="whole"')[1].split("</p>", maxsplit=1)[0]
    keys = re.findall(r"<button.*?</button>", part, re.S)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", key)).split()) for key in keys]


def type_in(table: Player, at: str, number: str) -> str:
    """Type a number, move on and return the entry page."""
    assert fill_in(table, {at: number}, f"1/?at={at}", on=at).status_code == 303
    return table.page("1/")


def test_the_sums_of_both_sides_come_first_and_then_the_hands(table: Player) -> None:
    html = table.page("1/")
    assert own(html) == ["Trident –", "Harp –"]
    assert keypad_lines(html) == ["Michael –", "Joe –", "Anna –"]
    assert 'name="at" value="1.red.trident.."' in html
    assert primary(table.page("1/?at=1.red.trident..")) == "Harp"
    answer = fill_in(table, {"1.red.trident..": "6"}, on="1.red.trident..")
    assert "at=1.red.harp.." in answer.location


def test_once_the_sides_are_known_the_page_offers_who_doubles_above_the_hands(table: Player) -> None:
    assert "×2" not in type_in(table, "1.red.trident..", "5")
    html = type_in(table, "1.red.harp..", "7")
    assert own(html) == ["Trident 5", "Harp 7"]
    assert html.index('id="whole"') < html.index("Joe ×2") < html.index('id="numbers"')
    table.send({"tap": "1.red.double.1.=1", "at": "1.red.sum.0.", "typed": "5"})
    html = table.page("1/?at=1.red.sum.0.&typed=5")
    assert re.search(r'class="side mine"[^>]*aria-pressed="true"[^>]*>Joe ×2', html)
    assert read_fields(html)["1.red.sum.0."] == "5"


def test_gains_and_losses_are_written_with_their_sign_and_totals_without(table: Player) -> None:
    for number, row in (("5", "red"), ("3", "yellow")):
        ahead = "harp" if row == "red" else "trident"
        table.tap(f"1.{row}.side..={ahead};1.{row}.top.0.=1;1.{row}.sum.0.={number}")
    table.tap("1.green.side..=level;1.purple.side..=level;1.blue.side..=harp;1.blue.top.1.=1;1.blue.sum.1.=20")
    running = re.findall(r"<li[^>]*>.*?<span><bdi>(\w+).*?<b>([^<]*)</b>", table.page("1/"), re.S)
    assert running == [("Michael", "+2"), ("Joe", "+20"), ("Anna", "0")]
    sheet = table.page("1/sheet")
    assert re.findall(r"<td><b>([+−\d]+)</b><small>", sheet) == ["+5", "−3", "+20"]
    assert re.findall(r"<td[^>]*>([+−\d]+)</td>", sheet.split('class="total"')[1]) == ["2", "20", "0"]
    table.tap("1.end.all..=1")
    tally = table.page("")
    assert re.findall(r"<td[^>]*>(?:<b>)?([+−\d]+)<", tally.split("<tbody>")[1].split("</tbody>")[0]) == [
        "+2",
        "+20",
        "0",
    ]
    assert re.findall(r"<td[^>]*>([+−\d]+)</td>", tally.split('class="total"')[1].split("</tr>")[0]) == ["2", "20", "0"]
