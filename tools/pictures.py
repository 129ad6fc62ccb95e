"""Screenshots of the app for docs/pictures/: `python3 dev.py pictures`.

With the name of a folder, screenshots of every page in every state, size and theme are written there instead.
"""

import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.browser import ADDRESS, CHROMIUM, HOST, PHONE, QUIET, Phone
from tests.support.http import EXAMPLE, Browser, flip_taps
from tests.support.server import serving
from tests.support.tables import load_played_games, play_refereed, tap_game
from tools.every_picture import every_picture

sys.path.insert(0, str(Path(__file__).parent.parent))

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"

LOOKS = {"": {}, "-dark": {"color_scheme": "dark"}, "-320": {"viewport": {"width": 320, "height": 568}}}

TWICE = ("home", "new-table", "read", "trouble", "totals", "sheet", "tally", "ask", "rules")
"""Screens of Parade that are also taken in the dark theme and on a small phone."""

LINE = ("blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1", "green-4")


def play(phone: Phone) -> str:
    """Play four complete deals and one with problems. Return the path of the table."""
    table = phone.new_table()
    chance = random.Random(7)
    for round in range(1, 5):
        phone.open(f"{table}{round}/?way=flip")
        for tap in flip_taps(round):
            if round == 1 or ".count." in tap or chance.random() > 0.3:
                phone.chip(tap)
        phone.tap(phone.page.locator(".primary", has_text="Show score sheet").last)
    phone.open(f"{table}5/?way=flip")
    for tap in (
        "5.red.count.2.=3",
        "5.red.cards.0.10=1",
        "5.red.cards.0.9=1",
        "5.red.cards.0.8=1",
        "5.red.cards.0.7=1",
    ):
        phone.chip(tap)
    return table


def screens(table_id: str) -> dict[str, str]:
    """Return the paths of the screens by the name of their picture."""
    question = "&".join(f"line_front_to_end={card}" for card in LINE)
    return {
        "home": "/",
        "new-table": "/games/parade/new",
        "count": f"{table_id}6/?way=flip",
        "read": f"{table_id}1/?way=flip#red",
        "trouble": f"{table_id}5/?way=flip",
        "checked": f"{table_id}1/?way=checked#red-read",
        "deck": f"{table_id}1/?way=deck&seat=2",
        "totals": f"{table_id}5/?way=totals&at=5.blue.count.0.",
        "sheet": f"{table_id}1/sheet",
        "not-decided": f"{table_id}5/sheet",
        "tally": table_id,
        "journal": f"{table_id}journal",
        "players": f"{table_id}setup",
        "invite": f"{table_id}invite",
        "watch-link": f"{table_id}invite?watch=yes",
        "board": f"{table_id}board",
        "pads": "/paper/parade",
        "questions": "/rulings/parade/",
        "rules": "/rules/parade#most",
        "programs": "/programs",
        "ask": f"/rulings/parade/removal?{question}&played=green-3",
        "no-table": "/t/nothing/",
    }


def photograph(phone: Phone, screens: Mapping[str, str], ending: str) -> None:
    """Take the screenshots of one phone."""
    for name, path in screens.items():
        phone.open(path)
        phone.page.wait_for_timeout(200)
        phone.page.screenshot(path=FOLDER / f"{name}{ending}.png")


def paper(phone: Phone, table_id: str) -> None:
    """Render a printed sheet, the printed totals and the pad of every game, if Poppler is installed."""
    if not shutil.which("pdftoppm"):
        return
    pads = {
        f"paper-pad-{played.game.slug}": f"/paper/{played.game.slug}/pad.pdf?players=4"
        for played in load_played_games()[1:]
    }
    for name, path in {
        "paper-sheet": f"{table_id}1/sheet.pdf?paper=A5",
        "paper-tally": f"{table_id}tally.pdf?paper=A5",
        "paper-pad": "/paper/parade/pad.pdf?players=6",
        **pads,
    }.items():
        with tempfile.TemporaryDirectory() as folder:
            pdf = Path(folder) / "page.pdf"
            address = phone.base.replace(HOST, ADDRESS)
            cookies = {cookie["name"]: cookie["value"] for cookie in phone.context.cookies()}
            header = "; ".join(f"{key}={value}" for key, value in cookies.items())
            pdf.write_bytes(phone.context.request.get(address + path, headers={"Cookie": header}).body())
            subprocess.run(["pdftoppm", "-png", "-r", "75", "-singlefile", pdf, FOLDER / name], check=True)


