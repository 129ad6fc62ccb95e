"""What a table agrees on before it plays Parade, and how its rules read in small print."""

from collections.abc import Iterator

from scorekeeper.games.options import Option
from scorekeeper.games.pad import Setup
from scorekeeper.games.parade.cards import EDITIONS, USUAL_EDITION, edition
from scorekeeper.games.standings import End, Standings, all_played
from scorekeeper.language.text import Plural, Text

MOST_DEALS = 12

EDITION_CHOICES = tuple([(key, found.label) for key, found in EDITIONS.items()])

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


def over(setup: Setup, found: Standings) -> End | None:
    """Say that all deals that were agreed on are played. Source: rules.md P11."""
    most = rounds(setup)
    if not all_played(most, found):
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
