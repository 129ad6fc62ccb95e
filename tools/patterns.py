"""A page with every component in every state, for work on the styles.

`.venv/bin/python -m tools.patterns` shows it at http://127.0.0.1:5000/patterns until Ctrl+C.
"""

import tempfile
from pathlib import Path

from flask import Blueprint, render_template

from scorekeeper import create_app
from scorekeeper.games.board import (
    BoardPart,
    BoardPile,
    CardLook,
    Holding,
    OpenCard,
    PileRow,
    Piles,
    PileTop,
    Queue,
    SidedRows,
    SideRow,
    Stock,
    Tops,
    Turn,
    Turns,
)
from scorekeeper.games.pad import BEHIND, Suit
from scorekeeper.games.signs import SIGNS, Sign
from scorekeeper.language.text import Literal, Text
from scorekeeper.printing.score_sheets import Race, RaceLine
from scorekeeper.web.scoring.chart import PHONE_CHART

bp = Blueprint("patterns", __name__, template_folder=".")

# As long as a name can be.
LONG = "Maximiliane Freifrau von Hohenlo"
# Written from right to left.
ARABIC = "علي بابا"
SUITS = tuple(
    (Suit(shape, hue, Literal(letters)), Literal(name))
    for hue, shape, letters, name in (
        ("red", "heart", "Re", "Red"),
        ("blue", "drop", "Bl", "Blue"),
        ("purple", "moon", "Pu", "Purple"),
        ("green", "leaf", "Gn", "Green"),
        ("grey", "peak", "Gy", "Grey"),
        ("orange", "sun", "Or", "Orange"),
        ("yellow", "sun", "Ye", "Yellow"),
        ("grey", "spade", "Sp", "Spades"),
        ("green", "club", "Cl", "Clubs"),
        ("blue", "diamond", "Di", "Diamonds"),
    )
)


@bp.get("/patterns")
def page() -> str:
    """Show every component in every state."""
    return render_template(
        "patterns.html",
        suits=SUITS,
        parts=build_parts(),
        race=build_race(),
        signs_of_players=(*SIGNS, Sign(len(SIGNS))),
    )


def build_card(number: int, value: str, below: str = "", look: CardLook = "") -> OpenCard:
    """Return a card of the suit with index `number` in `SUITS`. `below` is the label below the card."""
    suit, name = SUITS[number]
    why = Literal(f"{name} {value}.") if below else None
    said = Literal(below) if below else None
    return OpenCard(suit, value, Literal(f"{name} {value}"), look, said, why)


def build_parts() -> list[BoardPart]:
    """Return every kind of board part, with every look that a card can have."""
    line = (
        build_card(0, "10", "green", look="leaves"),
        build_card(1, "2", "≤ 3", look="leaves"),
        build_card(2, "7", "stays", look="stays"),
        build_card(3, "0", "safe", look="safe"),
        build_card(6, "9", "safe", look="safe"),
        build_card(4, "3", look="played"),
    )
    fronts = tuple(
        PileRow(name, tuple(_build_pile(number, (number + seat) % 4) for number in range(6)), badge, current=seat == 1)
        for seat, (name, badge) in enumerate((("Alice", None), (LONG, Literal("5 of 6")), (ARABIC, Literal("6 of 6"))))
    )
    sides = (
        SideRow(*SUITS[0], False, ("5", "1"), ("4", "3"), (6, 7), 1),
        SideRow(*SUITS[1], False, ("5", "1"), ("4", "3"), (6, 7), 0, "first"),
        SideRow(*SUITS[2], True, ("5", "1"), ("4", "3"), (6, 7), -1, "second", Text("no result yet")),
    )
    turns = (Turn(Literal("Alice"), "done"), Turn(Literal(LONG), "now"), Turn(Literal(ARABIC), "later"))
    return [
        Piles(fronts),
        Queue(line, Literal("front"), Literal("tail")),
        Turns(Literal("Last round"), Literal("2 turns left"), turns),
        SidedRows(Literal("Trident"), "trident", Literal("Harp"), "harp", sides),
        Tops((PileTop(build_card(0, "7"), 1), PileTop(build_card(2, "11"), 4, build_card(4, "3")), PileTop(None, 0))),
        Stock((Holding("Alice", 7, 6, 10, current=True), Holding(LONG, 12, 0, 10), Holding(ARABIC, None, 12, 10))),
    ]


def _build_pile(number: int, cards: int) -> BoardPile:
    suit, name = SUITS[number]
    return BoardPile(suit, cards, Literal(f"{name}: {cards}"))


def build_race() -> Race:
    """Return a race chart of six players, which uses every line style."""
    names = ("Alice", "Bill", "Bo", "Cleo", "Dinah", ARABIC)
    lines = [
        RaceLine(
            name,
            Sign(seat),
            seat == 0,
            seat,
            f"34,10 150,{20 + 20 * seat} 276,{14 + 24 * seat}",
            [(34, 10), (150, 20 + 20 * seat)],
            (276, 14 + 24 * seat),
            (312, 10 + 24 * seat),
            f"276,{14 + 24 * seat} 303,{10 + 24 * seat}" if seat < 5 else "",
            (303, 10 + 24 * seat) if seat < 2 else None,
        )
        for seat, name in enumerate(names)
    ]
    marks, ticks = [(14.0, "0"), (134.0, "50")], [(34.0, "1"), (276.0, "3")]
    sentence = Literal("Alice leads with 27.")
    return Race(lines, marks, ticks, BEHIND, sentence, PHONE_CHART, PHONE_CHART.height, PHONE_CHART.left, 276)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        app.register_blueprint(bp)
        app.run()
