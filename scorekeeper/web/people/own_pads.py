"""Pads made by people: a list per phone and per group, and pages to show, share, save, remove and download them."""

import re
import time
from urllib.parse import quote

from flask import Blueprint, Response, abort, make_response, redirect, render_template, url_for
from flask_wtf.file import FileField
from werkzeug.wrappers import Response as Answer

from scorekeeper.games.game import Game
from scorekeeper.games.own_pads import LONGEST_LINK, SCANNED, decode_text, pack, parse_own_game, unpack
from scorekeeper.games.pads.draft import read_draft
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.language.text import Text
from scorekeeper.printing.templates import draw_qr_code
from scorekeeper.storage.pads import MOST_KEPT, Full, find_pad_text, keep_pad, let_go_of_pad, list_kept_pads
from scorekeeper.web.forms import FileForm, Form, TextField
from scorekeeper.web.layout import Head
from scorekeeper.web.people.pad_preview import preview_pad
from scorekeeper.web.people.rate_limit import TooMany, count_request
from scorekeeper.web.people.shelf import list_own_pads, name_file, say
from scorekeeper.web.request import (
    browser,
    ensure_browser,
    find_game,
    find_requested_group,
    public_url,
    set_browser_cookie,
    tables,
)

bp = Blueprint("pads", __name__, url_prefix="/pads")


class NotSaved(Exception):
    """The pad cannot be saved now. `status` is the HTTP status of the response."""

    def __init__(self, reason: Text, status: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


@bp.get("/")
def index() -> str:
    """Show the pads saved on this phone, and those saved only in the group that the address names."""
    return _render_list()


def _render_list(reason: Text | None = None) -> str:
    group = find_requested_group()
    here, back = list_own_pads(), url_for("shelf.page", group=group.id if group else None)
    return render_template(
        "people/pads.html",
        page=Head(Text("Your pads"), group.name if group else "", back),
        group=group.id if group else None,
        games=here,
        of_group=[game for game in list_own_pads(group.id) if game not in here] if group else [],
        reason=reason,
        wrong=reason is not None,
    )


@bp.get("/<slug>")
def page(slug: str) -> str:
    """Show a saved pad: its entry page, an example, the blank paper, and ways to share it."""
    game = find_game(slug)
    return _render_pad(game) if game.file else abort(404)


def _render_pad(game: Game, reason: Text | None = None) -> str:
    group = find_requested_group()
    kept = bool(browser()) and game.slug in list_kept_pads(tables().store, browser())
    letters = pack(game.file)
    link = public_url("pads.got", letters=letters) if len(letters) <= LONGEST_LINK else ""
    return render_template(
        "people/pad.html",
        page=Head(game.name, Text("A pad"), url_for("pads.index", group=group.id if group else None)),
        group=group.id if group else None,
        game=game,
        pad=preview_pad(game),
        kept=kept,
        by_taps=read_draft(game.file) is not None,
        letters=letters,
        file=game.file,
        link=link,
        qr=draw_qr_code(link, "l") if 0 < len(link) <= SCANNED else "",
        reason=reason,
        wrong=reason is not None,
    )


@bp.get("/got/<letters>")
def got(letters: str) -> str:
    """Show a pad from a share link after checking it. Nothing is saved yet."""
    return _render_pad(parse_own_game(unpack(letters)))


@bp.errorhandler(Mistake)
def show_mistake(wrong: Mistake) -> tuple[str, int]:
    """Return the list of pads with the mistake in a pad that somebody sent."""
    # A broken link has no file that could be named.
    return _render_list(wrong.said if wrong.file else wrong.reason), 422


@bp.get("/<slug>/pad.toml")
def file(slug: str) -> Response:
    """Return a pad as a TOML file. The file is named after the pad."""
    game = find_game(slug)
    response = Response(game.file or abort(404), content_type="application/toml; charset=utf-8")
    called = re.sub(r"[\W_]+", "-", say(game.name).casefold()).strip("-") or "pad"
    letters = name_file(game)
    # Old browsers read only the ASCII name, others the encoded one after it (RFC 6266).
    further = "" if called.isascii() else f"; filename*=UTF-8''{quote(called)}.toml"
    response.headers["Content-Disposition"] = f'attachment; filename="{letters}.toml"{further}'
    return response


class KeepForm(Form):
    """Buttons that save a shared pad, or play it as well. `file` is the text of the pad."""

    file = TextField()
    do = TextField()


class UploadForm(FileForm):
    """The form that imports a pad."""

    pad = FileField()


@bp.post("/keep")
def keep() -> Answer | tuple[str, int]:
    """Save a shared pad, and start a table with it if the button for that was tapped."""
    form = KeepForm()
    game = parse_own_game(decode_text(form.file.data))
    try:
        return save_pad(game, form.do.data == "play")
    except NotSaved as wrong:
        return _render_pad(game, wrong.reason), wrong.status


@bp.post("/bring")
def bring() -> Answer | tuple[str, int]:
    """Save a pad from an uploaded file."""
    given = UploadForm().pad.data
    try:
        return save_pad(parse_own_game(decode_text(given.read() if given else b"")))
    except NotSaved as wrong:
        return _render_list(wrong.reason), wrong.status


def save_pad(game: Game, play: bool = False, instead: str = "") -> Answer:
    """Save a pad on this phone and in the group in the address. Redirect to its page, or to a new table if `play`.

    `instead` is the slug of the pad that it replaces in these lists. Raise NotSaved if it cannot be saved.
    """
    group = find_requested_group()
    store, now = tables().store, int(time.time())
    try:
        # Only new pads count towards the limit. Saving a pad that the server has already takes no space.
        if find_pad_text(store, game.slug) is None:
            count_request("openings")
        for keeper in (ensure_browser(), *((group.id,) if group else ())):
            keep_pad(store, game.file, keeper, now, instead)
    except TooMany:
        text = Text("Too many pads and tables were created from this network in the last hour. Try again later.")
        raise NotSaved(text, 429) from None
    except Full:
        text = Text("You already have %(most)s saved pads. Delete one first.", most=MOST_KEPT)
        raise NotSaved(text, 422) from None
    where = url_for("seats.new" if play else "pads.page", slug=game.slug, group=group.id if group else None)
    return set_browser_cookie(make_response(redirect(where, 303)))


@bp.post("/<slug>/let-go")
def let_go(slug: str) -> Answer:
    """Remove a pad from the lists of this phone and of the group in the address. Tables that use the pad continue."""
    group = find_requested_group()
    for keeper in (browser(), group.id if group else ""):
        if keeper:
            let_go_of_pad(tables().store, slug, keeper)
    return redirect(url_for("pads.index", group=group.id if group else None), 303)
