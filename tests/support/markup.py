"""HTML as a browser shows it: without the line breaks and the indentation of its source."""

import re

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PIECES = re.compile(r"(<(textarea|pre)\b.*?</\2>|<[^<>]*>)", re.S)
"""Pattern of a tag, or of an element whose line breaks are shown."""


LAYOUT = r"(?:\s*\n\s*|\s{2,})"
"""Pattern of a line break or an indentation."""


def flatten(html: str) -> str:
    """Return HTML without the line breaks and indentations next to its tags. Others become spaces."""
    pieces = PIECES.split(html)
    texts = [re.sub(rf"^{LAYOUT}|{LAYOUT}$", "", text) for text in pieces[::3]]
    texts = [re.sub(LAYOUT, " ", text) for text in texts]
    tags = [tag if "</" in tag else _flatten_tag(tag) for tag in pieces[1::3]]
    return "".join(part for pair in zip(texts, [*tags, ""], strict=True) for part in pair)


def _flatten_tag(tag: str) -> str:
    tag = re.sub(r'"[^"]*"|\s+', lambda match: match[0] if match[0].startswith('"') else " ", tag)
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
