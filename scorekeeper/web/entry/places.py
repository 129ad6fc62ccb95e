"""Beside the page on which a round is entered: what its taps lead to, and where on it each row is entered."""

from urllib.parse import urlencode

from flask import abort, render_template

from scorekeeper.games.entry import Keys, Step
from scorekeeper.games.pad import Marks, Spot
from scorekeeper.table.spelled import spelled
from scorekeeper.table.table import Table
from scorekeeper.web.entry.pages import bp, chosen_way
from scorekeeper.web.entry.sections import Builder
from scorekeeper.web.request import scored_table


@bp.get("/ahead")
def ahead(table_id: str, round: int) -> str:
    """Show what taps on the page lead to before they are answered; it writes nothing."""
    table = scored_table(table_id)
    if not 1 <= round <= table.last_round:
        abort(404)
    return render_template("entry/ahead.html", blocks=_builder(table, round).ahead(chosen_way(table, round)))


def places(table: Table, round: int) -> dict[str, str]:
    """Where each row of a round is entered as this phone enters it, what is open first: addresses beside its sheet."""
    builder, way = _builder(table, round), chosen_way(table, round)
    by_row: dict[str, str] = {}
    for step in sorted(way.steps(builder.setup, builder.marks, round), key=lambda step: step.done):
        there = f"./#{step.key}"
        if way.layout == "keypad":
            there = f"./?{urlencode({'at': _typed_at(step, builder.marks, round)})}"
        by_row.setdefault(step.row, "./" if way.layout == "deck" else there)
    return by_row


def first_open(table: Table, round: int) -> str:
    """Where on the page of a round its first screen lies that is not told yet, as the end of an address.

    By the quickest way, whatever a phone enters with: a tally is drawn once for all phones, and a page that has no such
    place begins at its head. Nothing where all is told, or one screen holds it all.
    """
    setup = table.setup.at(round)
    way = table.game.ways(setup)[0]
    steps = way.steps(setup, table.marks(round), round) if way.layout == "rows" else ()
    return next((f"#{step.key}" for step in steps[1:] if not step.done), "") if steps and steps[0].done else ""


def _typed_at(step: Step, marks: Marks, round: int) -> str:
    """The number of a step that is blank, else its first, as the address of the keypad names it."""
    spots = [Spot(round, step.row, ask.box, ask.seat) for ask in step.asks if isinstance(ask, Keys)]
    spots = spots or [Spot(round, step.row, step.asks[0].box if step.asks else "")]
    return spelled({next((spot for spot in spots if spot not in marks), spots[0]): None})[:-1]


def _builder(table: Table, round: int) -> Builder:
    setup = table.setup.at(round)
    return Builder(setup, table.marks(round), round, table.game.rows(setup), table.sheet(round), "")
