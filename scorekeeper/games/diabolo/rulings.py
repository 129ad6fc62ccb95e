"""The questions about Diabolo that the referee answers, and what each asks for."""

from dataclasses import replace

from scorekeeper.games.base import Blank, Ruling
from scorekeeper.games.diabolo.answers import deal, game, placing, playable, row, whole_round
from scorekeeper.games.diabolo.cards import HAND, HIGHEST
from scorekeeper.games.diabolo.turn import PLAYERS, SIDES
from scorekeeper.games.diabolo.validation import validate
from scorekeeper.text import Text

SIDE_CHOICES = tuple(zip(SIDES, (Text("Harp"), Text("Trident"))))
N = Blank("n", Text("Players"), "players", least=PLAYERS[0], most=PLAYERS[1])
ROWS = Blank("rows", Text("Cards beside the five rows"), "sides", least=1, most=HIGHEST, items=SIDE_CHOICES)
HANDS = Blank("hands", Text("Cards in hand"), "piles")

RULINGS = {
    ruling.kind: ruling
    for ruling in (
        Ruling(
            "row",
            Text("What does this row bring?"),
            (
                Blank("heaven", Text("Cards on the harp side"), "values", least=1, most=HIGHEST),
                Blank("hell", Text("Cards on the trident side"), "values", least=1, most=HIGHEST),
                Blank("hands", Text("Cards of this colour in hand"), "hands", least=1, most=HIGHEST),
                Blank("doubles", Text("Who doubles"), "people"),
            ),
            row,
            facts=(("points", Text("Points")),),
        ),
        Ruling(
            "round",
            Text("What does this round bring?"),
            (
                N,
                ROWS,
                HANDS,
                Blank("doubles", Text("Who doubles which row"), "people_by_suit"),
                Blank("order", Text("Order of the rows"), "suits"),
            ),
            whole_round,
            facts=(("totals", Text("Points")),),
        ),
        Ruling(
            "place",
            Text("May this card lie there?"),
            (
                N,
                ROWS,
                Blank("row", Text("Row"), "suit"),
                Blank("side", Text("Side"), "choice", items=SIDE_CHOICES),
                Blank("card", Text("The card"), "card"),
            ),
            placing,
        ),
        Ruling(
            "can_play",
            Text("Can this hand be played?"),
            (
                Blank("hand_colours", Text("Colours of the cards in hand"), "suit_list", least=1, most=HAND + 1),
                Blank("locked", Text("Locked rows"), "suits"),
            ),
            playable,
        ),
        Ruling("setup", Text("How large is the deck?"), (N,), deal),
        Ruling(
            "game",
            Text("Who wins, and who deals?"),
            (
                Blank("seats", Text("Players in turn"), "names", least=PLAYERS[0], most=PLAYERS[1]),
                Blank("first_dealer", Text("Who deals first"), "seat"),
                Blank("rounds", Text("Points of each round"), "rounds", least=-999, most=999),
            ),
            game,
            facts=(("totals", Text("Points")), ("dealers", Text("Who dealt")), ("starters", Text("Who started"))),
        ),
        Ruling(
            "validate",
            Text("Can that be?"),
            (
                replace(N, needed=False),
                replace(ROWS, needed=False),
                replace(HANDS, needed=False),
                Blank("hand_totals", Text("Sums of the hands"), "sums", most=99, needed=False),
            ),
            validate,
        ),
    )
}
"""Every kind of question, by its key."""
