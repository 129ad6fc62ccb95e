"""The rules of Parade in our own words, with their sources."""

from scorekeeper.games.parade.cards import EDITIONS
from scorekeeper.games.rule import OPEN_QUESTIONS, Chapter, Rule, Source
from scorekeeper.language.text import Text


def _cite(italian: str = "", french: str = "", spanish: str = "") -> tuple[Source, ...]:
    """Return a section of the rulebook in each edition that has it, given its heading in each language."""
    # Only these rulebooks have been read; of the other two we know descriptions.
    places = (("it2008", italian, "it"), ("fr2015", french, "fr"), ("es2013", spanish, "es"))
    return tuple(
        [Source(EDITIONS[edition].label, section, language) for edition, section, language in places if section]
    )


CARDS = _cite("Componenti del gioco", "Matériel", "Componentes de juego")

SETTING_UP = _cite("Preparazione della parata", "Préparation de la parade", "Preparación del carnaval")

COURSE = _cite("Sequenza di gioco", "Déroulement du jeu", "Secuencia de juego")

LAY = _cite("Spiegazione delle azioni, 1", "Explication des actions, 1", "Explicación de las acciones, 1")

TAKE = _cite("Spiegazione delle azioni, 2", "Explication des actions, 2", "Explicación de las acciones, 2")

DRAW = _cite("Spiegazione delle azioni, 3", "Explication des actions, 3", "Explicación de las acciones, 3")

LAST = _cite("Ultimo turno e fine del gioco", "Dernier round et fin de la partie", "Última ronda y fin del juego")

SCORING = _cite("Punteggio", "Calcul du score", "Puntuación")

MOST = _cite("Punteggio, 1", "Calcul du score, 1", "Puntuación, 1")

OTHERS = _cite("Punteggio, 2", "Calcul du score, 2", "Puntuación, 2")

TWO = _cite("Partita a 2 giocatori", "Règles pour 2 joueurs", "Reglas para 2 jugadores")

VICTORY = _cite("Punteggio", "Victoire", "Ganador")

