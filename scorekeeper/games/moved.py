"""Instructions for moving cards on the real table, derived from two boards of a round: before and after.

Only what everybody sees is compared, so this needs no knowledge of the game and reveals no secret.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from scorekeeper.games.board import BoardPart, OpenCard, Piles, PileTop, Queue, SidedRows, Stock, Tops
from scorekeeper.games.referee import Board
from scorekeeper.language.text import Plural, Text

FEW_CARDS = 3
"""Maximum number of new cards that are inserted one by one. If there are more, the whole line is read out."""


def list_instructions(before: Board, after: Board) -> tuple[Text, ...]:
    """Return instructions that turn the table shown by one board into that shown by the other; empty if they agree.

    Cards that leave a place come first, then cards that go somewhere, then what each player should hold. Parts shown on
    only one of the boards are skipped.
    """
    # A board has at most one part of each kind.
    kept = {type(part): part for part in after.parts}
    away: list[Text] = []
    there: list[Text] = []
    for part in before.parts:
        for leaves, said in _compare_part(part, kept.get(type(part))):
            # A card must leave its old place before it can go to a new one.
            (away if leaves else there).append(said)
    return (*away, *there)


def _compare_part(before: BoardPart, after: BoardPart | None) -> Iterator[tuple[bool, Text]]:
    """Yield the instructions that turn one part of a board into its later state, none if `after` is None.

    Each comes as a pair: whether it makes a card leave its place, and the instruction itself.
    """
    match before, after:
        case Piles(), Piles():
            yield from _compare_piles(before, after)
        case Queue(), Queue():
            yield from _compare_queues(before.cards, after.cards)
        case SidedRows(), SidedRows():
            yield from _compare_sides(before, after)
        case Tops(), Tops():
            yield from _compare_tops(before.piles, after.piles)
        case Stock(), Stock():
            yield from ((False, said) for said in _compare_stock(before, after))


def _subtract(these: Iterable[Text], those: Iterable[Text]) -> tuple[Text, ...]:
    # Counters and not sets, because some decks have several copies of a card.
    return tuple((Counter(these) - Counter(those)).elements())


def _compare_piles(before: Piles, after: Piles) -> Iterator[tuple[bool, Text]]:
    for old, new in zip(before.rows, after.rows, strict=True):
        had, has = ([card for pile in row.piles for card in pile.names] for row in (old, new))
        if back := _subtract(had, has):
            yield True, Text("%(who)s gives back %(cards)s.", who=new.name, cards=back)
        if more := _subtract(has, had):
            yield False, Text("%(who)s takes %(cards)s.", who=new.name, cards=more)


def _compare_queues(before: Sequence[OpenCard], after: Sequence[OpenCard]) -> Iterator[tuple[bool, Text]]:
    had, has = [card.name for card in before], [card.name for card in after]
    if gone := tuple([card for card in had if card not in has]):
        yield True, Text("Take out of the line: %(cards)s.", cards=gone)
    # Places are those in the finished line. Inserted from the front, each card then lands in its place.
    new = [(place, card) for place, card in enumerate(has, 1) if card not in had]
    # Inserting cards one by one is enough only if those that stay keep their order.
    if [card for card in had if card in has] != [card for card in has if card in had] or len(new) > FEW_CARDS:
        yield False, Text("The line from the front: %(cards)s.", cards=tuple(has))
        return
    for place, card in new:
        yield (
            False,
            Text("Put %(card)s into the line, as number %(place)s from the front.", card=card, place=place),
        )


def _compare_sides(before: SidedRows, after: SidedRows) -> Iterator[tuple[bool, Text]]:
    for old, new in zip(before.rows, after.rows, strict=True):
        for side, *both in ((after.first, old.first, new.first), (after.second, old.second, new.second)):
            had, has = ([Text("%(colour)s %(value)s", colour=new.name, value=card) for card in cards] for cards in both)
            if gone := _subtract(had, has):
                yield True, Text("%(side)s: take away %(cards)s.", side=side, cards=gone)
            if added := _subtract(has, had):
                yield False, Text("%(side)s: add %(cards)s.", side=side, cards=added)


def _compare_tops(before: Sequence[PileTop], after: Sequence[PileTop]) -> Iterator[tuple[bool, Text]]:
    # While piles are being started, one board can have fewer of them.
    for place, (old, new) in enumerate(zip_longest(before, after, fillvalue=PileTop(None, 0)), 1):
        covered, top = (pile.card.name if pile.card else None for pile in (old, new))
        if (covered, old.height) == (top, new.height):
            continue
        if top is None:
            yield False, Text("Pile %(pile)s from the left: empty.", pile=place)
        else:
            yield False, Plural("Pile %(pile)s from the left: %(card)s, the only card.",
                                "Pile %(pile)s from the left: %(card)s on top, %(count)s cards in all.",
                                new.height, pile=place, card=top)  # fmt: skip


def _compare_stock(before: Stock, after: Stock) -> Iterator[Text]:
    for old, new in zip(before.rows, after.rows, strict=True):
        if new.cards is not None and new.cards != old.cards:
            yield Plural("%(who)s holds %(count)s card.", "%(who)s holds %(count)s cards.", new.cards, who=new.name)
        if new.tokens is not None and new.tokens != old.tokens:
            yield Plural("%(who)s has %(count)s token.", "%(who)s has %(count)s tokens.", new.tokens, who=new.name)
