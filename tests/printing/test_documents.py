"""Blank pads: each one that the form offers is one page in black and white, with boxes as large as promised."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product

import pytest
from PIL.ImageFont import FreeTypeFont
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from scorekeeper.folders import find_folder
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Suit
from scorekeeper.games.paper import NARROWEST_BOX, Column, PaperLine, PaperPad
from scorekeeper.language.catalogue import catalogue, languages
from scorekeeper.language.lettering import DOTS
from scorekeeper.language.text import Literal, Text, speak
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import BLANK_GAPS, BLANK_LETTER, BLANK_PART, LETTER, TITLE_GAP, PadRequest
from scorekeeper.printing.layout import PAPER_COPIES, PAPERS, ROW, Fit, NoSuchPaper, PadContent, find_fit
from tests.support.games import WALKED, change_game
from tests.support.loops import at_least_one
from tests.support.pdf import Drawing, Rect, read_drawing
from tests.support.printing import black_and_white, fonts
from tests.support.soak import SOAK

PRINTED = list(WALKED.values())

IN_EVERY_NUMBER = "deal"
"""The layout that is printed with each number to a page. The others are drawn by the same code."""

ON_EVERY_PAD = {("A4", 1), ("Letter", 4)}
"""Paper and number to a page with which the other layouts are printed."""


def layouts() -> Iterator[tuple[Game, str]]:
    """Yield every layout of every game's pad."""
    for game in PRINTED:
        for pad in game.paper(blank_pads.make_setup(game, game.seats[0])):
            yield game, pad.key


def wishes(game: Game, layout: str) -> Iterator[PadRequest]:
    """Yield everything that the form offers for one layout with default options."""
    for players in range(game.seats[0], game.seats[1] + 1):
        for size in PAPERS:
            for up in PAPER_COPIES:
                yield PadRequest(players, size, up, layout)


def find_pads(game: Game, layout: str) -> Iterator[tuple[PadRequest, Fit]]:
    for wish in wishes(game, layout):
        try:
            yield wish, blank_pads.fit_pad(game, wish)
        except NoSuchPaper:
            continue


def choose_pads(game: Game, layout: str) -> list[tuple[PadRequest, Fit]]:
    """Return the pads to print in this test: for the most players on A4 alone on a page and on Letter four to a page.

    On A4 the pad for the fewest players is added. One pad is printed with each number to a page. `soak` prints all that
    are offered.
    """
    every = list(find_pads(game, layout))
    if SOAK:
        return every
    fitting: dict[tuple[str, int], list[tuple[PadRequest, Fit]]] = {}
    for wish, size in every:
        if (wish.paper, wish.up) in ON_EVERY_PAD or (layout == IN_EVERY_NUMBER and wish.paper == "A4"):
            fitting.setdefault((wish.paper, wish.up), []).append((wish, size))
    return [
        one
        for place, sizes in fitting.items()
        for one in (sizes[0], sizes[-1])[len(sizes) == 1 or place != ("A4", 1) :]
    ]


@pytest.mark.parametrize(("game", "layout"), list(layouts()), ids=lambda value: getattr(value, "slug", value))
def test_every_pad_on_offer_is_one_page_with_the_boxes_it_promises(game: Game, layout: str) -> None:
    count = 0
    for wish, pad_fit in choose_pads(game, layout):
        pdf = press.PRESS.print(blank_pads.render_pad(game, wish))
        reader = PdfReader(BytesIO(pdf.content))
        assert len(reader.pages) == pdf.pages == 1, wish
        box = reader.pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx([mm / 25.4 * 72 for mm in pad_fit.page], abs=0.1)
        page = read_drawing(reader)
        black_and_white(page)
        assert all("Pad" in name for name in fonts(reader))
        as_computed(game, wish, pad_fit, page)
        within_margins(pad_fit, page)
        count += 1
    assert count


def as_computed(game: Game, wish: PadRequest, pad_fit: Fit, page: Drawing) -> None:
    """Assert that the page has as many boxes of the computed size as there are to fill in."""
    pad = pad_fit.pad
    assert pad_fit.rows.height >= ROW
    assert pad_fit.rows.small >= ROW
    assert all(
        width >= column.width >= NARROWEST_BOX
        for width, column in zip(pad_fit.widths.columns, pad_fit.shape.columns, strict=True)
    )
    lines = sum(line.look == "row" for line in pad.lines) + pad_fit.rows.numbered
    columns = len(pad_fit.shape.columns) * (pad.across(wish.players) if pad.players == "columns" else 1)
    rows = (lines if pad.players == "columns" else wish.players) * pad_fit.repeat
    boxes = [
        one
        for one in page.boxes
        if one[3] == pytest.approx(pad_fit.rows.height, abs=0.03)
        and any(one[2] == pytest.approx(width, abs=0.12) for width in pad_fit.widths.columns)
    ]
    assert len(boxes) >= rows * columns * wish.up, (wish, pad_fit)
    small = [box for box in page.boxes if box[2] >= NARROWEST_BOX - 0.01 and 4.8 * pad_fit.scale < box[3] < ROW - 0.01]
    heads = pytest.approx(pad_fit.heads * pad_fit.scale, abs=0.03)
    assert not [box for box in small if not is_ruler(box, pad_fit) and box[3] != heads], wish


