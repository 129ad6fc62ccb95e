"""The plate across a score sheet on which somebody has won: the winner, by how much, and the others by place."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.games.pad import TOTAL, Seat, Setup, format_points, place_sides
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.printing.score_sheets import PlayerTotal
from scorekeeper.table.table import Table

SeatsOfColumn = tuple[Seat, ...]
"""The seats in a column of the sheet: a player, or partners."""

MOST_OTHERS = 5
"""The maximum number of players listed below the winners. The sheet has them all."""


class WinnersPlate(NamedTuple):
    """What the plate shows."""

    signs: tuple[Sign, ...]
    title: Text
    points: Text
    """The points, and how far the next player is behind."""
    others: list[PlayerTotal]
    order: Text | None
    """Which score wins."""


def build_plate(table: Table, round: int, whole: bool) -> WinnersPlate | None:
    """Return the plate of the sheet of a round, or None if nobody has won with it.

    Somebody wins with a round that is a game of its own (`whole`), or with the last one. There is no plate for players
    who play together against the game, nor for a single player.
    """
    sheet, standings, setup = table.sheet(round), table.standings(), table.setup
    columns = table.columns(round)
    if not sheet.decided or len(columns) < 2 or table.game.together or not (whole or standings.last == round):
        return None
    winners, totals = (sheet.winners, sheet.totals) if whole else (standings.winners, standings.totals)
    ahead = [column for column in columns if column[0] in winners]
    if not ahead:
        return None
    others = [column for column in columns if column[0] not in winners and column[0] in totals]
    if whole:
        # The others are placed by their totals, behind the winners.
        sign = 1 if table.game.lowest_wins(setup) else -1
        sides = table.list_sides(round)
        won = sum(1 for side in sides if any(column[0] in side for column in ahead))
        behind = place_sides({column[0]: sign * totals[column[0]] for column in others}, sides)
        places = {column: won + behind[column[0]] for column in others}
    else:
        places = {column: standings.ranking[column[0]] for column in columns if column[0] in standings.ranking}
    others.sort(key=lambda column: places.get(column, len(columns) + 1))
    return WinnersPlate(
        signs=_list_signs(setup, ahead),
        title=_say_who_wins(setup.names(winners), table.is_one_side(winners, round)),
        points=_say_by_how_much(table, round, totals, ahead[0][0], others),
        others=[
            PlayerTotal(
                name=table.heading(column),
                leader=False,
                total=format_points(totals[column[0]]) if standings.scored else "",
                signs=_list_signs(setup, [column]),
                place=str(places.get(column, "\u2013")),
            )
            for column in others[:MOST_OTHERS]
        ],
        order=_say_which_score_wins(table, round),
    )


def _list_signs(setup: Setup, columns: Sequence[SeatsOfColumn]) -> tuple[Sign, ...]:
    return tuple([setup.sign(seat) for column in columns for seat in column])


def _say_which_score_wins(table: Table, round: int) -> Text | None:
    """Return "lowest wins" or "highest wins", or None if no score decides."""
    standings = table.standings(round)
    if table.game.last_in(table.setup) or not table.game.scored or standings.won_by or standings.won_despite_points:
        return None
    return Text("lowest wins") if table.game.lowest_wins(table.setup) else Text("highest wins")


def _say_who_wins(who: tuple[str, ...], one_side: bool) -> Text:
    # To say that partners “share the win” would sound like a tie.
    if one_side and len(who) > 1:
        return Text("%(who)s win", who=who)
    return Plural("%(who)s wins", "%(who)s share the win", len(who), who=who)


def _say_by_how_much(
    table: Table, round: int, totals: Mapping[Seat, int], winner: Seat, others: Sequence[SeatsOfColumn]
) -> Text:
    """Return the points of a winner, and the distance to the next player. After a tie-break it is none.

    Return what has won the game instead if it was not the points. Empty if nothing scores points.
    """
    if won_by := table.sheet(round).won_by:
        return Text("%(what)s", what=won_by)
    if not table.game.scored:
        return Literal("")
    best = totals[winner]
    # Other games count something else, such as tokens.
    points = (
        Plural("%(count)s point", "%(count)s points", best)
        if table.game.total == TOTAL
        else Literal(format_points(best))
    )
    if not others or table.game.last_in(table.setup):
        return points
    # Whoever got there first wins, and others can have as many points or more.
    if table.standings(round).won_despite_points:
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
