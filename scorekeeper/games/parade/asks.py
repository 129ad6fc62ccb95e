"""What every way of entering a deal has in common: which cards are still to be read, and what moving on says."""

from scorekeeper.games.base import Ask, Changes, Mark, Spot
from scorekeeper.games.blank import that_is_all
from scorekeeper.games.parade.reading import END, Colour, Pile, Reading
from scorekeeper.text import Plural, Text


def how_far(pile: Pile) -> Text | None:
    """Say how much of a counted pile is read; nothing where its points are known."""
    if not pile.count or pile.value is not None:
        return None
    if not pile.cards:
        return Plural("Read %(count)s card", "Read %(count)s cards", pile.count)
    return Plural(
        "Read %(count)s card, %(read)s of %(count)s",
        "Read %(count)s cards, %(read)s of %(count)s",
        pile.count,
        read=len(pile.cards),
    )


def face_up(reading: Reading, colour: Colour) -> tuple[Ask, ...]:
    """Asks for the cards of every pile that counts its printed values."""
    flips = colour.flips
    return tuple(
        [
            Ask(seat, "cards", "chips", hint=how_far(pile))
            for position, seat, _, pile in reading.each(colour)
            if pile.size and position not in flips
        ]
    )


def moving_on(reading: Reading, colour: Colour) -> Changes:
    """What leaving a colour writes: that nobody has it, if nothing is said; after the last one, that this is all."""
    then: dict[Spot, Mark | None] = {}
    if not colour.told:
        then[reading.spot(colour.slot, "nobody")] = 1
    if colour is reading.colours[-1]:
        then.update(finishing(reading))
    return then


def finishing(reading: Reading) -> Changes:
    """What leaving the last screen writes: that blank means none."""
    return {} if reading.all else that_is_all(reading.spot(END, "all")).changes
