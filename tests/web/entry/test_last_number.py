"""Where the last number of a round leads: to the next round, to the sheet, or to what decides a tie."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.web.entry.entered import leads_to_next_round
from tests.support.http import Player, fill_in, open_table, primary

NAMES = ("Ann", "Ben")


def enter(client: FlaskClient, slug: str, typed: list[tuple[str, str]], **options: str) -> tuple[str, str]:
    """Type rounds one after the other. Return the label of the last button, and where it leads."""
    player = open_table(client, NAMES, slug, **options)
    row, box = {"tally": ("points", "points"), "uno": ("left_over", "left_over")}.get(slug, ("thrown", "thrown"))
    for round, numbers in enumerate(typed, 1):
        spots = [f"{round}.{row}.{box}.{seat}." for seat in range(2)]
        assert player.client.get(f"{player.url}{round}/").status_code == 200
        fill_in(player, {spots[0]: numbers[0]}, f"{round}/", on=spots[0])
        label = primary(player.page(f"{round}/?at={spots[1]}"))
        answer = fill_in(player, {spots[1]: numbers[1]}, f"{round}/?at={spots[1]}", on=spots[1])
    return label, answer.location.removeprefix(player.url).partition("&")[0]


CASES: list[tuple[str, list[tuple[str, str]], dict[str, str], tuple[str, str]]] = [
    ("tally", [("5", "6")], {}, ("Round 2", "2/")),
    ("tally", [("5", "6"), ("5", "6")], {}, ("Round 3", "3/")),
    # the last of the agreed rounds
    ("tally", [("5", "6"), ("5", "6")], {"rounds": "2"}, ("Show score sheet", "2/sheet")),
    # the game is over
    ("tally", [("5", "60")], {"target": "50"}, ("Round 2", "1/sheet")),
    # the sheet has a question or a doubt
    ("uno", [("0", "0")], {}, ("Round 2", "1/?at=1.out.out..")),
    ("uno", [("0", "5")], {}, ("Round 2", "2/")),
    ("darts", [("179", "6")], {}, ("Round 2", "1/sheet")),
]


@pytest.mark.parametrize(("slug", "rounds", "options", "expected"), CASES)
def test_the_last_number_leads_to_the_next_round(
    client: FlaskClient, slug: str, rounds: list[tuple[str, str]], options: dict[str, str], expected: tuple[str, str]
) -> None:
    assert enter(client, slug, rounds, **options) == expected


def test_a_corrected_earlier_round_leads_to_its_sheet(client: FlaskClient) -> None:
    player = open_table(client, NAMES, "tally")
    for round in (1, 2):
        for seat in (0, 1):
            player.tap(f"{round}.points.points.{seat}.=7", f"{round}/")
    at = "1.points.points.1."
    assert primary(player.page(f"1/?at={at}")) == "Show score sheet"
    assert fill_in(player, {at: "9"}, f"1/?at={at}", on=at).location == f"{player.url}1/sheet"


@pytest.mark.parametrize("slug", ["parade", "skull_king", "hearts", "tarot"])
def test_a_round_whose_sheet_says_more_leads_to_its_sheet(client: FlaskClient, slug: str) -> None:
    game = GAMES[slug]
    table = client.application.extensions["tables"].load(open_table(client, (*NAMES, "Cid", "Dan"), slug).table)
    assert not any(leads_to_next_round(table, 1, way) for way in game.ways(table.setup))


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
    return set(re.findall(rf'class="cell" value="1\.{row}\.{row}\.([0-9]+)\."', page))


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


def test_once_the_tie_is_gone_what_was_told_can_still_be_rubbed_out(client: FlaskClient) -> None:
    player = wingspan(client, 14)
    player.tap("1.unused.unused.0.=1")
    player.tap("1.birds.birds.0.=60")
    sheet = player.page("1/sheet")
    assert "Ida wins with 97." in sheet
    assert numbers_asked(player.page(f"1/?at={quote('1.unused.unused.0.')}"), "unused") == {"0"}
