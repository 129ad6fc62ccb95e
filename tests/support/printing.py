"""Phones that listen to the event stream, and sheets for tests of printing."""

import re
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPResponse

from pypdf import PdfReader

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup, Suit
from scorekeeper.language.text import Literal, Text
from scorekeeper.printing.blank_pads import make_setup
from scorekeeper.printing.score_sheets import PlayerTotal, RoundLine, ScoreTable, SheetLine, SheetView
from tests.support.games import WALKED
from tests.support.http import EXAMPLE, Browser, flip_taps
from tests.support.pdf import Drawing

TAPS = flip_taps()


class Phone(Browser):
    """A phone at a table."""

    table = ""

    def open_table(self) -> "Phone":
        """Start a table for three."""
        self.get("/games/parade/new")
        self.post("/games/parade/new", [("seat", name) for name in EXAMPLE] + [("starter", "0"), ("do", "open")])
        self.table = self.url.split("/t/")[1].split("/")[0]
        return self

    @property
    def browser(self) -> str:
        """The browser id of this phone."""
        return next(cookie.value or "" for cookie in self.jar if cookie.name == "browser")

    def join(self, host: "Phone", address: str) -> "Phone":
        """Join the table of another phone."""
        self.table = host.table
        self.get(address)
        return self

    def tap(self, value: str) -> None:
        """Write one mark."""
        self.get(f"/t/{self.table}/1/")
        self.post(f"/t/{self.table}/1/write", [("tap", value)])

    def listen(self, where: str = "", **headers: str) -> HTTPResponse:
        """Open the event stream of the table, or of another address. Return the response, which may be a refusal."""
        conn = HTTPConnection(self.base.removeprefix("http://").strip("/"), timeout=20)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        says = {"Cookie": cookies, "Connection": "close", **headers}
        conn.request("GET", where or f"/t/{self.table}/bell", headers=says)
        return conn.getresponse()


def read_event(stream: HTTPResponse) -> str:
    """Return the next event, "" at the end of the stream."""
    said: list[str] = []
    for raw in stream:
        line = raw.decode().strip()
        if line:
            said.append(line)
        elif any(line.startswith("data:") for line in said):
            return " ".join(said).partition(".")[0]
        else:
            said.clear()
    return ""


def two_phones(base: str) -> tuple[Phone, Phone]:
    """Return a phone that has started a table, and one that has joined it by its code."""
    alice = Phone(base).open_table()
    code = re.search(r"<b>([A-Z]{5})</b>", alice.get(f"/t/{alice.table}/"))
    assert code
    return alice, Phone(base).join(alice, f"/{code[1]}")


GREY = 0.92
"""Brightness of the only grey, 0 to 1."""


def black_and_white(page: Drawing) -> None:
    """Check that a page has only black, white and one pale grey."""
    assert not page.strange
    for colour in page.colours:
        assert len(set(colour)) == 1, colour
        assert colour[0] == 0 or colour[0] >= GREY, colour


def view(
    names: list[str], working: str = "10 + 8 + 3", problems: int = 0, rounds: Sequence[RoundLine] = ()
) -> SheetView:
    """Return a sheet with six lines, or with these rounds in their place."""
    cells: list[tuple[str, Text | None, bool]] = [("21", Literal(working), False) for _ in names]
    cells[0] = ("4", Text("4 flipped"), True)
    suits = [Suit(shape, "red", Text("Xx")) for shape in ("heart", "drop", "moon", "leaf", "peak", "sun")]
    note = Text("Alice and Hatter have 3 each: both flip.")
    return SheetView(
        game="Parade",
        heading=Text("Deal 1"),
        table_code="KTPWX",
        date="2026-11-21",
        sentences=[Text("Hatter wins with 27"), Text("fewest points")],
        score=ScoreTable(
            columns=[PlayerTotal(name, index == 1, "35") for index, name in enumerate(names)],
            lines=[] if rounds else [SheetLine(suit, Text("Purple"), cells, note) for suit in suits],
            total=Text("Total"),
            rounds=rounds,
            feet=[(Text("Cards in front"), ["14"] * len(names))],
        ),
        problems=[Text("Alice has 4, Hatter flips 3.")] * problems,
        footer=[
            Text("Rules: English 2013."),
            Text("The biggest pile of each colour flips; tied piles all flip."),
            Text("No entry was taken back."),
        ],
        qr_url="http://192.168.1.20:8000/j/abcdefghijklmnopqrstuv",
    )


SHORT = ["Alice", "Hatter", "Cheshire", "Dinah", "Bo", "Mock Turtle"]


LACKING = """
import sys
sys.path.insert(0, sys.argv[1])
from scorekeeper.printing import worker
def absent(): raise OSError("cannot load library 'libpango-1.0-0'")
worker._load_printer = absent
worker.work(1.0)
"""


def fonts(reader: PdfReader) -> list[str]:
    """Return the names of all fonts on all pages."""
    used = [page["/Resources"].get("/Font", {}).values() for page in reader.pages]  # type: ignore[attr-defined]
    names = [str(font.get_object()["/BaseFont"]) for page in used for font in page]
    assert names
    return names


def hues(game: Game, setup: Setup) -> list[str]:
    """Return the hues of the suits of a game under these options."""
    return [row.suit.hue for row in game.rows(setup) if row.suit]


def editions() -> list[tuple[str, Setup]]:
    """Return every game with suits, for each value of each option, because editions can differ in colours."""
    setups = []
    for game in WALKED.values():
        usual = make_setup(game, game.seats[0])
        wanted = [{}, *({option.key: value} for option in game.options for value, _ in option.choices)]
        for options in wanted:
            setup = Setup(usual.players, {**usual.options, **options}, usual.seating)
            if hues(game, setup):
                setups.append((game.slug, setup))
    return setups
