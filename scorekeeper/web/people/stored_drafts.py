"""Drafts of pads of this browser: stored at each tap, until they are saved as pads.

Earlier versions stored them in two cookies of the page that makes pads. These are read until the first tap there.
"""

import time
from contextlib import suppress
from hashlib import sha256
from urllib.parse import parse_qsl

from flask import current_app, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.games.pads.draft import Draft
from scorekeeper.games.pads.handed import unpack
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.storage.contract import Unwritable
from scorekeeper.storage.drafts import DELETED, MOST_DRAFTS, OPEN, SAVED, StoredDraft
from scorekeeper.web.people.draft_form import DraftForm
from scorekeeper.web.people.rate_limit import Openings, TooMany
from scorekeeper.web.request import browser, ensure_browser, set_browser_cookie, tables

COOKIES = ("making", "waiting")
"""Names of the cookies of earlier versions: the current draft, and those started before it."""

LONGEST_COOKIE = 4_000
"""Number of characters read of such a cookie."""

SEPARATOR = "."
"""Separator of drafts in the second cookie."""

MOST_FIELDS = 500
"""Maximum number of form fields of a draft in a cookie: those of the longest possible pad, and some to spare."""


def load_drafts() -> list[StoredDraft]:
    """Return this browser's drafts, latest first. The first one can be a pad just saved or a draft just deleted."""
    stored = tables().store.drafts_of(browser(), int(time.time())) if browser() else []
    marks = {draft.mark for draft in stored}
    return [*stored, *(draft for draft in _read_cookies() if draft.mark not in marks)]


def _read_cookies() -> list[StoredDraft]:
    """Return the drafts in the cookies of earlier versions, latest first."""
    packed = SEPARATOR.join(request.cookies.get(cookie, "")[:LONGEST_COOKIE] for cookie in COOKIES).split(SEPARATOR)
    drafts: dict[str, StoredDraft] = {}
    for letters in packed[:MOST_DRAFTS]:
        # A draft can be in both cookies. The first one has its newest version.
        if letters and (draft := _unpack(letters)):
            drafts.setdefault(draft.mark, draft)
    return list(drafts.values())


def _unpack(letters: str) -> StoredDraft | None:
    """Return a draft of a cookie. Return None if it is damaged or was saved as a pad."""
    try:
        # Limited, because a forged cookie of a few bytes can unpack to many fields, each of which takes time.
        fields = MultiDict(parse_qsl(unpack(letters), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except (Mistake, ValueError):
        return None
    if "kept" in fields:
        return None
    form = DraftForm(fields)
    form.validate()
    # Some early cookies have no mark. This one is the same each time the cookie is read.
    mark = form.mark.data or sha256(letters.encode()).hexdigest()[:8]
    state = DELETED if "gone" in fields else OPEN
    return StoredDraft(form.build_draft(), form.start_slug.data, mark, form.group.data, state)


def list_lost(mark: str) -> list[StoredDraft]:
    """Return the drafts that the first tap on the draft `mark` drops, because a browser has at most `MOST_DRAFTS`."""
    return [draft for draft in load_drafts() if draft.mark != mark and draft.open][MOST_DRAFTS - 1 :]


def store_draft(response: Response, draft: StoredDraft) -> Response:
    """Store a draft, or delete it if it is empty. Return the response with the cookies that this needs.

    One that is too long is not stored, so its last shorter version stays.
    """
    if draft.draft.rows or draft.draft.name:
        return set_browser_cookie(_store(response, draft)) if draft.fits else response
    if browser():
        with suppress(Unwritable):
            tables().store.drop_draft(browser(), draft.mark)
    return response


def store_saved(response: Response, draft: StoredDraft, slug: str) -> Response:
    """Store that a draft was saved as the pad `slug`, so that the next page offers to change that pad."""
    return _store(response, draft._replace(draft=Draft(draft.draft.name), base=slug, state=SAVED))


def store_deleted(response: Response, draft: StoredDraft) -> Response:
    """Store that a draft was deleted, so that it can be restored. If it is too long, store its last shorter version."""
    versions = [draft, *(stored for stored in load_drafts() if stored.mark == draft.mark)]
    fitting = next((version for version in versions if version.fits), None)
    return set_browser_cookie(_store(response, fitting._replace(state=DELETED))) if fitting else response


def _store(response: Response, draft: StoredDraft) -> Response:
    """Store a draft, after those in cookies. Return the response, which deletes these cookies."""
    store, now, owner = tables().store, int(time.time()), ensure_browser()
    openings: Openings = current_app.extensions["new_drafts"]
    # A page has the whole draft in its form, so a tap works even if the draft cannot be stored.
    with suppress(TooMany, Unwritable):
        if draft.mark not in [stored.mark for stored in load_drafts()]:
            openings.count(request.remote_addr or "")
        for older in reversed(_read_cookies()):
            if older.mark != draft.mark:
                store.keep_draft(owner, older, now)
        store.keep_draft(owner, draft, now)
        for cookie in COOKIES:
            if cookie in request.cookies:
                response.delete_cookie(cookie, path=url_for("make_pad.page"))
    return response
