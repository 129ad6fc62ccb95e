"""Whether the hands of a round can be: six cards for everybody, and no more copies than the deck should have."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.games.base import Problem, Seat, Spot
from scorekeeper.games.diabolo.cards import (
    COLOUR_SUM,
    COPIES,
    HAND,
    HAND_SUM,
    fewest_cards,
)
from scorekeeper.games.diabolo.options import counts_copies
from scorekeeper.games.diabolo.reading import Colour, Reading
from scorekeeper.text import Plural, Text

NUMBERS = {2: Text("two"), 3: Text("three"), 4: Text("four")}
AT_THE_START = {3: Text("Three"), 4: Text("Four"), 5: Text("Five"), 6: Text("Six"), 7: Text("Seven"), 8: Text("Eight")}
"""Numbers as words, as far as the deck and a few too many go."""


class Size(NamedTuple):
    """Between how many cards a hand of one colour can have, and whether they are read card by card."""

    least: int
    most: int
    cards: bool = True


UNREAD = Size(0, HAND, False)


def too_many_cards(reading: Reading) -> Iterator[Problem]:
    """Hands that take more than six cards; a colour that makes more than six fives is one of them."""
    for position, seat, name, sizes in _everybody(reading):
        least = sum(size.least for size in sizes)
        if least > HAND:
            counted = all(size.cards for size in sizes if size.least)
            text = (
                Text("%(who)s shows %(count)s cards. Everybody holds %(hand)s.", who=name, count=least, hand=HAND)
                if counted
                else Text(
                    "The hands of %(who)s take %(count)s cards. Everybody holds %(hand)s.",
                    who=name,
                    count=least,
                    hand=HAND,
                )
            )
            yield Problem((_last_spot(reading, position, seat),), text)


def too_few_cards(reading: Reading) -> Iterator[Problem]:
    """Hands of fewer than six cards, of players whose five colours are all read."""
    for position, seat, name, sizes in _everybody(reading):
        most = sum(size.most for size in sizes)
        if most < HAND:
            counted = all(size.cards for size in sizes)
            text = (
                Plural(
                    "%(who)s shows %(count)s card. Everybody holds %(hand)s.",
                    "%(who)s shows %(count)s cards. Everybody holds %(hand)s.",
                    most,
                    who=name,
                    hand=HAND,
                )
                if counted
                else Text(
                    "The hands of %(who)s make %(sum)s in all. Six cards make %(hand)s at least.",
                    who=name,
                    sum=sum(colour.value(position) or 0 for colour in reading.colours),
                    hand=HAND,
                )
            )
            yield Problem((_last_spot(reading, position, seat),), text)


def too_many_copies(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """More cards of a value, or more in sum, than the deck should have: a doubt, because the list is only likely."""
    if not counts_copies(reading.setup):
        return
    found = [*_copies(reading, colour), *_large_sums(reading, colour)]
    yield from found
    lying = (colour.harp or 0) + (colour.trident or 0)
    total = lying + sum(hand.own or 0 for hand in colour.hands)
    if total > COLOUR_SUM and not found:
        text = Text(
            "All %(colour)s cards make %(sum)s. The deck should have %(most)s.",
            colour=colour.look.word,
            sum=total,
            most=COLOUR_SUM,
        )
        spots = [reading.spot(colour.slot, "sum", seat) for _, seat, _, hand in reading.each(colour) if hand.own]
        yield Problem((reading.spot(colour.slot, "harp"), *spots), text, False)


def _copies(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for value in COPIES:
        spots: list[Spot] = []
        count = 0
        for _, seat, _, hand in reading.each(colour):
            if value in hand.cards:
                count += hand.cards.count(value)
                spots.append(reading.spot(colour.slot, "hand", seat, value))
        text = more_than_printed(colour.look.word, value, count)
        if text:
            yield Problem(tuple(spots), text, False)


def more_than_printed(colour: Text, value: int, count: int) -> Text | None:
    """That there are more of a card than the deck should have; None if there are not."""
    most = COPIES[value]
    if count <= most:
        return None
    return Text(
        "%(count)s %(colour)s %(value)ss. The deck should have %(most)s.",
        count=AT_THE_START.get(count, count),
        colour=colour,
        value=value,
        most=NUMBERS[most],
    )


def _large_sums(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for _, seat, name, hand in reading.each(colour):
        if not hand.cards and (hand.sum or 0) > HAND_SUM:
            text = Text(
                "%(who)s has %(sum)s %(colour)s. Six cards should make %(most)s at the most.",
                who=name,
                sum=hand.sum,
                colour=colour.look.word,
                most=HAND_SUM,
            )
            yield Problem((reading.spot(colour.slot, "sum", seat),), text, False)


def _everybody(reading: Reading) -> Iterator[tuple[int, Seat, str, list[Size]]]:
    for position, (seat, name) in enumerate(zip(reading.seats, reading.names, strict=True)):
        yield position, seat, name, [_size(colour, position) for colour in reading.colours]


def _size(colour: Colour, position: int) -> Size:
    """How many cards of a colour a player can have. On a level row nobody shows them, so blank tells nothing there."""
    cards = colour.hands[position].cards
    if cards:
        return Size(len(cards), len(cards))
    value = colour.value(position)
    blank = not colour.hands[position].marked
    if value is None or (blank and not colour.nobody and not colour.sign):
        return UNREAD
    return Size(fewest_cards(value), value, blank or not value)


def _last_spot(reading: Reading, position: int, seat: Seat) -> Spot:
    """Where the last thing about a player's hand is written."""
    told = [colour.slot for colour in reading.colours if colour.hands[position].marked]
    return reading.spot(told[-1] if told else reading.colours[-1].slot, "hand", seat)
