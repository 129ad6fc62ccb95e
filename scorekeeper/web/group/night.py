"""A game night of a group as a picture to share, into which the browser can draw a photo."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from contextlib import suppress
from datetime import date

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper.group.group import Group
from scorekeeper.group.played import Played
from scorekeeper.group.statistics import PlayedGame, Standing
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Plural, Text, join_names, speak
from scorekeeper.nights import find_night_date
from scorekeeper.printing.pictures import (
    CAPTION,
    PICTURE_SIZE,
    NightGame,
    NightRow,
    NightView,
    break_lines,
    find_place,
    render_night,
)
from scorekeeper.printing.press import print_picture
from scorekeeper.printing.templates import format_day
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.results import Results
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import format_long_date
from scorekeeper.web.group.calendar import find_requested_day
from scorekeeper.web.group.figures import describe_game
from scorekeeper.web.layout import render_group_page
from scorekeeper.web.print.paper import file_response
from scorekeeper.web.request import find_game, groups, load_visible_group, paper_language, tables
from scorekeeper.web.scoring import chart

bp = Blueprint("night", __name__, url_prefix="/g/<group_id>")

MOST_NAMED = 2
"""Maximum number of games that are named behind a player. Further ones are counted."""


@bp.get("/night")
def page(group_id: str) -> str:
    """Show the picture of a game night. Abort with 404 if no member has won a game on that day."""
    group = load_visible_group(group_id)
    night = _find_requested_night(group)
    view = build_night(night, paper_language())
    day = find_date(night)
    place = view.place
    return render_group_page(
        "group/night.html",
        group,
        format_long_date(day, with_year=True),
        "",
        back=url_for("group.all_tables", group_id=group.id, day=day),
        day=day,
        sentence=view.sentence,
        picture_url=url_for("night.picture", group_id=group.id, day=day),
        photo_url=url_for("night.picture", group_id=group.id, day=day, photo="yes"),
        place=f"{place.x} {place.y} {place.width} {place.height}",
        size=PICTURE_SIZE,
    )


@bp.get("/night.png")
def picture(group_id: str) -> Response:
    """Return a game night as a PNG, with `photo` in the address with a blank place for a photo.

    Abort with 404 if no member has won a game on that day.
    """
    group = load_visible_group(group_id)
    night = _find_requested_night(group)
    lang = paper_language()
    content = print_picture(render_night(build_night(night, lang), lang, photo="photo" in request.args))
    return file_response(content, f"night-{find_date(night).isoformat()}.png")


def find_night(played: Played, day: date | None) -> Played | None:
    """Return what was played on the game night of a date, otherwise on the latest one.

    Return None if no member won a game then.
    """
    if not played.games:
        return None
    # The latest game is the last one.
    day = day or _find_date(played.games[-1])
    first, end = bisect_left(played.games, day, key=_find_date), bisect_right(played.games, day, key=_find_date)
    night = played.only(played.games[first:end])
    return night if night.standings and night.standings[0].wins else None


def find_date(night: Played) -> date:
    """Return the date of a game night."""
    return _find_date(night.games[0])


def _find_date(game: PlayedGame) -> date:
    return find_night_date(game.at)


def _find_requested_night(group: Group) -> Played:
    return find_night(groups().played(group), find_requested_day()) or abort(404)


def build_night(night: Played, lang: str) -> NightView:
    """Return what the picture of a game night shows. `lang` is the language of names of games.

    Whoever won most games has won the night, as in the list of wins on the group's page. Several can share it.
    """
    words = catalogue(lang)
    group, standings = night.group, night.standings
    most = standings[0].wins
    first = [standing for standing in standings if standing.wins == most]
    winners = [(group.names[standing.person], group.signs[group.resolve(standing.person)]) for standing in first]
    others = [_describe_other(night, standing) for standing in standings[len(first) :]]
    of_tables = {game.table_id: night.results[game.table_id] for game in night.games}
    lines = break_lines([_describe_game(results, lang) for results in of_tables.values()])
    place = find_place(len(others), len(lines))
    table = _find_longest(of_tables)
    frame = chart.PICTURED._replace(width=place.width, height=place.height - CAPTION)
    if len(first) == 1:
        verdict = Plural("wins the night with one game won", "wins the night with %(count)s games won", most)
    else:
        verdict = Plural(
            "share the night with one game won each", "share the night with %(count)s games won each", most
        )
    day = find_date(night).isoformat()
    said = [
        f"{format_day(day, 'full', lang)}: {join_names([name for name, _ in winners], words)} {speak(verdict, words)}",
        *[f"{row.place}. {row.name} {row.wins}" for row in others],
        ", ".join(game.name for line in lines for game in line),
    ]
    return NightView(
        group=group.name,
        date=day,
        winners=winners,
        verdict=verdict,
        others=others,
        lines=lines,
        place=place,
        race=chart.draw_race(table, frame) if table else None,
        race_title=table.name if table else "",
        sentence=". ".join(said) + ".",
    )


def _describe_other(night: Played, standing: Standing) -> NightRow:
    group, person = night.group, standing.person
    won = [game for game in night.games if game.contested and person in game.winners]
    names: list[Text] = list(dict.fromkeys(describe_game(game.kind.game, game.kind.edition) for game in won))
    if len(names) > MOST_NAMED:
        further = len(names) - MOST_NAMED
        names[MOST_NAMED:] = [Plural("one more game", "%(count)s more games", further)]
    return NightRow(
        1 + sum(other.wins > standing.wins for other in night.standings),
        group.names[person],
        group.signs[group.resolve(person)],
        standing.wins,
        Text("won %(games)s", games=tuple(names)) if names else None,
    )


def _describe_game(results: Results, lang: str) -> NightGame:
    """Return the game of a table with the points that won it or lead, or that it was lost."""
    words = catalogue(lang)
    named = describe_game(results.game, results.edition)
    game = find_game(results.game)
    has_usual_name = named == describe_game(results.game, "")
    how = speak(Text("lost"), words) if results.lost else results.points
    return NightGame(f"{speak(named, words)} {how}".rstrip(), game if has_usual_name else None)


def _find_longest(by_table: Mapping[str, Results]) -> Table | None:
    """Return the table of the most rounds with a result, of several the latest. None if none of them can be read."""
    # From the results, because loading thousands of tables takes seconds.
    rounds = {table_id: sum(game.rounds for game in results.results) for table_id, results in by_table.items()}
    shortest_first = sorted(rounds, key=rounds.__getitem__)
    for table_id in reversed(shortest_first):
        with suppress(DamagedLine, NoSuchTable):
            return tables().load(table_id)
    return None
