"""Four ways of telling the pad what lies on the table; all write the same marks."""

from scorekeeper.games.base import Ask, Changes, Marks, Setup, Step, Way
from scorekeeper.games.parade.asks import face_up, finishing, how_far, moving_on
from scorekeeper.games.parade.cards import working
from scorekeeper.games.parade.flip import flip_and_read
from scorekeeper.games.parade.missing import open_in
from scorekeeper.games.parade.reading import Colour, Pile, Reading, read_round
from scorekeeper.text import Plural, Text


def ways(setup: Setup) -> tuple[Way, ...]:
    """The ways of entering a deal, the quickest first."""
    return (
        Way("flip", Text("Flip & read"), Text("Tap the biggest size, read the others."), "rows", flip_and_read),
        Way(
            "checked",
            Text("Checked"),
            Text("All sizes first, then the cards that count."),
            "rows",
            checked,
            own=Text("Tap how many you have, then read what stays face up."),
        ),
        Way("deck", Text("Full deck"), Text("Pick a player, tap every card."), "deck", full_deck),
        Way("totals", Text("Totals"), Text("How many, and the sum."), "keypad", totals),
    )


def checked(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """The sizes of all piles, then the cards of those that do not flip."""
    reading = read_round(setup, marks, round)
    steps = [_sizes(reading, colour) for colour in reading.colours]
    steps += [_cards(reading, colour, asks) for colour in reading.colours if (asks := face_up(reading, colour))]
    last = steps[-1]
    then = {**last.then, **finishing(reading)}
    steps[-1] = Step(last.key, last.row, last.hint, last.asks, last.choices, then, last.done, last.title)
    return tuple(steps)


def full_deck(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """All cards of a colour, each for whoever has it."""
    reading = read_round(setup, marks, round)
    return tuple([_deck(reading, colour) for colour in reading.colours])


def totals(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """How many cards of a colour each player has, and the sum where the pile does not flip."""
    reading = read_round(setup, marks, round)
    return tuple([_typed(reading, colour) for colour in reading.colours])


def _sizes(reading: Reading, colour: Colour) -> Step:
    asks = tuple(
        [
            Ask(seat, "count", "counts", hint=_shown(pile), blank=_none(reading, colour, position))
            for position, seat, _, pile in reading.each(colour)
        ]
    )
    hint = Text("How many has each? Tap the sizes.")
    then = {} if colour.told else {reading.spot(colour.slot, "nobody"): 1}
    done = colour.told and not any(colour.blank(position) for position in range(len(asks)))
    return Step(colour.slot, colour.slot, hint, asks, then=then, done=done)


def _none(reading: Reading, colour: Colour, position: int) -> Changes:
    """What says that a player has none of a colour, while it is not told."""
    if colour.settled[position] or colour.piles[position].marked:
        return {}
    return {reading.spot(colour.slot, "count", reading.seats[position]): 0}


def _shown(pile: Pile) -> Text | None:
    """How many cards are read of a pile that nobody has counted."""
    if pile.count is not None or not pile.cards:
        return None
    return Plural("%(count)s card is read", "%(count)s cards are read", len(pile.cards))


def _cards(reading: Reading, colour: Colour, asks: tuple[Ask, ...]) -> Step:
    title = Text("%(colour)s, read", colour=colour.look.label)
    done = not open_in(reading, colour)
    return Step(f"{colour.slot}-read", colour.slot, Text("Read what stays face up."), asks, done=done, title=title)


def _deck(reading: Reading, colour: Colour) -> Step:
    asks = tuple([Ask(seat, "cards", "chips", hint=how_far(pile)) for _, seat, _, pile in reading.each(colour)])
    hint = Text("Pick a player, tap every card.")
    # All colours lie on one screen: leaving it says nothing about the last one while others are unread.
    early = colour is reading.colours[-1] and not all(other.told for other in reading.colours[:-1])
    then = {} if early else moving_on(reading, colour)
    return Step(colour.slot, colour.slot, hint, asks, then=then, done=not open_in(reading, colour))


def _typed(reading: Reading, colour: Colour) -> Step:
    counts, sums = [], []
    for position, seat, _, pile in reading.each(colour):
        hint = working(pile.cards) if pile.cards else None
        counts.append(Ask(seat, "count", "keys", hint=hint))
        if pile.size and position not in colour.flips:
            sums.append(Ask(seat, "sum", "keys", hint=hint, most=55))
    hint = Text("How many has each? Then the sum of what stays face up.")
    then = moving_on(reading, colour)
    return Step(colour.slot, colour.slot, hint, (*counts, *sums), then=then, done=not open_in(reading, colour))
