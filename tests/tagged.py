"""What a screen reader finds in a PDF: its title and language, and the tree of what is read aloud, in order."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pikepdf

PAINTING = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"', "Do", "sh", "BI", "EI"}


@dataclass
class Element:
    """One element of the tree: its kind (H1, Table, TH, Figure), what it says instead of itself, and its parts."""

    kind: str
    alt: str = ""
    scope: str = ""
    headers: int = 0
    name: str = ""
    content: int = 0
    parts: list["Element"] = field(default_factory=list)

    def all(self, kind: str) -> Iterator["Element"]:
        """Every element of that kind below this one, in reading order."""
        for part in self.parts:
            if part.kind == kind:
                yield part
            yield from part.all(kind)


def tree(pdf: pikepdf.Pdf) -> Element:
    """The tree of a document."""
    root = pdf.Root.StructTreeRoot
    return Element("Root", parts=[_element(one) for one in _kids(root)])


def _kids(one: Any, key: str = "/K") -> list[Any]:
    kids = one.get(key)
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _element(one: Any) -> Element:
    found = Element(str(one.S)[1:], str(one.get("/Alt", "")))
    for each in _kids(one, "/A"):
        found.scope = str(each.get("/Scope", "/"))[1:] or found.scope
        found.headers += len(_kids(each, "/Headers"))
    found.name = str(one.get("/ID", ""))
    for kid in _kids(one):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            found.parts.append(_element(kid))
        else:
            found.content += 1
    return found


def opened(content: bytes) -> pikepdf.Pdf:
    """A document to look into."""
    return pikepdf.open(BytesIO(content))


def untagged(pdf: pikepdf.Pdf) -> list[str]:
    """What is painted on a page without being read aloud or called decoration."""
    found = []
    for page in pdf.pages:
        depth = 0
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                depth += 1
            elif name == "EMC":
                depth -= 1
            elif name in PAINTING and not depth:
                found.append(f"{name} {[str(one)[:40] for one in operands]}")
    return found
