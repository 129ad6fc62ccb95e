"""All games: pads made by people first, then the games this phone plays, searchable by a few letters."""

import unicodedata
from collections import Counter

from flask import Blueprint, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.storage.access import ARCHIVED, FINISHED, RUNNING, Listed
from scorekeeper.web.layout import Head
from scorekeeper.web.people.new_table import find_requested_group
from scorekeeper.web.people.played_before import find_all_played
from scorekeeper.web.request import browser, language, tables

bp = Blueprint("shelf", __name__, url_prefix="/games")

TABLES_COUNTED = 60
"""Maximum number of tables per list that are counted to find out what a phone plays."""

TILES_BEFORE = 20
"""Games with a lower place on the shelf than this have a tile on the home page."""

LETTERS = 24
"""Maximum length of a search."""

MOST_GROUPS = 20
"""Maximum number of a phone's groups whose pads are listed, latest first."""


@bp.get("/")
def page() -> str:
    """Show all games, including names that tables gave. `name` in the address narrows them down.

    With a group in the address, a table is started in that group.
    """
    group = find_requested_group()
    every = list_by_use(group.id if group else "")
    back = url_for("group.page", group_id=group.id) if group else url_for("home.index")
    typed = request.args.get("name", "")[:LETTERS]
    wanted = strip_accents(typed)
    return render_template(
        "people/games.html",
        page=Head(Text("All games"), Text("%(count)s games", count=len(every)), back),
        group=group.id if group else None,
        named=[
            table for table in find_all_played(group) if wanted in strip_accents(table.game.named(table.setup.options))
        ],
        games=[game for game in every if wanted in strip_accents(translate_name(game))],
        typed=typed,
    )


def list_own_tiles() -> list[Game]:
    """Return up to two pads made by people for the home page: the latest one and the most played of the others."""
    slugs = _list_slugs()
    # With two pads or fewer all are shown, so nothing has to be counted.
    played = _count_played() if len(slugs) > 2 else Counter[str]()
    chosen = [*slugs[:1], *sorted(slugs[1:], key=lambda slug: -played[slug])[:1]]
    return [game for slug in chosen if (game := tables().game(slug))]


def list_tiles() -> list[Game]:
    """Return the games with a tile on the home page, and up to two built-in pads that this phone plays most."""
    played = Counter(row.game for row in _list_newest_tables())
    familiar = [GAMES[slug] for slug, _ in played.most_common() if slug in GAMES and GAMES[slug].shelf >= TILES_BEFORE]
    return [*(game for game in GAMES.values() if game.shelf < TILES_BEFORE), *familiar[:2]]


def list_by_use(group_id: str = "") -> list[Game]:
    """Return all games, pads made by people first. Within each part, the most played on this phone come first.

    Games played equally often are sorted by name. With a group, its pads come in the versions that the group has.
    """
    played = _count_played(group_id)
    return sorted(
        (*GAMES.values(), *list_saved(group_id)),
        # By the name in the reader’s language, without accents, as a reader would look for it.
        key=lambda game: (not game.file, -played[game.slug], strip_accents(translate_name(game))),
    )


def list_saved(group_id: str = "") -> list[Game]:
    """Return the pads saved in the group, on this phone, or in one of its groups, in this order."""
    return [game for slug in _list_slugs(group_id) if (game := tables().game(slug))]


def _list_slugs(group_id: str = "") -> list[str]:
    newest = _map_to_newest(group_id)
    slugs = dict.fromkeys(slug for keeper in _list_keepers(group_id) for slug in tables().store.pads_of(keeper))
    return [slug for slug in slugs if newest.get(slug, slug) == slug]


def _list_keepers(group_id: str = "") -> list[str]:
    """Return the ids under which the listed pads are saved: `group_id` if given, this phone, and its groups."""
    here = [browser(), *tables().store.groups_of(browser(), MOST_GROUPS)] if browser() else []
    return list(dict.fromkeys([group_id, *here] if group_id else here))


def _map_to_newest(group_id: str = "") -> dict[str, str]:
    """Return a dict from the slug of each version of a pad ever saved here to the slug of its newest version.

    The version of the group counts first, then that of this phone, then those of its other groups.
    """
    newest: dict[str, str] = {}
    for keeper in _list_keepers(group_id):
        # Keepers before this one take precedence.
        newest = {**tables().store.newest_pads(keeper), **newest}
    return newest


def _count_played(group_id: str = "") -> Counter[str]:
    """Return how often this phone played each game, by slug. Older versions of a pad count as the newest one."""
    newest = _map_to_newest(group_id)
    return Counter(newest.get(row.game, row.game) for row in _list_newest_tables())


def list_own_pads(group_id: str = "") -> list[Game]:
    """Return the pads saved in the group `group_id`, or on this phone if it is "", latest first."""
    keeper = group_id or browser()
    slugs = tables().store.pads_of(keeper) if keeper else []
    return [game for slug in slugs if (game := tables().game(slug))]


def translate_name(game: Game) -> str:
    """Return the name of a game in the reader's language."""
    return speak(game.name, catalogue(language())) if isinstance(game.name, Text) else game.name


def strip_accents(word: str) -> str:
    """Return a word in lower case without accents, for searching."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).strip()


def _list_newest_tables() -> list[Listed]:
    """Return the newest tables in each of this phone's lists."""
    if not browser():
        return []
    return [
        row
        for kept_list in (RUNNING, FINISHED, ARCHIVED)
        for row in tables().store.tables_of(browser(), kept_list, TABLES_COUNTED)
    ]
