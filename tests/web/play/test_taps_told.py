"""The number of taps of a round of Hawaiki played move by move, counted on recorded games."""

from flask import Flask

from scorekeeper.games.referee import Action
from tests.support.tables import FOLDER, Author
from tests.support.walks import picks

OPENING = "top"


def taps(app: Flask, name: str) -> list[int]:
    """Return the number of taps of each move after the first three cards: 1 if a button enters it, 2 with a preview."""
    tables = app.extensions["tables"]
    table = tables.load(Author(tables).retell(name)[0])
    told = {line.seq: line.act for line in table.lines if isinstance(line.act, Action)}
    numbers = []
    for play in table.known.plays.values():
        for seq, state in play.before.items():
            act = told.get(seq)
            entries = [
                entry for entry in play.referee.entries(state) if any(pick.action == act for pick in picks(entry))
            ]
            if act and entries and act.kind != OPENING:
                numbers.append(2 if entries[0].preview else 1)
    return numbers


def test_a_turn_of_hawaiki_takes_nine_taps_and_a_half_in_five_turns_at_most(app: Flask) -> None:
    names = sorted(path.stem for path in FOLDER.glob("hawaiki-referee-*.txt"))
    counted = [tap for name in names for tap in taps(app, name)]
    assert len(counted) > 200
    assert set(counted) == {1, 2}
    assert sum(counted) <= 1.9 * len(counted)
