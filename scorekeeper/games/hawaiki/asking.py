"""Every kind of question about Hawaiki, with what the Ask the referee page asks for."""

from scorekeeper.games.base import Blank, Ruling
from scorekeeper.games.hawaiki.options import VARIANT_NAMES
from scorekeeper.games.hawaiki.placing import placing
from scorekeeper.games.hawaiki.rulings import (
    COMBINATION_NAMES,
    FORMULA_NAMES,
    announce,
    draws,
    reshuffle,
    settle,
    setup,
    variant,
)
from scorekeeper.games.hawaiki.stock import MOST_EACH, PLAYERS
from scorekeeper.games.hawaiki.turn import PILES
from scorekeeper.text import Text

COMBINATION_CHOICES = tuple(COMBINATION_NAMES.items())
PILE_CHOICES = (("0", Text("First pile")), ("1", Text("Second pile")), ("2", Text("Third pile")))
SEATS = Blank("players", Text("Players in turn"), "names", least=PLAYERS[0], most=PLAYERS[1])

RULINGS = {
    ruling.kind: ruling
    for ruling in (
        Ruling(
            "place",
            Text("Was that combination new?"),
            (
                Blank("tops", Text("The three top cards"), "cards", least=PILES, most=PILES),
                Blank("pile", Text("Which pile is covered"), "number", most=PILES - 1, items=PILE_CHOICES),
                Blank("card", Text("The card laid"), "card"),
                Blank(
                    "baseline_tops",
                    Text("The top cards at the start of the turn, if they count too"),
                    "cards",
                    least=PILES,
                    most=PILES,
                    needed=False,
                ),
            ),
            placing,
            facts=(("replay", Text("Another turn, if it is named")),),
        ),
        Ruling(
            "announce",
            Text("Who named it first?"),
            (
                Blank("new", Text("New combination"), "several", items=COMBINATION_CHOICES),
                Blank("announced", Text("The player named it"), "tick"),
                Blank("contested", Text("An opponent named it first"), "tick"),
            ),
            announce,
        ),
        Ruling(
            "draws",
            Text("Who draws how many?"),
            (
                Blank("combo", Text("Combination"), "choice", items=COMBINATION_CHOICES),
                SEATS,
                Blank("active", Text("Who laid the card"), "seat"),
                Blank("targets", Text("Who was chosen to draw"), "people"),
                Blank("said", Text("What they said"), "said", items=tuple(FORMULA_NAMES.items())),
            ),
            draws,
        ),
        Ruling(
            "settle",
            Text("Who pays what?"),
            (
                Blank("tokens", Text("Tokens before paying"), "each", least=0, most=MOST_EACH),
                Blank("hands", Text("Cards left in hand"), "each", least=0, most=MOST_EACH),
                Blank("finisher", Text("Who went out"), "seat"),
            ),
            settle,
            facts=(("tokens", Text("Tokens afterwards")),),
        ),
        Ruling(
            "setup",
            Text("How large is the draw pile?"),
            (
                Blank("n", Text("Players"), "players", least=PLAYERS[0], most=PLAYERS[1]),
                Blank("tokens", Text("Tokens each"), "number", least=1, most=MOST_EACH),
            ),
            setup,
        ),
        Ruling(
            "variant",
            Text("May a token be paid?"),
            (
                Blank("variant", Text("Which of them"), "choice", items=tuple(VARIANT_NAMES.items())),
                Blank("hand", Text("Cards in hand"), "number", least=1, most=12),
                Blank("tokens", Text("Tokens"), "number", least=0, most=10),
                Blank("used_this_round", Text("Used in this round before"), "tick"),
            ),
            variant,
            facts=(("tokens", Text("Tokens afterwards")),),
        ),
        Ruling(
            "reshuffle",
            Text("Nothing left to draw?"),
            (
                Blank("draw", Text("Cards in the draw pile"), "number", least=0, most=55),
                Blank(
                    "piles",
                    Text("Cards in the three piles"),
                    "row",
                    least=0,
                    most=70,
                    items=PILE_CHOICES,
                ),
            ),
            reshuffle,
            facts=(("draw", Text("Cards in the draw pile")), ("piles", Text("Cards in the three piles"))),
        ),
    )
}
"""Every kind of question, by its key."""
