"""All games, searchable by a few letters and by the number of players, in order of their names or by kind.

A game is found by its name in any language. The favourites of this phone come first.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.tally.rules import MOST_COUNTERS
from scorekeeper.games.user_input import is_same_name
from scorekeeper.group.group import Group
from scorekeeper.language.catalogue import catalogue, languages
from scorekeeper.language.text import Text, speak
from scorekeeper.storage import access
from scorekeeper.storage.access import ARCHIVED, FINISHED, RUNNING, Listed
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.pads import find_newest_pads, list_kept_pads
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.table import Table
from scorekeeper.web.forms import Form, TextField, parse_small
from scorekeeper.web.layout import Head
from scorekeeper.web.request import browser, find_game, find_requested_group, groups, language, role, tables

bp = Blueprint("shelf", __name__, url_prefix="/games")

TABLES_COUNTED = 60
"""Maximum number of tables per list that are counted to find out what a phone plays."""

KNOWN_PADS = ("hearts", "yahtzee", "wingspan", "rummikub", "uno")
"""Pads that have a tile on a phone that has not played yet, because most people know one of them."""

LIFE_COUNTERS = "lives"
"""What stands for life counters where games are named by their slugs. They are no game but a way to enter any game."""

STAYING = (LIFE_COUNTERS, "tally")
"""The last tiles of a full home page. They are for whatever has no pad, so nothing takes their place."""

TILES, FEW_TILES = 8, 4
"""Number of tiles on the home page, and on that of a phone with a running table."""

MANY_PLAYERS = 7
"""The largest number of players to choose. It stands for itself and all larger ones."""

LIVES_NAME = Text("Life counters")

LIVES_SEATS = (2, MOST_COUNTERS)
"""Smallest and largest number of players with life counters on one phone."""

LONGEST_SEARCH = 24
"""Maximum length of a search."""

MISSED = 4
"""The rating of a game that a search does not find."""

GAME_KINDS = {
    "tricks": Text("Tricks"),
    "collecting": Text("Collecting and melding"),
    "shedding": Text("Getting rid, pushing luck"),
    "tiles": Text("Tiles"),
    "dice": Text("Dice"),
    "building": Text("Building"),
    "map": Text("On a map"),
    "throwing": Text("Throwing"),
    "": Text("Other games"),
}
"""The headings of the list by kind, in their order. The keys are the kinds in pad files."""

MOST_GROUPS = 20
"""Maximum number of a phone's groups whose pads are listed, latest first."""


class Tile(NamedTuple):
    """A game to start with one tap."""

    slug: str
    name: Text | str
    url: str
    game: Game | None
    """The game, or None for life counters."""

    @property
    def seats(self) -> tuple[int, int]:
        """The smallest and largest number of players."""
        return self.game.seats if self.game else LIVES_SEATS

    @property
    def other_names(self) -> dict[str, str]:
        """The other names of the game, which differ in more than accents and capitals, and the language of each."""
        if not isinstance(self.name, Text):
            return {}
        named = {strip_accents(say(self.name)): ("", "")}
        for each in languages():
            name = speak(self.name, catalogue(each))
            named.setdefault(strip_accents(name), (name, each))
        return dict([*named.values()][1:])


class Section(NamedTuple):
    """A part of the list of all games."""

    heading: Text
    tiles: list[Tile]
    named: Sequence[Table] = ()
    """The latest tables of games that have only a name."""


class Search(NamedTuple):
    """What the list is narrowed down to."""

    typed: str
    """A part of a name."""
    players: int
    """The number of players, or 0 for any."""

    @property
    def name(self) -> str:
        """The part of a name without accents, in lower case."""
        return strip_accents(self.typed)

    def rate(self, name: str, others: Iterable[str] = ()) -> int:
        """Return how well names are found, best first: 0 if a word of the first begins so, 1 if one of the others does.

        2 and 3 stand for what is typed elsewhere in them, and MISSED for nowhere.
        """
        own, rest, typed = _space_out(name), "".join(map(_space_out, others)), _space_out(self.name)
        places = (typed in own, typed in rest, typed[1:] in own, typed[1:] in rest)
        return next((place for place, here in enumerate(places) if here), MISSED) if self.name else 0

    def rate_tile(self, tile: Tile) -> int:
        """Return how well a game is found by its names in all languages."""
        return self.rate(say(tile.name), tile.other_names if self.name else ())


