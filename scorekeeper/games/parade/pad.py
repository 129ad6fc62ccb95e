"""The pad of Parade: its rows, its score sheet, and its printed pads."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from scorekeeper.games.boxes import ChipsBox, NumberBox, TickBox
from scorekeeper.games.cards import working
from scorekeeper.games.pad import (
    ALL,
    END,
    THAT_IS_ALL,
    Box,
    Cell,
    Decision,
    Marks,
    Problem,
    Row,
    Seat,
    Setup,
    Sheet,
    find_obstacle,
    places,
)
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.games.parade.cards import LOOKS, PER_COLOUR, VALUES, colours_edition, suit
from scorekeeper.games.parade.problems import clashes, forgotten_zeros, rarities, still_open, whole_round
from scorekeeper.games.parade.rules import deal_is_a_game, fewest_cards_win
from scorekeeper.games.parade.scoring import ITEMS, Colour, Reading, find_winners, read_round
from scorekeeper.games.parade.sentences import best, left_open, verdict, who_has_most
from scorekeeper.games.suits import nobody_box
from scorekeeper.language.text import Plural, Text

# The rows


# Cached by the colour's word: all tables of an edition share these boxes, and nothing invalidates them.
@cache
def boxes(colour: Text) -> tuple[Box, ...]:
    """Return the boxes of a colour. `colour` is its name as used inside a sentence.

    Rule: parade/most, parade/values
    """
    return (
        NumberBox(
            "count",
            Text("Cards"),
            most=PER_COLOUR,
            announced=Plural(
                "%(who)s has %(mark)s %(colour)s card", "%(who)s has %(mark)s %(colour)s cards", 1, colour=colour
            ),
            withdrawn=Text("%(who)s’s number of %(colour)s cards is blank", colour=colour),
        ),
        ChipsBox("cards", Text("Which cards"), items=ITEMS, exclusive=True),
        NumberBox(
            "sum",
            Text("Sum"),
            most=sum(VALUES),
            announced=Text("%(who)s’s %(colour)s cards add up to %(mark)s", colour=colour),
            withdrawn=Text("the sum of %(who)s’s %(colour)s cards is blank", colour=colour),
        ),
        TickBox("sure", Text("The number is right")),
        nobody_box(colour),
        TickBox("read", Text("No pile has 2 more: enter both"), shared=True),
    )


END_BOXES = (
    # Without the words of END_BOX: the history of Parade says this mark as it always has.
    TickBox(ALL, THAT_IS_ALL, shared=True),
    TickBox("sure", Text("No card is missing"), shared=True),
)


def rows(setup: Setup) -> tuple[Row, ...]:
    """Return the rows of the pad: one for each of the six colours, and one for ticks that say that nothing is missing.

    Rule: parade/cards
    """
    return _rows(colours_edition(setup))


# Cached by edition, as the boxes are: the rows depend on nothing else that a table can choose.
@cache
def _rows(edition: str) -> tuple[Row, ...]:
    colours = [Row(slot, look.label, boxes(look.word), suit=suit(slot, look)) for slot, look in LOOKS[edition].items()]
    return (*colours, Row(END, THAT_IS_ALL, END_BOXES, hint=Text("Blank = none.")))


# The sheet


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Return the score sheet of a deal: points with their calculation, winners, and the reason.

    Points are whole and never negative; the lowest score wins. What is not entered yet counts 0 in the totals and
    leaves the deal without a result. Never raises.

    Rule: parade/most, parade/values, parade/winner, parade/tie
    """
    reading = read_round(setup, marks, round)
    missing = still_open(reading)
    problems = (*_find_problems(reading), *whole_round(reading, bool(missing)))
    cells, totals, cards = count_points(reading)
    fewest = fewest_cards_win(setup)
    # One question at a time: the answer to this one also says that no pile is missing.
    if fewest and deal_is_a_game(setup) and not problems and not missing:
        problems = tuple(forgotten_zeros(reading, totals))
    decision = find_obstacle(problems, missing) or _decide(reading, [*totals.values()], [*cards.values()])
    return Sheet(
        cells=cells,
        notes=notes(reading),
        totals=totals,
        ranks=places({seat: (totals[seat], cards[seat] if fewest else 0) for seat in reading.seats}),
        winners=decision.winners,
        verdict=decision.verdict,
        reason=decision.reason,
        feet=((Text("Cards"), cards),),
        problems=problems,
        open=missing,
        ties={seat: (count,) for seat, count in cards.items()} if fewest else {},
    )


def _decide(reading: Reading, totals: Sequence[int], cards: Sequence[int]) -> Decision:
    fewest = fewest_cards_win(reading.setup)
    won = find_winners(totals, cards, fewest)
    said, reason = verdict(reading.names, totals, cards, won, fewest)
    if not deal_is_a_game(reading.setup):
        said = best([reading.names[position] for position in won], totals[won[0]])
    return Decision(tuple([reading.seats[position] for position in won]), said, reason)


class Counted(NamedTuple):
    """The result of a deal as entered so far: cells keyed by row and seat, everybody's points and number of cards."""

    cells: Mapping[tuple[str, Seat], Cell]
    totals: Mapping[Seat, int]
    cards: Mapping[Seat, int]


def count_points(reading: Reading) -> Counted:
    """Return the points and the number of cards of every player, with a cell for each colour of a player.

    The score sheet and the ruling about who wins both use this.

    Rule: parade/most, parade/values
    """
    cells = {key: cell for colour in reading.colours for key, cell in _cells(reading, colour)}
    totals = dict.fromkeys(reading.seats, 0)
    for (_, seat), cell in cells.items():
        totals[seat] += cell.points or 0
    cards = {seat: sum(colour.sizes[i] for colour in reading.colours) for i, seat in enumerate(reading.seats)}
    return Counted(cells, totals, cards)


def notes(reading: Reading) -> Mapping[str, Text]:
    """Return notes that say who has the most cards of each colour, keyed by row. Colours not entered yet have none.

    Rule: parade/most
    """
    return {colour.slot: note for colour in reading.colours for note in _notes(reading, colour)}


def _find_problems(reading: Reading) -> Iterator[Problem]:
    for colour in reading.colours:
        yield from clashes(reading, colour)
    for colour in reading.colours:
        yield from rarities(reading, colour)


def _cells(reading: Reading, colour: Colour) -> Iterator[tuple[tuple[str, Seat], Cell]]:
    """Yield the cell of each player in a colour, with its row and seat. Players without cards of it get none."""
    flips = colour.flips
    for position, seat, _, pile in reading.each(colour.piles):
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
    """Yield one note that says who has the most of a colour, or nothing while too little is entered."""
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
    """Return the printed pads for the options of this table.

    Decision: parade-pads
    """
    return _deal(fewest_cards_win(setup)), _deals()


def _deal(ties: bool) -> PaperPad:
    """Return the pad of one deal, with one box for the number of flipped cards and one for the sum, as on the phone.

    With `ties`, it has a line for the number of cards, which breaks ties.
    """
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
        right=(Text("Lowest score wins."), _describe_tie_break(ties)),
        foot=6.8,
    )


def _deals() -> PaperPad:
    """Return the pad of several deals, with columns for each player's points and running total."""
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


def _describe_tie_break(ties: bool) -> Text:
    return Text("Tie-break: fewest cards in front.") if ties else Text("Tied players share the win.")
