"""The sentences about a deal of Parade: who flips, who leaves a pile face up, who wins and why."""

from collections.abc import Sequence

from scorekeeper.games.pad import Setup
from scorekeeper.games.parade.scoring import LEAD_OF_TWO
from scorekeeper.games.standings import Standings, won_with
from scorekeeper.language.text import Plural, Text

LEVEL_BY_CARDS = Text("Tied on points: fewest cards in front.").by("tie")

MORE_CARDS = Text("more cards")
"""What a player who is tied with the leader on points but still behind has more of."""


def who_has_most(names: Sequence[str], sizes: Sequence[int], flips: Sequence[int], colour: Text) -> Text:
    """Say who flips a colour and why. `flips` are the positions in `names` and `sizes` of those who flip.

    Rule: parade/most, parade/level, parade/two
    """
    if not any(sizes):
        return Text("Nobody has %(colour)s.", colour=colour).by("most")
    if len(sizes) == 2:
        return _describe_lead_of_two(names, sizes, flips)
    if len(flips) == 1:
        return Text("%(who)s has the most, %(count)s.", who=names[flips[0]], count=sizes[flips[0]]).by("most")
    who = tuple([names[position] for position in flips])
    if len(flips) == 2:
        return Text("%(who)s have %(count)s each: both flip.", who=who, count=sizes[flips[0]]).by("level")
    return Text("%(who)s have %(count)s each: all flip.", who=who, count=sizes[flips[0]]).by("level")


def _describe_lead_of_two(names: Sequence[str], sizes: Sequence[int], flips: Sequence[int]) -> Text:
    lead = sizes[0] - sizes[1]
    if not lead:
        return Text("Tied at %(count)s: face values.", count=sizes[0]).by("two")
    who, other = names if lead > 0 else reversed(names)
    if flips:
        return Text(
            "%(who)s has %(more)s more than %(other)s: %(who)s flips.", who=who, other=other, more=abs(lead)
        ).by("two")
    return Text(
        "%(who)s needs %(needed)s more than %(other)s to flip but has only %(more)s more: face values.",
        who=who,
        other=other,
        needed=LEAD_OF_TWO,
        more=abs(lead),
    ).by("two")


def left_open(note: Text, names: Sequence[str]) -> Text:
    """Return a note with one more sentence, which says that these players leave their piles face up.

    Rule: parade/flip-hurts
    """
    who = tuple(names)
    house = Plural(
        "%(who)s leaves it face up (house rule).", "%(who)s leave it face up (house rule).", len(who), who=who
    ).by("flip-hurts")
    return Text("%(first)s %(second)s", first=note, second=house)


def verdict(
    names: Sequence[str], totals: Sequence[int], cards: Sequence[int], winners: Sequence[int], fewest_cards: bool
) -> tuple[Text, Text]:
    """Return a sentence that says who wins, and one that says what decided it.

    `winners` are positions in `names`, `totals` and `cards`. `fewest_cards`: fewest cards break a tie.

    Rule: parade/winner, parade/tie, parade/shared
    """
    least = totals[winners[0]]
    tied = [position for position, total in enumerate(totals) if total == least]
    who = tuple([names[position] for position in winners])
    if len(tied) == 1:
        return (
            won_with(who, str(least)),
            Text("Lowest score. No tie, so cards are not counted.").by("tie")
            if fewest_cards
            else Text("Lowest score.").by("winner"),
        )
    # Fewer winners than tied players: the cards in front have broken the tie.
    if len(tied) > len(winners):
        all_tied = tuple([names[position] for position in tied])
        return _describe_tie_break(all_tied, least, who, cards[winners[0]]), LEVEL_BY_CARDS
    win = Text("%(who)s share the win.", who=who).by("shared")
    if fewest_cards:
        return win, Plural(
            "Tied on %(count)s point and %(cards)s cards.",
            "Tied on %(count)s points and %(cards)s cards.",
            least,
            cards=cards[winners[0]],
        ).by("shared")
    return win, Plural(
        "Tied on %(count)s point. Cards are not counted.", "Tied on %(count)s points. Cards are not counted.", least
    ).by("shared")


def best(names: Sequence[str], points: int) -> Text:
    """Say who did best in one of several deals.

    Rule: parade/deals
    """
    return Text("Best this deal: %(who)s with %(points)s.", who=tuple(names), points=points).by("deals")


def describe_win(setup: Setup, standings: Standings) -> Text | None:
    """Say who has won a game of several deals, or return None if nobody has.

    A tie is broken by the total number of cards in front of the players over all deals.

    Rule: parade/deals, parade/tie
    """
    winners = standings.winners
    if not winners or standings.level == winners:
        return standings.wins()
    (cards,) = standings.ties[winners[0]]
    return _describe_tie_break(setup.names(standings.level), standings.best, setup.names(winners), cards)


def _describe_tie_break(tied: tuple[str, ...], points: int, who: tuple[str, ...], cards: int) -> Text:
    """Say who wins when the cards in front break a tie on points."""
    if len(who) > 1:
        return Text(
            "%(tied)s are tied on %(points)s. %(who)s have the fewest cards (%(cards)s each) and share the win.",
            tied=tied,
            points=points,
            who=who,
            cards=cards,
        ).by("tie")
    if len(tied) > 2:
        return Text(
            "%(tied)s are tied on %(points)s. %(who)s has the fewest cards (%(cards)s) and wins.",
            tied=tied,
            points=points,
            who=who,
            cards=cards,
        ).by("tie")
    return Text(
        "%(tied)s are tied on %(points)s. %(who)s has fewer cards (%(cards)s) and wins.",
        tied=tied,
        points=points,
        who=who,
        cards=cards,
    ).by("tie")
