"""What is said about a colour and about the end: who has most and why, who wins and why."""

from collections.abc import Sequence

from scorekeeper.games.base import Setup
from scorekeeper.games.parade.scoring import LEAD_OF_TWO
from scorekeeper.games.standings import Standings
from scorekeeper.text import Plural, Text

LEVEL_BY_CARDS = Text("Level on points: fewest cards in front win.")
MORE_CARDS = Text("more cards")
"""What somebody has who is level with the leader on points and still behind."""


def who_has_most(names: Sequence[str], sizes: Sequence[int], flips: Sequence[int], colour: Text) -> Text:
    """Say who flips a colour and why; `flips` are positions in `names` and `sizes`."""
    if not any(sizes):
        return Text("Nobody has %(colour)s.", colour=colour)
    if len(sizes) == 2:
        return _of_two(names, sizes, flips)
    if len(flips) == 1:
        return Text("%(who)s has most, %(count)s.", who=names[flips[0]], count=sizes[flips[0]])
    who = tuple([names[position] for position in flips])
    if len(flips) == 2:
        return Text("%(who)s have %(count)s each: both flip.", who=who, count=sizes[flips[0]])
    return Text("%(who)s have %(count)s each: all flip.", who=who, count=sizes[flips[0]])


def _of_two(names: Sequence[str], sizes: Sequence[int], flips: Sequence[int]) -> Text:
    lead = sizes[0] - sizes[1]
    if not lead:
        return Text("Level at %(count)s: face values.", count=sizes[0])
    who, other = names if lead > 0 else reversed(names)
    if flips:
        return Text("%(who)s has %(more)s more than %(other)s: %(who)s flips.", who=who, other=other, more=abs(lead))
    return Text(
        "%(who)s needs %(needed)s more than %(other)s, has %(more)s more: face values.",
        who=who,
        other=other,
        needed=LEAD_OF_TWO,
        more=abs(lead),
    )


def left_open(note: Text, names: Sequence[str]) -> Text:
    """Add to a note who leaves the pile face up by the house rule."""
    who = tuple(names)
    house = Plural("%(who)s leaves it open, house rule.", "%(who)s leave it open, house rule.", len(who), who=who)
    return Text("%(first)s %(second)s", first=note, second=house)


def verdict(
    names: Sequence[str], totals: Sequence[int], cards: Sequence[int], winners: Sequence[int], fewest_cards: bool
) -> tuple[Text, Text]:
    """Say who wins, and what decided it; `winners` are positions in the other three."""
    least = totals[winners[0]]
    tied = [position for position, total in enumerate(totals) if total == least]
    who = tuple([names[position] for position in winners])
    if len(tied) == 1:
        return (
            Text("%(who)s wins with %(points)s.", who=who, points=least),
            Text("Fewest points. No tie, so cards are not counted.") if fewest_cards else Text("Fewest points."),
        )
    if len(tied) > len(winners):
        all_tied = tuple([names[position] for position in tied])
        return _by_cards(all_tied, least, who, cards[winners[0]]), LEVEL_BY_CARDS
    win = Text("%(who)s share the win.", who=who)
    if fewest_cards:
        return win, Plural(
            "Level on %(count)s point and %(cards)s cards.",
            "Level on %(count)s points and %(cards)s cards.",
            least,
            cards=cards[winners[0]],
        )
    return win, Plural(
        "Level on %(count)s point. Cards are not counted.", "Level on %(count)s points. Cards are not counted.", least
    )


def best(names: Sequence[str], points: int) -> Text:
    """Say who did best in a deal of several."""
    return Text("Best this deal: %(who)s with %(points)s.", who=tuple(names), points=points)


def won(setup: Setup, found: Standings) -> Text | None:
    """Say who has won a game of deals; the cards in front decide as in one deal, added up as the points are."""
    winners = found.winners
    if not winners or found.level == winners:
        return found.wins()
    return _by_cards(setup.names(found.level), found.best, setup.names(winners), found.ties[winners[0]])


def _by_cards(tied: tuple[str, ...], points: int, who: tuple[str, ...], cards: int) -> Text:
    """The verdict where cards in front decide between those who are level on points."""
    if len(who) > 1:
        return Text(
            "%(tied)s tie on %(points)s. %(who)s have fewest cards, %(cards)s each, and share the win.",
            tied=tied,
            points=points,
            who=who,
            cards=cards,
        )
    if len(tied) > 2:
        return Text(
            "%(tied)s tie on %(points)s. %(who)s has fewest cards, %(cards)s, and wins.",
            tied=tied,
            points=points,
            who=who,
            cards=cards,
        )
    return Text(
        "%(tied)s tie on %(points)s. %(who)s has fewer cards, %(cards)s, and wins.",
        tied=tied,
        points=points,
        who=who,
        cards=cards,
    )
