"""What games with suits share: reading a round suit by suit, what is blank in it, and what does not agree."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from scorekeeper.games.boxes import TickBox
from scorekeeper.games.pad import ALL, END, Box, Changes, Choice, Mark, Marks, Problem, Seat, Setup, Spot, offer_end
from scorekeeper.language.text import Plural, Text

NOBODY = "nobody"
"""The box in which a table says that nobody has a colour."""

Place = tuple[str, Seat | None]
"""The key of a row, and the seat that owns a box in it; None for a box of the whole table."""

Held = TypeVar("Held")


class ColourName(Protocol):
    """How a colour is named: at the start of a line, and inside a sentence."""

    @property
    def label(self) -> Text: ...
    @property
    def word(self) -> Text: ...


@dataclass(frozen=True, slots=True)
class Colour(ABC):
    """One colour of a round as entered so far, and its row on the pad.

    `slot` is the key of the row. `settled` says for each player whether a blank means none. `nobody` is set if the
    table has marked that nobody has the colour.
    """

    slot: str
    look: ColourName
    settled: tuple[bool, ...]
    nobody: bool

    @property
    @abstractmethod
    def told(self) -> bool:
        """Whether the table has entered what the players have of the colour, or that nobody has it."""

    @abstractmethod
    def blank(self, position: int) -> bool:
        """Return whether nothing is entered for a player who may have the colour, so that the player is waited for."""

    @property
    def has_blanks(self) -> bool:
        """Whether any player is waited for."""
        return any(map(self.blank, range(len(self.settled))))


AnyColour = TypeVar("AnyColour", bound=Colour)


@dataclass(frozen=True, slots=True)
class Reading(Generic[AnyColour]):
    """A round as entered so far. `all` is set once the table has marked “That's everything”: blank then means none."""

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    colours: tuple[AnyColour, ...]
    all: bool

    def spot(self, slot: str, box: str, seat: Seat | None = None, item: object = "") -> Spot:
        """Return a spot on the pad of this round. `slot` is the key of its row."""
        return Spot(self.round, slot, box, seat, str(item))

    def each(self, held: Sequence[Held]) -> Iterator[tuple[int, Seat, str, Held]]:
        """Yield position, seat and name of every player, with what the player has. `held` is in the order of the seats.

        Decision: seat-order
        """
        return zip(range(len(self.seats)), self.seats, self.names, held, strict=True)

    def list_later(self, colour: AnyColour) -> tuple[AnyColour, ...]:
        """Return the colours whose rows come after that of `colour`."""
        return self.colours[self.colours.index(colour) + 1 :]

    def finish(self) -> Changes:
        """Return the mark “That's everything”, after which every blank means none; empty if it is already there.

        Rule: */told
        """
        return {} if self.all else offer_end(self.spot(END, ALL)).changes

    def leave(self, colour: AnyColour, empty: bool, final: bool = True) -> Changes:
        """Return the marks that are written when the table moves on from the row of a colour.

        If the row is `empty`, they say that nobody has the colour. After the last row, they also say “That's
        everything”, unless something else is still to come, so that leaving it is not `final`.

        Rule: */told
        """
        then: dict[Spot, Mark | None] = {self.spot(colour.slot, NOBODY): 1} if empty else {}
        return {**then, **self.finish()} if final and not self.list_later(colour) else then


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
        NOBODY,
        Text("Nobody has this colour"),
        shared=True,
        announced=Text("nobody has %(colour)s", colour=colour),
        withdrawn=Text("no longer marked: nobody has %(colour)s", colour=colour),
    )


def offer_nobody(spot: Spot, colour: Text) -> Choice:
    """Return the button “Nobody has …”. It marks `spot`, after which every blank of this colour means none.

    Rule: */told
    """
    return Choice(Text("Nobody has %(colour)s", colour=colour), {spot: 1})


def contradict_nobody(
    reading: Reading[AnyColour], colour: AnyColour, box: str, holders: Sequence[int]
) -> Iterator[Problem]:
    """Yield a problem if "nobody has this colour" is marked although somebody has it.

    `holders` are the positions of the players who have it. What they have is entered in `box`.

    Rule: */agree
    """
    if not colour.nobody or not holders:
        return
    text = Plural(
        "%(who)s has %(colour)s, so “nobody” is wrong.",
        "%(who)s have %(colour)s, so “nobody” is wrong.",
        len(holders),
        who=tuple([reading.names[position] for position in holders]),
        colour=colour.look.word,
    ).by("agree")
    nobody = reading.spot(colour.slot, NOBODY)
    held = [reading.spot(colour.slot, box, reading.seats[position]) for position in holders]
    yield Problem(
        (nobody, *held), text, cures=(Choice(Text("Somebody has %(colour)s", colour=colour.look.word), {nobody: None}),)
    )


def contradict_sum(
    spot: Spot, who: str, colour: Text, cards: Sequence[int], total: int, deletable: Sequence[Spot] = ()
) -> Problem:
    """Return the problem that an entered sum differs from the sum of the cards.

    `spot` is that of the sum. A button deletes the sum; another one deletes the marks of the cards if these are
    `deletable`.

    Rule: */agree
    """
    text = Text("%(who)s’s %(colour)s cards add up to %(made)s, not %(sum)s.", who=who, colour=colour)
    cures = [Choice(Text("Use the cards"), {spot: None})]
    if deletable:
        cures.append(Choice(Text("Use the sum"), dict.fromkeys(deletable)))
    return Problem((spot, *deletable), text.fill_gaps(made=sum(cards), sum=total).by("agree"), cures=tuple(cures))


def find_blanks(reading: Reading[AnyColour], box: str, more: Plural) -> Iterator[Problem]:
    """Yield one problem for all players who are waited for, if any, with the button “That's everything”.

    What they have is entered in `box`. `more` is the sentence that counts the blanks after the first.

    Rule: */told
    """
    blank = [
        (reading.spot(colour.slot, box, seat), name, colour.look.word)
        for colour in reading.colours
        for position, (seat, name) in enumerate(zip(reading.seats, reading.names, strict=True))
        if colour.blank(position)
    ]
    for _, who, word in blank[:1]:
        # Only the first blank is named and the others are counted, to keep the sentence short.
        text = Text("Does %(who)s have no %(colour)s?", who=who, colour=word).by("told")
        if len(blank) > 1:
            text = Text("%(first)s %(second)s", first=text, second=more.fill_gaps(count=len(blank) - 1))
        yield Problem(tuple([spot for spot, *_ in blank]), text, cures=(offer_end(reading.spot(END, ALL)),))
