"""The most common complaints about such apps, each as a script on a phone.

The tables are written beforehand. Only what a script is about is tapped.
"""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS, ROW
from scorekeeper.storage.groups import Groups
from scorekeeper.table.journal import By, Close, Write
from tests.support.browser import HOST, Phone
from tests.support.http import cookie

ME = cookie("scoring")


@pytest.fixture
def phone(scoring: Phone) -> Phone:
    """The phone that scores at all these tables."""
    return scoring


def play_rounds(groups: Groups, names: tuple[str, ...], *rounds: tuple[int, ...], over: bool = True) -> str:
    """Return a table with these rounds of points."""
    setup = Setup(names, {}, ((1, tuple(range(len(names)))),))
    table = groups.tables.open(GAMES["tally"], setup, ME)
    for number, points in enumerate(rounds, 1):
        write(groups, table, number, points)
    if over:
        groups.tables.record(table, Close(len(rounds)), "close", By(ME), groups.tables.load(table).seen)
    return table


def write(groups: Groups, table: str, round: int, points: tuple[int, ...]) -> None:
    marks = {Spot(round, ROW, POINTS, seat): number for seat, number in enumerate(points)}
    groups.tables.record(table, Write(marks), f"round {round}", By(ME), groups.tables.load(table).seen)


def group_with(groups: Groups, *tables: str) -> str:
    """Return a group with these tables."""
    group = groups.open("Friday", (), ME)
    for table in tables:
        groups.take_in(group, groups.tables.load(table), table, ME)
    return group


def read_text(phone: Phone) -> str:
    """Return the text of the page."""
    return " ".join(phone.page.locator("main").inner_text().split())


