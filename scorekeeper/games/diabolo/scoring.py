"""Scoring of Diabolo: what a row is worth to whom, who wins, how marks are read, and the sentences about it.

The scoring itself takes plain numbers in the order of the seats, so that the pad and the rulings share it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from scorekeeper.games import suits
from scorekeeper.games.diabolo.cards import LOOKS, VALUES
from scorekeeper.games.diabolo.rules import hidden_doublers, row_order
from scorekeeper.games.pad import ALL, END, SEALED, Changes, Choice, Mark, Marks, Problem, Setup
from scorekeeper.language.text import Text

PLUS, LEVEL, MINUS = 1, 0, -1


# What a row brings


def sign_of(harp: int, trident: int) -> int:
    """Return the sign that a row gives its highest hand: PLUS (harp ahead), MINUS (trident ahead) or LEVEL.

    `harp` and `trident` are the sums of the two sides. A side without cards counts 0.

    Rule: diabolo/plus, diabolo/minus, diabolo/level
    """
    # The difference of two bools is 1, 0 or −1, which are PLUS, LEVEL and MINUS.
    return (harp > trident) - (harp < trident)


def find_leaders(sums: Sequence[int]) -> tuple[int, ...]:
    """Return the positions of the players with the highest hand in a colour; empty if nobody has the colour.

    `sums` are the sums of all hands in that colour.

    Rule: diabolo/tie
    """
    top = max(sums)
    # Without cards of the colour nobody is highest, although all sums are equal.
    return tuple([position for position, total in enumerate(sums) if top and total == top])


def row_points(sign: int, sums: Sequence[int], doubled: Collection[int]) -> list[int]:
    """Return everybody's points in a row. The highest hand scores its sum with the sign of the row, the others 0.

    `doubled` are the positions of the players who use their doublers. A doubler doubles only its owner's points, and
    only in a PLUS row.

    Rule: diabolo/plus, diabolo/minus, diabolo/doubler, diabolo/doubler-tie
    """
    points = [0] * len(sums)
    for position in find_leaders(sums):
        points[position] = sign * sums[position] * (2 if sign == PLUS and position in doubled else 1)
    return points


def find_winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the positions of all players with the highest score; tied players share the win.

    Rule: diabolo/winner, diabolo/shared
    """
    most = max(totals)
    return tuple([position for position, total in enumerate(totals) if total == most])


# What stands on the pad


ITEMS = tuple(map(str, VALUES))

SIGNS = {"trident": MINUS, "level": LEVEL, "harp": PLUS}
"""The sign of a row, keyed by the side that is ahead, in the order in which the sides are offered."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's hand in a colour, as marked on the pad; `cards` holds the values entered, highest first.

    `sum` is the entered sum, None if there is none. `top` is set if the hand is named as the highest, `doubler` if the
    player doubles this row. `decided` is set if the player has decided whether to double it, and `sealed` while that
    decision is secret.
    """

    cards: tuple[int, ...]
    sum: int | None
    top: bool
    doubler: bool
    decided: bool
    sealed: bool

    @property
    def marked(self) -> bool:
        """Whether any card or sum is entered, or the hand is named as the highest."""
        return self.sum is not None or self.top or bool(self.cards)

    @property
    def own(self) -> int | None:
        """The sum of the hand, from its cards or its entered sum; None if neither is entered.

        Rule: diabolo/hand-sums
        """
        return sum(self.cards) if self.cards else self.sum


