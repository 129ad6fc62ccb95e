"""The rules of Diabolo in our own words, with their sources."""

from scorekeeper.games.rule import OPEN_QUESTIONS, Chapter, Rule, Source
from scorekeeper.language.text import Text

BOOK = Text("Italian rules")


def _cite(*sections: str) -> tuple[Source, ...]:
    """Return these sections of the only rulebook that was available, as sources."""
    return tuple([Source(BOOK, section, "it") for section in sections])


CHAPTERS = (
    Chapter(
        Text("Setup"),
        (
            Rule("players", Text("For three to five players."), _cite("Per 3-5 giocatori")),
            Rule(
                "cards",
                Text("70 number cards in five colours, five heaven and hell cards, five doublers."),
                _cite("Materiale di gioco"),
            ),
            Rule(
                "copies",
                Text("Each colour should have four 1s, three 2s, three 3s, two 4s and two 5s."),
                because=Text(
                    "Only one player’s card list says so, not the rulebook, so the app asks but never refuses."
                ),
            ),
            Rule(
                "column",
                Text("Lay the heaven and hell cards in a column, one row for each colour."),
                _cite("Preparazione del gioco"),
            ),
            Rule(
                "deal",
                Text("Everybody gets a doubler and six cards; the rest form the deck."),
                _cite("Preparazione del gioco"),
            ),
            Rule("start", Text("The player on the dealer’s left starts, and play goes clockwise."), _cite("Gioco")),
        ),
    ),
    Chapter(
        Text("On your turn"),
        (
            Rule("turn", Text("On your turn, draw a card, then place a card."), _cite("Gioco")),
            Rule(
                "own-row",
                Text("A card goes in the row of its own colour, on either side."),
                _cite("Gioco"),
            ),
            Rule(
                "five",
                Text("Five cards fill a row: turn up the padlock, and no more cards go there."),
                _cite("Regole di piazzamento"),
            ),
            Rule(
                "three",
                Text("Each side holds three cards; after that only the other side is available."),
                _cite("Regole di piazzamento"),
            ),
            Rule(
                "no-card",
                Text("If you have no card that fits, show your whole hand and put one card under the deck."),
                _cite("Punteggio, caso speciale"),
            ),
            Rule(
                "fits",
                Text("As long as you hold a card of an unlocked row, you can play."),
                because=Text("A row of four cards or fewer always has a side with room."),
            ),
            Rule(
                "locks",
                Text("The second locked row ends the round immediately; with five players, the third."),
                _cite("Fine del gioco"),
            ),
        ),
    ),
    Chapter(
        Text("Scoring"),
        (
            Rule(
                "rows",
                Text("Every row is scored, locked or not, by comparing its harp and trident sums."),
                _cite("Punteggio"),
            ),
            Rule(
                "plus",
                Text("Harp ahead: the highest hand in that colour scores its own sum; everybody else scores nothing."),
                _cite("Punteggio, caso 1"),
            ),
            Rule(
                "minus",
                Text("Trident ahead: the highest hand in that colour loses its own sum; everybody else loses nothing."),
                _cite("Punteggio, caso 2"),
            ),
            Rule("level", Text("If both sides are tied, the row is skipped."), _cite("Punteggio, caso 3")),
            Rule("tie", Text("All hands tied for highest gain or lose the whole sum."), _cite("Punteggio, caso 3")),
            Rule(
                "doubler",
                Text("Doublers can be used only where the harp is ahead: they double that hand."),
                _cite("Punteggio, caso 1"),
            ),
            Rule(
                "spent",
                Text("A used doubler is gone until the next round, whatever it scored."),
                _cite("Punteggio, caso 1"),
            ),
            Rule(
                "six-cards",
                Text("At the end of a round everybody holds six cards."),
                _cite("Preparazione del gioco", "Gioco"),
            ),
        ),
    ),
    Chapter(
        Text("The rounds"),
        (
            Rule(
                "next-deal",
                Text("The deal passes to the left. All cards are shuffled and everybody gets their doubler back."),
                _cite("Punteggio, caso 3"),
            ),
            Rule("pad", Text("Both gains and losses are written on the pad."), _cite("Obiettivo del gioco")),
            Rule(
                "winner",
                Text("After the agreed number of rounds, the highest score wins."),
                _cite("Obiettivo del gioco"),
            ),
        ),
    ),
    Chapter(
        OPEN_QUESTIONS,
        (
            Rule(
                "misprint",
                Text("He holds 4 and 2."),
                _cite("Punteggio, caso 1"),
                because=Text("Only that gives the 12 points printed; 4 and 1 would tie with Michael."),
                question=Text("What does Joe hold in the printed example of purple?"),
                number="D1",
            ),
            Rule(
                "row-order",
                Text("From the top of the column down, unless the table agrees on another order beforehand."),
                because=Text("The order matters for doublers, so it is fixed before the first row."),
                question=Text("In which order are the rows scored?"),
                number="D2",
            ),
            Rule(
                "doubler-said",
                Text("Openly, before any hand is shown, unless the table agrees to do it in secret."),
                _cite("Punteggio, caso 1"),
                because=Text("The rulebook has players announce it; one review describes a secret way."),
                question=Text("Are doublers played openly or in secret?"),
                number="D3",
            ),
            Rule(
                "doubler-idle",
                Text("It does not count, and it is not used up."),
                because=Text("The rules mention doublers only where the harp is ahead."),
                question=Text("What about a doubler on a row that loses or is tied?"),
                number="D4",
            ),
            Rule(
                "doubler-in-vain",
                Text("Yes, and it is used up."),
                because=Text("In the printed example both doublers are used up, though only one of them won."),
                question=Text("Can you double without holding a card of that colour?"),
                number="D5",
            ),
            Rule(
                "doubler-tie",
                Text("Each player scores their own sum: twice if they played their doubler, once if not."),
                because=Text("Every tied player scores the whole sum, and a doubler counts only for its owner."),
                question=Text("What if hands are tied and only one player doubled?"),
                number="D6",
            ),
            Rule(
                "two-or-three",
                Text("Two locked rows; three only with five players."),
                _cite("Fine del gioco"),
                because=Text("One review says three, but it was a five-player game."),
                question=Text("How many locked rows end a round?"),
                number="D7",
            ),
            Rule(
                "at-once",
                Text("No, the round ends immediately."),
                _cite("Fine del gioco"),
                because=Text("The rules mention no turn after the last lock."),
                question=Text("Does everybody get the same number of turns?"),
                number="D8",
            ),
            Rule(
                "how-many",
                Text("As many as there are players, unless the table agrees on another number."),
                _cite("Obiettivo del gioco"),
                because=Text("That way everybody deals once. The rulebook only asks you to agree on it beforehand."),
                question=Text("How many rounds are played?"),
                number="D9",
            ),
            Rule(
                "shared",
                Text("The win is shared."),
                because=Text("The rulebook has no tie-break."),
                question=Text("Who wins if the totals are tied?"),
                number="D10",
            ),
            Rule(
                "two-players",
                Text("Not in this app."),
                because=Text("The rulebook starts at three players; only one review mentions two."),
                question=Text("Can two play?"),
                number="D11",
            ),
            Rule(
                "hand-sums",
                Text(
                    "Yes: at most 30 in one colour, and 6 to 30 in total. Above 24 in one colour the app asks you "
                    "to check."
                ),
                because=Text("Six cards cannot add up to more than that; with the likely deck the highest is 24."),
                question=Text("Can a hand be entered as sums instead of cards?"),
                number="D12",
            ),
        ),
    ),
)
"""Every rule of Diabolo, chapter by chapter. The last chapter holds the open questions."""