def is_ruler(box: Rect, pad_fit: Fit) -> bool:
    """Return whether a rectangle is below the table, where boxes are to be read, not filled in."""
    return box[1] % pad_fit.size[1] > pad_fit.size[1] - 30


def within_margins(pad_fit: Fit, page: Drawing) -> None:
    """Assert margins of 12 mm at the binding edge and at least 6 mm elsewhere. Only cut marks are outside."""
    width, height = pad_fit.size
    rectangles = list(page.boxes) + [rect for colour, rect in page.grounds if colour != (1, 1, 1)]
    for left, top, wide, high in rectangles:
        if min(wide, high) < 0.2:
            continue  # a cut mark
        assert left % width >= pad_fit.side - 0.01 >= 5.99
        assert left % width + wide <= width - 5.99
        assert top % height >= 11.99
        assert top % height + high <= height - 5.99
    for _, down in page.words:
        assert 12 < down % height <= height - 6


def tightest(game: Game) -> int:
    """Return the most players whose pad fits a quarter of the smaller sheet with default options."""
    offers = [wish for layout in layouts() if layout[0] is game for wish, _ in find_pads(*layout)]
    fitting = [wish.players for wish in offers if (wish.paper, wish.up) == ("Letter", 4)]
    assert max(fitting) >= min(6, game.seats[1])
    return max(fitting)


def test_every_edition_fits_the_tightest_page() -> None:
    for game in at_least_one(PRINTED):
        players = tightest(game)
        choices = [{option.key: value} for option in game.options for value, _ in option.choices] or [{}]
        wishes = [PadRequest(players, "Letter", 4, options=choice) for choice in choices]
        # Many options change nothing on the pad. Of equal layouts only the longest page is printed; `soak` prints all.
        pads = {blank_pads.render_pad(game, wish): blank_pads.fit_pad(game, wish) for wish in wishes}
        alike = {html if SOAK else repr(pads[html]): html for html in sorted(pads, key=len)}
        for html in at_least_one(alike.values()):
            pad_fit = pads[html]
            pdf = press.PRESS.print(html)
            assert pdf.pages == 1
            within_margins(pad_fit, read_drawing(PdfReader(BytesIO(pdf.content))))


def test_the_rulebook_pad_is_as_drawn() -> None:
    pad_fit = blank_pads.fit_pad(GAMES["parade"], PadRequest(6, "A4", 2))
    assert (pad_fit.page, pad_fit.size) == ((210, 297), (210, 148.5))
    assert (pad_fit.level, pad_fit.shape.named, len(pad_fit.shape.columns)) == (0, True, 2)
    assert pad_fit.rows.height == pytest.approx(11, abs=0.5)
    assert pad_fit.box == pytest.approx(13.65, abs=0.1)


@pytest.mark.parametrize(("slug", "players", "rows"), [("parade", 3, 7), ("hawaiki", 5, 5)])
def test_the_rows_of_a_large_pad_fill_most_of_its_page(slug: str, players: int, rows: int) -> None:
    pad_fit = blank_pads.fit_pad(GAMES[slug], PadRequest(players, "A4", 1))
    assert rows * pad_fit.rows.height > 0.65 * pad_fit.page[1]


SUITS = tuple(PaperLine(Text("Aquamarine"), Suit("heart", "red", Text("Aq")), Text("Aq")) for _ in range(5))

WIDE = PaperPad("wide", Text("Wide"), (Column(Text("a")), Column(Text("b"))), lines=SUITS)

AQUA = PadContent(WIDE, 6, ("Aquamarine",) * 5, (), ())


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(NoSuchPaper):
        find_fit(AQUA, "A4", 4)
    with pytest.raises(NoSuchPaper):
        find_fit(replace(AQUA, pad=replace(WIDE, lines=SUITS * 8), sides=2), "A4", 1)


def test_a_refusal_names_the_nearest_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["parade"]
    narrow = PaperPad("one", Text("One"), (Column(Text("a"), width=30),), numbered=(5, 5))
    monkeypatch.setattr(type(game), "paper", lambda *_: (narrow,))
    with pytest.raises(NoSuchPaper) as refusal:
        blank_pads.fit_pad(game, PadRequest(6, "A4", 4))
    assert str(refusal.value) == (
        "6 players do not fit, 4 to a page on A4. Nearest that fits: 6 players, 2 to a page on A4."
    )


