"""Parsers of PDF pages: boxes, colours and positions of words in millimetres, the structure tree, and
printed images.
"""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from io import BytesIO
from pathlib import Path
from re import findall
from typing import Any, NamedTuple

import pikepdf
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ContentStream

MM = 25.4 / 96
"""Millimetres per CSS pixel, the unit in which WeasyPrint draws."""

Rect = tuple[float, float, float, float]

COLOURS = {b"rg": 3, b"RG": 3, b"g": 1, b"G": 1}

OTHER_COLOURS = {b"k", b"K", b"sc", b"SC", b"scn", b"SCN", b"sh", b"cs", b"CS", b"ri"}


@dataclass
class Drawing:
    """What a page draws: boxes and filled areas as (left, top, width, height), colours, and positions of words."""

    boxes: set[Rect] = field(default_factory=set)
    grounds: list[tuple[tuple[float, ...], Rect]] = field(default_factory=list)
    colours: set[tuple[float, ...]] = field(default_factory=set)
    strange: set[bytes] = field(default_factory=set)
    words: list[tuple[float, float]] = field(default_factory=list)


def read_drawing(reader: PdfReader, number: int = 0) -> Drawing:
    """Return what a page draws: a border between an inner and an outer rectangle, an area as it is filled."""
    page = reader.pages[number]
    seen = Drawing()
    colour: tuple[float, ...] = ()
    last: Rect | None = None
    for values, operator in ContentStream(page["/Contents"], reader).operations:
        if operator in COLOURS:
            colour = tuple(float(value) for value in values)
            seen.colours.add(colour)
        elif operator in OTHER_COLOURS:
            seen.strange.add(operator)
        elif operator == b"re":
            left, top, width, height = (round(float(value) * MM, 2) for value in values)
            last = (left, top, width, height)
        elif operator == b"m":  # a drawing, which is neither a box nor an area
            last = None
        elif operator == b"f*" and last:
            seen.boxes.add(last)
        elif operator == b"f" and last:
            seen.grounds.append((colour, last))
        elif operator == b"Tm":
            seen.words.append((float(values[4]) * MM, float(values[5]) * MM))
    return seen


PAINTING = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"', "Do", "sh", "BI", "EI"}


@dataclass
class Element:
    """An element of the structure tree: its kind (H1, Table, TH, Figure), its alternative text, and its parts.

    `spans` are the columns and rows that a cell takes.
    """

    kind: str
    alt: str = ""
    scope: str = ""
    headers: int = 0
    spans: tuple[int, int] = (1, 1)
    content: int = 0
    parts: list["Element"] = field(default_factory=list)

    def all(self, kind: str) -> Iterator["Element"]:
        """Yield every element of that kind below this one, in reading order."""
        for part in self.parts:
            if part.kind == kind:
                yield part
            yield from part.all(kind)


def tree(pdf: pikepdf.Pdf) -> Element:
    """Return the structure tree of a document."""
    root = pdf.Root.StructTreeRoot
    return Element("Root", parts=[_element(node) for node in _kids(root)])


def _kids(node: Any, key: str = "/K") -> list[Any]:
    kids = node.get(key)
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _element(node: Any) -> Element:
    element = Element(str(node.S)[1:], str(node.get("/Alt", "")))
    for each in _kids(node, "/A"):
        element.scope = str(each.get("/Scope", "/"))[1:] or element.scope
        element.headers += len(_kids(each, "/Headers"))
        element.spans = int(each.get("/ColSpan", 1)), int(each.get("/RowSpan", 1))
    for kid in _kids(node):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            element.parts.append(_element(kid))
        else:
            element.content += 1
    return element


def open_pdf(content: bytes) -> pikepdf.Pdf:
    """Return a parsed document."""
    return pikepdf.open(BytesIO(content))


def find_untagged(pdf: pikepdf.Pdf) -> list[str]:
    """Return what is painted on a page without being part of the structure tree or marked as decoration."""
    bare = []
    for page in pdf.pages:
        depth = 0
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                depth += 1
            elif name == "EMC":
                depth -= 1
            elif name in PAINTING and not depth:
                bare.append(f"{name} {[str(operand)[:40] for operand in operands]}")
    return bare


SIDE = 48

DOTS = 300

Cut = tuple[float, float, float, float]


class Word(NamedTuple):
    """A word on a printed page: its left, upper and lower edge in points."""

    text: str
    left: float
    top: float
    bottom: float


def shape(picture: Image.Image, cut: Cut) -> Image.Image:
    """Return what stands out from the background in a part of a grey image, in black and white, scaled to full size."""
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
    """Return the overlap of two shapes as a fraction of their union, 0 to 1."""
    pairs = list(zip(one.get_flattened_data(), other.get_flattened_data()))
    either = sum(bool(a or b) for a, b in pairs)
    return sum(bool(a and b) for a, b in pairs) / either


def render_page(pdf: bytes, folder: Path) -> tuple[Image.Image, list[Word]]:
    """Return the first page of a PDF as a grey image, and its words. Runs Poppler."""
    path = folder / "page.pdf"
    path.write_bytes(pdf)
    grey = ["pdftoppm", "-gray", "-r", str(DOTS), "-singlefile", str(path)]
    told = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True).stdout
    pattern = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)<'
    words = [Word(unescape(text), *map(float, at)) for *at, text in findall(pattern, told)]
    return Image.open(BytesIO(subprocess.run(grey, capture_output=True, check=True).stdout)), words


def before(word: Word) -> Cut:
    """Return the area of a suit shape in front of its name, in pixels: about one letter and a third wide."""
    dot = DOTS / 72
    letter = (word.bottom - word.top) / 1.3
    middle = (word.top + word.bottom) / 2
    right = word.left - 0.3 * letter
    return (right - 1.8 * letter) * dot, (middle - 0.85 * letter) * dot, right * dot, (middle + 0.8 * letter) * dot
