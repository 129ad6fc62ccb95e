"""What a PDF page draws, read back from its content stream in millimetres: boxes, colours, where words stand."""

from dataclasses import dataclass, field

from pypdf import PdfReader
from pypdf.generic import ContentStream

MM = 25.4 / 96
Rect = tuple[float, float, float, float]
COLOURS = {b"rg": 3, b"RG": 3, b"g": 1, b"G": 1}
OTHER_COLOURS = {b"k", b"K", b"sc", b"SC", b"scn", b"SCN", b"sh", b"cs", b"CS", b"ri"}


@dataclass
class Drawn:
    """The bordered boxes and the grounds of a page as (left, top, width, height), its colours, its words' places."""

    boxes: set[Rect] = field(default_factory=set)
    grounds: list[tuple[tuple[float, ...], Rect]] = field(default_factory=list)
    colours: set[tuple[float, ...]] = field(default_factory=set)
    strange: set[bytes] = field(default_factory=set)
    words: list[tuple[float, float]] = field(default_factory=list)


def drawn(reader: PdfReader, number: int = 0) -> Drawn:
    """Read a page. A border is drawn between an inner and an outer rectangle, a ground is filled by itself."""
    page = reader.pages[number]
    found = Drawn()
    colour: tuple[float, ...] = ()
    last: Rect = (0, 0, 0, 0)
    for values, operator in ContentStream(page["/Contents"], reader).operations:
        if operator in COLOURS:
            colour = tuple(float(value) for value in values)
            found.colours.add(colour)
        elif operator in OTHER_COLOURS:
            found.strange.add(operator)
        elif operator == b"re":
            left, top, width, height = (round(float(value) * MM, 2) for value in values)
            last = (left, top, width, height)
        elif operator == b"f*":
            found.boxes.add(last)
        elif operator == b"f":
            found.grounds.append((colour, last))
        elif operator == b"Tm":
            found.words.append((float(values[4]) * MM, float(values[5]) * MM))
    return found
