"""Prefetched parts of the entry page, and the addresses at which each row is entered."""

from urllib.parse import urlencode

from flask import abort, render_template

from scorekeeper.games.entry import Keys, Step
from scorekeeper.games.pad import Marks, Spot
from scorekeeper.table.notation import encode_changes
from scorekeeper.table.table import Table
from scorekeeper.web.entry.fields import spot_name
from scorekeeper.web.entry.pages import bp, choose_way
from scorekeeper.web.entry.sections import Builder
from scorekeeper.web.request import load_scorable_table


@bp.get("/ahead")
def ahead(table_id: str, round: int) -> str:
    """Render the blocks that taps on the page can bring up. A phone shows them before the server has responded."""
    table = load_scorable_table(table_id)
    if not 1 <= round <= table.last_round:
        abort(404)
    return render_template(
        "entry/ahead.html", blocks=_make_builder(table, round).build_previews(choose_way(table, round))
    )


def find_places(table: Table, round: int) -> dict[str, str]:
    """Return the addresses at which this phone enters the rows of a round, by key of the row.

    The addresses are relative to the sheet. If several steps ask about a row, its address leads to the first step that
    is still open.
    """
    builder, way = _make_builder(table, round), choose_way(table, round)
    by_row: dict[str, str] = {}
    # Open steps first, because the first address of a row is kept.
    for step in sorted(way.steps(builder.setup, builder.marks, round), key=lambda step: step.done):
        # What was entered before is only corrected, so the way on leads back to the sheet.
        address = (
            f"./?to=sheet#{step.page or step.key}"
            if step.done and way.layout == "rows"
            else f"./#{step.page or step.key}"
        )
        if way.layout == "keypad":
            address = f"./?{urlencode({'at': _keypad_at(step, builder.marks, round)})}"
        by_row.setdefault(step.row, "./" if way.layout == "deck" else address)
    return by_row


def find_blanks(table: Table, round: int) -> dict[Spot, str]:
    """Return the numbers that the sheet of a round waits for, each with the address at which it is entered.

    The addresses are relative to the sheet. Return {} if something else is missing, or if this phone does not type.
    """
    builder, way = _make_builder(table, round), choose_way(table, round)
    missing = table.sheet(round).open
    if way.layout != "keypad" or any(problem.cures for problem in missing):
        return {}
    asked = {
        Spot(round, step.row, ask.box, ask.seat)
        for step in way.steps(builder.setup, builder.marks, round)
        for ask in step.asks
        if isinstance(ask, Keys) and ask.seat is not None and not builder.rows[step.row].suit
    }
    spots = [spot for problem in missing for spot in problem.spots]
    return {spot: f"./?{urlencode({'at': spot_name(spot)})}" for spot in spots} if asked.issuperset(spots) else {}


def find_first_open(table: Table, round: int) -> str:
    """Return the fragment (`#…`) of the first screen of a round that is not entered yet.

    Return "" if everything is entered, nothing is entered, or one screen holds the whole round.
    """
    setup = table.setup.at(round)
    # The game's first way, not that of this phone: the page of totals is cached for all phones. A page without this
    # anchor simply opens at its top.
    way = table.game.ways(setup)[0]
    steps = way.steps(setup, table.marks(round), round) if way.layout == "rows" else ()
    following = (f"#{step.page or step.key}" for step in steps[1:] if not step.done)
    return next(following, "") if steps and steps[0].done else ""


def _keypad_at(step: Step, marks: Marks, round: int) -> str:
    """Return the name that a step's first blank number has in an address. If none is blank, use its first number."""
    spots = [Spot(round, step.row, ask.box, ask.seat) for ask in step.asks if isinstance(ask, Keys)]
    spots = spots or [Spot(round, step.row, step.asks[0].box if step.asks else "")]
    return encode_changes({next((spot for spot in spots if spot not in marks), spots[0]): None})[:-1]


def _make_builder(table: Table, round: int) -> Builder:
    setup = table.setup.at(round)
    return Builder(setup, table.marks(round), round, table.game.rows(setup), table.sheet(round), "")
