"""What is still missing on the pad of a round, row by row."""

from collections.abc import Iterator

from scorekeeper.games.base import Problem
from scorekeeper.games.blank import nobody, that_is_all
from scorekeeper.games.diabolo.doublers import waiting
from scorekeeper.games.diabolo.reading import END, Colour, Reading
from scorekeeper.games.diabolo.sentences import joined
from scorekeeper.text import Plural, Text


def still_open(reading: Reading) -> tuple[Problem, ...]:
    """Everything the table has not told yet, row by row, and then the blanks."""
    if not any(colour.begun for colour in reading.colours):
        spots = tuple([reading.spot(colour.slot, "side") for colour in reading.colours])
        first = Text("Which side is ahead in %(colour)s?", colour=reading.colours[0].look.word)
        return (Problem(spots, joined((Text("Nothing is written yet."), first))),)
    found = [problem for colour in reading.colours for problem in _open_in(reading, colour)]
    return (*found, *_blanks(reading))


def open_in(reading: Reading, colour: Colour) -> bool:
    """Whether anything of this row is not told yet."""
    blank = any(colour.blank(position) for position in range(len(reading.seats)))
    return blank or any(True for _ in _open_in(reading, colour))


def _open_in(reading: Reading, colour: Colour) -> Iterator[Problem]:
    word = colour.look.word
    if colour.waits:
        yield waiting(reading, colour)
    if colour.sign is None:
        yield _side_unknown(reading, colour)
    elif colour.sign and not colour.told:
        spot = reading.spot(colour.slot, "nobody")
        cure = nobody(spot, word)
        yield Problem((spot,), Text("Whose %(colour)s is highest?", colour=word), True, (cure,))
    elif colour.sign and colour.unmeasured:
        first = colour.tops[0]
        text = Text("How much %(colour)s has %(who)s?", colour=word, who=reading.names[first])
        yield Problem((reading.spot(colour.slot, "sum", reading.seats[first]),), text)


def _side_unknown(reading: Reading, colour: Colour) -> Problem:
    """A row of which nobody can say yet whether it gains or loses."""
    word = colour.look.word
    if colour.harp is not None:
        return Problem(
            (reading.spot(colour.slot, "trident"),),
            Text("How much lies on the trident side of %(colour)s?", colour=word),
        )
    if colour.trident is not None:
        return Problem(
            (reading.spot(colour.slot, "harp"),), Text("How much lies on the harp side of %(colour)s?", colour=word)
        )
    return Problem((reading.spot(colour.slot, "side"),), Text("Which side is ahead in %(colour)s?", colour=word))


def _blanks(reading: Reading) -> Iterator[Problem]:
    blanks = [
        (reading.spot(colour.slot, "hand", seat), name, colour.look.word)
        for colour in reading.colours
        for position, seat, name, _ in reading.each(colour)
        if colour.blank(position)
    ]
    if blanks:
        _, name, word = blanks[0]
        text = Text("Has %(who)s no %(colour)s?", who=name, colour=word)
        if len(blanks) > 1:
            more = Plural("%(count)s more hand is blank.", "%(count)s more hands are blank.", len(blanks) - 1)
            text = Text("%(first)s %(second)s", first=text, second=more)
        yield Problem(tuple([spot for spot, _, _ in blanks]), text, True, (that_is_all(reading.spot(END, "all")),))
