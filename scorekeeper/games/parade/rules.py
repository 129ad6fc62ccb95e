"""The rules of Parade: what a table agrees on, how that reads in small print, and all of them in our own words."""

from collections.abc import Iterator

from scorekeeper.games.options import Option
from scorekeeper.games.pad import Setup
from scorekeeper.games.parade.cards import EDITIONS, USUAL_EDITION, edition
from scorekeeper.games.rule import OPEN_QUESTIONS, Chapter, Rule, Source
from scorekeeper.games.standings import End, Standings, all_played
from scorekeeper.language.text import Plural, Text

MOST_DEALS = 12

EDITION_CHOICES = tuple([(key, one.label) for key, one in EDITIONS.items()])

OPTIONS = (
    Option("edition", Text("Edition"), EDITION_CHOICES, USUAL_EDITION),
    Option("colours", Text("Colours"), (("edition", Text("As the edition says")), *EDITION_CHOICES), "edition"),
    Option(
        "tie_break",
        Text("Tie"),
        (
            ("rules", Text("As the edition says")),
            ("fewest_cards", Text("Fewest cards win")),
            ("shared", Text("The win is shared")),
        ),
        "rules",
    ),
    Option(
        "majority_flip",
        Text("A flip that hurts"),
        (("compulsory", Text("Most cards always flip")), ("best_of", Text("It may be left, house rule"))),
        "compulsory",
    ),
    Option(
        "keep_two",
        Text("The two kept cards"),
        (("secret", Text("Kept secretly, all at once")), ("in_turn", Text("Kept in turn order"))),
        "secret",
    ),
    Option("deals", Text("Deals"), default=0, most=MOST_DEALS),
)


ONLY_THE_DECK = Text("Only an empty deck starts the last round.").by("only-deck")


def rounds(setup: Setup) -> int:
    """How many deals the table plays; 0 while that is open. Source: rules.md P11."""
    return int(setup.options.get("deals", 0))


def deal_is_a_game(setup: Setup) -> bool:
    """Whether each deal is a game of its own, as every rulebook has it; several that are agreed on are one game.

    Source: rules.md P11: no rulebook adds up deals.
    """
    return rounds(setup) <= 1


def over(setup: Setup, standings: Standings) -> End | None:
    """Say that all deals that were agreed on are played. Source: rules.md P11."""
    most = rounds(setup)
    if not all_played(most, standings):
        return None
    return End(Plural("The only deal is played.", "All %(count)s deals are played.", most).by("deals"))


def fewest_cards_win(setup: Setup) -> bool:
    """Whether cards in front break a tie: as agreed, else as the edition has it. Source: rules.md P4."""
    chosen = setup.options.get("tie_break", "rules")
    return breaks_ties(edition(setup.options).ruleset) if chosen == "rules" else chosen == "fewest_cards"


def best_of(setup: Setup) -> bool:
    """Whether a flip that hurts may be left, by the house rule. Source: rules.md P1."""
    return setup.options.get("majority_flip") == "best_of"


def kept_in_turn(setup: Setup) -> bool:
    """Whether the last two cards are kept openly, one player after the other. Source: rules.md P8."""
    return setup.options.get("keep_two") == "in_turn"


def rules_in_words(setup: Setup) -> tuple[Text, ...]:
    """The rules of this table as short sentences, for the foot of a sheet. Ours: the sheet says what was agreed."""
    return tuple(_sentences(setup))


def _sentences(setup: Setup) -> Iterator[Text]:
    ruleset = edition(setup.options).ruleset
    yield Text("Rules: %(edition)s.", edition=edition(setup.options).label)
    if ruleset == "de2014":
        yield ONLY_THE_DECK
    else:
        yield Text("Six colours or an empty deck start the last round.")
    seated = {len(seats) for _, seats in setup.seating}
    if 2 in seated:
        yield Text("Two players: 2 cards more flip.")
    if seated != {2}:
        yield Text("Most cards of a colour flip; tied piles all flip.")
    yield Text("Tie: fewest cards.") if fewest_cards_win(setup) else Text("Tie: the win is shared.")
    if best_of(setup):
        yield Text("House rule: a flip that hurts may be left.")
    if kept_in_turn(setup):
        yield Text("The last two cards are kept in turn order.")
    if ruleset == "it2008":
        yield Text("This edition prints points with a minus.")
    if rounds(setup) > 1:
        yield Plural("House rule: %(count)s deal.", "House rule: %(count)s deals, points are added.", rounds(setup))


