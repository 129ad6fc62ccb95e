"""Entering a pad: only the sheet leads to the numbers of a tie-break, and buttons for the whole table share a page."""

import re
from html import unescape
from urllib.parse import quote

from flask.testing import FlaskClient

from tests.support.http import Player, fill_in, open_table, primary

FOUR = ("Ida", "Jon", "Kim", "Leo")

WINGSPAN = {
    "birds": (50, 41, 44, 30),
    "bonus": (7, 3, 5, 8),
    "goals": (12, 9, 8, 9),
    "eggs": (16, 20, 14, 10),
    "food": (2, 0, 6, 5),
    "tucked": (0, 6, 5, 7),
}


def wingspan(client: FlaskClient, tucked: int, but_for: int | None = None) -> Player:
    """Return a table of Wingspan with all numbers of four players, except the tucked cards of the seat `but_for`.

    Ida has 87 points, Jon 73 and the cards he has `tucked`.
    """
    player = open_table(client, FOUR, "wingspan")
    rows = {**WINGSPAN, "tucked": (0, tucked, 5, 7)}
    player.tap(
        ";".join(
            f"1.{row}.{row}.{seat}.={number}"
            for row, numbers in rows.items()
            for seat, number in enumerate(numbers)
            if (row, seat) != ("tucked", but_for)
        )
    )
    return player


def numbers_asked(page: str, row: str) -> set[str]:
    """Return the seats whose number of a row is asked."""
    return set(re.findall(rf'class="cell" value="1\.{row}\.{row}\.([0-9]+)\."', page))


def test_the_last_number_leads_to_the_sheet_and_the_winner_stands_there(client: FlaskClient) -> None:
    player = wingspan(client, 6, but_for=3)
    there = f"1/?at={quote('1.tucked.tucked.3.')}"
    page = player.page(there)
    assert primary(page) == "Show score sheet"
    assert "Unused food" not in page
    assert fill_in(player, {"1.tucked.tucked.3.": "7"}, there).location.endswith("/1/sheet")
    sheet = player.page("1/sheet")
    assert "Ida wins with 87." in sheet
    assert ">Unused food<" not in sheet


def test_at_a_tie_the_last_number_leads_to_the_sheet_and_its_question_to_what_decides(client: FlaskClient) -> None:
    player = wingspan(client, 14, but_for=3)
    page = player.page(f"1/?at={quote('1.tucked.tucked.3.')}")
    assert primary(page) == "Show score sheet"
    player.tap("1.tucked.tucked.3.=7")
    sheet = player.page("1/sheet")
    assert "Ida and Jon are tied. Unused food?" in sheet
    (there,) = set(re.findall(r'class="fix" href="([^"]*)"', sheet))
    page = client.get(f"{player.url}1/{unescape(there).removeprefix('./')}", follow_redirects=True).text
    assert numbers_asked(page, "unused") == {"0", "1"}
    assert "<bdi>Kim</bdi></th>" not in page
    assert primary(page) == "Jon"
    player.tap("1.unused.unused.0.=1;1.unused.unused.1.=0")
    assert "Ida wins with 87." in player.page("1/sheet")


def test_blank_numbers_are_dashed_boxes_that_lead_to_their_entry_and_back(client: FlaskClient) -> None:
    player = open_table(client, FOUR, "wingspan")
    blank = [("eggs", 3), ("tucked", 0), ("tucked", 3)]
    player.tap(
        ";".join(
            f"1.{row}.{row}.{seat}.={number}"
            for row, numbers in WINGSPAN.items()
            for seat, number in enumerate(numbers)
            if (row, seat) not in blank
        )
    )
    sheet = player.page("1/sheet")
    assert "3 boxes are blank. The rest is saved." in sheet
    boxes = re.findall(r'<a class="blank-box" href="([^"]*)"', sheet)
    assert boxes == [f"./?at=1.{row}.{row}.{seat}." for row, seat in blank]
    assert primary(sheet) == "Enter Eggs for Leo"
    assert len(re.findall(r'<td class="so-far"', sheet)) == len({seat for _, seat in blank})
    assert fill_in(player, {"1.eggs.eggs.3.": "5"}, "1/" + boxes[0][2:], on="1.eggs.eggs.3.").status_code == 303
    sheet = player.page("1/sheet")
    assert "2 boxes are blank. The rest is saved." in sheet
    (zero,) = re.findall(r'<button class="second" name="tap" value="([^"]*)">Blank means 0<', sheet)
    player.tap(unescape(zero))
    assert "Jon" in player.page("1/sheet")
    assert "blank-box" not in player.page("1/sheet")


TAROT = ("Taker", "Contract", "Oudlers", "Petit at the end", "Poign\u00e9e", "Slam")


def test_tarot_asks_all_that_is_tapped_on_one_page_each_label_once(client: FlaskClient) -> None:
    player = open_table(client, FOUR, "tarot")
    page = player.page("1/")
    headings = [unescape(heading) for heading in re.findall(r'<p class="who"><b>([^<]*)<bdi>', page)]
    assert headings == [*TAROT, "Points made"]
    assert primary(page) == "Show score sheet"
    assert "Partner" not in page
    assert len(re.findall(r'<button[^>]* aria-pressed="true"', page)) == 3  # no petit, no poignée, no slam


def test_once_the_tie_is_gone_what_was_told_can_still_be_rubbed_out(client: FlaskClient) -> None:
    player = wingspan(client, 14)
    player.tap("1.unused.unused.0.=1")
    player.tap("1.birds.birds.0.=60")
    sheet = player.page("1/sheet")
    assert "Ida wins with 97." in sheet
    assert numbers_asked(player.page(f"1/?at={quote('1.unused.unused.0.')}"), "unused") == {"0"}
