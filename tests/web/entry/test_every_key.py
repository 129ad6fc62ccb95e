"""Nothing that a page of a round offers is refused: every tab, key and link is touched once.

The phone has a seat, so it enters its own cards, enters for everybody, and plays move by move. One paper of each game
is printed, in the long form every one.
"""

from collections import Counter
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from tests.support.games import PADS, WRITTEN, list_unlike
from tests.support.http import open_table, sit
from tests.support.soak import SOAK
from tests.support.touching import Offer, list_offers, touch

NAMES = ("Alice", "Bo", "Cleo", "Dan")

OF_EACH_BOX = 99 if SOAK else 4
"""How many different keys of one box, one player and one page are touched."""

PAGES = ("", "play", "sheet")


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
        # Read again before each touch: a form has to know the newest line.
        page = client.get(open_pages[-1], follow_redirects=True)
        assert page.status_code == 200, open_pages[-1]
        for offer in list_offers(page.text, page.request.path):
            enough = 1 if ".pdf" in offer.address and not SOAK else OF_EACH_BOX
            if offer.name not in touched and of_box[box_of(offer)] < enough:
                break
        else:
            open_pages.pop()
            continue
        touched[offer.name] = offer
        of_box[box_of(offer)] += 1
        answer = touch(client, offer)
        if answer.status_code >= 400:
            wrong[offer.name] = answer.status_code
        to = answer.location if answer.status_code == 303 else offer.address
        if urlsplit(to).path in round_pages and to not in open_pages and answer.status_code < 400:
            open_pages.append(to)
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
