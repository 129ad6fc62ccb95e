"""What cannot be, or hardly can be, in one colour: why, and the taps that would mend it."""

from collections.abc import Iterator

from scorekeeper.games.base import Choice, Problem, Seat
from scorekeeper.games.blank import not_nobody
from scorekeeper.games.parade.cards import PER_COLOUR, VALUES, card_name
from scorekeeper.games.parade.possible import Claim, card_set, possible
from scorekeeper.games.parade.reading import Colour, Pile, Reading
from scorekeeper.games.parade.scoring import LEAD_OF_TWO, flipping
from scorekeeper.games.parade.sentences import who_has_most
from scorekeeper.text import Plural, Text

RARE_SIZE = 8
"""With three players or more, a pile as big as this is worth a second look."""


def clashes(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Everything that cannot be in this colour."""
    yield from _two_owners(reading, colour)
    yield from _counted_short(reading, colour)
    yield from _other_sum(reading, colour)
    yield from _somebody(reading, colour)
    yield from _two_ahead(reading, colour)
    yield from _outgrown(reading, colour)
    count = sum(max(pile.size or 0, len(pile.cards)) for pile in colour.piles)
    if count > PER_COLOUR:
        yield _too_many(reading, colour, count)
    else:
        yield from _impossible(reading, colour)


def _too_many(reading: Reading, colour: Colour, count: int) -> Problem:
    holders = [seat for _, seat, _, pile in reading.each(colour) if pile.size]
    word = colour.look.word
    text = Text("%(count)s %(colour)s cards. There are %(most)s.", count=count, colour=word, most=PER_COLOUR)
    return Problem(tuple([reading.spot(colour.slot, "count", seat) for seat in holders]), text)


def rarities(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Piles so big that somebody may have tapped the wrong number; none of which every card was seen."""
    for _, seat, name, pile in reading.each(colour):
        size = pile.size or 0
        if len(reading.seats) > 2 and RARE_SIZE <= size <= PER_COLOUR and not (pile.sure or pile.complete):
            word = colour.look.word
            text = Text("%(who)s has %(count)s %(colour)s cards. That is rare.", who=name, count=size, colour=word)
            right = Choice(Text("It is right"), {reading.spot(colour.slot, "sure", seat): 1})
            yield Problem((reading.spot(colour.slot, "count", seat),), text, False, (right,))


def _two_owners(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for value in VALUES:
        owners = [(seat, name) for _, seat, name, pile in reading.each(colour) if value in pile.cards]
        if len(owners) < 2:
            continue
        spots = {seat: reading.spot(colour.slot, "cards", seat, value) for seat, _ in owners}
        who = tuple([name for _, name in owners])
        card = card_name(colour.look, value)
        text = (
            Text("%(who)s both have %(card)s.", who=who, card=card)
            if len(owners) == 2
            else Text("%(who)s all have %(card)s.", who=who, card=card)
        )
        moves = [
            Choice(Text("Move to %(who)s", who=name), {**dict.fromkeys(spots.values()), spots[seat]: 1})
            for seat, name in owners
        ]
        yield Problem(tuple(spots.values()), text, True, tuple(moves))


def _counted_short(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for _, seat, name, pile in reading.each(colour):
        if pile.count is not None and pile.count < len(pile.cards):
            spot = reading.spot(colour.slot, "count", seat)
            text = Text(
                "%(who)s shows %(read)s %(colour)s cards, but has %(count)s.",
                who=name,
                read=len(pile.cards),
                colour=colour.look.word,
                count=pile.count,
            )
            cure = Choice(Text("%(who)s has %(count)s", who=name, count=len(pile.cards)), {spot: len(pile.cards)})
            cards = tuple([reading.spot(colour.slot, "cards", seat, value) for value in pile.cards])
            yield Problem((spot, *cards), text, True, (cure,))


def _other_sum(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for _, seat, name, pile in reading.each(colour):
        if pile.sum is not None and pile.complete and pile.sum != sum(pile.cards):
            spot = reading.spot(colour.slot, "sum", seat)
            text = Text(
                "The %(colour)s cards of %(who)s make %(made)s, not %(sum)s.",
                colour=colour.look.word,
                who=name,
                made=sum(pile.cards),
                sum=pile.sum,
            )
            yield Problem((spot,), text, True, (Choice(Text("Go by the cards"), {spot: None}),))


def _somebody(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Nobody has this colour, it says, yet somebody has."""
    holders = [
        (reading.spot(colour.slot, "count", seat), name)
        for _, seat, name, pile in reading.each(colour)
        if pile.size or pile.sum
    ]
    if colour.nobody and holders:
        yield not_nobody(reading.spot(colour.slot, "nobody"), holders, colour.look.word)


def _two_ahead(reading: Reading, colour: Colour) -> Iterator[Problem]:
    if colour.read_both and colour.flips:
        position = colour.flips[0]
        spot = reading.spot(colour.slot, "read")
        ahead = who_has_most(reading.names, colour.sizes, colour.flips, colour.look.word)
        text = Text("%(colour)s: %(why)s", colour=colour.look.label, why=ahead)
        cure = Choice(Text("%(who)s flips", who=reading.names[position]), {spot: None})
        yield Problem((spot, reading.spot(colour.slot, "count", reading.seats[position])), text, True, (cure,))


def _outgrown(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """A pile was counted in order to flip, and another player turns out to show too many cards for that."""
    two = len(reading.seats) == 2
    top = max(pile.count or 0 for pile in colour.piles)
    shown = [0 if pile.count is not None else len(pile.cards) for pile in colour.piles]
    most = max(shown)
    counted = [
        position
        for position, pile in enumerate(colour.piles)
        if pile.count == top and pile.value is None and position not in colour.flips
    ]
    too_many = most and top >= LEAD_OF_TWO if two else most > top
    if colour.read_both or not counted or not too_many:
        return
    bigger = [position for position, size in enumerate(shown) if size == most]
    if two and not flipping((most, top)):
        yield _none_ahead(reading, colour, bigger[0], counted[0])
        return
    spots = [reading.spot(colour.slot, "count", reading.seats[position]) for position in (*bigger, *counted)]
    who = tuple([reading.names[position] for position in bigger])
    others = tuple([reading.names[position] for position in counted])
    text = Plural(
        "%(colour)s: %(who)s has %(most)s, %(others)s flips %(top)s.",
        "%(colour)s: %(who)s has %(most)s, %(others)s flip %(top)s.",
        len(counted),
        colour=colour.look.label,
        who=who[0],
        most=most,
        others=others,
        top=top,
    )
    label = Plural(
        "%(who)s flips, read %(others)s", "%(who)s flip, read %(others)s", len(bigger), who=who, others=others
    )
    yield Problem(tuple(spots), text, True, (Choice(label, dict.fromkeys(spots[: len(bigger)], most)),))


def _none_ahead(reading: Reading, colour: Colour, shown: int, counted: int) -> Problem:
    """Of two players, one was counted in order to flip, but is not 2 ahead of what the other shows."""
    most = len(colour.piles[shown].cards)
    text = Text(
        "%(who)s has %(most)s %(colour)s: %(other)s needs %(needed)s to flip, has %(top)s.",
        colour=colour.look.word,
        who=reading.names[shown],
        most=most,
        other=reading.names[counted],
        needed=most + LEAD_OF_TWO,
        top=colour.piles[counted].count,
    )
    spots = tuple([reading.spot(colour.slot, "count", reading.seats[position]) for position in (shown, counted)])
    return Problem(spots, text, True, (Choice(Text("Read both"), {reading.spot(colour.slot, "read"): 1}),))


def _impossible(reading: Reading, colour: Colour) -> Iterator[Problem]:
    known = card_set(value for pile in colour.piles for value in pile.cards)
    claims: list[tuple[Seat, str, Pile, Claim]] = []
    unread = 0
    for _, seat, name, pile in reading.each(colour):
        if pile.size is None or pile.complete:
            continue
        if pile.sum is None:
            unread += pile.size - len(pile.cards)
        else:
            claims.append((seat, name, pile, (pile.size - len(pile.cards), pile.sum - sum(pile.cards))))
    if possible([claim for *_, claim in claims], known, unread):
        return
    yield from _unmet(reading, colour, claims)


def _unmet(reading: Reading, colour: Colour, claims: list[tuple[Seat, str, Pile, Claim]]) -> Iterator[Problem]:
    """Name the sums that cannot be: each by itself where that is enough, else all together."""
    word = colour.look.word
    alone = [(seat, pile) for seat, _, pile, claim in claims if not possible([claim], card_set(pile.cards))]
    for seat, pile in alone:
        text = Plural(
            "%(count)s %(colour)s card cannot make %(sum)s.",
            "%(count)s %(colour)s cards cannot make %(sum)s.",
            pile.size or 0,
            colour=word,
            sum=pile.sum,
        )
        yield Problem((reading.spot(colour.slot, "sum", seat),), text)
    if not alone:
        sums = tuple([Text("%(who)s %(sum)s", who=name, sum=pile.sum) for _, name, pile, _ in claims])
        spots = tuple([reading.spot(colour.slot, "sum", seat) for seat, *_ in claims])
        yield Problem(spots, Text("There are no %(colour)s cards for %(sums)s.", colour=word, sums=sums))
