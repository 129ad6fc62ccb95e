"""What is missing in the piles of a suit, what cannot be, and the buttons that mend it.

The sentences are the same for every pad with a deck.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from scorekeeper.games.pad import ALL, END, Choice, Marks, Problem, Seat, Setup, Spot, offer_end
from scorekeeper.games.pads.deck import Claim, fits
from scorekeeper.games.pads.pad import Box
from scorekeeper.games.pads.piles import COUNT_BOX, NOBODY_BOX, SUM_BOX, Pile, SuitRow, offer_nobody
from scorekeeper.language.text import Plural, Text


@dataclass(frozen=True, slots=True)
class PileProblems:
    """The problems of the suits of a round."""

    setup: Setup
    suits: Sequence[SuitRow]
    seats: Sequence[Seat]
    marks: Marks
    doubts: bool
    """Whether the table is asked about more cards than there should be, in a deck of which that is uncertain."""

    # What cannot be

    def list_contradictions(self) -> Iterator[Problem]:
        """Yield a problem for each thing that is impossible in a suit.

        Rule: */agree
        Decision: seat-order
        """
        for suit in self.suits:
            yield from self._list_owners(suit)
            yield from self._list_counted_short(suit)
            yield from self._list_other_sums(suit)
            yield from self._contradict_nobody(suit)
            count = sum(max(pile.size or 0, len(pile.cards)) for pile in suit.piles.values())
            # With too many cards no sums fit either, and one reason is enough.
            if suit.box.doubt is not None:
                continue
            if count > suit.box.deck.size:
                yield self._describe_too_many(suit, count)
            else:
                yield from self._list_impossible_sums(suit)

    def _list_owners(self, suit: SuitRow) -> Iterator[Problem]:
        """Yield a problem for each card that more players have than there are. It is a doubt in an uncertain deck."""
        certain = suit.box.doubt is None
        for value, most in zip(suit.box.deck.values, suit.box.deck.copies, strict=True):
            owners = [seat for seat in self.seats if value in suit.piles[seat].cards]
            count = sum(suit.piles[seat].cards.count(value) for seat in owners)
            if count <= most or not (certain or self.doubts):
                continue
            spots = {seat: suit.cards_spot(seat, value) for seat in owners}
            if most == 1 and certain and len(owners) > 1:
                yield self._describe_owners(suit, value, spots)
            else:
                text = say_more_copies(suit.box.word, value, count, most).by("cards" if certain else "copies")
                yield Problem(tuple(spots.values()), text, certain)

    def _describe_owners(self, suit: SuitRow, value: int, spots: Mapping[Seat, Spot]) -> Problem:
        """Return the problem that several players have the only card of a value."""
        who, card = self.setup.names([*spots]), Text("%(colour)s %(value)s", colour=suit.row.label, value=value)
        text = (
            Text("%(who)s both have %(card)s.", who=who, card=card).by("cards")
            if len(spots) == 2
            else Text("%(who)s all have %(card)s.", who=who, card=card).by("cards")
        )
        moves = [
            Choice(Text("Move to %(who)s", who=self.setup.name(seat)), {**dict.fromkeys(spots.values()), spot: 1})
            for seat, spot in spots.items()
        ]
        return Problem(tuple(spots.values()), text, cures=tuple(moves))

    def _list_counted_short(self, suit: SuitRow) -> Iterator[Problem]:
        for seat, pile in suit.piles.items():
            if pile.count is None or pile.count >= len(pile.cards):
                continue
            who, read, spot = self.setup.name(seat), len(pile.cards), suit.spot(COUNT_BOX, seat)
            text = Plural(
                "%(who)s has %(count)s %(colour)s card, not %(read)s as entered.",
                "%(who)s has %(count)s %(colour)s cards, not %(read)s as entered.",
                pile.count,
                who=who,
                read=read,
                colour=suit.box.word,
            ).by("agree")
            cure = Choice(Text("%(who)s has %(count)s", who=who, count=read), {spot: read})
            cards = [suit.cards_spot(seat, value) for value in pile.cards]
            yield Problem((spot, *cards), text, cures=(cure,))

    def _list_other_sums(self, suit: SuitRow) -> Iterator[Problem]:
        for seat, pile in suit.piles.items():
            # While cards are missing, they may still add up to the sum.
            if pile.sum is None or not pile.complete or pile.sum == sum(pile.cards):
                continue
            text = Text(
                "%(who)s’s %(colour)s cards add up to %(made)s, not %(sum)s.",
                who=self.setup.name(seat),
                colour=suit.box.word,
                made=sum(pile.cards),
                sum=pile.sum,
            ).by("agree")
            spot, cards = suit.spot(SUM_BOX, seat), [suit.cards_spot(seat, value) for value in pile.cards]
            cures = [Choice(Text("Use the cards"), {spot: None})]
            # Without the cards, a sum says nothing about a pile that has to be counted.
            if not suit.box.counted:
                cures.append(Choice(Text("Use the sum"), dict.fromkeys(cards)))
            yield Problem((spot, *dict.fromkeys(cards)), text, cures=tuple(cures))

    def _contradict_nobody(self, suit: SuitRow) -> Iterator[Problem]:
        holders = [seat for seat, pile in suit.piles.items() if pile.size or pile.sum or seat in suit.tops]
        if not suit.nobody or not holders:
            return
        text = Plural(
            "%(who)s has %(colour)s, so “nobody” is wrong.",
            "%(who)s have %(colour)s, so “nobody” is wrong.",
            len(holders),
            who=self.setup.names(holders),
            colour=suit.box.word,
        ).by("agree")
        nobody = suit.spot(NOBODY_BOX)
        cure = Choice(Text("Somebody has %(colour)s", colour=suit.box.word), {nobody: None})
        yield Problem((nobody, *[suit.pile_spot(seat) for seat in holders]), text, cures=(cure,))

    def _describe_too_many(self, suit: SuitRow, count: int) -> Problem:
        text = Text(
            "%(count)s %(colour)s cards entered, but there are only %(most)s.",
            count=count,
            colour=suit.box.word,
            most=suit.box.deck.size,
        ).by("cards")
        return Problem(tuple([suit.spot(COUNT_BOX, seat) for seat, pile in suit.piles.items() if pile.size]), text)

    def _list_impossible_sums(self, suit: SuitRow) -> Iterator[Problem]:
        """Yield a problem for each sum that is impossible by itself, otherwise one if all sums together are."""
        tapped = [value for pile in suit.piles.values() for value in pile.cards]
        begun = {seat: pile for seat, pile in suit.piles.items() if pile.size is not None and not pile.complete}
        claims = {seat: _claim(pile) for seat, pile in begun.items() if pile.sum is not None}
        unread = sum(_claim(pile)[0] for pile in begun.values() if pile.sum is None)
        # Without sums there is nothing but the number of cards, which has been compared.
        if not claims or fits(suit.box.deck, [*claims.values()], tapped, unread):
            return
        # A sum that is impossible by itself is named by itself, because the others may be right.
        alone = [seat for seat in claims if not fits(suit.box.deck, [claims[seat]], suit.piles[seat].cards)]
        for seat in alone:
            text: Text = Plural(
                "%(count)s %(colour)s card cannot add up to %(sum)s.",
                "%(count)s %(colour)s cards cannot add up to %(sum)s.",
                suit.piles[seat].size or 0,
                colour=suit.box.word,
                sum=suit.piles[seat].sum,
            ).by("cards")
            yield Problem((suit.spot(SUM_BOX, seat),), text)
        if not alone:
            sums = tuple(
                Text("%(who)s %(sum)s", who=self.setup.name(seat), sum=suit.piles[seat].sum) for seat in claims
            )
            text = Text("No %(colour)s cards add up to %(sums)s.", colour=suit.box.word, sums=sums).by("cards")
            yield Problem(tuple([suit.spot(SUM_BOX, seat) for seat in claims]), text)

    # What is missing

    def list_open(self, needed: Set[Spot], list_choices: Callable[[SuitRow], Iterable[Choice]]) -> Iterator[Problem]:
        """Yield a problem for each of the `needed` spots of a suit, and one for all blank piles.

        If nothing at all is entered, yield only one problem, which says so. `list_choices` returns buttons for a suit.

        Rule: */told
        """
        if not any(suit.begun for suit in self.suits):
            spots = tuple([suit.spot(NOBODY_BOX) for suit in self.suits])
            yield Problem(spots, Text("Nothing entered yet.").by("told"))
            return
        blanks = []
        for suit in self.suits:
            for box in suit.row.boxes:
                spots = tuple([spot for spot in needed if (spot.row, spot.box) == (suit.row.key, box.key)])
                if spots and not box.is_pile:
                    yield self._ask_for_box(suit, box, spots, tuple(list_choices(suit)))
            if suit.spot(NOBODY_BOX) in needed:
                yield self._ask_for_suit(suit)
            for seat in self.seats:
                here = {suit.spot(COUNT_BOX, seat), suit.cards_spot(seat), suit.spot(SUM_BOX, seat)} & needed
                if here and suit.is_blank(seat):
                    blanks.append((suit, seat))
                elif here:
                    yield Problem(tuple(here), self._ask_for_pile(suit, seat).by("told"))
                    # Those who share the highest pile have the same sum.
                    if suit.tops:
                        break
        if blanks:
            yield self._ask_for_blanks(blanks)

    def _ask_for_box(self, suit: SuitRow, box: Box, spots: tuple[Spot, ...], cures: tuple[Choice, ...]) -> Problem:
        """Return the problem that entries in a box are missing, or not revealed yet if everybody has decided."""
        text = box.question or Text("%(what)s: not entered yet.", what=suit.row.label)
        if box.hidden is None:
            return Problem(spots, text.by("told"))
        blank = tuple([spot for spot in spots if spot not in self.marks])
        who = self.setup.names([spot.seat for spot in blank if spot.seat is not None])
        text = Text("Waiting for %(who)s: %(question)s", who=who, question=text)
        if not blank:
            text = Text("%(what)s: not revealed yet.", what=suit.row.label)
        return Problem(blank or spots, text.by("secret"), cures=cures)

    def _ask_for_suit(self, suit: SuitRow) -> Problem:
        spot = suit.spot(NOBODY_BOX)
        text = suit.box.question or Plural(
            "%(colour)s has not been entered yet.", "%(colour)s have not been entered yet.", 1, colour=suit.row.label
        )
        return Problem((spot,), text.by("told"), cures=(offer_nobody(spot, suit.box.word),))

    def _ask_for_pile(self, suit: SuitRow, seat: Seat) -> Text:
        pile, who, word = suit.piles[seat], self.setup.name(seat), suit.box.word
        if not suit.box.counted:
            return Text("How much does %(who)s have in %(colour)s?", colour=word, who=who)
        if pile.size is None:
            return Text("How many %(colour)s cards does %(who)s have?", colour=word, who=who)
        if pile.cards:
            return Text(
                "Enter %(who)s’s %(colour)s: %(read)s of %(count)s done.",
                who=who,
                colour=word,
                read=len(pile.cards),
                count=pile.size,
            )
        return Plural(
            "Enter %(who)s’s %(colour)s: %(count)s card.",
            "Enter %(who)s’s %(colour)s: %(count)s cards.",
            pile.size,
            who=who,
            colour=word,
        )

    def _ask_for_blanks(self, blanks: Sequence[tuple[SuitRow, Seat]]) -> Problem:
        suit, seat = blanks[0]
        # Only the first blank is named and the others are counted, to keep the sentence short.
        text = Text("Does %(who)s have no %(colour)s?", who=self.setup.name(seat), colour=suit.box.word).by("told")
        if len(blanks) > 1:
            more = Plural("%(count)s more pile is blank.", "%(count)s more piles are blank.", len(blanks) - 1)
            text = Text("%(first)s %(second)s", first=text, second=more.by("told"))
        spots = tuple([each.pile_spot(who) for each, who in blanks])
        return Problem(spots, text, cures=(offer_end(Spot(suit.round, END, ALL)),))


def say_more_copies(suit: Text, value: int, count: int, most: int) -> Text:
    """Say that there are more copies of a card than the deck should have."""
    return Text(
        "%(count)s × %(colour)s %(value)s entered, but the deck should have %(most)s.",
        count=count,
        colour=suit,
        value=value,
        most=most,
    ).by("copies")


def _claim(pile: Pile) -> Claim:
    """Return the number of cards of a pile that are not entered one by one, and what they add up to."""
    return (pile.size or 0) - len(pile.cards), (pile.sum or 0) - sum(pile.cards)
