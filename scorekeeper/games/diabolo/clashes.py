"""What cannot be, or hardly can be, in one row: why, and the taps that would mend it."""

from collections.abc import Iterator

from scorekeeper.games.base import Changes, Choice, Mark, Problem, Seat, Spot
from scorekeeper.games.blank import not_nobody
from scorekeeper.games.diabolo.cards import LOOKS, fewest_cards
from scorekeeper.games.diabolo.reading import ITEMS, SIGNS, Colour, Reading
from scorekeeper.games.diabolo.scoring import LEVEL, PLUS
from scorekeeper.games.diabolo.sentences import AHEAD, both_sides, joined
from scorekeeper.games.diabolo.turn import MOST_IN_ROW
from scorekeeper.text import Plural, Text


def clashes(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Everything that cannot be in this row."""
    yield from _other_side(reading, colour)
    yield from _row_too_full(reading, colour)
    yield from _other_sum(reading, colour)
    yield from _somebody(reading, colour)
    yield from _not_level(reading, colour)
    yield from _outdone(reading, colour)
    yield from _second_doubler(reading, colour)


def idle_doublers(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Doublers committed where they do nothing: not counted, not spent."""
    if colour.sign is None or colour.sign == PLUS:
        return
    for _, seat, name, hand in reading.each(colour):
        if hand.doubler:
            spot = reading.spot(colour.slot, "double", seat)
            why = (
                Text("%(who)s doubled %(colour)s, a level row.", who=name, colour=colour.look.word)
                if colour.sign == LEVEL
                else Text("%(who)s doubled %(colour)s, where the trident is ahead.", who=name, colour=colour.look.word)
            )
            text = joined((why, Text("Not counted, not spent.")))
            yield Problem((spot,), text, False, (Choice(Text("Take the ×2 back"), {spot: reading.no_doubler}),))


def _other_side(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """The side that is named is not the one that the sums put ahead."""
    if not colour.counted or not colour.side or SIGNS[colour.side] == colour.sign:
        return
    assert colour.sign is not None
    side, harp, trident = (reading.spot(colour.slot, box) for box in ("side", "harp", "trident"))
    text = joined((both_sides(colour.harp or 0, colour.trident or 0), AHEAD[colour.sign]))
    cures = (
        Choice(Text("Go by the sums"), {side: None}),
        Choice(Text("Go by the side"), {harp: None, trident: None}),
    )
    yield Problem((side, harp, trident), text, True, cures)


def _row_too_full(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """The sums of both sides together take more cards than a row has."""
    harp, trident = colour.harp or 0, colour.trident or 0
    cards = fewest_cards(harp) + fewest_cards(trident)
    if cards > MOST_IN_ROW:
        text = Text(
            "%(sums)s That takes %(cards)s cards, a row has %(most)s.",
            sums=both_sides(harp, trident),
            cards=cards,
            most=MOST_IN_ROW,
        )
        yield Problem((reading.spot(colour.slot, "trident"), reading.spot(colour.slot, "harp")), text)


def _hand_spots(reading: Reading, colour: Colour, seat: Seat, cards: tuple[int, ...]) -> tuple[Spot, ...]:
    return tuple([reading.spot(colour.slot, "hand", seat, item) for item in ITEMS if int(item) in cards])


def _other_sum(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """A written sum is not what the cards make."""
    for _, seat, name, hand in reading.each(colour):
        if hand.cards and hand.sum is not None and hand.sum != sum(hand.cards):
            spot = reading.spot(colour.slot, "sum", seat)
            text = Text(
                "The %(colour)s cards of %(who)s make %(made)s, not %(sum)s.",
                colour=colour.look.word,
                who=name,
                made=sum(hand.cards),
                sum=hand.sum,
            )
            cards = _hand_spots(reading, colour, seat, hand.cards)
            by_cards = Choice(Text("Go by the cards"), {spot: None})
            by_sum = Choice(Text("Go by the sum"), dict.fromkeys(cards))
            yield Problem((spot, *cards), text, True, (by_cards, by_sum))


def _somebody(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Nobody has this colour, it says, yet somebody has."""
    holders = [
        (reading.spot(colour.slot, "hand", seat), name)
        for _, seat, name, hand in reading.each(colour)
        if hand.own or hand.top
    ]
    if colour.nobody and holders:
        yield not_nobody(reading.spot(colour.slot, "nobody"), holders, colour.look.word)


def _not_level(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Several are named as highest, but their hands differ."""
    told = [(position, own) for position in colour.tops if (own := colour.hands[position].own) is not None]
    most = max([own for _, own in told], default=0)
    lower = [position for position, own in told if own < most]
    if lower:
        who = tuple([Text("%(who)s %(sum)s", who=reading.names[position], sum=own) for position, own in told])
        text = Text("Highest in %(colour)s: %(who)s. That is not level.", colour=colour.look.word, who=who)
        changes: Changes = {reading.spot(colour.slot, "top", reading.seats[at]): None for at in lower}
        yield Problem(_top_spots(reading, colour), text, True, (Choice(Text("Only the highest counts"), changes),))


def _outdone(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Somebody is named as highest, but another hand is as high or higher."""
    named = colour.named
    others = {
        position: hand.own or 0
        for position, hand in enumerate(colour.hands)
        if named and not hand.top and (hand.own or 0) >= named
    }
    if not named or not others:
        return
    most = max(others.values())
    best = [position for position, own in others.items() if own == most]
    text = Plural(
        "%(who)s has %(sum)s %(colour)s, %(tops)s has %(named)s.",
        "%(who)s have %(sum)s %(colour)s each, %(tops)s has %(named)s.",
        len(best),
        who=reading.setup.names([reading.seats[at] for at in best]),
        sum=most,
        colour=colour.look.word,
        tops=reading.names[colour.tops[0]],
        named=named,
    )
    changes: dict[Spot, Mark | None] = dict.fromkeys(_top_spots(reading, colour)) if most > named else {}
    changes |= {reading.spot(colour.slot, "top", reading.seats[at]): 1 for at in best}
    label = Plural("%(who)s has most", "%(who)s have most", len(best), who=tuple([reading.names[at] for at in best]))
    if most == named:
        label = Plural(
            "%(who)s is level", "%(who)s are level", len(best), who=tuple([reading.names[at] for at in best])
        )
    spots = tuple([reading.spot(colour.slot, "hand", reading.seats[at]) for at in best])
    yield Problem((*_top_spots(reading, colour), *spots), text, True, (Choice(label, changes),))


def _top_spots(reading: Reading, colour: Colour) -> tuple[Spot, ...]:
    return tuple([reading.spot(colour.slot, "top", reading.seats[position]) for position in colour.tops])


def _second_doubler(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """A player's doubler went in an earlier row, and is committed again."""
    if colour.sign != PLUS:
        return
    for position, seat, name, hand in reading.each(colour):
        earlier = colour.spent[position]
        if hand.doubler and earlier:
            words = (LOOKS[earlier].word, colour.look.word)
            text = Text("%(who)s has one doubler: %(colours)s cannot both be doubled.", who=name, colours=words)
            spots = tuple([reading.spot(slot, "double", seat) for slot in (earlier, colour.slot)])
            cures = tuple(
                [
                    Choice(Text("Not on %(colour)s", colour=word), {spot: reading.no_doubler})
                    for spot, word in zip(spots, words, strict=True)
                ]
            )
            yield Problem(spots, text, True, cures)
