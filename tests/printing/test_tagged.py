"""Accessible PDFs: every one is tagged as PDF/UA-1 demands, as far as a program can check."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest, make_setup
from tests.support.games import WALKED
from tests.support.http import cookie
from tests.support.pdf import Element, find_untagged, open_pdf, tree
from tests.support.tables import CROWD, Author

PAGE = '<!doctype html><html lang="it"><meta charset=utf-8><title>Parata</title><body>'


def pads() -> Iterator[tuple[Game, str]]:
    """Yield every layout of every game's pad."""
    for game in WALKED.values():
        for pad in blank_pads.list_pads(game, make_setup(game, game.seats[0])):
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


def well_built(root: Element) -> None:
    """Assert that headings start at the first level, cells refer to their heads, and drawings have a description."""
    levels = [kind for kind in ("H1", "H2", "H3", "H4", "H5", "H6") if list(root.all(kind))]
    assert levels[:1] == ["H1"]
    tables = list(root.all("Table"))
    assert tables
    for table in tables:
        heads = {head.name for head in table.all("TH")}
        assert heads
        assert "" not in heads, "a head that no cell can point at"
        filled = [cell for cell in table.all("TD") if cell.content or cell.parts]
        assert all(cell.headers or cell.scope for cell in filled)
    figures = list(root.all("Figure"))
    assert [figure for figure in figures if not figure.alt] == []


@pytest.mark.parametrize(("game", "layout"), list(pads()), ids=lambda value: getattr(value, "slug", value))
def test_every_blank_pad_can_be_heard(game: Game, layout: str) -> None:
    for players, up in ((game.seats[0], 1), (min(4, game.seats[1]), 2)):
        html = blank_pads.render_pad(game, PadRequest(players, "A4", up, layout))
        root = check_and_read(press.PRESS.print(html).content)
        well_built(root)
        assert len(list(root.all("H1"))) == up


@pytest.mark.parametrize("slug", WALKED)
def test_every_filled_sheet_can_be_heard(app: Flask, slug: str) -> None:
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


def test_what_cannot_be_heard_is_found() -> None:
    page = f"""{PAGE}<h2>Deal</h2><svg width="9" height="9"><path d='M0 0h9v9z'/></svg><table><tr><td>1</table>"""
    bare = check_and_read(press.PRESS.print(page).content, "it")
    with pytest.raises(AssertionError):
        well_built(bare)
    assert [figure.alt for figure in bare.all("Figure")] == [""]
