"""What a page offers to a finger: its links and the buttons of its forms, with what each of them sends."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.page import parse_page

Fields = dict[str, list[str]]


class Offer(NamedTuple):
    """A link, or a button with the fields of its form.

    `name` tells it from the other offers of a round. `box` is the same for all keys of one box of one player.
    """

    name: str
    box: str
    method: str
    address: str
    fields: Fields


LATER = re.compile(r"(?<=strike=)\d+|(?<=from=)[^&]*|(?<=tap=\d\.)")
"""Parts of an offer that change with each line of the journal."""

ITEM = re.compile(r"[^.=]*=[^=]*$")
"""The part of an offer that tells the keys of one box apart."""


def list_offers(html: str, address: str) -> Iterator[Offer]:
    """Yield what can be touched on the page at an address: its links, then its buttons."""
    page = parse_page(html)
    for link in page.all("a"):
        to = urldefrag(urljoin(address, link.get("href"))).url
        if to.startswith("/") and "href" in link.attrs:
            yield Offer(to, to, "GET", to, {})
    for button in page.all("button"):
        head = page.form_of(button)
        if head is None or "disabled" in button.attrs or button.get("type") == "button":
            continue
        to = urldefrag(urljoin(address, button.get("formaction") or head.get("action"))).url
        fields: Fields = {}
        for name, value in page.sent_with(head, button):
            fields.setdefault(name, []).append(value)
        at = fields.get("at", [""])[-1]
        key = LATER.sub("", f"{button.get('name')}={button.get('value')}") if "name" in button.attrs else ""
        box = f"{to} {at} {ITEM.sub('', key)}" if key else f"{to} {at}"
        yield Offer(f"{to} {at} {key}", box, (head.get("method") or "get").upper(), to, fields)


def touch(client: FlaskClient, offer: Offer) -> TestResponse:
    """Do what a browser without script does for a touch, and return the response, a redirect not followed."""
    if offer.method == "POST":
        return client.post(offer.address, data=offer.fields)
    return client.get(offer.address, query_string=offer.fields or None)