@dataclass(frozen=True, slots=True)
class Colour(suits.Colour):
    """One row of the round with the hands of its colour, in the order of the seats.

    `spent` names for each player the earlier row in which the doubler was used, "" if it was not. `harp` and `trident`
    are the sums of the sides, `side` is the side named as ahead. `all` is set once the table has marked “That's
    everything”. The row `waits` while doublers are being decided in secret.

    Rule: diabolo/rows, diabolo/plus, diabolo/minus, diabolo/level, diabolo/tie
    """

    hands: tuple[Hand, ...]
    spent: tuple[str, ...]
    harp: int | None
    trident: int | None
    side: str
    all: bool
    waits: bool = False

    @property
    def counted(self) -> bool:
        """Whether the sums of both sides are known.

        Once the table has marked “That's everything”, one entered sum is enough: the blank side is 0. This does not
        apply if a side is named as ahead.

        Rule: */told
        """
        known = (self.harp is not None) + (self.trident is not None)
        # A named side is enough to score the row, so a single sum beside it is not completed with 0.
        return known == 2 or (known == 1 and self.all and not self.side)

    @property
    def told_by_sums(self) -> bool:
        """Whether both sums are entered and no side is named as ahead."""
        return None not in (self.harp, self.trident) and not self.side

    @property
    def sign(self) -> int | None:
        """The sign of the row, from the sums of its sides if both are known, otherwise from the named side.

        None if it is unknown.
        """
        if self.counted:
            return sign_of(self.harp or 0, self.trident or 0)
        return SIGNS.get(self.side)

    @property
    def told(self) -> bool:
        """Whether the table has entered anything about the hands, or that nobody has the colour."""
        return self.nobody or any(hand.marked for hand in self.hands)

    @property
    def begun(self) -> bool:
        """Whether anything at all is entered in this row."""
        sides = self.side or self.harp is not None or self.trident is not None
        return bool(sides) or self.told or any(hand.doubler for hand in self.hands)

    @property
    def tops(self) -> tuple[int, ...]:
        """The positions of the players whose hands are named as the highest.

        Decision: diabolo-highest
        """
        return tuple([position for position, hand in enumerate(self.hands) if hand.top])

    @property
    def named(self) -> int | None:
        """The sum of the hand named as the highest; the largest sum if several are named, None if none is entered."""
        # Hands that differ are reported as a problem; until that is fixed, the highest of them counts.
        known = [own for position in self.tops if (own := self.hands[position].own) is not None]
        return max(known, default=None)

    def value(self, position: int) -> int | None:
        """Return the sum of a player's hand, or None if it is unknown.

        A blank hand is unknown once another is named as the highest: lower hands need not be entered.

        Decision: diabolo-highest
        """
        hand = self.hands[position]
        if hand.own is not None or hand.top:
            return self.named if hand.own is None else hand.own
        # Once a highest hand is named, a blank can be a lower hand that nobody had to enter.
        return 0 if self.nobody or (self.settled[position] and not self.tops) else None

    @property
    def values(self) -> tuple[int, ...]:
        """The sums of all hands; an unknown one counts 0."""
        return tuple([self.value(position) or 0 for position in range(len(self.hands))])

    @property
    def leaders(self) -> tuple[int, ...]:
        """The positions of the players with the highest hand, as far as hands are entered."""
        return find_leaders(self.values)

    def blank(self, position: int) -> bool:
        """Return whether a player's hand is blank although the row cannot be scored without it."""
        return bool(self.sign and self.told and not self.tops) and self.value(position) is None

    @property
    def unmeasured(self) -> bool:
        """Whether a hand is named as the highest but its sum is missing."""
        return bool(self.tops) and self.named is None

    @property
    def doubled(self) -> tuple[int, ...]:
        """The positions of the players whose doublers are used up in this row: only in a PLUS row, and once per round.

        Rule: diabolo/doubler, diabolo/spent, diabolo/doubler-idle
        """
        if self.sign != PLUS:
            return ()
        # A second doubler of the same player is reported as a problem and not counted.
        return tuple([at for at, hand in enumerate(self.hands) if hand.doubler and not self.spent[at]])

    @property
    def points(self) -> list[int] | None:
        """Everybody's points in this row, or None if they are not known."""
        # A tied row scores nothing whatever the hands, so it needs none.
        if self.waits or self.sign is None or (self.sign and (not self.told or self.unmeasured)):
            return None
        return row_points(self.sign, self.values, self.doubled)


@dataclass(frozen=True, slots=True)
class Reading(suits.Reading[Colour]):
    """A round as entered so far."""

    def has_doubler(self, position: int) -> bool:
        """Return whether a player still has the doubler of this round.

        Rule: diabolo/spent
        """
        return all(position not in colour.doubled for colour in self.colours)

    def find_undecided(self, colour: Colour) -> tuple[int, ...]:
        """Return the positions of the players who have yet to decide in secret whether to double this row.

        Rule: diabolo/doubler-said
        """
        return tuple(
            [
                position
                for position, hand in enumerate(colour.hands)
                if colour.waits and not hand.decided and self.has_doubler(position)
            ]
        )

    @property
    def no_doubler(self) -> Mark | None:
        """The mark for "does not double": 0 when doublers are secret, otherwise None for no mark.

        Rule: diabolo/doubler-said
        """
        return 0 if hidden_doublers(self.setup) else None


