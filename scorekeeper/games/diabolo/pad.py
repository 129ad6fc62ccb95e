"""The pad of Diabolo: a row per colour, its score sheet, and its printed pad."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scorekeeper.games.boxes import END_BOX, ChipsBox, ChoiceBox, NumberBox, TickBox
from scorekeeper.games.diabolo.cards import HAND, HIGHEST, LOOKS
from scorekeeper.games.diabolo.problems import (
    clashes,
    idle_doublers,
    still_open,
    too_few_cards,
    too_many_cards,
    too_many_copies,
    wrong_locks,
)
from scorekeeper.games.diabolo.rules import hidden_doublers, rounds, row_order
from scorekeeper.games.diabolo.scoring import ITEMS, SIGNS, Colour, Reading, find_winners, read_round
from scorekeeper.games.diabolo.sentences import both_sides, nothing_scored, points_working, verdict, what_it_brings
from scorekeeper.games.diabolo.turn import MOST_ON_SIDE
from scorekeeper.games.pad import (
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
from scorekeeper.games.suits import nobody_box
from scorekeeper.language.text import Plural, Text, join_sentences

# The rows


AHEAD = {
    "trident": Text("the trident is ahead"),
    "level": Text("both sides are tied"),
    "harp": Text("the harp is ahead"),
}


# Cached by colour and option: all tables share these boxes, and nothing invalidates them.
@cache
def boxes(slot: str, hidden_doublers: bool) -> tuple[Box, ...]:
    """Return the boxes in the row of a colour: its two sides, which is ahead, who doubles, and the hands.

    Rule: diabolo/rows, diabolo/doubler
    """
    colour = LOOKS[slot].word
    return (*_table_boxes(colour), *_player_boxes(colour, hidden_doublers))


def _table_boxes(colour: Text) -> tuple[Box, ...]:
    return (
        NumberBox(
            "trident",
            Text("Trident"),
            most=MOST_ON_SIDE * HIGHEST,
            shared=True,
            announced=Text("the trident side of %(colour)s is %(mark)s", colour=colour),
            withdrawn=Text("the trident side of %(colour)s is blank", colour=colour),
        ),
        NumberBox(
            "harp",
            Text("Harp"),
            most=MOST_ON_SIDE * HIGHEST,
            shared=True,
            announced=Text("the harp side of %(colour)s is %(mark)s", colour=colour),
            withdrawn=Text("the harp side of %(colour)s is blank", colour=colour),
        ),
        ChoiceBox(
            "side",
            Text("Ahead"),
            items=tuple(SIGNS),
            words=tuple([AHEAD[side] for side in SIGNS]),
            shared=True,
            announced=Text("%(mark)s in %(colour)s", colour=colour),
            withdrawn=Text("the side that is ahead in %(colour)s is blank", colour=colour),
        ),
        nobody_box(colour),
    )


def _player_boxes(colour: Text, hidden_doublers: bool) -> tuple[Box, ...]:
    return (
        TickBox(
            "double",
            Text("×2"),
            hidden=hidden_doublers,
            announced=Text("%(who)s doubles %(colour)s", colour=colour),
            withdrawn=Text("%(who)s does not double %(colour)s", colour=colour),
        ),
        ChipsBox(
            "hand",
            Text("Hand"),
            most=HAND,
            items=ITEMS,
            announced=Plural(
                "%(who)s has a %(colour)s %(item)s", "%(who)s has %(mark)s %(colour)s %(item)ss", 1, colour=colour
            ),
            withdrawn=Text("%(who)s has no %(colour)s %(item)s", colour=colour),
        ),
        TickBox(
            "top",
            Text("Highest hand"),
            announced=Text("%(who)s has the highest hand in %(colour)s", colour=colour),
            withdrawn=Text("%(who)s is no longer marked as having the highest hand in %(colour)s", colour=colour),
        ),
        NumberBox(
            "sum",
            Text("Sum"),
            most=HAND * HIGHEST,
            announced=Text("%(who)s’s %(colour)s hand is %(mark)s", colour=colour),
            withdrawn=Text("%(who)s’s %(colour)s hand is blank", colour=colour),
        ),
    )


def rows(setup: Setup) -> tuple[Row, ...]:
    """Return the rows of the pad: one for each colour in the table's order, and one for the tick “That's everything”.

    Rule: diabolo/column, diabolo/row-order
    """
    colours = [
        Row(slot, LOOKS[slot].label, boxes(slot, hidden_doublers(setup)), suit=LOOKS[slot].suit)
        for slot in row_order(setup)
    ]
    return (*colours, Row(END, THAT_IS_ALL, (END_BOX,)))


# The sheet


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Return the score sheet of a round: points with their calculation, winners, and the reason.

    Totals can be negative; the highest score wins. What is not entered yet counts 0 in the totals and leaves the round
    without a result. Never raises.

    Rule: diabolo/rows, diabolo/plus, diabolo/minus, diabolo/level, diabolo/tie, diabolo/doubler
    """
    reading = read_round(setup, marks, round)
    short = tuple(too_few_cards(reading))
    # Too few cards may just not be entered yet. Once the table says that this is all, they contradict it.
    missing = (*still_open(reading), *(() if reading.all else short))
    problems = tuple(_find_problems(reading)) + (short if reading.all else ())
    totals = _add_points(reading)
    decision = find_obstacle(problems, missing) or _decide(reading, [*totals.values()])
    return Sheet(
        cells={key: cell for colour in reading.colours for key, cell in _cells(reading, colour)},
        notes={colour.slot: note for colour in reading.colours for note in _notes(reading, colour)},
        totals=totals,
        ranks=places({seat: -total for seat, total in totals.items()}),
        winners=decision.winners,
        verdict=decision.verdict,
        reason=decision.reason,
        problems=problems,
        open=missing,
        plus=True,
    )


