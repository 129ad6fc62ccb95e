"""Paper: every pad the form offers is one page with boxes as large as promised; the sheet says what the screen says."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper import paper, printing
from scorekeeper.fit import PAD_PAPERS, ROW, UPS, Fit, NoSuchPaper, Words, fit
from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Suit
from scorekeeper.games.paper import BOX, Column, Line, PaperPad
from scorekeeper.paper import PadWish
from scorekeeper.text import Literal, Text, speak
from tests.drawn import Drawn, Rect, drawn
from tests.test_printing import LACKING, fonts

PRINTED = [game for game in GAMES.values() if game.paper]
GREY = 0.92


def layouts() -> Iterator[tuple[Game, str]]:
    """Every pad of every game."""
    for game in PRINTED:
        for pad in paper.pads(game, paper.setup_for(game, game.seats[0])):
            yield game, pad.key


def wishes(game: Game, layout: str) -> Iterator[PadWish]:
    """Everything the form offers for one pad by the usual rules."""
    for players in range(game.seats[0], game.seats[1] + 1):
        for size in PAD_PAPERS:
            for up in UPS:
                yield PadWish(players, size, up, layout)


def offered(game: Game, layout: str) -> Iterator[tuple[PadWish, Fit]]:
    """Those that fit."""
    for wish in wishes(game, layout):
        try:
            yield wish, paper.fitting(game, wish)
        except NoSuchPaper:
            continue


def black_and_white(page: Drawn) -> None:
    """Nothing but black, white and one pale grey."""
    assert not page.strange
    for colour in page.colours:
        assert len(set(colour)) == 1, colour
        assert colour[0] == 0 or colour[0] >= GREY, colour


@pytest.mark.parametrize(("game", "layout"), layouts(), ids=lambda value: getattr(value, "slug", value))
def test_every_pad_on_offer_is_one_page_with_the_boxes_it_promises(game: Game, layout: str) -> None:
    count = 0
    for wish, found in offered(game, layout):
        pdf = printing.PRESS.print(paper.pad_html(game, wish))
        reader = PdfReader(BytesIO(pdf.content))
        assert len(reader.pages) == pdf.pages == 1, wish
        box = reader.pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx([mm / 25.4 * 72 for mm in found.page], abs=0.1)
        page = drawn(reader)
        black_and_white(page)
        assert set(fonts(reader)) and all("Plex" in name for name in fonts(reader))
        as_computed(game, wish, found, page)
        within_margins(found, page)
        count += 1
    assert count


def as_computed(game: Game, wish: PadWish, found: Fit, page: Drawn) -> None:
    """As many boxes of the promised size as there are to write in."""
    pad = paper.pad_for(game, wish)
    assert found.row >= ROW
    assert found.small >= ROW
    assert all(width >= column.width >= BOX for width, column in zip(found.widths, found.columns, strict=True))
    lines = len(paper.suit_lines(game, wish, pad)) + sum(line.look == "row" for line in pad.lines) + found.numbered
    columns = len(found.columns) * (wish.players if pad.players == "columns" else 1)
    rows = (lines if pad.players == "columns" else wish.players) * pad.repeat
    boxes = [
        one
        for one in page.boxes
        if one[3] == pytest.approx(found.row, abs=0.03)
        and any(one[2] == pytest.approx(width, abs=0.12) for width in found.widths)
    ]
    assert len(boxes) >= rows * columns * wish.up, (wish, found)
    small = [one for one in page.boxes if one[2] >= BOX - 0.01 and 4.8 * found.scale < one[3] < ROW - 0.01]
    assert not [one for one in small if not is_ruler(one, found)], wish


def is_ruler(one: Rect, found: Fit) -> bool:
    """Boxes below the table are for reading, not for writing."""
    return one[1] % found.size[1] > found.size[1] - 30


def within_margins(found: Fit, page: Drawn) -> None:
    """Twelve millimetres at the binding edge, at least six elsewhere; only cut ticks lie outside."""
    width, height = found.size
    rectangles = [rect for rect in page.boxes] + [rect for colour, rect in page.grounds if colour != (1, 1, 1)]
    for left, top, wide, high in rectangles:
        if min(wide, high) < 0.2:
            continue  # a cut tick
        assert left % width >= found.side - 0.01 >= 5.99
        assert left % width + wide <= width - 5.99
        assert top % height >= 11.99
        assert top % height + high <= height - 5.99
    for _, down in page.words:
        assert 12 < down % height <= height - 6


def test_every_edition_fits_the_tightest_page() -> None:
    for game in PRINTED:
        for option in game.options:
            for value, _ in option.choices:
                wish = PadWish(game.seats[1], "Letter", 4, options={option.key: value})
                found = paper.fitting(game, wish)
                pdf = printing.PRESS.print(paper.pad_html(game, wish))
                assert pdf.pages == 1
                within_margins(found, drawn(PdfReader(BytesIO(pdf.content))))


def test_the_rulebook_pad_is_as_drawn() -> None:
    found = paper.fitting(GAMES["parade"], PadWish(6, "A4", 2))
    assert (found.page, found.size) == ((210, 297), (210, 148.5))
    assert (found.level, found.named, len(found.columns)) == (0, True, 2)
    assert found.row == pytest.approx(11, abs=0.5)
    assert found.box == pytest.approx(13.65, abs=0.1)


def test_a_small_page_gives_up_columns_before_it_gives_up_size() -> None:
    game = GAMES["parade"]
    levels = [len(paper.fitting(game, PadWish(players, "A4", 4)).columns) for players in range(2, 7)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] == 2
    assert levels[-1] == 1


WIDE = PaperPad("wide", Text("Wide"), (Column(Text("a")), Column(Text("b"))), suits=True)
SUITS = tuple(Line(Text("Aquamarine"), Suit("heart", "red", Text("Aq")), Text("Aq")) for _ in range(5))
AQUA = Words(("Aquamarine",) * 5, (), ())


def test_suits_lose_their_names_before_a_player_loses_a_box() -> None:
    wide = PaperPad("wide", Text("Wide"), (Column(Text("a")), Column(Text("b"))), (Column(Text("c")),), suits=True)
    found = [fit(wide, SUITS, players, "A4", 4, AQUA) for players in (2, 3, 4)]
    assert [(len(one.columns), one.named) for one in found] == [(2, True), (2, False), (1, False)]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(NoSuchPaper):
        fit(WIDE, SUITS, 6, "A4", 4, AQUA)
    with pytest.raises(NoSuchPaper):
        fit(WIDE, SUITS * 8, 2, "A4", 1, AQUA)


def test_a_refusal_names_the_nearest_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["parade"]
    narrow = PaperPad("one", Text("One"), (Column(Text("a"), width=30),), numbered=(5, 5))
    monkeypatch.setattr(paper, "pads", lambda *_: (narrow,))
    with pytest.raises(NoSuchPaper) as refusal:
        paper.fitting(game, PadWish(6, "A4", 4))
    assert str(refusal.value) == (
        "6 players do not fit, 4 to a page on A4. Nearest that fits: 6 players, 2 to a page on A4."
    )


LATER = (
    PaperPad(
        "rounds",
        Text("Rounds with sides"),
        (Column(Text("points"), width=20, mark="double"),),
        shared=(Column(Text("minus")), Column(Text("plus")), Column(Text("ahead"), width=22)),
        suits=True,
        repeat=4,
        lines=(Line(Text("Total"), look="total"),),
        blanks=((Text("Date"), 3), (Text("Winner"), 4)),
    ),
    PaperPad(
        "tokens",
        Text("Tokens"),
        (Column(Text("Tokens"), width=80), *(Column(Text(str(round))) for round in range(1, 7))),
        players="lines",
        left=(Text("Strike a ring for every token."),),
    ),
    PaperPad("any", Text("Any game"), (Column(Text("points")), Column(Text("total"), grey=True)), numbered=(8, 12)),
)


@pytest.mark.parametrize("pad", LATER, ids=lambda pad: pad.key)
def test_pads_of_other_shapes_are_drawn_too(monkeypatch: pytest.MonkeyPatch, pad: PaperPad) -> None:
    game = GAMES["parade"]
    monkeypatch.setattr(paper, "pads", lambda *_: (pad,))
    for wish, found in offered(game, pad.key):
        reader = PdfReader(BytesIO(printing.render(paper.pad_html(game, wish))))
        assert len(reader.pages) == 1
        page = drawn(reader)
        black_and_white(page)
        as_computed(game, wish, found, page)
        within_margins(found, page)


def test_the_pad_says_what_the_edition_says() -> None:
    game = GAMES["parade"]
    fewest = PdfReader(BytesIO(paper.pad_pdf(game, 3, "A4", 1))).pages[0].extract_text()
    shared = PdfReader(BytesIO(paper.pad_pdf(game, 3, "A4", 1, options={"tie_break": "shared"}))).pages[0].extract_text()
    assert "Cards, for ties" in fewest
    assert "Cards, for ties" not in shared
    assert "Tie: the win is shared." in shared


def test_a_pad_has_a_name() -> None:
    reader = PdfReader(BytesIO(paper.pad_pdf(GAMES["parade"], 4, "Letter", 2)))
    assert reader.metadata is not None
    assert reader.metadata.title == "Parade, score pad for 4 players"
    assert reader.root_object["/Lang"] == "en"


class Column_(NamedTuple):
    name: str
    leader: bool
    total: str
    sign: str = ""


class Line_(NamedTuple):
    suit: Suit | None
    name: Text
    cells: list[tuple[str, Text | None, bool]]
    note: Text | None


class Said(NamedTuple):
    text: Text


class View(NamedTuple):
    """A sheet as the page makes it."""

    columns: list[Column_]
    lines: list[Line_]
    feet: list[tuple[Text, list[str]]]
    problems: list[Said]
    footer: list[Text]
    game: str = "Parade"
    heading: Text = Text("Deal 1")
    table_code: str = "KTPWX"
    date: str = "2026-11-21"
    verdict: Text = Text("Hatter wins with 27")
    reason: Text = Text("fewest points")
    qr_url: str = "http://192.168.1.20:8000/j/abcdefghijklmnopqrstuv"


def view(names: list[str], working: str = "10 + 8 + 3", problems: int = 0) -> View:
    """A sheet with six lines."""
    cells: list[tuple[str, Text | None, bool]] = [("21", Literal(working), False) for _ in names]
    cells[0] = ("4", Text("4 flipped"), True)
    suits = [Suit(shape, "red", Text("Xx")) for shape in ("heart", "drop", "moon", "leaf", "peak", "sun")]
    return View(
        [Column_(name, index == 1, "35") for index, name in enumerate(names)],
        [Line_(suit, Text("Purple"), cells, Text("Alice and Hatter have 3 each: both flip.")) for suit in suits],
        [(Text("Cards in front"), ["14"] * len(names))],
        [Said(Text("Alice has 4, Hatter flips 3."))] * problems,
        [Text("Rules: English 2013."), Text("Most cards of a colour flip, level piles all."), Text("Corrections: none.")],
    )


SHORT = ["Alice", "Hatter", "Cheshire", "Dinah", "Bo", "Mock Turtle"]


@pytest.mark.parametrize("size", paper.SHEET_PAPERS)
@pytest.mark.parametrize("players", range(2, 7))
def test_a_sheet_is_one_page(size: str, players: int) -> None:
    long_ = view(["W" * 32] * players, "10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1", problems=9)
    for one in (view(SHORT[:players]), long_):
        reader = PdfReader(BytesIO(paper.sheet_pdf(one, size)))
        assert len(reader.pages) == 1
        black_and_white(drawn(reader))
        assert all("Plex" in name for name in fonts(reader))


def test_a_sheet_says_what_the_screen_says() -> None:
    reader = PdfReader(BytesIO(paper.sheet_pdf(view(SHORT[:3]), "A5")))
    text = re.sub(r"\s+", " ", reader.pages[0].extract_text())
    for part in ("Hatter wins with 27", "fewest points", "Cheshire", "10 + 8 + 3", "4 flipped", "both flip.", "35"):
        assert part in text
    for part in ("Cards in front", "14", "21 November 2026", "table KTPWX", "Deal 1", "Rules: English 2013."):
        assert part in text
    assert reader.metadata is not None
    assert reader.metadata.title == "Parade, Deal 1, 21 November 2026"


def test_names_are_words_not_markup() -> None:
    hostile = ["<img src=http://127.0.0.1:9/x>", "</style><script>1</script>"]
    html = paper.sheet_html(view(hostile))
    assert "<img" not in html
    assert "<script" not in html
    assert len(PdfReader(BytesIO(paper.sheet_pdf(view(hostile)))).pages) == 1


def test_a_sheet_on_unknown_paper_is_refused() -> None:
    with pytest.raises(NoSuchPaper):
        paper.sheet_pdf(view(SHORT[:2]), "A9")


def test_a_qr_code_is_drawn_as_it_is_made() -> None:
    import segno

    address = "http://192.168.1.20:8000/j/abc"
    code, matrix = paper.qr_code(address), segno.make(address, micro=False, error="m").matrix
    dark = {(x, y) for y, line in enumerate(matrix) for x, bit in enumerate(line) if bit}
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", code.path)
    assert {(int(x) + i, int(y)) for x, y, n in runs for i in range(int(n))} == dark
    assert code.size == len(matrix)


def test_the_form_leads_to_pads(client: FlaskClient) -> None:
    assert "/paper/parade" in client.get("/paper/").text
    html = client.get("/paper/parade?players=6&paper=Letter").text
    links = [unescape(link) for link in re.findall(r'href="([^"]*pad\.pdf[^"]*)"', html)]
    assert len(links) == len(UPS)
    for link in links:
        answer = client.get(link)
        assert answer.mimetype == "application/pdf"
        assert len(PdfReader(BytesIO(answer.data)).pages) == 1
        assert client.get(link, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_every_chip_of_the_form_leads_to_a_page(client: FlaskClient) -> None:
    seen, waiting = set(), ["/paper/parade"]
    while waiting and len(seen) < 60:
        page = waiting.pop()
        seen.add(page)
        answer = client.get(page)
        assert answer.status_code == 200
        found = {unescape(link) for link in re.findall(r'href="(/paper/parade\?[^"]*)"', answer.text)}
        waiting += sorted(found - seen - set(waiting))


@pytest.mark.parametrize(
    "query",
    ["players=9", "players=", "players=٣", "players=1e9", "paper=A9", "up=3", "up=-1", "layout=x", "edition=en9999"],
)
def test_what_cannot_be_printed_is_a_sentence_on_the_form(client: FlaskClient, query: str) -> None:
    for address in ("/paper/parade?", "/paper/parade/pad.pdf?", "/paper/parade/pad.html?"):
        answer = client.get(address + query)
        assert answer.status_code == 422
        assert "notice certain" in answer.text
    assert client.get("/paper/parade/pad.css?" + query).status_code == 404


def test_a_game_without_pads_has_no_form(client: FlaskClient) -> None:
    assert client.get("/paper/chess").status_code == 404
    assert client.get("/paper/chess/pad.pdf").status_code == 404


def test_the_browser_can_print_the_same_pad(client: FlaskClient) -> None:
    page = client.get("/paper/parade/pad.html?players=3&up=2&slug=x")
    assert "style-src 'self'" in page.headers["Content-Security-Policy"]
    assert "<style" not in page.text
    assert " style=" not in page.text
    sheets = [unescape(link) for link in re.findall(r'rel=stylesheet href="([^"]+)"', page.text)]
    answers = [client.get(link) for link in sheets]
    assert [answer.mimetype for answer in answers] == ["text/css"] * 2
    assert ".row td" in answers[1].text


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
    def busy(html: str) -> bytes:
        raise printing.Busy(Text("Other sheets are being printed. Try again in a moment."))

    monkeypatch.setattr(printing, "render", busy)
    answer = client.get("/paper/parade/pad.pdf?players=3")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Try again in a moment." in answer.text


def test_refusals_are_sentences() -> None:
    assert speak(paper.PAD_SIZES).endswith(".")
    with pytest.raises(NoSuchPaper, match="2 to 6 players"):
        paper.pad_for(GAMES["parade"], PadWish(7))
