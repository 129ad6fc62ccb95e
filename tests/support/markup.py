"""HTML as a browser shows it: without the line breaks and the indentation of its source."""

import re

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PIECES = re.compile(r"(<(textarea|pre)\b.*?</\2>|<[^<>]*>)", re.S)
"""Pattern of a tag, or of an element whose line breaks are shown."""


LAYOUT = re.compile(r"\s*\n\s*|\s{2,}")
"""Pattern of a line break or an indentation."""

IN_TAG = re.compile(r'"[^"]*"|\s+')
"""Pattern of what is in a tag: a value, which stays, or a space."""


def flatten(html: str) -> str:
    """Return HTML without the line breaks and indentations next to its tags. Others become spaces."""
    pieces = PIECES.split(html)
    # Most texts and tags need no change, and to see that is much faster than to replace nothing.
    texts = [_flatten_text(text) if LAYOUT.search(text) else text for text in pieces[::3]]
    tags = [_flatten_tag(tag) if LAYOUT.search(tag) or tag.endswith((" >", " />")) else tag for tag in pieces[1::3]]
    return "".join(part for pair in zip(texts, [*tags, ""], strict=True) for part in pair)


def _flatten_text(text: str) -> str:
    """Return a text without layout next to the tags around it."""
    first, *others = LAYOUT.split(text)
    return " ".join(([first] if first else []) + others[:-1] + [part for part in others[-1:] if part])


def _flatten_tag(tag: str) -> str:
    if "</" in tag:
        return tag
    tag = IN_TAG.sub(lambda match: match[0] if match[0].startswith('"') else " ", tag)
    return re.sub(r" (?=/?>$)", "", tag)


class FlatResponse(TestResponse):
    """A response whose HTML is flat."""

    @property
    def text(self) -> str:
        """The text of the response. HTML is flattened."""
        html = super().text
        return flatten(html) if self.mimetype == "text/html" else html


class FlatClient(FlaskClient):
    """A client that reads pages without the layout of their source, so that tests do not depend on it."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.response_wrapper = type("Response", (FlatResponse, self.response_wrapper), {})