def _add_points(reading: Reading) -> Mapping[Seat, int]:
    totals = dict.fromkeys(reading.seats, 0)
    for colour in reading.colours:
        # Unknown points count nothing yet, and the row is reported as open.
        for seat, points in zip(reading.seats, colour.points or ()):
            totals[seat] += points
    return totals


def _decide(reading: Reading, totals: Sequence[int]) -> Decision:
    winners = find_winners(totals)
    said, reason = verdict(reading.names, totals, winners), Text("")
    if not any(any(colour.points or ()) for colour in reading.colours):
        said, reason = nothing_scored([colour.sign or 0 for colour in reading.colours])
    return Decision(tuple([reading.seats[position] for position in winners]), said, reason)


def _find_problems(reading: Reading) -> Iterator[Problem]:
    for colour in reading.colours:
        yield from clashes(reading, colour)
    yield from wrong_locks(reading)
    yield from too_many_cards(reading)
    for colour in reading.colours:
        yield from idle_doublers(reading, colour)
        yield from too_many_copies(reading, colour)


def _cells(reading: Reading, colour: Colour) -> Iterator[tuple[tuple[str, Seat], Cell]]:
    """Yield the cell of each player in a row, keyed by row and seat; none if the row is tied or has no hands yet.

    Players without cards of the colour get no cell, unless their doubler was used up in the row.
    """
    if not colour.sign or not colour.told:
        return
    points, most = colour.points, max(colour.values)
    for position, seat, _, hand in reading.each(colour.hands):
        value = colour.value(position)
        # A doubler that doubled nothing is used up, so its owner gets a cell with 0.
        if not hand.marked and position not in colour.doubled:
            continue
        if points is None:
            yield (colour.slot, seat), Cell(None)
        else:
            twice = position in colour.doubled
            because = points_working(hand.cards, value, colour.sign, twice, most) if value else None
            yield (colour.slot, seat), Cell(points[position], because)


def _notes(reading: Reading, colour: Colour) -> Iterator[Text]:
    """Yield one note with the sums of the row and what it is worth, or nothing if neither is known."""
    said = []
    if colour.counted:
        said.append(both_sides(colour.harp or 0, colour.trident or 0))
    if colour.sign is not None and colour.points is not None:
        said += what_it_brings(
            reading.names, colour.sign, colour.values, colour.points, colour.doubled, colour.look.word
        )
    if said:
        yield join_sentences(said)


# The printed pad


SIDES = (Column(Text("trident")), Column(Text("harp")), Column(Text("ahead"), width=22, mark="ahead", signs="−, =, +"))

POINTS = Column(None, width=16, corner="×2")

NARROW = Column(None, corner="×2")


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """Return the printed pad of this table. It has as many rounds as the table plays, fewer if a page has no room.

    Decision: diabolo-pad
    """
    pad = PaperPad(
        key="rounds",
        name=Text("Rounds"),
        columns=(POINTS,),
        fewer=(NARROW,),
        shared=SIDES,
        suits=True,
        lines=(Line(Text("Running total"), look="total"),),
        repeat=rounds(setup),
        fewest_repeats=1,
        blanks=((Text("Date"), 3), (Text("Winner"), 4)),
        left=(
            Text("Harp (+) scores, trident (−) loses, a tie (=) is skipped."),
            Text("The highest hand scores its sum; so do all tied hands."),
        ),
        right=(
            Text("×2 once per round, only on +, always used up."),
            Text("A round ends at 2 locked rows; 3 with five players."),
        ),
    )
    return (pad,)
