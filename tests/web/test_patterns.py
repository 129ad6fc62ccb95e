"""How templates are written, and the page that shows each component in every state."""

import re
from html import unescape
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.games.pad import SHAPES
from tools import patterns

TEMPLATES = Path(__file__).parents[2] / "templates"

FILES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))

TAG = re.compile(r"""<(/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>""")

VOID = {"br", "circle", "col", "hr", "img", "input", "link", "meta", "path", "polyline", "rect", "use"}

UNCLOSED = {"body", "html", "option"}
"""Elements that end where their parents do."""


def without_jinja(source: str) -> str:
    """Return the HTML of a template: values as one letter, without statements and comments."""
    source = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", source, flags=re.S)
    return re.sub(r"\{\{.*?\}\}", "x", source, flags=re.S)


def test_every_macro_closes_the_elements_that_it_opens() -> None:
    macros = 0
    for name in FILES:
        source = (TEMPLATES / name).read_text(encoding="utf-8")
        for macro in re.findall(r"\{%-? macro .*?\{%-? endmacro", source, re.S):
            macros += 1
            tags = TAG.findall(without_jinja(macro))
            opened = [kind for end, kind, rest in tags if not end and not rest.endswith("/")]
            closed = [kind for end, kind, _ in tags if end]
            left = {kind for kind in opened if kind not in VOID | UNCLOSED}
            assert {kind: opened.count(kind) for kind in left} == {kind: closed.count(kind) for kind in left}, macro
    assert macros > 50


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
