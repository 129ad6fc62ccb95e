"""The rules of Diabolo: the options of a table, the sentences that sum them up, and all rules in our own words."""

from collections.abc import Iterator

from scorekeeper.games.diabolo.cards import LOOKS, SLOTS
from scorekeeper.games.options import Option, order_at, spelled_order
from scorekeeper.games.pad import Setup
from scorekeeper.games.rule import OPEN_QUESTIONS, Chapter, Rule, Source
from scorekeeper.games.standings import End, Standings, find_end
from scorekeeper.language.text import Plural, Text

MOST_ROUNDS = 12

ROWS = Option(
    "rows",
    Text("Order of the rows"),
    default=spelled_order(SLOTS),
    order=tuple([(slot, look.label) for slot, look in LOOKS.items()]),
)

OPTIONS = (
    Option("rounds", Text("Rounds"), default=0, most=MOST_ROUNDS, empty=Text("one per player")),
    Option(
        "doubler_commit",
        Text("Doublers"),
        (
            ("announced", Text("Announced before the hands are shown")),
            ("secret_simultaneous", Text("In secret, revealed together")),
        ),
        "announced",
    ),
    Option(
        "copies_check",
        Text("More copies than the deck should have"),
        (("warn", Text("Ask about it")), ("off", Text("Do not ask"))),
        "warn",
    ),
    ROWS,
)


def rounds(setup: Setup) -> int:
    """Return the number of rounds that the table agreed on, otherwise one per player, so that everybody deals once.

    Rule: diabolo/how-many
    """
    return int(setup.options.get("rounds", 0)) or len(setup.seats(1))


def over(setup: Setup, standings: Standings) -> End | None:
    """Return the end of the game once all rounds are played, otherwise None.

    Rule: diabolo/how-many, */agreed-end
    """
    return find_end(standings, rounds(setup))


def row_order(setup: Setup) -> tuple[str, ...]:
    """Return the colours in the order in which their rows are scored, as agreed or from the top of the column.

    Rule: diabolo/row-order
    """
    return order_at(setup, ROWS)


def hidden_doublers(setup: Setup) -> bool:
    """Return whether players decide in secret whether to double, and reveal their decisions together.

    Rule: diabolo/doubler-said
    """
    return setup.options.get("doubler_commit") == "secret_simultaneous"


def counts_copies(setup: Setup) -> bool:
    """Return whether the app asks about more copies of a card than the deck should have.

    Rule: diabolo/copies
    """
    return setup.options.get("copies_check", "warn") == "warn"


def rules_in_words(setup: Setup) -> tuple[Text, ...]:
    """Return the options of this table as short sentences, for the foot of a score sheet.

    Decision: options-on-sheet
    """
    return tuple(_sentences(setup))


def _sentences(setup: Setup) -> Iterator[Text]:
    count, players = rounds(setup), len(setup.seats(1))
    if not setup.options.get("rounds", 0):
        yield Text("One round per player.")
    else:
        yield Plural("%(count)s round.", "%(count)s rounds.", count)
        if players and count % players:
            yield Text("Not everybody deals the same number of times.")
    if row_order(setup) != SLOTS:
        colours = tuple([LOOKS[slot].word for slot in row_order(setup)])
        yield Text("Order of rows: %(colours)s.", colours=colours)
    yield Text("Harp ahead scores, trident ahead loses, a tie is skipped.")
    yield Text("The highest hand in the colour scores its sum; so do all tied hands.")
    yield Text("One doubler each per round, only where the harp is ahead.")
    if hidden_doublers(setup):
        yield Text("Doublers are hidden and revealed together.")
    yield Text("Highest score wins. Tied players share the win.")


# In our own words


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
