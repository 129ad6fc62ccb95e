"""Drafts of pads: parsed from the form, and stored in this browser's cookies until they are saved as pads.

The cookies are sent only to the page that makes pads. So it works without JavaScript, and abandoned drafts never take
up space on the server.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask import make_response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pads import draft as drafts
from scorekeeper.games.pads.draft import Draft, DraftRow, Teams
from scorekeeper.games.pads.handed import pack, unpack
from scorekeeper.games.pads.padfile import MOST_POINTS, Mistake
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.inputs import clean_text, parse_small, parse_whole

COOKIE = "making"
"""Name of the cookie with the current draft."""

LONGEST = 3_800
"""Maximum length of the cookie `COOKIE`.

A longer draft is not stored, so its last shorter version comes back instead.
"""

WAITING = "waiting"
"""Name of the cookie with the drafts started earlier."""

LONGEST_WAITING = 3_000
"""Maximum length of the cookie `WAITING`. Both cookies stay below the 8 KiB that servers accept in a header line."""

SEPARATOR = "."
"""Separator of drafts in the cookie `WAITING`."""

MOST_WAITING = 24
"""Maximum number of drafts read from the cookie `WAITING`. The app itself never fits more into it."""

MOST_FIELDS = 500
"""Maximum number of form fields of a draft: those of the longest possible pad, and some to spare."""

MOST = {"rounds": 99, "until": MOST_POINTS, "start": MOST_POINTS}
"""Maximum of each number of a pad that is tapped or typed."""

MOST_TIMES = 999
"""Maximum factor of a row."""

NAMES = {
    "rounds": Text("Rounds"),
    "until": Text("Ends at this many points"),
    "start": Text("Count down from"),
}
"""Labels for error messages about the numbers in `MOST`."""

DAYS = 60
"""Days for which a draft is stored."""


KEPT = 60 * 60
"""Seconds for which the page offers to change the pad that was saved last."""


class StoredDraft(NamedTuple):
    """A draft of a pad. `start` is the slug of the saved pad that it changes, or "" if it changes none.

    `kept` is set if the draft was saved and not changed since. `mark` identifies the draft. `group` is the id of the
    group it is made for, or "". `gone` is set if the draft was just deleted.
    """

    draft: Draft
    start: str
    kept: bool = False
    mark: str = ""
    group: str = ""
    gone: bool = False

    @property
    def called(self) -> str:
        """The name of the draft, or the label of its first row if it has no name."""
        return self.draft.name or next((row.label for row in self.draft.rows), "…")

    @property
    def open(self) -> bool:
        """Whether the draft is neither saved nor deleted."""
        return not self.kept and not self.gone


def load_drafts() -> list[StoredDraft]:
    """Return this browser's drafts, latest first. The first one can be a pad just saved or a draft just deleted."""
    letters = [request.cookies.get(COOKIE, "")[:LONGEST]]
    letters += request.cookies.get(WAITING, "")[:LONGEST_WAITING].split(SEPARATOR)[:MOST_WAITING]
    lefts = [left for packed in letters if packed and (left := _parse_draft(packed))]
    marks = [left.mark for left in lefts]
    # A draft can be in both cookies. The first one holds its newest version.
    return [left for place, left in enumerate(lefts) if not left.mark or left.mark not in marks[:place]]


