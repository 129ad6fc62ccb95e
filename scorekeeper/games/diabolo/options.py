"""What a table agrees on before it plays Diabolo, and how its rules read in small print."""

from collections.abc import Iterator

from scorekeeper.games.diabolo.cards import LOOKS, SLOTS
from scorekeeper.games.options import Option, order_at, spelled_order
from scorekeeper.games.pad import Setup
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


def over(setup: Setup, found: Standings) -> End | None:
    """Say that all rounds are played: then most points win. Source: rulebook IT, end of the game."""
    return ended(found, rounds(setup))


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