class StarForm(Form):
    """The star of a game. `star` is "yes" to give it one, and `group` the group in which a table would be started."""

    star = TextField()
    group = TextField()


@bp.get("/")
def page() -> str:
    """Show all games, including names that tables gave. `name` and `players` in the address narrow them down.

    With `by=kind` they are listed by kind, each with its names in all languages. With a group in the address, a table
    is started in that group. With `print`, the games lead to their blank pads.
    """
    group = find_requested_group()
    group_id = group.id if group else ""
    printing = bool(request.args.get("print"))
    by_kind = request.args.get("by") == "kind"
    players = parse_small(request.args.get("players", "")) or 0
    # A number of players that cannot be chosen counts as any.
    search = Search(request.args.get("name", "")[:LONGEST_SEARCH], players if 2 <= players <= MANY_PLAYERS else 0)
    back = url_for("group.page", group_id=group_id) if group_id else url_for("home.index")
    every = _list_all_tiles(group_id, printing)
    tables_named: list[Table] = []
    if not (printing or search.players):
        tables_named = [table for game in GAMES.values() for table in find_played(game, group, SEARCHED)]
    rates = {tile: search.rate_tile(tile) for tile in every if has_room(tile, search.players)}
    rates_named = {table.id: search.rate(table.game.get_own_name(table.setup.options)) for table in tables_named}
    best = min([*rates.values(), *rates_named.values()], default=MISSED)
    found = [tile for tile, rate in rates.items() if rate == best < MISSED]
    named = [table for table in tables_named if rates_named[table.id] == best < MISSED]
    return render_template(
        "people/games.html",
        page=Head(Text("Blank score pads") if printing else Text("All games"), "", back),
        group=group_id or None,
        printing=printing,
        sections=_list_kinds(found, named) if by_kind else _list_sections(search, found, named),
        by_kind=by_kind,
        by_another_name=best in (1, 3),
        found=_count_games_in(found) + len(named),
        all=_count_games_in(every) + len(tables_named),
        players=search.players,
        numbers=(0, *range(2, MANY_PLAYERS + 1)),
        typed=search.typed,
    )


def _list_sections(search: Search, found: list[Tile], named: Sequence[Table]) -> list[Section]:
    """Return the sections of the list that have games: favourites or those last played, own pads, and all others."""
    # Somebody who types looks for a name: then everything is in one order.
    sections = [] if search.name else [_build_first_section(found)]
    rest = [tile for tile in found if not any(tile in section.tiles for section in sections)]
    own = [tile for tile in rest if tile.game and tile.game.file]
    sections += [
        Section(Text("Your pads"), own, named),
        Section(Text("A to Z"), [tile for tile in rest if tile not in own]),
    ]
    return [section for section in sections if section.tiles or section.named]


def _list_kinds(found: list[Tile], named: Sequence[Table]) -> list[Section]:
    """Return a section for each kind that has games. Names given at tables are with the other games."""
    of_kind: dict[str, list[Tile]] = {kind: [] for kind in GAME_KINDS}
    for tile in found:
        of_kind[tile.game.kind if tile.game else ""].append(tile)
    sections = [Section(GAME_KINDS[kind], tiles, () if kind else named) for kind, tiles in of_kind.items()]
    return [section for section in sections if section.tiles or section.named]


def _build_first_section(found: list[Tile]) -> Section:
    """Return the section of the favourites among the tiles, otherwise of some games last played."""
    by_slug = {tile.slug: tile for tile in found}
    if starred := [by_slug[slug] for slug in list_starred() if slug in by_slug]:
        return Section(Text("Favourites"), starred)
    played = [by_slug[slug] for slug in dict.fromkeys(_list_played()) if slug in by_slug]
    return Section(Text("Last played"), played[:FEW_TILES])


def _count_games_in(tiles: list[Tile]) -> int:
    """Return the number of games among the tiles. Life counters are none."""
    return sum(tile.game is not None for tile in tiles)


