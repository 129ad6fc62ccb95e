"""The page of all components shows each of them in every state."""

import re
from html import unescape
from pathlib import Path

from flask import Flask

from tools import patterns

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
DRAWN = (
    "entry/_box.html",
    "_notice.html",
    "play/_open.html",
    "scoring/_sheet.html",
    "scoring/_tally.html",
    "play/_cover.html",
    "_icons.html",
    "_share.html",
)
LOOKS = {
    "mine",
    "taken",
    "cannot",
    "level",
    "minor",
    "certain",
    "doubtful",
    "struck",
    "leaves",
    "stays",
    "safe",
    "played",
    "fresh",
    "deep",
    "turns",
    "tokens",
    "cover",
}


def test_it_shows_a_chip_and_a_card_in_every_state(app: Flask) -> None:
    app.register_blueprint(patterns.bp)
    html = app.test_client().get("/patterns").text
    shown = {look for words in re.findall(r'class="?([^">]+)', html) for look in words.split()}
    assert shown >= LOOKS
    assert "علي بابا" in unescape(html)


def test_every_macro_is_drawn_there() -> None:
    page = Path(patterns.__file__).with_suffix(".html").read_text(encoding="utf-8")
    drawn = page + "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in DRAWN)
    macros = {name for part in DRAWN for name in re.findall(r"macro (\w+)\(", (TEMPLATES / part).read_text())}
    # `leave` needs a whole page of number fields, and `sprite` is on every page anyway.
    macros -= {"leave", "sprite"}
    assert {name for name in macros if not re.search(rf"(?<!macro )\b{name}\(", drawn)} == set()
