"""What is missing or impossible in a round of Diabolo: rows, locks, doublers, hands, copies."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scorekeeper.games.diabolo.cards import COLOUR_SUM, COPIES, HAND, HAND_SUM, LOOKS, fewest_cards
from scorekeeper.games.diabolo.rules import counts_copies
from scorekeeper.games.diabolo.scoring import ITEMS, LEVEL, PLUS, SIGNS, Colour, Reading, waiting
from scorekeeper.games.diabolo.sentences import AHEAD, both_sides
from scorekeeper.games.diabolo.turn import MOST_IN_ROW, MOST_ON_SIDE, locks_needed
from scorekeeper.games.pad import Changes, Choice, Mark, Problem, Seat, Spot
from scorekeeper.games.suits import NOBODY, contradict_nobody, contradict_sum, find_blanks, offer_nobody
from scorekeeper.language.text import Plural, Text, join_sentences

# Locks


def may_lock(colour: Colour) -> bool:
    """Return whether a row with these sums can hold five cards, at most three on a side.

    A card is worth at least 1. A side whose sum is unknown can hold any cards.

    Rule: diabolo/five, diabolo/three
    """
    # A sum of 2 is at most two cards, because each card is worth at least 1.
    return sum(MOST_ON_SIDE if side is None else min(MOST_ON_SIDE, side) for side in _sides(colour)) >= MOST_IN_ROW


def must_lock(colour: Colour) -> bool:
    """Return whether a row with these sums must hold five cards, because a card is worth at most 5.

    Rule: diabolo/five, diabolo/cards
    """
    # More than five cards are impossible in any case and reported by `_row_too_full`.
    return sum(fewest_cards(side or 0) for side in _sides(colour)) == MOST_IN_ROW


def wrong_locks(reading: Reading) -> Iterator[Problem]:
    """Yield a problem if the sums of the rows allow too few locked rows, or require too many, for the end of a round.

    Rule: diabolo/locks
    """
    needed = locks_needed(len(reading.seats))
    able, full = _rows(reading, may_lock), _rows(reading, must_lock)
    if len(able) < needed:
        text: Text = Plural(
            "With these sums only %(count)s row can have 5 cards, but the round ends at %(needed)s such rows.",
            "With these sums only %(count)s rows can have 5 cards, but the round ends at %(needed)s such rows.",
            len(able),
            needed=needed,
        ).by("locks")
        if not able:
            text = Text(
                "With these sums no row can have 5 cards, but the round ends at %(needed)s such rows.", needed=needed
            ).by("locks")
        yield Problem(_spots(reading, [colour for colour in reading.colours if colour not in able]), text)
    elif len(full) > needed:
        text = Text(
            "With these sums %(count)s rows have 5 cards, but the round ends at %(needed)s.",
            count=len(full),
            needed=needed,
        ).by("locks")
        yield Problem(_spots(reading, full), text)


def _sides(colour: Colour) -> tuple[int | None, int | None]:
    """Return the sums of the harp and the trident side, None if unknown.

    Once the table has marked “That's everything”, a blank side beside an entered one is 0, unless a side is named as
    ahead.
    """
    if colour.counted:
        return colour.harp or 0, colour.trident or 0
    return colour.harp, colour.trident


def _rows(reading: Reading, holds: Callable[[Colour], bool]) -> list[Colour]:
    return [colour for colour in reading.colours if holds(colour)]


def _spots(reading: Reading, colours: list[Colour]) -> tuple[Spot, ...]:
    return tuple([reading.spot(colour.slot, side) for colour in colours for side in ("trident", "harp")])


# What cannot be in a row


def clashes(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem for each thing that is impossible in this row.

    Rule: diabolo/five, diabolo/three, diabolo/tie, diabolo/spent, */agree
    """
    yield from _other_side(reading, colour)
    yield from _row_too_full(reading, colour)
    yield from _other_sum(reading, colour)
    holders = [position for position, hand in enumerate(colour.hands) if hand.own or hand.top]
    yield from contradict_nobody(reading, colour, "hand", holders)
    yield from _not_level(reading, colour)
    yield from _outdone(reading, colour)
    yield from _second_doubler(reading, colour)


