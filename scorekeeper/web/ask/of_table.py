"""Questions to the referee from a table. What the table knows is filled in, as taps in the address of a question."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.pad import MOST_ROUNDS
from scorekeeper.games.questions import Inputs, Ruling
from scorekeeper.language.text import Text
from scorekeeper.table.table import Table
from scorekeeper.web.ask.form import is_in_range, list_taps, names_somebody
from scorekeeper.web.ask.question import ASKED, CALLED_PLAYERS, COUNT_FIELD, FROM, PLAYER_LETTERS
from scorekeeper.web.layout import Head, came_from
from scorekeeper.web.request import load_visible_table

bp = Blueprint("asked", __name__, url_prefix="/t/<table_id>")


class Filled(NamedTuple):
    """A question in the list of questions about a round."""

    title: Text
    url: str
    """Includes all inputs that are known."""


@bp.get("/ask")
def newest(table_id: str) -> Response:
    """Redirect to the questions about the newest round."""
    table = load_visible_table(table_id)
    return redirect(url_for("asked.page", table_id=table_id, round=max(table.rounds, 1)), 303)


@bp.get("/<int:round>/ask")
def page(table_id: str, round: int) -> str:
    """Show every question of the game, with the inputs that a round provides already filled in."""
    table = load_visible_table(table_id)
    if not 1 <= round <= max(table.rounds, 1) or round > MOST_ROUNDS or not table.game.rulings:
        abort(404)
    known = find_known(table, round)
    names = table.setup.names(table.setup.seats(round))
    here = (FROM, f"{table_id}.{round}")
    links = [
        Filled(
            ruling.title,
            f"/rulings/{table.game.slug}/{kind}?{urlencode([*build_taps(ruling, known.get(kind, {}), names), here])}",
        )
        for kind, ruling in table.game.rulings.items()
    ]
    return render_template(
        "ask/of_table.html",
        page=Head(
            Text("Ask the referee"),
            Text("Filled in as far as it is entered"),
            came_from(url_for("table.tally", table_id=table_id)),
        ),
        questions=links,
        rules=f"/rules/{table.game.slug}",
    )


def find_known(table: Table, round: int) -> Mapping[str, Inputs]:
    """Return the inputs known from a round, by kind of question.

    The cards of a round played move by move are included only while its referee is on.
    """
    play = table.known.plays.get(round)
    state = play.state if play and not play.stopped else None
    return table.game.find_known_values(table.setup.at(round), table.marks(round), round, state)


def build_taps(ruling: Ruling, known: Inputs, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the query parameters, as (key, value), that fill in the inputs `known` of a question.

    Each parameter stands for a tap. Letters replace the players' `names`. Values outside the range of a blank are left
    out. If all required inputs are known, the last tap asks the question. Return [] if there are more players than
    letters.
    """
    if len(names) > len(PLAYER_LETTERS):
        # A question has letters for six players only.
        return []
    letters = dict(zip(names, PLAYER_LETTERS))
    known_taps = (
        [*[(CALLED_PLAYERS, name) for name in names], (COUNT_FIELD, str(len(names)))]
        if names_somebody(ruling.blanks)
        else []
    )
    for blank in ruling.blanks:
        # A table can hold more than a question takes, such as points beyond its range.
        if blank.key in known and is_in_range(blank, known[blank.key]):
            known_taps += list_taps(blank, known[blank.key], letters)
    whole = known and all(blank.key in known for blank in ruling.blanks if blank.needed)
    return [*known_taps, (ASKED, "1")] if whole else known_taps
