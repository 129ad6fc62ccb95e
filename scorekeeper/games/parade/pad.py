"""The pad of Parade: one row for each colour, and the sheet that the marks on it make."""

from collections.abc import Iterator

from scorekeeper.games.base import Box, Cell, Marks, Problem, Row, Seat, Setup, Sheet, places
from scorekeeper.games.parade.cards import PER_COLOUR, VALUES, looks, suit, working
from scorekeeper.games.parade.clashes import clashes, rarities
from scorekeeper.games.parade.missing import still_open, whole_round
from scorekeeper.games.parade.options import deal_is_a_game, fewest_cards_win
from scorekeeper.games.parade.reading import END, ITEMS, Colour, Reading, read_round
from scorekeeper.games.parade.scoring import winning
from scorekeeper.games.parade.sentences import best, left_open, verdict, who_has_most
from scorekeeper.text import Plural, Text

COLOUR_BOXES = (
    Box("count", "number", Text("Cards"), most=PER_COLOUR),
    Box("cards", "chips", Text("Which cards"), items=ITEMS, exclusive=True),
    Box("sum", "number", Text("Sum"), most=sum(VALUES)),
    Box("sure", "tick", Text("The size is right")),
    Box("nobody", "tick", Text("Nobody has this colour"), shared=True),
    Box("read", "tick", Text("No pile is 2 bigger: read both"), shared=True),
)
END_BOXES = (
    Box("all", "tick", Text("That is all"), shared=True),
    Box("sure", "tick", Text("No card is missing"), shared=True),
)


def rows(setup: Setup) -> tuple[Row, ...]:
    """The lines of the pad: six colours, and the one that says that nothing is missing.

    The last one has no suit and holds nothing but ticks.
    """
    colours = [Row(slot, look.label, COLOUR_BOXES, suit=suit(slot, look)) for slot, look in looks(setup).items()]
    return (*colours, Row(END, Text("That is all"), END_BOXES, hint=Text("Blank is none.")))


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Work out a deal from the marks on its pad: points with their working, who wins and why.

    Points are whole and never negative, fewest win. What is not read yet counts 0 in the totals and leaves the deal
    undecided; nothing raises.
    Source: rulebook FR 2015, scoring and victory.
    """
    reading = read_round(setup, marks, round)
    missing = still_open(reading)
    problems = (*_in_colours(reading), *whole_round(reading, bool(missing)))
    seats = reading.seats
    cells = {key: cell for colour in reading.colours for key, cell in _cells(reading, colour)}
    totals = dict.fromkeys(seats, 0)
    for (_, seat), cell in cells.items():
        totals[seat] += cell.points or 0
    cards = {seat: sum(colour.sizes[i] for colour in reading.colours) for i, seat in enumerate(seats)}
    fewest = fewest_cards_win(setup)
    wrong = [problem for problem in problems if problem.certain] or missing
    winners: tuple[Seat, ...] = ()
    if wrong:
        said, reason = Text("Not decided yet."), wrong[0].text
    else:
        won = winning([*totals.values()], [*cards.values()], fewest)
        winners = tuple([seats[position] for position in won])
        said, reason = verdict(reading.names, [*totals.values()], [*cards.values()], won, fewest)
        if not deal_is_a_game(setup):
            said = best(setup.names(winners), totals[winners[0]])
    return Sheet(
        cells=cells,
        notes={colour.slot: note for colour in reading.colours for note in _notes(reading, colour)},
        totals=totals,
        ranks=places({seat: (totals[seat], cards[seat] if fewest else 0) for seat in seats}),
        winners=winners,
        verdict=said,
        reason=reason,
        feet=((Text("Cards"), cards),),
        problems=problems,
        open=missing,
        ties=cards if fewest else {},
    )


def _in_colours(reading: Reading) -> Iterator[Problem]:
    for colour in reading.colours:
        yield from clashes(reading, colour)
    for colour in reading.colours:
        yield from rarities(reading, colour)


def _cells(reading: Reading, colour: Colour) -> Iterator[tuple[tuple[str, Seat], Cell]]:
    """What each player got in a colour; who has none of it gets no cell."""
    flips = colour.flips
    for position, seat, _, pile in reading.each(colour):
        points = colour.worth(position)
        if pile.size is None and points == 0:
            continue
        flipped = position in flips and not colour.left_open(position)
        because: Text | None = None
        if flipped:
            because = Plural("%(count)s flipped", "%(count)s flipped", pile.size or 0)
        elif pile.cards:
            because = working(pile.cards)
        elif pile.size and pile.sum is not None:
            because = Plural("%(sum)s in %(count)s card", "%(sum)s in %(count)s cards", pile.size, sum=pile.sum)
        if pile.size != 0:
            yield (colour.slot, seat), Cell(points, because, flipped)


def _notes(reading: Reading, colour: Colour) -> Iterator[Text]:
    """Who has most of a colour, as soon as there is something to say."""
    if not colour.told or colour.still_reading or not (any(colour.sizes) or all(colour.settled)):
        return
    note = who_has_most(reading.names, colour.sizes, colour.flips, colour.look.word)
    leaving = [reading.names[position] for position in colour.flips if colour.left_open(position)]
    yield left_open(note, leaving) if leaving else note
