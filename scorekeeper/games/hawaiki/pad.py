"""The pad of Hawaiki: cards left in hand, tokens given away before, and the sheet that the marks on it make."""

from collections.abc import Iterator

from scorekeeper.games.base import NO_NEWS, Box, Cell, Marks, Row, Seat, Setup, Sheet, places
from scorekeeper.games.hawaiki.cards import ALL_CARDS
from scorekeeper.games.hawaiki.ledger import read
from scorekeeper.games.hawaiki.options import VARIANT_NAMES
from scorekeeper.games.hawaiki.problems import problems, still_open
from scorekeeper.games.hawaiki.reading import CARDS, LEFT, MORE, OUT, SPENT, Player, Reading
from scorekeeper.games.hawaiki.sentences import broke, settlement, working
from scorekeeper.games.hawaiki.stock import is_over
from scorekeeper.text import Plural, Text

LEFT_BOXES = (
    Box(
        CARDS,
        "number",
        Text("Cards left"),
        most=ALL_CARDS,
        told=Plural("%(who)s has %(mark)s card left", "%(who)s has %(mark)s cards left", 1),
        untold=Text("the cards of %(who)s are blank"),
    ),
    Box(
        MORE,
        "tick",
        Text("Or more"),
        told=Text("%(who)s may have more"),
        untold=NO_NEWS,
    ),
    Box(
        OUT,
        "tick",
        Text("Went out, called on the last card"),
        told=Text("%(who)s went out and was called on the last card"),
        untold=Text("%(who)s was not called on the last card"),
    ),
)
SPENT_BOXES = tuple(
    [
        Box(
            variant,
            "tick",
            name,
            told=Text("%(who)s pays a token for %(variant)s", variant=name),
            untold=Text("%(who)s pays no token for %(variant)s", variant=name),
        )
        for variant, name in VARIANT_NAMES.items()
    ]
)
ROWS = (
    Row(LEFT, Text("Cards left"), LEFT_BOXES, hint=Text("Blank went out.")),
    Row(SPENT, Text("Tokens spent"), SPENT_BOXES, hint=Text("Once a round each.")),
)


def rows(setup: Setup) -> tuple[Row, ...]:
    """The lines of the pad; a table that plays without variants has nothing to write in the second."""
    return ROWS


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Work out a round from the marks on the pad: the tokens everybody gave up, counted below 0, and who went out.

    How many tokens there are to pay with comes from the rounds before. What is not told yet counts 0 and leaves the
    round undecided; nothing raises.
    Source: rulebook 002, end of a round.
    """
    reading = read(setup, marks, round)
    found, missing = problems(reading), still_open(reading)
    wrong = [problem for problem in found if problem.certain] or list(missing)
    cells = dict(_cells(reading))
    totals = {player.seat: player.after - player.tokens for player in reading.players}
    winners: tuple[Seat, ...] = ()
    finisher = reading.finisher
    if wrong or finisher is None:
        said, reason = Text("Not decided yet."), wrong[0].text
    else:
        winners = (finisher.seat,)
        said, reason = _verdict(reading, finisher)
    note = settlement(reading)
    return Sheet(
        cells=cells,
        notes={LEFT: note} if note else {},
        totals=totals,
        ranks=places({seat: -points for seat, points in totals.items()}),
        winners=winners,
        verdict=said,
        reason=reason,
        problems=found,
        open=missing,
    )


def _verdict(reading: Reading, finisher: Player) -> tuple[Text, Text]:
    went_out = Text("%(who)s went out.", who=finisher.name)
    if is_over(reading.tokens):
        return went_out, broke([player.name for player in reading.players if not player.after])
    return went_out, Text("%(who)s starts the next round.", who=finisher.name)


def _cells(reading: Reading) -> Iterator[tuple[tuple[str, Seat], Cell]]:
    """What each player gave up in a row; who is not told yet gets no cell, nor who spent nothing."""
    for player in reading.players:
        if player.cards is not None and not (player is reading.finisher and not player.cards):
            yield (LEFT, player.seat), Cell(-player.pays, working(player))
        elif player is reading.finisher:
            yield (LEFT, player.seat), Cell(0, Text("went out"))
        if player.spends:
            names = tuple([VARIANT_NAMES[variant] for variant in player.spends])
            yield (SPENT, player.seat), Cell(-player.spent, Text("%(what)s", what=names))
