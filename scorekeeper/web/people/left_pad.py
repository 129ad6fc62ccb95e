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
from scorekeeper.web.inputs import parse_small, whole, words

COOKIE = "making"
"""Name of the cookie with the current draft."""

LONGEST = 3_800
"""The maximum length of that cookie. A longer draft is not stored, so its last shorter version comes back instead."""

WAITING = "waiting"
"""Name of the cookie with the drafts started earlier."""

LONGEST_WAITING = 3_000
"""The maximum length of that cookie. Both together stay below the 8 KiB that servers accept in a header line."""

BETWEEN = "."
"""Separator of drafts in that cookie."""

MOST_WAITING = 24
"""The maximum number of drafts read from that cookie. More of them do not fit if the app wrote it."""

MOST_FIELDS = 500
"""The maximum number of form fields of a draft: those of the longest possible pad, and some to spare."""

MOST = {"rounds": 99, "until": MOST_POINTS, "start": MOST_POINTS}
"""The maximum of each number of a pad that is tapped or typed."""

MOST_TIMES = 999
"""The maximum factor of a row."""

NAMES = {
    "rounds": Text("Rounds"),
    "until": Text("Ends at this many points"),
    "start": Text("Count down from"),
}
"""Labels of these numbers in error messages."""

DAYS = 60
"""Days for which a draft is stored."""


KEPT = 60 * 60
"""Seconds for which the page offers to change the pad that was saved last."""


class Left(NamedTuple):
    """A draft of a pad. `start` is the slug of the saved pad that it changes, "" for none.

    `mark` identifies the draft, `group` is the group it is made for. `kept`: it was saved and not changed since.
    `gone`: it was deleted just now.
    """

    draft: Draft
    start: str
    kept: bool = False
    mark: str = ""
    group: str = ""
    gone: bool = False

    @property
    def called(self) -> str:
        """The name of the draft, otherwise that of its first row."""
        return self.draft.name or next((row.label for row in self.draft.rows), "…")

    @property
    def open(self) -> bool:
        """Whether it is neither saved nor deleted."""
        return not self.kept and not self.gone


def left_pads() -> list[Left]:
    """Return this browser's drafts, latest first. The first one can be a pad just saved or deleted."""
    letters = [request.cookies.get(COOKIE, "")[:LONGEST]]
    letters += request.cookies.get(WAITING, "")[:LONGEST_WAITING].split(BETWEEN)[:MOST_WAITING]
    lefts = [left for one in letters if one and (left := _read(one))]
    marks = [left.mark for left in lefts]
    return [left for place, left in enumerate(lefts) if not left.mark or left.mark not in marks[:place]]


