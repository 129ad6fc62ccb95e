"""The rules of Diabolo: what a table agrees on, how that reads in small print, and all of them in our own words."""

from collections.abc import Iterator

from scorekeeper.games.diabolo.cards import LOOKS, SLOTS
from scorekeeper.games.options import Option, order_at, spelled_order
from scorekeeper.games.pad import Setup
from scorekeeper.games.rule import OPEN_QUESTIONS, Chapter, Rule, Source
from scorekeeper.games.standings import End, Standings, ended
from scorekeeper.language.text import Plural, Text

MOST_ROUNDS = 12

ROWS = Option(
    "rows",
    Text("Order of the rows"),
    default=spelled_order(SLOTS),
    order=tuple([(slot, look.label) for slot, look in LOOKS.items()]),
)

OPTIONS = (
    Option("rounds", Text("Rounds"), default=0, most=MOST_ROUNDS, empty=Text("as many as players")),
    Option(
        "doubler_commit",
        Text("Doublers"),
        (
            ("announced", Text("Said before the hands are shown")),
            ("secret_simultaneous", Text("Hidden, revealed together")),
        ),
        "announced",
    ),
    Option(
        "copies_check",
        Text("More copies than the deck should have"),
        (("warn", Text("Say so")), ("off", Text("Say nothing"))),
        "warn",
    ),
    ROWS,
)


def rounds(setup: Setup) -> int:
    """How many rounds the table plays: as agreed, else as many as there are players, so that each deals once.

    Source: rulebook IT, aim of the game; as many as players: rules.md D9.
    """
    return int(setup.options.get("rounds", 0)) or len(setup.seats(1))


def over(setup: Setup, standings: Standings) -> End | None:
    """Say that all rounds are played: then most points win. Source: rulebook IT, end of the game."""
    return ended(standings, rounds(setup))


def row_order(setup: Setup) -> tuple[str, ...]:
    """The colours in the order in which their rows are scored: from the top of the column down, or as agreed.

    Source: rules.md D2, for the rulebook names no order.
    """
    return order_at(setup, ROWS)


def hidden_doublers(setup: Setup) -> bool:
    """Whether doublers are committed in secret and revealed together.

    Source: rules.md D3; the rulebook has them announced.
    """
    return setup.options.get("doubler_commit") == "secret_simultaneous"


def counts_copies(setup: Setup) -> bool:
    """Whether the table wants to hear of more copies than the deck should have.

    Ours: the card list is only likely, rules.md 2.1.
    """
    return setup.options.get("copies_check", "warn") == "warn"


def rules_in_words(setup: Setup) -> tuple[Text, ...]:
    """The rules of this table as short sentences, for the foot of a sheet. Ours: the sheet says what was agreed."""
    return tuple(_sentences(setup))


def _sentences(setup: Setup) -> Iterator[Text]:
    count, players = rounds(setup), len(setup.seats(1))
    if not setup.options.get("rounds", 0):
        yield Text("As many rounds as players.")
    else:
        yield Plural("%(count)s round.", "%(count)s rounds.", count)
        if players and count % players:
            yield Text("Not everybody deals equally often.")
    if row_order(setup) != SLOTS:
        colours = tuple([LOOKS[slot].word for slot in row_order(setup)])
        yield Text("Rows in this order: %(colours)s.", colours=colours)
    yield Text("Harp ahead gains, trident ahead loses, level is skipped.")
    yield Text("The highest hand of the colour takes its sum; tied hands all do.")
    yield Text("One doubler a round each, only where the harp is ahead.")
    if hidden_doublers(setup):
        yield Text("Doublers are hidden and revealed together.")
    yield Text("Most points win. Tie: the win is shared.")


# In our own words


BOOK = Text("Italian rules")


def _in(*sections: str) -> tuple[Source, ...]:
    """Places in the only rulebook there was to read."""
    return tuple([Source(BOOK, section, "it") for section in sections])


