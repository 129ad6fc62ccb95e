"""Pages as trees of elements, and what their forms send."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
"""Elements without an end tag."""

CHOSEN = ("radio", "checkbox")
"""Kinds of inputs that are sent only if they are chosen."""


class Element:
    """An element of a page: its tag, its attributes, and the elements and texts in it."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: "Element | None") -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.parts: list[Element | str] = []

    def get(self, key: str) -> str:
        """Return an attribute, "" if it is missing."""
        return self.attrs.get(key, "")

    @property
    def classes(self) -> set[str]:
        return set(self.get("class").split())

    @property
    def text(self) -> str:
        """The text in it, without line breaks."""
        return " ".join(" ".join(part if isinstance(part, str) else part.text for part in self.parts).split())

    @property
    def above(self) -> "Iterator[Element]":
        """What it is in, the innermost first."""
        if self.parent:
            yield self.parent
            yield from self.parent.above

    def all(self, *tags: str, **attrs: str) -> "Iterator[Element]":
        """Yield the elements in it with one of these tags (none: any) and these attributes, in order."""
        for part in self.parts:
            if isinstance(part, Element):
                if (not tags or part.tag in tags) and all(part.attrs.get(key) == attrs[key] for key in attrs):
                    yield part
                yield from part.all(*tags, **attrs)

    def form_of(self, control: "Element") -> "Element | None":
        """Return the form of this page that a control belongs to, or None."""
        if "form" in control.attrs:
            return next(self.all("form", id=control.attrs["form"]), None)
        return next((one for one in control.above if one.tag == "form"), None)

    @cached_property
    def _sending(self) -> "dict[Element | None, list[Element]]":
        """The fields and buttons of each form of this page."""
        sending: dict[Element | None, list[Element]] = defaultdict(list)
        for one in self.all("input", "button"):
            if "name" in one.attrs and "disabled" not in one.attrs:
                sending[self.form_of(one)].append(one)
        return sending

    def sent_with(self, form: "Element", button: "Element | None" = None) -> list[tuple[str, str]]:
        """Return the fields that a form of this page sends, in order, with a button if one is pressed."""
        fields = []
        for one in self._sending.get(form, ()):
            off = one.tag == "input" and one.get("type") in CHOSEN and "checked" not in one.attrs
            if not off and (one.tag == "input" or one is button):
                fields.append((one.get("name"), one.attrs.get("value", "on" if one.get("type") == "checkbox" else "")))
        return fields


class _Parser(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.page = self.open = Element("", {}, None)
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = Element(tag, {key: value or "" for key, value in attrs}, self.open)
        self.open.parts.append(one)
        if tag not in VOID:
            self.open = one

    def handle_endtag(self, tag: str) -> None:
        here = next((one for one in (self.open, *self.open.above) if one.tag == tag), None)
        if here and here.parent:
            self.open = here.parent

    def handle_data(self, data: str) -> None:
        self.open.parts.append(data)


def parse_page(html: str) -> Element:
    return _Parser(html).page