CHAPTERS = (
    Chapter(
        Text("Setup"),
        (
            Rule("players", Text("For two to six players."), _cite("Numero di giocatori")),
            Rule("cards", Text("Six colours with values 0 to 10: 66 cards, all different."), CARDS),
            Rule(
                "colours",
                Text(
                    "Each edition has its own names for the six colours; the German cards have yellow instead of "
                    "purple."
                ),
                _cite("Esempio", "Exemple de calcul du score", "Ejemplos de puntuación"),
                because=Text("The cards were redrawn, and not every rulebook was updated."),
            ),
            Rule("start", Text("Choose a starting player; play goes clockwise."), SETTING_UP),
            Rule(
                "deal", Text("Deal five cards each. Lay six face up as the line; the rest form the deck."), SETTING_UP
            ),
            Rule("line", Text("The box marks the front of the line; new cards join its tail."), SETTING_UP),
        ),
    ),
    Chapter(
        Text("On your turn"),
        (
            Rule("turn", Text("On your turn, play a card, take the cards that leave, then draw a card."), COURSE),
            Rule("played", Text("The card just played is at the tail and is never counted."), LAY),
            Rule("safe", Text("Counting from the tail, as many cards are safe as the value of the card played."), TAKE),
            Rule(
                "leaves",
                Text("Of the remaining cards, those of the same colour and those of the same or a lower value leave."),
                TAKE,
            ),
            Rule("zero", Text("A 0 makes no cards safe."), TAKE),
            Rule("taken", Text("Lay the cards you take face up in front of you, by colour. Close up the line."), TAKE),
            Rule("draw", Text("End your turn by drawing a card, so that you have five in hand again."), DRAW),
        ),
    ),
    Chapter(
        Text("The last round"),
        (
            Rule(
                "last-round",
                Text("The last round starts when somebody has all six colours or the deck is empty."),
                LAST,
            ),
            Rule("one-more", Text("That turn is completed; then everybody has one more, that player last."), LAST),
            Rule("no-draw", Text("Nobody draws in the last round."), LAST),
            Rule("no-second", Text("Another player’s sixth colour during the last round changes nothing."), LAST),
        ),
    ),
    Chapter(
        Text("Scoring"),
        (
            Rule("keep", Text("Everybody keeps two of their last four cards and adds them to their colours."), SCORING),
            Rule("in-front", Text("Only cards in front of players count, not those in the line."), SCORING),
            Rule(
                "most-cards",
                Text("With two players there can be at most 61 cards in front; two fewer with each extra player."),
                because=Text("Everybody discards two cards, and the last card played never leaves the line."),
            ),
            Rule(
                "most",
                Text("If you have the most cards of a colour, flip that pile: each card scores one point."),
                MOST,
            ),
            Rule("level", Text("Players tied for the most flip their piles too."), MOST),
            Rule("values", Text("All other piles score their face values."), OTHERS),
            Rule(
                "two",
                Text(
                    "Two players: a pile flips only with two more cards than the other; otherwise both score face "
                    "values."
                ),
                TWO,
            ),
            Rule("winner", Text("Lowest score wins."), VICTORY),
            Rule(
                "tie",
                Text("If players are tied on points, the one with fewer cards in front wins."),
                _cite("", "Victoire", "Ganador"),
            ),
        ),
    ),
    Chapter(
        OPEN_QUESTIONS,
        (
            Rule(
                "flip-hurts",
                Text("No: it always flips, unless the table agrees otherwise."),
                _cite("", "Calcul du score, 1", "Puntuación, 1"),
                because=Text(
                    "The French and Spanish rulebooks say so, and in the Italian one values do not matter at "
                    "that point."
                ),
                question=Text("Can a pile stay face up if flipping it would cost more?"),
                number="P1",
            ),
            Rule(
                "all-level",
                Text("Yes, every tied pile."),
                MOST,
                because=Text("The rulebooks set no limit on how many players can tie."),
                question=Text("Do all players flip where three or more are tied?"),
                number="P2",
            ),
            Rule(
                "two-to-none",
                Text("Yes: two cards against none flip, one card against none does not."),
                because=Text("Zero is a number like any other."),
                question=Text("Two players: does the rule also apply if one of them has none of a colour?"),
                number="P3",
            ),
            Rule(
                "shared",
                Text("The win is shared."),
                because=Text(
                    "The newer editions count cards and go no further; the 2008 edition has no tie-break at all."
                ),
                question=Text("Who wins if everything is tied?"),
                number="P4",
            ),
            Rule(
                "only-deck",
                Text("No: with the German edition only an empty deck starts the last round."),
                because=Text(
                    "Every description we found mentions only the deck; we have not seen the rulebook itself."
                ),
                question=Text("Do six colours start the last round in the German edition of 2014?"),
                number="P5",
            ),
            Rule(
                "draws-once-more",
                Text("Yes."),
                LAST,
                because=Text("That turn ends as usual, and everybody needs to have four cards at the end."),
                question=Text("Does the player who starts the last round still draw?"),
                number="P6",
            ),
            Rule(
                "deck-left",
                Text("No, the rest of the deck is left alone."),
                LAST,
                because=Text("Everybody should end with four cards."),
                question=Text("Do players draw in the last round if there are cards left?"),
                number="P7",
            ),
            Rule(
                "keep-secret",
                Text("Yes, all at once, unless the table agrees to do it in turn order."),
                because=Text("A player who saw what others keep would have an advantage."),
                question=Text("Are the last two cards kept in secret?"),
                number="P8",
            ),
            Rule(
                "keep-or-discard",
                Text("The two you keep; the result is the same."),
                SCORING,
                because=Text("Two of the four cards stay either way."),
                question=Text("Do you choose the cards to keep or the cards to discard?"),
                number="P9",
            ),
            Rule(
                "green-example",
                Text("Either way, the cards in the same positions leave the line."),
                _cite("Esempio", "Exemple", "Ejemplo"),
                because=Text("The French rulebook names a different green card from the others."),
                question=Text("Which green card is it in the printed example?"),
                number="P10",
            ),
            Rule(
                "deals",
                Text("If the table agrees: points are added up, and so are the cards in front, for ties."),
                because=Text("No edition mentions more than one deal."),
                question=Text("Can a game have several deals?"),
                number="P11",
            ),
            Rule(
                "mistake",
                Text(
                    "It can be put right until the next player has played. After that the table decides; the "
                    "history keeps both."
                ),
                because=Text("Later cards were played on the line as it was then."),
                question=Text("What if somebody notices a mistake later?"),
                number="P12",
            ),
            Rule(
                "starter",
                Text("The player the table chooses, or one drawn by lot."),
                SETTING_UP,
                because=Text("The newer editions draw lots; the 2008 edition does not say."),
                question=Text("Who starts?"),
                number="P13",
            ),
        ),
    ),
)
"""Every rule of Parade, chapter by chapter. The last chapter holds the open questions."""
