"""How Parade's pads look on paper: one deal with its six colours, or the points of many deals."""

from scorekeeper.games.base import Setup
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.games.parade.options import fewest_cards_win
from scorekeeper.text import Text

FLIPPED = Column(Text("flipped"), grey=True)
SUM = Column(Text("sum"))
POINTS = Column(Text("points"))
TOTAL = Column(Text("total"), grey=True)
DATE, WINNER = Text("Date"), Text("Winner")


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """The pads Parade can be printed as, by the rules of this table."""
    return _deal(fewest_cards_win(setup)), _deals()


def _deal(ties: bool) -> PaperPad:
    """One deal: write how many cards were flipped, or else their sum, exactly as on the phone."""
    level = Text("Level for most: all of them flip.")
    two = Text("Two players: flip only with 2 more.")
    lines = [Line(Text("Total"), look="total")]
    if ties:
        lines.append(Line(Text("Cards, for ties"), look="small"))
    return PaperPad(
        key="deal",
        name=Text("One deal"),
        columns=(FLIPPED, SUM),
        fewer=(POINTS,),
        suits=True,
        lines=tuple(lines),
        blanks=((DATE, 3), (Text("Deal"), 2), (WINNER, 4)),
        left=(
            Text("Most cards of a colour? Flip them: write how many. If not: write the sum."),
            Text("%(level)s %(two)s", level=level, two=two),
        ),
        right=(Text("Fewest points wins."), _tie(ties)),
        foot=6.8,
    )


def _deals() -> PaperPad:
    """Many deals: the points of each and the running total."""
    return PaperPad(
        key="deals",
        name=Text("Several deals"),
        columns=(POINTS, TOTAL),
        fewer=(POINTS,),
        numbered=(5, 12),
        lines=(Line(Text("Total"), look="total"),),
        blanks=((DATE, 3), (WINNER, 4)),
        right=(Text("Fewest points wins."),),
    )


def _tie(ties: bool) -> Text:
    return Text("Tie: fewest cards in front.") if ties else Text("Tie: the win is shared.")
