"""The printed pad of Diabolo."""

from collections.abc import Sequence

from scorekeeper.games.diabolo.rules import rounds
from scorekeeper.games.pad import Setup
from scorekeeper.games.pads.pad import Row
from scorekeeper.games.paper import Column, PaperLine, PaperPad, list_suit_lines
from scorekeeper.language.text import Text

SIDE_COLUMNS = (
    Column(Text("trident")),
    Column(Text("harp")),
    Column(Text("ahead"), width=22, mark="ahead", signs="−, =, +"),
)

POINTS = Column(None, width=16, corner="×2")

NARROW_COLUMN = Column(None, corner="×2")


def paper(setup: Setup, rows: Sequence[Row]) -> tuple[PaperPad, ...]:
    """Return the printed pad of this table. It has as many rounds as the table plays, fewer if a page has no room.

    Decision: diabolo-pad
    """
    pad = PaperPad(
        key="rounds",
        name=Text("Rounds"),
        columns=(POINTS,),
        fewer=(NARROW_COLUMN,),
        shared=SIDE_COLUMNS,
        lines=(*list_suit_lines(rows), PaperLine(Text("Running total"), look="total")),
        repeat=rounds(setup),
        fewest_repeats=1,
        blanks=((Text("Date"), 3), (Text("Winner"), 4)),
        left=(
            Text("Harp (+) scores, trident (−) loses, a tie (=) is skipped."),
            Text("The highest hand scores its sum; so do all tied hands."),
        ),
        right=(
            Text("×2 once per round, only on +, always used up."),
            Text("A round ends at 2 locked rows; 3 with five players."),
        ),
    )
    return (pad,)
