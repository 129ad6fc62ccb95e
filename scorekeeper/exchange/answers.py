"""Answers of the API about tables and groups, as types from which both the JSON and its schema are derived.

Only rounds that count are included, so nothing unfinished or secret can leak.
"""

from collections.abc import Mapping
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from scorekeeper.games.pad import Seat
from scorekeeper.group.played import Played
from scorekeeper.language.text import Text
from scorekeeper.table.results import find_start
from scorekeeper.table.table import Table

# a table


class Player(NamedTuple):
    """A player at a table."""

    seat: int
    name: str
    person: str
    """The id of the group member, "" for a guest."""
    points: int
    """The total."""
    place: int | None
    """None for players who left, for late ones who play along without a place, and if all play against the game."""
    won: bool
    joined: int
    """The round in which they sat down, 1 from the start."""
    start: int
    """The points with which they began, which are part of the total."""


class Points(NamedTuple):
    """The points of one seat in a round."""

    seat: int
    points: int


class RoundAnswer(NamedTuple):
    """A round that counts, with the points of each seat."""

    round: int
    points: tuple[Points, ...]


class TableAnswer(NamedTuple):
    """The state of a table."""

    id: str
    game: str
    name: Text | str
    at: int
    """The start of its last round, a Unix timestamp."""
    over: bool
    lowest_wins: bool
    players: tuple[Player, ...]
    rounds: tuple[RoundAnswer, ...]


def describe_table(table: Table, persons: Mapping[Seat, str]) -> TableAnswer:
    """Return the API's answer about a table. `persons` maps seats to ids of group members."""
    standings, setup = table.standings(), table.setup
    places = standings.ranking
    players = [
        Player(
            seat,
            setup.name(seat),
            persons.get(seat, ""),
            points,
            places.get(seat),
            seat in standings.winners,
            standings.find_joining(seat),
            setup.first_total(seat, table.game.start(setup)),
        )
        for seat, points in standings.totals.items()
    ]
    rounds = [
        RoundAnswer(number, tuple(map(Points._make, points_by_seat.items())))
        for number, points_by_seat in standings.rounds.items()
    ]
    return TableAnswer(
        table.id,
        table.game.slug,
        table.name,
        find_start(table, table.rounds),
        not table.goes_on,
        standings.lowest_wins,
        tuple(players),
        tuple(rounds),
    )


# a group


class RatingAnswer(NamedTuple):
    """The rating of a member."""

    points: int
    give_or_take: int
    """Its margin of error in points."""
    games: int
    """The number of games on which it is based."""


class PersonAnswer(NamedTuple):
    """A member of a group."""

    id: str
    name: str
    games: int
    """All their games."""
    contested: int
    """Their games with an opponent."""
    wins: int
    """Their games that they won against an opponent."""
    rating: RatingAnswer | None


class SeasonAnswer(NamedTuple):
    """A season and its start, a Unix timestamp."""

    name: str
    start: int


class TableOfGroup(NamedTuple):
    """A table of a group."""

    id: str
    game: str
    at: int
    """The start of its last round, a Unix timestamp."""
    over: bool


class GroupAnswer(NamedTuple):
    """The state of a group."""

    id: str
    name: str
    rated: bool
    """Whether the group shows ratings."""
    persons: tuple[PersonAnswer, ...]
    seasons: tuple[SeasonAnswer, ...]
    tables: tuple[TableOfGroup, ...]


def describe_group(played: Played) -> GroupAnswer:
    """Return the API's answer about a group, its tables latest first."""
    group, results = played.group, played.results
    won = {standing.person: standing for standing in played.standings}
    ratings = played.ratings if group.rated else ()
    rated = {rating.person: RatingAnswer(rating.points, rating.give_or_take, rating.n) for rating in ratings}
    persons = []
    for person in group.persons:
        standing = won.get(person.id)
        counts = (standing.plays, standing.contested, standing.wins) if standing else (0, 0, 0)
        persons.append(PersonAnswer(person.id, person.name, *counts, rated.get(person.id)))
    tables = [TableOfGroup(id, results[id].game, results[id].at, results[id].over) for id in played.latest]
    seasons = tuple(SeasonAnswer(season.name, season.start) for season in group.seasons)
    return GroupAnswer(group.id, group.name, group.rated, tuple(persons), seasons, tuple(tables))


# as JSON


def to_plain(value: object) -> object:
    """Return an answer as JSON data, with named tuples as objects and tuples as arrays. Texts stay untranslated."""
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        return dict(zip(fields, map(to_plain, value), strict=True)) if fields else [to_plain(part) for part in value]
    return value


SCHEMA_TYPES = {int: "integer", str: "string", bool: "boolean", Text: "string", type(None): "null"}
"""The JSON Schema type of each Python type that is not a tuple."""


def json_schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of what `to_plain` returns for values of the type `kind`."""
    if kind in SCHEMA_TYPES:
        return {"type": SCHEMA_TYPES[kind]}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": json_schema(get_args(kind)[0])}
    if get_origin(kind) is UnionType or isinstance(kind, UnionType):
        either = [json_schema(member) for member in get_args(kind)]
        # Text | str is a string either way.
        return either[0] if all(schema == either[0] for schema in either) else {"anyOf": either}
    fields = {name: json_schema(hint) for name, hint in get_type_hints(kind).items()}
    return {"type": "object", "required": [*fields], "properties": fields, "additionalProperties": False}
