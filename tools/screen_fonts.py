"""The fonts of the screen, made from those of the paper: fewer characters, no hinting, and woff2.

For another font, put its two weights and its licence into `static/fonts` and run this. It also writes the fallbacks in
`static/app.css`: fonts that phones have, scaled so that a text is as high and as wide in them.

    .venv/bin/python tools/screen_fonts.py
"""

import re
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTFont

STATIC = Path(__file__).parents[1] / "static"

FONTS = STATIC / "fonts"

WEIGHTS = (400, 600)

SHOWN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x218, 0x219, 0x21A, 0x21B, 0x1E9E, *range(0x2010, 0x2027)]
SHOWN += [0x2032, 0x2033, 0x2039, 0x203A, 0x202F, 0x20AC, 0x2191, 0x2193, 0x2212]
"""The characters of a screen: those of the five languages, and those of most names in the Latin script."""

SENTENCE = "Whose pile is biggest? Hatter wins with 27 points, 4 fewer than Cheshire. Most: Alice, 31."

FALLBACKS = {
    "Arial": {
        400: (39.42, ("Arial", "ArialMT", "Liberation Sans")),
        600: (42.22, ("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold")),
    },
    "Roboto": {
        400: (39.74, ("Roboto", "Roboto Regular")),
        600: (42.22, ("Roboto Bold", "Roboto-Bold")),
    },
    "DejaVu": {
        400: (44.65, ("DejaVu Sans",)),
        600: (50.64, ("DejaVu Sans Bold",)),
    },
}
"""Fonts of phones and computers: how many em wide the sentence is in each weight, and the names of that weight."""

FACE = """@font-face {{
  font-family: Like {family};
  font-weight: {weight};
  src: {names};
  size-adjust: {scale:.1%};
  ascent-override: {ascent:.1%};
  descent-override: {descent:.1%};
  line-gap-override: 0%;
}}
"""


def make(weight: int) -> Path:
    """Write the font of this weight for the screen. Return its file."""
    options = Options(
        flavor="woff2", hinting=False, layout_features=["kern", "mark", "ccmp", "locl"], desubroutinize=True
    )
    options.name_IDs = [0, 1, 2, 13, 14]  # its licence stays in it
    font = load_font(str(FONTS / f"Sans-{weight}.ttf"), options)
    for table in font["cmap"].tables:
        # French sets a narrow no-break space before its punctuation. A font without one has one that breaks.
        if 0x2009 in table.cmap:
            table.cmap.setdefault(0x202F, table.cmap[0x2009])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=SHOWN)
    subsetter.subset(font)
    path = FONTS / f"Sans-{weight}.woff2"
    save_font(font, str(path), options)
    return path


def measure(font: TTFont) -> float:
    """Return the width of the sentence in em."""
    letters = font.getBestCmap()
    widths = font["hmtx"]
    return sum(widths[letters[ord(letter)]][0] for letter in SENTENCE) / font["head"].unitsPerEm


def make_fallbacks() -> str:
    """Return the rules of all fallbacks."""
    faces = ""
    for family, weights in FALLBACKS.items():
        for weight, (width, names) in weights.items():
            font = TTFont(FONTS / f"Sans-{weight}.ttf")
            em, scale = font["head"].unitsPerEm, measure(font) / width
            faces += FACE.format(
                family=family,
                weight=weight,
                names=", ".join(f'local("{name}")' for name in names),
                scale=scale,
                ascent=font["hhea"].ascent / em / scale,
                descent=-font["hhea"].descent / em / scale,
            )
    return faces


def main() -> None:
    """Write both files and the fallbacks, and print the sizes of the files."""
    for weight in WEIGHTS:
        path = make(weight)
        print(f"{path.name}: {path.stat().st_size} bytes")
    sheet = STATIC / "app.css"
    text, all_faces = sheet.read_text(encoding="utf-8"), re.compile(r"(@font-face \{\n  font-family: Like [^}]+\}\n)+")
    sheet.write_text(all_faces.sub(make_fallbacks(), text), encoding="utf-8")


if __name__ == "__main__":
    main()
