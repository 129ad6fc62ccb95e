"""Screenshots of every page in every state, on three screen sizes, light and dark: `dev.py pictures FOLDER`.

They are not kept, only looked at or compared with those of an older version.
"""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.support.browser import HOST, phone_of, visit
from tests.support.tables import list_states, running

SIZES = {"320": (320, 568), "390": (390, 664), "768": (768, 1024)}

BOARD = {"1280": (1280, 720)}

THEMES = ("light", "dark")


def every_picture(chromium: Browser, folder: Path) -> int:
    """Take screenshots of all states into one folder per size and theme. Return their number."""
    taken = 0
    with tempfile.TemporaryDirectory() as scores, running(Path(scores) / "instance", "0.0.0.0") as app:
        base = f"http://{HOST}:{app.port}"
        pages: dict[str, Page] = {}
        for number, state in enumerate(list_states(app)):
            if state.phone not in pages:
                looking = phone_of(chromium, base, state.phone, has_touch=True, reduced_motion="reduce")
                pages[state.phone] = looking.new_page()
            page = pages[state.phone]
            visit(page, base, state)
            name = f"{number:03} {re.sub(r'[^a-z0-9.]+', ' ', state.name.lower()).strip()}.png"
            for size, (width, height) in (BOARD if state.path.endswith("/board") else SIZES).items():
                page.set_viewport_size({"width": width, "height": height})
                for theme in THEMES:
                    page.emulate_media(color_scheme=theme)
                    page.screenshot(path=folder / f"{size} {theme}" / name)
                    taken += 1
    return taken
