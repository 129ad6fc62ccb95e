"""How a round of a game with suits is read off its pad, suit by suit: what is blank there, and what does not agree."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorekeeper.games.pad import Box, Choice, Mark, Marks, Problem, Seat, Setup, Spot, that_is_all
from scorekeeper.language.text import Plural, Text

Colour = TypeVar("Colour")

Place = tuple[str, Seat | None]
"""A row and who has it; nobody where it is the table's own."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[Colour]):
    """A round as it is written down so far. `all` says that blank means none."""

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    all: bool

    def spot(self, slot: str, box: str, seat: Seat | None = None, item: object = "") -> Spot:
        """A place on the pad of this round. Ours: where a mark stands."""
        return Spot(self.round, slot, box, seat, str(item))


def written(marks: Marks, round: int, cards: str) -> tuple[Mapping[Place, dict[str, Mark]], Mapping[Place, list[int]]]:
    """What stands in the boxes of each row in this round, and apart the cards of the box of that name.

    Ours: how the pad is read.
    """
    boxes: defaultdict[Place, dict[str, Mark]] = defaultdict(dict)
    lying: defaultdict[Place, list[int]] = defaultdict(list)
    for spot, mark in marks.items():
        if spot.round == round:
            if spot.box != cards:
                boxes[spot.row, spot.seat][spot.box] = mark
            else:
                lying[spot.row, spot.seat] += [int(spot.item)] * int(mark)
    return boxes, lying


def settled(marked: Sequence[Sequence[bool]], ended: bool) -> list[tuple[bool, ...]]:
    """For each row, in the order in which they are told, whose blanks are none: who has a mark in a later row.

    `marked` says for each row who has a mark in it; once a round has `ended`, that is all and every blank is none.
    Ours: blank means none once somebody told a later row.
    """
    no_blanks: list[tuple[bool, ...]] = []
    done = (ended,) * len(marked[0])
    for row in reversed(marked):
        no_blanks.append(done)
        done = tuple([later or here for later, here in zip(done, row, strict=True)])
    return no_blanks[::-1]


def nobody_box(colour: Text) -> Box:
    """The box of the table that says that nobody has a colour. Ours: blank means none only when somebody says so."""
    return Box(
        "nobody",
        "tick",
        Text("Nobody has this colour"),
        shared=True,
        announced=Text("nobody has %(colour)s", colour=colour),
        withdrawn=Text("no longer marked: nobody has %(colour)s", colour=colour),
    )


def nobody(spot: Spot, colour: Text) -> Choice:
    """The tap that makes every blank of a colour mean none. Ours: blank means none only when somebody says so."""
    return Choice(Text("Nobody has %(colour)s", colour=colour), {spot: 1})


def not_nobody(spot: Spot, holders: Sequence[tuple[Spot, str]], colour: Text) -> Problem:
    """Nobody has this colour, it says, yet somebody has: those who have it, each with the spot that tells.

    Ours: what was written stands until somebody mends it.
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


def not_the_sum(who: str, colour: Text, cards: Sequence[int], total: int) -> Text:
    """That a written sum is not what the cards make. Ours: what was written stands until somebody mends it."""
    text = Text("%(who)s’s %(colour)s cards add up to %(made)s, not %(sum)s.", who=who, colour=colour)
    return text.filled(made=sum(cards), sum=total).by("agree")


def blanks(blank: Sequence[tuple[Spot, str, Text]], first: Text, more: Plural, all: Spot) -> Iterator[Problem]:
    """What is blank at the end, each with who and in which colour: the first, how many `more`, and that that is all.

    Ours: nothing is counted that nobody has told.
    """
    for _, who, colour in blank[:1]:
        text = first.filled(who=who, colour=colour)
        if len(blank) > 1:
            text = Text("%(first)s %(second)s", first=text, second=more)
        yield Problem(tuple([spot for spot, *_ in blank]), text, True, (that_is_all(all),))
