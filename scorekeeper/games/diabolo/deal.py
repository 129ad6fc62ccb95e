"""What the pad file of Diabolo cannot say about a round: doublers decided in secret, and one used twice."""

from collections.abc import Iterator, Mapping

from scorekeeper.games.entry import Ask, Secret, Wait
from scorekeeper.games.pad import Changes, Choice, Mark, Problem, Seat
from scorekeeper.games.pads.piles import SuitRow
from scorekeeper.games.pads.sheet import PadRound
from scorekeeper.language.text import Text

DOUBLE = "double"


class Doublers(PadRound):
    """A round of Diabolo with its marks."""

    def _find_undecided(self, suit: SuitRow) -> list[Seat]:
        """Return the seats that have yet to decide in secret whether to double a row.

        Rule: diabolo/doubler-said
        """
        return [
            seat
            for seat in self.seats
            if self.says(f"{suit.row.key}_waits", seat)
            and suit.spot(DOUBLE, seat) not in self.marks
            and self.says("doubler", seat)
        ]

    def _decline_for_others(self, suit: SuitRow) -> Changes:
        """Return the marks that say “does not double” for all players without a doubler."""
        # Everybody knows who has no doubler left, so marking these players reveals nothing.
        blank = {suit.spot(DOUBLE, seat): seat for seat in self.seats if suit.spot(DOUBLE, seat) not in self.marks}
        undecided = self._find_undecided(suit)
        return {spot: 0 for spot, seat in blank.items() if seat not in undecided}

    def list_choices(self, suit: SuitRow) -> Iterator[Choice]:
        """Yield the button that settles the doublers of a row for the whole table, while they are decided in secret.

        Rule: diabolo/doubler-said
        """
        if not self.says(f"{suit.row.key}_waits", self.seats[0]):
            return
        rest, undecided = self._decline_for_others(suit), self._find_undecided(suit)
        if not self.says(f"{suit.row.key}_sealed", self.seats[0]):
            nobody = {suit.spot(DOUBLE, seat): 0 for seat in undecided}
            yield Choice(Text("Nobody doubles %(colour)s", colour=suit.box.word), {**nobody, **rest})
        elif rest and not undecided:
            yield Choice(Text("Reveal the doublers"), rest)

    def ask_in_secret(self, suit: SuitRow) -> Iterator[Ask]:
        """Yield what each player is asked about one row after another. Who need not decide now is told why.

        Rule: diabolo/doubler-said
        """
        # A player can use the doubler once, so an earlier row must be decided before a later one.
        first = next((row for row in self.written.suits.values() if self._find_undecided(row)), suit)
        undecided, rest = self._find_undecided(suit), self._decline_for_others(suit)
        for seat in self.seats:
            spot = suit.spot(DOUBLE, seat)
            if spot in self.marks:
                # Whoever has no doubler left had no choice. That mark is written along with the choice of another.
                yield Wait(seat, DOUBLE, hint=Text("decided"), decided=self.says("doubler", seat))
            elif seat not in undecided:
                yield Wait(seat, DOUBLE, hint=Text("doubler already used"))
            elif suit is not first:
                yield Wait(seat, DOUBLE, hint=Text("first %(colour)s", colour=first.box.word))
            else:
                choices = (
                    Choice(Text("Use my doubler"), {spot: 1, **rest}),
                    Choice(Text("Keep my doubler"), {spot: 0, **rest}),
                )
                yield Secret(seat, DOUBLE, choices, hint=Text("Double %(colour)s?", colour=suit.box.word))

    def describe_verdict(self, winners: tuple[Seat, ...], totals: Mapping[Seat, int]) -> tuple[Text, Text]:
        """Say who did best in this round.

        Rule: diabolo/winner
        """
        said, reason = super().describe_verdict(winners, totals)
        return said.by("winner"), reason

    def _find_problems(self) -> Iterator[Problem]:
        yield from super()._find_problems()
        yield from self._list_second_doublers()

    def _list_second_doublers(self) -> Iterator[Problem]:
        """Yield a problem for each doubler that is used although it was used up in an earlier row.

        Rule: diabolo/spent
        """
        suits = [*self.written.suits.values()]
        for seat in self.seats:
            used = next((suit for suit in suits if self.says(f"{suit.row.key}_used", seat)), None)
            for suit in suits:
                twice = self.says(f"{suit.row.key}_doubles", seat) and self.says(f"{suit.row.key}_plus", seat)
                if used is not None and suit is not used and twice:
                    yield self._describe_second(seat, used, suit)

    def _describe_second(self, seat: Seat, used: SuitRow, again: SuitRow) -> Problem:
        who, words = self.setup.name(seat), (used.box.word, again.box.word)
        text = Text("%(who)s has only one doubler, so %(colours)s cannot both be doubled.", who=who, colours=words)
        spots = used.spot(DOUBLE, seat), again.spot(DOUBLE, seat)
        # Where doublers are secret, a blank is no decision yet.
        secret = self.says("secret", seat)
        none: Mark | None = 0 if secret else None
        cures = [
            Choice(Text("No doubler on %(colour)s", colour=word), {spot: none})
            for spot, word in zip(spots, words, strict=True)
        ]
        return Problem(spots, text.by("spent"), cures=tuple(cures))