@bp.post("/<slug>/star")
def star(slug: str) -> Response:
    """Give a game a star on this phone, or take it away."""
    form = StarForm()
    group_id = form.group.data[:64] or None
    if slug == LIFE_COUNTERS:
        where = url_for("seats.lives", group=group_id)
    else:
        where = url_for("seats.new", slug=find_game(slug).slug, group=group_id)
    give_star(slug, form.star.data == "yes")
    return redirect(where, 303)


def has_room(tile: Tile, players: int) -> bool:
    """Return whether a game can be played by so many, or by that many and more if it is the largest choice.

    0 stands for any number.
    """
    least, most = tile.seats
    return not players or (most >= players if players == MANY_PLAYERS else least <= players <= most)


def list_tiles(most: int = TILES) -> list[Tile]:
    """Return up to `most` tiles for the home page: favourites, own pads, what was played last, and the usual games."""
    pads, played = _list_slugs(), _list_played()
    count = Counter(played)
    # Two pads: the latest one, and the most played of the others.
    own = [*pads[:1], *sorted(pads[1:], key=lambda slug: -count[slug])[:1]]
    # The first game of all is the one with the lowest place on the shelf.
    usual = (next(iter(GAMES)), *KNOWN_PADS, *STAYING)
    chosen = list(dict.fromkeys([*list_starred(), *own, *played, *usual]))
    if most == TILES:
        chosen = [*[slug for slug in chosen if slug not in STAYING][: most - len(STAYING)], *STAYING]
    return [tile for slug in chosen if (tile := build_tile(slug))][:most]


def build_tile(slug: str, group_id: str = "", printing: bool = False) -> Tile | None:
    """Return the tile of a game, or of life counters. It starts a table, in a group if `group_id` is given.

    With `printing` it leads to the blank pad. Return None if the game is unknown or nothing can be printed.
    """
    if slug == LIFE_COUNTERS:
        url = url_for("seats.lives", group=group_id or None)
        return None if printing else Tile(LIFE_COUNTERS, LIVES_NAME, url, None)
    game = tables().game(slug)
    if not game:
        return None
    url = url_for("paper.form", slug=slug) if printing else url_for("seats.new", slug=slug, group=group_id or None)
    return Tile(slug, game.name, url, game)


def _list_all_tiles(group_id: str, printing: bool) -> list[Tile]:
    """Return the tiles of all games and of life counters, pads made by people first, each part sorted by name.

    With a group, its pads come in the versions that the group has.
    """
    parts = ([game.slug for game in list_saved(group_id)], [*GAMES, LIFE_COUNTERS])
    tiles = [[tile for slug in part if (tile := build_tile(slug, group_id, printing))] for part in parts]
    # By the name in the reader’s language, without accents, as a reader would look for it.
    return [tile for part in tiles for tile in sorted(part, key=lambda tile: strip_accents(say(tile.name)))]


def list_saved(group_id: str = "") -> list[Game]:
    """Return the pads saved in the group, on this phone, or in one of its groups, in this order."""
    return [game for slug in _list_slugs(group_id) if (game := tables().game(slug))]


def _list_slugs(group_id: str = "") -> list[str]:
    newest = _map_to_newest(group_id)
    slugs = dict.fromkeys(slug for keeper in _list_keepers(group_id) for slug in list_kept_pads(tables().store, keeper))
    return [slug for slug in slugs if newest.get(slug, slug) == slug]


def _list_keepers(group_id: str) -> list[str]:
    """Return the ids under which the listed pads are saved: `group_id` if given, this phone, and its groups."""
    here = [browser(), *access.list_groups_of(tables().store, browser(), MOST_GROUPS)] if browser() else []
    return list(dict.fromkeys([group_id, *here] if group_id else here))


def _map_to_newest(group_id: str = "") -> dict[str, str]:
    """Return a dict from the slug of each version of a pad ever saved here to the slug of its newest version.

    The version of the group counts first, then that of this phone, then those of its other groups.
    """
    newest: dict[str, str] = {}
    for keeper in _list_keepers(group_id):
        # Keepers before this one take precedence.
        newest = {**find_newest_pads(tables().store, keeper), **newest}
    return newest