def breaks_ties(ruleset: str) -> bool:
    """Whether the rules count cards when points are level: all but those of 2008 do.

    Source: rules.md P4; the rulebook of 2008 has no tie-break.
    """
    return ruleset != "it2008"


# In our own words


def _in(italian: str = "", french: str = "", spanish: str = "") -> tuple[Source, ...]:
    """The same place in the editions that have it."""
    places = (("it2008", italian, "it"), ("fr2015", french, "fr"), ("es2013", spanish, "es"))
    return tuple(
        [Source(EDITIONS[edition].label, section, language) for edition, section, language in places if section]
    )


CARDS = _in("Componenti del gioco", "Matériel", "Componentes de juego")

SETTING_UP = _in("Preparazione della parata", "Préparation de la parade", "Preparación del carnaval")

COURSE = _in("Sequenza di gioco", "Déroulement du jeu", "Secuencia de juego")

LAY = _in("Spiegazione delle azioni, 1", "Explication des actions, 1", "Explicación de las acciones, 1")

TAKE = _in("Spiegazione delle azioni, 2", "Explication des actions, 2", "Explicación de las acciones, 2")

DRAW = _in("Spiegazione delle azioni, 3", "Explication des actions, 3", "Explicación de las acciones, 3")

LAST = _in("Ultimo turno e fine del gioco", "Dernier round et fin de la partie", "Última ronda y fin del juego")

SCORING = _in("Punteggio", "Calcul du score", "Puntuación")

MOST = _in("Punteggio, 1", "Calcul du score, 1", "Puntuación, 1")

OTHERS = _in("Punteggio, 2", "Calcul du score, 2", "Puntuación, 2")

TWO = _in("Partita a 2 giocatori", "Règles pour 2 joueurs", "Reglas para 2 jugadores")

VICTORY = _in("Punteggio", "Victoire", "Ganador")

