"""Colours in the style sheets: easy to read for all, in the light and the dark theme.

Contrast is the ratio of WCAG 2.2. Colour blindness is simulated after Machado, Oliveira and Fernandes (2009), and the
distance of colours is that in OKLab.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.signs import OUTLINES
from tests.support.loops import at_least_one
from tests.support.printing import editions, hues

STATIC = Path(__file__).parent.parent / "static"

SHEETS = ("app.css", "round.css", "pages.css", "board.css")

AFTER_TOKENS = "/* Defaults of elements */"
"""The comment in `app.css` that ends the tokens."""

SURFACES = ("paper", "sheet", "wash", "zone")

TEXT = {
    "ink": (*SURFACES, "no-wash", "hm-wash"),
    "soft": SURFACES,
    "paper": ("ink",),
    "no": ("no-wash", "paper", "sheet"),
    "hm": ("hm-wash", "paper", "sheet"),
}
"""The backgrounds on which text in each colour appears."""

SIGNS = {"edge": SURFACES, "no": SURFACES, "hm": SURFACES, "ink": SURFACES, "paper": ("ink",), "soft": SURFACES}
"""The backgrounds on which borders and icons in each colour appear."""

EYES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Matrices for red, green and blue, linear, as seen without one kind of cone."""

APART = 6.5
"""Minimum distance of two suits of a game. A distance of 2 can just be noticed."""

PLAYERS_APART = 6
"""Minimum distance of the colours of two players, whose outlines differ as well."""

Colour = tuple[float, float, float]


def tokens(dark: bool) -> dict[str, dict[str, str]]:
    """Return the colours in one theme, by the class that sets them ("" is the root)."""
    css = (STATIC / "app.css").read_text(encoding="utf-8").partition(AFTER_TOKENS)[0]
    assert re.findall(r"(:root|\.inked) \{\s+--day: (.*?);", css.partition("@media")[2]) == [
        (":root", ""),
        (".inked", "initial"),
    ]
    by_theme: dict[str, dict[str, str]] = {}
    for names, body in re.findall(r"^(?::is\()?([.:][\w.:, -]+)\)? \{([^}]*)\}", css, re.M):
        for name in re.sub(r"[.:]|root", "", names).split(", "):
            colours = by_theme.setdefault(name, {})
            colours |= dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6})", body))
            for key, by_day, by_night in re.findall(r"--([\w-]+): var\(--day, (.+)\) var\(--night, (.+)\);", body):
                colour = by_night if dark else by_day
                colours[key] = colours[colour[6:-1]] if colour.startswith("var") else colour
    return by_theme


