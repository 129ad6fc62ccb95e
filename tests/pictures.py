"""Pictures of every screen, made from the real app: `python3 dev.py pictures`. They lie in docs/pictures/."""

import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.browser.conftest import CHROMIUM, HOST, PHONE, QUIET, Phone
from tests.play import EXAMPLE, flip_taps
from tests.serving import serving

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
LINE = ("blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1", "green-4")


def play(phone: Phone) -> str:
    """A table with four decided deals and one that has its troubles."""
    table = phone.new_table()
    chance = random.Random(7)
    for round in range(1, 5):
        phone.open(f"{table}{round}/?way=flip")
        for tap in flip_taps(round):
            if round == 1 or ".count." in tap or chance.random() > 0.3:
                phone.chip(tap)
        phone.tap(phone.page.locator(".primary", has_text="Show the sheet").last)
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


def screens(table: str) -> dict[str, str]:
    """The screens by the name of their picture."""
    question = "&".join(f"line_front_to_end={card}" for card in LINE)
    return {
        "home": "/",
        "new-table": "/games/parade/new",
        "count": f"{table}6/?way=flip",
        "read": f"{table}1/?way=flip#red",
        "trouble": f"{table}5/?way=flip",
        "checked": f"{table}1/?way=checked#red-read",
        "deck": f"{table}1/?way=deck&seat=2",
        "totals": f"{table}5/?way=totals&at=5.blue.count.0.",
        "sheet": f"{table}1/sheet",
        "not-decided": f"{table}5/sheet",
        "tally": table,
        "journal": f"{table}journal",
        "players": f"{table}setup",
        "invite": f"{table}invite",
        "pads": "/paper/parade",
        "questions": "/rulings/parade/",
        "ask": f"/rulings/parade/removal?{question}&played=green-3",
        "no-table": "/t/nothing/",
    }


def photograph(phone: Phone, table: str, ending: str, only: tuple[str, ...] = ()) -> None:
    """Take the pictures of one phone."""
    for name, path in screens(table).items():
        if not only or name in only:
            phone.open(path)
            phone.page.wait_for_timeout(200)
            phone.page.screenshot(path=FOLDER / f"{name}{ending}.png")


def paper(phone: Phone, table: str) -> None:
    """The printed sheet and pad, where this computer can turn a PDF into a picture."""
    if not shutil.which("pdftoppm"):
        return
    for name, path in {
        "paper-sheet": f"{table}1/sheet.pdf?paper=A5",
        "paper-pad": "/paper/parade/pad.pdf?players=6",
    }.items():
        with tempfile.TemporaryDirectory() as folder:
            pdf = Path(folder) / "page.pdf"
            address = phone.base.replace(HOST, "127.0.0.1")
            cookies = {one["name"]: one["value"] for one in phone.context.cookies()}
            header = "; ".join(f"{key}={value}" for key, value in cookies.items())
            pdf.write_bytes(phone.context.request.get(address + path, headers={"Cookie": header}).body())
            subprocess.run(["pdftoppm", "-png", "-r", "75", "-singlefile", pdf, FOLDER / name], check=True)


def other_games(phone: Phone) -> None:
    """One round of every other game, half entered."""
    taps = {
        "diabolo": (
            "1.red.side..=level",
            "1.yellow.side..=harp",
            "1.yellow.hand.2.5=1",
            "1.purple.side..=harp",
            "1.purple.double.0.=1",
            "1.purple.double.1.=1",
            "1.purple.hand.0.5=1",
            "1.purple.hand.1.4=1",
            "1.purple.hand.1.2=1",
        ),
        "hawaiki": ("1.left.cards.0.=3", "1.left.cards.2.=1"),
        "tally": (),
    }
    for slug, marks in taps.items():
        phone.open(f"/games/{slug}/new")
        for name in ("Michael", "Joe", "Anna"):
            known = phone.page.locator(f"button[value='add:{name}']")
            if known.count():
                phone.tap(known)
            else:
                phone.seat(name)
        phone.tap("button[value=open]")
        phone.page.wait_for_url("**/t/*/1/**")
        for mark in marks:
            phone.tap(f'[name=tap][value^="{mark}"]')
        if slug == "tally":
            for key in ("2", "0", "+", "5"):
                phone.tap(f".keys button[value='{key}']")
        phone.page.screenshot(path=FOLDER / f"game-{slug}.png")
        phone.open(f"/paper/{slug}")
        phone.page.screenshot(path=FOLDER / f"game-{slug}-pads.png")


def main() -> None:
    """Make all pictures anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance") as running,
        sync_playwright() as playwright,
    ):
        base = f"http://{HOST}:{running.address.rsplit(':', 1)[1].strip('/')}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        options = {"viewport": PHONE, "device_scale_factor": 1.5, "has_touch": True}
        light = Phone(browser.new_context(**options), base)
        table = play(light)
        photograph(light, table, "")
        paper(light, table)
        other_games(light)
        for ending, more in {
            "-dark": {"color_scheme": "dark"},
            "-320": {"viewport": {"width": 320, "height": 568}},
        }.items():
            phone = Phone(browser.new_context(**{**options, **more}), base)
            phone.context.add_cookies(light.context.cookies())
            photograph(
                phone, table, ending, ("home", "new-table", "read", "trouble", "totals", "sheet", "tally", "ask")
            )
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures of {', '.join(EXAMPLE)} are in {FOLDER.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main()
