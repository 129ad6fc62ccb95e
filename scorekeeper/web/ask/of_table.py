"""Questions to the referee from a table. What the table knows is filled in, as taps in the address of a question."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.pad import MOST_ROUNDS
from scorekeeper.games.question import Blank, Question, Ruling
from scorekeeper.language.text import Text
from scorekeeper.table.table import Table
from scorekeeper.web.ask.question import ASKED, CALLED, COUNT, FROM, NAMES
from scorekeeper.web.layout import Head
from scorekeeper.web.request import load_visible_table

bp = Blueprint("asked", __name__, url_prefix="/t/<table_id>")


BY_NAME = {"hands", "piles", "said", "each", "sums", "quick"}
"""Kinds of blank that hold a value per player."""

OF_PLAYERS = {*BY_NAME, "players", "names", "seat", "people", "people_by_suit", "rounds"}
"""Kinds of blank for which it matters how many players there are."""


class Filled(NamedTuple):
    """A question in the list of questions about a round. `url` includes all inputs that are known."""

    title: Text
    url: str


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
            Text("Filled in from the table"),
            url_for("table.tally", table_id=table_id),
        ),
        questions=links,
        rules=f"/rules/{table.game.slug}",
    )


def find_known(table: Table, round: int) -> Mapping[str, Question]:
    """Return the inputs known from a round, by kind of question.

    The cards of a round played move by move are included only while its referee is on.
    """
    play = table.known.plays.get(round)
    state = play.state if play and not play.stopped else None
    return table.game.find_known_values(table.setup.at(round), table.marks(round), round, state)


def build_taps(ruling: Ruling, known: Question, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the query parameters, as (key, value), that fill in the inputs `known` of a question.

    Each parameter stands for a tap. Letters replace the players' `names`. Values outside the range of a blank are left
    out. If all required inputs are known, the last tap asks the question. Return [] if there are more players than
    letters.
    """
    if len(names) > len(NAMES):
        # A question has letters for six players only.
        return []
    letters = dict(zip(names, NAMES))
    counted = any(blank.kind in OF_PLAYERS for blank in ruling.blanks)
    known_taps = [*[(CALLED, name) for name in names], (COUNT, str(len(names)))] if counted else []
    for blank in ruling.blanks:
        # A table can hold more than a question takes, such as points beyond its range.
        if blank.key in known and is_in_range(blank, known[blank.key]):
            known_taps += [*_list_taps(blank, known[blank.key], letters)]
    whole = known and all(blank.key in known for blank in ruling.blanks if blank.needed)
    return [*known_taps, (ASKED, "1")] if whole else known_taps


def is_in_range(blank: Blank, value: Any) -> bool:
    """Return whether the numbers in a value are within the range of the blank.

    Return True if the blank is not for numbers.
    """
    numbers = value.values() if blank.kind == "each" else [value] if blank.kind == "number" else []
    return all(blank.least <= int(number) <= blank.most for number in numbers)


def _list_taps(blank: Blank, value: Any, letters: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the query parameters, as (key, value), that enter a value into a blank as if it had been tapped.

    `letters` maps the name of each player to the letter used in the address.
    """
    key = blank.key
    if isinstance(value, Mapping):
        for part, of in value.items():
            yield from _list_part_taps(
                blank.kind, f"{key}.{letters[part] if blank.kind in BY_NAME else part}", of, letters
            )
    elif blank.kind == "rounds":
        for number, points in enumerate(value, 1):
            for name, got in points.items():
                # The sign is a chip of its own, because the number keyboards of many phones have no minus.
                yield f"{key}.{number}.{letters[name]}", str(abs(got))
                yield from [(f"{key}.{number}.{letters[name]}.minus", "1")] if got < 0 else []
    elif blank.kind == "row":
        yield from ((f"{key}.{item}", str(part)) for (item, _), part in zip(blank.items, value, strict=True))
    elif isinstance(value, bool):
        yield from [(key, "1")] if value else []
    # The number of players has its own tap, which all blanks share.
    elif blank.kind not in ("players", "names"):
        several = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        of_people = blank.kind in ("seat", "people")
        yield from ((key, letters[part] if of_people else str(part)) for part in several)


def _list_part_taps(kind: str, key: str, of: Any, letters: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the query parameters, as (key, value), that enter the part `of` of a value: a player's, suit's or side's.

    `kind` is the kind of the blank, and `key` the key of this part in the address. `letters` maps names to letters.
    """
    match kind:
        case "said" | "each":
            yield key, str(of)
        case "hands":
            yield from ((key, str(card)) for card in of)
        case "people_by_suit":
            yield from ((key, letters[name]) for name in of)
        case "piles":
            yield from ((key, f"{suit}-{card}") for suit, cards in of.items() for card in cards)
        case "sides":
            yield from ((f"{key}.{side}", str(card)) for side, cards in of.items() for card in cards)
        case "sums":
            yield from ((f"{key}.{suit}", str(total)) for suit, total in of.items())
        case "quick":
            for suit, (count, total) in of.items():
                yield f"{key}.{suit}.count", str(count)
                yield from [(f"{key}.{suit}.sum", str(total))] if total is not None else []