def linear(colour: str) -> Colour:
    """Return red, green and blue as linear light, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(linear, (one, other)))
    return (high + 0.05) / (low + 0.05)


def see(colour: str, eyes: str) -> Colour:
    """Return a colour in OKLab as seen with such eyes."""
    red, green, blue = linear(colour)
    red, green, blue = (min(1, max(0, a * red + b * green + c * blue)) for a, b, c in EYES[eyes])
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def apart(one: str, other: str, eyes: str) -> float:
    """Return the distance of two colours as seen with such eyes, times 100."""
    return 100 * sum((a - b) ** 2 for a, b in zip(see(one, eyes), see(other, eyes))) ** 0.5


SCHEMES = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


@SCHEMES
@pytest.mark.parametrize(("grounds_of", "least"), [(TEXT, 4.5), (SIGNS, 3)], ids=["text", "signs"])
def test_every_word_frame_and_sign_is_seen_on_every_ground_it_stands_on(
    dark: bool, grounds_of: dict[str, tuple[str, ...]], least: float
) -> None:
    known = tokens(dark)[""]
    weak = {(one, on): contrast(known[one], known[on]) for one, grounds in grounds_of.items() for on in grounds}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < least} == {}


@SCHEMES
def test_every_suit_is_seen_on_every_ground_and_its_chosen_chip_is_read(dark: bool) -> None:
    known = tokens(dark)
    suits = {name: colours for name, colours in known.items() if "fill" in colours}
    assert len(suits) == 7
    weak = {(name, on): contrast(colours["mark"], known[""][on]) for name, colours in suits.items() for on in SURFACES}
    inked = tokens(not dark)
    weak |= {(name, "ink"): contrast(inked[name]["mark"], known[""]["ink"]) for name in suits}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 3} == {}
    read = {name: contrast(colours["fill"], colours["on"]) for name, colours in suits.items()}
    assert {name: ratio for name, ratio in read.items() if ratio < 4.5} == {}


def list_painted(known: dict[str, dict[str, str]]) -> Iterator[dict[str, str]]:
    """Yield the colours of all suits, first as icons, then as selected chips.

    An icon has the colour of its mark, unless the style sheet fills it with its fill and uses the mark as an outline.
    """
    css = (STATIC / "app.css").read_text(encoding="utf-8")
    filled = set(re.findall(r"^\.(\w+) \.suit \{\s+fill: var\(--fill\);\s+stroke: var\(--mark\)", css, re.M))
    suits = {name: colours for name, colours in known.items() if "fill" in colours}
    yield {name: colours["fill" if name in filled else "mark"] for name, colours in suits.items()}
    yield {name: colours["fill"] for name, colours in suits.items()}


@SCHEMES
@pytest.mark.parametrize("eyes", EYES)
def test_no_two_suits_of_a_game_are_alike_to_eyes_without_one_kind_of_cone(dark: bool, eyes: str) -> None:
    for colour in at_least_one(list_painted(tokens(dark))):
        near = {}
        for slug, setup in editions():
            for one, other in combinations(hues(GAMES[slug], setup), 2):
                distance = apart(colour[one], colour[other], eyes)
                if distance < APART:
                    near[slug, one, other] = round(distance, 1)
        assert near == {}


def signs(dark: bool) -> dict[str, str]:
    """Return the colours of players in one theme, by outline, and that of an edge by outline with "-edge"."""
    known = tokens(dark)
    edges = {f"{outline}-edge": known[f"sign-{outline}"].get("mark-edge") for outline in OUTLINES}
    return {outline: known[f"sign-{outline}"]["mark"] for outline in OUTLINES} | {
        name: edge for name, edge in edges.items() if edge
    }


def test_the_picture_of_a_game_has_the_colours_of_the_style_sheet(app: Flask) -> None:
    inks = app.jinja_env.get_template("_player.html").module.INKS  # type: ignore[attr-defined]
    light, inked = signs(False), signs(True)
    assert "triangle-edge" in light
    for outline in OUTLINES:
        assert inks[outline] == (light[outline], light.get(f"{outline}-edge", light[outline]), inked[outline])


@SCHEMES
def test_every_sign_of_a_player_is_seen_on_every_ground_it_stands_on(dark: bool) -> None:
    known = tokens(dark)[""]
    weak = {}
    # What is drawn on ink in one theme is drawn on paper in the other.
    for colours, grounds in ((signs(dark), SURFACES), (signs(not dark), ("ink",))):
        for outline in OUTLINES:
            # Gold is seen by its edge.
            colour = colours.get(f"{outline}-edge", colours[outline])
            weak |= {(outline, on): contrast(colour, known[on]) for on in grounds}
    assert len(weak) == 8 * 5
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 3} == {}


@SCHEMES
@pytest.mark.parametrize("eyes", EYES)
def test_no_two_players_are_alike_to_eyes_without_one_kind_of_cone(dark: bool, eyes: str) -> None:
    colours = signs(dark)
    distances = {pair: apart(colours[pair[0]], colours[pair[1]], eyes) for pair in combinations(OUTLINES, 2)}
    assert len(distances) == 28
    assert {pair: round(distance, 1) for pair, distance in distances.items() if distance < PLAYERS_APART} == {}


def test_a_colour_is_named_once_among_the_tokens() -> None:
    for name in SHEETS:
        css = (STATIC / name).read_text(encoding="utf-8")
        rules = re.sub(r"(?s)@media print \{.*?\n\}", "", css.partition(AFTER_TOKENS)[2] or css)
        coloured = re.findall(r"([^{}]+)\{[^{}]*?(?:#[0-9A-Fa-f]{3,8}\b|rgba?\(|hsl|oklch)", rules)
        # A QR code stays dark on white, because many cameras cannot read an inverted one.
        assert [rule.strip() for rule in coloured if rule.strip() != ".qr"] == [], name