def _parse_draft(letters: str) -> StoredDraft | None:
    try:
        # Limited, because a forged cookie of a few bytes can unpack to many fields, each of which takes time.
        fields = MultiDict(parse_qsl(unpack(letters), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except (Mistake, ValueError):
        return None
    draft, _ = parse_form(fields)
    start, group = fields.get("from", "")[:40], fields.get("group", "")[:64]
    return StoredDraft(draft, start, "kept" in fields, parse_mark(fields), group, "gone" in fields)


def parse_mark(fields: MultiDict[str, str]) -> str:
    """Return the mark of a draft from form fields."""
    return fields.get("mark", "")[:40]


def store_draft(page: str, left: StoredDraft, status: int = 200) -> Response:
    """Return a response with this page and a cookie that holds the draft `left`.

    If the draft is empty, the response deletes the cookie instead.
    """
    response = _store_others(make_response(page, status), left.mark)
    if not left.draft.rows and not left.draft.name:
        return _delete_cookie(response, COOKIE)
    return _set_cookie(response, COOKIE, _pack(left), LONGEST, DAYS * 24 * 60 * 60)


def store_saved(response: Response, left: StoredDraft, slug: str) -> Response:
    """Return the response with a cookie that says that the draft `left` was saved as the pad `slug`.

    This cookie replaces the one that holds the draft.
    """
    fields = [("from", slug), ("name", left.draft.name), ("kept", "1"), ("group", left.group)]
    return _set_cookie(_store_others(response, left.mark), COOKIE, pack(urlencode(fields)), LONGEST, KEPT)


def store_deleted(response: Response, left: StoredDraft) -> Response:
    """Return the response with a cookie that holds the deleted draft, so that the draft can be restored.

    If the draft `left` is too long for the cookie, the cookie holds the latest stored version that fits.
    """
    versions = [left, *(stored for stored in load_drafts() if stored.mark == left.mark)]
    packed_versions = [_pack(version._replace(gone=True)) for version in versions]
    letters = next((packed for packed in packed_versions if len(packed) <= LONGEST), "")
    response = _store_others(response, left.mark)
    return _set_cookie(response, COOKIE, letters, LONGEST, KEPT) if letters else _delete_cookie(response, COOKIE)


def _store_others(response: Response, mark: str) -> Response:
    """Return the response with a cookie of the drafts other than `mark`, latest first, as many as fit."""
    waiting = SEPARATOR.join(map(_pack, _split_others(mark)[0]))
    if waiting == request.cookies.get(WAITING, ""):
        return response
    if not waiting:
        return _delete_cookie(response, WAITING)
    return _set_cookie(response, WAITING, waiting, LONGEST_WAITING, DAYS * 24 * 60 * 60)


def list_lost(mark: str) -> list[StoredDraft]:
    """Return the drafts that the first tap on the draft `mark` drops, because the cookie has no room for them."""
    return _split_others(mark)[1]


def _split_others(mark: str) -> tuple[list[StoredDraft], list[StoredDraft]]:
    """Return the open drafts other than `mark`, latest first: those that fit into the cookie, and the rest."""
    others = [left for left in load_drafts() if left.mark != mark and left.open]
    lengths = accumulate(len(SEPARATOR) + len(_pack(left)) for left in others)
    fitting = sum(length <= len(SEPARATOR) + LONGEST_WAITING for length in lengths)
    return others[:fitting], others[fitting:]


def _pack(left: StoredDraft) -> str:
    fields = [("from", left.start), ("mark", left.mark), ("group", left.group), *_list_fields(left.draft)]
    fields += [("gone", "1")] if left.gone else []
    return pack(urlencode(fields))


def _set_cookie(response: Response, cookie: str, letters: str, longest: int, age: int) -> Response:
    # Browsers refuse cookies of more than 4 KiB.
    if len(letters) <= longest:
        where = url_for("make_pad.page")
        response.set_cookie(
            cookie, letters, max_age=age, path=where, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response


def _delete_cookie(response: Response, cookie: str) -> Response:
    if cookie in request.cookies:
        response.delete_cookie(cookie, path=url_for("make_pad.page"))
    return response


def _list_fields(draft: Draft) -> Iterator[tuple[str, str]]:
    """Yield the form fields of a draft. `parse_form` parses them back."""
    together = format_teams(Teams(draft.players[1], draft.teams)) if draft.teams else ""
    least, most = map(str, draft.players)
    yield from (("name", draft.name), ("wins", "fewest" if draft.fewest else "most"), ("teams", together))
    yield from (("rounds", str(draft.rounds)), ("until", str(draft.until)), ("start", str(draft.start)))
    yield from (("least", least), ("most", most), ("lead", "starter" if draft.starter else "dealer"))
    for row in draft.rows:
        yield from (("key", row.key), ("kind", row.kind), ("label", row.label), ("worth", row.worth))
        yield from (("amount", row.amount), ("choices", row.choices))
        if row.most:
            yield f"upto-{row.key}", str(row.most)
    for tie in draft.ties:
        yield "tie", f"{tie.key}:{tie.which}"


def format_teams(teams: Teams) -> str:
    """Return the form's value for teams, such as "4/2": number of players and number of teams."""
    return f"{teams.players}/{teams.teams}"


def parse_form(form: MultiDict[str, str]) -> tuple[Draft, Text | None]:
    """Parse a draft from the form. Return it with the reason why the form is not valid, or None if it is."""
    reason: Text | None = None

    def clean(text: str, key: str, most: int) -> str:
        nonlocal reason
        try:
            return clean_text(text, key, most)
        except Malformed as wrong:
            reason = reason or wrong.reason
            # Kept so that it can be corrected, but not at any length.
            return text[: 2 * most]

    columns = [form.getlist(name) for name in ("key", "kind", "label", "worth", "amount", "choices")]
    rows = list[DraftRow]()
    # Not strict: a forged form can lack fields.
    for key, kind, label, worth, amount, choices in zip(*columns, strict=False):
        known = drafts.KEY.fullmatch(key) and kind in drafts.KINDS and worth in drafts.WORTHS
        if known and all(row.key != key for row in rows) and len(rows) < drafts.MOST_ROWS:
            row = DraftRow(key, kind, clean(label, "label", drafts.MOST_LETTERS), worth)
            said = clean(choices, "choices", 400) if kind == "choice" else ""
            rows.append(replace(row, amount=_parse_amount(row, amount), choices=said))
            try:
                rows[-1] = _parse_maximum(form, _parse_factor(form, rows[-1]))
            except Malformed as wrong:
                reason = reason or Text("%(row)s: %(why)s", row=Literal(label), why=wrong.reason)
    try:
        numbers = {key: _parse_number(form, key, most) for key, most in MOST.items()}
    except Malformed as wrong:
        reason = reason or wrong.reason
        numbers = {key: _parse_tapped(form, key, most) for key, most in MOST.items()}
    rounds, until, start = numbers.values()
    least, most = parse_small(form.get("least", "")) or 2, parse_small(form.get("most", "")) or 6
    name = clean(form.get("name", ""), "name", drafts.MOST_LETTERS)
    together = next((teams for teams in drafts.TEAMS if form.get("teams") == format_teams(teams)), None)
    # Every field is read defensively: cookies and forms can hold anything, and a draft is never refused as a whole.
    players = (together.players,) * 2 if together else (min(least, 12), min(max(least, most), 12))
    # In a countdown, the points left are counted, so the fewest win.
    fewest = form.get("wins") == "fewest" or start > 0
    draft = Draft(name, tuple(rows), fewest, rounds, until, players, start, together.teams if together else 0)
    draft = replace(draft, starter=form.get("lead") == "starter")
    for tie in dict.fromkeys(form.getlist("tie")):
        draft = draft.with_tie(*tie.partition(":")[::2])
    return draft, reason


def _parse_amount(row: DraftRow, amount: str) -> str:
    return drafts.parse_factor(amount) if row.worth == "times" else " ".join(drafts.parts_of(amount))


def _parse_factor(form: MultiDict[str, str], row: DraftRow) -> DraftRow:
    """Return the row with the factor typed for it.

    Return it unchanged if none is typed. Raise Malformed if it is invalid.
    """
    typed = form.get(f"times-{row.key}", "")
    if row.worth != "times" or not typed.strip():
        return row
    number = parse_whole(typed, "times", -MOST_TIMES, MOST_TIMES)
    if not number:
        raise Malformed("times", Text("Use a number other than 0."))
    return replace(row, amount=str(number))


def _parse_maximum(form: MultiDict[str, str], row: DraftRow) -> DraftRow:
    """Return the row with the maximum typed for it.

    Return it unchanged if none is typed. Raise Malformed if it is invalid.
    """
    typed = form.get(f"upto-{row.key}", "")
    if row.kind != "counter" or not typed.strip():
        return row
    return replace(row, most=parse_whole(typed, "upto", 1, drafts.MOST_COUNTER))


def _parse_number(form: MultiDict[str, str], key: str, most: int) -> int:
    """Return the typed number, or the tapped one if none is typed. Raise Malformed if the number is invalid."""
    typed = form.get(f"{key}-typed", "")
    return parse_whole(typed, key, 1, most, NAMES[key]) if typed.strip() else _parse_tapped(form, key, most)


def _parse_tapped(form: MultiDict[str, str], key: str, most: int) -> int:
    text = form.get(key, "")
    return min(int(text), most) if re.fullmatch("[0-9]{1,7}", text) else 0
