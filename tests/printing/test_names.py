"""Names on printed sheets: in full while there is room, then shortened with dots; never cut or split within a word."""

import re
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from scorekeeper.language.lettering import DOTS
from scorekeeper.language.text import Text
from scorekeeper.printing import score_sheets
from scorekeeper.printing.layout import PAPERS
from scorekeeper.printing.score_sheets import RoundCell, RoundLine
from tests.support.pdf import render_page
from tests.support.printing import view
from tests.support.soak import SOAK

SHORT = ["Anna", "Bruno", "Cleo", "Emma", "Hugo", "Ines", "Jonas", "Karim", "Lena", "Nora", "Oskar", "Paul"]

LONG = ["Bartholomew", "Maximiliane", "Anna Maria", "Hans-Peter", "Annabelle", "Chiara-Luisa"]


def words(pdf: bytes) -> list[str]:
    """Return the words of a document as drawn. A word split over two lines counts as two."""
    with PdfDocument(pdf) as document:
        text = " ".join(page.get_textpage().get_text_range() for page in document)
    return text.replace("\ufffe", "- ").split()  # PDFium returns U+FFFE for a hyphen at the end of a line


def rounds(count: int) -> list[RoundLine]:
    """Return rows of rounds with the widest possible numbers."""
    return [
        RoundLine(n, Text("Round %(number)s", number=n), [RoundCell("−123", best=False)] * count) for n in range(1, 9)
    ]


def on_paper(*counts: int) -> list[tuple[str, int]]:
    """Return all sizes of tables on the smallest paper, and the largest on every paper. `soak` prints all on all."""
    return [(paper, count) for paper in PAPERS for count in counts if SOAK or paper == "A5" or count == counts[-1]]


@pytest.mark.parametrize(("paper", "count"), on_paper(4, 6, 12))
def test_a_short_name_stands_whole_at_a_table_of_any_size(paper: str, count: int) -> None:
    for each in (view(SHORT[:count]), view(SHORT[:count], rounds=rounds(count))):
        assert [name for name in SHORT[:count] if name not in words(score_sheets.print_sheet(each, paper))] == []


@pytest.mark.parametrize(("paper", "count"), on_paper(4, 5, 6))
def test_a_long_name_is_broken_between_its_words_only(paper: str, count: int) -> None:
    said = words(score_sheets.print_sheet(view(LONG[:count]), paper))
    parts = [part for name in LONG[:count] for part in re.split(r"\s|(?<=-)", name)]
    missing = [part for part in parts if part not in said and not any(part in word for word in said)]
    assert missing == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_name_for_which_there_is_no_room_ends_in_dots_within_its_column(paper: str, tmp_path: Path) -> None:
    names = ["W" * 32, "Maximiliane Freifrau von Hohenlohe-Langenburg", *SHORT[2:]]
    sheet = view(names, rounds=rounds(12))
    _, on_paper = render_page(score_sheets.print_sheet(sheet, paper), tmp_path)
    heads = [word for word in on_paper if word.text.startswith("WW")]
    assert len(heads) == 1
    assert heads[0].text.endswith(DOTS)
    assert [word for word in on_paper if word.text in SHORT and not word.text.endswith(DOTS)]
