"""QR codes on paper."""

from dataclasses import dataclass
from functools import lru_cache

import segno


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as one SVG path in a square of `size` modules."""

    path: str
    size: int


@lru_cache(maxsize=64)
def draw_qr_code(address: str) -> QrCode:
    """Return the QR code of an address as an SVG path.

    Each horizontal run of dark modules is one stroke, one module wide.
    """
    matrix = segno.make(address, micro=False, error="m").matrix
    # Strokes, because WeasyPrint needs less time for them than for a square per module.
    strokes = []
    for y, line in enumerate(matrix):
        x = 0
        while x < len(line):
            run = next((i for i in range(x, len(line)) if not line[i]), len(line)) - x
            if run:
                strokes.append(f"M{x} {y}.5h{run}")
            x += max(run, 1)
    return QrCode("".join(strokes), len(matrix))