def many_phones(phone: Phone, guest: Phone, table_id: str) -> None:
    """Take screenshots of an agreed deal, of a late change that needs a reason, and of a guest who scores
    for a seat.
    """
    phone.open(f"{table_id}1/sheet")
    phone.tap("button:has-text('Agree and lock')")
    phone.page.screenshot(path=FOLDER / "agreed.png")
    phone.open(f"{table_id}1/?way=flip")
    phone.chip("1.red.cards.1.1=")
    phone.page.wait_for_selector("[name=reason]")
    phone.page.screenshot(path=FOLDER / "why-it-changes.png")
    phone.open(f"{table_id}invite")
    code = phone.page.locator(".letters").inner_text()
    phone.open(f"{table_id}seat")
    phone.tap("button[name=seat][value='0']")
    guest.open(f"/{code}")
    guest.page.screenshot(path=FOLDER / "seat.png")
    guest.tap("button[name=seat][value='2']")
    for number, row in enumerate(EXAMPLE["Cheshire"]):
        guest.open(f"{table_id}6/?way=flip")
        guest.chip(f"6.{row}.count.2.={len(EXAMPLE['Cheshire'][row])}")
        for seat in (0, 1) if number < 2 else ():
            guest.chip(f"6.{row}.cards.{seat}.{seat}=1")
    guest.open(f"{table_id}6/?way=own")
    guest.page.screenshot(path=FOLDER / "own-phone.png")


def other_games(browser: Browser) -> dict[str, str]:
    """Play the transcript of every game except Parade. Return their screens, one per way of entering."""
    pages: dict[str, str] = {}
    for played in load_played_games()[1:]:
        name, table = f"game-{played.game.slug}", tap_game(browser, played)
        ways = dict.fromkeys(re.findall(r"\?way=(\w+)", browser.get(f"{table}1/")))
        pages |= {f"{name}-{way}": f"{table}1/?way={way}" for way in ways} or {f"{name}-entry": f"{table}1/"}
        pages |= {
            f"{name}-sheet": f"{table}1/sheet",
            f"{name}-tally": table,
            f"{name}-pads": f"/paper/{played.game.slug}",
        }
    duel = [("seat", name) for name in ("Alice", "Hatter")]
    duel += [("option.start", "20"), ("option.count", "down"), ("option.out", "out"), ("do", "open")]
    browser.get("/games/tally/new")
    browser.post("/games/tally/new", duel)
    table = f"/t/{browser.url.split('/t/')[1].split('/')[0]}/"
    for tap in ("1.points.points.0.=3", "1.points.points.1.=20"):
        browser.post(f"{table}1/write", [("tap", tap)])
    return {**pages, "lives": f"{table}1/?way=lives"}


def of_a_group(browser: Browser, tables: Sequence[str]) -> dict[str, str]:
    """Create a group with these tables, which are finished. Return its screens."""
    browser.get("/g/new")
    browser.post("/g/new", [("group", "Friday"), ("persons", "")])
    group = f"/g/{browser.url.split('/g/')[1]}"
    for table in tables:
        browser.get(f"{table}group")
        browser.post(f"{table}group", [("group", group.strip("/").partition("/")[2])])
        browser.get(f"{table}end")
        browser.post(f"{table}close", [])
    return {
        "group": group,
        "group-figures": f"{group}figures#evenings",
        "group-persons": f"{group}persons",
        "evening": f"{tables[0]}evening",
        "take-along": f"{tables[0]}take",
    }


