"""What a page offers to a finger: its links and the buttons of its forms, with what each of them sends."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Fields = dict[str, list[str]]

CHOSEN = ("radio", "checkbox")
"""Kinds of inputs that are sent only if they are chosen."""


class Offer(NamedTuple):
    """A link, or a button with the fields of its form.

    `name` tells it from the other offers of a round. `box` is the same for all keys of one box of one player.
    """

    name: str
    box: str
    method: str
    address: str
    fields: Fields


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self.fields: dict[str, list[tuple[str, str]]] = {}
        self.buttons: list[tuple[str, dict[str, str]]] = []
        self.links: list[str] = []
        self.form = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "form":
            self.form = given.get("id") or f"form {len(self.forms)}"
            self.forms[self.form] = given
        elif "disabled" in given:
            return
        elif tag == "button" and given.get("type") != "button":
            self.buttons.append((given.get("form", self.form), given))
        elif tag == "input" and "name" in given and (given.get("type") not in CHOSEN or "checked" in given):
            field = given["name"], given.get("value", "on" if given.get("type") == "checkbox" else "")
            self.fields.setdefault(given.get("form", self.form), []).append(field)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""


LATER = re.compile(r"(?<=strike=)\d+|(?<=from=)[^&]*|(?<=tap=\d\.)")
"""Parts of an offer that change with each line of the journal."""

ITEM = re.compile(r"[^.=]*=[^=]*$")
"""The part of an offer that tells the keys of one box apart."""


def list_offers(html: str, address: str) -> Iterator[Offer]:
    """Yield what can be touched on the page at an address: its links, then its buttons."""
    page = _Page(html)
    for link in page.links:
        to = urldefrag(urljoin(address, link)).url
        if to.startswith("/"):
            yield Offer(to, to, "GET", to, {})
    for form, button in page.buttons:
        head = page.forms[form]
        to = urldefrag(urljoin(address, button.get("formaction") or head.get("action", ""))).url
        fields: Fields = {}
        pressed = [(button["name"], button.get("value", ""))] if "name" in button else []
        for name, value in (*page.fields.get(form, ()), *pressed):
            fields.setdefault(name, []).append(value)
        at = fields.get("at", [""])[-1]
        key = LATER.sub("", "&".join(f"{name}={value}" for name, value in pressed))
        box = f"{to} {at} {ITEM.sub('', key)}" if key else f"{to} {at}"
        yield Offer(f"{to} {at} {key}", box, head.get("method", "get").upper(), to, fields)


def touch(client: FlaskClient, offer: Offer) -> TestResponse:
    """Do what a browser without script does for a touch, and return the response, a redirect not followed."""
    if offer.method == "POST":
        return client.post(offer.address, data=offer.fields)
    return client.get(offer.address, query_string=offer.fields or None)