def standing(phone: Phone) -> list[list[str]]:
    """Return the first table of statistics, without its explanation."""
    rows = phone.page.locator("table.figures").first.locator("tbody tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("th,td").all_inner_texts()] for row in rows]


def press(phone: Phone, what: str) -> None:
    with phone.page.expect_navigation():
        phone.page.locator(what).locator("visible=true").first.tap()


def test_two_names_of_one_person_are_merged_and_parted_again(phone: Phone, groups: Groups) -> None:
    one, other = play_rounds(groups, ("Anna", "Bo"), (5, 3)), play_rounds(groups, ("Annabel", "Bo"), (4, 2))
    group = group_with(groups, one, other)
    phone.open(f"/g/{group}/persons")
    press(phone, "text=Annabel")
    phone.page.locator("summary", has_text="Merge with another member").tap()
    press(phone, "button[name=into]:has-text('Anna')")
    assert phone.page.locator("h1").inner_text() == "Anna"
    assert "Also known as" in read_text(phone)
    phone.open(f"/g/{group}/figures")
    anna = next(row for row in standing(phone) if row[0].startswith("Anna"))
    assert [row[0] for row in standing(phone)] == ["Anna", "Bo"]
    assert anna[1].startswith("2")
    press(phone, "main a:has-text('Anna')")
    press(phone, "text=Separate")
    phone.open(f"/g/{group}/figures")
    assert sorted(row[0] for row in standing(phone)) == ["Anna", "Annabel", "Bo"]


def test_a_deleted_game_is_brought_back_with_one_tap(phone: Phone, groups: Groups) -> None:
    table = play_rounds(groups, ("Anna", "Bo"), (5, 3), over=False)
    phone.open(f"/t/{table}/end")
    press(phone, "button:has-text('Delete')")
    assert "Deleted for everybody" in read_text(phone)
    assert not phone.page.locator(f'main a[href="/t/{table}/"]').count()
    press(phone, "text=Restore")
    assert phone.path == f"/t/{table}/"
    assert phone.page.locator("tr.total td").all_inner_texts() == ["5", "3"]


def test_a_past_entry_is_mended_and_all_that_follows_with_it(phone: Phone, groups: Groups) -> None:
    table = play_rounds(groups, ("Anna", "Bo"), (5, 3), (1, 2), over=False)
    phone.open(f"/t/{table}/")
    press(phone, "tbody th a:text-is('1')")
    press(phone, "text=Fix")
    phone.tap("#numbers button[aria-label^='Bo']")
    phone.tap(".keys [value=del]")
    phone.tap(".keys [value='9']")
    phone.tap(".primary")
    phone.open(f"/t/{table}/")
    assert phone.page.locator("tr.total td").all_inner_texts() == ["6", "11"]


def test_without_a_connection_what_is_tapped_waits_and_counts_once(phone: Phone, groups: Groups) -> None:
    table = play_rounds(groups, ("Anna", "Bo"), over=False)
    phone.open(f"/t/{table}/1/")
    lost = phone.page.locator("#offline")
    phone.wait_for_scripts()
    phone.context.set_offline(True)
    phone.page.locator(".keys [value='7']").tap()
    phone.page.locator(".primary").locator("visible=true").first.tap()
    expect(lost).to_be_visible()
    above, below = lost.bounding_box(), phone.page.get_by_text("Points. You can type a sum.").bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    phone.context.set_offline(False)
    phone.settle()
    expect(phone.page.locator("#numbers td > *").first).to_have_text("7")
    expect(phone.page.locator("#offline")).to_be_hidden()
    marks = groups.tables.load(table).marks(1)
    assert marks == {Spot(1, ROW, POINTS, 0): 7}
    phone.forgive("ERR_INTERNET_DISCONNECTED")


def test_everybody_has_figures_of_their_own(phone: Phone, groups: Groups) -> None:
    group = group_with(groups, *(play_rounds(groups, ("Anna", "Bo"), points) for points in ((2, 4), (5, 3), (9, 1))))
    phone.open(f"/g/{group}/figures")
    press(phone, "table.figures a:has-text('Anna')")
    assert phone.page.locator("h1").inner_text() == "Anna"
    words = read_text(phone)
    assert "Wins wins games share Anna 2 3 67%" in words
    assert "Winning streaks most now 3 games" in words
    assert "Head to head ahead tied behind Bo 3 games 2 0 1" in words


OLD = {
    "id": "0123456789ab",
    "game": "tally",
    "opened": 1551470400,
    "lines": [
        {"at": 1551470400, "phone": f"~{0:016}", "seat": None, "act": act}
        for act in (
            {"players": ["Anna", "Bo", "Cleo"], "options": {}, "seating": [[1, [0, 1, 2]]], "starter": 0},
            {"write": [[1, "points", "points", seat, "", points] for seat, points in enumerate((12, 30, 7))]},
            {"close": 1},
        )
    ],
}
"""A table that was played on 1 March 2019, as it stands in a file."""


def test_plays_of_before_are_brought_in_with_their_day(phone: Phone) -> None:
    file = json.dumps({"scorekeeper": 1, "tables": [OLD]}).encode()
    phone.open("/")
    phone.open("/bring")
    phone.page.set_input_files("#file", {"name": "old.json", "mimeType": "application/json", "buffer": file})
    press(phone, ".primary")
    assert phone.page.locator("h2.over").inner_text().startswith("Bo wins with 30.")
    phone.open("/tables/finished")
    assert "2019" in read_text(phone)


def test_a_tie_is_a_win_of_both(phone: Phone, groups: Groups) -> None:
    table = play_rounds(groups, ("Anna", "Bo", "Cleo"), (5, 5, 1), over=False)
    phone.open(f"/t/{table}/end")
    press(phone, "text=Finish this table")
    assert read_text(phone).startswith("Anna and Bo share the win with 5.")
    places = [row[0] for row in standing(phone)]
    assert places == ["1. Anna", "1. Bo", "3. Cleo"]
    group = group_with(groups, table)
    phone.open(f"/g/{group}/figures")
    wins = {row[0]: row[1] for row in standing(phone)}
    assert wins["Anna"] == wins["Bo"] != wins["Cleo"]


def test_an_average_and_a_drawing_of_points_over_time(phone: Phone, groups: Groups) -> None:
    group = group_with(groups, *(play_rounds(groups, ("Anna", "Bo"), points) for points in ((5, 3), (2, 4), (8, 1))))
    anna = next(person for person in groups.load(group).persons if person.name == "Anna")
    phone.open(f"/g/{group}/persons/{anna.id}")
    assert "average best games Any game 5.0 8 3" in read_text(phone)
    drawing = phone.page.locator("figure.race svg[role=img]")
    assert drawing.locator("circle").count() == 3
    sentence = drawing.get_attribute("aria-label") or ""
    assert sentence.startswith("Anna, Any game: 3 games, from 2 to 8 points, most recently ")
    phone.page.locator("summary", has_text="As a table").tap()
    assert sorted(phone.page.locator("ul.lines li a").all_inner_texts()) == ["2", "5", "8"]


def test_the_back_button_goes_back_and_loses_nothing(phone: Phone, groups: Groups) -> None:
    table = play_rounds(groups, ("Anna", "Bo"), over=False)
    phone.open(f"/t/{table}/")
    press(phone, ".primary")
    for number in ("7", "4"):
        phone.tap(f".keys [value='{number}']")
        phone.tap(".primary")
    phone.page.wait_for_url("**/sheet")
    phone.page.go_back()
    phone.settle()
    phone.page.go_forward()
    phone.settle()
    assert phone.path.endswith("/sheet")
    assert phone.page.locator("tr.total td").all_inner_texts() == ["7", "4"]
    phone.page.go_back()
    phone.page.go_back()
    phone.settle()
    assert phone.path == f"/t/{table}/"
    expect(phone.page.locator("tr.total td").first).to_have_text("7")
    assert len(groups.tables.load(table).lines) == 3


SOLD = re.compile(
    r"premium|upgrade|subscri|purchase|buy |\bpro\b|advert|sponsor|€|\$ ?\d|in-app|trial|sign in|log in", re.IGNORECASE
)


def test_nothing_is_for_sale_and_nobody_else_hears_of_it(phone: Phone, groups: Groups) -> None:
    table = play_rounds(groups, ("Anna", "Bo"), (5, 3))
    group = group_with(groups, table)
    elsewhere: list[str] = []
    phone.page.on("request", lambda asked: elsewhere.append(asked.url))
    pages = ["/", "/games/", "/games/tally/new", f"/t/{table}/", f"/t/{table}/1/", f"/t/{table}/1/sheet"]
    pages += [f"/t/{table}/evening", f"/t/{table}/end", f"/t/{table}/take", f"/g/{group}/", f"/g/{group}/figures"]
    for path in (*pages, f"/g/{group}/take", "/bring", "/rulings/", "/programs", "/paper/tally"):
        phone.open(path)
        words = phone.page.locator("body").inner_text()
        assert not SOLD.search(words), (path, SOLD.search(words))
        assert not phone.page.locator("iframe, input[type=password], input[type=email]").count()
    assert {urlsplit(url).hostname for url in elsewhere if not url.startswith("data:")} == {HOST}