def idle_doublers(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem for each doubler used in a tied or MINUS row, where it has no effect and is not used up.

    Rule: diabolo/doubler-idle
    """
    if colour.sign is None or colour.sign == PLUS:
        return
    for _, seat, name, hand in reading.each(colour.hands):
        if hand.doubler:
            spot = reading.spot(colour.slot, "double", seat)
            why = (
                Text("%(who)s doubled %(colour)s, but the row is tied.", who=name, colour=colour.look.word).by(
                    "doubler-idle"
                )
                if colour.sign == LEVEL
                else Text(
                    "%(who)s doubled %(colour)s, but the trident is ahead there.", who=name, colour=colour.look.word
                ).by("doubler-idle")
            )
            text = join_sentences((why, Text("Not counted, and not used up.").by("doubler-idle")))
            yield Problem((spot,), text, False, (Choice(Text("Take the ×2 back"), {spot: reading.no_doubler}),))


def _other_side(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem if the side named as ahead is not the one that is ahead by the sums."""
    # Without both sums, the named side is all that is known.
    if not colour.counted or not colour.side or SIGNS[colour.side] == colour.sign:
        return
    assert colour.sign is not None
    side, harp, trident = (reading.spot(colour.slot, box) for box in ("side", "harp", "trident"))
    text = join_sentences((both_sides(colour.harp or 0, colour.trident or 0), AHEAD[colour.sign]))
    cures = (
        Choice(Text("Use the sums"), {side: None}),
        Choice(Text("Use the side"), {harp: None, trident: None}),
    )
    yield Problem((side, harp, trident), text, True, cures)


def _row_too_full(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem if the sums of both sides need more cards than a row can have."""
    harp, trident = colour.harp or 0, colour.trident or 0
    cards = fewest_cards(harp) + fewest_cards(trident)
    if cards > MOST_IN_ROW:
        text = Text(
            "%(sums)s That needs %(cards)s cards, but a row has at most %(most)s.",
            sums=both_sides(harp, trident),
            cards=cards,
            most=MOST_IN_ROW,
        ).by("five")
        yield Problem((reading.spot(colour.slot, "trident"), reading.spot(colour.slot, "harp")), text)


def _hand_spots(reading: Reading, colour: Colour, seat: Seat, cards: tuple[int, ...]) -> tuple[Spot, ...]:
    return tuple([reading.spot(colour.slot, "hand", seat, item) for item in ITEMS if int(item) in cards])


def _other_sum(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem for each hand whose entered sum differs from its entered cards."""
    for _, seat, name, hand in reading.each(colour.hands):
        # A sum without cards is a way of entering by itself and contradicts nothing.
        if hand.cards and hand.sum is not None and hand.sum != sum(hand.cards):
            spot = reading.spot(colour.slot, "sum", seat)
            cards = _hand_spots(reading, colour, seat, hand.cards)
            yield contradict_sum(spot, name, colour.look.word, hand.cards, hand.sum, cards)


def _not_level(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem if several hands are named as the highest but their sums differ."""
    told = [(position, own) for position in colour.tops if (own := colour.hands[position].own) is not None]
    most = max([own for _, own in told], default=0)
    lower = [position for position, own in told if own < most]
    if lower:
        who = tuple([Text("%(who)s %(sum)s", who=reading.names[position], sum=own) for position, own in told])
        text = Text("Highest in %(colour)s: %(who)s. That is not a tie.", colour=colour.look.word, who=who).by("tie")
        changes: Changes = {reading.spot(colour.slot, "top", reading.seats[at]): None for at in lower}
        yield Problem(_top_spots(reading, colour), text, True, (Choice(Text("Only the highest counts"), changes),))


def _outdone(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem if a hand that is not named as the highest is as high as the one that is, or higher."""
    named = colour.named
    others = {position: hand.own or 0 for position, hand in enumerate(colour.hands) if not hand.top}
    most = max(others.values(), default=0)
    if not named or most < named:
        return
    best = [position for position, own in others.items() if own == most]
    who = tuple([reading.names[position] for position in best])
    text = Plural(
        "%(who)s has %(sum)s in %(colour)s, but %(tops)s has %(named)s.",
        "%(who)s have %(sum)s each in %(colour)s, but %(tops)s has %(named)s.",
        len(best),
        who=who,
        sum=most,
        colour=colour.look.word,
        tops=reading.names[colour.tops[0]],
        named=named,
    ).by("agree")
    tops = _top_spots(reading, colour)
    changes: dict[Spot, Mark | None] = {}
    if most == named:
        label = Plural("%(who)s is tied", "%(who)s are tied", len(best), who=who)
    else:
        label = Plural("%(who)s has the highest hand", "%(who)s have the highest hand", len(best), who=who)
        changes |= dict.fromkeys(tops)
    changes |= {reading.spot(colour.slot, "top", reading.seats[position]): 1 for position in best}
    spots = [reading.spot(colour.slot, "hand", reading.seats[position]) for position in best]
    yield Problem((*tops, *spots), text, True, (Choice(label, changes),))


def _top_spots(reading: Reading, colour: Colour) -> tuple[Spot, ...]:
    return tuple([reading.spot(colour.slot, "top", reading.seats[position]) for position in colour.tops])


def _second_doubler(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem for each player who uses the doubler in this row although it was used up in an earlier one."""
    if colour.sign != PLUS:
        return
    for position, seat, name, hand in reading.each(colour.hands):
        earlier = colour.spent[position]
        if hand.doubler and earlier:
            words = (LOOKS[earlier].word, colour.look.word)
            text = Text(
                "%(who)s has only one doubler, so %(colours)s cannot both be doubled.", who=name, colours=words
            ).by("spent")
            spots = tuple([reading.spot(slot, "double", seat) for slot in (earlier, colour.slot)])
            cures = tuple(
                [
                    Choice(Text("No doubler on %(colour)s", colour=word), {spot: reading.no_doubler})
                    for spot, word in zip(spots, words, strict=True)
                ]
            )
            yield Problem(spots, text, True, cures)


# What is still open


def still_open(reading: Reading) -> tuple[Problem, ...]:
    """Return a problem for each thing that is not entered yet, row by row, and one for all blank hands.

    If nothing at all is entered, return only one problem, which asks for the first row.

    Rule: */told
    """
    if not any(colour.begun for colour in reading.colours):
        spots = tuple([reading.spot(colour.slot, "side") for colour in reading.colours])
        first = Text("Which side is ahead in %(colour)s?", colour=reading.colours[0].look.word).by("told")
        return (Problem(spots, join_sentences((Text("Nothing entered yet.").by("told"), first))),)
    untold = [problem for colour in reading.colours for problem in _open_in(reading, colour)]
    more = Plural("%(count)s more hand is blank.", "%(count)s more hands are blank.", 0).by("told")
    return (*untold, *find_blanks(reading, "hand", more))


def open_in(reading: Reading, colour: Colour) -> bool:
    """Return whether anything of this row is not entered yet, including blank hands that it needs.

    Rule: */told
    """
    return colour.has_blanks or any(True for _ in _open_in(reading, colour))


def _open_in(reading: Reading, colour: Colour) -> Iterator[Problem]:
    word = colour.look.word
    if colour.waits:
        yield waiting(reading, colour)
    if colour.sign is None:
        yield _side_unknown(reading, colour)
    elif colour.sign and not colour.told:
        spot = reading.spot(colour.slot, NOBODY)
        cure = offer_nobody(spot, word)
        yield Problem((spot,), Text("Who is highest in %(colour)s?", colour=word).by("told"), True, (cure,))
    elif colour.sign and colour.unmeasured:
        first = colour.tops[0]
        text = Text("How much does %(who)s have in %(colour)s?", colour=word, who=reading.names[first]).by("told")
        yield Problem((reading.spot(colour.slot, "sum", reading.seats[first]),), text)


def _side_unknown(reading: Reading, colour: Colour) -> Problem:
    """Return the problem that it is unknown which side of a row is ahead."""
    word = colour.look.word
    if colour.harp is not None:
        return Problem(
            (reading.spot(colour.slot, "trident"),),
            Text("What does the trident side of %(colour)s add up to?", colour=word).by("told"),
        )
    if colour.trident is not None:
        return Problem(
            (reading.spot(colour.slot, "harp"),),
            Text("What does the harp side of %(colour)s add up to?", colour=word).by("told"),
        )
    return Problem(
        (reading.spot(colour.slot, "side"),), Text("Which side is ahead in %(colour)s?", colour=word).by("told")
    )


# How many cards there are


NUMBERS = {2: Text("two"), 3: Text("three"), 4: Text("four")}

AT_THE_START = {3: Text("Three"), 4: Text("Four"), 5: Text("Five"), 6: Text("Six"), 7: Text("Seven"), 8: Text("Eight")}
"""Numbers as words at the start of a sentence. Larger numbers are written in digits."""


class Size(NamedTuple):
    """The minimum and maximum number of a player's cards of one colour.

    `cards` is False if the number is derived from the sum of the hand, or if nothing is known.
    """

    least: int
    most: int
    cards: bool = True


UNREAD = Size(0, HAND, False)


def too_many_cards(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each player whose entries in all colours together need more than six cards.

    A sum above 30 in one colour needs more than six cards by itself.

    Rule: diabolo/six-cards
    """
    for position, seat, name, sizes in _everybody(reading):
        least = sum(size.least for size in sizes)
        if least > HAND:
            counted = all(size.cards for size in sizes if size.least)
            text = (
                Text(
                    "%(who)s shows %(count)s cards, but everybody holds %(hand)s.", who=name, count=least, hand=HAND
                ).by("six-cards")
                if counted
                else Text(
                    "The hands of %(who)s need %(count)s cards, but everybody holds %(hand)s.",
                    who=name,
                    count=least,
                    hand=HAND,
                ).by("six-cards")
            )
            yield Problem((_last_spot(reading, position, seat),), text)


def too_few_cards(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each player whose entries in all colours together leave room for fewer than six cards.

    A colour that is not entered may hold any number of cards.

    Rule: diabolo/six-cards
    """
    for position, seat, name, sizes in _everybody(reading):
        most = sum(size.most for size in sizes)
        if most < HAND:
            counted = all(size.cards for size in sizes)
            text = (
                Plural(
                    "%(who)s shows %(count)s card, but everybody holds %(hand)s.",
                    "%(who)s shows %(count)s cards, but everybody holds %(hand)s.",
                    most,
                    who=name,
                    hand=HAND,
                ).by("six-cards")
                if counted
                else Text(
                    "The hands of %(who)s add up to %(sum)s. Six cards add up to at least %(hand)s.",
                    who=name,
                    sum=sum(colour.value(position) or 0 for colour in reading.colours),
                    hand=HAND,
                ).by("six-cards")
            )
            yield Problem((_last_spot(reading, position, seat),), text)


def too_many_copies(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield doubts about more copies of a card, or a higher sum, than the deck should have.

    They are never errors, because COPIES is not certain. Yield none if the table does not want them.

    Rule: diabolo/copies
    """
    if not counts_copies(reading.setup):
        return
    # One doubt for each colour is enough, so the sum of the colour is looked at last.
    too_many = [*_copies(reading, colour), *_large_sums(reading, colour)]
    yield from too_many
    lying = (colour.harp or 0) + (colour.trident or 0)
    total = lying + sum(hand.own or 0 for hand in colour.hands)
    if total > COLOUR_SUM and not too_many:
        text = Text(
            "The %(colour)s cards add up to %(sum)s. All of them in the deck add up to %(most)s.",
            colour=colour.look.word,
            sum=total,
            most=COLOUR_SUM,
        ).by("copies")
        spots = [reading.spot(colour.slot, "sum", seat) for _, seat, _, hand in reading.each(colour.hands) if hand.own]
        yield Problem((reading.spot(colour.slot, "harp"), *spots), text, False)


def _copies(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for value in COPIES:
        spots: list[Spot] = []
        count = 0
        for _, seat, _, hand in reading.each(colour.hands):
            if value in hand.cards:
                count += hand.cards.count(value)
                spots.append(reading.spot(colour.slot, "hand", seat, value))
        text = more_than_printed(colour.look.word, value, count)
        if text:
            yield Problem(tuple(spots), text, False)


def more_than_printed(colour: Text, value: int, count: int) -> Text | None:
    """Say that `count` copies of a card are more than the deck should have, or return None if they are not.

    Rule: diabolo/copies
    """
    most = COPIES[value]
    if count <= most:
        return None
    return Text(
        "%(count)s %(colour)s %(value)ss entered, but the deck should have %(most)s.",
        count=AT_THE_START.get(count, count),
        colour=colour,
        value=value,
        most=NUMBERS[most],
    ).by("copies")


def _large_sums(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for _, seat, name, hand in reading.each(colour.hands):
        if not hand.cards and (hand.sum or 0) > HAND_SUM:
            text = Text(
                "%(who)s has %(sum)s in %(colour)s. Six cards should add up to at most %(most)s.",
                who=name,
                sum=hand.sum,
                colour=colour.look.word,
                most=HAND_SUM,
            ).by("copies")
            yield Problem((reading.spot(colour.slot, "sum", seat),), text, False)


def _everybody(reading: Reading) -> Iterator[tuple[int, Seat, str, list[Size]]]:
    for position, (seat, name) in enumerate(zip(reading.seats, reading.names, strict=True)):
        yield position, seat, name, [_size(colour, position) for colour in reading.colours]


def _size(colour: Colour, position: int) -> Size:
    """Return how many cards of a colour a player can have, by what is entered.

    In a tied row nobody shows cards, so a blank hand in such a row can hold any number.
    """
    cards = colour.hands[position].cards
    if cards:
        return Size(len(cards), len(cards))
    value = colour.value(position)
    blank = not colour.hands[position].marked
    if value is None or (blank and not colour.nobody and not colour.sign):
        return UNREAD
    # Every card is worth 1 to 5, so a sum limits the number of cards from both sides.
    return Size(fewest_cards(value), value, blank or not value)


def _last_spot(reading: Reading, position: int, seat: Seat) -> Spot:
    """Return the spot of a player's hand in the last row in which the hand is marked.

    If it is marked in no row, return its spot in the last row of all.
    """
    told = [colour.slot for colour in reading.colours if colour.hands[position].marked]
    return reading.spot(told[-1] if told else reading.colours[-1].slot, "hand", seat)
