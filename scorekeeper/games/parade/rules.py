"""The rules of Parade that the table agrees on, and the sentences that sum them up."""

from collections.abc import Iterator

from scorekeeper.games.pad import Setup
from scorekeeper.games.pads.scoring import evaluate_for_table
from scorekeeper.games.parade.cards import EDITIONS, PAD, edition, find_ruleset
from scorekeeper.language.text import Plural, Text

LEAD_OF_TWO = 2
"""With two players, how many more cards than the other a player needs to flip a pile."""

EACH_KEEPS = 2
"""Number of cards of the last hand that each player keeps. As many are discarded unseen."""

ONLY_THE_DECK = Text("Only an empty deck starts the last round.").by("only-deck")


def fewest_cards_win(setup: Setup) -> bool:
    """Return whether the fewest cards in front win a tie: as the table agreed, otherwise as its edition says.

    Rule: parade/tie, parade/shared
    """
    chosen = setup.options.get("tie_break", "rules")
    return breaks_ties(find_ruleset(setup.options)) if chosen == "rules" else chosen == "fewest_cards"


def most_cards(players: int) -> int:
    """Return the maximum number of cards that can end up in front of all players together.

    Two cards from each hand are discarded, and the last card played stays in the line.

    Rule: parade/most-cards, parade/keep
    """
    return 66 - EACH_KEEPS * players - 1


def best_of(setup: Setup) -> bool:
    """Return whether the table plays by the house rule that nobody has to flip a pile if that costs points.

    Rule: parade/flip-hurts
    """
    return setup.options.get("majority_flip") == "best_of"


def kept_in_turn(setup: Setup) -> bool:
    """Return whether the last two cards are kept openly, one player after the other.

    Rule: parade/keep-secret
    """
    return setup.options.get("keep_two") == "in_turn"


def rules_in_words(setup: Setup) -> Iterator[Text]:
    """Yield the options of this table as short sentences, for the foot of a score sheet.

    Decision: options-on-sheet
    """
    ruleset = find_ruleset(setup.options)
    yield Text("Rules: %(edition)s.", edition=EDITIONS[edition(setup.options)])
    if ruleset == "de2014":
        yield ONLY_THE_DECK
    else:
        yield Text("The last round starts at six colours or an empty deck.")
    # Players can join and leave between deals, so the rules for two and for more can both apply.
    seated = {len(seats) for _, seats in setup.seating}
    if 2 in seated:
        yield Text("Two players: a pile flips with 2 more cards.")
    if seated != {2}:
        yield Text("The biggest pile of each colour flips; tied piles all flip.")
    yield Text("Tie-break: fewest cards.") if fewest_cards_win(setup) else Text("Tied players share the win.")
    if best_of(setup):
        yield Text("House rule: you can skip a flip that costs you points.")
    if kept_in_turn(setup):
        yield Text("The last two cards are kept in turn order.")
    if ruleset == "it2008":
        yield Text("This edition prints points with a minus.")
    deals = evaluate_for_table(setup, PAD.rounds)
    if deals > 1:
        yield Plural("House rule: %(count)s deal.", "House rule: %(count)s deals, points are added.", deals)


def breaks_ties(ruleset: str) -> bool:
    """Return whether the fewest cards in front win a tie under a ruleset. All do so except the Italian one of 2008.

    Rule: parade/tie, parade/shared
    """
    return ruleset != "it2008"