def test_the_pad_says_what_the_edition_says() -> None:
    game = GAMES["parade"]
    fewest = PdfReader(BytesIO(blank_pads.print_pad(game, PadRequest(3, "A4", 1)))).pages[0].extract_text()
    shared = (
        PdfReader(BytesIO(blank_pads.print_pad(game, PadRequest(3, "A4", 1, options={"tie_break": "shared"}))))
        .pages[0]
        .extract_text()
    )
    assert "Cards (for ties)" in fewest
    assert "Cards (for ties)" not in shared
    assert "Tied players share the win." in shared


def test_a_place_where_a_word_can_break_takes_no_room() -> None:
    widths = []
    for label in ("Untergeschobene Karten", "Unter\u00adgeschobene Karten"):
        pad = PaperPad("one", Text("One"), (Column(None),), lines=(PaperLine(Literal(label)),))
        game = change_game(GAMES["parade"], paper=lambda setup, pad=pad: (pad,))
        widths.append(blank_pads.fit_pad(game, PadRequest(2)).widths)
    assert widths[0] == widths[1]


LETTERS = {
    weight: FreeTypeFont(str(find_folder("static") / f"fonts/Sans-{weight}.ttf"), size=100) for weight in (400, 600)
}
"""The letters of the title and of the labels beside it, 100 units high."""


def sort_by_name(lang: str) -> list[Game]:
    """Return the games by the lengths of their names in a language, the longest last."""
    words = catalogue(lang)

    def measure(game: Game) -> float:
        return LETTERS[600].getlength(game.name if isinstance(game.name, str) else speak(game.name, words))

    return sorted(GAMES.values(), key=measure)


def fits(game: Game, wish: PadRequest, lang: str) -> bool:
    """Return whether a pad fits on paper."""
    with suppress(NoSuchPaper):
        return bool(blank_pads.fit_pad(game, wish, lang))
    return False


@pytest.mark.parametrize("lang", languages())
def test_the_name_of_a_game_leaves_a_line_after_each_label_beside_it(lang: str) -> None:
    count = 0
    # Parade has three blanks.
    for game, paper, up in product([*sort_by_name(lang)[-6:], GAMES["parade"], GAMES["tally"]], PAPERS, PAPER_COPIES):
        wish = PadRequest(game.seats[0], paper, up)
        if fits(game, wish, lang):
            pad_fit = blank_pads.fit_pad(game, wish, lang)
            title, letter, blanks = blank_pads.fit_heading(game, pad_fit, lang)
            em = LETTER * pad_fit.scale / 100
            wide = max(map(LETTERS[600].getlength, title.split("\n"))) + 100 * TITLE_GAP
            labels = sum(LETTERS[400].getlength(label) + 100 * BLANK_GAPS for label, _ in blanks) * BLANK_LETTER
            inner = pad_fit.size[0] - 2 * pad_fit.side
            lines = inner - (wide * letter + labels) * em
            assert lines >= sum(parts for _, parts in blanks) * BLANK_PART, (game.slug, paper, up)
            assert blanks, game.slug
            assert DOTS not in title, game.slug
            count += 1
    assert count > 40


@pytest.mark.parametrize("lang", languages())
def test_no_words_of_the_heading_of_a_narrow_pad_overlap(lang: str) -> None:
    wish = PadRequest(3, "A5", 4)
    longest = [game for game in sort_by_name(lang) if game.seats[0] <= 3 <= game.seats[1] and fits(game, wish, lang)][
        -1
    ]
    with PdfDocument(blank_pads.print_pad(longest, wish, lang)) as document:
        page = document[0]
        text = page.get_textpage()
        rects = [text.get_rect(number) for number in range(text.count_rects())]
        top = page.get_height() - 28 / 25.4 * 72
        heads = [rect for rect in rects if rect[0] < page.get_width() / 2 and rect[1] > top]
    for (left, bottom, right, high), other in at_least_one(combinations(heads, 2)):
        assert left >= other[2] or right <= other[0] or bottom >= other[3] - 2 or high <= other[1] + 2, heads


def test_a_name_that_fits_nowhere_ends_in_dots() -> None:
    game = change_game(GAMES["hearts"], name="W" * 60)
    pad_fit = blank_pads.fit_pad(game, PadRequest(3, "A5", 4))
    heading = blank_pads.fit_heading(game, pad_fit, "en")
    assert heading.title.endswith(DOTS)
    assert heading.blanks
