"""The printed score sheet: one page whatever the names, with the same content as the screen."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from scorekeeper.language.text import Literal, Text
from scorekeeper.printing import score_sheets
from scorekeeper.printing.layout import PAPERS, NoSuchPaper
from scorekeeper.printing.score_sheets import PrintedLine, RoundCell, RoundLine
from tests.support.loops import at_least_one
from tests.support.pdf import DOTS, read_drawing, render_page
from tests.support.printing import SHORT, black_and_white, fonts, view
from tests.support.soak import SOAK

TABLES = [
    (players, size)
    for players in range(2, 7)
    for number, size in enumerate(PAPERS)
    if SOAK or players in (6, 2 + number)
]
"""The largest table on every paper, and all others but five on one. `soak` prints all on all."""


@pytest.mark.parametrize(("players", "size"), TABLES)
def test_a_sheet_is_one_page(size: str, players: int) -> None:
    long_ = view(["W" * 32] * players, "10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1", problems=9)
    for sheet in (view(SHORT[:players]), long_):
        reader = PdfReader(BytesIO(score_sheets.print_sheet(sheet, size)))
        assert len(reader.pages) == 1
        black_and_white(read_drawing(reader))
        assert all("Pad" in name for name in fonts(reader))


def test_a_sheet_says_what_the_screen_says() -> None:
    reader = PdfReader(BytesIO(score_sheets.print_sheet(view(SHORT[:3]), "A5")))
    text = re.sub(r"\s+", " ", reader.pages[0].extract_text())
    for part in ("Hatter wins with 27", "fewest points", "Cheshire", "10 + 8 + 3", "4 flipped", "both flip.", "35"):
        assert part in text
    for part in ("Cards in front", "14", "21 November 2026", "table KTPWX", "Deal 1", "Rules: English 2013."):
        assert part in text
    assert reader.metadata is not None
    assert reader.metadata.title == "Parade, Deal 1, 21 November 2026"


@pytest.mark.parametrize(("size", "count", "players"), [("A5", 5, 12), ("A5", 6, 12), ("A4", 60, 12 if SOAK else 2)])
def test_every_round_is_printed_however_many_there_are(size: str, count: int, players: int) -> None:
    cells = [RoundCell("−1234", best=False)] * players
    lines = [RoundLine(n, Text("Round %(number)s", number=n), cells, note=Text("a note")) for n in range(1, count + 1)]
    sheet = view([f"Name {n}" for n in range(players)], rounds=lines)
    reader = PdfReader(BytesIO(score_sheets.print_sheet(sheet, size)))
    text = " ".join(" ".join(page.extract_text().split()) for page in reader.pages)
    assert [number for number in range(1, count + 1) if f"Round {number}" not in text] == []
    assert text.index("No entry was taken back.") > text.index(f"Round {count}")


ROUNDS = [("A5", 9, 5), ("A5", 9, 6), ("A4", 16, 60), ("A5", 9, 60), ("A4", 16, 5), ("A4", 16, 6)]
"""Papers with their side margins in mm and the number of rounds printed. `soak` prints all."""


@pytest.mark.parametrize(("size", "side", "count"), ROUNDS if SOAK else ROUNDS[:3])
def test_however_many_rounds_a_sheet_keeps_its_margins(size: str, side: int, count: int, tmp_path: Path) -> None:
    lines = [RoundLine(n, Text("Round %(number)s", number=n), [RoundCell("7", best=False)] * 3) for n in range(count)]
    pdf = score_sheets.print_sheet(view(SHORT[:3], rounds=lines), size)
    picture, words = render_page(pdf, tmp_path)
    ink = picture.point([255 * (level < 200) for level in range(256)]).getbbox()
    assert ink
    left, top, right, bottom = (at / DOTS * 25.4 for at in ink)
    width, height = (at / DOTS * 25.4 for at in picture.size)
    assert (left, width - right) == pytest.approx((side, side), abs=1)
    assert 11 < top < 18
    bars = [area for colour, area in read_drawing(PdfReader(BytesIO(pdf))).grounds if colour == (0, 0, 0)]
    assert (side, 12, width - 2 * side, 1.1) in [pytest.approx(area, abs=0.1) for area in bars]
    assert bottom < height - 5
    last = next(word for word in words if word.text == "taken")
    assert last.bottom / 72 * 25.4 < height - 5


@pytest.mark.parametrize(("size", "side"), [("A5", 9), ("A4", 16)])
def test_no_line_of_the_history_leaves_its_column(size: str, side: int) -> None:
    texts = ["Donne 1 : Béa garde Bleu 8." + "a" * longer for longer in range(24)] + ["W" * 60]
    journal = [
        PrintedLine(seq=number, when="04:19", text=Literal(text), struck=False) for number, text in enumerate(texts, 1)
    ]
    with PdfDocument(score_sheets.print_sheet(view(SHORT[:3]), size, journal=journal)) as document:
        page = document[1]
        text = page.get_textpage()
        rects = [text.get_rect(number) for number in range(text.count_rects())]
        width = page.get_width()
    gap, edge = 4 / 25.4 * 72, side / 25.4 * 72
    for left, _, right, _ in at_least_one(rects):
        assert right <= (width / 2 - gap if left < width / 2 else width - edge) + 0.5


def test_what_a_sheet_is_of_breaks_between_its_parts() -> None:
    order = "le plus petit score gagne"
    sheet = view(SHORT[:3])._replace(game="Dame de pique", heading=Literal(f"Manche 3 · {order}"))
    with PdfDocument(score_sheets.print_sheet(sheet, "A5", "fr")) as document:
        assert order in [line.strip() for line in document[0].get_textpage().get_text_range().splitlines()]


def test_a_sheet_says_what_its_code_opens() -> None:
    told = "The code opens this table."
    assert told in score_sheets.render_sheet(view(["Ada", "Bo"]))
    assert told not in score_sheets.render_sheet(view(["Ada", "Bo"])._replace(qr_url=""))


def test_names_are_words_not_markup() -> None:
    hostile = ['<img src="http://127.0.0.1:9/x">', "</style><script>1</script>"]
    html = score_sheets.render_sheet(view(hostile))
    assert "<img" not in html
    assert "<script" not in html
    assert len(PdfReader(BytesIO(score_sheets.print_sheet(view(hostile)))).pages) == 1


def test_a_sheet_on_unknown_paper_is_refused() -> None:
    with pytest.raises(NoSuchPaper):
        score_sheets.print_sheet(view(SHORT[:2]), "A9")
