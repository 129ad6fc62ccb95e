"""Instructions for moving cards on the real table, derived from two boards of a round: before and after.

They compare only what everybody sees, so they need no knowledge of the game and reveal no secret.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from scorekeeper.games.board import OpenCard, Part, Piles, Queue, Sides, Stock, Top, Tops
from scorekeeper.games.referee import Board
from scorekeeper.language.text import Plural, Text

FEW = 3
"""New cards that are inserted one by one; with more of them the whole line is read out."""


def list_instructions(before: Board, now: Board) -> tuple[Text, ...]:
    """Return instructions that turn the table of one board into that of another; empty if they agree.

    Cards that leave a place come first, then cards that go somewhere, then what each player should hold. Parts shown on
    only one of the boards are skipped.
    """
    # A board has at most one part of each kind.
    here = {type(part): part for part in now.parts}
    away: list[Text] = []
    there: list[Text] = []
    for part in before.parts:
        for leaves, said in _part(part, here.get(type(part))):
            # A card must leave its old place before it can go to a new one.
            (away if leaves else there).append(said)
    return (*away, *there)


def _part(before: Part, now: Part | None) -> Iterator[tuple[bool, Text]]:
    """Yield the differences of one part, each with whether something leaves its place."""
    match before, now:
        case Piles(), Piles():
            yield from _piles(before, now)
        case Queue(), Queue():
            yield from _queue(before.cards, now.cards)
        case Sides(), Sides():
            yield from _sides(before, now)
        case Tops(), Tops():
            yield from _tops(before.piles, now.piles)
        case Stock(), Stock():
            yield from ((False, said) for said in _stock(before, now))


def _less(these: Iterable[Text], those: Iterable[Text]) -> tuple[Text, ...]:
    # Counters and not sets, because some decks have several copies of a card.
    return tuple((Counter(these) - Counter(those)).elements())


def _piles(before: Piles, now: Piles) -> Iterator[tuple[bool, Text]]:
    for then, row in zip(before.rows, now.rows, strict=True):
        had, has = ([card for pile in one.piles for card in pile.names] for one in (then, row))
        if back := _less(had, has):
            yield True, Text("%(who)s gives back %(cards)s.", who=row.name, cards=back)
        if more := _less(has, had):
            yield False, Text("%(who)s takes %(cards)s.", who=row.name, cards=more)


def _queue(before: Sequence[OpenCard], now: Sequence[OpenCard]) -> Iterator[tuple[bool, Text]]:
    lay, lies = [card.name for card in before], [card.name for card in now]
    if gone := tuple([card for card in lay if card not in lies]):
        yield True, Text("Take out of the line: %(cards)s.", cards=gone)
    # Places are those in the finished line. Inserted from the front, each card then lands in its place.
    new = [(place, card) for place, card in enumerate(lies, 1) if card not in lay]
    # Inserting cards one by one is enough only if those that stay keep their order.
    if [card for card in lay if card in lies] != [card for card in lies if card in lay] or len(new) > FEW:
        yield False, Text("The line from the front: %(cards)s.", cards=tuple(lies))
        return
    for place, card in new:
        yield (
            False,
            Text("Put %(card)s into the line, as number %(place)s from the front.", card=card, place=place),
        )


def _sides(before: Sides, now: Sides) -> Iterator[tuple[bool, Text]]:
    for then, row in zip(before.rows, now.rows, strict=True):
        for side, had, has in ((now.first, then.first, row.first), (now.second, then.second, row.second)):
            lay, lies = (
                [Text("%(colour)s %(value)s", colour=row.name, value=one) for one in each] for each in (had, has)
            )
            if gone := _less(lay, lies):
                yield True, Text("%(side)s: take away %(cards)s.", side=side, cards=gone)
            if new := _less(lies, lay):
                yield False, Text("%(side)s: add %(cards)s.", side=side, cards=new)


def _tops(before: Sequence[Top], now: Sequence[Top]) -> Iterator[tuple[bool, Text]]:
    # While piles are being started, one board can have fewer of them.
    for place, (then, top) in enumerate(zip_longest(before, now, fillvalue=Top(None, 0)), 1):
        lay, lies = (one.card.name if one.card else None for one in (then, top))
        if (lay, then.height) == (lies, top.height):
            continue
        if lies is None:
            yield False, Text("Pile %(pile)s from the left: empty.", pile=place)
        else:
            yield False, Plural("Pile %(pile)s from the left: %(card)s, the only card.",
                                "Pile %(pile)s from the left: %(card)s on top, %(count)s cards in all.",
                                top.height, pile=place, card=lies)  # fmt: skip


def _stock(before: Stock, now: Stock) -> Iterator[Text]:
    for then, row in zip(before.rows, now.rows, strict=True):
        if row.cards is not None and row.cards != then.cards:
            yield Plural("%(who)s holds %(count)s card.", "%(who)s holds %(count)s cards.", row.cards, who=row.name)
        if row.tokens is not None and row.tokens != then.tokens:
            yield Plural("%(who)s has %(count)s token.", "%(who)s has %(count)s tokens.", row.tokens, who=row.name)
