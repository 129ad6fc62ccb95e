"""Flip & read: tap the size of the pile that flips, then the cards of the others; one screen for each colour."""

from collections.abc import Sequence

from scorekeeper.games.base import Ask, Choice, Marks, Setup, Step
from scorekeeper.games.parade.asks import how_far, moving_on
from scorekeeper.games.parade.cards import working
from scorekeeper.games.parade.missing import open_in
from scorekeeper.games.parade.reading import Colour, Reading, read_round
from scorekeeper.games.parade.scoring import BETTER_OPEN
from scorekeeper.games.parade.sentences import who_has_most
from scorekeeper.text import Plural, Text


def flip_and_read(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """One step for each colour: first who flips and how many, then the cards of the others."""
    reading = read_round(setup, marks, round)
    return tuple([_step(reading, colour) for colour in reading.colours])


def _step(reading: Reading, colour: Colour) -> Step:
    backs = [
        position
        for position in colour.flips
        if colour.piles[position].count and not colour.left_open(position) and not colour.read_both
    ]
    return Step(
        colour.slot,
        colour.slot,
        _hint(reading, colour, backs),
        tuple([_ask(reading, colour, position, backs) for position in range(len(reading.seats))]),
        _choices(reading, colour, backs),
        moving_on(reading, colour),
        not open_in(reading, colour),
    )


def _ask(reading: Reading, colour: Colour, position: int, backs: Sequence[int]) -> Ask:
    """A flipped pile, the size of a pile that may be the biggest, or the cards of another."""
    seat, pile = reading.seats[position], colour.piles[position]
    if position in backs:
        return Ask(seat, "cards", "backs", level=pile.count or 0)
    if backs or pile.size or colour.read_both:
        level = colour.piles[backs[0]].count or 0 if backs and len(reading.seats) > 2 else 0
        return Ask(seat, "cards", "chips", level=level, hint=how_far(pile))
    return Ask(seat, "count", "counts")


def _hint(reading: Reading, colour: Colour, backs: Sequence[int]) -> Text:
    names, two = reading.names, len(reading.seats) == 2
    if backs:
        return _flipping(names, backs)
    if colour.read_both:
        return Text("No pile is 2 bigger. Read both.")
    if any(colour.sizes) and (two or all(colour.sizes)):
        return who_has_most(names, colour.sizes, colour.flips, colour.look.word)
    if colour.nobody and not any(colour.sizes):
        return Text("Nobody has %(colour)s.", colour=colour.look.word)
    if two:
        return Text("Tap the size of a pile that is 2 bigger.")
    return Text("Whose pile is biggest? Tap its size.")


def _flipping(names: Sequence[str], backs: Sequence[int]) -> Text:
    who = tuple([names[position] for position in backs])
    others = [name for position, name in enumerate(names) if position not in backs]
    if len(names) == 2:
        return Text("%(who)s flips. Read %(other)s's cards.", who=who, other=others[0])
    if not others:
        return Text("%(who)s flip. Nothing to read.", who=who)
    return Plural("%(who)s flips. Read the others.", "%(who)s flip. Read the others.", len(who), who=who)


def _choices(reading: Reading, colour: Colour, backs: Sequence[int]) -> tuple[Choice, ...]:
    if len(reading.seats) == 2 and not backs:
        spot = reading.spot(colour.slot, "read")
        if colour.read_both:
            return (Choice(Text("A pile is 2 bigger"), {spot: None}),)
        return (Choice(Text("No pile is 2 bigger: read both"), {spot: 1}),)
    return tuple(
        [
            Choice(
                Text("%(who)s leaves %(cards)s open", who=reading.names[position], cards=working(cards)),
                {reading.spot(colour.slot, "cards", reading.seats[position], value): 1 for value in cards},
            )
            for position in backs
            if colour.best_of and (cards := BETTER_OPEN.get(colour.piles[position].count or 0))
        ]
    )
