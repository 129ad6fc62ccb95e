"""Drafts of pads of this browser: stored at each tap, until they are saved as pads."""

import time
from contextlib import suppress

from flask import current_app, request
from werkzeug.wrappers import Response

from scorekeeper.games.pads.draft import name_draft
from scorekeeper.storage.contract import Unwritable
from scorekeeper.storage.drafts import (
    DELETED_DRAFT,
    MOST_DRAFTS,
    SAVED_DRAFT,
    StoredDraft,
    drafts_of,
    drop_draft,
    keep_draft,
)
from scorekeeper.web.people.rate_limit import NetworkLimit, TooMany
from scorekeeper.web.request import browser, ensure_browser, set_browser_cookie, tables


def load_drafts() -> list[StoredDraft]:
    """Return this browser's drafts, latest first. The first one can be a pad just saved or a draft just deleted."""
    return drafts_of(tables().store, browser(), int(time.time())) if browser() else []


def list_lost(mark: str) -> list[StoredDraft]:
    """Return the drafts that the first tap on the draft `mark` drops, because a browser has at most `MOST_DRAFTS`."""
    return [draft for draft in load_drafts() if draft.mark != mark and draft.open][MOST_DRAFTS - 1 :]


def store_draft(response: Response, draft: StoredDraft) -> Response:
    """Store a draft, or delete it if it is empty. Return the response, which says whose it is.

    One that is too long is not stored, so its last shorter version stays.
    """
    if draft.draft.rows or draft.draft.name:
        return _store(response, draft) if draft.fits else response
    if browser():
        with suppress(Unwritable):
            drop_draft(tables().store, browser(), draft.mark)
    return response


def store_saved(response: Response, draft: StoredDraft, slug: str) -> Response:
    """Store that a draft was saved as the pad `slug`, so that the next page offers to change that pad."""
    return _store(response, draft._replace(draft=name_draft(draft.draft.name), base=slug, state=SAVED_DRAFT))


def store_deleted(response: Response, draft: StoredDraft) -> Response:
    """Store that a draft was deleted, so that it can be restored. If it is too long, store its last shorter version."""
    versions = [draft, *(stored for stored in load_drafts() if stored.mark == draft.mark)]
    fitting = next((version for version in versions if version.fits), None)
    return _store(response, fitting._replace(state=DELETED_DRAFT)) if fitting else response


def _store(response: Response, draft: StoredDraft) -> Response:
    owner = ensure_browser()
    openings: NetworkLimit = current_app.extensions["new_drafts"]
    # A page has the whole draft in its form, so a tap works even if the draft cannot be stored.
    with suppress(TooMany, Unwritable):
        if draft.mark not in [stored.mark for stored in load_drafts()]:
            openings.count(request.remote_addr or "")
        keep_draft(tables().store, owner, draft, int(time.time()))
    return set_browser_cookie(response)
