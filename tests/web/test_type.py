"""Style sheets and type on screens: five sizes, a font in two weights, fallbacks of the same height and width."""

import re
from pathlib import Path

import pytest
import tinycss2
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont

from tests.support.loops import at_least_one
from tools.screen_fonts import SHOWN, make_fallbacks

ROOT = Path(__file__).parents[2]

STATIC = ROOT / "static"

TRANSLATIONS = ROOT / "scorekeeper" / "language" / "translations"

SIZES = {"--t13": 13, "--t17": 17, "--t21": 21, "--t28": 28, "--t40": 40}
"""The sizes of type in CSS px at a root of 17 px."""

SHEETS = ("app.css", "round.css", "pages.css")

SIZE = re.compile(r"font(?:-size)?: (?:600 )?(?:min\()?([^;,/]+)")


def read_rules(name: str) -> list[tuple[str, str]]:
    """Return the rules of a style sheet: selector and declarations."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text(encoding="utf-8"), flags=re.S)
    return [(selector.strip(), body) for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text)]


@pytest.mark.parametrize("name", [sheet.name for sheet in at_least_one(STATIC.glob("*.css"))])
def test_no_brace_too_many_hides_the_rule_after_it(name: str) -> None:
    read = tinycss2.parse_component_value_list((STATIC / name).read_text(encoding="utf-8"))
    assert [(part.source_line, part.message) for part in read if part.type == "error"] == []


def test_the_five_sizes_are_as_drawn() -> None:
    rems = dict(re.findall(r"(--t\d+): ([\d.]+)rem;", (STATIC / "app.css").read_text(encoding="utf-8")))
    assert {name: round(float(rem) * 17, 1) for name, rem in rems.items()} == SIZES


@pytest.mark.parametrize("name", SHEETS)
def test_no_page_has_another_size_of_type(name: str) -> None:
    """Life counters are as large as their field, and the race is drawn in units of its own."""
    others = []
    for selector, body in read_rules(name):
        if re.search(r"\.life|\.lives|text|^html$|\.c[3-6]|\.rounds|\.tally thead|game-sign", selector):
            continue
        sizes = [size.strip() for size in SIZE.findall(body)]
        others += [(selector, size) for size in sizes if size not in ("inherit", "1em", *(f"var({s})" for s in SIZES))]
    assert others == []


@pytest.mark.parametrize("weight", [400, 600])
def test_the_font_of_the_screen_has_every_character_of_the_five_languages(weight: int) -> None:
    letters = TTFont(STATIC / "fonts" / f"Sans-{weight}.woff2").getBestCmap()
    texts = [path.read_text(encoding="utf-8") for path in at_least_one(TRANSLATIONS.glob("*.po"))]
    used = {
        letter
        for text in texts
        for line in re.findall(r'^(?:msgid|msgstr|)(?:\[\d\])? ?"(.*)"$', text, re.M)
        for letter in line
    }
    assert len(used) > 100
    assert {letter for letter in used if ord(letter) not in letters} <= {"≤"}  # is not in the font


@pytest.mark.parametrize("weight", [400, 600])
def test_the_font_of_the_screen_is_that_of_the_paper(weight: int) -> None:
    """It is as wide, and at most 20 kB."""
    path = STATIC / "fonts" / f"Sans-{weight}.woff2"
    screen, paper = TTFont(path), TTFont(path.with_suffix(".ttf"))
    drawn, letters = screen.getBestCmap(), paper.getBestCmap()
    assert set(drawn) >= {code for code in SHOWN if code in letters}
    for code in drawn:
        assert screen["hmtx"][drawn[code]][0] == paper["hmtx"][letters.get(code, letters[0x2009])][0], chr(code)
    assert path.stat().st_size < 20_000


def test_a_fallback_has_the_heights_and_widths_of_the_font() -> None:
    """So nothing moves when the next page has the font, which comes too late for this one."""
    sheet = (STATIC / "app.css").read_text(encoding="utf-8")
    assert make_fallbacks() in sheet, "run tools/screen_fonts.py"
    assert sheet.count("font-display: optional") == 2


def test_a_page_may_load_its_font(client: FlaskClient) -> None:
    page = client.get("/")
    assert "font-src 'self'" in page.headers["Content-Security-Policy"]
    (version,) = set(re.findall(r'/static/([0-9a-f]{6})/app\.css\+pages\.css"', page.text))
    for weight in (400, 600):
        with client.get(f"/static/{version}/fonts/Sans-{weight}.woff2") as font:
            assert font.status_code == 200
            assert "max-age=31536000" in font.headers["Cache-Control"]
