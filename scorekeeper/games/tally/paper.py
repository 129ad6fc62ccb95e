"""How the pad for any game looks on paper: players by rounds, with running totals."""

from collections.abc import Iterator

from scorekeeper.games.base import Setup
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.games.tally.options import rounds, rules_in_words
from scorekeeper.text import Text

POINTS = Column(Text("points"))
TOTAL = Column(Text("total"), grey=True)
FEWEST, USUAL, MOST = 5, 12, 20
"""Lines for rounds: what a pad must have, what it has while the number is open, what it has at most."""


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """The one pad: a line for each round, the points and the running total of each player."""
    wanted = min(rounds(setup) or USUAL, MOST)
    return (
        PaperPad(
            key="rounds",
            name=Text("Rounds"),
            columns=(POINTS, TOTAL),
            fewer=(POINTS,),
            numbered=(min(wanted, FEWEST), wanted),
            lines=(Line(Text("Total"), look="total"),),
            title=Text("Points"),
            blanks=((Text("Game"), 4), (Text("Date"), 3)),
            right=tuple(_agreed(setup)),
        ),
    )


def _agreed(setup: Setup) -> Iterator[Text]:
    """The rules of the table, if it has any of its own: a pad from the drawer is for every game."""
    if any(setup.options.get(key) for key in ("start", "target", "rounds")):
        yield from rules_in_words(setup)
