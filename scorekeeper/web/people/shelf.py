"""Every game there is, those of this phone first, and looked for by a few letters."""

import unicodedata
from collections import Counter

from flask import Blueprint, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.storage.access import ARCHIVED, FINISHED, RUNNING, Listed
from scorekeeper.web.layout import Head
from scorekeeper.web.people.new_table import asked_group
from scorekeeper.web.people.played_before import named_games
from scorekeeper.web.request import browser, language, tables

bp = Blueprint("shelf", __name__, url_prefix="/games")

FAMILIAR = 60
"""So many tables of a list tell what is played on a phone."""

WRITTEN = 20
"""Games that stand before this place on the shelf have a tile on the home page."""

LETTERS = 24

MOST_GROUPS = 20
"""So many groups of a phone, the latest, bring their pads along."""


@bp.get("/")
def page() -> str:
    """Show every game, also those that tables have given a name; `name` narrows them down to those with these letters.

    Asked from a group, the table is opened in it.
    """
    group = asked_group()
    every = by_use(group.id if group else "")
    back = url_for("group.page", group_id=group.id) if group else url_for("home.index")
    typed = request.args.get("name", "")[:LETTERS]
    wanted = plain(typed)
    return render_template(
        "people/games.html",
        page=Head(Text("All games"), Text("%(count)s games", count=len(every)), back),
        group=group.id if group else None,
        named=[table for table in named_games(group) if wanted in plain(table.game.named(table.setup.options))],
        games=[game for game in every if wanted in plain(said(game))],
        typed=typed,
    )


def own_tiles() -> list[Game]:
    """Two pads that people made, for the home page: the one that came last, and of the others the one played most."""
    slugs = _slugs_here()
    played = _played() if len(slugs) > 2 else Counter[str]()
    chosen = [*slugs[:1], *sorted(slugs[1:], key=lambda slug: -played[slug])[:1]]
    return [game for slug in chosen if (game := tables().game(slug))]


def tiles() -> list[Game]:
    """The games with a tile on the home page, and of the pads that come along those that this phone plays."""
    played = Counter(row.game for row in _rows())
    familiar = [GAMES[slug] for slug, _ in played.most_common() if slug in GAMES and GAMES[slug].shelf >= WRITTEN]
    return [*(game for game in GAMES.values() if game.shelf < WRITTEN), *familiar[:2]]


def by_use(group_id: str = "") -> list[Game]:
    """Every game: the pads that people made, then what this phone plays, most of it at the top, then by their names.

    For a group its own pads are as they stand there.
    """
    played = _played(group_id)
    return sorted(
        (*GAMES.values(), *kept_here(group_id)), key=lambda game: (not game.file, -played[game.slug], plain(said(game)))
    )


def kept_here(group_id: str = "") -> list[Game]:
    """The pads that people made and that the group keeps, this phone or one of its groups, in this order."""
    return [game for slug in _slugs_here(group_id) if (game := tables().game(slug))]


def _slugs_here(group_id: str = "") -> list[str]:
    newest = _newest(group_id)
    slugs = dict.fromkeys(slug for keeper in _keepers(group_id) for slug in tables().store.pads_of(keeper))
    return [slug for slug in slugs if newest.get(slug, slug) == slug]


def _keepers(group_id: str = "") -> list[str]:
    """The group that is asked for, this phone, and its groups."""
    here = [browser(), *tables().store.groups_of(browser(), MOST_GROUPS)] if browser() else []
    return list(dict.fromkeys([group_id, *here] if group_id else here))


def _newest(group_id: str = "") -> dict[str, str]:
    """The pads that were ever kept here, with what stands in their place: in the group, else on this phone, else in its
    other groups.
    """
    newest: dict[str, str] = {}
    for keeper in _keepers(group_id):
        newest = {**tables().store.newest_pads(keeper), **newest}
    return newest


def _played(group_id: str = "") -> Counter[str]:
    """How often each game is played on this phone; a pad that was changed counts with what it was before."""
    newest = _newest(group_id)
    return Counter(newest.get(row.game, row.game) for row in _rows())


def own_pads(group_id: str = "") -> list[Game]:
    """The pads that people made and that this phone keeps, or a group, the latest first."""
    keeper = group_id or browser()
    slugs = tables().store.pads_of(keeper) if keeper else []
    return [game for slug in slugs if (game := tables().game(slug))]


def said(game: Game) -> str:
    """The name of a game in the reader's language."""
    return speak(game.name, catalogue(language())) if isinstance(game.name, Text) else game.name


def plain(word: str) -> str:
    """A word without its accents, as it is looked for."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).strip()


def _rows() -> list[Listed]:
    """The newest tables of this phone."""
    if not browser():
        return []
    return [
        row for list in (RUNNING, FINISHED, ARCHIVED) for row in tables().store.tables_of(browser(), list, FAMILIAR)
    ]
