"""How Diabolo's pad looks on paper: five rows for each round, which side was ahead, and who got what."""

from scorekeeper.games.base import Setup
from scorekeeper.games.diabolo.options import rounds
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.text import Text

SIDES = (Column(Text("trident")), Column(Text("harp")), Column(Text("ahead"), width=22, mark="ahead"))
POINTS = Column(None, width=16, mark="double")
NARROW = Column(None, mark="double")


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """The pad of this table: as many rounds as it plays, fewer where a page has no room for them."""
    pad = PaperPad(
        key="rounds",
        name=Text("Rounds"),
        columns=(POINTS,),
        fewer=(NARROW,),
        shared=SIDES,
        suits=True,
        lines=(Line(Text("So far"), look="total"),),
        repeat=rounds(setup),
        fewest_repeats=1,
        blanks=((Text("Date"), 3), (Text("Winner"), 4)),
        left=(
            Text("Harp (+) gains, trident (−) loses, level (=) is skipped."),
            Text("The highest hand takes its sum; level hands all do."),
        ),
        right=(
            Text("×2 once a round, only on +, always spent."),
            Text("Locked rows end a round: 2, with five players 3."),
        ),
    )
    return (pad,)
