"""What the pad file of Parade cannot say about a deal: two problems, a doubt, and a button."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.cards import working
from scorekeeper.games.pad import END, Choice, Problem, Seat, Spot
from scorekeeper.games.pads.pad import SURE
from scorekeeper.games.pads.piles import COUNT_BOX, SuitRow
from scorekeeper.games.pads.scoring import is_whole
from scorekeeper.games.pads.sheet import PadRound
from scorekeeper.games.parade.rules import LEAD_OF_TWO, best_of, fewest_cards_win
from scorekeeper.language.text import Plural, Text

# All values are different, so three cards have at least 0 + 1 + 2 points and gain nothing face up.
BETTER_OPEN = {1: (0,), 2: (1, 0)}
"""The values in each pile that is worth less face up, keyed by the size of the pile."""


class Deal(PadRound):
    """A deal of Parade with its marks."""

    def _find_problems(self) -> Iterator[Problem]:
        yield from super()._find_problems()
        yield from self._list_outgrown()

    def _list_outgrown(self) -> Iterator[Problem]:
        """Yield a problem for each colour in which a pile was counted because it flips, but another one is bigger.

        Only cards that were entered one by one are compared with the count.

        Rule: parade/most, parade/two
        """
        two = len(self.seats) == 2
        for suit in self.written.suits.values():
            piles = suit.piles
            top = max((pile.count or 0 for pile in piles.values()), default=0)
            shown = {seat: 0 if pile.count is not None else len(pile.cards) for seat, pile in piles.items()}
            most = max(shown.values(), default=0)
            counted = [
                seat
                for seat, pile in piles.items()
                if pile.count == top and pile.value is None and not self.says(f"{suit.row.key}_flips", seat)
            ]
            # Of two players, a pile is counted only because it is two cards ahead. A single card cannot be.
            outgrown = most > 0 and top >= LEAD_OF_TWO if two else most > top
            if (two and self.written.evaluator.look_up(f"{suit.row.key}_read", 0)) or not counted:
                continue
            if outgrown:
                bigger = [seat for seat, size in shown.items() if size == most]
                # Neither is two ahead, so the two piles have to be entered card by card.
                close = two and abs(most - top) < LEAD_OF_TWO
                yield self._none_ahead(suit, bigger[0], counted[0]) if close else self._other(suit, bigger, counted)

    def _other(self, suit: SuitRow, bigger: Sequence[Seat], counted: Sequence[Seat]) -> Problem:
        """Return the problem that the `counted` piles do not flip, because the `bigger` ones do."""
        most = len(suit.piles[bigger[0]].cards)
        spots = tuple([suit.spot(COUNT_BOX, seat) for seat in (*bigger, *counted)])
        text = Plural(
            "%(colour)s: %(who)s has %(most)s, but %(others)s flips %(top)s.",
            "%(colour)s: %(who)s has %(most)s, but %(others)s flip %(top)s.",
            len(counted),
            colour=suit.row.label,
            who=self.setup.name(bigger[0]),
            most=most,
            others=self.setup.names(counted),
            top=suit.piles[counted[0]].count,
        ).by("most")
        label = Plural(
            "%(who)s flips, enter %(others)s",
            "%(who)s flip, enter %(others)s",
            len(bigger),
            who=self.setup.names(bigger),
            others=self.setup.names(counted),
        )
        return Problem(spots, text, cures=(Choice(label, dict.fromkeys(spots[: len(bigger)], most)),))

    def _none_ahead(self, suit: SuitRow, shown: Seat, counted: Seat) -> Problem:
        """Return the problem that a `counted` pile of one of two players is not two cards ahead of the one `shown`."""
        most = len(suit.piles[shown].cards)
        text = Text(
            "%(who)s has %(most)s %(colour)s, so %(other)s needs %(needed)s to flip but has %(top)s.",
            colour=suit.box.word,
            who=self.setup.name(shown),
            most=most,
            other=self.setup.name(counted),
            needed=most + LEAD_OF_TWO,
            top=suit.piles[counted].count,
        ).by("two")
        spots = suit.spot(COUNT_BOX, shown), suit.spot(COUNT_BOX, counted)
        return Problem(spots, text, cures=(Choice(Text("Enter both"), {suit.spot("read"): 1}),))

    def describe_verdict(self, winners: tuple[Seat, ...], totals: Mapping[Seat, int]) -> tuple[Text, Text]:
        """Say who wins, or who did best in one of several deals.

        Rule: parade/deals, parade/winner
        """
        said, reason = super().describe_verdict(winners, totals)
        if winners and not is_whole(self.pad, self.setup):
            who = self.setup.names(winners)
            said = Text("Best this deal: %(who)s with %(points)s.", who=who, points=totals[winners[0]]).by("deals")
        return said, reason

    def list_last_doubts(self, totals: Mapping[Seat, int]) -> Iterator[Problem]:
        """Yield a doubt if the lowest points are tied and a tied player may have a 0 that is not entered.

        A 0 changes no points, so it is easily left out, but it counts as a card where the fewest cards win.

        Rule: parade/tie, */slip
        """
        least = min(totals.values(), default=0)
        tied = [seat for seat in self.seats if totals[seat] == least]
        sure = Spot(self.number, END, SURE)
        decides = fewest_cards_win(self.setup) and is_whole(self.pad, self.setup)
        if len(tied) < 2 or not decides or self.marks.get(sure):
            return
        # A pile of which the number is known includes its 0.
        spots = [
            suit.cards_spot(seat, 0)
            for suit in self.written.suits.values()
            if not suit.nobody and not any(0 in pile.cards for pile in suit.piles.values())
            for seat in tied
            if suit.piles[seat].count is None
        ]
        if spots:
            who = self.setup.names(tied)
            text = Text("%(who)s are tied on points, so the number of cards decides. Is every 0 entered?", who=who)
            none = Choice(Text("No 0 is missing"), {sure: 1})
            yield Problem(tuple(spots), text.by("tie"), certain=False, cures=(none,))

    def list_choices(self, suit: SuitRow) -> Iterator[Choice]:
        """Yield a button for each flipped pile that the house rule lets its player leave face up.

        Rule: parade/flip-hurts
        """
        for seat, pile in suit.piles.items():
            cards = BETTER_OPEN.get(pile.count or 0)
            down = self.says(f"{suit.row.key}_backs", seat)
            if cards and down and best_of(self.setup):
                label = Text("%(who)s leaves %(cards)s face up", who=self.setup.name(seat), cards=working(cards))
                yield Choice(label, {suit.cards_spot(seat, value): 1 for value in cards})
