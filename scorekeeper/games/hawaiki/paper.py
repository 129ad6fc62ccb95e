"""How Hawaiki's pad looks on paper: rings to strike for the tokens, cards left round by round, a reminder below."""

from scorekeeper.games.base import Setup
from scorekeeper.games.hawaiki.options import tokens_each
from scorekeeper.games.hawaiki.stock import SHORT
from scorekeeper.games.paper import Column, PaperPad
from scorekeeper.text import Literal, Text

ROUNDS, FEWER_ROUNDS = 6, 4
RINGS = 12
"""More rings than these stand in two lines, so that none gets too small."""


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """The pad Hawaiki can be printed as, with as many rings as the table gives tokens."""
    each = tokens_each(setup)
    label = Text("Tokens: %(each)s each. Strike one for each spent.", each=each)
    if each > SHORT and each <= RINGS:
        label = Text("Tokens: %(each)s each, short game %(short)s. Strike each spent.", each=each, short=SHORT)
    return (
        PaperPad(
            key="rounds",
            name=Text("Tokens and rounds"),
            columns=(Column(label, width=66, mark="tokens", times=each), *_rounds(ROUNDS)),
            fewer=(Column(label, width=54, mark="tokens", times=each), *_rounds(FEWER_ROUNDS)),
            players="lines",
            blanks=((Text("Date"), 3), (Text("Winner"), 4)),
            left=(
                Text("Say it before you lay the card. Only a new one counts."),
                Text("Draw 1: say thanks. Draw 2: thanks a lot. Else 1 more."),
            ),
            right=(Text("Rounds: cards left in hand."), Text("At 0 the game ends. Most tokens win.")),
            foot=11.0,
        ),
    )


def _rounds(count: int) -> tuple[Column, ...]:
    return tuple([Column(Literal(str(number))) for number in range(1, count + 1)])