def list_own_pads(group_id: str = "") -> list[Game]:
    """Return the pads saved in the group `group_id`, or on this phone if it is "", latest first."""
    keeper = group_id or browser()
    slugs = list_kept_pads(tables().store, keeper) if keeper else []
    return [game for slug in slugs if (game := tables().game(slug))]


def say(text: Text | str) -> str:
    """Return a text in the reader's language."""
    return speak(text, catalogue(language())) if isinstance(text, Text) else text


def name_file(game: Game) -> str:
    """Return the name of a game in the reader's language as the beginning of a file name: ASCII letters and hyphens."""
    letters = strip_accents(say(game.name).casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[\W_]+", "-", letters).strip("-") or "pad"


def _space_out(words: str) -> str:
    """Return words in lower case without accents, each after a space in place of any other sign."""
    return " " + re.sub(r"\W", " ", strip_accents(words))


def strip_accents(word: str) -> str:
    """Return a word in lower case without accents, for searching."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).strip()


def _list_played() -> list[str]:
    """Return the slug of the game of each table of this phone, latest first. A pad has that of its newest version."""
    newest = _map_to_newest()
    rows = sorted(_list_newest_tables(), key=lambda row: -row.at)
    return [newest.get(row.game, row.game) for row in rows]


def _list_newest_tables(most: int = TABLES_COUNTED) -> list[Listed]:
    """Return the newest tables in each of this phone's lists, at most so many of each."""
    if not browser():
        return []
    return [
        row
        for kept_list in (RUNNING, FINISHED, ARCHIVED)
        for row in access.list_tables_of(tables().store, browser(), kept_list, most)
    ]


# Games with a star, which come first in lists


MOST_STARS = 12
"""Maximum number of games with a star. They are stored in a cookie."""


def list_starred() -> list[str]:
    """Return the slugs of the games with a star, latest first."""
    kept: list[str] = session.get("stars", [])
    return kept


def has_star(slug: str) -> bool:
    """Return whether the game with this slug has a star."""
    return slug in list_starred()


def give_star(slug: str, on: bool) -> None:
    """Give the game with this slug a star, or take it away."""
    before = list_starred()
    others = [other for other in before if other != slug]
    after = [slug, *others][:MOST_STARS] if on else others
    # Without a change no cookie is sent.
    if after != before:
        session["stars"] = after


# Games to which a table gave a name, offered again with their latest rules and players


LOOKED_AT = 24
"""Maximum number of tables searched per list of a phone, or per group, latest first."""

SEARCHED = 120
"""Maximum number of tables searched per list of a phone, or per group, in a search by name."""


def find_played(game: Game, group: Group | None, looked_at: int = LOOKED_AT) -> Iterator[Table]:
    """Yield the latest table for each name that tables gave to `game`, with the latest first.

    Search the latest `looked_at` tables of the group, or of this phone if `group` is None.
    """
    names: list[str] = []
    for table_id in islice(_list_latest(game, group, looked_at), looked_at) if game.named_by_tables else ():
        with suppress(DamagedLine, NoSuchTable):
            table = tables().load(table_id)
            name = game.get_own_name(table.setup.options)
            if name and not any(is_same_name(name, other) for other in names):
                names.append(name)
                yield table


def load_played(game: Game, table_id: str) -> Table | None:
    """Return the table with this id if it plays the game and this browser may see it, otherwise None."""
    with suppress(DamagedLine, NoSuchTable):
        # The address can name any table, also a group, which is stored as one.
        table = tables().load(table_id) if role(table_id) and not access.is_group(tables().store, table_id) else None
        return table if table and table.game.slug == game.slug else None
    return None


def _list_latest(game: Game, group: Group | None, looked_at: int) -> Iterator[str]:
    """Yield the ids of tables of a game, latest first: those of the group, or of this phone if `group` is None."""
    if group:
        played = groups().played(group)
        yield from (table_id for table_id in played.latest if played.results[table_id].game == game.slug)
    else:
        rows = _list_newest_tables(looked_at)
        yield from (row.id for row in sorted(rows, key=lambda row: -row.at) if row.game == game.slug)
