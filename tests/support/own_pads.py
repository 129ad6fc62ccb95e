"""Users' own pads for tests of storing and sharing them, and their pages in every state."""

import re
from collections.abc import Iterator
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.games.own_pads import compute_slug, pack
from scorekeeper.games.pads.draft import name_draft
from scorekeeper.storage.drafts import StoredDraft
from scorekeeper.storage.pads import keep_pad
from scorekeeper.web.people.draft_form import sign_draft
from tests.support.http import cookie
from tests.support.tables import UNSHOWN, Author, Running, State

GOLF = """format = 1
name = "Golf at home"
players = [2, 6]
wins = "fewest"
rounds = "9"

[row.cards]
label = "Cards"
least = -20
most = 60
"""

TWICE = GOLF + 'points = "2 * cards"\n'
"""The same pad, changed: each card counts twice."""


def list_own_pad_states(author: Author, app: Running) -> Iterator[State]:
    """Yield states of the list of pads, of a pad being made with every kind of row, of a saved pad and a shared one."""
    store = author.tables.store
    slug = keep_pad(store, GOLF, cookie("scoring"), 100)
    name = author.names[0]
    kinds = ("number", "below", "counter", "tick", "one", "choice", "worked", "words", "pile", "worked_each")
    worths = ("sum", "times", "table", "formula", "nothing", "sum", "formula", "sum", "sum", "formula")
    bonus = "most( count({suit}_r9) ) * 5"
    amounts = ("", "-5", "0 , 1 , 3", "2 * r3 + most( r3 )", "", "", "r3 * 2", "", "", bonus)
    draft = name_draft(name)
    for kind, worth, amount in zip(kinds, worths, amounts, strict=True):
        row = draft.add_row(kind, name)
        assert row
        row.score(worth, amount)
    with app.app.app_context():
        signed = sign_draft(StoredDraft(draft))
    rows = (("draft", signed), *(("label", name) for _ in kinds), ("choices-r6", "Gold 5, Silver 3"))
    rows += (("suits", "Red, Blue"), ("deck", "0–10"))
    yield State("own pads, none", "/pads/", phone="new")
    yield State("own pads", "/pads/")
    yield State("own pads, file refused", "/pads/bring", (("pad", ""),))
    yield State("make a pad", "/pads/new")
    yield State("make a pad, rows", "/pads/new", (("do", "show"), ("name", name), *rows))
    yield State("make a pad, refused", "/pads/new", (("do", "keep"), ("name", UNSHOWN), *rows))
    yield State("own pad", f"/pads/{slug}")
    yield State("own pad, got", f"/pads/got/{pack(TWICE)}", phone="new")
    yield State("own pad, got broken", "/pads/got/A")
    yield State("own pad, table", f"/t/{author.open(author.tables.game(compute_slug(GOLF)), 2)}/1/")


def tap_pad(client: FlaskClient, *taps: str, changing: str = "", anew: bool = True, **typed: str) -> TestResponse:
    """Return the response after these taps on a new pad, or on one based on `changing`."""
    return tap_page(client, f"/pads/new?from={changing}{'&anew=1' if anew else ''}", *taps, **typed)


def tap_page(client: FlaskClient, where: str, *taps: str, **typed: str) -> TestResponse:
    """Return the response after these taps on the page of that address. Each sends the form of the previous page."""
    answer = client.get(where)
    for tap in taps:
        fields: dict[str, list[str]] = {}
        for tag in re.findall(r"<input[^>]*>", answer.text.partition('<form class="fill"')[2].partition("</form>")[0]):
            name = re.search(r'name="?([^\s">]+)', tag)
            value = re.search(r'value="([^"]*)"|value=([^\s">]+)', tag)
            if name and ('type="radio"' not in tag or " checked" in tag):
                fields.setdefault(name[1], []).append(unescape((value[1] or value[2] or "") if value else ""))
        fields |= {name: [text] for name, text in typed.items()}
        answer = client.post("/pads/new", data={**fields, "do": tap})
    return answer


def reason(answer: TestResponse) -> str:
    """Return the reason of a refusal on a page, "" if there is none."""
    match = re.search(r'id="reason">(.*?)</p>', answer.text)
    return unescape(re.sub("<[^>]+>", "", match[1])) if match else ""


def names_of(html: str) -> list[str]:
    """Return the names of the pad being made and of its rows."""
    return re.findall(r'name="(?:name|label)" value="([^"]*)"', unescape(html))


def going_on(html: str) -> dict[str, str]:
    """Return the names of unfinished pads on a page, by their addresses."""
    return dict(re.findall(r'<a\s+href="([^"]*)">Continue with ([^<]*)</a>', unescape(html)))