def _read(letters: str) -> Left | None:
    try:
        fields = MultiDict(parse_qsl(unpack(letters), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except (Mistake, ValueError):
        return None
    draft, _ = posted(fields)
    start, group = fields.get("from", "")[:40], fields.get("group", "")[:64]
    return Left(draft, start, "kept" in fields, mark_of(fields), group, "gone" in fields)


def mark_of(fields: MultiDict[str, str]) -> str:
    """Return the mark of a draft from form fields."""
    return fields.get("mark", "")[:40]


def remember(page: str, left: Left, status: int = 200) -> Response:
    """Return a response with this page, which stores the draft in a cookie. Empty drafts are not stored."""
    response = _others_wait(make_response(page, status), left.mark)
    if not left.draft.rows and not left.draft.name:
        return _without(response, COOKIE)
    return _with(response, COOKIE, _letters(left), LONGEST, DAYS * 24 * 60 * 60)


def remember_kept(response: Response, left: Left, slug: str) -> Response:
    """Store in the response which pad was saved last, in place of its draft."""
    fields = [("from", slug), ("name", left.draft.name), ("kept", "1"), ("group", left.group)]
    return _with(_others_wait(response, left.mark), COOKIE, pack(urlencode(fields)), LONGEST, KEPT)


def remember_gone(response: Response, left: Left) -> Response:
    """Store in the response which draft was deleted, so that it can be restored.

    A draft too long for the cookie is restored in its last stored version.
    """
    versions = [left, *(one for one in left_pads() if one.mark == left.mark)]
    every = [_letters(one._replace(gone=True)) for one in versions]
    letters = next((one for one in every if len(one) <= LONGEST), "")
    response = _others_wait(response, left.mark)
    return _with(response, COOKIE, letters, LONGEST, KEPT) if letters else _without(response, COOKIE)


def _others_wait(response: Response, mark: str) -> Response:
    """Store the other drafts in the response, as many as fit, latest first."""
    waiting = BETWEEN.join(map(_letters, _others(mark)[0]))
    if waiting == request.cookies.get(WAITING, ""):
        return response
    if not waiting:
        return _without(response, WAITING)
    return _with(response, WAITING, waiting, LONGEST_WAITING, DAYS * 24 * 60 * 60)


def without_room(mark: str) -> list[Left]:
    """Return the drafts that are lost with the first tap on this one, because the cookie has no room for them."""
    return _others(mark)[1]


def _others(mark: str) -> tuple[list[Left], list[Left]]:
    """Return the other drafts, latest first: those that fit into the cookie, and the rest."""
    others = [left for left in left_pads() if left.mark != mark and left.open]
    lengths = accumulate(len(BETWEEN) + len(_letters(left)) for left in others)
    fitting = sum(length <= len(BETWEEN) + LONGEST_WAITING for length in lengths)
    return others[:fitting], others[fitting:]


def _letters(left: Left) -> str:
    fields = [("from", left.start), ("mark", left.mark), ("group", left.group), *_fields(left.draft)]
    fields += [("gone", "1")] if left.gone else []
    return pack(urlencode(fields))


def _with(response: Response, cookie: str, letters: str, longest: int, age: int) -> Response:
    if len(letters) <= longest:
        where = url_for("make_pad.page")
        response.set_cookie(
            cookie, letters, max_age=age, path=where, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response


def _without(response: Response, cookie: str) -> Response:
    if cookie in request.cookies:
        response.delete_cookie(cookie, path=url_for("make_pad.page"))
    return response


def _fields(draft: Draft) -> Iterator[tuple[str, str]]:
    """Yield the form fields of a draft. `posted` parses them back."""
    together = spelled(Teams(draft.players[1], draft.teams)) if draft.teams else ""
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


def spelled(teams: Teams) -> str:
    """Return the form's value for teams: number of players and number of teams."""
    return f"{teams.players}/{teams.teams}"


def posted(form: MultiDict[str, str]) -> tuple[Draft, Text | None]:
    """Parse a draft from the form, and return it with the first thing wrong in it, or None."""
    reason: Text | None = None

    def typed(text: str, key: str, most: int) -> str:
        nonlocal reason
        try:
            return words(text, key, most)
        except Malformed as wrong:
            reason = reason or wrong.reason
            return text[: 2 * most]

    columns = [form.getlist(name) for name in ("key", "kind", "label", "worth", "amount", "choices")]
    rows = list[DraftRow]()
    for key, kind, label, worth, amount, choices in zip(*columns, strict=False):
        known = drafts.KEY.fullmatch(key) and kind in drafts.KINDS and worth in drafts.WORTHS
        if known and all(row.key != key for row in rows) and len(rows) < drafts.MOST_ROWS:
            row = DraftRow(key, kind, typed(label, "label", drafts.MOST_LETTERS), worth)
            said = typed(choices, "choices", 400) if kind == "choice" else ""
            rows.append(replace(row, amount=_amount(row, amount), choices=said))
            try:
                rows[-1] = _upto(form, _times(form, rows[-1]))
            except Malformed as wrong:
                reason = reason or Text("%(row)s: %(why)s", row=Literal(label), why=wrong.reason)
    try:
        numbers = {key: _number(form, key, most) for key, most in MOST.items()}
    except Malformed as wrong:
        reason = reason or wrong.reason
        numbers = {key: _tapped(form, key, most) for key, most in MOST.items()}
    rounds, until, start = numbers.values()
    least, most = parse_small(form.get("least", "")) or 2, parse_small(form.get("most", "")) or 6
    name = typed(form.get("name", ""), "name", drafts.MOST_LETTERS)
    together = next((one for one in drafts.TEAMS if form.get("teams") == spelled(one)), None)
    # Every field is read defensively: cookies and forms can hold anything, and a draft is never refused as a whole.
    players = (together.players,) * 2 if together else (min(least, 12), min(max(least, most), 12))
    fewest = form.get("wins") == "fewest" or start > 0
    draft = Draft(name, tuple(rows), fewest, rounds, until, players, start, together.teams if together else 0)
    draft = replace(draft, starter=form.get("lead") == "starter")
    for tie in dict.fromkeys(form.getlist("tie")):
        draft = draft.with_tie(*tie.partition(":")[::2])
    return draft, reason


def _amount(row: DraftRow, amount: str) -> str:
    return drafts.parse_factor(amount) if row.worth == "times" else " ".join(drafts.parts_of(amount))


def _times(form: MultiDict[str, str], row: DraftRow) -> DraftRow:
    """Return the row with the typed factor, if there is one. Raise Malformed if it is invalid."""
    typed = form.get(f"times-{row.key}", "")
    if row.worth != "times" or not typed.strip():
        return row
    number = whole(typed, "times", -MOST_TIMES, MOST_TIMES)
    if not number:
        raise Malformed("times", Text("Use a number other than 0."))
    return replace(row, amount=str(number))


def _upto(form: MultiDict[str, str], row: DraftRow) -> DraftRow:
    """Return the row with the typed maximum, if there is one. Raise Malformed if it is invalid."""
    typed = form.get(f"upto-{row.key}", "")
    if row.kind != "counter" or not typed.strip():
        return row
    return replace(row, most=whole(typed, "upto", 1, drafts.MOST_COUNTER))


def _number(form: MultiDict[str, str], key: str, most: int) -> int:
    """Return the typed number, otherwise the tapped one. Raise Malformed if it is invalid."""
    typed = form.get(f"{key}-typed", "")
    return whole(typed, key, 1, most, NAMES[key]) if typed.strip() else _tapped(form, key, most)


def _tapped(form: MultiDict[str, str], key: str, most: int) -> int:
    text = form.get(key, "")
    return min(int(text), most) if re.fullmatch("[0-9]{1,7}", text) else 0
