"""Pictures for the documents, in docs/pictures/: `python3 dev.py pictures`.

With the name of a folder, screenshots of every page in every state, size and theme are written there instead.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser as ChromiumBrowser
from playwright.sync_api import sync_playwright

from scorekeeper.games import GAMES
from tests.support.browser import ADDRESS, CHROMIUM, HOST, PHONE, QUIET, Phone
from tests.support.http import Browser, flip_taps
from tests.support.server import serving
from tests.support.tables import Played, load_played_games, tap_game
from tests.support.transcripts import FOLDER as TRANSCRIPTS
from tests.support.transcripts import setup_of
from tools.every_picture import every_picture

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"

TV = {"width": 1280, "height": 720}

COLOURS = 256
"""Colours of a picture."""

FRAME = 900
"""Milliseconds for which each picture of the recording is shown."""


def reduce_colours(picture: Image.Image, colours: int = COLOURS) -> Image.Image:
    """Return a picture with a palette of its most frequent colours, which makes its file a third as large."""
    picture = picture.convert("RGB")
    counted = Counter(picture.getdata()).most_common(colours)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in counted for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def save(png: bytes, name: str) -> None:
    """Write a screenshot as a PNG of few colours."""
    reduce_colours(Image.open(BytesIO(png))).save(FOLDER / f"{name}.png", optimize=True)


def photograph(phone: Phone, path: str, name: str) -> None:
    """Open a page and take a screenshot of it. The first load is for the font, which is used from the next page on."""
    phone.open(path)
    phone.open(path)
    phone.page.wait_for_timeout(200)
    save(phone.page.screenshot(), name)


def play(phone: Phone) -> str:
    """Play four deals of Parade. Return the path of the table."""
    table = phone.new_table()
    chance = random.Random(7)
    for round in range(1, 5):
        phone.open(f"{table}{round}/?way=flip")
        for tap in flip_taps(round):
            if round == 1 or ".count." in tap or chance.random() > 0.3:
                phone.chip(tap)
        phone.tap(phone.page.locator(".primary", has_text="Show score sheet").last)
    return table


def record(phone: Phone) -> None:
    """Write an animated picture of a deal: from the first tap to the score sheet."""
    table = phone.new_table()
    frames: list[Image.Image] = []

    def take() -> None:
        frames.append(Image.open(BytesIO(phone.page.screenshot())).convert("RGB"))

    phone.open(f"{table}1/?way=flip")
    take()
    for number, tap in enumerate(flip_taps()):
        phone.chip(tap)
        if number < 8 or number % 4 == 0:
            take()
    phone.tap(phone.page.locator(".primary", has_text="Show score sheet").last)
    phone.page.wait_for_timeout(300)
    take()
    size = (PHONE["width"], PHONE["height"])
    first, *others = [reduce_colours(frame.resize(size)) for frame in frames]
    times = [FRAME] * len(others) + [4 * FRAME]
    first.save(FOLDER / "deal.gif", save_all=True, append_images=others, duration=times, loop=0, optimize=True)


def play_hearts(phone: Phone) -> str:
    """Play four rounds of Hearts, and a part of the fifth. Return the path of the table."""
    table = phone.new_table("Anna", "Ben", "Cleo", "Dan", game="hearts")
    rounds = (((5, 3, 1, 4), 1), ((0, 6, 7, 0), 2), ((2, 2, 3, 6), 3), ((8, 1, 0, 4), 0))
    for number, (hearts, queen) in enumerate(rounds, start=1):
        taps = [f"{number}.hearts.hearts.{seat}.={taken}" for seat, taken in enumerate(hearts)]
        phone.write(table, *taps, f"{number}.queen.queen.{queen}.=1", f"{number}.end.all..=1")
    phone.write(table, "5.hearts.hearts.0.=3")
    return table


def gather(board: Image.Image, phones: Sequence[Image.Image]) -> Image.Image:
    """Return a picture of a television with phones in front of it."""
    picture = Image.new("RGB", (900, 748), "white")
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((7, 0, 892, 507), 11, "black")
    picture.paste(board.resize((864, 486)), (18, 11))
    for number, phone in enumerate(phones):
        left = 60 + 283 * number
        draw.rounded_rectangle((left, 382, left + 215, 746), 18, "black", "white", 4)
        picture.paste(phone.resize((197, 336)), (left + 9, 396))
    return picture


def photograph_table(chromium: ChromiumBrowser, phone: Phone, base: str) -> None:
    """Write a picture of a television and three phones at a table of Hearts."""
    table = play_hearts(phone)
    board = Phone(chromium.new_context(viewport=TV), base)
    board.context.add_cookies(phone.context.cookies())
    board.open(f"{table}board")
    shown = []
    for taps in ((), ("5.hearts.hearts.1.=4", "5.hearts.hearts.2.=0"), ("5.queen.queen.1.=1",)):
        if taps:
            phone.write(table, *taps)
        phone.open(f"{table}5/")
        phone.open(f"{table}5/")
        phone.page.wait_for_timeout(300)
        shown.append(read_screen(phone))
    board.open(f"{table}board")
    board.page.wait_for_timeout(300)
    reduce_colours(gather(read_screen(board), shown), 110).save(FOLDER / "table.png", optimize=True)


def read_screen(phone: Phone) -> Image.Image:
    """Return a screenshot."""
    return Image.open(BytesIO(phone.page.screenshot())).convert("RGB")


def make_group(browser: Browser, tables: Sequence[str]) -> str:
    """Create a group with these tables, which are finished. Return its path."""
    browser.get("/g/new")
    browser.post("/g/new", [("group", "Friday"), ("persons", "")])
    group = f"/g/{browser.url.split('/g/')[1]}"
    for table in tables:
        browser.get(f"{table}group")
        browser.post(f"{table}group", [("group", group.strip("/").partition("/")[2])])
        browser.get(f"{table}end")
        browser.post(f"{table}close", [])
    return group


def make_pad(phone: Phone) -> None:
    """Open the maker of pads and make a pad of two rows."""
    phone.open("/pads/new")
    phone.page.fill("#name", "Shells")
    for tap in ("row:counter", "row:tick", "worth:r2:times", "times:r2:5"):
        phone.tap(f"button[value='{tap}']")
    phone.page.evaluate("scrollTo(0, 0)")
    phone.page.wait_for_timeout(200)


def print_page(phone: Phone, path: str, name: str) -> None:
    """Render the first page of a PDF with Poppler."""
    address = phone.base.replace(HOST, ADDRESS)
    header = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in phone.context.cookies())
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "page.pdf"
        pdf.write_bytes(phone.context.request.get(address + path, headers={"Cookie": header}).body())
        subprocess.run(["pdftoppm", "-png", "-r", "75", "-singlefile", pdf, Path(folder) / "page"], check=True)
        save((Path(folder) / "page.png").read_bytes(), name)


def play_refereed(browser: Browser, name: str, moves: int) -> tuple[str, str]:
    """Play the first moves of a refereed transcript. Return the table's address and the next move."""
    text = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8")
    game = GAMES[name.partition("-")[0]]
    head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
    told = [line.removeprefix("> move ") for line in text.splitlines() if line.startswith("> move ")]
    table = tap_game(browser, Played(game, setup_of(game, head), ()))
    for move in told[:moves]:
        browser.post(f"{table}1/play/write", [("move", move)])
    return table, told[moves]


