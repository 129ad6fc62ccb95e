"""Who leads, in one sentence, whatever is played."""

from collections.abc import Sequence

from scorekeeper.text import Plural, Text


def ahead(leaders: Sequence[str], points: str, players: int) -> Text:
    """Who leads with how many points, or that all of so many players are level; `points` as they are printed."""
    if 1 < len(leaders) == players:
        return Text("All are level on %(points)s.", points=points)
    one, many = "%(who)s leads with %(points)s.", "%(who)s lead with %(points)s."
    return Plural(one, many, len(leaders), who=tuple(leaders), points=points)
