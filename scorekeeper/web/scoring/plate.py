"""The plate across a score sheet on which somebody has won: the winner, by how much, and the others by place."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.games.pad import TOTAL, Seat, format_points
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.table.table import Table

MOST_OTHERS = 5
"""The maximum number of players listed below the winners. The sheet has them all."""


class Placed(NamedTuple):
    """A player or team below the winners. `place` is “–” if there is none."""

    place: str
    signs: tuple[Sign, ...]
    name: str
    total: str


class Plate(NamedTuple):
    """What the plate shows. `points` also says how far the next player is behind. `order` says which score wins."""

    signs: tuple[Sign, ...]
    title: Text
    points: Text
    others: list[Placed]
    order: Text | None


def build_plate(table: Table, round: int) -> Plate | None:
    """Return the plate of the sheet of a round, or None if nobody has won with it.

    Somebody wins with a round that is a game of its own, or with the last one. There is no plate for players who play
    together against the game, nor for a single player.
    """
    sheet, standings, setup = table.sheet(round), table.standings(), table.setup
    whole = table.game.whole(setup)
    winners = sheet.winners if whole else standings.winners if standings.last == round else ()
    columns = table.columns(round)
    ahead = [column for column in columns if column[0] in winners]
    if not sheet.decided or not ahead or len(columns) < 2 or table.game.together:
        return None
    totals = sheet.totals if whole else standings.totals
    sign = 1 if table.game.lowest_wins(setup) else -1
    others = [column for column in columns if column[0] not in winners and column[0] in totals]
    if whole:
        better = {column: sum(sign * totals[one[0]] < sign * totals[column[0]] for one in others) for column in others}
        places = {column: len(winners) + 1 + better[column] for column in others}
    else:
        ranks = {column: standings.places.get(column[0], 0) for column in columns}
        places = {
            column: 1 + sum(0 < rank < ranks[column] for rank in ranks.values()) for column in others if ranks[column]
        }
    others.sort(key=lambda column: places.get(column, len(columns) + 1))
    return Plate(
        signs=tuple([setup.sign(seat) for column in ahead for seat in column]),
        title=_say_who_wins(setup.names(winners), len(ahead) == 1),
        points=_say_by_how_much(table, totals, ahead[0][0], others),
        others=[
            Placed(
                place=str(places.get(column, "\u2013")),
                signs=tuple([setup.sign(seat) for seat in column]),
                name=table.heading(column),
                total=format_points(totals[column[0]]),
            )
            for column in others[:MOST_OTHERS]
        ],
        order=None
        if table.game.last_in(setup)
        else Text("lowest wins")
        if table.game.lowest_wins(setup)
        else Text("highest wins"),
    )


def _say_who_wins(who: tuple[str, ...], alone: bool) -> Text:
    # To say that partners “share the win” would sound like a tie.
    if alone and len(who) > 1:
        return Text("%(who)s win", who=who)
    return Plural("%(who)s wins", "%(who)s share the win", len(who), who=who)


def _say_by_how_much(
    table: Table, totals: Mapping[Seat, int], winner: Seat, others: Sequence[tuple[Seat, ...]]
) -> Text:
    """Return the points of a winner, and the distance to the next player. After a tie-break it is none."""
    best = totals[winner]
    # Other games count something else, such as tokens.
    points = (
        Plural("%(count)s point", "%(count)s points", best)
        if table.game.total == TOTAL
        else Literal(format_points(best))
    )
    if not others or table.game.last_in(table.setup):
        return points
    margin = abs(totals[others[0][0]] - best)
    near = tuple(
        [table.setup.name(seat) for column in others if abs(totals[column[0]] - best) == margin for seat in column]
    )
    if not margin:
        return Text("%(points)s, tied with %(who)s", points=points, who=near)
    if table.game.lowest_wins(table.setup):
        return Text("%(points)s, %(margin)s fewer than %(who)s", points=points, margin=margin, who=near)
    return Text("%(points)s, %(margin)s more than %(who)s", points=points, margin=margin, who=near)
