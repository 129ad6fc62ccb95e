"""The rules of Hawaiki in our own words, with their sources."""

from scorekeeper.games.rule import OPEN_QUESTIONS, Chapter, Rule, Source
from scorekeeper.language.text import Text

BOOK = Text("Italian rules")


def _cite(section: str) -> tuple[Source, ...]:
    """Return a section of the Italian rulebook, the only one available, as the source of a rule."""
    return (Source(BOOK, section, "it"),)


CONTENTS, SETTING_UP, PLAY, ROUND, END, IN_VARIANTS = map(
    _cite,
    ("Dotazione", "Preparazione", "Come si gioca", "Fine della manche", "Fine della partita e vittoria", "Varianti"),
)

CHAPTERS = (
    Chapter(
        Text("Setup"),
        (
            Rule("players", Text("For two to six people, over several rounds."), _cite("Scopo del gioco")),
            Rule("cards", Text("Five colours with values 1 to 7, two of each card: 70 cards."), CONTENTS),
            Rule("tokens", Text("The box has 60 tokens; everybody starts with ten."), CONTENTS),
            Rule("first-starter", Text("The table decides who starts the first round."), CONTENTS),
            Rule(
                "deal",
                Text("Deal six cards each. Turn up three to start the piles; the rest form the draw pile."),
                SETTING_UP,
            ),
        ),
    ),
    Chapter(
        Text("On your turn"),
        (
            Rule("lay", Text("A card can be played on a top card of the same colour or the same value."), PLAY),
            Rule("draw", Text("If you play no card, for whatever reason, draw one; your turn is over."), PLAY),
            Rule("left", Text("Play passes to the left."), PLAY),
            Rule("name-it", Text("Name your combination before your card is down."), PLAY),
            Rule("again", Text("A combination that is named in time gives another turn."), PLAY),
            Rule("pair", Text("Pair: the card is the twin of the one it covers."), PLAY),
            Rule("run", Text("Run: three values in a row in any order. One player of your choice draws 1."), PLAY),
            Rule(
                "flush",
                Text("Flush: three top cards of one colour. One player draws 2, or two players draw 1 each."),
                PLAY,
            ),
            Rule("three", Text("Three of a kind: three top cards of one value. All others draw 1."), PLAY),
            Rule("new", Text("A combination counts only if it was not there before."), PLAY),
            Rule("new-run", Text("A run with different values from the run before is new."), PLAY),
            Rule("contested", Text("If somebody else names it first, it has no effect and the player draws 1."), PLAY),
            Rule(
                "thanks",
                Text(
                    "If you are chosen to draw 1, say thanks; to draw 2, say thanks a lot. If you forget, draw "
                    "one more."
                ),
                PLAY,
            ),
        ),
    ),
    Chapter(
        Text("End of the game"),
        (
            Rule(
                "last-card",
                Text("Playing the last card in a hand ends the round, after its combination has taken effect."),
                ROUND,
            ),
            Rule(
                "one-out",
                Text("One player goes out in a round, never two."),
                because=Text("The first player to run out of cards ends the round."),
            ),
            Rule("pay", Text("Every card left in hand costs its player a token."), ROUND),
            Rule("next-starter", Text("The player who went out starts the next round."), ROUND),
            Rule("over", Text("The game is over when somebody pays their last token at the end of a round."), END),
            Rule("winner", Text("The most tokens win."), END),
        ),
    ),
    Chapter(
        Text("Variants"),
        (
            Rule(
                "one-hidden",
                Text(
                    "One hidden: all hands are face up except for one card; once it is played, another can be hidden."
                ),
                IN_VARIANTS,
            ),
            Rule(
                "sacrifice",
                Text(
                    "Sacrifice: once per round, before you play, pay a token to put a top card under the draw "
                    "pile. Not with only one card in hand."
                ),
                IN_VARIANTS,
            ),
            Rule(
                "second-chance",
                Text("Second chance: once per round, on your turn, pay a token to play again. Not for your last card."),
                IN_VARIANTS,
            ),
            Rule("length", Text("A table can start with more or fewer tokens: six for a short game."), IN_VARIANTS),
        ),
    ),
    Chapter(
        OPEN_QUESTIONS,
        (
            Rule(
                "new-since",
                Text(
                    "With what was there just before the card. A table can also agree to compare with the start "
                    "of the turn."
                ),
                because=Text("Each extra play is a turn of its own, so the previous turn is the previous card."),
                question=Text("New compared with what?"),
                number="H1",
            ),
            Rule(
                "no-debt",
                Text("The player pays every token they have and owes nothing."),
                because=Text("Nobody can pay tokens they do not have."),
                question=Text("What if there are fewer tokens than cards?"),
                number="H2",
            ),
            Rule(
                "several-broke",
                Text("The game is over; players at 0 share last place."),
                because=Text("The most tokens win, no matter who ended the game."),
                question=Text("What if several players pay their last token at the same time?"),
                number="H3",
            ),
            Rule(
                "shared",
                Text("The win is shared."),
                because=Text("The rulebook has no tie-break."),
                question=Text("Who wins if players are tied on tokens?"),
                number="H4",
            ),
            Rule(
                "one-only",
                Text(
                    "At most one is new. Only on an empty pile can there be two: name one of them, and that one counts."
                ),
                because=Text(
                    "A card has the colour or the value of the one it covers; we have checked every position."
                ),
                question=Text("Can one card make two combinations?"),
                number="H5",
            ),
            Rule(
                "reshuffle",
                Text(
                    "Everything but the three top cards is shuffled into a new draw pile. If there are no such "
                    "cards, nobody draws."
                ),
                because=Text("So that the round can go on and the top cards stay as they are."),
                question=Text("What if nothing is left to draw?"),
                number="H6",
            ),
            Rule(
                "named-late",
                Text("Yes, until somebody else names it or the next player acts. A table can agree to be stricter."),
                because=Text("The rulebook says it is lost only if somebody else is faster."),
                question=Text("Can it be named once the card is down?"),
                number="H7",
            ),
            Rule(
                "false-call",
                Text("Nothing happens, unless the table agrees that it costs a card."),
                because=Text("The rulebook names no penalty."),
                question=Text("What if somebody names a combination that is not there?"),
                number="H8",
            ),
            Rule(
                "called-on-last",
                Text(
                    "The round is over. Unless the table agrees otherwise, the player who played the card draws 1 "
                    "and pays a token for it."
                ),
                because=Text("Both rules apply literally here; we are not sure, so ask the table."),
                question=Text("What if somebody else names the combination of the last card?"),
                number="H9",
            ),
            Rule(
                "who-thanks",
                Text(
                    "Everybody who draws for a combination, nobody else. Saying thanks a lot for one card is fine too."
                ),
                because=Text("The combination chooses them, one by one or all together."),
                question=Text("Who has to say thanks?"),
                number="H10",
            ),
            Rule(
                "not-oneself",
                Text("No."),
                because=Text("A combination is meant to hurt the others."),
                question=Text("Can you choose yourself to draw?"),
                number="H11",
            ),
            Rule(
                "flush-of-two",
                Text("The other player draws 2."),
                because=Text("There is nobody to share it with."),
                question=Text("What about a flush with two players?"),
                number="H12",
            ),
            Rule(
                "twin-elsewhere",
                Text("No, only the card you cover."),
                PLAY,
                because=Text("One review says otherwise; the rulebook and two other reviews do not."),
                question=Text("Does a twin on another pile make a pair?"),
                number="H13",
            ),
            Rule(
                "empty-pile",
                Text(
                    "Yes. Any card can be played on the empty pile; until then there is no combination across "
                    "three piles."
                ),
                because=Text("Only having a single card in hand rules out Sacrifice."),
                question=Text("Can Sacrifice take the only card in a pile?"),
                number="H14",
            ),
            Rule(
                "last-token-spent",
                Text("Yes, and the game ends after this round."),
                because=Text(
                    "The rulebook ends the game only at the end of a round; but playing on without tokens "
                    "would be unfair."
                ),
                question=Text("Can the last token be spent on a variant?"),
                number="H15",
            ),
            Rule(
                "unnoticed",
                Text("Nothing: no effect and no extra turn."),
                because=Text("It takes effect only if it is named."),
                question=Text("What about a combination that nobody names?"),
                number="H16",
            ),
            Rule(
                "draw-first",
                Text("Yes, first the others draw."),
                PLAY,
                because=Text("The rulebook gives the extra turn after that."),
                question=Text("Three of a kind: do the others draw before the next turn?"),
                number="H17",
            ),
            Rule(
                "not-the-last",
                Text("Not necessarily: the most tokens win."),
                END,
                because=Text("The player who goes out last might already have paid a lot."),
                question=Text("Does the winner of the last round win the game?"),
                number="H18",
            ),
            Rule(
                "turned-up",
                Text("It has no effect, and counts as already there."),
                because=Text("Nobody has played a card for it."),
                question=Text("What about a combination among the three cards turned up?"),
                number="H19",
            ),
        ),
    ),
)
"""Every rule of Hawaiki, chapter by chapter. The last chapter holds the open questions."""
