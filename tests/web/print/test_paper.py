"""The pages that choose and print blank pads."""

import re
from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.language.text import Text
from scorekeeper.printing import blank_pads
from scorekeeper.printing import press as printing
from scorekeeper.printing.layout import PAPER_COPIES
from tests.support.http import open_table
from tests.support.printing import LACKING


def test_the_form_leads_to_pads(client: FlaskClient) -> None:
    assert "/paper/parade" in client.get("/paper/").text
    html = client.get("/paper/parade?players=6&paper=Letter").text
    links = [unescape(link) for link in re.findall(r'href="([^"]*pad\.pdf[^"]*)"', html)]
    assert len(links) == len(PAPER_COPIES)
    for link in links:
        answer = client.get(link)
        assert answer.mimetype == "application/pdf"
        assert len(PdfReader(BytesIO(answer.data)).pages) == 1
        assert client.get(link, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_without_pango_the_routes_explain_themselves(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    press = printing.Press()
    monkeypatch.setattr(printing, "PRESS", press)
    monkeypatch.setattr(printing, "WORKER", LACKING)
    answer = client.get("/paper/parade/pad.pdf?players=3&up=2")
    assert answer.status_code == 503
    assert "Printing needs Pango" in answer.text
    assert '/paper/parade/pad.html?players=3&amp;up=2"' in answer.text
    form = client.get("/paper/parade").text
    assert "Printing needs Pango" in form
    assert "pad.html" in form
    assert "pad.pdf" not in form


def test_a_busy_press_asks_to_come_again(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(html: str, first: bool = False) -> bytes:
        raise printing.Busy(Text("Other printouts are being prepared. Try again in a moment."))

    monkeypatch.setattr(blank_pads, "print_html", busy)
    answer = client.get("/paper/parade/pad.pdf?players=3")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Try again in a moment." in answer.text


def test_a_pad_that_is_printed_from_a_table_says_its_rules(client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Ben", "Cem"), "tally", name="Hearts", wins="lowest", target="100")
    link = re.search(r'href="(/paper/tally\?[^"]*)"', table.page("print"))
    assert link
    form = unescape(client.get(unescape(link[1])).text)
    assert re.search(r'<h2 class="label">Who wins</h2>\s*<p class="wrap">\s*<a', form)
    assert form.count(">Highest score</a>") == form.count(">Lowest score</a>") == 1
    pad = re.search(r'href="(/paper/tally/pad\.pdf\?[^"]*)"', form)
    assert pad
    drawn = client.get(pad[1].replace("pad.pdf", "pad.html")).text
    assert "Lowest score wins.<br>Play to 100: the game ends when somebody gets there." in drawn
    assert "Play to" not in client.get("/paper/tally/pad.html?players=3").text


@pytest.mark.parametrize(
    ("slug", "said"),
    [("parade", ["Ann", "Bo", "Cleo", "Dirk"]), ("whist", ["Ann &amp; Cleo", "Bo &amp; Dirk"])],
)
def test_a_blank_pad_from_a_table_names_its_players(client: FlaskClient, slug: str, said: list[str]) -> None:
    player = open_table(client, ("Ann", "Bo", "Cleo", "Dirk"), slug=slug)
    form = unescape(re.findall(rf'href="(/paper/{slug}[^"]*)"', player.page("print"))[0])
    sheet = client.get(form.replace("?", "/pad.html?") + "&paper=A5&up=1").text
    assert re.findall(r'class="player" colspan="\d+">([^<]+)<', sheet) == said
    other = client.get(form).text
    assert "players=3&amp;paper=A4&amp;name" not in other