def make_pictures() -> None:
    """Take the screenshots of the documents."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance", host=ADDRESS) as running,
        sync_playwright() as playwright,
    ):
        base = f"http://{HOST}:{running.address.rsplit(':', 1)[1].strip('/')}"
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        options = {"viewport": PHONE, "device_scale_factor": 1.5, "has_touch": True}
        phone, guest = (Phone(chromium.new_context(**options), base) for _ in range(2))
        photograph(phone, "/", "home")
        photograph(phone, "/games/", "games")
        record(phone)
        table = play(phone)
        photograph(phone, "/games/parade/new", "new-table")
        photograph(phone, f"{table}1/?way=flip#red", "read")
        photograph(phone, f"{table}1/sheet", "sheet")
        photograph(phone, table, "tally")
        make_pad(phone)
        save(phone.page.screenshot(), "make-a-pad")
        phone.open(f"{table}invite")
        guest.open(f"/{phone.page.locator('.letters').inner_text()}")
        photograph(guest, guest.path, "seat")

        browser = Browser(running.address)
        parade, coming = play_refereed(browser, "parade-referee-4", 20)
        hawaiki, _ = play_refereed(browser, "hawaiki-referee-3", 9)
        group = make_group(browser, [tap_game(browser, played) for played in load_played_games()[1:]])
        cookies = [{"name": cookie.name, "value": cookie.value or "", "url": base} for cookie in browser.jar]
        guest.context.add_cookies(cookies)
        photograph(guest, f"{parade}1/play?pick={coming}", "referee-parade")
        photograph(guest, f"{hawaiki}1/play", "referee-hawaiki")
        photograph(guest, group, "group")

        board = Phone(chromium.new_context(viewport=TV), base)
        board.context.add_cookies(phone.context.cookies())
        photograph(board, f"{table}board", "board")
        board.context.add_cookies(cookies)
        photograph(board, f"{parade}board", "board-refereed")
        photograph_table(chromium, phone, base)
        print_page(phone, f"{table}1/sheet.pdf?paper=A5", "paper-sheet")
        print_page(phone, "/paper/parade/pad.pdf?players=4", "paper-pad")
        chromium.close()
    print(f"{len(list(FOLDER.iterdir()))} pictures are in {FOLDER.relative_to(Path.cwd())}")


def main(folders: Sequence[str]) -> None:
    """Take the pictures of the documents, or screenshots of every state into the given folders."""
    for folder in folders:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
            print(f"{every_picture(chromium, Path(folder))} pictures are in {folder}")
            chromium.close()
    if not folders:
        make_pictures()


if __name__ == "__main__":
    main(sys.argv[1:])
