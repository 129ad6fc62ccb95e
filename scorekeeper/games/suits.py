"""How a round of a game with suits is read from its pad, suit by suit: what is blank, what does not agree."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorekeeper.games.boxes import TickBox
from scorekeeper.games.pad import Box, Choice, Mark, Marks, Problem, Seat, Setup, Spot, offer_end
from scorekeeper.language.text import Plural, Text

Colour = TypeVar("Colour")

Place = tuple[str, Seat | None]
"""The key of a row, and the seat that owns a box in it; None for a box of the whole table."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[Colour]):
    """A round as entered so far. `all` is set once the table has marked “That's everything”: blank then means none."""

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    all: bool

    def spot(self, slot: str, box: str, seat: Seat | None = None, item: object = "") -> Spot:
        """Return a spot on the pad of this round. `slot` is the key of its row."""
        return Spot(self.round, slot, box, seat, str(item))


def group_marks(
    marks: Marks, round: int, cards: str
) -> tuple[Mapping[Place, dict[str, Mark]], Mapping[Place, list[int]]]:
    """Return two mappings of the marks of a round, both keyed by row and seat.

    The first maps every box except `cards` to its mark. The second lists the cards marked in the box `cards`, each as
    often as it is marked.
    """
    boxes: defaultdict[Place, dict[str, Mark]] = defaultdict(dict)
    lying: defaultdict[Place, list[int]] = defaultdict(list)
    for spot, mark in marks.items():
        if spot.round == round:
            if spot.box != cards:
                boxes[spot.row, spot.seat][spot.box] = mark
            else:
                # The mark of a card is the number of its copies.
                lying[spot.row, spot.seat] += [int(spot.item)] * int(mark)
    return boxes, lying


def find_settled(marked: Sequence[Sequence[bool]], ended: bool) -> list[tuple[bool, ...]]:
    """Return for each row and each player whether a blank means none: it does if the player has a mark in a later row.

    `marked` says for each row, in the order of entry, which players have a mark in it. Once the round has `ended`,
    every blank means none.

    Decision: later-row
    """
    no_blanks: list[tuple[bool, ...]] = []
    done = (ended,) * len(marked[0])
    # From the last row up, because a row is settled by the rows after it.
    for row in reversed(marked):
        no_blanks.append(done)
        done = tuple([later or here for later, here in zip(done, row, strict=True)])
    return no_blanks[::-1]


def nobody_box(colour: Text) -> Box:
    """Return the box in which the table ticks that nobody has a colour.

    Rule: */told
    """
    return TickBox(
        "nobody",
        Text("Nobody has this colour"),
        shared=True,
        announced=Text("nobody has %(colour)s", colour=colour),
        withdrawn=Text("no longer marked: nobody has %(colour)s", colour=colour),
    )


def nobody(spot: Spot, colour: Text) -> Choice:
    """Return the button “Nobody has …”. It marks `spot`, after which every blank of this colour means none.

    Rule: */told
    """
    return Choice(Text("Nobody has %(colour)s", colour=colour), {spot: 1})


def contradict_nobody(spot: Spot, holders: Sequence[tuple[Spot, str]], colour: Text) -> Problem:
    """Return the problem that "nobody has this colour" is marked although somebody has it.

    `holders` are the players who have it, each with the spot that says so.

    Rule: */agree
    """
    text = Plural(
        "%(who)s has %(colour)s, so “nobody” is wrong.",
        "%(who)s have %(colour)s, so “nobody” is wrong.",
        len(holders),
        who=tuple([name for _, name in holders]),
        colour=colour,
    ).by("agree")
    cure = Choice(Text("Somebody has %(colour)s", colour=colour), {spot: None})
    return Problem((spot, *[held for held, _ in holders]), text, True, (cure,))


def describe_wrong_sum(who: str, colour: Text, cards: Sequence[int], total: int) -> Text:
    """Say that an entered sum differs from the sum of the cards.

    Rule: */agree
    """
    text = Text("%(who)s’s %(colour)s cards add up to %(made)s, not %(sum)s.", who=who, colour=colour)
    return text.fill_gaps(made=sum(cards), sum=total).by("agree")


def report_blanks(blank: Sequence[tuple[Spot, str, Text]], first: Text, more: Plural, end: Spot) -> Iterator[Problem]:
    """Yield one problem for all boxes that are still blank, if any, with the button “That's everything”.

    `blank` lists the spot, player and colour of each. `first` is the sentence about the first box, with placeholders
    for who and colour. `more` is the sentence that counts the other boxes. The button marks the spot `end`.

    Rule: */told
    """
    for _, who, colour in blank[:1]:
        # Only the first blank is named and the others are counted, to keep the sentence short.
        text = first.fill_gaps(who=who, colour=colour)
        if len(blank) > 1:
            text = Text("%(first)s %(second)s", first=text, second=more)
        yield Problem(tuple([spot for spot, *_ in blank]), text, True, (offer_end(end),))
