"""The shapes of suits, cut out of a grey picture of a page and laid over each other."""

import subprocess
from html import unescape
from io import BytesIO
from pathlib import Path
from re import findall
from typing import NamedTuple

from PIL import Image

SIDE = 48
DOTS = 300
Cut = tuple[float, float, float, float]


class Word(NamedTuple):
    """A word on a printed page, in points: where it begins, its upper and its lower edge."""

    text: str
    left: float
    top: float
    bottom: float


def shape(picture: Image.Image, cut: Cut) -> Image.Image:
    """What stands out of the ground in a part of a grey picture, black on white, as large as it goes."""
    part = picture.crop(tuple(map(round, cut)))
    ground = part.getpixel((0, 0))
    assert isinstance(ground, int)
    apart = part.point([abs(level - ground) for level in range(256)])
    darkest = apart.getextrema()[1]
    assert isinstance(darkest, int)
    assert darkest > 60, "nothing stands out of the ground"
    ink = apart.point([255 if level > darkest / 2 else 0 for level in range(256)])
    box = ink.getbbox()
    assert box
    return ink.crop(box).resize((SIDE, SIDE), Image.Resampling.NEAREST)


def alike(one: Image.Image, other: Image.Image) -> float:
    """How much of two shapes laid over each other is common to both, 0 to 1."""
    pairs = list(zip(one.get_flattened_data(), other.get_flattened_data()))
    either = sum(bool(a or b) for a, b in pairs)
    return sum(bool(a and b) for a, b in pairs) / either


def printed(pdf: bytes, folder: Path) -> tuple[Image.Image, list[Word]]:
    """The first page of a PDF as a printer without colours sees it, and its words. Asks Poppler's programs."""
    path = folder / "page.pdf"
    path.write_bytes(pdf)
    grey = ["pdftoppm", "-gray", "-r", str(DOTS), "-singlefile", str(path)]
    told = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True).stdout
    pattern = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)<'
    words = [Word(unescape(text), *map(float, at)) for *at, text in findall(pattern, told)]
    return Image.open(BytesIO(subprocess.run(grey, capture_output=True, check=True).stdout)), words


def before(word: Word) -> Cut:
    """Where the shape of a suit stands: as wide as one letter and a third, half a letter before its name."""
    dot = DOTS / 72
    letter = (word.bottom - word.top) / 1.3
    middle = (word.top + word.bottom) / 2
    right = word.left - 0.3 * letter
    return (right - 1.8 * letter) * dot, (middle - 0.85 * letter) * dot, right * dot, (middle + 0.8 * letter) * dot