CHAPTERS = (
    Chapter(
        Text("Setting up"),
        (
            Rule("players", Text("Two to six people play."), _in("Numero di giocatori")),
            Rule("cards", Text("Six colours with the values 0 to 10: 66 cards, and no card twice."), CARDS),
            Rule(
                "colours",
                Text("Each edition has its own words for the six colours; German cards are yellow in place of purple."),
                _in("Esempio", "Exemple de calcul du score", "Ejemplos de puntuación"),
                because=Text("The cards were painted anew, and not every text followed them."),
            ),
            Rule("start", Text("One player is named to begin, and the turns go clockwise."), SETTING_UP),
            Rule("deal", Text("Five cards each, six face up as the line; the rest is the deck."), SETTING_UP),
            Rule("line", Text("The box marks the front of the line; new cards join its tail."), SETTING_UP),
        ),
    ),
    Chapter(
        Text("A turn"),
        (
            Rule("turn", Text("A turn is: play a card, take what leaves, draw a card. Then the next player."), COURSE),
            Rule("played", Text("The card just played lies at the tail and is never counted."), LAY),
            Rule("safe", Text("From the tail on, as many cards are safe as the value played says."), TAKE),
            Rule(
                "leaves",
                Text(
                    "Of the cards beyond those, every one of the same colour and every one not above that value leaves."
                ),
                TAKE,
            ),
            Rule("zero", Text("A 0 makes no card of the line safe."), TAKE),
            Rule("taken", Text("What is taken lies open in front of the player, by colour; the line closes up."), TAKE),
            Rule("draw", Text("A turn ends with one card from the deck, so that there are five in hand again."), DRAW),
        ),
    ),
    Chapter(
        Text("The last round"),
        (
            Rule("last-round", Text("Six colours in front of somebody, or an empty deck, start the last round."), LAST),
            Rule(
                "one-more", Text("That turn is played to its end; then everybody has one more, that player last."), LAST
            ),
            Rule("no-draw", Text("In the last round nobody draws."), LAST),
            Rule("no-second", Text("Further sixth colours in the last round change nothing."), LAST),
        ),
    ),
    Chapter(
        Text("Scoring"),
        (
            Rule("keep", Text("Everybody keeps two of the last four cards: they join the own colours."), SCORING),
            Rule("in-front", Text("Only cards in front of players count, not those in the line."), SCORING),
            Rule(
                "most-cards",
                Text("With two players 61 cards can lie in front at the most, with each further one two fewer."),
                because=Text("Everybody puts two cards away, and the card played last never leaves the line."),
            ),
            Rule("most", Text("Most cards of a colour: the pile is turned over and counts one point a card."), MOST),
            Rule("level", Text("Whoever is level for most turns the pile over too."), MOST),
            Rule("values", Text("All other piles count their printed values."), OTHERS),
            Rule("two", Text("Two players: only two cards more turn a pile over; else both count values."), TWO),
            Rule("winner", Text("The fewest points win."), VICTORY),
            Rule("tie", Text("Who is level on points wins with fewer cards in front."), _in("", "Victoire", "Ganador")),
        ),
    ),
    Chapter(
        OPEN_QUESTIONS,
        (
            Rule(
                "flip-hurts",
                Text("No: it is always turned over. A table may agree otherwise."),
                _in("", "Calcul du score, 1", "Puntuación, 1"),
                because=Text(
                    "The French and the Spanish text order it, and in the Italian one values do not matter then."
                ),
                question=Text("May a pile stay open where turning it over costs more?"),
                number="P1",
            ),
            Rule(
                "all-level",
                Text("Yes, every pile of those who are level."),
                MOST,
                because=Text("The rulebooks make no limit to how many may be level."),
                question=Text("Do all turn over where three or more are level?"),
                number="P2",
            ),
            Rule(
                "two-to-none",
                Text("Yes: two cards against none turn over, one card against none does not."),
                because=Text("None is a number like any other."),
                question=Text("Two players: does it count where one of them has none of a colour?"),
                number="P3",
            ),
            Rule(
                "shared",
                Text("The win is shared."),
                because=Text("The newer editions count cards and then stop; that of 2008 has no tie-break at all."),
                question=Text("Who wins if everything is level?"),
                number="P4",
            ),
            Rule(
                "only-deck",
                Text("No: with the German edition only an empty deck starts the last round."),
                because=Text(
                    "All descriptions of it that we found name the deck alone; its own text we have not seen."
                ),
                question=Text("Do six colours start the last round in the German edition of 2014?"),
                number="P5",
            ),
            Rule(
                "draws-once-more",
                Text("Yes."),
                LAST,
                because=Text("That turn ends as usual, and everybody needs four cards in the end."),
                question=Text("Does whoever starts the last round still draw?"),
                number="P6",
            ),
            Rule(
                "deck-left",
                Text("No, what is left of the deck stays there."),
                LAST,
                because=Text("Everybody shall end with four cards."),
                question=Text("Is anything drawn in the last round while there are cards?"),
                number="P7",
            ),
            Rule(
                "keep-secret",
                Text("Yes, all at once. A table may agree to do it in turn order."),
                because=Text("Whoever saw what the others keep would know more than they did."),
                question=Text("Are the last two cards kept in secret?"),
                number="P8",
            ),
            Rule(
                "keep-or-discard",
                Text("The two that are kept; it comes to the same."),
                SCORING,
                because=Text("Of four cards two stay, whichever are named."),
                question=Text("Does one choose what to keep or what to discard?"),
                number="P9",
            ),
            Rule(
                "green-example",
                Text("Either way the same places of the line leave."),
                _in("Esempio", "Exemple", "Ejemplo"),
                because=Text("The French text names another green card than the rest."),
                question=Text("Which green card is it in the printed example?"),
                number="P10",
            ),
            Rule(
                "deals",
                Text("If the table agrees: the points are added, and so are the cards in front for a tie."),
                because=Text("No edition knows more than one deal."),
                question=Text("May several deals make one game?"),
                number="P11",
            ),
            Rule(
                "mistake",
                Text(
                    "It is put right until the next player has played. Later the table decides; the journal keeps both."
                ),
                because=Text("Later cards were played because of how the line lay then."),
                question=Text("What if a mistake is noticed later?"),
                number="P12",
            ),
            Rule(
                "starter",
                Text("Whoever the table names, or draws by lot."),
                SETTING_UP,
                because=Text("The newer editions draw lots, that of 2008 leaves it open."),
                question=Text("Who begins?"),
                number="P13",
            ),
        ),
    ),
)
"""Every rule of Parade, chapter by chapter; the last one holds the open questions."""
