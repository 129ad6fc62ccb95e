"""Accessible PDFs: every one is tagged as PDF/UA-1 demands, as far as a program can check."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.language.text import Text
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest, make_setup
from scorekeeper.printing.card import Wifi, render_card
from scorekeeper.printing.score_sheets import StatisticsCell, StatisticsPart, print_statistics
from tests.support.games import WALKED
from tests.support.http import cookie
from tests.support.pdf import Element, find_untagged, open_pdf, tree
from tests.support.soak import SOAK
from tests.support.tables import CROWD, Author

CHECKED = list(GAMES) if SOAK else ["canasta", "hanabi", "skat", "yahtzee"]
"""Further games whose pads are checked. Those of the short form have cells that span rows or columns."""

PAGE = '<!doctype html><html lang="it"><meta charset=utf-8><title>Parata</title><body>'


def pads() -> Iterator[tuple[Game, str]]:
    """Yield every layout of these games' pads."""
    for game in {**WALKED, **{slug: GAMES[slug] for slug in CHECKED}}.values():
        for pad in game.paper(make_setup(game, game.seats[0])):
            yield game, pad.key


def check_and_read(content: bytes, language: str = "en") -> Element:
    """Return the structure tree of a document, after checking its title, language and tags."""
    pdf = open_pdf(content)
    assert str(pdf.Root.Lang) == language
    assert bool(pdf.Root.MarkInfo.Marked)
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    with pdf.open_metadata() as told:
        assert told["pdfuaid:part"] == "1"
        assert told["dc:title"]
    assert all(str(page.get("/Tabs")) == "/S" for page in pdf.pages)
    assert find_untagged(pdf) == []
    return tree(pdf)


def well_built(root: Element, tables: bool = True) -> None:
    """Assert that headings start at the first level, heads have a scope, and drawings have a description.

    Tables are as wide in each row, and lists have nothing but items. With `tables` there is at least one.
    """
    levels = [kind for kind in ("H1", "H2", "H3", "H4", "H5", "H6") if list(root.all(kind))]
    assert levels[:1] == ["H1"]
    assert bool(list(root.all("Table"))) == tables
    for table in root.all("Table"):
        scopes = {part.kind: {head.scope for head in part.all("TH")} for part in table.parts}
        assert scopes.pop("THead") <= {"Column"}
        assert set().union(*scopes.values()) <= {"Row"}
        assert list(table.all("TH"))
        assert {cell.headers for kind in ("TH", "TD") for cell in table.all(kind)} == {0}
        assert len(set(measure_rows(table))) == 1
    for each in root.all("L"):
        assert {part.kind for part in each.parts} == {"LI"}
    items = [item for each in root.all("L") for item in each.all("LI")]
    assert len(list(root.all("LI"))) == len(items)
    figures = list(root.all("Figure"))
    assert [figure for figure in figures if not figure.alt] == []


def measure_rows(table: Element) -> list[int]:
    """Return the number of columns in each row of a table, with those that a cell further up takes."""
    rows = list(table.all("TR"))
    widths = [0] * len(rows)
    for number, row in enumerate(rows):
        for cell in row.parts:
            across, down = cell.spans
            for below in range(number, number + down):
                widths[below] += across
    return widths


@pytest.mark.parametrize(("game", "layout"), list(pads()), ids=lambda value: getattr(value, "slug", value))
def test_every_blank_pad_can_be_heard(game: Game, layout: str) -> None:
    for players, up in ((game.seats[0], 1), (min(4, game.seats[1]), 2)):
        html = blank_pads.render_pad(game, PadRequest(players, "A4", up, layout))
        root = check_and_read(press.PRESS.print(html).content)
        well_built(root)
        assert len(list(root.all("H1"))) == up


@pytest.mark.parametrize("slug", WALKED)
def test_every_filled_sheet_and_its_running_totals_can_be_heard(app: Flask, slug: str) -> None:
    table, _ = Author(app.extensions["tables"], CROWD).retell(slug)
    client = app.test_client()
    client.set_cookie("browser", cookie("scoring"))
    answer = client.get(f"/t/{table}/1/sheet.pdf?paper=A4")
    assert answer.mimetype == "application/pdf"
    root = check_and_read(answer.get_data())
    well_built(root)
    names = {suit.alt for suit in root.all("Figure")}
    assert {str(row.label) for row in GAMES[slug].rows(make_setup(GAMES[slug], 3)) if row.suit} <= names
    assert any("QR" in name for name in names)
    well_built(check_and_read(client.get(f"/t/{table}/tally.pdf?paper=A4").get_data()))


@pytest.mark.parametrize("language", ["en", "it", "fr", "es", "de"])
def test_a_card_and_statistics_can_be_heard(language: str) -> None:
    html = render_card("Parade", "https://table.home/j/abcd", Wifi("Club", "12345678"), "A4", language)
    card = press.print_html(html)
    well_built(check_and_read(card, language), tables=False)
    rows = [
        [StatisticsCell("Anna"), StatisticsCell("3"), StatisticsCell("33%")],
        [StatisticsCell("Bo"), StatisticsCell("1"), StatisticsCell("10%", Text("One round"))],
    ]
    wins = StatisticsPart(Text("Wins"), None, [Text("wins"), Text("share")], rows)
    well_built(check_and_read(print_statistics("Friday", Text("All games played"), [wins], "A4", language), language))
