"""The rules of Diabolo: the options of a table, the sentences that sum them up, and all rules in our own words."""

from collections.abc import Iterator

from scorekeeper.games.diabolo.cards import LOOKS, PAD, SLOTS
from scorekeeper.games.options import order_at
from scorekeeper.games.pad import Setup
from scorekeeper.games.pads.scoring import evaluate_for_table
from scorekeeper.language.text import Plural, Text

ROWS = next(option for option in PAD.options if option.order)
"""The option for the order of the rows."""


def rounds(setup: Setup) -> int:
    """Return the number of rounds that the table agreed on, otherwise one per player, so that everybody deals once.

    Rule: diabolo/how-many
    """
    return int(setup.options.get("rounds", 0)) or len(setup.seats(1))


def row_order(setup: Setup) -> tuple[str, ...]:
    """Return the colours in the order in which their rows are scored, as agreed or from the top of the column.

    Rule: diabolo/row-order
    """
    return order_at(setup, ROWS)


def rules_in_words(setup: Setup) -> Iterator[Text]:
    """Yield the options of this table as short sentences, for the foot of a score sheet.

    Decision: options-on-sheet
    """
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
    if evaluate_for_table(setup, PAD.values["secret"]):
        yield Text("Doublers are hidden and revealed together.")
    yield Text("Highest score wins. Tied players share the win.")
