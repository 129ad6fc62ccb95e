"""The entry page is rendered once for phones of the same kind, and each phone still sends its own tokens."""

import pytest
from flask import Flask

from tests.support.http import Player, field, let_in, sit


@pytest.fixture
def bo(alice: Player, app: Flask) -> Player:
    """A second phone at the table, without a seat."""
    return let_in(alice, app)


def bare(html: str) -> str:
    """Return a page without the CSRF token and idempotency key of its phone."""
    for name in ("csrf_token", "op"):
        html = html.replace(field(html, name), "")
    return html


def test_phones_of_a_kind_see_the_same_page_and_send_with_their_own(alice: Player, bo: Player) -> None:
    pages = [alice.page(), bo.page(), bo.page()]
    assert bare(pages[0]) == bare(pages[1]) == bare(pages[2])
    assert len({field(html, "op") for html in pages}) == 3
    tokens = [field(html, "csrf_token") for html in pages]
    assert tokens[0] != tokens[1] == tokens[2]
    assert not {letter for html in pages for letter in html} & {"\ue000", "\ue001"}
    foreign = {"csrf_token": tokens[0], "op": "1", "seen": "1", "tap": "1.red.count.0.=3"}
    assert bo.client.post(f"{bo.url}1/write", data=foreign).status_code == 400
    assert bo.tap("1.red.count.0.=3").status_code == 303
    assert alice.tap("1.blue.count.0.=5").status_code == 303


def test_a_line_a_language_a_way_and_a_seat_have_pages_of_their_own(alice: Player, bo: Player) -> None:
    seen = [bare(alice.page())]
    bo.tap("1.red.count.0.=3")
    places = ("1/", "1/?way=totals", "1/?way=deck")
    seen += [bare(alice.page(where)) for where in places]
    alice.client.set_cookie("language", "de")
    seen.append(bare(alice.page()))
    sit(alice, seat="1")
    seen.append(bare(alice.page("1/?way=own")))
    assert len(set(seen)) == len(seen)
    assert bare(bo.page()) == seen[1]
