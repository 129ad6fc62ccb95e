"""What is still missing on the pad of a round, and what cannot be in the round as a whole."""

from collections.abc import Iterator

from scorekeeper.games.base import Choice, Problem
from scorekeeper.games.blank import nobody, that_is_all
from scorekeeper.games.parade.cards import SLOTS, edition
from scorekeeper.games.parade.reading import END, Colour, Pile, Reading
from scorekeeper.games.parade.scoring import KEPT, most_cards
from scorekeeper.text import Plural, Text

LONGEST_LINE = 20
"""A line longer than this has hardly ever been seen when the deck is empty: of some 40 000 games played by chance or
by greed none ended with more than 18 cards in it."""


def still_open(reading: Reading) -> tuple[Problem, ...]:
    """Everything the table has not told yet, colour by colour, and then the blanks."""
    if not any(colour.told for colour in reading.colours):
        spots = tuple([reading.spot(colour.slot, "nobody") for colour in reading.colours])
        return (Problem(spots, Text("Nothing is read yet.")),)
    found = [problem for colour in reading.colours for problem in _open_in(reading, colour)]
    return (*found, *_blanks(reading))


def open_in(reading: Reading, colour: Colour) -> bool:
    """Whether anything of this colour is not told yet."""
    blank = any(colour.blank(position) for position in range(len(reading.seats)))
    return blank or any(True for _ in _open_in(reading, colour))


def whole_round(reading: Reading, is_open: bool) -> Iterator[Problem]:
    """What cannot be, or hardly can be, when all colours are looked at together."""
    held = [sum(colour.sizes[position] for colour in reading.colours) for position in range(len(reading.seats))]
    players, count = len(held), sum(held)
    spots = tuple([reading.spot(SLOTS[-1], "count", seat) for seat in reading.seats])
    if count > most_cards(players):
        text = Text(
            "%(count)s cards lie here. With %(players)s players it is %(most)s at the most.",
            count=count,
            players=players,
            most=most_cards(players),
        )
        yield Problem(spots, text)
    if is_open:
        return
    for spot, name, cards in zip(spots, reading.names, held, strict=True):
        if cards < KEPT:
            text = Plural(
                "%(who)s has %(count)s card. Everybody keeps %(kept)s.",
                "%(who)s has %(count)s cards. Everybody keeps %(kept)s.",
                cards,
                who=name,
                kept=KEPT,
            )
            yield Problem((spot,), text)
    six = any(all(colour.sizes[position] for colour in reading.colours) for position in range(players))
    line = most_cards(players) + 1 - count
    if line > LONGEST_LINE and not reading.sure and (not six or edition(reading.setup.options).ruleset == "de2014"):
        text = Text("%(count)s cards lie here, %(line)s in the line. Is a pile missing?", count=count, line=line)
        yield Problem(spots, text, False, (Choice(Text("No card is missing"), {reading.spot(END, "sure"): 1}),))


def _open_in(reading: Reading, colour: Colour) -> Iterator[Problem]:
    if not colour.told:
        spot = reading.spot(colour.slot, "nobody")
        cure = nobody(spot, colour.look.word)
        yield Problem((spot,), Text("%(colour)s is not read yet.", colour=colour.look.label), True, (cure,))
    for position, seat, name, pile in reading.each(colour):
        if pile.marked and colour.worth(position) is None:
            box = "count" if pile.size is None else "cards"
            yield Problem((reading.spot(colour.slot, box, seat),), _unread(colour, name, pile))


def _unread(colour: Colour, name: str, pile: Pile) -> Text:
    if pile.size is None:
        return Text("How many %(colour)s cards has %(who)s?", colour=colour.look.word, who=name)
    if pile.cards:
        return Text(
            "Read %(who)s's %(colour)s, %(read)s of %(count)s.",
            who=name,
            colour=colour.look.word,
            read=len(pile.cards),
            count=pile.size,
        )
    return Plural(
        "Read %(who)s's %(colour)s, %(count)s card.",
        "Read %(who)s's %(colour)s, %(count)s cards.",
        pile.size,
        who=name,
        colour=colour.look.word,
    )


def _blanks(reading: Reading) -> Iterator[Problem]:
    blanks = [
        (reading.spot(colour.slot, "count", seat), name, colour.look.word)
        for colour in reading.colours
        for position, seat, name, pile in reading.each(colour)
        if colour.blank(position) and not pile.marked
    ]
    if blanks:
        _, name, word = blanks[0]
        text = Text("No %(colour)s for %(who)s?", who=name, colour=word)
        if len(blanks) > 1:
            more = Plural("%(count)s more pile is blank.", "%(count)s more piles are blank.", len(blanks) - 1)
            text = Text("%(first)s %(second)s", first=text, second=more)
        yield Problem(tuple([spot for spot, _, _ in blanks]), text, True, (that_is_all(reading.spot(END, "all")),))
