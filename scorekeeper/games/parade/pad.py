"""The pad of Parade: one row for each colour, and the sheet that the marks on it make."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from scorekeeper.games.cards import working
from scorekeeper.games.pad import Box, Cell, Marks, Problem, Row, Seat, Setup, Sheet, places
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.games.parade.cards import LOOKS, PER_COLOUR, VALUES, painted, suit
from scorekeeper.games.parade.problems import clashes, rarities, still_open, whole_round
from scorekeeper.games.parade.rules import deal_is_a_game, fewest_cards_win
from scorekeeper.games.parade.scoring import (
    END,
    ITEMS,
    Colour,
    Reading,
    best,
    left_open,
    read_round,
    verdict,
    who_has_most,
    winning,
)
from scorekeeper.games.suits import nobody_box
from scorekeeper.language.text import Plural, Text

# The rows


@cache
def boxes(colour: Text) -> tuple[Box, ...]:
    """What is written about the cards of a colour, `colour` being its word within a sentence.

    Source: rulebook FR 2015, scoring, rules 1 and 2.
    """
    return (
        Box(
            "count",
            "number",
            Text("Cards"),
            most=PER_COLOUR,
            announced=Plural(
                "%(who)s has %(mark)s %(colour)s card", "%(who)s has %(mark)s %(colour)s cards", 1, colour=colour
            ),
            withdrawn=Text("%(who)s’s number of %(colour)s cards is blank", colour=colour),
        ),
        Box("cards", "chips", Text("Which cards"), items=ITEMS, exclusive=True),
        Box(
            "sum",
            "number",
            Text("Sum"),
            most=sum(VALUES),
            announced=Text("%(who)s’s %(colour)s cards add up to %(mark)s", colour=colour),
            withdrawn=Text("the sum of %(who)s’s %(colour)s cards is blank", colour=colour),
        ),
        Box("sure", "tick", Text("The number is right")),
        nobody_box(colour),
        Box("read", "tick", Text("No pile is 2 bigger: enter both"), shared=True),
    )


END_BOXES = (
    Box("all", "tick", Text("That’s everything"), shared=True),
    Box("sure", "tick", Text("No card is missing"), shared=True),
)


def rows(setup: Setup) -> tuple[Row, ...]:
    """The lines of the pad: six colours, and the one that says that nothing is missing.

    The last one has no suit and holds nothing but ticks. Source: rulebook FR 2015, components.
    """
    return _rows(painted(setup))


@cache
def _rows(edition: str) -> tuple[Row, ...]:
    colours = [Row(slot, look.label, boxes(look.word), suit=suit(slot, look)) for slot, look in LOOKS[edition].items()]
    return (*colours, Row(END, Text("That’s everything"), END_BOXES, hint=Text("Blank = none.")))


# The sheet


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
    cells, totals, cards = counted(reading)
    fewest = fewest_cards_win(setup)
    wrong = [problem for problem in problems if problem.certain] or missing
    winners: tuple[Seat, ...] = ()
    if wrong:
        said, reason = Text("No result yet.").by("told"), wrong[0].text
    else:
        won = winning([*totals.values()], [*cards.values()], fewest)
        winners = tuple([seats[position] for position in won])
        said, reason = verdict(reading.names, [*totals.values()], [*cards.values()], won, fewest)
        if not deal_is_a_game(setup):
            said = best(setup.names(winners), totals[winners[0]])
    return Sheet(
        cells=cells,
        notes=notes(reading),
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


class Counted(NamedTuple):
    """What a deal comes to as far as it is read: the cells by row and seat, everybody's points and cards."""

    cells: Mapping[tuple[str, Seat], Cell]
    totals: Mapping[Seat, int]
    cards: Mapping[Seat, int]


def counted(reading: Reading) -> Counted:
    """Count what lies in front of everybody; the sheet and the ruling about who wins are both made of it.

    Source: rulebook FR 2015, scoring, rules 1 and 2.
    """
    cells = {key: cell for colour in reading.colours for key, cell in _cells(reading, colour)}
    totals = dict.fromkeys(reading.seats, 0)
    for (_, seat), cell in cells.items():
        totals[seat] += cell.points or 0
    cards = {seat: sum(colour.sizes[i] for colour in reading.colours) for i, seat in enumerate(reading.seats)}
    return Counted(cells, totals, cards)


def notes(reading: Reading) -> Mapping[str, Text]:
    """Say of each colour who has most, by its row. Source: rulebook FR 2015, scoring, rule 1."""
    return {colour.slot: note for colour in reading.colours for note in _notes(reading, colour)}


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


# The printed pads


FLIPPED = Column(Text("flipped"), grey=True)

SUM = Column(Text("sum"))

POINTS = Column(Text("points"))

TOTAL = Column(Text("total"), grey=True)

DATE, WINNER = Text("Date"), Text("Winner")


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """The pads Parade can be printed as, by the rules of this table.

    Ours: the rulebook names a pad and shows none.
    """
    return _deal(fewest_cards_win(setup)), _deals()


def _deal(ties: bool) -> PaperPad:
    """One deal: write how many cards were flipped, or else their sum, exactly as on the phone."""
    level = Text("Tied for most: all of them flip.")
    two = Text("Two players: flip only with 2 more cards.")
    lines = [Line(Text("Total"), look="total")]
    if ties:
        lines.append(Line(Text("Cards (for ties)"), look="small"))
    return PaperPad(
        key="deal",
        name=Text("One deal"),
        columns=(FLIPPED, SUM),
        fewer=(POINTS,),
        suits=True,
        lines=tuple(lines),
        blanks=((DATE, 3), (Text("Deal"), 2), (WINNER, 4)),
        left=(
            Text("Most cards of a colour? Flip them and write how many. If not, write the sum."),
            Text("%(level)s %(two)s", level=level, two=two),
        ),
        right=(Text("Lowest score wins."), _tie(ties)),
        foot=6.8,
    )


def _deals() -> PaperPad:
    """Many deals: the points of each and the running total."""
    return PaperPad(
        key="deals",
        name=Text("Several deals"),
        columns=(POINTS, TOTAL),
        fewer=(POINTS,),
        numbered=(5, 12),
        lines=(Line(Text("Total"), look="total"),),
        blanks=((DATE, 3), (WINNER, 4)),
        right=(Text("Lowest score wins."),),
    )


def _tie(ties: bool) -> Text:
    return Text("Tie-break: fewest cards in front.") if ties else Text("Tied players share the win.")
