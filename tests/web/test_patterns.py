"""The page of all components shows each of them in every state."""

import re
from html import unescape
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.games.pad import SHAPES
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


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page, of an app of its own, because an app takes no further page after its first request."""
    app = create_app(tmp_path_factory.mktemp("patterns") / "instance", TESTING=True)
    app.register_blueprint(patterns.bp)
    html = app.test_client().get("/patterns").text
    app.extensions["tables"].store.close()
    return html


def test_it_shows_a_chip_and_a_card_in_every_state(html: str) -> None:
    shown = {look for words in re.findall(r'class="?([^">]+)', html) for look in words.split()}
    assert shown >= LOOKS
    assert "علي بابا" in unescape(html)


def test_every_known_shape_has_a_drawing_on_the_screen(html: str) -> None:
    assert [shape for shape in SHAPES if html.count(f'id="i-{shape}" ') != 1] == []


def test_every_macro_is_drawn_there() -> None:
    page = Path(patterns.__file__).with_suffix(".html").read_text(encoding="utf-8")
    drawn = page + "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in DRAWN)
    macros = {name for part in DRAWN for name in re.findall(r"macro (\w+)\(", (TEMPLATES / part).read_text())}
    # `leave` needs a whole page of number fields, and `sprite` is on every page anyway.
    macros -= {"leave", "sprite"}
    assert {name for name in macros if not re.search(rf"(?<!macro )\b{name}\(", drawn)} == set()
