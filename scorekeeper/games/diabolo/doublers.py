"""Who doubles a row: said openly with a tap, or decided in secret by everybody and shown at once."""

from scorekeeper.games.base import Ask, Changes, Choice, Problem
from scorekeeper.games.diabolo.reading import Colour, Reading
from scorekeeper.games.diabolo.scoring import PLUS
from scorekeeper.text import Plural, Text


def can_double(reading: Reading, colour: Colour, position: int) -> bool:
    """Whether a doubler is offered openly: where the harp is ahead, to those who have theirs or can take it back."""
    if colour.sign != PLUS or colour.waits:
        return False
    return colour.hands[position].doubler or reading.has_doubler(position)


def doublers(reading: Reading, colour: Colour) -> tuple[Choice, ...]:
    """Who doubles this row, as buttons; a second tap takes it back."""
    return tuple(
        [
            Choice(
                Text("%(who)s ×2", who=name),
                {reading.spot(colour.slot, "double", seat): reading.no_doubler if hand.doubler else 1},
                chosen=hand.doubler,
            )
            for position, seat, name, hand in reading.each(colour)
            if can_double(reading, colour, position)
        ]
    )


def decisions(reading: Reading, colour: Colour) -> tuple[Ask, ...]:
    """What everybody decides in secret about a row that waits for it, one row after the other."""
    if not colour.waits:
        return ()
    first = next((one for one in reading.colours if reading.undecided(one)), colour)
    undecided = reading.undecided(colour)
    asks = []
    for position, seat, _, hand in reading.each(colour):
        if hand.decided:
            asks.append(Ask(seat, "double", "wait", hint=Text("decided")))
        elif position not in undecided:
            asks.append(Ask(seat, "double", "wait", hint=Text("no doubler left")))
        elif colour is not first:
            asks.append(Ask(seat, "double", "wait", hint=Text("first %(colour)s", colour=first.look.word)))
        else:
            hint = Text("Double %(colour)s?", colour=colour.look.word)
            asks.append(Ask(seat, "double", "secret", hint=hint, choices=_decide(reading, colour, position)))
    return tuple(asks)


def _decide(reading: Reading, colour: Colour, position: int) -> tuple[Choice, ...]:
    """To commit the doubler or to keep it; whoever has none left is marked along, as everybody knows."""
    spot = reading.spot(colour.slot, "double", reading.seats[position])
    rest = _without(reading, colour)
    return (
        Choice(Text("Commit the doubler"), {spot: 1, **rest}),
        Choice(Text("Keep it"), {spot: 0, **rest}),
    )


def _without(reading: Reading, colour: Colour) -> Changes:
    """The marks of those who have nothing to decide and no mark yet."""
    undecided = reading.undecided(colour)
    return {
        reading.spot(colour.slot, "double", seat): 0
        for position, seat, _, hand in reading.each(colour)
        if not hand.decided and position not in undecided
    }


def together(reading: Reading, colour: Colour) -> tuple[Choice, ...]:
    """What the table settles with one tap: that nobody doubles, or that all have decided who can."""
    if not colour.waits:
        return ()
    rest = dict(_without(reading, colour))
    if any(hand.sealed for hand in colour.hands):
        return () if reading.undecided(colour) or not rest else (Choice(Text("Show the doublers"), rest),)
    nobody = {reading.spot(colour.slot, "double", reading.seats[at]): 0 for at in reading.undecided(colour)}
    return (Choice(Text("Nobody doubles %(colour)s", colour=colour.look.word), nobody | rest),)


def who_doubles(reading: Reading, colour: Colour) -> Text:
    """Who doubles this row, once that is known."""
    names = tuple([reading.names[position] for position in colour.doubled])
    if not names:
        return Text("Nobody doubles %(colour)s.", colour=colour.look.word)
    return Plural(
        "%(who)s doubles %(colour)s.", "%(who)s double %(colour)s.", len(names), who=names, colour=colour.look.word
    )


def waiting(reading: Reading, colour: Colour) -> Problem:
    """Who has yet to decide, so that the row brings nothing yet."""
    blank = [at for at, hand in enumerate(colour.hands) if not hand.decided]
    spots = tuple([reading.spot(colour.slot, "double", reading.seats[at]) for at in blank])
    names = tuple([reading.names[at] for at in reading.undecided(colour)])
    if not names:
        text = Text("The doublers of %(colour)s are not shown yet.", colour=colour.look.word)
    else:
        text = Text("Waiting for %(who)s: double %(colour)s?", who=names, colour=colour.look.word)
    return Problem(spots, text, True, together(reading, colour))
