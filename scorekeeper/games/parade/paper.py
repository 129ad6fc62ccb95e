"""The printed pads of Parade."""

from collections.abc import Sequence

from scorekeeper.games.pad import Setup
from scorekeeper.games.pads.pad import Row
from scorekeeper.games.paper import Column, PaperLine, PaperPad, list_suit_lines
from scorekeeper.games.parade.rules import fewest_cards_win
from scorekeeper.language.text import Text

FLIPPED = Column(Text("flipped"), grey=True)

SUM = Column(Text("sum"))

POINTS = Column(Text("points"))

RUNNING_TOTAL = Column(Text("total"), grey=True)

DATE, WINNER = Text("Date"), Text("Winner")


def paper(setup: Setup, rows: Sequence[Row]) -> tuple[PaperPad, ...]:
    """Return the printed pads for the options of this table.

    Decision: parade-pads
    """
    return _deal(rows, fewest_cards_win(setup)), _deals()


def _deal(rows: Sequence[Row], ties: bool) -> PaperPad:
    """Return the pad of one deal, with one box for the number of flipped cards and one for the sum, as on the phone.

    With `ties`, it has a line for the number of cards, which breaks ties.
    """
    level = Text("Tied for most: all of them flip.")
    two = Text("Two players: flip only with 2 more cards.")
    said = Text("Tie-break: fewest cards in front.") if ties else Text("Tied players share the win.")
    lines = [*list_suit_lines(rows), PaperLine(Text("Total"), look="total")]
    if ties:
        lines.append(PaperLine(Text("Cards (for ties)"), look="small"))
    return PaperPad(
        key="deal",
        name=Text("One deal"),
        columns=(FLIPPED, SUM),
        fewer=(POINTS,),
        lines=tuple(lines),
        blanks=((DATE, 3), (Text("Deal"), 2), (WINNER, 4)),
        left=(
            Text("Most cards of a colour? Flip them and write how many. If not, write the sum."),
            Text("%(level)s %(two)s", level=level, two=two),
        ),
        right=(Text("Lowest score wins."), said),
        foot=6.8,
    )


def _deals() -> PaperPad:
    """Return the pad of several deals, with columns for each player's points and running total."""
    return PaperPad(
        key="deals",
        name=Text("Several deals"),
        columns=(POINTS, RUNNING_TOTAL),
        fewer=(POINTS,),
        numbered=(5, 12),
        lines=(PaperLine(Text("Total"), look="total"),),
        blanks=((DATE, 3), (WINNER, 4)),
        right=(Text("Lowest score wins."),),
    )
