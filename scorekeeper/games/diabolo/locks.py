"""Whether a round can have ended: how many rows may be locked by the sums of their sides, and how many must be."""

from collections.abc import Callable, Iterator

from scorekeeper.games.base import Problem, Spot
from scorekeeper.games.diabolo.cards import fewest_cards
from scorekeeper.games.diabolo.reading import Colour, Reading
from scorekeeper.games.diabolo.turn import MOST_IN_ROW, MOST_ON_SIDE, locks_needed
from scorekeeper.text import Plural, Text


def may_lock(colour: Colour) -> bool:
    """Whether five cards can make these sums, three on a side at the most; a side that nobody summed up can hold any.

    Every card makes 1 at least. Source: rulebook IT, rules of placing.
    """
    return sum(MOST_ON_SIDE if side is None else min(MOST_ON_SIDE, side) for side in _sides(colour)) >= MOST_IN_ROW


def must_lock(colour: Colour) -> bool:
    """Whether no fewer than five cards make these sums: every card makes 5 at the most."""
    return sum(fewest_cards(side or 0) for side in _sides(colour)) == MOST_IN_ROW


def wrong_locks(reading: Reading) -> Iterator[Problem]:
    """Rows by whose sums the round was not over yet, or over before.

    Two rows of five cards end it, three with five players. Source: rulebook IT, end of the game.
    """
    needed = locks_needed(len(reading.seats))
    able, full = _rows(reading, may_lock), _rows(reading, must_lock)
    if len(able) < needed:
        text: Text = Plural(
            "By these sums only %(count)s row can have 5 cards. The round ends with %(needed)s.",
            "By these sums only %(count)s rows can have 5 cards. The round ends with %(needed)s.",
            len(able),
            needed=needed,
        )
        if not able:
            text = Text("By these sums no row can have 5 cards. The round ends with %(needed)s.", needed=needed)
        yield Problem(_spots(reading, [colour for colour in reading.colours if colour not in able]), text)
    elif len(full) > needed:
        text = Text(
            "By these sums %(count)s rows have 5 cards. The round was over with %(needed)s.",
            count=len(full),
            needed=needed,
        )
        yield Problem(_spots(reading, full), text)


def _sides(colour: Colour) -> tuple[int | None, int | None]:
    """The sums of the two sides as far as they are known; a blank one beside a written one is none once that is all."""
    if colour.counted:
        return colour.harp or 0, colour.trident or 0
    return colour.harp, colour.trident


def _rows(reading: Reading, holds: Callable[[Colour], bool]) -> list[Colour]:
    return [colour for colour in reading.colours if holds(colour)]


def _spots(reading: Reading, colours: list[Colour]) -> tuple[Spot, ...]:
    return tuple([reading.spot(colour.slot, side) for colour in colours for side in ("trident", "harp")])