def read_round(setup: Setup, marks: Marks, round: int) -> Reading:
    """Return what the marks of one round say, for the seats that play it.

    Rule: */told
    Decision: later-row
    """
    seats, order = setup.seats(round), row_order(setup)
    written, cards = suits.group_marks(marks, round, "hand")
    ended = bool(written[END, None].get(ALL))
    hands = {slot: tuple([_read_hand(written[slot, seat], cards[slot, seat]) for seat in seats]) for slot in order}
    none = suits.find_settled([[hand.marked or hand.doubler for hand in hands[slot]] for slot in order], ended)
    colours: list[Colour] = []
    # Rows are read in the order of scoring, because a doubler used in one is gone in those below.
    spent = [""] * len(seats)
    for slot, done in zip(order, none, strict=True):
        colours.append(_read_row(slot, written[slot, None], hands[slot], done, tuple(spent), ended))
        for position in colours[-1].doubled:
            spent[position] = slot
    reading = Reading(setup, round, seats, names=setup.names(seats), colours=tuple(colours), all=ended)
    if not hidden_doublers(setup):
        return reading
    # Whether a row waits depends on doublers used in all other rows, so it is worked out last.
    return replace(reading, colours=tuple([replace(colour, waits=_is_waiting(reading, colour)) for colour in colours]))


def _is_waiting(reading: Reading, colour: Colour) -> bool:
    """Return whether doublers of this row are still being decided in secret.

    Once the table has marked “That's everything”, players who have not decided do not double.
    """
    if colour.sign != PLUS or any(hand.sealed for hand in colour.hands):
        return colour.sign == PLUS
    undecided = [at for at, hand in enumerate(colour.hands) if not hand.decided and reading.has_doubler(at)]
    return bool(undecided) and not reading.all


def _read_row(
    slot: str,
    table: dict[str, Mark],
    hands: tuple[Hand, ...],
    settled: tuple[bool, ...],
    spent: tuple[str, ...],
    ended: bool,
) -> Colour:
    return Colour(
        slot,
        LOOKS[slot],
        hands=hands,
        settled=settled,
        spent=spent,
        harp=_whole_or_none(table.get("harp")),
        trident=_whole_or_none(table.get("trident")),
        side=str(table.get("side", "")),
        nobody=bool(table.get(suits.NOBODY)),
        all=ended,
    )


def _read_hand(written: dict[str, Mark], cards: list[int]) -> Hand:
    double = written.get("double")
    return Hand(
        cards=tuple(sorted(cards, reverse=True)),
        sum=_whole_or_none(written.get("sum")),
        top=bool(written.get("top")),
        doubler=bool(double) and double != SEALED,
        decided=double is not None,
        sealed=double == SEALED,
    )


def _whole_or_none(mark: Mark | None) -> int | None:
    return None if mark is None else int(mark)


# Doublers


def nothing_to_decide(reading: Reading, colour: Colour) -> Changes:
    """Return the marks that say “does not double” for all players without a doubler who have no such mark yet.

    Rule: diabolo/doubler-said
    """
    # Everybody knows who has no doubler left, so marking these players reveals nothing.
    undecided = reading.find_undecided(colour)
    return {
        reading.spot(colour.slot, "double", seat): 0
        for position, seat, _, hand in reading.each(colour.hands)
        if not hand.decided and position not in undecided
    }


def together(reading: Reading, colour: Colour) -> tuple[Choice, ...]:
    """Return the buttons that settle the doublers of a row for the whole table; none if there is nothing to settle.

    They are “Nobody doubles”, or “Reveal the doublers” once everybody has decided.

    Rule: diabolo/doubler-said
    """
    if not colour.waits:
        return ()
    rest = dict(nothing_to_decide(reading, colour))
    if any(hand.sealed for hand in colour.hands):
        return () if reading.find_undecided(colour) or not rest else (Choice(Text("Reveal the doublers"), rest),)
    nobody = {reading.spot(colour.slot, "double", reading.seats[at]): 0 for at in reading.find_undecided(colour)}
    return (Choice(Text("Nobody doubles %(colour)s", colour=colour.look.word), nobody | rest),)


def waiting(reading: Reading, colour: Colour) -> Problem:
    """Return the problem that a row has no points yet, because doublers are not yet decided or not revealed.

    Rule: diabolo/doubler-said, */secret
    """
    blank = [at for at, hand in enumerate(colour.hands) if not hand.decided]
    spots = tuple([reading.spot(colour.slot, "double", reading.seats[at]) for at in blank])
    names = tuple([reading.names[at] for at in reading.find_undecided(colour)])
    if not names:
        text = Text("The %(colour)s doublers are not revealed yet.", colour=colour.look.word).by("doubler-said")
    else:
        text = Text("Waiting for %(who)s: double %(colour)s?", who=names, colour=colour.look.word).by("doubler-said")
    return Problem(spots, text, cures=together(reading, colour))
