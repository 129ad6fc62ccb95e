"""The pattern page shows every component of the app, and no page links to it."""

import re
from html import unescape
from pathlib import Path

from flask.testing import FlaskClient

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


def test_it_shows_a_chip_and_a_card_in_every_state(client: FlaskClient) -> None:
    html = client.get("/patterns").text
    shown = {look for words in re.findall(r'class="?([^">]+)', html) for look in words.split()}
    assert shown >= LOOKS
    assert "علي بابا" in unescape(html)


def test_every_macro_is_drawn_there() -> None:
    page = (TEMPLATES / "patterns.html").read_text(encoding="utf-8")
    drawn = page + "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in DRAWN)
    macros = {name for part in DRAWN for name in re.findall(r"macro (\w+)\(", (TEMPLATES / part).read_text())}
    # `leave` needs a whole page of number fields, and `sprite` is on every page anyway.
    macros -= {"leave", "sprite"}
    assert {name for name in macros if not re.search(rf"(?<!macro )\b{name}\(", drawn)} == set()


def test_no_page_leads_there() -> None:
    others = [path for path in TEMPLATES.rglob("*.html") if path.name != "patterns.html"]
    assert len(others) > 20
    assert not [path for path in others if "patterns" in path.read_text(encoding="utf-8")]
