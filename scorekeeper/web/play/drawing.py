"""The choices of a player as the page of moves draws them: groups of cards or words, and the taps that play them."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.games.pad import Suit
from scorekeeper.games.referee import Action, Board, Entry, Pick, PickGroup
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_move
from scorekeeper.web.entry.screen import TapChip


class Blocked(NamedTuple):
    """Cards of one suit that cannot be played: the labels printed on them, and a sentence for each that says why."""

    suit: Suit
    labels: list[str | Text]
    reasons: list[Text]


class MovesOfGroup(NamedTuple):
    """A group of picks as drawn."""

    group: PickGroup
    chips: list[TapChip]
    chosen: bool
    """Whether its picks are shown."""

    @property
    def possible(self) -> list[TapChip]:
        """The picks that the rules allow."""
        return [chip for chip in self.chips if not chip.look.startswith("cannot")]

    @property
    def blocked(self) -> list[Blocked]:
        """The cards that cannot be played, by suit."""
        return _list_blocked([self])


class DrawnEntry(NamedTuple):
    """An entry as drawn, with its groups as columns."""

    entry: Entry
    columns: list[MovesOfGroup]
    ways: tuple[tuple[str, Text | None], ...] = (("", None),)
    """The ways of playing a card, such as the side it goes to, by icon and name. Each gets a row of chips."""

    @property
    def open(self) -> MovesOfGroup | None:
        """The group whose picks are shown, or None."""
        return next((column for column in self.columns if column.chosen), None)

    @property
    def blocked(self) -> list[Blocked]:
        """The cards that cannot be played, by suit, each once even if several groups have it."""
        return _list_blocked(self.columns)


def _list_blocked(columns: list[MovesOfGroup]) -> list[Blocked]:
    found: dict[Suit, Blocked] = {}
    drawn = [(pick, pick.card.suit if pick.card else each.group.suit) for each in columns for pick in each.group.picks]
    # Several piles have cards of the same suit, so these are sorted by card, without the pile. Others are in order.
    for pick, suit in sorted(drawn, key=lambda each: each[0].action.of[1:] if each[0].card else ()):
        label = pick.card.label if pick.card else pick.label
        if pick.cannot is None or suit is None:
            continue
        blocked = found.setdefault(suit, Blocked(suit, [], []))
        if label not in blocked.labels:
            blocked.labels.append(label)
            blocked.reasons.append(pick.cannot)
    return list(found.values())


Preview = Callable[[Action], Board]
"""What a move that the rules allow leads to."""


def _draw_pick(pick: Pick, look: str, preview: Preview | None) -> TapChip:
    """Return the chip of a pick. With `preview`, it has the replies that a single tap can play, if any."""
    card = pick.card
    chip = TapChip(
        label=card.label if card else "",
        tap=encode_move(pick.action),
        look=look,
        words=pick.label,
        note=pick.note,
        suit=card.suit if card else None,
    )
    if preview is None or look.startswith("cannot"):
        return chip
    shown = preview(pick.action)
    # Several replies without icons cannot be told apart on a chip, so such a card is previewed first.
    distinct = len(shown.replies) == 1 or all(reply.icon for reply in shown.replies)
    return chip._replace(tells=shown.replies, closed=shown.closed) if distinct else chip


def draw_entries(
    entries: tuple[Entry, ...], looked_at: Action | None, suit: str, grid: bool, preview: Preview | None
) -> list[DrawnEntry]:
    """Return the entries as drawn. The cards of `suit` are shown, with `grid` those of all suits.

    With `preview`, a single tap plays a card wherever it can be played without being looked at first.
    """
    asked = []
    for entry in entries:
        keys = [group.key for group in entry.groups]
        looked = find_pick(entry, looked_at)
        at_once = preview is not None and entry.preview and entry.show in ("cards", "deck")
        having = (group.key for group in entry.groups if any(pick.action == looked for pick in group.picks))
        chosen = suit if suit in keys else next(having, "")
        columns = []
        for group in entry.groups:
            chips = []
            for pick in group.picks:
                look = "cannot" if pick.cannot else "mine" if pick.action == looked else "free"
                look = "cannot mine" if pick.chosen else look
                chips.append(_draw_pick(pick, look, preview if at_once else None))
            columns.append(MovesOfGroup(group, chips, group.key == chosen))
        drawn = DrawnEntry(replace(entry, show="deck") if grid and entry.show == "cards" else entry, columns)
        asked.append(drawn._replace(ways=entry.ways) if at_once and entry.ways else drawn)
    return asked


def find_pick(entry: Entry, looked: Action | None) -> Action | None:
    """Return the action of the entry that plays the same card as `looked`, or None if there is none.

    Return `looked` itself if the entry has it or if it names no card.
    """
    every = [pick.action for group in entry.groups for pick in group.picks]
    if looked is None or not looked.of or looked in every:
        return looked
    return next(
        (action for action in every if replace(action, of=action.of[:1]) == replace(looked, of=looked.of[:1])), None
    )
