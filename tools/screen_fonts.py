"""The fonts of the screen, made from those of the paper: fewer characters, no hinting, and woff2.

It also prints how much a fallback font must be scaled, so that a text in it is as wide as in Plex. The results are in
`static/fonts` and at the top of `static/app.css`:

    .venv/bin/python tools/screen_fonts.py
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "static" / "fonts"

WEIGHTS = (400, 600)

SHOWN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x218, 0x219, 0x21A, 0x21B, 0x1E9E, *range(0x2010, 0x2027)]
SHOWN += [0x2032, 0x2033, 0x2039, 0x203A, 0x202F, 0x20AC, 0x2191, 0x2193, 0x2212]
"""The characters of a screen: those of the five languages, and those of most names in the Latin script."""

SENTENCE = "Whose pile is biggest? Hatter wins with 27 points, 4 fewer than Cheshire. Most: Alice, 31."


def make(weight: int) -> Path:
    """Write the font of this weight for the screen. Return its file."""
    options = Options(
        flavor="woff2", hinting=False, layout_features=["kern", "mark", "ccmp", "locl"], desubroutinize=True
    )
    options.name_IDs = [0, 1, 2, 13, 14]  # its licence stays in it
    font = load_font(str(FONTS / f"IBMPlexSans-{weight}.ttf"), options)
    for table in font["cmap"].tables:
        # Plex has no narrow no-break space, which French sets before its punctuation, but one of the same width.
        table.cmap.setdefault(0x202F, table.cmap[0x2009])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=SHOWN)
    subsetter.subset(font)
    path = FONTS / f"IBMPlexSans-{weight}.woff2"
    save_font(font, str(path), options)
    return path


def measure(font: TTFont) -> float:
    """Return the width of the sentence in em."""
    letters = font.getBestCmap()
    widths = font["hmtx"]
    return sum(widths[letters[ord(letter)]][0] for letter in SENTENCE) / font["head"].unitsPerEm


def main() -> None:
    """Write both files, and print their sizes and widths."""
    for weight in WEIGHTS:
        path = make(weight)
        width = measure(TTFont(FONTS / f"IBMPlexSans-{weight}.ttf"))
        print(f"{path.name}: {path.stat().st_size} bytes, the sentence is {width:.2f} em wide")


if __name__ == "__main__":
    main()