def told_moves(browser: Browser) -> dict[str, str]:
    """Return the screens of each game's referee: a previewed move, and in Parade the line, the last round
    and a cover.
    """
    pages: dict[str, str] = {}
    for name, moves, what in (
        ("parade-referee-4", 3, "line"),
        ("parade-referee-4", 20, "look"),
        ("parade-referee-4", 29, "last-round"),
        ("parade-referee-4", 31, "cover"),
        ("diabolo-referee-5", 12, "look"),
        ("hawaiki-referee-3", 9, "look"),
    ):
        table, coming = play_refereed(browser, name, moves)
        looked = f"?pick={coming}" if what in ("look", "last-round") else ""
        pages[f"referee-{name.partition('-')[0]}-{what}"] = f"{table}1/play{looked}"
        if what == "last-round":
            pages["board-told"] = f"{table}board"
    return pages


def told_in_a_grid(phone: Phone, path: str, ending: str) -> None:
    """Take a screenshot of the grid of all cards in which a move of Parade is entered."""
    phone.open(path)
    phone.tap("summary.tool")
    phone.tap("text=All cards at once")
    phone.page.screenshot(path=FOLDER / f"referee-parade-grid{ending}.png")


def own_pad(phone: Phone, ending: str) -> None:
    """Take screenshots of a pad being made by taps, and of its share links."""
    phone.open("/pads/new")
    phone.page.fill("#name", "Shells")
    for tap in ("row:counter", "row:tick", "worth:r2:times", "times:r2:5", "row:worked", "back:r3"):
        phone.tap(f"button[value='{tap}']")
    for part in ("most(", "r1", ")", "*", "3"):
        phone.tap(f"button[value='part:r3:{part}']")
    phone.page.screenshot(path=FOLDER / f"make-a-pad{ending}.png", full_page=not ending)
    phone.tap("button[value=keep]")
    phone.page.locator("details.hand summary").tap()
    phone.page.locator("details.hand").scroll_into_view_if_needed()
    phone.page.screenshot(path=FOLDER / f"own-pad{ending}.png")


def main(folders: Sequence[str]) -> None:
    """Take all screenshots of the documents, or those of every state into the given folders."""
    for folder in folders:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
            print(f"{every_picture(chromium, Path(folder))} pictures are in {folder}")
            chromium.close()
    if not folders:
        make_pictures()


def make_pictures() -> None:
    """Take the screenshots of the documents."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance", host=ADDRESS) as running,
        sync_playwright() as playwright,
    ):
        base = f"http://{HOST}:{running.address.rsplit(':', 1)[1].strip('/')}"
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        options = {"viewport": PHONE, "device_scale_factor": 1.5, "has_touch": True}
        light = Phone(chromium.new_context(**options), base)
        table = play(light)
        paper(light, table)
        many_phones(light, Phone(chromium.new_context(**options), base), table)
        browser = Browser(running.address)
        others = other_games(browser) | told_moves(browser)
        others |= of_a_group(browser, [path for name, path in others.items() if name.endswith("-tally")])
        cookies = [{"name": cookie.name, "value": cookie.value or "", "url": base} for cookie in browser.jar]
        for ending, more in LOOKS.items():
            one, two = (Phone(chromium.new_context(**{**options, **more}), base) for _ in range(2))
            one.context.add_cookies(light.context.cookies())
            two.context.add_cookies(cookies)
            photograph(
                one, {name: path for name, path in screens(table).items() if not ending or name in TWICE}, ending
            )
            photograph(two, {name: path for name, path in others.items() if not ending or "pads" not in name}, ending)
            own_pad(two, ending)
            told_in_a_grid(two, others["referee-parade-look"].partition("?")[0], ending)
        small = Phone(chromium.new_context(**{**options, **LOOKS["-320"], **LOOKS["-dark"]}), base)
        photograph(small, {"rules": "/rules/parade#flip-hurts"}, "-320-dark")
        for ending, scheme in (("-tv", "light"), ("-tv-dark", "dark")):
            screen = {"viewport": {"width": 1280, "height": 800}, "color_scheme": scheme}
            phone = Phone(chromium.new_context(**screen), base)
            phone.context.add_cookies(light.context.cookies())
            photograph(phone, {"board": f"{table}board"}, ending)
            phone = Phone(chromium.new_context(**screen), base)
            phone.context.add_cookies(cookies)
            photograph(phone, {"board-told": others["board-told"]}, ending)
        chromium.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures of {', '.join(EXAMPLE)} are in {FOLDER.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main(sys.argv[1:])
