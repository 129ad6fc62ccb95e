"""Nothing that a page of a round offers is refused: every tab, key and link is touched once.

The phone has a seat, so it enters its own cards, enters for everybody, and plays move by move. One paper of each game
is printed, in the long form every one.
"""

import re
from collections import Counter
from collections.abc import Iterator
from secrets import token_hex
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.games import GAMES
from tests.support.games import PADS, WRITTEN, list_unlike
from tests.support.http import open_table, sit
from tests.support.page import parse_page
from tests.support.soak import SOAK

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


NAMES = ("Alice", "Bo", "Cleo", "Dan")

OF_EACH_BOX = 99 if SOAK else 4
"""How many different keys of one box, one player and one page are touched."""

PAGES = ("", "play", "sheet")

ROW = re.compile(r" tap=\d+\.(?!end\.)(\w+)\.")
"""The row of a key. A key of each row is touched before the page is read again, as rows do not depend on each other."""


def box_of(offer: Offer) -> str:
    """Return what keys are counted by: their box, and papers all together."""
    return ".pdf" if ".pdf" in offer.address else offer.box


def touch_everything(client: FlaskClient, url: str) -> tuple[list[Offer], dict[str, int]]:
    """Touch what the pages of a round offer, each link and key once.

    Return what was touched, and the status of each response that is an error, by name of what was touched.
    """
    round_pages = {f"{url}{page}" for page in PAGES}
    touched: dict[str, Offer] = {}
    of_box: Counter[str] = Counter()
    wrong: dict[str, int] = {}
    open_pages = [f"{url}{page}" for page in PAGES if client.get(f"{url}{page}").status_code != 404]
    while open_pages:
        where, rows, new = open_pages[-1], set[str](), False
        page = client.get(where, follow_redirects=True)
        assert page.status_code == 200, where
        for offer in list_offers(page.text, page.request.path):
            enough = 1 if ".pdf" in offer.address and not SOAK else OF_EACH_BOX
            row = ROW.search(offer.name)
            if offer.name in touched or of_box[box_of(offer)] >= enough or (row and row[1] in rows):
                continue
            if rows and not row:
                break
            fields = {name: [token_hex(16)] if name == "op" else values for name, values in offer.fields.items()}
            answer = touch(client, offer._replace(fields=fields))
            touched[offer.name], new = offer, True
            of_box[box_of(offer)] += 1
            if answer.status_code >= 400:
                wrong[offer.name] = answer.status_code
            to = answer.location if answer.status_code == 303 else offer.address
            if urlsplit(to).path in round_pages and to not in open_pages and answer.status_code < 400:
                open_pages.append(to)
            if row:
                rows.add(row[1])
            elif offer.method == "POST" or open_pages[-1] != where:
                break
        else:
            if not new:
                open_pages.pop()
    return list(touched.values()), wrong


TOUCHED = [*WRITTEN, *(game.slug for game in (PADS if SOAK else list_unlike(PADS)))]
"""The games whose keys are touched: those with code, and in the short form a pad for each kind of box."""


@pytest.mark.parametrize("slug", TOUCHED)
def test_no_key_that_a_page_offers_is_refused(client: FlaskClient, slug: str) -> None:
    fewest, most = GAMES[slug].seats
    player = open_table(client, NAMES[: max(fewest, min(most, 3))], slug)
    assert sit(player, seat="0").status_code == 303
    touched, wrong = touch_everything(client, f"{player.url}1/")
    assert wrong == {}
    ways = {offer.address for offer in touched if "?way=" in offer.address}
    assert f"{player.url}1/?way=own" in ways
    assert len(ways) > 1
    assert any(offer.method == "POST" for offer in touched)
