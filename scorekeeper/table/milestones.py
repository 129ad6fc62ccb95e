"""What a room wants to hear of: another leader, a round that is closed, a game that is won."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.pad import Seat, format_points
from scorekeeper.language.text import Plural, Text, join_sentences
from scorekeeper.table.table import Table


class Progress(NamedTuple):
    """How far a game is: who leads, how many rounds count, and who has won."""

    lead: tuple[Seat, ...] = ()
    round: int = 0
    won: tuple[Seat, ...] = ()


def measure(table: Table) -> Progress:
    """Return how far a game is."""
    standings = table.standings()
    # Before the first round counts, nobody leads.
    alone = not standings.together and len(standings.leaders) < len(standings.totals)
    lead = standings.leaders if alone else ()
    return Progress(lead, len(standings.rounds), standings.winners)


def compare(before: Progress, after: Progress) -> str:
    """Return what has happened: "won", "lead" or "round", the most important one. Return "" if nothing has."""
    if after.won and after.won != before.won:
        return "won"
    if after.lead and after.lead != before.lead:
        return "lead"
    return "round" if after.round > before.round else ""


def describe(table: Table) -> Mapping[str, Text]:
    """Return the sentence for each thing that can have happened, if it applies."""
    standings = table.standings()
    headline = join_sentences([table.headline, *table.late]) if table.headline else None
    said = {}
    if headline and standings.won_or_lost:
        said["won"] = headline
    if measure(table).lead:
        who, points = table.setup.names(standings.leaders), format_points(standings.best)
        if standings.one_team and len(who) > 1:
            lead = Text("%(who)s take the lead with %(points)s.", who=who, points=points)
        else:
            one, many = "%(who)s takes the lead with %(points)s.", "%(who)s share the lead with %(points)s."
            lead = Plural(one, many, len(who), who=who, points=points)
        said["lead"] = join_sentences([lead, *table.late])
    if headline:
        said["round"] = headline
    return said