CHAPTERS = (
    Chapter(
        Text("Setting up"),
        (
            Rule("players", Text("Three to five people play."), _in("Per 3-5 giocatori")),
            Rule(
                "cards",
                Text("70 number cards in five colours, five heaven and hell cards, five doublers."),
                _in("Materiale di gioco"),
            ),
            Rule(
                "copies",
                Text("Of each colour there should be four 1s, three 2s and 3s, two 4s and 5s."),
                because=Text(
                    "One player’s list says so and no rulebook does: it makes for a doubt, never for a refusal."
                ),
            ),
            Rule(
                "column",
                Text("The heaven and hell cards lie in a column, a row for each colour."),
                _in("Preparazione del gioco"),
            ),
            Rule(
                "deal",
                Text("Everybody has a doubler and six cards; the rest is the deck."),
                _in("Preparazione del gioco"),
            ),
            Rule("start", Text("The dealer’s left neighbour begins, and the turns go clockwise."), _in("Gioco")),
        ),
    ),
    Chapter(
        Text("A turn"),
        (
            Rule("turn", Text("A turn is: draw a card, place a card. Then the next player."), _in("Gioco")),
            Rule(
                "own-row",
                Text("A card goes to the row of its own colour, on whichever side the player likes."),
                _in("Gioco"),
            ),
            Rule(
                "five",
                Text("Five cards fill a row: the padlock is shown and nothing more goes there."),
                _in("Regole di piazzamento"),
            ),
            Rule(
                "three",
                Text("A side holds three cards; after that only the other one is open."),
                _in("Regole di piazzamento"),
            ),
            Rule(
                "no-card",
                Text("Whoever has no card that fits shows the whole hand and puts one card under the deck."),
                _in("Punteggio, caso speciale"),
            ),
            Rule(
                "fits",
                Text("While a hand has a colour whose row is open, it has a card that fits."),
                because=Text("A row of four cards or fewer always has a side with room."),
            ),
            Rule(
                "locks",
                Text("The second locked row ends the round at once; with five players the third."),
                _in("Fine del gioco"),
            ),
        ),
    ),
    Chapter(
        Text("Scoring"),
        (
            Rule(
                "rows",
                Text("Every row is scored, locked or not: the sums of harp and trident are compared."),
                _in("Punteggio"),
            ),
            Rule(
                "plus",
                Text("Harp ahead: the highest hand of the colour gains its own sum, all others nothing."),
                _in("Punteggio, caso 1"),
            ),
            Rule(
                "minus",
                Text("Trident ahead: the highest hand of the colour loses its own sum, all others nothing."),
                _in("Punteggio, caso 2"),
            ),
            Rule("level", Text("Both sides level: the row is left out."), _in("Punteggio, caso 3")),
            Rule(
                "tie", Text("Hands that are level at the top all gain or lose the whole sum."), _in("Punteggio, caso 3")
            ),
            Rule(
                "doubler",
                Text("Only where the harp is ahead may doublers be used: they count that hand twice."),
                _in("Punteggio, caso 1"),
            ),
            Rule(
                "spent",
                Text("A doubler that was used is gone until the next round, whatever it brought."),
                _in("Punteggio, caso 1"),
            ),
            Rule(
                "six-cards",
                Text("At the end of a round everybody holds six cards."),
                _in("Preparazione del gioco", "Gioco"),
            ),
        ),
    ),
    Chapter(
        Text("The rounds"),
        (
            Rule(
                "next-deal",
                Text("The deal moves to the left; all cards are shuffled, the doublers come back."),
                _in("Punteggio, caso 3"),
            ),
            Rule("pad", Text("Points are written on the pad, gains as well as losses."), _in("Obiettivo del gioco")),
            Rule(
                "winner", Text("After the rounds that were agreed on, the most points win."), _in("Obiettivo del gioco")
            ),
        ),
    ),
    Chapter(
        OPEN_QUESTIONS,
        (
            Rule(
                "misprint",
                Text("It is 4 and 2."),
                _in("Punteggio, caso 1"),
                because=Text("Only that makes the 12 points that are printed; 4 and 1 would be level with Michael."),
                question=Text("What does Joe hold in the printed example of purple?"),
                number="D1",
            ),
            Rule(
                "row-order",
                Text("From the top of the column down. A table may agree on another order before."),
                because=Text("The order matters for doublers, so it is fixed before the first row."),
                question=Text("In which order are the rows scored?"),
                number="D2",
            ),
            Rule(
                "doubler-said",
                Text("Openly, before any hand is shown. A table may agree to do it in secret."),
                _in("Punteggio, caso 1"),
                because=Text("The rulebook has the others told; one review tells of a secret way."),
                question=Text("Are doublers used openly or in secret?"),
                number="D3",
            ),
            Rule(
                "doubler-idle",
                Text("It does not count, and it is not spent."),
                because=Text("Doublers are only spoken of where the harp is ahead."),
                question=Text("What of a doubler on a row that loses or is level?"),
                number="D4",
            ),
            Rule(
                "doubler-in-vain",
                Text("Yes, and it is spent."),
                because=Text("In the printed example both doublers go, and only one of them won."),
                question=Text("May one double without any card of the colour?"),
                number="D5",
            ),
            Rule(
                "doubler-tie",
                Text("Each counts the own sum twice where the own doubler lies, and once where it does not."),
                because=Text("Everybody who is level gains the whole sum, and a doubler belongs to its owner."),
                question=Text("What if hands are level and only one has doubled?"),
                number="D6",
            ),
            Rule(
                "two-or-three",
                Text("Two locked rows; three only with five players."),
                _in("Fine del gioco"),
                because=Text("One review says three, having played with five."),
                question=Text("How many locked rows end a round?"),
                number="D7",
            ),
            Rule(
                "at-once",
                Text("No, the round ends at once."),
                _in("Fine del gioco"),
                because=Text("Nothing is said of a turn after the last lock."),
                question=Text("Is the last circle played to its end, so that all have had as many turns?"),
                number="D8",
            ),
            Rule(
                "how-many",
                Text("As many as there are players, if the table agrees on no other number."),
                _in("Obiettivo del gioco"),
                because=Text("So everybody deals once; the rulebook only wants it agreed before."),
                question=Text("How many rounds are played?"),
                number="D9",
            ),
            Rule(
                "shared",
                Text("The win is shared."),
                because=Text("The rulebook has no tie-break."),
                question=Text("Who wins if the totals are level?"),
                number="D10",
            ),
            Rule(
                "two-players",
                Text("Not here."),
                because=Text("The rulebook begins with three; only one review tells of two."),
                question=Text("Can two people play?"),
                number="D11",
            ),
            Rule(
                "hand-sums",
                Text("Yes: 30 at the most in a colour, and 6 to 30 in all. Beyond 24 in a colour we ask again."),
                because=Text("Six cards make no more, and with the likely list of cards 24."),
                question=Text("May a hand be told by its sums instead of its cards?"),
                number="D12",
            ),
        ),
    ),
)
"""Every rule of Diabolo, chapter by chapter; the last one holds the open questions."""
