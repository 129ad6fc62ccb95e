"""A table in a few lines of plain words, to paste in a chat."""

from collections.abc import Mapping

from scorekeeper.games.pad import Seat, signed
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.table.table import Table


def recap(table: Table, names: Mapping[Seat, str], day: str, language: str) -> str:
    """The game, the day, who won, and what everybody has, the best first; who has no place comes last."""
    now, words = table.standings(), catalogue(language)
    game = speak(table.name, words) if isinstance(table.name, Text) else table.name
    lines = [f"{game}, {day}"]
    if table.headline:
        lines.append(speak(table.headline, words))
    order = sorted(now.totals, key=lambda seat: (now.places.get(seat, len(now.totals) + 1), seat))
    for seat in order if now.rounds else ():
        place = f"{now.places[seat]}. " if seat in now.places else "\u2013 "
        lines.append(f"{place}{names.get(seat, table.setup.name(seat))} {signed(now.totals[seat])}")
    return "\n".join(lines) + "\n"
